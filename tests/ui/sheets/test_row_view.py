"""Sort and filter as views: the document keeps its rows, keys and blocks go by what is on show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from ui.sheets import clipboard, filling
from ui.sheets.conditions import Condition
from ui.sheets.filter_dialog import FilterDialog
from ui.sheets.selection import select_block, selected_block, summary, visible_rows
from ui.sheets.table_view import TableView
from ui.sheets.view_bar import ViewBar


def names(view: TableView) -> list[str]:
    """The names on show, from top to bottom."""
    return [view.table.text(row, view.table.sheet.column("name")) for row in visible_rows(view)]


def at(view: TableView, row: int, key: str) -> Any:
    return view.table.index(row, view.table.sheet.column(key))


def test_that_sorting_shows_rows_in_another_order_and_leaves_the_document(view: TableView) -> None:
    before = view.table.session.workbook
    view.rows.sort("load.batch", descending=True)
    assert names(view) == ["Plan s3", "Plan s2", "Plan s1", "Plan s4"]
    assert view.table.session.workbook is before
    assert view.table.headerData(2, Qt.Orientation.Vertical) == "3"
    view.rows.unsort()
    assert names(view) == ["Plan s1", "Plan s2", "Plan s3", "Plan s4"]


@pytest.mark.parametrize(
    ("key", "condition", "left"),
    [
        ("load.batch", Condition("≥", "16"), ["Plan s2", "Plan s3"]),
        ("load.batch", Condition("between", "32", "8"), ["Plan s1", "Plan s2", "Plan s3"]),
        ("load.batch", Condition("≠", "8"), ["Plan s2", "Plan s3", "Plan s4"]),
        ("load.context", Condition("=", "4Ki"), ["Plan s1", "Plan s2", "Plan s3", "Plan s4"]),
        ("model", Condition("contains", "7b llama"), ["Plan s4"]),
        ("model", Condition("lacks", "13B"), ["Plan s4"]),
        ("verdict", Condition("is", "does not fit"), ["Plan s3"]),
        ("engine", Condition("filled"), []),
        ("result.weights", Condition("<", "20"), ["Plan s4"]),
        ("result.kv_cache", Condition(">", "49.9"), ["Plan s2", "Plan s3"]),
    ],
)
def test_that_a_condition_leaves_the_rows_that_meet_it(
    view: TableView, key: str, condition: Condition, left: list[str]
) -> None:
    view.rows.narrow(key, condition)
    assert names(view) == left
    view.rows.clear()
    assert len(names(view)) == 4


def test_that_verdicts_are_sorted_by_gravity_and_blanks_come_last(view: TableView) -> None:
    view.rows.sort("verdict")
    verdicts = [view.table.text(row, view.table.sheet.column("verdict")).split()[0] for row in visible_rows(view)]
    assert verdicts == ["Fits", "Fits", "Tight", "Does"]
    view.table.setData(at(view, 1, "memory_fraction"), "50")
    for descending in (False, True):
        view.rows.sort("lora_slots", descending=descending)
        assert names(view) == ["Plan s1", "Plan s2", "Plan s3", "Plan s4"]


def test_that_a_number_that_cannot_be_read_is_refused_and_changes_nothing(view: TableView) -> None:
    with pytest.raises(ValueError, match="Batch"):
        view.rows.narrow("load.batch", Condition(">", "many"))
    assert not view.rows.active and len(names(view)) == 4


def test_that_an_edited_or_new_row_stays_in_sight_until_the_view_is_applied_again(view: TableView) -> None:
    view.rows.narrow("load.batch", Condition("≥", "16"))
    assert not view.rows.stale
    view.table.setData(at(view, 1, "load.batch"), "2")
    assert names(view) == ["Plan s2", "Plan s3"] and view.rows.stale
    view.setCurrentIndex(at(view, 1, "name"))
    view.commands.insert_row()
    assert names(view)[:2] == ["Plan s2", "Scenario 1"]
    view.table.setData(at(view, 2, "load.batch"), "3")
    view.rows.apply()
    assert names(view) == ["Plan s3"] and not view.rows.stale


def test_that_a_new_row_of_a_sorted_view_stands_below_the_one_it_follows(view: TableView) -> None:
    view.rows.sort("load.batch", descending=True)
    view.setCurrentIndex(at(view, 2, "name"))
    view.commands.insert_row()
    assert names(view)[:2] == ["Plan s3", "Scenario 1"]
    view.table.session.undo_stack.undo()
    assert names(view) == ["Plan s3", "Plan s2", "Plan s1", "Plan s4"]


def test_that_paste_and_fill_pass_over_rows_that_are_left_out(view: TableView) -> None:
    view.rows.narrow("load.batch", Condition("≠", "16"))
    batch = view.table.sheet.column("load.batch")
    clipboard.write_block(view, view.table, [["5"], ["6"]], 0, batch)
    assert [view.table.text(row, batch) for row in range(4)] == ["5", "16", "6", "1"]
    select_block(view, [0, 2, 3], [batch])
    assert selected_block(view).rows == (0, 2, 3)
    filling.fill(view.table, selected_block(view), down=True)
    assert [view.table.text(row, batch) for row in range(4)] == ["5", "16", "5", "5"]


def test_that_a_paste_past_the_last_row_on_show_adds_rows_at_the_end(view: TableView) -> None:
    view.rows.narrow("load.batch", Condition("=", "8"))
    batch = view.table.sheet.column("load.batch")
    clipboard.write_block(view, view.table, [["5"], ["6"]], 0, batch)
    assert [view.table.text(row, batch) for row in range(5)] == ["5", "16", "32", "1", "6"]


def test_that_keys_go_by_what_is_on_show(view: TableView) -> None:
    view.rows.sort("load.batch", descending=True)
    view.rows.narrow("load.batch", Condition("≠", "16"))
    view.setCurrentIndex(at(view, 2, "load.batch"))
    view._moves.step(1, 0)
    assert view.currentIndex().row() == 0
    view._moves.step(1, 0)
    assert view.currentIndex().row() == 3
    view._moves.step(1, 0)
    assert view.currentIndex().row() == 3


def test_that_the_current_cell_moves_into_sight(view: TableView) -> None:
    view.setCurrentIndex(at(view, 0, "load.batch"))
    view.rows.narrow("load.batch", Condition("=", "32"))
    assert view.currentIndex() == at(view, 2, "load.batch")


def test_that_going_to_a_row_that_is_left_out_shows_all_rows(view: TableView) -> None:
    view.rows.narrow("load.batch", Condition("=", "32"))
    assert view.show_path(("scenarios", "s1", "load", "batch"))
    assert not view.rows.active and view.currentIndex().row() == 0


def test_that_rows_are_moved_in_the_order_of_the_document_only(view: TableView) -> None:
    said: list[str] = []
    view.said.connect(said.append)
    view.rows.sort("load.batch", descending=True)
    view.setCurrentIndex(at(view, 1, "name"))
    view.commands.actions["move_up"].trigger()
    assert said and [row.id for row in view.table.session.workbook.scenarios] == ["s1", "s2", "s3", "s4"]


def test_that_a_filtered_view_says_so_and_the_sum_counts_what_is_on_show(view: TableView, qtbot: Any) -> None:
    bar = ViewBar(view.rows)
    qtbot.addWidget(bar)
    assert bar.isHidden()
    view.rows.narrow("load.batch", Condition("≥", "16"))
    view.rows.sort("result.needed")
    assert not bar.isHidden() and not view.rows.stale
    assert bar.label.text() == "Filtered: 2 of 4 rows · Batch is at least 16 · sorted by Total per GPU"
    assert view.header._signs[view.table.sheet.column("load.batch")] == "▽"
    select_block(view, range(4), [view.table.sheet.column("load.batch")])
    assert "2 cells" in summary(view) and "sum 48" in summary(view)
    bar.all.click()
    assert bar.isHidden() and not view.rows.active and not view.header._signs


def test_that_the_dialog_keeps_a_number_that_cannot_be_read(view: TableView, qtbot: Any) -> None:
    column = view.table.sheet.columns[view.table.sheet.column("load.batch")]
    dialog = FilterDialog(column, None, [], view)
    qtbot.addWidget(dialog)
    dialog.relation.setCurrentIndex(dialog.relation.findData("≥"))
    dialog.wanted.setText("x")
    dialog._take()
    assert "Batch" in dialog.reason.text() and not dialog.result()
    dialog.wanted.setText("16")
    dialog._take()
    assert dialog.result() and dialog.condition() == Condition("≥", "16")


def test_that_another_owner_of_the_rows_ends_the_view(view_of: Callable[[str], TableView]) -> None:
    view = view_of("layers")
    view.rows.sort("count")
    view.table.set_container(("models", "m13", "groups"))
    assert not view.rows.active
