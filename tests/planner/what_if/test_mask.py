"""Masks by their fields, held pair by pair against the counts that the ledger's formulas give."""

from __future__ import annotations

from typing import Any

import pytest

from planner.formula import formula
from planner.parts.attention import (
    CompressedSparse,
    CrossAttention,
    GatedDelta,
    GroupedQuery,
    HeavilyCompressed,
    Latent,
    Mamba2,
    NoAttention,
    ShortConvolution,
    SparseLatent,
    WindowedSharedKey,
)
from planner.parts.attention.pairs import causal_pairs, entry_pairs, held
from planner.presets import model_presets
from planner.what_if.block.mask import ENTRY, HIDDEN, PICKED, SEEN, Mask, mask, mask_of
from tests.planner import rows

LENGTHS = range(1, 23)


def levels(found: Mask) -> list[list[int]]:
    return [[found.level(query, key) for key in range(found.keys)] for query in range(found.length)]


def count(found: Mask, *wanted: int) -> int:
    return sum(level in wanted for row in levels(found) for level in row)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("window", [None, 1, 4, 7, 30])
@pytest.mark.parametrize("kind", ["sliding", "chunked"])
def test_that_pairs_of_a_causal_prefill_are_those_that_the_ledger_counts(
    length: int, window: int | None, kind: str
) -> None:
    found = mask(GroupedQuery(window=window, window_kind=kind), length, length)
    text = causal_pairs(window is not None, kind == "chunked")
    assert count(found, SEEN) == formula(text).evaluate({"tokens": length, "window": window})
    assert count(found, ENTRY, PICKED) == 0


@pytest.mark.parametrize("part", [GroupedQuery(window=6), GroupedQuery(), Latent()])
@pytest.mark.parametrize("context", LENGTHS)
def test_that_one_more_query_sees_what_the_ledger_says_it_reads(part: Any, context: int) -> None:
    found = mask(part, 1, context)
    window = getattr(part, "window", None)
    names = {"context": context, "window": window}
    expected = formula(held(window is not None)).evaluate({k: v for k, v in names.items() if v is not None})
    assert sum(found.level(context - 1, key) == SEEN for key in range(context)) == expected


def test_that_a_chunk_begins_anew_and_a_window_slides() -> None:
    chunked = levels(mask(GroupedQuery(window=3, window_kind="chunked"), 6, 6))
    sliding = levels(mask(GroupedQuery(window=3), 6, 6))
    assert chunked == [[1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0],
                       [0, 0, 0, 1, 1, 0], [0, 0, 0, 1, 1, 1]]  # fmt: skip
    assert sliding[4] == [0, 0, 1, 1, 1, 0]


@pytest.mark.parametrize("length", LENGTHS)
def test_that_an_indexer_picks_from_all_that_a_query_may_see(length: int) -> None:
    found = mask(SparseLatent(index_tokens=5), length, length)
    for query, row in enumerate(levels(found)):
        level = SEEN if query < 5 or length <= 5 else PICKED
        assert row == [level if key <= query else HIDDEN for key in range(length)]


@pytest.mark.parametrize("length", LENGTHS)
def test_that_blocks_beyond_the_window_are_the_entries_that_the_ledger_counts(length: int) -> None:
    found = mask(HeavilyCompressed(window=1, compression=4), length, length)
    blocks = [{key // 4 for key, level in enumerate(row) if level in (ENTRY, SEEN)} for row in levels(found)]
    whole = sum(len([block for block in each if 4 * block + 4 <= query + 1]) for query, each in enumerate(blocks))
    assert whole == formula(entry_pairs()).evaluate({"tokens": length, "compression": 4})


def test_that_best_entries_are_marked_as_picked_once_there_are_more() -> None:
    found = mask(CompressedSparse(window=2, compression=2, index_entries=2), 12, 12)
    assert levels(found)[5] == [PICKED] * 4 + [SEEN] * 2 + [HIDDEN] * 6
    assert levels(found)[3][:2] == [ENTRY, ENTRY]
    assert "best 2" in found.text.format(**found.values)


def test_that_what_has_no_causal_mask_says_so() -> None:
    cross = mask(CrossAttention(other_tokens=9), 4, 100)
    assert count(cross, SEEN) == 4 * 9 and cross.text.format(**cross.values).startswith("Full")
    for part in (GatedDelta(), Mamba2()):
        assert not mask(part, 8, 8).drawn and mask(part, 8, 8).kind == "state"
    assert mask(NoAttention(), 8, 8).kind == "none"
    convolution = mask(ShortConvolution(kernel=3), 8, 8)
    assert count(convolution, SEEN) == formula(causal_pairs(True)).evaluate({"tokens": 8, "window": 3})


@pytest.mark.parametrize("part", [GroupedQuery(), GroupedQuery(window=5), WindowedSharedKey(window=3),
                                  CrossAttention(other_tokens=7)])  # fmt: skip
def test_that_a_small_picture_is_exact_and_a_large_one_close(part: Any) -> None:
    small = mask(part, 16, 16)
    shares = small.coverage(24)
    assert [[round(cell[0]) for cell in row] for row in shares] == [
        [int(level == SEEN) for level in row] for row in levels(small)
    ]
    large = mask(part, 600, 600)
    rough = large.coverage(24)
    mean = sum(cell[0] for row in rough for cell in row) / (24 * len(rough[0]))
    assert mean == pytest.approx(count(large, SEEN) / (large.length * large.keys), abs=0.03)


def test_that_presets_have_the_masks_that_they_are_known_for() -> None:
    presets = dict(model_presets())
    load = {"batch": 1, "prompt": 4096, "context": 32768}
    gemma = rows.evaluated(presets["gemma-3-27b"], rows.h100(), load)
    words = {(found := mask_of(gemma, at, "decode")).kind: found.text.format(**found.values) for at in (0, 1)}
    assert words["sliding"] == "Window: a token sees the last 1,024 of 32,768."
    assert words["causal"].startswith("Causal: ")
    scout = next(model for name, model in presets.items() if name.startswith("llama-4"))
    plan = rows.evaluated(scout, rows.h100(), {**load, "prompt": 20_000})
    kinds = {mask_of(plan, at, "prefill").kind for at in range(len(scout.groups))}
    assert kinds == {"chunked", "causal"}
    oss = rows.evaluated(presets["gpt-oss-120b"], rows.h100(), load)
    assert {mask_of(oss, at, "prefill").window for at in (0, 1)} == {128, 0}
