"""Kimi delta attention: a delta rule whose state forgets channel by channel.

Source: Kimi Team 2025, arXiv:2510.26692 (Kimi Linear).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Number
from planner.parts.attention.head_checks import divided_heads
from planner.parts.attention.state import SHARDING, Kernel, convolution, convolve, scan, states
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Kimi Team 2025, arXiv:2510.26692, section 3"
KEPT = QT_TRANSLATE_NOOP(
    "references",
    "vllm/model_executor/layers/mamba/mamba_utils.py: kda_state_dtype keeps the recurrent state in float32",
)
WIDE = "heads * head_dim"
WIDE_RANK = "heads_rank * head_dim"


class KimiDelta(Part):
    """`heads` heads with a state of head_dim x head_dim each; gates squeezed through head_dim."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Kimi delta")
    kind: Literal["kimi_delta"] = "kimi_delta"
    heads: Annotated[Cell, Number("Heads", "Heads of the state.", "architecture", minimum=1, maximum=4096)] = 32
    head_dim: Annotated[
        Cell, Number("Head width", "Elements of one head.", "architecture", minimum=1, maximum=65536)
    ] = 128
    kernel: Kernel = 4

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Heads per rank")
        yield Shape("heads_rank", label, "ceil_div(heads, tp)", SHARDING, "head")

    def weights(self) -> Iterable[Weight]:
        for key, label, wide, wide_rank in (
            ("q", QT_TRANSLATE_NOOP("ledger", "Query projection"), WIDE, WIDE_RANK),
            ("k", QT_TRANSLATE_NOOP("ledger", "Key projection"), WIDE, WIDE_RANK),
            ("v", QT_TRANSLATE_NOOP("ledger", "Value projection"), WIDE, WIDE_RANK),
            ("b", QT_TRANSLATE_NOOP("ledger", "Write gate"), "heads", "heads_rank"),
            ("f_a", QT_TRANSLATE_NOOP("ledger", "Forget gate, down"), "head_dim", "head_dim"),
            ("g_a", QT_TRANSLATE_NOOP("ledger", "Output gate, down"), "head_dim", "head_dim"),
            ("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), WIDE, WIDE_RANK),
        ):
            yield Weight(key, label, f"d_model * {wide}", f"d_model * {wide_rank}", "matrix", REFERENCE)
        for key, label in (
            ("f_b", QT_TRANSLATE_NOOP("ledger", "Forget gate, up")),
            ("g_b", QT_TRANSLATE_NOOP("ledger", "Output gate, up")),
        ):
            yield Weight(key, label, f"head_dim * {WIDE}", f"head_dim * {WIDE_RANK}", "matrix", REFERENCE)
        yield from convolution(f"3 * {WIDE}", f"3 * {WIDE_RANK}", bias=False)
        for key, label, wide, wide_rank in (
            ("dt_bias", QT_TRANSLATE_NOOP("ledger", "Step bias"), WIDE, WIDE_RANK),
            ("decay", QT_TRANSLATE_NOOP("ledger", "Decay rates"), "heads", "heads_rank"),
            ("o_norm", QT_TRANSLATE_NOOP("ledger", "Output norm"), "head_dim", "head_dim"),
        ):
            yield Weight(key, label, wide, wide_rank, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        return states("heads_rank * head_dim * head_dim", f"3 * {WIDE_RANK}", KEPT, "fp32")

    def operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Query, key, value projection and gates")
        made = f"(3 * {WIDE_RANK} + heads_rank + 2 * head_dim)"
        yield gemm("input", label, made, "d_model", ("q", "k", "v", "b", "f_a", "g_a"), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Gates, up")
        yield gemm("gates", label, f"2 * {WIDE_RANK}", "head_dim", ("f_b", "g_b"), REFERENCE)
        yield convolve(phase, f"3 * {WIDE_RANK}", bias=False)
        yield scan(phase, self._flops("heads_rank"), f"5 * {WIDE_RANK}", REFERENCE, ("decay", "dt_bias"))
        label = QT_TRANSLATE_NOOP("ledger", "Output norm and gate")
        yield elementwise("o_norm", label, f"3 * {WIDE_RANK}", REFERENCE, ("o_norm",))
        yield gemm("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "d_model", WIDE_RANK, ("o",), REFERENCE)

    def _flops(self, heads: str) -> str:
        """Per token and head: decay, read with the key, write the error, read with the query."""
        return f"7 * {heads} * head_dim * head_dim"

    def attention_flops(self, phase: Phase) -> str:
        return f"rows * {self._flops('heads')}"

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return divided_heads(self.heads, tp)

    def transient(self) -> str:
        return f"(8 * {WIDE_RANK})"
