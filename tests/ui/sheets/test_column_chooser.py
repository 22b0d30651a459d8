"""Which columns are on show, in which order, how many stay in sight: by the chooser and by commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from ui.sheets.column_chooser import ColumnChooser
from ui.sheets.selection import visible_columns
from ui.sheets.table_view import TableView

TABLES = ("scenarios", "models", "accelerators", "engines", "layers")


@pytest.fixture
def chooser(view: TableView, qtbot: Any) -> ColumnChooser:
    made = ColumnChooser(view)
    qtbot.addWidget(made)
    return made


def listed(chooser: ColumnChooser) -> list[str]:
    return [item.text(0) for item in chooser._items() if not item.isHidden()]


def keys(view: TableView) -> list[str]:
    return [view.table.sheet.columns[at].key for at in visible_columns(view)]


@pytest.mark.parametrize("table", TABLES)
def test_that_every_table_lists_its_columns_with_their_meaning(
    view_of: Callable[[str], TableView], qtbot: Any, table: str
) -> None:
    view = view_of(table)
    chooser = ColumnChooser(view)
    qtbot.addWidget(chooser)
    items = chooser._items()
    assert len(items) == len(view.table.sheet.columns)
    assert all(item.text(0) and item.text(2) for item in items)


def test_that_a_part_of_a_title_group_or_meaning_finds_a_column(chooser: ColumnChooser) -> None:
    chooser.search.setText("kv cache memory")
    assert "KV cache" in listed(chooser) and "Batch" not in listed(chooser)
    chooser.search.setText("pipeline stages")
    assert "PP" in listed(chooser)


def test_that_checking_a_column_brings_it_to_sight_and_back(view: TableView, chooser: ColumnChooser) -> None:
    assert "pp" not in keys(view) and not chooser.shown("pp")
    chooser.turn("pp", True)
    assert "pp" in keys(view)
    chooser.turn("pp", False)
    assert "pp" not in keys(view)


def test_that_down_and_space_check_the_first_column_that_was_found(
    view: TableView, chooser: ColumnChooser, qtbot: Any
) -> None:
    chooser.show()
    chooser.search.setText("target tpot")
    chooser.search.setFocus()
    qtbot.keyClick(chooser.search, Qt.Key.Key_Down)
    assert chooser.list.currentItem().text(0) == "Target TPOT"
    qtbot.keyClick(chooser.list, Qt.Key.Key_Space)
    assert "load.target_tpot" in keys(view)
    chooser.search.setText("no such column")
    qtbot.keyClick(chooser.search, Qt.Key.Key_Down)
    assert chooser.search.text() == "no such column"


def test_that_the_name_cannot_be_taken_away(view: TableView, chooser: ColumnChooser) -> None:
    item = chooser._item(view.table.sheet.column("name"))
    assert item is not None and not item.flags() & Qt.ItemFlag.ItemIsUserCheckable
    view.setCurrentIndex(view.table.index(0, view.table.sheet.column("name")))
    view.view_commands._hide()
    assert keys(view)[0] == "name"


def test_that_columns_move_by_the_chooser_and_come_back(view: TableView, chooser: ColumnChooser) -> None:
    before = keys(view)
    chooser.list.setCurrentItem(chooser._item(view.table.sheet.column("model")))
    chooser._move(-1)
    assert keys(view)[:3] == ["name", "model", "verdict"]
    chooser._move(-1)
    assert keys(view)[:2] == ["name", "model"]
    chooser.turn("pp", True)
    chooser._default()
    assert keys(view) == before


def test_that_hiding_the_current_column_leaves_a_current_cell_in_sight(view: TableView) -> None:
    view.setCurrentIndex(view.table.index(0, view.table.sheet.column("load.batch")))
    view.view_commands._hide()
    assert "load.batch" not in keys(view)
    assert not view.isColumnHidden(view.currentIndex().column())


def test_that_several_columns_can_be_held_in_sight(view: TableView) -> None:
    view.resize(500, 300)
    model = view.table.sheet.column("model")
    view.view_commands._of = model
    view.view_commands._freeze()
    view.view_commands._of = None
    assert view.held_columns == 3
    view.horizontalScrollBar().setValue(200)
    frozen = view._frozen
    assert frozen is not None and frozen.isVisible()
    shown = [at for at in range(view.table.columnCount()) if not frozen.isColumnHidden(at)]
    assert [view.table.sheet.columns[at].key for at in shown] == ["name", "verdict", "model"]
    view.hold_columns(0)
    assert not frozen.isVisible()


def test_that_a_sorted_view_is_sorted_in_the_columns_that_are_held(view: TableView) -> None:
    view.resize(500, 300)
    view.rows.sort("load.batch", descending=True)
    view.horizontalScrollBar().setValue(200)
    frozen = view._frozen
    assert frozen is not None
    assert [frozen.verticalHeader().logicalIndex(at) for at in range(4)] == [2, 1, 0, 3]
