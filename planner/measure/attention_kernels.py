"""Which kernels a block uses: attention pinned to one and named in the result, quantised weights, grouped experts."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import torch
from torch import nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from .blocks.decoder import DecoderBlock, Inputs, build_cache
from .blocks.linear import build_linear, fill_linear
from .counts import needs_mask
from .machine import cpu_flags
from .protocol import Refusal
from .spec import Attention, Block, FeedForward, Formats, Head, Latent, Mixture, Point

KERNELS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
    "math": SDPBackend.MATH,
}
OTHERS = ("matmul", "none")
"""No kernel of scaled_dot_product_attention: two products and a softmax (a decode step of latent attention), none."""

GROUPED_FROM = (9, 0)
"""The compute capability from which torch multiplies all experts in one kernel."""


def pinned(name: str) -> Any:
    """Give the context manager inside which attention uses this kernel or fails."""
    return contextlib.nullcontext() if name in OTHERS else sdpa_kernel([KERNELS[name]])


def choose_kernel(spec: Block | Head, point: Point, place: str, dtype: torch.dtype) -> str:
    """Give the first kernel that takes these heads, this dtype and, if the window needs it, this mask.

    Tried on a narrow model of the same heads with a few tokens: what a kernel accepts hangs on these, not on lengths.
    """
    if isinstance(spec, Head):
        return "none"
    if isinstance(spec.attention, Latent) and point.phase == "decode":
        return "matmul"
    small = _smaller(point)
    attention = spec.attention
    if isinstance(attention, Attention) and needs_mask(spec, point):
        attention = replace(attention, window=max(1, small.tokens - 1))
    forward = FeedForward("plain", 16, spec.feed_forward.activation, False)
    narrow = replace(spec, d_model=16, attention=attention, feed_forward=forward, formats=Formats())
    generator = torch.Generator(device=place).manual_seed(0)
    block = DecoderBlock(narrow, device=place, dtype=dtype)
    inputs = Inputs(narrow, small, generator, device=place, dtype=dtype)
    cache = build_cache(narrow, small, device=place, dtype=dtype)
    reasons = {}
    for name in KERNELS:
        try:
            with pinned(name):
                inputs.run(block, cache)
            return name
        except RuntimeError as error:
            reasons[name] = str(error).splitlines()[0]
    raise Refusal("unsupported", f"No attention kernel of torch takes this block: {reasons['math']}", kernels=reasons)


def _smaller(point: Point) -> Point:
    if point.phase == "decode":
        return replace(point, batch=1, context=min(point.context, 16))
    tokens = min(point.tokens, 16)
    return replace(point, batch=1, tokens=tokens, context=tokens)


def check_formats(spec: Block | Head, place: str, dtype: torch.dtype) -> None:
    """Refuse weight formats that torch does not really run on this device: tried with one small matrix each.

    A CPU without fp8 units multiplies fp8 by widening every element: such a time says nothing of fp8, so it is refused
    too.
    """
    wanted = () if isinstance(spec, Head) else sorted(set(vars(spec.formats).values()) - {"plain"})
    for form in wanted:
        reason = _why_not(form, place, dtype)
        if reason is not None:
            sentence = f"torch {torch.__version__} does not run {form} weights on {place}: {reason}"
            raise Refusal("unsupported", sentence, format=form, reason=reason)


def _why_not(form: str, place: str, dtype: torch.dtype) -> str | None:
    if form == "fp8" and place == "cpu" and "amx_fp8" not in cpu_flags():
        return "this processor has no fp8 units, and torch widens every element instead"
    if form != "fp8" and dtype is not torch.bfloat16:
        return f"its int4 kernels multiply in bfloat16, and the activations are {str(dtype).partition('.')[2]}"
    try:
        linear = build_linear(256, 64, False, form, device=place, dtype=dtype)
        fill_linear(linear, 0.02, torch.Generator(device=place).manual_seed(0), dtype)
        linear(torch.ones(32, 256, device=place, dtype=dtype))
    except (RuntimeError, AttributeError, NotImplementedError, TypeError) as error:
        return str(error).splitlines()[0]
    return None


def choose_experts(spec: Block | Head, place: str, dtype: torch.dtype) -> str | None:
    """Give how the experts of a mixture are multiplied: "grouped" by one kernel, or "one by one"; else None.

    torch's grouped_mm is itself a loop on a CPU, and on cards below compute capability 9.0 one that waits for the card
    before each matrix and that no graph can hold (`GroupedMMUtils.h` of torch): there the experts run one by one.
    """
    if isinstance(spec, Head) or not isinstance(spec.feed_forward, Mixture):
        return None
    multiply: Any = getattr(functional, "grouped_mm", None)
    if multiply is None or place == "cpu" or spec.formats.experts != "plain":
        return "one by one"
    if torch.cuda.get_device_capability(place) < GROUPED_FROM:
        return "one by one"
    try:
        rows = torch.ones(32, 64, device=place, dtype=dtype)
        weights = torch.ones(2, 64, 64, device=place, dtype=dtype)
        multiply(rows, weights.transpose(1, 2), offs=torch.tensor([16, 32], device=place, dtype=torch.int32))
    except RuntimeError:
        return "one by one"
    return "grouped"


def use_experts(block: nn.Module, how: str | None) -> None:
    """Make a block multiply its experts this way."""
    if how is not None:
        block.feed_forward.grouped = how == "grouped"  # type: ignore[union-attr]  # torch knows tensors and modules only
