"""A table to look at and to copy: numbers grouped for reading and copied with every digit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from ui.late import Late
from ui.sheets.tsv import written
from ui.theme import colours, em, header_sheet

sideways = Late("ui.sideways")

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Value: TypeAlias = str | int | float | None
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
INK = int(Qt.ItemDataRole.ForegroundRole)
TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
NO_PARENT = QModelIndex()
WARNING = "▲"
WIDEST = 26
MEASURED = 200
"""So many rows decide how wide a column starts."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a table shows. A row whose first cell begins with ▲ is written in the colour of a warning.

    Numbers that are no integers are shown with three decimals, in the columns that `signed` names with one and a sign.
    Columns of numbers are set to the right, and those that `right` names: amounts that are texts with their units. A
    cell's hover is what it shows, unless `hints` has another one by row and column.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    signed: frozenset[int] = frozenset()
    right: frozenset[int] = frozenset()
    hints: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def tsv(self, rows: Sequence[int] | None = None) -> str:
        """The header and these rows (all of them without a choice) as text for a spreadsheet, every digit of each."""
        chosen = self.rows if rows is None else [self.rows[row] for row in rows]
        return written([self.header, *([_exact(value) for value in row] for row in chosen)])


def _exact(value: Value) -> str:
    return "" if value is None else str(value)


def _shown(value: Value, signed: bool = False) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    if signed and isinstance(value, float):
        return f"{value:+,.1f}".replace("-", "−")
    return f"{value:,.3f}" if isinstance(value, float) else value


class _Model(QAbstractTableModel):
    def __init__(self, table: Table, parent: QObject) -> None:
        super().__init__(parent)
        self.ink = QColor()
        self.show_table(table)

    def show_table(self, table: Table) -> None:
        """Other rows in place of these."""
        self.beginResetModel()
        self.table = table
        numbers = [[row[column] for row in table.rows[:MEASURED]] for column in range(len(table.header))]
        self._right = [
            at in table.right or any(isinstance(value, int | float) for value in column)
            for at, column in enumerate(numbers)
        ]
        self.endResetModel()

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.table.header)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        row = self.table.rows[index.row()]
        if role == TOOLTIP and (hint := self.table.hints.get((index.row(), index.column()))):
            return hint
        if role in (DISPLAY, TOOLTIP):
            return _shown(row[index.column()], index.column() in self.table.signed)
        if role == ALIGNMENT:
            return RIGHT if self._right[index.column()] else LEFT
        if role == INK and str(row[0]).startswith(WARNING):
            return self.ink
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == DISPLAY:
            return self.table.header[section]
        return (RIGHT if self._right[section] else LEFT) if role == ALIGNMENT else None


class PlainTable(QTableView):
    """Shows one Table; Ctrl+C copies the selected rows with the header. `row_chosen` says which row became current."""

    row_chosen = Signal(int)

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._lines = _Model(table, self)
        self.setModel(self._lines)
        self.setAccessibleName(table.title)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.horizontalHeader().setHighlightSections(False)
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends these while the base class is still being built, too.
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_lines"):
            self._dress()

    def _dress(self) -> None:
        """Colours and sizes of the palette and the font."""
        self._lines.ink = QColor(colours(self.palette()).tight)
        self.verticalHeader().setDefaultSectionSize(round(em(self) * 1.6))
        self.horizontalHeader().setStyleSheet(header_sheet(colours(self.palette()), em(self)))
        self._fit()

    def show_table(self, table: Table) -> None:
        """Show other rows; the current one keeps its place while there are as many."""
        row = self.currentIndex().row() if len(table.rows) == len(self.table.rows) else -1
        scroll = self.verticalScrollBar().value()
        self.table = table
        self._lines.show_table(table)
        self._fit()
        with QSignalBlocker(self):
            self.setCurrentIndex(self._lines.index(row, 0))
        self.verticalScrollBar().setValue(scroll)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and current.row() != previous.row():
            self.row_chosen.emit(current.row())

    def copy(self) -> None:
        """Put the selected rows on the clipboard, all of them while none is selected."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        QGuiApplication.clipboard().setText(self.table.tsv(rows or None))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not sideways.moved_sideways(self, event):
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Columns as wide as their first rows need; Qt would measure all of up to 400,000."""
        line, metrics = em(self), self.fontMetrics()
        for column, title in enumerate(self.table.header):
            texts = [title, *(_shown(row[column]) for row in self.table.rows[:MEASURED])]
            wide = max(metrics.horizontalAdvance(text) for text in texts) + round(line * 1.3)
            self.setColumnWidth(column, min(wide, WIDEST * line))
