"""Columns that depend on a kind of part are on show while some row of the table has them.

So a table of layers offers the fields of the kinds that stand in it, and a chosen kind brings its own columns, save
those that are hidden from the start.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTableView

from planner.workbook import Path
from ui.sheets.table_model import TableModel

Shape = tuple[type, ...]
"""The kinds of part of a row, in the order of the places that decide over columns."""


class AdaptiveColumns(QObject):
    """Follows the rows of one table. `changed` says that columns came or went."""

    changed = Signal()

    def __init__(self, view: QTableView, model: TableModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._conditional = model.conditional if model.sheet.adaptive else {}
        self._places: tuple[Path, ...] = tuple(dict.fromkeys(column.path[:-1] for column in self._conditional.values()))
        self._shapes: frozenset[Shape] | None = None
        self._applicable = dict.fromkeys(self._conditional, True)
        if self._conditional:
            for happened in (model.modelReset, model.rowsInserted, model.rowsRemoved, model.dataChanged):
                happened.connect(self.follow)
            self.follow()

    def offered(self, position: int) -> bool:
        """Whether a column may be on show: some row has it."""
        return self._applicable.get(position, True)

    def follow(self, *_: Any) -> None:
        """Show the columns that came to be applicable, hide those that no row has any more."""
        records = [self._model.shown_row(row).record for row in range(self._model.rowCount())]
        by_shape = {self._shape(record): record for record in records}
        # A column that is shown by other means, such as a restored layout, is looked at again with the next rows.
        if frozenset(by_shape) == self._shapes:
            return
        self._shapes = frozenset(by_shape)
        for position, column in self._conditional.items():
            applicable = any(column.present(record) for record in by_shape.values())
            if not applicable:
                self._view.setColumnHidden(position, True)
            elif not self._applicable[position] and column.key not in self._model.sheet.hidden:
                self._view.setColumnHidden(position, False)
            self._applicable[position] = applicable
        self.changed.emit()

    def _shape(self, record: BaseModel) -> Shape:
        found: list[type] = []
        for place in self._places:
            part: Any = record
            for name in place:
                part = getattr(part, name, None)
            found.append(type(part))
        return tuple(found)
