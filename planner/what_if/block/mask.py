"""Which keys a query sees, by the fields of a token mixer: the picture of a mask, and what it says in words.

`level` tells of every query and key whether it is seen, seen through an entry that stands for a block of tokens, or may
be chosen by an indexer; positions are counted from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from planner.parts.base import Part
from planner.plan import Evaluation
from planner.what_if.block.dataflow import Pass, scope_of
from planner.what_if.block.shapes import Sizes
from planner.words import QT_TRANSLATE_NOOP

Kind = Literal["causal", "sliding", "chunked", "full", "picked", "entries", "state", "none"]
Cells = tuple[tuple[tuple[float, float, float], ...], ...]
"""Rows of cells: of each the shares of its pairs that are seen, that are entries, that may be chosen."""
HIDDEN, SEEN, ENTRY, PICKED = 0, 1, 2, 3
SAMPLES = 4

CAUSAL = QT_TRANSLATE_NOOP("dataflow", "Causal: a token sees itself and every token before it, of {keys}.")
SLIDING = QT_TRANSLATE_NOOP("dataflow", "Window: a token sees the last {window} of {keys}.")
INSIDE = QT_TRANSLATE_NOOP("dataflow", "Window of {window}: longer than the {keys} tokens, so all before it are seen.")
CHUNKED = QT_TRANSLATE_NOOP("dataflow", "Chunks: a token sees what is before it in its own {window} of {keys}.")
FULL = QT_TRANSLATE_NOOP("dataflow", "Full: every token sees all {keys} of the other input.")
CHOSEN = QT_TRANSLATE_NOOP("dataflow", "Chosen: an indexer scores all {keys}, attention sees the best {picks}.")
ENTRIES = QT_TRANSLATE_NOOP(
    "dataflow", "Window of {window}, and before it one entry for each {compression} of {keys} tokens."
)
BEST_ENTRIES = QT_TRANSLATE_NOOP(
    "dataflow",
    "Window of {window}, and before it the best {picks} of the entries, one for each {compression} of {keys} tokens.",
)
STATE = QT_TRANSLATE_NOOP("dataflow", "No mask: a state of fixed size carries what came before.")
CONVOLVED = QT_TRANSLATE_NOOP("dataflow", "No attention: each token sees the last {window} through a convolution.")
NOTHING = QT_TRANSLATE_NOOP("dataflow", "No mixing of tokens.")


@dataclass(frozen=True, slots=True)
class Mask:
    """`queries` are the last of the sequence; `text` with `values` says it in words."""

    kind: Kind
    queries: int
    keys: int
    text: str
    window: int = 0
    compression: int = 0
    picks: int = 0
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def drawn(self) -> bool:
        """Whether there is anything to draw: queries and keys."""
        return self.kind not in ("state", "none") and self.queries > 0 and self.keys > 0

    def level(self, query: int, key: int) -> int:
        """HIDDEN, SEEN, ENTRY or PICKED for two positions of the sequence.

        >>> [Mask("sliding", 8, 8, "", window=3).level(5, key) for key in range(8)]
        [0, 0, 0, 1, 1, 1, 0, 0]
        """
        if self.kind in ("state", "none") or not 0 <= key < self.keys:
            return HIDDEN
        if self.kind == "full":
            return SEEN
        if key > query:
            return HIDDEN
        if self.kind == "sliding":
            return SEEN if query - key < self.window else HIDDEN
        if self.kind == "chunked":
            return SEEN if query // self.window == key // self.window else HIDDEN
        if self.kind == "picked":
            return SEEN if query < self.picks else PICKED
        if self.kind == "entries" and query - key >= self.window:
            blocks = (query + 1) // self.compression
            if key // self.compression >= blocks:
                return HIDDEN
            return PICKED if self.picks and blocks > self.picks else ENTRY
        return SEEN

    def coverage(self, cells: int) -> Cells:
        """A square of cells from the first query and key on: the shares that are seen, are entries, may be chosen.

        Exact where there are no more positions than cells; else of evenly spaced positions in each.
        """
        rows, columns = min(cells, self.length), min(cells, self.keys)
        return tuple(tuple(self._share(row, rows, column, columns) for column in range(columns)) for row in range(rows))

    @property
    def length(self) -> int:
        """The positions from the start of the sequence up to the last query."""
        return self.keys if self.kind != "full" else self.queries

    def _share(self, row: int, rows: int, column: int, columns: int) -> tuple[float, float, float]:
        counts = [0, 0, 0, 0]
        queries = _samples(row, rows, self.length)
        keys = _samples(column, columns, self.keys)
        for query in queries:
            for key in keys:
                counts[self.level(query, key)] += 1
        of = len(queries) * len(keys)
        return counts[SEEN] / of, counts[ENTRY] / of, counts[PICKED] / of


def _samples(cell: int, cells: int, length: int) -> tuple[int, ...]:
    """Up to four positions of a cell, evenly spaced."""
    low, high = cell * length // cells, (cell + 1) * length // cells
    step = max((high - low) // SAMPLES, 1)
    return tuple(range(low + (step - 1) // 2, high, step)) or (low,)


def mask_of(evaluation: Evaluation, at: int, which: Pass, part: str = "attention") -> Mask:
    """The mask of a layer of the group at a position, for the load of the plan."""
    value = scope_of(evaluation, at).parts[part]
    sizes = Sizes(evaluation, at, "decode" if which == "decode" else "prefill")
    queries, keys = sizes.size(part, "T") or 0, sizes.size(part, "S") or 0
    return mask(value, queries, keys)


def mask(value: Part, queries: int, keys: int) -> Mask:
    """The mask of a token mixer for so many queries at the end of so many keys."""
    kind = str(value.kind)
    if value.absent:
        return Mask("none", queries, keys, NOTHING)
    if kind == "cross_attention":
        other = _whole(value, "other_tokens")
        return Mask("full", queries, other, FULL, values={"keys": f"{other:,}"})
    stated = {"keys": f"{keys:,}"}
    window, picks = _whole(value, "window"), _whole(value, "index_tokens")
    compression = _whole(value, "compression")
    if kind == "short_convolution":
        kernel = _whole(value, "kernel")
        return Mask("sliding", queries, keys, CONVOLVED, kernel, values=stated | {"window": f"{kernel:,}"})
    if picks:
        text, values = (CHOSEN, stated | {"picks": f"{picks:,}"}) if keys > picks else (CAUSAL, stated)
        return Mask("picked", queries, keys, text, picks=picks, values=values)
    if window:
        values = stated | {"window": f"{window:,}", "compression": f"{compression:,}"}
        if compression:
            best = _whole(value, "index_entries")
            text = BEST_ENTRIES if best else ENTRIES
            return Mask("entries", queries, keys, text, window, compression, best, values | {"picks": f"{best:,}"})
        if window >= keys:
            return Mask("sliding", queries, keys, INSIDE, window, values=values)
        if getattr(value, "window_kind", "sliding") == "chunked":
            return Mask("chunked", queries, keys, CHUNKED, window, values=values)
        return Mask("sliding", queries, keys, SLIDING, window, values=values)
    if any(cached.tokens == "1" for cached in value.caches()):
        return Mask("state", queries, keys, STATE)
    return Mask("causal", queries, keys, CAUSAL, values=stated)


def _whole(value: Part, name: str) -> int:
    """A number of a part; 0 where it has none, or it is blank."""
    found = getattr(value, name, None)
    return found if isinstance(found, int) else 0
