"""Models compared: their layers by what mixes tokens."""

from __future__ import annotations

import pytest

from planner.presets import model_presets
from planner.resolve import resolve
from planner.what_if.architectures import mixed
from planner.workbook import Model, Workbook


def resolved(preset: str) -> Model:
    return resolve(Workbook(models=(model_presets()[preset],))).workbook.models[0]


@pytest.mark.parametrize(
    ("preset", "counts"),
    [("llama-3.1-8b", {32}), ("deepseek-v3", {61}), ("gemma-3-12b", {40, 8}), ("jamba-v0.1", {28, 4})],
)
def test_that_groups_with_the_same_mixers_are_one_and_others_stay_apart(preset: str, counts: set[int]) -> None:
    """DeepSeek-V3's three dense layers have the attention of the others; Gemma's sliding ones a window of their own."""
    found = mixed(resolved(preset))
    assert len(found) == len(counts) and {count for count, _, _ in found} == counts


def test_that_a_count_that_is_blank_makes_the_sum_blank() -> None:
    model = resolved("deepseek-v3")
    blank = model.groups[0].model_copy(update={"count": None})
    assert [count for count, _, _ in mixed(model.model_copy(update={"groups": (blank, *model.groups[1:])}))] == [None]
