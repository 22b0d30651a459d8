"""Columns that few rows need come on show once a row has a value of its own there, and go with the document: cells that
are rarely filled in, and those of measurements.

So the table starts narrow, and nothing that counts stays out of sight. What the user shows or hides by hand stays so.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QModelIndex, QObject, QTimer, Signal
from PySide6.QtWidgets import QTableView

from planner.workbook import Path
from ui.sheets.adaptive import AdaptiveColumns
from ui.sheets.columns import Column, InputColumn, Row
from ui.sheets.measured_columns import MeasuredColumn
from ui.sheets.table_model import TableModel

SLICE = 400
"""So many rows are looked at before the window answers again."""
_Seen = tuple[BaseModel, Any, str]
"""The record of a row, what was measured of it, and why nothing was."""


class SparseColumns(QObject):
    """Follows the rows of one table. `changed` says that columns came or went."""

    changed = Signal()

    def __init__(self, view: QTableView, model: TableModel, adaptive: AdaptiveColumns) -> None:
        super().__init__(view)
        self._view = view
        self._adaptive = adaptive
        self._model = model
        self._columns = {
            position: column
            for position, column in enumerate(model.sheet.columns)
            if column.key in model.sheet.unless_used
        }
        self._used: set[int] = set()
        self._brought: set[int] = set()
        self._rows: frozenset[Path] = frozenset()
        self._looked_at: dict[Path, _Seen] = {}
        """The rows as they were when no column was wanted for them; the same row needs no other look."""
        self._rest = 0
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._look_on)
        if self._columns:
            model.modelReset.connect(self._on_rows)
            model.rowsInserted.connect(self._on_rows)
            model.rowsRemoved.connect(self._on_rows)
            model.dataChanged.connect(self._on_changed)
            self._on_rows()

    def again(self) -> None:
        """Bring the columns that rows use to sight, whatever was hidden by hand."""
        self._used.clear()
        self._looked_at.clear()
        self._on_rows()

    def _on_rows(self, *_: Any) -> None:
        """Rows came or went; where none of the former is left, the document is another one."""
        count = self._model.rowCount()
        rows = frozenset(self._model.shown_row(row).path for row in range(count))
        if rows and not rows & self._rows:
            self._forget()
        self._rows = rows or self._rows
        self._rest = SLICE
        self._look(0, min(count, SLICE) - 1, self._columns)
        if count > SLICE:
            self._later.start()

    def _look_on(self) -> None:
        """At the next slice of a long table; what is in sight was looked at first."""
        count = self._model.rowCount()
        first, self._rest = self._rest, self._rest + SLICE
        self._look(first, min(count, self._rest) - 1, self._columns)
        if self._rest < count:
            self._later.start()

    def _on_changed(self, top: QModelIndex, bottom: QModelIndex) -> None:
        within = [position for position in self._columns if top.column() <= position <= bottom.column()]
        self._look(top.row(), bottom.row(), within)

    def _look(self, first: int, last: int, positions: Any) -> None:
        """Show the columns among these that a row between two comes to use."""
        rows = [self._model.shown_row(row) for row in range(first, last + 1)]
        fresh = [row for row in rows if self._is_fresh(row)]
        open_still = [position for position in positions if position not in self._used]
        came = [position for position in open_still if any(used(self._columns[position], row) for row in fresh)]
        if len(positions) == len(self._columns):
            self._looked_at.update((row.path, (row.record, row.measured, row.unmeasured)) for row in fresh)
        self._used.update(came)
        for position in came:
            if self._view.isColumnHidden(position):
                self._adaptive.want(position, True)
                self._brought.add(position)
        if came:
            self.changed.emit()

    def _is_fresh(self, row: Row) -> bool:
        """Whether a row, or what was measured of it, is another than when it was looked at."""
        seen = self._looked_at.get(row.path)
        if seen is None or seen[0] is not row.record:
            return True
        return seen[1] is not row.measured or seen[2] != row.unmeasured

    def _forget(self) -> None:
        for position in self._brought:
            self._adaptive.want(position, False)
        self._used.clear()
        self._looked_at.clear()
        self._brought.clear()


def used(column: Column, row: Row) -> bool:
    """Whether a row has another value there than a cleared cell would have; of what is measured, whether there is a
    figure, or a reason why there is none.
    """
    if isinstance(column, MeasuredColumn):
        return column.value(row) is not None
    if not isinstance(column, InputColumn):
        return False
    return bool(column.present(row.record) and column.stored(row.record) != column.default(row.record))
