"""Gated DeltaNet: linear attention with one matrix of state per value head.

Source: Yang et al. 2024, arXiv:2412.06464; sizes as in Qwen3-Next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Number
from planner.parts.attention.head_checks import divided_heads
from planner.parts.attention.state import SHARDING, Kernel, convolution, convolve, scan, states
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Yang et al. 2024, arXiv:2412.06464 (Gated Delta Networks)"
STATE = QT_TRANSLATE_NOOP(
    "references",
    "mamba_ssm_dtype float32 in configs of Qwen3.5; vLLM says 2,096 tokens of 1,024 bytes for a state of "
    "Qwen3.5-35B-A3B: 4 * 32 * 128 * 128 + 2 * 8,192 * 3 bytes",
)
KEYS = "key_heads_rank * key_dim"
VALUES = "value_heads_rank * value_dim"
CHANNELS = "2 * key_heads * key_dim + value_heads * value_dim"
CHANNELS_RANK = f"2 * {KEYS} + {VALUES}"


class GatedDelta(Part):
    """`value_heads` heads with a state of key_dim x value_dim each; queries and keys have `key_heads` heads."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Gated DeltaNet")
    kind: Literal["gated_delta"] = "gated_delta"
    key_heads: Annotated[
        Cell, Number("Key heads", "Heads of queries and keys.", "architecture", minimum=1, maximum=4096)
    ] = 16
    value_heads: Annotated[
        Cell, Number("Value heads", "Heads of values, of the state and of the gates.", "architecture", minimum=1,
                     maximum=4096),
    ] = 32  # fmt: skip
    key_dim: Annotated[
        Cell, Number("Key width", "Elements of a query or key head.", "architecture", minimum=1, maximum=65536)
    ] = 128
    value_dim: Annotated[
        Cell, Number("Value width", "Elements of a value head.", "architecture", minimum=1, maximum=65536)
    ] = 128
    kernel: Kernel = 4

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Key heads per rank")
        yield Shape("key_heads_rank", label, "ceil_div(key_heads, tp)", SHARDING, "head")
        label = QT_TRANSLATE_NOOP("ledger", "Value heads per rank")
        yield Shape("value_heads_rank", label, "ceil_div(value_heads, tp)", SHARDING, "head")

    def weights(self) -> Iterable[Weight]:
        value = "value_heads * value_dim"
        for key, label, wide, wide_rank in (
            ("qkv", QT_TRANSLATE_NOOP("ledger", "Query, key, value projection"), f"({CHANNELS})", f"({CHANNELS_RANK})"),
            ("z", QT_TRANSLATE_NOOP("ledger", "Output gate"), value, VALUES),
            ("ba", QT_TRANSLATE_NOOP("ledger", "Write and decay gates"), "2 * value_heads", "2 * value_heads_rank"),
            ("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), value, VALUES),
        ):
            yield Weight(key, label, f"d_model * {wide}", f"d_model * {wide_rank}", "matrix", REFERENCE)
        yield from convolution(CHANNELS, CHANNELS_RANK, bias=False)
        for key, label, wide, wide_rank in (
            ("decay", QT_TRANSLATE_NOOP("ledger", "Decay rates"), "value_heads", "value_heads_rank"),
            ("dt_bias", QT_TRANSLATE_NOOP("ledger", "Step bias"), "value_heads", "value_heads_rank"),
            ("o_norm", QT_TRANSLATE_NOOP("ledger", "Output norm"), "value_dim", "value_dim"),
        ):
            yield Weight(key, label, wide, wide_rank, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        return states("value_heads_rank * key_dim * value_dim", CHANNELS_RANK, STATE, "fp32")

    def operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Query, key, value projection and gates")
        made = f"({CHANNELS_RANK} + {VALUES} + 2 * value_heads_rank)"
        yield gemm("input", label, made, "d_model", ("qkv", "z", "ba"), REFERENCE)
        yield convolve(phase, CHANNELS_RANK, bias=False)
        moved = f"{CHANNELS_RANK} + {VALUES}"
        yield scan(phase, self._flops("value_heads_rank"), moved, REFERENCE, ("decay", "dt_bias"))
        label = QT_TRANSLATE_NOOP("ledger", "Output norm and gate")
        yield elementwise("o_norm", label, f"3 * {VALUES}", REFERENCE, ("o_norm",))
        yield gemm("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "d_model", VALUES, ("o",), REFERENCE)

    def _flops(self, heads: str) -> str:
        """Per token and head: read the state with the key, write it with the error, read it with the query."""
        return f"6 * {heads} * key_dim * value_dim"

    def attention_flops(self, phase: Phase) -> str:
        return f"rows * {self._flops('value_heads')}"

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return (*divided_heads(self.key_heads, tp, "key_heads"), *divided_heads(self.value_heads, tp, "value_heads"))

    def transient(self) -> str:
        return f"(2 * ({CHANNELS_RANK}) + 2 * {VALUES})"
