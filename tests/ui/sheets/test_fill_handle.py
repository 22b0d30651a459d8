"""The fill handle by real mouse events, and how cells go on."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from ui.sheets.selection import select_block, selected_block
from ui.sheets.series import continued
from ui.sheets.table_view import TableView

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def choose(view: TableView, rows: range, *keys: str) -> None:
    columns = [view.table.sheet.column(key) for key in keys]
    view.setCurrentIndex(view.table.index(rows[0], columns[0]))
    select_block(view, rows, columns)


def grip(view: TableView) -> QPoint:
    return view._handle.rect().center()


def centre(view: TableView, row: int, key: str) -> QPoint:
    return view.visualRect(view.table.index(row, view.table.sheet.column(key))).center()


def drag(view: TableView, end: QPoint, modifier: Qt.KeyboardModifier = NONE, *, let_go: bool = True) -> None:
    start, port = grip(view), view.viewport()
    QTest.mousePress(port, LEFT, modifier, start)
    # QTest.mouseMove has no buttons down.
    at = QPointF(end)
    QApplication.sendEvent(
        port, QMouseEvent(QEvent.Type.MouseMove, at, QPointF(port.mapToGlobal(end)), LEFT, LEFT, modifier)
    )
    if let_go:
        QTest.mouseRelease(port, LEFT, modifier, end)


def batches(session) -> list[object]:
    return [row.load.batch for row in session.workbook.scenarios]


def test_that_two_numbers_go_on_in_their_series_and_with_ctrl_are_repeated(view, session) -> None:
    choose(view, range(2), "load.batch")  # 8, 16
    drag(view, centre(view, 3, "load.batch"))
    assert batches(session) == [8, 16, 24, 32]
    assert selected_block(view).rows == (0, 1, 2, 3) and session.undo_stack.count() == 1
    session.undo()
    choose(view, range(2), "load.batch")
    drag(view, centre(view, 3, "load.batch"), CTRL)
    assert batches(session) == [8, 16, 8, 16]


def test_that_one_cell_is_repeated_expressions_included(view, session) -> None:
    session.edit(("scenarios", "s1", "load", "context"), "=1024*batch")
    choose(view, range(1), "load.context")
    drag(view, centre(view, 2, "load.context"))
    assert [row.load.context for row in session.workbook.scenarios] == ["=1024*batch"] * 3 + [4096]
    assert [row.load.context for row in session.evaluations.workbook.scenarios][:3] == [8192, 16384, 32768]


def test_that_it_fills_upwards_and_to_the_right_too(view, session) -> None:
    choose(view, range(1, 3), "load.batch")  # 16, 32
    drag(view, centre(view, 0, "load.batch"))
    assert session.undo_stack.count() == 0, "0 is no batch"
    session.edit(("scenarios", "s2", "load", "batch"), 24)
    choose(view, range(1, 3), "load.batch")  # 24, 32
    drag(view, centre(view, 0, "load.batch"))
    assert batches(session) == [16, 24, 32, 1]
    choose(view, range(1), "load.batch")
    drag(view, centre(view, 0, "load.prompt"))
    load = session.workbook.scenarios[0].load
    assert (load.context, load.prompt) == (16, 16)


def test_that_a_double_click_fills_down_to_the_last_row(view, session) -> None:
    choose(view, range(1), "load.batch")
    at = grip(view)
    QTest.mouseDClick(view.viewport(), LEFT, NONE, at)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, at)
    assert batches(session) == [8, 8, 8, 8] and session.undo_stack.count() == 1


def test_that_escape_gives_a_drag_up(view, session) -> None:
    choose(view, range(1), "load.batch")
    drag(view, centre(view, 2, "load.batch"), let_go=False)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, centre(view, 2, "load.batch"))
    assert session.undo_stack.count() == 0


def test_that_there_is_no_handle_for_cells_that_are_no_block(view) -> None:
    choose(view, range(1), "load.batch")
    assert not view._handle.rect().isNull()
    select_block(view, [0, 2], [view.table.sheet.column("load.batch")])
    assert view._handle.rect().isNull()


def test_that_a_fill_with_a_refused_value_changes_nothing(view, session, qtbot) -> None:
    choose(view, range(2), "load.batch")
    session.edit(("scenarios", "s2", "load", "batch"), 3)
    with qtbot.waitSignal(view.refused):
        drag(view, centre(view, 3, "load.batch"))  # 8, 3, -2, -7
    assert batches(session) == [8, 3, 32, 1]
    view.findChild(QMessageBox).close()


@pytest.mark.parametrize(
    ("seeds", "more", "made"),
    [
        (["0.1", "0.2"], {}, ["0.3", "0.4", "0.5"]),
        (["10", "5"], {}, ["0", "-5", "-10"]),
        (["1", "3", "9"], {}, ["27", "81", "243"]),
        (["1", "2", "4"], {"back": True}, ["0.5", "0.25", "0.125"]),
        (["1", "2", "5"], {}, ["1", "2", "5"]),
        (["Plan 2", "Plan 4"], {"names": True}, ["Plan 6", "Plan 8", "Plan 10"]),
        (["Plan 3"], {"names": True, "back": True}, ["Plan 2", "Plan 1", "Plan 0"]),
        (["Plan 1", "Other 2"], {"names": True}, ["Plan 1", "Other 2", "Plan 1"]),
        (["bf16"], {}, ["bf16", "bf16", "bf16"]),
        (["=batch+1"], {}, ["=batch+1", "=batch+1", "=batch+1"]),
        (["=batch", "2"], {}, ["=batch", "2", "=batch"]),
        (["", ""], {}, ["", "", ""]),
    ],
)
def test_that_cells_go_on_by_step_factor_or_number(seeds, more, made) -> None:
    assert continued(seeds, 3, **more) == made
