"""Positions of layers as a text, both ways, and what is said of those that do not go with the count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.checks import check_model
from planner.layers import read_positions, write_positions
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.workbook import LayerGroup, Model


@given(st.sets(st.integers(0, 300)))
def test_that_positions_read_back(positions: set[int]) -> None:
    ordered = sorted(positions)
    if ordered:
        assert read_positions(write_positions(ordered)) == tuple(ordered)


@pytest.mark.parametrize("text", ["", "a", "1-", "5-1", "0-4/0", "1,,2", "-3", "0-999999", ",".join(["0-9999"] * 2)])
def test_that_a_text_that_is_no_positions_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"position|backwards|at most"):
        read_positions(text)


@pytest.mark.parametrize(
    ("positions", "codes"),
    [("0-3", []), ("0-4", ["positions_are_not_the_count"]), ("x", ["positions_not_read"]), (None, [])],
)
def test_that_positions_that_are_not_the_count_are_found(positions: str | None, codes: list[str]) -> None:
    group = LayerGroup(id="g1", count=4, positions=positions, attention=GroupedQuery(), feed_forward=Gated())
    assert [finding.code for finding in check_model(Model(id="m", name="m", groups=(group,)))] == codes
