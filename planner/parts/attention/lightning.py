"""Lightning attention: linear attention with a fixed decay per head, a gate and a norm.

Source: Qin et al. 2024, arXiv:2405.17381; MiniMax 2025, arXiv:2501.08313 (MiniMax-01).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Number
from planner.parts.attention.head_checks import divided_heads
from planner.parts.attention.state import SHARDING, scan
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "MiniMax 2025, arXiv:2501.08313, section 2.2"
WIDE = "heads * head_dim"
WIDE_RANK = "heads_rank * head_dim"


class Lightning(Part):
    """`heads` heads with a state of head_dim x head_dim each."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Lightning")
    verified: ClassVar[bool] = False
    kind: Literal["lightning"] = "lightning"
    heads: Annotated[Cell, Number("Heads", "Heads of the state.", "architecture", minimum=1, maximum=4096)] = 64
    head_dim: Annotated[
        Cell, Number("Head width", "Elements of one head.", "architecture", minimum=1, maximum=65536)
    ] = 128

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Heads per rank")
        yield Shape("heads_rank", label, "ceil_div(heads, tp)", SHARDING, "head")

    def weights(self) -> Iterable[Weight]:
        for key, label, wide, wide_rank in (
            (
                "qkv",
                QT_TRANSLATE_NOOP("ledger", "Query, key, value projection"),
                f"3 * d_model * {WIDE}",
                f"3 * d_model * {WIDE_RANK}",
            ),
            ("output_gate", QT_TRANSLATE_NOOP("ledger", "Output gate"), f"d_model * {WIDE}", f"d_model * {WIDE_RANK}"),
            ("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), f"{WIDE} * d_model", f"{WIDE_RANK} * d_model"),
        ):
            yield Weight(key, label, wide, wide_rank, "matrix", REFERENCE)
        yield Weight("o_norm", QT_TRANSLATE_NOOP("ledger", "Output norm"), WIDE, WIDE_RANK, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        label = QT_TRANSLATE_NOOP("ledger", "Recurrent state")
        yield Cached("state", label, f"{WIDE_RANK} * head_dim", "state", REFERENCE, "1")

    def operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Query, key, value projection and gate")
        yield gemm("input", label, f"4 * {WIDE_RANK}", "d_model", ("qkv", "output_gate"), REFERENCE)
        yield scan(phase, f"5 * {WIDE_RANK} * head_dim", f"4 * {WIDE_RANK}", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Output norm and gate")
        yield elementwise("o_norm", label, f"3 * {WIDE_RANK}", REFERENCE, ("o_norm",))
        yield gemm("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "d_model", WIDE_RANK, ("o",), REFERENCE)

    def attention_flops(self, phase: Phase) -> str:
        return f"5 * rows * {WIDE} * head_dim"

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return divided_heads(self.heads, tp)

    def transient(self) -> str:
        return f"(6 * {WIDE_RANK})"
