"""One decoder block: norms, attention, feed-forward and residuals, in the order that the placement of the norms says.

Shape suffixes: B sequences, T new tokens, S cached tokens, M = d_model, D head width.
"""

from __future__ import annotations

from typing import Any, Callable, Union

import torch
from torch import nn
from torch.nn import functional

from ..spec import Attention, Block, FeedForward, Head, Latent, Mixture, Point
from .feed_forward import build_dense
from .grouped_query import GroupedQueryAttention, KeyValueCache, attention_mask
from .latent import LatentAttention, LatentCache
from .linear import Fp8Linear, Int4Linear, fill_linear
from .mixture import MixtureLayer, decide_routing
from .norm import build_norm
from .position import rotary_table

SPREAD = 0.02
Cache = Union[KeyValueCache, LatentCache]


def _alone(x: torch.Tensor) -> torch.Tensor:
    return x


class DecoderBlock(nn.Module):
    """The block of a job; its parameters are uninitialised until `fill` or a state dict gives them values.

    Llama-2-7B: 4,096 x 4,096 x 4 + 3 x 4,096 x 11,008 + 2 x 4,096 = 202,383,360 parameters.
    `reduce` adds up what the ranks of a tensor-parallel block give, after attention and after the feed-forward network.
    """

    def __init__(self, spec: Block, **place: Any) -> None:
        super().__init__()
        self.placement = spec.norm_placement
        self.reduce: Callable[[torch.Tensor], torch.Tensor] = _alone

        def norm() -> nn.Module:
            return build_norm(spec.d_model, spec.norm, **place)

        self.attention_norm = norm()
        self.attention: nn.Module
        if isinstance(spec.attention, Latent):
            self.attention = LatentAttention(
                spec.d_model, spec.attention, spec.norm, spec.formats.attention, **place
            )  # fmt: skip
        else:
            self.attention = GroupedQueryAttention(
                spec.d_model, spec.attention, spec.norm, spec.formats.attention, **place
            )
        if self.placement == "both":
            self.attention_output_norm, self.feed_forward_output_norm = norm(), norm()
        if self.placement != "shared":
            self.feed_forward_norm = norm()
        self.feed_forward: nn.Module
        if isinstance(spec.feed_forward, Mixture):
            forms = (spec.formats.feed_forward, spec.formats.experts)
            self.feed_forward = MixtureLayer(spec.d_model, spec.feed_forward, forms, **place)
        else:
            assert isinstance(spec.feed_forward, FeedForward)
            self.feed_forward = build_dense(spec.d_model, spec.feed_forward, spec.formats.feed_forward, **place)

    def forward(
        self,
        x_BTM: torch.Tensor,
        cache: Cache,
        start: int,
        rotary_2SD: torch.Tensor | None = None,
        mask_TS: torch.Tensor | None = None,
    ) -> torch.Tensor:
        def attend(y_BTM: torch.Tensor) -> torch.Tensor:
            return self.reduce(self.attention(y_BTM, cache, start, rotary_2SD, mask_TS))

        def feed(y_BTM: torch.Tensor) -> torch.Tensor:
            return self.reduce(self.feed_forward(y_BTM))

        if self.placement in ("shared", "parallel"):
            y_BTM = self.attention_norm(x_BTM)
            z_BTM = y_BTM if self.placement == "shared" else self.feed_forward_norm(x_BTM)
            both = self.attention(y_BTM, cache, start, rotary_2SD, mask_TS) + self.feed_forward(z_BTM)
            return x_BTM + self.reduce(both)  # one reduction serves both
        if self.placement == "post":
            x_BTM = x_BTM + self.attention_norm(attend(x_BTM))
            return x_BTM + self.feed_forward_norm(feed(x_BTM))
        if self.placement == "both":
            x_BTM = x_BTM + self.attention_output_norm(attend(self.attention_norm(x_BTM)))
            return x_BTM + self.feed_forward_output_norm(feed(self.feed_forward_norm(x_BTM)))
        x_BTM = x_BTM + attend(self.attention_norm(x_BTM))
        return x_BTM + feed(self.feed_forward_norm(x_BTM))


class HeadBlock(nn.Module):
    """The matrix from d_model to the rows of the vocabulary that one rank holds."""

    def __init__(self, spec: Head, **place: Any) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(spec.rows, spec.d_model, **place))

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        return functional.linear(x_BTM, self.weight)


def build(spec: Block | Head, **place: Any) -> nn.Module:
    """Give what a job's point runs, without values."""
    return HeadBlock(spec, **place) if isinstance(spec, Head) else DecoderBlock(spec, **place)


def fill(block: nn.Module, generator: torch.Generator) -> None:
    """Give every weight normal values of spread 0.02, norm weights around 1: never zeros, which run faster."""
    with torch.no_grad():
        for name, parameter in block.named_parameters():
            parameter.normal_(1.0 if name.endswith("norm.weight") else 0.0, SPREAD, generator=generator)
        dtype = next(block.parameters()).dtype
        for module in block.modules():
            fill_linear(module, SPREAD, generator, dtype)


def copy_values(block: nn.Module, of: nn.Module) -> None:
    """Give a block the values of another, at its own addresses; quantised weights too."""
    mine, theirs = ([*each.parameters(), *each.buffers()] for each in (block, of))
    for tensor, other in zip(mine, theirs):
        tensor.copy_(other)


def quantised_matrices(block: nn.Module) -> int:
    """How many matrices are kept in fp8 or int4."""
    return sum(1 for module in block.modules() if isinstance(module, (Fp8Linear, Int4Linear)))


def build_cache(spec: Block, point: Point, **place: Any) -> Cache:
    """Give room for the cache of one block at a point."""
    if isinstance(spec.attention, Latent):
        return LatentCache(point.batch, point.context, spec.attention, **place)
    return KeyValueCache(point.batch, point.context, spec.attention, **place)


class Inputs:
    """What a pass at one point reads besides the block and its cache: tokens, rotary table, mask, routing.

    `start` is the position of the first new token: 0 for prefill, context - 1 for decode. Learned positions are added
    before the first block, so they leave nothing to do here.
    """

    def __init__(self, spec: Block | Head, point: Point, generator: torch.Generator, **place: Any) -> None:
        self.start = point.context - point.tokens
        shape = (point.batch, point.tokens, spec.d_model)
        self.x_BTM = torch.empty(shape, **place).normal_(0.0, SPREAD, generator=generator)
        self.rotary_2SD = self.mask_TS = self.routing = None
        if isinstance(spec, Head):
            return
        attention = spec.attention
        if spec.position == "rotary" or isinstance(attention, Latent):
            width = attention.rotary_width
            self.rotary_2SD = rotary_table(point.context, width, spec.rope_theta, place["device"], place["dtype"])
        if isinstance(attention, Attention):
            self.mask_TS = attention_mask(point.tokens, self.start, attention.window, **place)
        if isinstance(spec.feed_forward, Mixture):
            rows = point.batch * point.tokens
            self.routing = decide_routing(spec.feed_forward, rows, point.routing, generator, place["device"])

    def run(self, block: nn.Module, cache: Cache | None) -> torch.Tensor:
        """One pass of a block over these inputs; gives (B, T, M)."""
        if cache is None:
            return block(self.x_BTM)
        if self.routing is not None:
            block.feed_forward.fixed = self.routing  # type: ignore[union-attr]  # torch knows tensors and modules only
        return block(self.x_BTM, cache, self.start, self.rotary_2SD, self.mask_TS)
