"""Multi-head latent attention: keys and values are read out of one small vector per token.

Prefill expands that vector to keys and values of every head. Decode attends to the vector itself, with the expansion
moved to the query and the output (the same products, in another order). Source: DeepSeek-AI 2024, arXiv:2405.04434.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Flag, Number
from planner.parts.attention.head_checks import divided_heads
from planner.parts.attention.pairs import causal_pairs
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, attention, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "DeepSeek-AI 2024, arXiv:2405.04434, section 2.1"
EXPANDED_CACHE = QT_TRANSLATE_NOOP(
    "references", "ik_llama.cpp -mla 0 prints n_embd_k_gqa 24,576 and n_embd_v_gqa 16,384 for DeepSeek-V3"
)
SHARDING = "Shoeybi et al. 2019, arXiv:1909.08053, section 3"
QUERY = "heads_rank * (nope_dim + rope_dim)"
EXPANDED = "heads_rank * (nope_dim + value_dim)"
OUTPUT = "heads_rank * value_dim"
LATENT = "(kv_rank + rope_dim)"


class Latent(Part):
    """`heads` heads over one cached vector of kv_rank + rope_dim elements per token, whatever the heads."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Multi-head latent")
    kind: Literal["latent"] = "latent"
    heads: Annotated[Cell, Number("Heads", "Query heads.", "architecture", minimum=1, maximum=4096)] = 128
    query_rank: Annotated[
        Cell | None,
        Number(
            "Query rank",
            "Width that queries are squeezed through. Blank: one matrix makes them.",
            "architecture",
            minimum=1,
            maximum=1_000_000,
            optional=True,
        ),
    ] = 1536
    kv_rank: Annotated[
        Cell,
        Number("KV rank", "Elements of the vector that keys and values are read from.", "architecture", minimum=1,
               maximum=1_000_000),
    ] = 512  # fmt: skip
    nope_dim: Annotated[
        Cell,
        Number("Head width without position", "Elements of a query or key head that are not rotated.", "architecture",
               minimum=0, maximum=65536),
    ] = 128  # fmt: skip
    rope_dim: Annotated[
        Cell,
        Number("Head width with position", "Rotated elements of a query head, and of the one rotated key.",
               "architecture", minimum=0, maximum=65536),
    ] = 64  # fmt: skip
    value_dim: Annotated[
        Cell, Number("Value width", "Elements of one value head.", "architecture", minimum=1, maximum=65536)
    ] = 128
    down_bias: Annotated[
        bool, Flag("Down bias", "Biases on the matrices that make the small vectors.", "architecture")
    ] = False
    output_bias: Annotated[bool, Flag("Output bias", "A bias on the output projection.", "architecture")] = False

    def shapes(self) -> Iterable[Shape]:
        yield Shape(
            "heads_rank", QT_TRANSLATE_NOOP("ledger", "Query heads per rank"), "ceil_div(heads, tp)", SHARDING, "head"
        )

    def weights(self) -> Iterable[Weight]:
        query = "heads * (nope_dim + rope_dim)"
        source = "d_model" if self.query_rank is None else "query_rank"
        if self.query_rank is not None:
            down = "d_model * query_rank"
            yield Weight("q_a", QT_TRANSLATE_NOOP("ledger", "Query down-projection"), down, down, "matrix", REFERENCE)
            label = QT_TRANSLATE_NOOP("ledger", "Query norm")
            yield Weight("q_norm", label, "query_rank", "query_rank", "vector", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Query projection")
        yield Weight("q", label, f"{source} * {query}", f"{source} * {QUERY}", "matrix", REFERENCE)
        down = f"d_model * {LATENT}"
        yield Weight("kv_a", QT_TRANSLATE_NOOP("ledger", "KV down-projection"), down, down, "matrix", REFERENCE)
        yield Weight("kv_norm", QT_TRANSLATE_NOOP("ledger", "KV norm"), "kv_rank", "kv_rank", "vector", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Key and value expansion")
        expanded = "kv_rank * heads * (nope_dim + value_dim)"
        yield Weight("kv_b", label, expanded, f"kv_rank * {EXPANDED}", "matrix", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield Weight("o", label, "heads * value_dim * d_model", f"{OUTPUT} * d_model", "matrix", REFERENCE)
        for present, key, label, wide in (
            (
                self.down_bias and self.query_rank is not None,
                "q_a_bias",
                QT_TRANSLATE_NOOP("ledger", "Query bias"),
                "query_rank",
            ),
            (self.down_bias, "kv_a_bias", QT_TRANSLATE_NOOP("ledger", "KV bias"), "kv_rank + rope_dim"),
            (self.output_bias, "o_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model"),
        ):
            if present:
                yield Weight(key, label, wide, wide, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        label = QT_TRANSLATE_NOOP("ledger", "Latent keys and values (a copy on every rank)")
        yield Cached("latent", label, LATENT, "key", REFERENCE)

    def expanded(self) -> Part:
        return ExpandedLatent.model_construct(**dict(self)) if type(self) is Latent else self

    def operators(self, phase: Phase) -> Iterable[Operator]:
        source = "d_model"
        if self.query_rank is not None:
            reads = ("q_a", "q_a_bias") if self.down_bias else ("q_a",)
            label = QT_TRANSLATE_NOOP("ledger", "Query down-projection")
            yield gemm("q_a", label, "query_rank", "d_model", reads, REFERENCE)
            label = QT_TRANSLATE_NOOP("ledger", "Query norm")
            yield elementwise("q_norm", label, "2 * query_rank", REFERENCE, ("q_norm",))
            source = "query_rank"
        yield gemm("q", QT_TRANSLATE_NOOP("ledger", "Query projection"), QUERY, source, ("q",), REFERENCE)
        reads = ("kv_a", "kv_a_bias") if self.down_bias else ("kv_a",)
        yield gemm("kv_a", QT_TRANSLATE_NOOP("ledger", "KV down-projection"), LATENT, "d_model", reads, REFERENCE)
        yield elementwise("kv_norm", QT_TRANSLATE_NOOP("ledger", "KV norm"), "2 * kv_rank", REFERENCE, ("kv_norm",))
        label = QT_TRANSLATE_NOOP("ledger", "Key and value expansion")
        yield gemm("kv_b", label, EXPANDED, "kv_rank", ("kv_b",), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Rotary position")
        yield elementwise("rope", label, "2 * (heads_rank + 1) * rope_dim", "Su et al. 2021, arXiv:2104.09864")
        yield from self._attention(phase)
        reads = ("o", "o_bias") if self.output_bias else ("o",)
        yield gemm("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "d_model", OUTPUT, reads, REFERENCE)

    def _attention(self, phase: Phase) -> Iterable[Operator]:
        moved = f"activation_bytes * batch * tokens * (2 * {QUERY} + 2 * {OUTPUT})"
        if phase == "decode":
            inside = "activation_bytes * batch * heads_rank * (2 * kv_rank + rope_dim)"
            moved = f"batch * {self._seen()} * latent_bytes + {inside}"
        label = QT_TRANSLATE_NOOP("ledger", "Attention scores and values")
        yield attention(phase, label, self._flops("heads_rank", phase), moved, REFERENCE)

    def _flops(self, heads: str, phase: Phase) -> str:
        if phase == "prefill":
            return f"2 * batch * {heads} * (nope_dim + rope_dim + value_dim) * {self._pairs()}"
        return f"2 * batch * {heads} * (2 * kv_rank + rope_dim) * {self._seen()}"

    def _seen(self) -> str:
        """Tokens that one query attends to in a decode step."""
        return "context"

    def _pairs(self) -> str:
        """Query-key pairs of a causal prefill."""
        return causal_pairs(window=False)

    def attention_flops(self, phase: Phase) -> str:
        return self._flops("heads", phase)

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return divided_heads(self.heads, tp)

    def transient(self) -> str:
        return f"(2 * {QUERY} + {EXPANDED} + {OUTPUT})"


class ExpandedLatent(Latent):
    """The same layer in an engine that keeps the keys and values of every head: no kind of its own in a file.

    llama.cpp before April 2025 and ik_llama.cpp with -mla 0: 128 heads of 192 + 128 elements in place of 576.
    """

    def caches(self) -> Iterable[Cached]:
        label = QT_TRANSLATE_NOOP("ledger", "Keys of every head")
        yield Cached("keys", label, QUERY, "key", EXPANDED_CACHE)
        yield Cached("values", QT_TRANSLATE_NOOP("ledger", "Values of every head"), OUTPUT, "value", EXPANDED_CACHE)

    def _attention(self, phase: Phase) -> Iterable[Operator]:
        if phase == "prefill":
            yield from super()._attention(phase)
            return
        inside = f"activation_bytes * batch * ({QUERY} + {OUTPUT})"
        moved = f"batch * context * (keys_bytes + values_bytes) + {inside}"
        label = QT_TRANSLATE_NOOP("ledger", "Attention scores and values")
        yield attention(phase, label, self._flops("heads_rank", phase), moved, REFERENCE)

    def _flops(self, heads: str, phase: Phase) -> str:
        if phase == "prefill":
            return super()._flops(heads, phase)
        return f"2 * batch * {heads} * (nope_dim + rope_dim + value_dim) * context"
