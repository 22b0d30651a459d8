"""What tests of a table do with it by keys: go to a cell, type, end the edit."""

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from ui.sheets.table_view import TableView

Key = Qt.Key
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def go(view: TableView, row: int, key: str) -> None:
    view.setFocus()
    view.selectionModel().setCurrentIndex(
        view.table.index(row, view.table.sheet.column(key)), QItemSelectionModel.SelectionFlag.ClearAndSelect
    )


def place(view: TableView) -> tuple[int, str]:
    current = view.currentIndex()
    return current.row(), view.table.sheet.columns[current.column()].key


def editor(view: TableView) -> QLineEdit | None:
    found = view.indexWidget(view.currentIndex())
    return found if isinstance(found, QLineEdit) else None


def typed(view: TableView, text: str) -> None:
    """Type at the view; its first key opens the editor, which takes the others."""
    QTest.keyClicks(view, text[0])
    opened = editor(view)
    assert opened is not None
    QTest.keyClicks(opened, text[1:])


def enter(view: TableView, qtbot, *, key: Key = Key.Key_Return, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    """Press the key in the open editor and wait until it has closed: Qt commits through a queued call."""
    index = view.currentIndex()
    QTest.keyClick(view.indexWidget(index), key, modifier)
    qtbot.waitUntil(lambda: view.indexWidget(index) is None)


def batches(session) -> list[object]:
    return [row.load.batch for row in session.workbook.scenarios]


def clipboard_text() -> str:
    return QGuiApplication.clipboard().text()
