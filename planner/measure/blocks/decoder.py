"""One pre-norm decoder block: x + attention(norm(x)), then x + feed_forward(norm(x)).

Shape suffixes: B sequences, T new tokens, S cached tokens, M = d_model, D head width.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ..job import Block, Point
from .feed_forward import build_feed_forward
from .grouped_query import GroupedQueryAttention, KeyValueCache, attention_mask
from .norm import build_norm
from .position import rotary_table

SPREAD = 0.02


class DecoderBlock(nn.Module):
    """The block of a job; its parameters are uninitialised until `fill` or a state dict gives them values.

    Llama-2-7B: 4,096 x 4,096 x 4 + 3 x 4,096 x 11,008 + 2 x 4,096 = 202,383,360 parameters.
    """

    def __init__(self, spec: Block, **place: Any) -> None:
        super().__init__()
        self.attention_norm = build_norm(spec.d_model, spec.norm, **place)
        self.attention = GroupedQueryAttention(spec.d_model, spec.attention, **place)
        self.feed_forward_norm = build_norm(spec.d_model, spec.norm, **place)
        self.feed_forward = build_feed_forward(spec.d_model, spec.feed_forward, **place)

    def forward(
        self,
        x_BTM: torch.Tensor,
        cache: KeyValueCache,
        start: int,
        rotary_2SD: torch.Tensor | None = None,
        mask_TS: torch.Tensor | None = None,
    ) -> torch.Tensor:
        x_BTM = x_BTM + self.attention(self.attention_norm(x_BTM), cache, start, rotary_2SD, mask_TS)
        return x_BTM + self.feed_forward(self.feed_forward_norm(x_BTM))


def fill(block: nn.Module, generator: torch.Generator) -> None:
    """Give every parameter normal values of spread 0.02, norm weights around 1: never zeros, which run faster."""
    with torch.no_grad():
        for name, parameter in block.named_parameters():
            parameter.normal_(1.0 if name.endswith("norm.weight") else 0.0, SPREAD, generator=generator)


class Inputs:
    """What a pass at one point reads besides the block and its cache: the tokens, the rotary table, the mask.

    `start` is the position of the first new token: 0 for prefill, context - 1 for decode. Learned positions are added
    before the first block, so they leave nothing to do here.
    """

    def __init__(self, spec: Block, point: Point, generator: torch.Generator, **place: Any) -> None:
        self.start = point.context - point.tokens
        shape = (point.batch, point.tokens, spec.d_model)
        self.x_BTM = torch.empty(shape, **place).normal_(0.0, SPREAD, generator=generator)
        self.rotary_2SD = None
        if spec.position == "rotary":
            head_dim = spec.attention.head_dim
            self.rotary_2SD = rotary_table(point.context, head_dim, spec.rope_theta, place["device"], place["dtype"])
        self.mask_TS = attention_mask(point.tokens, self.start, spec.attention.window, **place)

    def run(self, block: nn.Module, cache: KeyValueCache) -> torch.Tensor:
        """One pass of a block over these inputs; gives (B, T, M)."""
        return block(self.x_BTM, cache, self.start, self.rotary_2SD, self.mask_TS)
