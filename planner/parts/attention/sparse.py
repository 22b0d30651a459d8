"""Sparse attention with a learned indexer: small heads score every token, attention reads only the best of them.

Sources: DeepSeek-AI 2025, DeepSeek-V3.2 report (lightning indexer); MiniMax 2026, MiniMax-M3 (blocks of keys).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Number
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.attention.kept import KV
from planner.parts.attention.latent import Latent
from planner.parts.attention.pairs import causal_pairs
from planner.parts.base import Cached, Operator, Phase, Weight, attention, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "DeepSeek-AI 2025, DeepSeek-V3.2, section 2.1 (lightning indexer)"
BLOCKS = QT_TRANSLATE_NOOP("references", "MiniMax 2026, MiniMax-M3 (indexer over blocks of keys)")
SEEN = "min(context, index_tokens)"
PAIRS = causal_pairs(window=True).replace("window", "index_tokens")

IndexHeads = Annotated[
    Cell, Number("Index heads", "Heads that only score tokens.", "architecture", minimum=1, maximum=4096)
]
IndexDim = Annotated[
    Cell, Number("Index head width", "Elements of one index head.", "architecture", minimum=1, maximum=65536)
]
IndexTokens = Annotated[
    Cell,
    Number(
        "Tokens attended",
        "Best-scored tokens that attention reads; all of them while there are fewer.",
        "architecture",
        unit="token",
        minimum=1,
        binary=True,
    ),
]
INDEX_FROM = (("own", "This layer"), ("earlier", "An earlier layer"))


def _index_keys(reference: str) -> Cached:
    """One key per token for the scores, a copy on every rank; kept beside the KV cache and not counted as KV."""
    return Cached("index_keys", QT_TRANSLATE_NOOP("ledger", "Index keys"), "index_dim", "index", reference)


def index_flops(pairs: str) -> str:
    """One product of 2 FLOPs per pair scored, index head and element; every rank scores all heads."""
    return f"2 * batch * index_heads * index_dim * {pairs}"


def _scored(phase: Phase) -> str:
    """Pairs that the indexer scores: every query with every token before it, not only those it picks."""
    return causal_pairs(window=False) if phase == "prefill" else "context"


def index_scores(phase: Phase, pairs: str, keys: str, reference: str) -> Operator:
    """The indexer's call: it scores `pairs`; a prefill reads `keys` index keys, a decode step those of the cache."""
    moved = f"activation_bytes * batch * (tokens * index_heads + {keys}) * index_dim"
    if phase == "decode":
        moved = f"batch * {pairs} * index_keys_bytes + activation_bytes * batch * index_heads * index_dim"
    label = QT_TRANSLATE_NOOP("ledger", "Index scores")
    return attention(phase, label, index_flops(pairs), moved, reference, "index_scores")


class SparseLatent(Latent):
    """Latent attention over the `index_tokens` tokens that the indexer picks."""

    reads_whole_cache: ClassVar[bool] = False
    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Sparse latent")
    kind: Literal["sparse_latent"] = "sparse_latent"  # type: ignore[assignment]  # not its parent's
    index_heads: IndexHeads = 64
    index_dim: IndexDim = 128
    index_tokens: IndexTokens = 2048
    index_from: Annotated[
        str,
        Choice("Index from", "A layer may reuse the picks of an earlier one.", "architecture", INDEX_FROM),
    ] = "own"

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        if self.index_from != "own":
            return
        source = "d_model" if self.query_rank is None else "query_rank"
        for key, label, elements in (
            ("index_q", QT_TRANSLATE_NOOP("ledger", "Index queries"), f"{source} * index_heads * index_dim"),
            ("index_k", QT_TRANSLATE_NOOP("ledger", "Index key"), "d_model * index_dim"),
            ("index_weights", QT_TRANSLATE_NOOP("ledger", "Index head weights"), "d_model * index_heads"),
        ):
            yield Weight(key, label, elements, elements, "matrix", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Index key norm")
        yield Weight("index_norm", label, "2 * index_dim", "2 * index_dim", "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        yield from (replace(cached, packed="kv_rank + kv_rank // 32 + 2 * rope_dim") for cached in super().caches())
        if self.index_from == "own":
            yield replace(_index_keys(REFERENCE), packed="index_dim + 4")

    def _attention(self, phase: Phase) -> Iterable[Operator]:
        if self.index_from == "own":
            label = QT_TRANSLATE_NOOP("ledger", "Index key and head weights")
            yield gemm(
                "index_k", label, "(index_dim + index_heads)", "d_model", ("index_k", "index_weights"), REFERENCE
            )
            source = "d_model" if self.query_rank is None else "query_rank"
            label = QT_TRANSLATE_NOOP("ledger", "Index queries")
            yield gemm("index_q", label, "index_heads * index_dim", source, ("index_q",), REFERENCE)
            label = QT_TRANSLATE_NOOP("ledger", "Index key norm")
            yield elementwise("index_norm", label, "2 * index_dim", REFERENCE, ("index_norm",))
            yield index_scores(phase, _scored(phase), "tokens", REFERENCE)
        yield from super()._attention(phase)

    def attention_flops(self, phase: Phase) -> str:
        attended = super().attention_flops(phase)
        return f"({attended} + {index_flops(_scored(phase))})" if self.index_from == "own" else attended

    def _seen(self) -> str:
        return SEEN

    def _pairs(self) -> str:
        return PAIRS


class SparseGroupedQuery(GroupedQuery):
    """Grouped-query attention over the blocks of keys that the indexer picks, `index_tokens` tokens in all."""

    reads_whole_cache: ClassVar[bool] = False
    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Sparse grouped-query")
    kind: Literal["sparse_grouped_query"] = "sparse_grouped_query"  # type: ignore[assignment]  # not its parent's
    index_heads: IndexHeads = 4
    index_dim: IndexDim = 128
    index_tokens: IndexTokens = 2048

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        for key, label, elements in (
            ("index_q", QT_TRANSLATE_NOOP("ledger", "Index queries"), "d_model * index_heads * index_dim"),
            ("index_k", QT_TRANSLATE_NOOP("ledger", "Index key"), "d_model * index_dim"),
        ):
            yield Weight(key, label, elements, elements, "matrix", BLOCKS)
        label = QT_TRANSLATE_NOOP("ledger", "Index query and key norm")
        yield Weight("index_norm", label, "2 * index_dim", "2 * index_dim", "vector", BLOCKS)

    def caches(self) -> Iterable[Cached]:
        yield Cached("keys", QT_TRANSLATE_NOOP("ledger", "Keys"), KV, "key", BLOCKS)
        yield Cached("values", QT_TRANSLATE_NOOP("ledger", "Values"), self._values, "value", BLOCKS)
        yield _index_keys(BLOCKS)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Index queries and key")
        yield gemm("index", label, "(index_heads + 1) * index_dim", "d_model", ("index_q", "index_k"), BLOCKS)
        label = QT_TRANSLATE_NOOP("ledger", "Index query and key norm")
        yield elementwise("index_norm", label, "2 * (index_heads + 1) * index_dim", BLOCKS, ("index_norm",))
        yield index_scores(phase, _scored(phase), "tokens", BLOCKS)
        yield from super().operators(phase)

    def attention_flops(self, phase: Phase) -> str:
        return f"({super().attention_flops(phase)} + {index_flops(_scored(phase))})"

    def _held(self) -> str:
        return SEEN

    def _pairs(self) -> str:
        return PAIRS
