"""Columns follow the fields of the records, whatever these are."""

from typing import Annotated

import pytest
from pydantic import BaseModel

from planner.edits import row_cells
from planner.fields import Number, Record
from planner.presets import accelerator_presets, model_presets
from planner.workbook import Accelerator, LayerGroup, Model, Scenario
from ui.sheets.choices import KindColumn
from ui.sheets.derive import columns_of, ordered


class Inner(Record):
    depth: Annotated[int, Number("Depth", "How deep.", "load", unit="s", shown="ms")] = 1


class Outer(Record):
    inner: Inner = Inner()
    width: Annotated[int, Number("Width", "How wide.")] = 2


@pytest.mark.parametrize("record", [Model, LayerGroup, Accelerator, Scenario])
def test_that_every_column_says_what_it_is(record: type[BaseModel]) -> None:
    for column in columns_of(record):
        assert column.title and column.help, column.key


def test_that_a_nested_record_is_flattened_with_its_unit() -> None:
    first, second = columns_of(Outer)
    assert (first.key, first.path, first.group, first.unit, first.right) == (
        "inner.depth", ("inner", "depth"), "Load", "ms", True,
    )  # fmt: skip
    assert (second.key, second.unit) == ("width", "")


def test_that_every_cell_of_the_presets_has_a_column() -> None:
    for table in (model_presets(), accelerator_presets()):
        for row in table.values():
            columns = {column.path for column in columns_of(type(row))}
            cells = {path for path, _ in row_cells(row) if path[0] != "groups" and path[:2] != ("prediction", "group")}
            assert cells <= columns
    group = model_presets()["gpt-2"].groups[0]
    assert {path for path, _ in row_cells(group)} <= {column.path for column in columns_of(LayerGroup)}


def test_that_a_part_of_several_kinds_has_one_column_for_the_kind_and_one_per_field() -> None:
    columns = {column.key: column for column in columns_of(LayerGroup)}
    kind = columns["feed_forward.kind"]
    assert isinstance(kind, KindColumn)
    names = [name for name, _ in kind.field.options]
    assert names[:2] == ["gated", "plain"] and len(set(names)) == len(names)
    assert len([key for key in columns if key == "feed_forward.width"]) == 1


def test_that_an_unknown_key_is_refused_when_columns_are_ordered() -> None:
    with pytest.raises(KeyError):
        ordered(columns_of(Outer), ("nothing",))
