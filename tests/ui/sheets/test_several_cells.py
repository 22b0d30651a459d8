"""Several cells and rows at once: Ctrl+Enter, flags, the way of Enter inside a selection, moving rows, all tables."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from ui.sheets.selection import select_block, selected_block, selected_cells, visible_columns
from ui.sheets.table_view import TableView

Key = Qt.Key
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
TABLES = ("scenarios", "models", "accelerators", "engines", "layers")
ADD = QItemSelectionModel.SelectionFlag.Select


def choose(view: TableView, rows: range, *keys: str) -> None:
    """Select a block, its first cell current."""
    columns = [view.table.sheet.column(key) for key in keys]
    view.setCurrentIndex(view.table.index(rows[0], columns[0]))
    select_block(view, rows, columns)


def pick(view: TableView, *cells: tuple[int, str]) -> None:
    """Select single cells, as with Ctrl and clicks."""
    view.clearSelection()
    for row, key in cells:
        index = view.table.index(row, view.table.sheet.column(key))
        view.selectionModel().setCurrentIndex(index, ADD)


def opened(view: TableView) -> QLineEdit:
    editor = view.indexWidget(view.currentIndex())
    assert isinstance(editor, QLineEdit)
    return editor


def batches(session) -> list[object]:
    return [row.load.batch for row in session.workbook.scenarios]


@pytest.mark.parametrize("modifier", [CTRL, ALT])
def test_that_ctrl_enter_puts_the_text_into_every_selected_cell_as_one_step(view, session, qtbot, modifier) -> None:
    before = session.workbook
    choose(view, range(3), "load.batch")
    with qtbot.waitSignal(view.said) as told:
        QTest.keyClicks(view, "4")
    assert "3" in told.args[0] and "Ctrl+Enter" in told.args[0]
    QTest.keyClick(opened(view), Key.Key_Return, modifier)
    assert batches(session) == [4, 4, 4, 1]
    assert view.indexWidget(view.currentIndex()) is None and selected_block(view).rows == (0, 1, 2)
    assert session.undo_stack.count() == 1
    session.undo()
    assert session.workbook is before


def test_that_plain_enter_over_a_selection_changes_the_current_cell_and_goes_on_inside_it(view, session, qtbot) -> None:
    choose(view, range(3), "load.batch")
    for text in ("5", "6", "7"):
        index = view.currentIndex()
        QTest.keyClicks(view, text)
        QTest.keyClick(opened(view), Key.Key_Return)
        qtbot.waitUntil(lambda index=index: view.indexWidget(index) is None)
    assert batches(session) == [5, 6, 7, 1]
    assert view.currentIndex().row() == 0 and selected_block(view).rows == (0, 1, 2)


def test_that_tab_and_enter_go_round_a_selected_block(view) -> None:
    choose(view, range(2), "load.batch", "load.context")
    way = []
    for key, modifier in ((Key.Key_Tab, ALT & SHIFT), (Key.Key_Tab, ALT & SHIFT), (Key.Key_Return, SHIFT)):
        QTest.keyClick(view, key, modifier)
        way.append((view.currentIndex().row(), view.table.sheet.columns[view.currentIndex().column()].key))
    assert way == [(0, "load.context"), (1, "load.batch"), (0, "load.batch")]
    assert len(selected_cells(view)) == 4


def test_that_a_refused_text_for_several_cells_changes_none_of_them(view, session, qtbot) -> None:
    before = session.workbook
    choose(view, range(3), "load.batch")
    QTest.keyClicks(view, "x")
    QTest.keyClick(opened(view), Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: view.refusal_text() != "")
    assert session.workbook is before and opened(view).text() == "x"
    QTest.keyClick(opened(view), Key.Key_Escape)


def test_that_a_chooser_too_fills_the_selected_cells(view, session) -> None:
    choose(view, range(4), "weights")
    QTest.keyClicks(view, "f")
    QTest.keyClicks(opened(view), "p8")
    QTest.keyClick(opened(view), Key.Key_Return, CTRL)
    assert [row.weights for row in session.workbook.scenarios] == ["fp8"] * 4
    assert session.undo_stack.count() == 1


def test_that_f2_and_ctrl_enter_give_the_text_of_the_current_cell_to_the_others(view, session) -> None:
    session.edit(("scenarios", "s1", "load", "context"), "=512*batch")
    choose(view, range(3), "load.context")
    QTest.keyClick(view, Key.Key_F2)
    QTest.keyClick(opened(view), Key.Key_Return, CTRL)
    assert [row.load.context for row in session.workbook.scenarios][:3] == ["=512*batch"] * 3


def test_that_space_turns_all_selected_flags(view_of, session) -> None:
    view = view_of("models")
    choose(view, range(2), "head.tied", "head.bias")
    QTest.keyClick(view, Key.Key_Space)
    assert all(row.head.tied and row.head.bias for row in session.workbook.models)
    assert session.undo_stack.count() == 1


def test_that_only_the_cells_that_were_picked_are_cleared_or_pasted_into(view, session) -> None:
    before = session.workbook
    pick(view, (0, "load.batch"), (2, "load.context"))
    QTest.keyClick(view, Key.Key_Delete)
    assert batches(session) == [1, 16, 32, 1]
    assert [row.load.context for row in session.workbook.scenarios][:2] == [4096, 4096]
    session.undo()
    QGuiApplication.clipboard().setText("64")
    pick(view, (0, "load.batch"), (2, "load.context"))
    view.commands.paste()
    assert batches(session) == [64, 16, 32, 1] and session.workbook.scenarios[2].load.context == 64
    session.undo()
    assert session.workbook is before


@pytest.mark.parametrize("name", ["copy", "cut", "fill_down", "fill_series"])
def test_that_picked_cells_that_are_no_block_are_refused_in_words(view, session, qtbot, name) -> None:
    QGuiApplication.clipboard().setText("untouched")
    pick(view, (0, "load.batch"), (2, "load.context"))
    with qtbot.waitSignal(view.said) as told:
        view.commands.actions[name].trigger()
    assert "block" in told.args[0]
    assert session.undo_stack.count() == 0 and QGuiApplication.clipboard().text() == "untouched"


def test_that_several_rows_move_together_and_stop_at_the_edge(view, session) -> None:
    names = lambda: [row.id for row in session.workbook.scenarios]  # noqa: E731
    choose(view, range(1, 3), "load.batch")
    view.commands.actions["move_up"].trigger()
    assert names() == ["s2", "s3", "s1", "s4"] and selected_block(view).rows == (0, 1)
    view.commands.actions["move_up"].trigger()
    assert names() == ["s2", "s3", "s1", "s4"] and session.undo_stack.count() == 1
    for _ in range(2):
        view.commands.actions["move_down"].trigger()
    assert names() == ["s1", "s4", "s2", "s3"] and selected_block(view).rows == (2, 3)
    assert view.currentIndex().row() == 2


@pytest.mark.parametrize("name", TABLES)
def test_that_rows_come_are_copied_filled_moved_and_go_in_every_table(view_of, session, name) -> None:
    view, before = view_of(name), session.workbook
    count, actions = view.table.rowCount(), view.commands.actions
    for _ in range(2):
        actions["insert_row"].trigger()
    assert view.table.rowCount() == count + 2
    texts = lambda row: [view.table.text(row, column) for column in range(view.table.columnCount())]  # noqa: E731
    name_at = view.table.sheet.column("name")
    view.table.setData(view.table.index(0, name_at), "First")
    choose(view, range(1), "name")
    actions["duplicate_rows"].trigger()
    assert view.table.text(1, name_at) == "First (copy)"
    select_block(view, [0], range(view.table.columnCount()))
    actions["copy"].trigger()
    select_block(view, [1], [0])
    view.setCurrentIndex(view.table.index(1, view.horizontalHeader().logicalIndex(0)))
    actions["paste"].trigger()
    assert texts(1) == texts(0)
    view.table.setData(view.table.index(0, name_at), "Plan 1")
    choose(view, range(3), "name")
    actions["fill_series"].trigger()
    assert [view.table.text(row, name_at) for row in range(3)] == ["Plan 1", "First", view.table.text(2, name_at)]
    choose(view, range(2), "name")
    actions["fill_series"].trigger()
    assert view.table.text(1, name_at) == "Plan 2"
    actions["move_down"].trigger()
    assert view.table.text(1, name_at) == "Plan 1" and view.table.text(2, name_at) == "Plan 2"
    actions["delete_rows"].trigger()
    assert view.table.rowCount() == count + 1
    while session.undo_stack.canUndo():
        session.undo()
    assert session.workbook is before


@pytest.mark.parametrize("name", TABLES)
def test_that_every_command_of_a_table_stands_in_its_context_menu(view_of, name) -> None:
    view = view_of(name)
    menu = QMenu(view)
    view.commands.fill_context_menu(menu)
    offered = {action.text().replace("&", "") for action in menu.actions()}
    assert {
        "Cut", "Copy", "Copy with headings", "Paste", "Clear to default", "Edit cell", "Fill down", "Fill right",
        "Fill series", "Insert row below", "Duplicate rows", "Delete rows", "Move rows up", "Move rows down",
    } <= offered  # fmt: skip


def test_that_typing_into_a_computed_cell_says_why_nothing_happens(view, qtbot) -> None:
    choose(view, range(1), "verdict")
    with qtbot.waitSignal(view.said) as told:
        QTest.keyClicks(view, "5")
    assert told.args[0] == "Verdict is computed"


def test_that_shift_and_an_arrow_select_from_where_enter_led(view, qtbot) -> None:
    choose(view, range(1), "load.batch")
    QTest.keyClick(view, Key.Key_Return)
    QTest.keyClick(view, Key.Key_Down, SHIFT)
    assert selected_block(view).rows == (1, 2)
    QTest.keyClick(view, Key.Key_Down, CTRL | SHIFT)
    QTest.keyClick(view, Key.Key_Right, SHIFT)
    block = selected_block(view)
    assert block.rows == (1, 2, 3) and [view.table.sheet.columns[at].key for at in block.columns] == [
        "load.batch",
        "load.context",
    ]


def test_that_ctrl_home_and_end_lead_to_the_corners_and_take_the_selection_along(view) -> None:
    choose(view, range(1, 3), "load.batch", "load.context")
    QTest.keyClick(view, Key.Key_Home, CTRL)
    assert selected_cells(view) == [(0, view.table.sheet.column("name"))]
    QTest.keyClick(view, Key.Key_End, CTRL | SHIFT)
    block = selected_block(view)
    assert block.rows == (0, 1, 2, 3) and len(block.columns) == len(visible_columns(view))
    QTest.keyClick(view, Key.Key_Home, CTRL)
    choose(view, range(0, 2), "name")
    QTest.keyClick(view, Key.Key_Up)
    assert selected_cells(view) == [(0, view.table.sheet.column("name"))]
