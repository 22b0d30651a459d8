"""Gated short convolution: a token mixer that sees `kernel` tokens and keeps only these.

Source: Liquid AI 2025, LFM2 technical report, arXiv:2511.23404.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Flag
from planner.parts.attention.state import CONVOLUTION, SHARDING, Kernel, convolution, convolve
from planner.parts.base import Cached, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Liquid AI 2025, arXiv:2511.23404, section 2"


class ShortConvolution(Part):
    """out(c * conv(b * x)) with b, c, x from one projection of 3 d_model."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Short convolution")
    verified: ClassVar[bool] = False
    kind: Literal["short_convolution"] = "short_convolution"
    kernel: Kernel = 3
    bias: Annotated[bool, Flag("Bias", "Biases on the projections and the convolution.", "architecture")] = False

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Channels per rank")
        yield Shape("channels_rank", label, "ceil_div(d_model, tp)", SHARDING)

    def weights(self) -> Iterable[Weight]:
        label = QT_TRANSLATE_NOOP("ledger", "Input projection")
        yield Weight("input", label, "3 * d_model * d_model", "3 * d_model * channels_rank", "matrix", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield Weight("o", label, "d_model * d_model", "channels_rank * d_model", "matrix", REFERENCE)
        yield from convolution("d_model", "channels_rank", self.bias)
        if self.bias:
            label = QT_TRANSLATE_NOOP("ledger", "Input bias")
            yield Weight("input_bias", label, "3 * d_model", "3 * channels_rank", "vector", REFERENCE)
            label = QT_TRANSLATE_NOOP("ledger", "Output bias")
            yield Weight("o_bias", label, "d_model", "d_model", "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        label = QT_TRANSLATE_NOOP("ledger", "Convolution state")
        yield Cached("conv_state", label, "channels_rank * (kernel - 1)", "state", CONVOLUTION, "1")

    def operators(self, phase: Phase) -> Iterable[Operator]:
        reads = ("input", "input_bias") if self.bias else ("input",)
        label = QT_TRANSLATE_NOOP("ledger", "Input projection")
        yield gemm("input", label, "3 * channels_rank", "d_model", reads, REFERENCE)
        yield convolve(phase, "channels_rank", self.bias)
        label = QT_TRANSLATE_NOOP("ledger", "Gate and product")
        yield elementwise("gated", label, "6 * channels_rank", REFERENCE)
        reads = ("o", "o_bias") if self.bias else ("o",)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield gemm("o", label, "d_model", "channels_rank", reads, REFERENCE)

    def transient(self) -> str:
        return "(5 * channels_rank)"
