"""Which kernel scaled_dot_product_attention uses: pinned to one, tried in order of speed, and named in the result."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from .blocks.decoder import DecoderBlock, Inputs
from .blocks.grouped_query import KeyValueCache
from .counts import needs_mask
from .job import Block, Point
from .protocol import Refusal

KERNELS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
    "math": SDPBackend.MATH,
}


def pinned(name: str) -> Any:
    """Give the context manager inside which attention uses this kernel or fails."""
    return sdpa_kernel([KERNELS[name]])


def choose_kernel(spec: Block, point: Point, place: str, dtype: torch.dtype) -> str:
    """Give the first kernel that takes these heads, this dtype and, if the window needs it, this mask.

    Tried on a narrow model of the same heads with a few tokens: what a kernel accepts hangs on these, not on lengths.
    """
    small = _smaller(spec, point)
    tokens = small.tokens
    block_spec = Block(
        d_model=16,
        norm=spec.norm,
        norm_placement=spec.norm_placement,
        position=spec.position,
        rope_theta=spec.rope_theta,
        attention=spec.attention if not needs_mask(spec, point) else _with_window(spec, tokens - 1),
        feed_forward=type(spec.feed_forward)("plain", 16, spec.feed_forward.activation, False),
    )
    generator = torch.Generator(device=place).manual_seed(0)
    block = DecoderBlock(block_spec, device=place, dtype=dtype)
    inputs = Inputs(block_spec, small, generator, device=place, dtype=dtype)
    cache = KeyValueCache(small.batch, small.context, block_spec.attention, device=place, dtype=dtype)
    reasons = {}
    for name in KERNELS:
        try:
            with pinned(name):
                inputs.run(block, cache)
            return name
        except RuntimeError as error:
            reasons[name] = str(error).splitlines()[0]
    raise Refusal("unsupported", f"No attention kernel of torch takes this block: {reasons['math']}", kernels=reasons)


def _smaller(spec: Block, point: Point) -> Point:
    if point.phase == "decode":
        return Point("decode", 1, 1, min(point.context, 16))
    tokens = min(point.tokens, 16)
    return Point("prefill", 1, tokens, tokens)


def _with_window(spec: Block, window: int) -> Any:
    return type(spec.attention)(**{**vars(spec.attention), "window": max(1, window)})
