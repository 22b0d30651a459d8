"""RG-LRU: the real-gated linear recurrence of Griffin, a state of one element per channel.

Source: De et al. 2024, arXiv:2402.19427; Botev et al. 2024, arXiv:2404.07839 (RecurrentGemma).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Number
from planner.parts.attention.state import SHARDING, Kernel, convolution, convolve, scan, states
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "De et al. 2024, arXiv:2402.19427, section 2.4"


class RealGatedRecurrence(Part):
    """`inner` channels; the two gates are block-diagonal matrices of `blocks` blocks."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "RG-LRU")
    kind: Literal["rg_lru"] = "rg_lru"
    inner: Annotated[
        Cell, Number("Channels", "Width of the recurrence.", "architecture", minimum=1, maximum=10_000_000)
    ] = 2560
    blocks: Annotated[
        Cell, Number("Gate blocks", "Blocks of the gates' matrices.", "architecture", minimum=1, maximum=65536)
    ] = 10
    kernel: Kernel = 4

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Channels per rank")
        yield Shape("inner_rank", label, "ceil_div(inner, tp)", SHARDING)

    def weights(self) -> Iterable[Weight]:
        for key, label, wide, wide_rank in (
            (
                "input",
                QT_TRANSLATE_NOOP("ledger", "Input and gate projection"),
                "2 * d_model * inner",
                "2 * d_model * inner_rank",
            ),
            (
                "gates",
                QT_TRANSLATE_NOOP("ledger", "Input and recurrence gate"),
                "2 * inner * (inner // blocks)",
                "2 * inner_rank * (inner // blocks)",
            ),
            ("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "inner * d_model", "inner_rank * d_model"),
        ):
            yield Weight(key, label, wide, wide_rank, "matrix", REFERENCE)
        yield from convolution("inner", "inner_rank", bias=True)
        for key, label, wide, wide_rank in (
            ("input_bias", QT_TRANSLATE_NOOP("ledger", "Input bias"), "2 * inner", "2 * inner_rank"),
            ("gates_bias", QT_TRANSLATE_NOOP("ledger", "Gate biases"), "2 * inner", "2 * inner_rank"),
            ("decay", QT_TRANSLATE_NOOP("ledger", "Decay rates"), "inner", "inner_rank"),
            ("o_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model", "d_model"),
        ):
            yield Weight(key, label, wide, wide_rank, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        return states("inner_rank", "inner_rank", REFERENCE)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Input and gate projection")
        yield gemm("input", label, "2 * inner_rank", "d_model", ("input", "input_bias"), REFERENCE)
        yield convolve(phase, "inner_rank", bias=True)
        label = QT_TRANSLATE_NOOP("ledger", "Input and recurrence gate")
        yield gemm("gates", label, "2 * inner_rank", "(inner // blocks)", ("gates", "gates_bias"), REFERENCE)
        yield scan(phase, "6 * inner_rank", "4 * inner_rank", REFERENCE, ("decay",))
        label = QT_TRANSLATE_NOOP("ledger", "Gate and product")
        yield elementwise("gated", label, "3 * inner_rank", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield gemm("o", label, "d_model", "inner_rank", ("o", "o_bias"), REFERENCE)

    def attention_flops(self, phase: Phase) -> str:
        return "6 * rows * inner"

    def checks(self) -> Iterable[Check]:
        if isinstance(self.inner, int) and isinstance(self.blocks, int) and self.inner % self.blocks:
            yield Check(
                "blocks_do_not_divide",
                "blocks",
                QT_TRANSLATE_NOOP("findings", "{blocks} gate blocks do not divide {inner} channels."),
                {"blocks": self.blocks, "inner": self.inner},
                QT_TRANSLATE_NOOP("findings", "Choose a divisor of the channels."),
            )

    def transient(self) -> str:
        return "(6 * inner_rank)"
