"""Grouped-query attention; multi-head (kv_heads = heads) and multi-query (kv_heads = 1) are cases of it.

Source: Ainslie et al. 2023, arXiv:2305.13245; multi-head attention: Vaswani et al. 2017, arXiv:1706.03762.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from planner.parts.attention.grouped_query_fields import GroupedQueryFields
from planner.parts.attention.head_checks import divided_heads, divided_kv_heads, shared_heads
from planner.parts.attention.kept import KV, QUERY, kept, score_gradients
from planner.parts.attention.pairs import causal_pairs, held
from planner.parts.base import Cached, Check, Operator, Phase, Shape, Weight, attention, elementwise, gemm
from planner.parts.saving import Saved, Saving
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Ainslie et al. 2023, arXiv:2305.13245"
SHARDING = "Shoeybi et al. 2019, arXiv:1909.08053, section 3"
ROTARY = QT_TRANSLATE_NOOP("references", "Su et al. 2021, arXiv:2104.09864: reads and writes queries and keys")
QUERY_KEY_NORM = "Henry et al. 2020, arXiv:2010.04245; Dehghani et al. 2023, arXiv:2302.05442"
SUB_NORM = QT_TRANSLATE_NOOP(
    "references", "Ma et al. 2024, arXiv:2402.17764 (BitNet b1.58): a norm before the output projection"
)
GATE = QT_TRANSLATE_NOOP("references", "Qiu et al. 2025, arXiv:2505.06708 (gated attention)")


class GroupedQuery(GroupedQueryFields):
    """Queries of `heads` heads attend to `kv_heads` key and value heads of width `head_dim`."""

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
        query, key, value = "heads * head_dim", "kv_heads * head_dim", f"kv_heads * {self._value_dim}"
        own = self.keys_from == "own"
        out, out_rank = f"heads * {self._value_dim}", self._outputs
        for present, name, label, wide, wide_rank in (
            (True, "q", QT_TRANSLATE_NOOP("ledger", "Query projection"), query, QUERY),
            (own, "k", QT_TRANSLATE_NOOP("ledger", "Key projection"), key, KV),
            (
                own and not self.values_from_keys,
                "v",
                QT_TRANSLATE_NOOP("ledger", "Value projection"),
                value,
                self._values,
            ),
            (True, "o", QT_TRANSLATE_NOOP("ledger", "Output projection"), out, out_rank),
        ):
            if present:
                yield Weight(name, label, f"d_model * {wide}", f"d_model * {wide_rank}", "matrix", REFERENCE)
        if self.output_gate != "none":
            gate, gate_rank = (out, out_rank) if self.output_gate == "element" else ("heads", "heads_rank")
            label = QT_TRANSLATE_NOOP("ledger", "Output gate")
            yield Weight("output_gate", label, f"d_model * {gate}", f"d_model * {gate_rank}", "matrix", GATE)
        for present, name, label, wide, wide_rank in (
            (self.query_bias, "q_bias", QT_TRANSLATE_NOOP("ledger", "Query bias"), query, QUERY),
            (self.key_bias and own, "k_bias", QT_TRANSLATE_NOOP("ledger", "Key bias"), key, KV),
            (
                self.value_bias and own and not self.values_from_keys,
                "v_bias",
                QT_TRANSLATE_NOOP("ledger", "Value bias"),
                value,
                self._values,
            ),
            (self.output_bias, "o_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model", "d_model"),
        ):
            if present:
                yield Weight(name, label, wide, wide_rank, "vector", REFERENCE)
        yield from self._norm_weights(own)
        if self.sinks:
            label = QT_TRANSLATE_NOOP("ledger", "Sinks")
            yield Weight("sinks", label, "heads", "heads_rank", "vector", "OpenAI 2025, gpt-oss model card")

    def _norm_weights(self, own: bool) -> Iterable[Weight]:
        each = self.query_key_norm == "each"
        for present, name, label, wide, wide_rank in (
            (
                True,
                "q_norm",
                QT_TRANSLATE_NOOP("ledger", "Query norm"),
                "heads * head_dim" if each else "head_dim",
                QUERY if each else "head_dim",
            ),
            (
                own,
                "k_norm",
                QT_TRANSLATE_NOOP("ledger", "Key norm"),
                "kv_heads * head_dim" if each else "head_dim",
                KV if each else "head_dim",
            ),
        ):
            if present and self.query_key_norm != "none":
                both = "2 * " if self.query_key_norm_bias else ""
                yield Weight(name, label, f"{both}{wide}", f"{both}{wide_rank}", "vector", QUERY_KEY_NORM)
        if self.output_norm:
            label = QT_TRANSLATE_NOOP("ledger", "Output norm")
            yield Weight("o_norm", label, f"heads * {self._value_dim}", self._outputs, "vector", SUB_NORM)

    @property
    def _value_dim(self) -> str:
        return "head_dim" if self.value_dim is None else "value_dim"

    @property
    def _values(self) -> str:
        return f"kv_heads_rank * {self._value_dim}"

    @property
    def _outputs(self) -> str:
        return f"heads_rank * {self._value_dim}"

    def caches(self) -> Iterable[Cached]:
        own = self.keys_from == "own"
        kind: Literal["", "sliding", "chunked"] = ""
        if self.window is not None:
            kind = "chunked" if self.window_kind == "chunked" else "sliding"
        keys = QT_TRANSLATE_NOOP("ledger", "Keys") if own else QT_TRANSLATE_NOOP("ledger", "Keys of an earlier layer")
        yield Cached("keys", keys, KV, "key", REFERENCE, self._held(), own, kind)
        values = QT_TRANSLATE_NOOP("ledger", "Values")
        if not own:
            values = QT_TRANSLATE_NOOP("ledger", "Values of an earlier layer")
        yield Cached("values", values, self._values, "value", REFERENCE, self._held(), own, kind)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        yield from self._projections(phase, {weight.key for weight in self.weights()})
        yield self._attention(phase)
        if self.output_gate != "none":
            wide = self._outputs if self.output_gate == "element" else "heads_rank"
            yield gemm(
                "output_gate", QT_TRANSLATE_NOOP("ledger", "Output gate"), wide, "d_model", ("output_gate",), GATE
            )
            label = QT_TRANSLATE_NOOP("ledger", "Gate and product")
            yield elementwise("gated", label, f"(2 * {self._outputs} + {wide})", GATE)
        if self.output_norm:
            label = QT_TRANSLATE_NOOP("ledger", "Output norm")
            yield elementwise("output_norm", label, f"2 * {self._outputs}", SUB_NORM, ("o_norm",))
        yield gemm(
            "o",
            QT_TRANSLATE_NOOP("ledger", "Output projection"),
            "d_model",
            self._outputs,
            ("o", "o_bias") if self.output_bias else ("o",),
            REFERENCE,
        )

    def _projections(self, phase: Phase, names: Collection[str]) -> Iterable[Operator]:
        """Queries, keys and values of the step's rows, out of the weights in `names`; their norm and position."""
        qkv = [name for name in ("q", "k", "v", "q_bias", "k_bias", "v_bias") if name in names]
        made = QUERY
        if "k" in names:
            made = f"({QUERY} + 2 * {KV})" if self.value_dim is None else f"({QUERY} + {KV} + {self._values})"
            made = made if "v" in names else f"({QUERY} + {KV})"
        yield gemm("qkv", QT_TRANSLATE_NOOP("ledger", "Query, key, value projection"), made, "d_model", qkv, REFERENCE)
        rotated = f"2 * ({QUERY} + {KV})" if "k" in names else f"2 * {QUERY}"
        if self.query_key_norm != "none":
            norms = [name for name in ("q_norm", "k_norm") if name in names]
            label = QT_TRANSLATE_NOOP("ledger", "Query and key norm")
            yield elementwise("query_key_norm", label, rotated, QUERY_KEY_NORM, norms)
        if self.rotary:
            label = QT_TRANSLATE_NOOP("ledger", "Rotary position")
            yield elementwise("rope", label, rotated, ROTARY)

    def _attention(self, phase: Phase) -> Operator:
        sinks = " + sinks_bytes" if self.sinks else ""
        label = QT_TRANSLATE_NOOP("ledger", "Attention scores and values")
        flops = self._flops("heads_rank", self._pairs() if phase == "prefill" else self._held())
        if phase == "prefill":
            moved = self._moved()
            return attention(
                phase,
                label,
                flops,
                f"{moved}{sinks}",
                QT_TRANSLATE_NOOP(
                    "references",
                    "Dao et al. 2022, arXiv:2205.14135: causal query-key pairs; reads q, k, v, writes the output",
                ),
            )
        written = f"2 * activation_bytes * batch * {QUERY}"
        if self.value_dim is not None:
            written = f"activation_bytes * batch * ({QUERY} + {self._outputs})"
        return attention(
            phase,
            label,
            flops,
            f"batch * {self._held()} * (keys_bytes + values_bytes) + {written}{sinks}",
            QT_TRANSLATE_NOOP(
                "references", "Pope et al. 2022, arXiv:2211.05102: a decode step reads the whole KV cache"
            ),
        )

    def _moved(self) -> str:
        """Bytes of queries, keys, values and outputs in a prefill."""
        if self.value_dim is None:
            return f"2 * activation_bytes * batch * tokens * ({QUERY} + {KV})"
        return f"activation_bytes * batch * tokens * ({QUERY} + {KV} + {self._values} + {self._outputs})"

    def _flops(self, heads: str, pairs: str) -> str:
        if self.value_dim is None:
            return f"4 * batch * {heads} * head_dim * {pairs}"
        return f"2 * batch * {heads} * (head_dim + value_dim) * {pairs}"

    def _held(self) -> str:
        return held(self.window is not None)

    def _pairs(self) -> str:
        return causal_pairs(self.window is not None, self.window_kind == "chunked")

    def attention_flops(self, phase: Phase) -> str:
        return self._flops("heads", self._pairs() if phase == "prefill" else self._held())

    def square_flops(self) -> str | None:
        return None if str(self.kind) != "grouped_query" else self._flops("heads", "tokens * tokens")

    def checks(self) -> Iterable[Check]:
        return shared_heads(self.heads, self.kv_heads)

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return (*divided_heads(self.heads, tp), *divided_kv_heads(self.heads, self.kv_heads, tp))

    def transient(self) -> str:
        if self.value_dim is None:
            return f"(2 * {QUERY} + 2 * {KV})"
        return f"({QUERY} + {KV} + {self._values} + {self._outputs})"

    def inner_gradients(self, how: Saving) -> str | None:
        return score_gradients(self, how)

    def saved(self, how: Saving) -> Iterable[Saved] | None:
        return kept(self, how)
