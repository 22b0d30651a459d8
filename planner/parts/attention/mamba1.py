"""Mamba: a selective state-space layer with a state per channel.

Source: Gu & Dao 2023, arXiv:2312.00752; the norms inside are Jamba's (Lieber et al. 2024, arXiv:2403.19887).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Flag, Number
from planner.parts.attention.state import SHARDING, Kernel, convolution, convolve, scan, states
from planner.parts.base import Cached, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Gu & Dao 2023, arXiv:2312.00752, section 3"
JAMBA = QT_TRANSLATE_NOOP("references", "Lieber et al. 2024, arXiv:2403.19887: norms on step, B and C")
SELECTED = "(step_rank + 2 * state_dim)"


class Mamba1(Part):
    """`inner` channels with a state of `state_dim` elements each; step, B and C are read from the channels."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Mamba")
    kind: Literal["mamba1"] = "mamba1"
    inner: Annotated[
        Cell, Number("Channels", "Width inside the layer.", "architecture", minimum=1, maximum=10_000_000)
    ] = 8192
    state_dim: Annotated[
        Cell, Number("State width", "Elements of state per channel.", "architecture", minimum=1, maximum=65536)
    ] = 16
    step_rank: Annotated[
        Cell, Number("Step rank", "Width that the step sizes are squeezed through.", "architecture", minimum=1,
                     maximum=1_000_000),
    ] = 256  # fmt: skip
    kernel: Kernel = 4
    conv_bias: Annotated[bool, Flag("Convolution bias", "A bias on the convolution.", "architecture")] = True
    bias: Annotated[bool, Flag("Projection bias", "Biases on the two large projections.", "architecture")] = False
    inner_norms: Annotated[bool, Flag("Inner norms", "Learned norms on step, B and C (Jamba).", "architecture")] = False

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Channels per rank")
        yield Shape("inner_rank", label, "ceil_div(inner, tp)", SHARDING)

    def weights(self) -> Iterable[Weight]:
        for key, label, wide, wide_rank in (
            (
                "input",
                QT_TRANSLATE_NOOP("ledger", "Input projection"),
                "d_model * 2 * inner",
                "d_model * 2 * inner_rank",
            ),
            (
                "select",
                QT_TRANSLATE_NOOP("ledger", "Step, B and C projection"),
                f"inner * {SELECTED}",
                f"inner_rank * {SELECTED}",
            ),
            ("step", QT_TRANSLATE_NOOP("ledger", "Step projection"), "step_rank * inner", "step_rank * inner_rank"),
            ("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "inner * d_model", "inner_rank * d_model"),
        ):
            yield Weight(key, label, wide, wide_rank, "matrix", REFERENCE)
        yield from convolution("inner", "inner_rank", self.conv_bias)
        for present, key, label, wide, wide_rank, reference in (
            (True, "dt_bias", QT_TRANSLATE_NOOP("ledger", "Step bias"), "inner", "inner_rank", REFERENCE),
            (
                True,
                "decay",
                QT_TRANSLATE_NOOP("ledger", "Decay rates"),
                "inner * state_dim",
                "inner_rank * state_dim",
                REFERENCE,
            ),
            (True, "skip", QT_TRANSLATE_NOOP("ledger", "Skip weights"), "inner", "inner_rank", REFERENCE),
            (
                self.bias,
                "input_bias",
                QT_TRANSLATE_NOOP("ledger", "Input bias"),
                "2 * inner",
                "2 * inner_rank",
                REFERENCE,
            ),
            (self.bias, "o_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model", "d_model", REFERENCE),
            (self.inner_norms, "inner_norms", QT_TRANSLATE_NOOP("ledger", "Inner norms"), SELECTED, SELECTED, JAMBA),
        ):
            if present:
                yield Weight(key, label, wide, wide_rank, "vector", reference)

    def caches(self) -> Iterable[Cached]:
        return states("inner_rank * state_dim", "inner_rank", REFERENCE)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        reads = ("input", "input_bias") if self.bias else ("input",)
        label = QT_TRANSLATE_NOOP("ledger", "Input projection")
        yield gemm("input", label, "2 * inner_rank", "d_model", reads, REFERENCE)
        yield convolve(phase, "inner_rank", self.conv_bias)
        label = QT_TRANSLATE_NOOP("ledger", "Step, B and C projection")
        yield gemm("select", label, SELECTED, "inner_rank", ("select",), REFERENCE)
        if self.inner_norms:
            label = QT_TRANSLATE_NOOP("ledger", "Inner norms")
            yield elementwise("inner_norms", label, f"2 * {SELECTED}", JAMBA, ("inner_norms",))
        label = QT_TRANSLATE_NOOP("ledger", "Step projection")
        yield gemm("step", label, "inner_rank", "step_rank", ("step", "dt_bias"), REFERENCE)
        moved = "4 * inner_rank + 2 * state_dim"
        yield scan(phase, self._flops("inner_rank"), moved, REFERENCE, ("decay", "skip"))
        reads = ("o", "o_bias") if self.bias else ("o",)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield gemm("o", label, "d_model", "inner_rank", reads, REFERENCE)

    def _flops(self, channels: str) -> str:
        """Per token, channel and element of state: decay and input (two products, one sum), output (one and one)."""
        return f"5 * {channels} * state_dim"

    def attention_flops(self, phase: Phase) -> str:
        return f"rows * {self._flops('inner')}"

    def transient(self) -> str:
        return f"(5 * inner_rank + {SELECTED})"
