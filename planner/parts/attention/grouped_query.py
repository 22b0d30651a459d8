"""Grouped-query attention; multi-head (kv_heads = heads) and multi-query (kv_heads = 1) are cases of it.

Source: Ainslie et al. 2023, arXiv:2305.13245; multi-head attention: Vaswani et al. 2017, arXiv:1706.03762.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Flag, Number
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Ainslie et al. 2023, arXiv:2305.13245"
SHARDING = "Shoeybi et al. 2019, arXiv:1909.08053, section 3"
QUERY = "heads_rank * head_dim"
KV = "kv_heads_rank * head_dim"


class GroupedQuery(Part):
    """Queries of `heads` heads attend to `kv_heads` key and value heads, all of width `head_dim`."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Grouped-query")
    kind: Literal["grouped_query"] = "grouped_query"
    heads: Annotated[Cell, Number("Heads", "Query heads.", "architecture", minimum=1, maximum=4096)] = 32
    kv_heads: Annotated[
        Cell,
        Number(
            "KV heads",
            "Key and value heads; equal to heads in multi-head attention, 1 in multi-query attention. "
            "Enters the KV cache, the key and value projections.",
            "architecture",
            minimum=1,
            maximum=4096,
        ),
    ] = 32
    head_dim: Annotated[
        Cell,
        Number(
            "Head width", "Elements of one head; not always d_model / heads.", "architecture", minimum=1, maximum=65536
        ),
    ] = 128
    window: Annotated[
        Cell | None,
        Number(
            "Window",
            "Sliding window in tokens: a query sees at most this many keys. Blank: the whole sequence.",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
            optional=True,
        ),
    ] = None
    rotary: Annotated[bool, Flag("Rotary", "Queries and keys are rotated by position (RoPE).", "architecture")] = True
    query_bias: Annotated[bool, Flag("Query bias", "A bias on the query projection.", "architecture")] = False
    key_bias: Annotated[bool, Flag("Key bias", "A bias on the key projection.", "architecture")] = False
    value_bias: Annotated[bool, Flag("Value bias", "A bias on the value projection.", "architecture")] = False
    output_bias: Annotated[bool, Flag("Output bias", "A bias on the output projection.", "architecture")] = False

    def shapes(self) -> Iterable[Shape]:
        yield Shape(
            "heads_rank", QT_TRANSLATE_NOOP("ledger", "Query heads per rank"), "ceil_div(heads, tp)", SHARDING, "head"
        )
        yield Shape(
            "kv_heads_rank",
            QT_TRANSLATE_NOOP("ledger", "KV heads per rank (replicated when tp exceeds them)"),
            "ceil_div(kv_heads, tp)",
            SHARDING,
            "head",
        )

    def weights(self) -> Iterable[Weight]:
        query, kv = "heads * head_dim", "kv_heads * head_dim"
        for key, label, wide, wide_rank in (
            ("q", QT_TRANSLATE_NOOP("ledger", "Query projection"), query, QUERY),
            ("k", QT_TRANSLATE_NOOP("ledger", "Key projection"), kv, KV),
            ("v", QT_TRANSLATE_NOOP("ledger", "Value projection"), kv, KV),
            ("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), query, QUERY),
        ):
            yield Weight(key, label, f"d_model * {wide}", f"d_model * {wide_rank}", "matrix", REFERENCE)
        for present, key, label, wide, wide_rank in (
            (self.query_bias, "q_bias", QT_TRANSLATE_NOOP("ledger", "Query bias"), query, QUERY),
            (self.key_bias, "k_bias", QT_TRANSLATE_NOOP("ledger", "Key bias"), kv, KV),
            (self.value_bias, "v_bias", QT_TRANSLATE_NOOP("ledger", "Value bias"), kv, KV),
            (self.output_bias, "o_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model", "d_model"),
        ):
            if present:
                yield Weight(key, label, wide, wide_rank, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        for key, label, form in (
            ("keys", QT_TRANSLATE_NOOP("ledger", "Keys"), "key"),
            ("values", QT_TRANSLATE_NOOP("ledger", "Values"), "value"),
        ):
            yield Cached(key, label, KV, form, REFERENCE, self._held())  # type: ignore[arg-type]

    def operators(self, phase: Phase) -> Iterable[Operator]:
        biases = {weight.key for weight in self.weights() if weight.key.endswith("_bias")}
        qkv = ("q", "k", "v", *(key for key in ("q_bias", "k_bias", "v_bias") if key in biases))
        yield gemm(
            "qkv",
            QT_TRANSLATE_NOOP("ledger", "Query, key, value projection"),
            f"({QUERY} + 2 * {KV})",
            "d_model",
            qkv,
            REFERENCE,
        )
        if self.rotary:
            yield elementwise(
                "rope",
                QT_TRANSLATE_NOOP("ledger", "Rotary position"),
                f"2 * ({QUERY} + {KV})",
                "Su et al. 2021, arXiv:2104.09864: reads and writes queries and keys",
            )
        yield self._attention(phase)
        yield gemm(
            "o",
            QT_TRANSLATE_NOOP("ledger", "Output projection"),
            "d_model",
            QUERY,
            ("o", "o_bias") if self.output_bias else ("o",),
            REFERENCE,
        )

    def _attention(self, phase: Phase) -> Operator:
        label = QT_TRANSLATE_NOOP("ledger", "Attention scores and values")
        if phase == "prefill":
            return Operator(
                "attention",
                label,
                "attention",
                f"4 * batch * {QUERY} * {self._pairs()}",
                f"2 * activation_bytes * batch * tokens * ({QUERY} + {KV})",
                "Dao et al. 2022, arXiv:2205.14135: causal query-key pairs; reads q, k, v, writes the output",
            )
        return Operator(
            "attention",
            label,
            "attention",
            f"4 * batch * {QUERY} * {self._held()}",
            f"batch * {self._held()} * (keys_bytes + values_bytes) + 2 * activation_bytes * batch * {QUERY}",
            "Pope et al. 2022, arXiv:2211.05102: a decode step reads the whole KV cache",
        )

    def _held(self) -> str:
        return "context" if self.window is None else "min(context, window)"

    def _pairs(self) -> str:
        """Query-key pairs of one causal prefill of `tokens` tokens: s(s+1)/2, inside the window where there is one."""
        if self.window is None:
            return "(tokens * (tokens + 1) // 2)"
        inside = "min(tokens, window)"
        return f"({inside} * ({inside} + 1) // 2 + (tokens - {inside}) * {inside})"

    def attention_flops(self, phase: Phase) -> str:
        pairs = self._pairs() if phase == "prefill" else self._held()
        return f"4 * batch * heads * head_dim * {pairs}"

    def checks(self) -> Iterable[Check]:
        if not isinstance(self.heads, int) or not isinstance(self.kv_heads, int):
            return
        if self.heads % self.kv_heads:
            yield Check(
                "kv_heads_do_not_divide",
                "kv_heads",
                QT_TRANSLATE_NOOP("findings", "{kv_heads} KV heads do not divide {heads} heads."),
                {"heads": self.heads, "kv_heads": self.kv_heads},
                QT_TRANSLATE_NOOP("findings", "Every KV head serves the same number of query heads: choose a divisor."),
            )

    def rank_checks(self, tp: int) -> Iterable[Check]:
        if not isinstance(self.heads, int) or not isinstance(self.kv_heads, int):
            return
        if self.heads % tp:
            yield Check(
                "tp_does_not_divide_heads",
                "heads",
                QT_TRANSLATE_NOOP("findings", "TP {tp} does not divide {heads} heads; most engines refuse this."),
                {"heads": self.heads, "tp": tp},
                QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the heads."),
            )
        elif self.kv_heads % tp and tp % self.kv_heads:
            yield Check(
                "tp_splits_kv_heads",
                "kv_heads",
                QT_TRANSLATE_NOOP("findings", "TP {tp} and {kv_heads} KV heads do not divide each other."),
                {"kv_heads": self.kv_heads, "tp": tp},
                QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the KV heads, or a multiple of them."),
            )
        elif tp > self.kv_heads:
            yield Check(
                "kv_heads_replicated",
                "kv_heads",
                QT_TRANSLATE_NOOP(
                    "findings",
                    "TP {tp} exceeds {kv_heads} KV heads: each GPU holds a copy of one, so "
                    "the KV cache shrinks no further.",
                ),
                {"kv_heads": self.kv_heads, "tp": tp},
                "",
                severe=False,
            )

    def transient(self) -> str:
        return f"(2 * {QUERY} + 2 * {KV})"
