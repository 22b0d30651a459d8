"""One name for a field, whichever command takes it."""

from __future__ import annotations

import pytest

from planner.evaluations import Planner
from planner.files import load
from planner.what_if.seek.changing import path_of
from planner.what_if.sweep.axes import axis_of
from ui.examples import example_file


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("load.batch", "1, 2"),
        ("gpu.memory_bandwidth", "1TB/s"),
        ("accelerator.memory_bandwidth", "1TB/s"),
        ("model.groups.1.attention.kv_heads", "8"),
        ("model.group1.attention.kv_heads", "8"),
    ],
)
def test_that_sweep_and_seek_take_the_same_names(name: str, values: str) -> None:
    workbook = load(example_file()).workbook
    row = workbook.scenarios[0]
    plan = Planner().evaluate(workbook).scenarios[row.id]
    axis = axis_of(workbook, row.id, name, values)
    assert axis.swept.path(workbook, row) == path_of(workbook, plan, name)
