"""Columns that depend on the kind of a row, or on its choices, are on show while they matter to a row in question.

So a table of layers offers the fields of the kinds that stand in it, and a chosen kind or recipe brings its own
columns, save those that are hidden from the start. In question are all rows, or, where the table is narrowed, those
that are selected: a training scenario has the columns of training, and those of adapters where it trains adapters.
What the user shows or hides stays so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QTableView

from planner.fields import RowRecord
from planner.workbook import Path
from ui.sheets.sheet import Matters
from ui.sheets.table_model import TableModel

NOTHING = Matters(frozenset(), frozenset())
Shape = tuple[tuple[type, ...], Matters]
"""The kinds of part of a row, in the order of the places that decide over columns, and what matters to it."""
WHILE_PRESSED_MS = 40
"""How long to wait again while a mouse button is down: columns that move then would be hit by mistake."""


class AdaptiveColumns(QObject):
    """Follows the rows of one table, and what is selected in it. `changed` says that columns came or went."""

    changed = Signal()

    def __init__(self, view: QTableView, model: TableModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        sheet = model.sheet
        self._conditional = model.conditional if sheet.adaptive else {}
        self._matters = sheet.matters
        self._places: tuple[Path, ...] = tuple(dict.fromkeys(column.path[:-1] for column in self._conditional.values()))
        watched: Iterable[int] = range(len(sheet.columns)) if self._matters is not None else self._conditional
        self._keys = {position: sheet.columns[position].key for position in watched}
        self._offered = dict.fromkeys(self._keys, True)
        self._wanted = {position: key not in sheet.hidden for position, key in self._keys.items()}
        self._asked: frozenset[str] = frozenset()
        self._seen: frozenset[Shape] | None = None
        self._shapes: list[tuple[RowRecord, Shape]] = []
        """Each row that was looked at last, and its shape."""
        self._narrow = self._matters is not None
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._follow_selection)
        if self._keys:
            for happened in (model.modelReset, model.rowsInserted, model.rowsRemoved, model.rowsMoved):
                happened.connect(self.follow)
            model.dataChanged.connect(self._on_data)
            self.follow()

    def watch_selection(self) -> None:
        """Follow what is selected from now on; the view has its selection by then."""
        if self._matters is not None:
            selection = self._view.selectionModel()
            selection.selectionChanged.connect(self._on_selection)
            selection.currentChanged.connect(self._on_selection)

    @property
    def narrow(self) -> bool:
        """Whether only columns that matter to the selected rows are on show."""
        return self._narrow

    def set_narrow(self, narrow: bool) -> None:
        """Show the columns that matter to the selected rows only, or those of all rows."""
        self._narrow = narrow and self._matters is not None
        self.follow()

    def offered(self, position: int) -> bool:
        """Whether a column may be on show: it matters to some row in question."""
        return self._offered.get(position, True)

    def want(self, position: int, wanted: bool) -> None:
        """Have a column on show, or not, whenever it matters."""
        if position in self._wanted:
            self._wanted[position] = wanted
        if self.offered(position):
            self._view.setColumnHidden(position, not wanted)

    def show_wanted(self) -> None:
        """Every column as it is wanted, whatever rows there are: what a layout that is kept should have."""
        for position, key in self._keys.items():
            if self._offered[position]:
                self._wanted[position] = not self._view.isColumnHidden(position)
            wanted = key not in self._model.sheet.hidden if key in self._asked else self._wanted[position]
            self._view.setColumnHidden(position, not wanted)

    def again(self) -> None:
        """Take the columns that are on show as those that are wanted, after a layout was restored."""
        self._seen, self._asked = None, frozenset()
        for position in self._keys:
            self._wanted[position] = not self._view.isColumnHidden(position)
        self.follow()

    def _on_data(self, top: QModelIndex, bottom: QModelIndex) -> None:
        """Most edits change no row's shape: only the rows that are told of are looked at."""
        shapes = self._shapes
        for row in range(top.row(), bottom.row() + 1):
            known, shape = shapes[row]
            record = self._model.shown_row(row).record
            if record is not known:
                now = self._shape(record)
                if now != shape:
                    self.follow()
                    return
                shapes[row] = record, shape

    def follow(self, *_: Any) -> None:
        """Show the columns that came to matter, hide those that matter to no row in question any more."""
        by_shape = self._by_shape()
        if frozenset(by_shape) == self._seen:
            return
        self._seen = frozenset(by_shape)
        left_out = frozenset.intersection(*(matters.left_out for _, matters in by_shape)) if by_shape else frozenset()
        asked = frozenset[str]().union(*(matters.asked for _, matters in by_shape))
        for position, key in self._keys.items():
            column = self._conditional.get(position)
            present = column is None or any(column.present(record) for record in by_shape.values())
            self._place(position, key, present and key not in left_out, (key in self._asked, key in asked))
        self._asked = asked
        self._keep_current_in_sight()
        self.changed.emit()

    def _place(self, position: int, key: str, offered: bool, asked: tuple[bool, bool]) -> None:
        """Show or hide one column; `asked` tells whether a row asked for it before, and does now."""
        before, now = asked
        if self._offered[position] and before == now:
            self._wanted[position] = not self._view.isColumnHidden(position)  # as the user has it
        elif before != now:
            self._wanted[position] = now or key not in self._model.sheet.hidden
        self._offered[position] = offered
        self._view.setColumnHidden(position, not (offered and self._wanted[position]))

    def _by_shape(self) -> dict[Shape, RowRecord]:
        """One row of each shape among those in question."""
        records = [self._model.shown_row(row).record for row in range(self._model.rowCount())]
        known = {id(record): (record, shape) for record, shape in self._shapes}
        self._shapes = [known.get(id(record)) or (record, self._shape(record)) for record in records]
        selected = self._selected_shapes() if self._narrow else frozenset()
        return {shape: record for record, shape in self._shapes if not selected or shape in selected}

    def _shape(self, record: RowRecord) -> Shape:
        types: list[type] = []
        for place in self._places:
            part: Any = record
            for name in place:
                part = getattr(part, name, None)
            types.append(type(part))
        return tuple(types), NOTHING if self._matters is None else self._matters(record)

    def _selected_shapes(self) -> frozenset[Shape]:
        selection, shapes = self._view.selectionModel(), self._shapes
        if selection is None or self._matters is None:
            return frozenset()
        picked = {row for part in selection.selection() for row in range(part.top(), part.bottom() + 1)}
        picked.add(selection.currentIndex().row())
        return frozenset(shapes[row][1] for row in picked if 0 <= row < len(shapes))

    def _on_selection(self, *_: Any) -> None:
        # Columns that come or go while Qt still handles a press would move the cell under the mouse.
        self._later.start(0)

    def _follow_selection(self) -> None:
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._later.start(WHILE_PRESSED_MS)
        else:
            self.follow()

    def _keep_current_in_sight(self) -> None:
        """The current cell moves to the nearest column on the left that is on show."""
        current = self._view.currentIndex()
        if not current.isValid() or not self._view.isColumnHidden(current.column()):
            return
        header = self._view.horizontalHeader()
        left = range(header.visualIndex(current.column()) - 1, -1, -1)
        found = next((at for at in map(header.logicalIndex, left) if not self._view.isColumnHidden(at)), None)
        if found is not None:
            self._view.setCurrentIndex(self._model.index(current.row(), found))
