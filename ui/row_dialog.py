"""Go to a row by its name: a part of the name is enough; the rows of the table in use come first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from planner.workbook import Path
from ui.sheets.table_view import TableView
from ui.theme import em

_TO_THE_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class Place:
    """A row of a table, and what the list calls it."""

    label: str
    table: TableView
    path: Path


def places_in(tables: Sequence[TableView], first: TableView) -> list[Place]:
    """Every row of the tables, those of `first` before the others."""
    found = []
    for view in sorted(tables, key=lambda table: table is not first):
        for row in range(view.table.rowCount()):
            shown = view.table.shown_row(row)
            name: str = shown.record.name
            found.append(Place(f"{name} — {view.accessibleName()}", view, shown.path))
    return found


class RowDialog(QDialog):
    """Calls `go` with the place that is chosen."""

    def __init__(self, places: Sequence[Place], go: Callable[[Place], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Go to row"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places, self._go = places, go
        self._line, self._list = QLineEdit(), QListWidget()
        self._line.setPlaceholderText(self.tr("Part of a name"))
        self._line.setAccessibleName(self.tr("Name of the row"))
        self._list.setAccessibleName(self.tr("Rows"))
        self._list.setUniformItemSizes(True)
        self._line.textChanged.connect(self._offer)
        self._line.returnPressed.connect(self._choose)
        self._list.itemActivated.connect(self._choose)
        self._line.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.addWidget(self._line)
        layout.addWidget(self._list)
        self.resize(em(self) * 28, em(self) * 24)
        self._offer("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that move in the list reach it from the line."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _TO_THE_LIST:
            self._list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _offer(self, text: str) -> None:
        words = text.casefold().split()
        self._list.clear()
        for at, place in enumerate(self._places):
            if all(word in place.label.casefold() for word in words):
                item = QListWidgetItem(place.label)
                item.setData(Qt.ItemDataRole.UserRole, at)
                self._list.addItem(item)
        self._list.setCurrentRow(0)

    def _choose(self, *_: object) -> None:
        item = self._list.currentItem()
        if item is not None:
            self.accept()
            self._go(self._places[int(item.data(Qt.ItemDataRole.UserRole))])
