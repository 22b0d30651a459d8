"""Copy, cut and paste between cells, and what a paste is refused for."""

import time

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from tests.ui.sheets.hands import batches, clipboard_text, go
from ui.sheets.accelerators_sheet import accelerators_sheet
from ui.sheets.models_sheet import models_sheet
from ui.sheets.scenarios_sheet import scenarios_sheet
from ui.sheets.selection import select_block, selected_block, visible_columns
from ui.sheets.table_view import TableView


def test_that_copied_cells_are_exact_tsv(view) -> None:
    go(view, 0, "load.batch")
    keys = ("name", "load.batch", "load.prompt", "result.kv_cache", "result.needed")
    select_block(view, [0, 1], [view.table.sheet.column(key) for key in keys])
    view.commands.copy()
    lines = clipboard_text().split("\r\n")
    needed = view.table.session.evaluations.scenarios["s1"].value("needed")
    assert lines[0].split("\t")[:4] == ["Plan s1", "8", "3840", "25"]
    assert float(lines[0].split("\t")[4]) * 2**30 == needed
    assert len(lines) == 3 and lines[2] == ""


def test_that_a_copied_row_pastes_past_the_end_as_a_new_row(view, session) -> None:
    go(view, 1, "name")
    select_block(view, [1], range(view.table.columnCount()))
    session.edit(("scenarios", "s2", "load", "batch"), "=2*s1.batch")
    view.commands.copy()
    go(view, 3, "name")
    QGuiApplication.clipboard().mimeData()
    select_block(view, [3], [0])
    view.commands.paste()
    assert session.workbook.scenarios[3].name == "Plan s2"
    assert session.workbook.scenarios[3].load.batch == "=2*s1.batch"
    assert session.workbook.scenarios[3].model == "m13"


def paste(view: TableView, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    view.commands.paste()


def test_that_one_pasted_value_fills_the_selection_and_a_block_tiles(view, session) -> None:
    go(view, 0, "load.batch")
    batch, context = (view.table.sheet.column(key) for key in ("load.batch", "load.context"))
    select_block(view, [0, 1, 2, 3], [batch])
    paste(view, "7\n")
    assert batches(session) == [7, 7, 7, 7] and session.undo_stack.count() == 1
    select_block(view, [0, 1, 2, 3], [batch, context])
    paste(view, "1\t1k\n2\t2k\n")
    assert batches(session) == [1, 2, 1, 2]
    assert [row.load.context for row in session.workbook.scenarios] == [1024, 2048, 1024, 2048]
    session.undo()
    assert batches(session) == [7, 7, 7, 7]


def test_that_a_paste_past_the_end_adds_rows_and_selects_what_it_wrote(view, session) -> None:
    go(view, 3, "load.batch")
    paste(view, "5\t512\r\n6\t1024\r\n")
    assert batches(session) == [8, 16, 32, 5, 6]
    assert session.workbook.scenarios[4].load.context == 1024
    assert selected_block(view).rows == (3, 4)
    assert session.undo_stack.count() == 1


@pytest.mark.parametrize("sheet", [scenarios_sheet, models_sheet, accelerators_sheet])
def test_that_thousands_of_lines_are_pasted_in_one_step_without_a_standstill(session, qtbot, sheet) -> None:
    view = TableView(session, sheet())
    qtbot.addWidget(view)
    view.show()
    name, before = view.table.sheet.name, view.table.rowCount()
    go(view, before - 1, "name")
    started = time.process_time()
    paste(view, "".join(f"Row {number}\n" for number in range(5000)))
    assert time.process_time() - started < 10, "1.2 s when it was written, over a minute before"
    rows = getattr(session.workbook, name)
    assert [row.name for row in rows[before - 1 :]] == [f"Row {number}" for number in range(5000)]
    assert len({row.id for row in rows}) == len(rows) and session.undo_stack.count() == 1
    session.undo()
    assert view.table.rowCount() == before


def test_that_rows_added_by_a_paste_have_names_of_their_own(view, session) -> None:
    session.edit(("scenarios", "s4", "name"), "Scenario 2")
    go(view, 3, "load.batch")
    paste(view, "5\n6\n7\n")
    assert [row.name for row in session.workbook.scenarios[3:]] == ["Scenario 2", "Scenario 1", "Scenario 3"]


def test_that_a_pasted_expression_may_name_a_row_of_the_same_block(view, session) -> None:
    go(view, 3, "name")
    paste(view, "First\nSecond\n")
    go(view, 3, "load.batch")
    paste(view, "5\n=2*'First'.batch\n")
    assert session.evaluations.workbook.scenarios[4].load.batch == 10


@pytest.mark.parametrize(("name", "most"), [("layers", 200), ("scenarios", 10_000)])
def test_that_a_paste_of_far_too_many_rows_is_refused_with_its_bound(view_of, session, qtbot, name, most) -> None:
    view, before = view_of(name), session.workbook
    go(view, 0, "name")
    with qtbot.waitSignal(view.said) as told:
        paste(view, "x\n" * (most + 1))
    assert told.args[0] == f"There would be {most + 1:,} rows here; {most:,} are the most."
    assert session.workbook is before


def test_that_a_paste_with_bad_cells_changes_nothing_and_lists_them(view, session, qtbot) -> None:
    before = session.workbook
    go(view, 2, "load.batch")
    with qtbot.waitSignal(view.refused) as told:
        paste(view, "5\tx\r\n0\t10\r\n9\t9\r\n")
    assert [(bad.place, bad.text) for bad in told.args[0].cells] == [
        ("Context of Plan s3", "x"),
        ("Batch of Plan s4", "0"),
    ]
    assert session.workbook is before and view.table.rowCount() == 4
    assert selected_block(view).rows == (2, 3)
    box = view.findChild(QMessageBox)
    assert "Context of Plan s3: " in box.informativeText() and "Batch of Plan s4: " in box.informativeText()
    box.close()


def test_that_a_paste_beyond_the_last_column_is_refused(view, session, qtbot) -> None:
    go(view, 0, view.table.sheet.columns[visible_columns(view)[-1]].key)
    with qtbot.waitSignal(view.refused):
        paste(view, "1\t2\n")
    assert session.undo_stack.count() == 0


def test_that_cut_copies_and_clears_in_one_step(view, session) -> None:
    go(view, 1, "load.batch")
    view.commands.cut()
    assert clipboard_text() == "16" and batches(session)[1] == 1 and session.undo_stack.count() == 1
