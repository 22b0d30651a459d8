"""Compressed attention: one shared key-value head, a window of tokens, and beyond it one entry per block of tokens.

Source: DeepSeek-AI 2026, DeepSeek-V4 report: heavily compressed (one entry per 128 tokens) and compressed sparse
attention (overlapping entries per 4 tokens, an indexer picks the best). Sizes as in Hugging Face transformers 5.24,
models/deepseek_v4.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Number
from planner.parts.attention.head_checks import divided_heads
from planner.parts.attention.pairs import causal_pairs, entry_pairs
from planner.parts.attention.sparse import IndexDim, IndexHeads, index_flops, index_scores
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, attention, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "DeepSeek-AI 2026, DeepSeek-V4; transformers 5.24 models/deepseek_v4"
UNQUANTISED = QT_TRANSLATE_NOOP(
    "references",
    "DeepSeek-AI 2026, DeepSeek-V4; sglang layers/attention/dsv4/compressor.py: wkv_gate has no quant_config and bf16",
)
PACKED = "head_dim + rope_dim + round_up(ceil_div(head_dim - rope_dim, 64), 8)"  # 448 + 2 * 64 + 8 bytes of scales
SHARDING = "Shoeybi et al. 2019, arXiv:1909.08053, section 3"
QUERY = "heads_rank * head_dim"
RECENT = "min(context, window)"

Rate = Annotated[
    Cell,
    Number("Compression", "Tokens that one entry stands for.", "architecture", unit="token", minimum=1),
]


class WindowedSharedKey(Part):
    """Queries of `heads` heads attend to one vector per token, key and value at once, inside the window."""

    reads_whole_cache: ClassVar[bool] = False
    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Shared key, window")
    kind: Literal["windowed_shared_key"] = "windowed_shared_key"
    heads: Annotated[Cell, Number("Heads", "Query heads.", "architecture", minimum=1, maximum=4096)] = 64
    head_dim: Annotated[
        Cell, Number("Head width", "Elements of one head, of the key and of the value.", "architecture", minimum=1,
                     maximum=65536),
    ] = 512  # fmt: skip
    query_rank: Annotated[
        Cell, Number("Query rank", "Width that queries are squeezed through.", "architecture", minimum=1,
                     maximum=1_000_000),
    ] = 1024  # fmt: skip
    output_groups: Annotated[
        Cell, Number("Output groups", "Groups of heads that are squeezed apart.", "architecture", minimum=1,
                     maximum=4096),
    ] = 8  # fmt: skip
    output_rank: Annotated[
        Cell, Number("Output rank", "Width that each group's output is squeezed through.", "architecture", minimum=1,
                     maximum=1_000_000),
    ] = 1024  # fmt: skip
    window: Annotated[
        Cell, Number("Window", "Most recent tokens that are seen one by one.", "architecture", unit="token", minimum=1,
                     binary=True),
    ] = 128  # fmt: skip
    rope_dim: Annotated[
        Cell, Number("Rotated width", "Elements of a head that are rotated by position; packed caches keep them in 16 "
                     "bits.", "architecture", minimum=0, maximum=65536),
    ] = 64  # fmt: skip

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Query heads per rank")
        yield Shape("heads_rank", label, "ceil_div(heads, tp)", SHARDING, "head")

    def weights(self) -> Iterable[Weight]:
        for key, label, elements, per_rank in (
            ("q_a", QT_TRANSLATE_NOOP("ledger", "Query down-projection"), "d_model * query_rank", None),
            (
                "q",
                QT_TRANSLATE_NOOP("ledger", "Query projection"),
                "query_rank * heads * head_dim",
                f"query_rank * {QUERY}",
            ),
            ("kv", QT_TRANSLATE_NOOP("ledger", "Key and value projection"), "d_model * head_dim", None),
            (
                "o_a",
                QT_TRANSLATE_NOOP("ledger", "Output down-projection"),
                "heads * head_dim * output_rank",
                f"{QUERY} * output_rank",
            ),
            (
                "o",
                QT_TRANSLATE_NOOP("ledger", "Output projection"),
                "output_groups * output_rank * d_model",
                "ceil_div(output_groups, tp) * output_rank * d_model",
            ),
        ):
            yield Weight(key, label, elements, per_rank or elements, "matrix", REFERENCE)
        for key, label, elements, per_rank in (
            ("q_norm", QT_TRANSLATE_NOOP("ledger", "Query norm"), "query_rank", None),
            ("kv_norm", QT_TRANSLATE_NOOP("ledger", "Key and value norm"), "head_dim", None),
            ("sinks", QT_TRANSLATE_NOOP("ledger", "Sinks"), "heads", "heads_rank"),
        ):
            yield Weight(key, label, elements, per_rank or elements, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        label = QT_TRANSLATE_NOOP("ledger", "Recent keys and values (one vector, a copy on every rank)")
        yield Cached("recent", label, "head_dim", "key", REFERENCE, RECENT, window="sliding", packed=PACKED)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Query down-projection")
        yield gemm("q_a", label, "query_rank", "d_model", ("q_a",), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Query norm")
        yield elementwise("q_norm", label, "2 * query_rank", REFERENCE, ("q_norm",))
        yield gemm("q", QT_TRANSLATE_NOOP("ledger", "Query projection"), QUERY, "query_rank", ("q",), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Key and value projection")
        yield gemm("kv", label, "head_dim", "d_model", ("kv",), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Key and value norm")
        yield elementwise("kv_norm", label, "2 * head_dim", REFERENCE, ("kv_norm",))
        yield from self._compress(phase)
        label = QT_TRANSLATE_NOOP("ledger", "Attention scores and values")
        moved = f"activation_bytes * batch * (2 * tokens * {QUERY} + {self._vectors()} * head_dim)"
        if phase == "decode":
            moved = f"batch * ({self._read()}) + 2 * activation_bytes * batch * {QUERY}"
        moved = f"{moved} + sinks_bytes"
        yield attention(phase, label, self._flops("heads_rank", phase), moved, REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Output down-projection")
        inside = "ceil_div(output_groups, tp) * output_rank"
        flops = f"2 * rows * {QUERY} * output_rank"
        moved = f"o_a_bytes + activation_bytes * rows * ({QUERY} + {inside})"
        yield Operator("o_a", label, "gemm", flops, moved, REFERENCE)
        yield gemm("o", QT_TRANSLATE_NOOP("ledger", "Output projection"), "d_model", inside, ("o",), REFERENCE)

    def _compress(self, phase: Phase) -> Iterable[Operator]:
        """Calls that make compressed entries."""
        return ()

    def _vectors(self) -> str:
        """Vectors, key and value at once, that the attention of a prefill reads per sequence."""
        return "tokens"

    def _read(self) -> str:
        """Bytes of entries that one query reads in a decode step."""
        return f"{RECENT} * recent_bytes"

    def _seen(self, phase: Phase) -> str:
        """Entries that queries attend to: pairs of a prefill, entries of one query in a decode step."""
        return causal_pairs(window=True) if phase == "prefill" else RECENT

    def _flops(self, heads: str, phase: Phase) -> str:
        return f"4 * batch * {heads} * head_dim * ({self._seen(phase)})"

    def attention_flops(self, phase: Phase) -> str:
        return self._flops("heads", phase)

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return divided_heads(self.heads, tp)

    def transient(self) -> str:
        return f"(4 * {QUERY})"


class HeavilyCompressed(WindowedSharedKey):
    """The window, and all of the past as one entry per `compression` tokens."""

    reads_whole_cache: ClassVar[bool] = False
    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Heavily compressed")
    kind: Literal["heavily_compressed"] = "heavily_compressed"  # type: ignore[assignment]  # not its parent's
    compression: Rate = 128
    COPIES: ClassVar[str] = ""

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        for key, label, elements in (
            ("entries", QT_TRANSLATE_NOOP("ledger", "Entry projection"), f"{self.COPIES}d_model * head_dim"),
            ("entry_gate", QT_TRANSLATE_NOOP("ledger", "Entry gate"), f"{self.COPIES}d_model * head_dim"),
        ):
            yield Weight(key, label, elements, elements, "router", UNQUANTISED)
        for key, label, elements in (
            (
                "entry_positions",
                QT_TRANSLATE_NOOP("ledger", "Positions in an entry"),
                f"{self.COPIES}compression * head_dim",
            ),
            ("entry_norm", QT_TRANSLATE_NOOP("ledger", "Entry norm"), "head_dim"),
        ):
            yield Weight(key, label, elements, elements, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        yield from super().caches()
        label = QT_TRANSLATE_NOOP("ledger", "Compressed entries")
        tokens = "(context // compression)"
        yield Cached("compressed", label, "head_dim", "key", REFERENCE, tokens, packed=PACKED, per="compression")

    def _compress(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Entry projection and gate")
        made = f"2 * {self.COPIES}head_dim"
        yield gemm("entries", label, made, "d_model", ("entries", "entry_gate"), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Compression")
        yield elementwise("compress", label, f"({made} + head_dim)", REFERENCE, ("entry_positions", "entry_norm"))

    def _entries(self) -> str:
        """Entries that one query attends to in a decode step."""
        return "context // compression"

    def _vectors(self) -> str:
        return "(tokens + tokens // compression)"

    def _entry_pairs(self) -> str:
        """Pairs of a query and an entry that it attends to in a prefill."""
        return entry_pairs()

    def _read(self) -> str:
        return f"{super()._read()} + {self._entries()} * compressed_bytes"

    def _seen(self, phase: Phase) -> str:
        if phase == "prefill":
            return f"{super()._seen(phase)} + {self._entry_pairs()}"
        return f"{super()._seen(phase)} + {self._entries()}"


class CompressedSparse(HeavilyCompressed):
    """The window, and the `index_entries` best of overlapping entries of `compression` tokens."""

    reads_whole_cache: ClassVar[bool] = False
    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Compressed sparse")
    kind: Literal["compressed_sparse"] = "compressed_sparse"  # type: ignore[assignment]  # not its parent's
    compression: Rate = 4
    index_heads: IndexHeads = 64
    index_dim: IndexDim = 128
    index_entries: Annotated[
        Cell,
        Number("Entries attended", "Best-scored entries that attention reads.", "architecture", minimum=1),
    ] = 512
    COPIES: ClassVar[str] = "2 * "

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        for key, label, elements in (
            ("index_k", QT_TRANSLATE_NOOP("ledger", "Index key"), "2 * d_model * index_dim"),
            ("index_gate", QT_TRANSLATE_NOOP("ledger", "Index gate"), "2 * d_model * index_dim"),
            ("index_weights", QT_TRANSLATE_NOOP("ledger", "Index head weights"), "d_model * index_heads"),
        ):
            yield Weight(key, label, elements, elements, "router", UNQUANTISED)
        label = QT_TRANSLATE_NOOP("ledger", "Index queries")
        elements = "query_rank * index_heads * index_dim"
        yield Weight("index_q", label, elements, elements, "matrix", REFERENCE)
        for key, label, elements in (
            ("index_positions", QT_TRANSLATE_NOOP("ledger", "Positions in an index"), "2 * compression * index_dim"),
            ("index_norm", QT_TRANSLATE_NOOP("ledger", "Index key norm"), "index_dim"),
        ):
            yield Weight(key, label, elements, elements, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        yield from super().caches()
        label = QT_TRANSLATE_NOOP("ledger", "Index keys")
        tokens = "(context // compression)"
        packed = "index_dim + 4"
        yield Cached("index_keys", label, "index_dim", "index", REFERENCE, tokens, packed=packed, per="compression")

    def _compress(self, phase: Phase) -> Iterable[Operator]:
        yield from super()._compress(phase)
        label = QT_TRANSLATE_NOOP("ledger", "Index key, gate and head weights")
        reads = ("index_k", "index_gate", "index_weights")
        yield gemm("index_k", label, "(4 * index_dim + index_heads)", "d_model", reads, REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Index queries")
        yield gemm("index_q", label, "index_heads * index_dim", "query_rank", ("index_q",), REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Compression")
        moved = ("index_positions", "index_norm")
        yield elementwise("index_compress", label, "5 * index_dim", REFERENCE, moved)
        yield index_scores(phase, self._scored(phase), "tokens // compression", REFERENCE)

    def _scored(self, phase: Phase) -> str:
        """Pairs of a query and an entry that the indexer scores: all that the query may see."""
        return entry_pairs() if phase == "prefill" else "(context // compression)"

    def attention_flops(self, phase: Phase) -> str:
        return f"({super().attention_flops(phase)} + {index_flops(self._scored(phase))})"

    def _entries(self) -> str:
        return "min(context // compression, index_entries)"

    def _entry_pairs(self) -> str:
        return entry_pairs("index_entries")
