"""Where the keys of a spreadsheet lead in a view: to neighbours, round the selected cells, to edges and corners.

Rows and columns are counted as they stand on show.
"""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QTableView

from ui.sheets import navigation
from ui.sheets.selection import select_block, selected_block, selected_cells, visible_columns, visible_rows
from ui.sheets.table_model import TableModel

Spot = tuple[int, int]
"""The place of a row and of a column among those on show."""


class Moves:
    """Moves the current cell of a view, and what is selected with it."""

    def __init__(self, view: QTableView, model: TableModel) -> None:
        self._view = view
        self._model = model

    def step(self, down: int, right: int, *, within: bool = False) -> None:
        """Make the neighbour of the current cell current; at an edge nothing happens.

        With `within`, while several cells are selected, the next of them, from the last to the first.
        """
        rows, columns = visible_rows(self._view), visible_columns(self._view)
        here = self._here(rows, columns)
        if here is None:
            return
        cells = selected_cells(self._view) if within else []
        spots = [(rows.index(row), columns.index(column)) for row, column in cells] if len(cells) > 1 else []
        if here in spots:
            at, place = navigation.next_in(spots, here, down, right)
            self._stay_selected(rows[at], columns[place])
            return
        at, place = here[0] + down, here[1] + right
        if 0 <= at < len(rows) and 0 <= place < len(columns):
            self._go(rows[at], columns[place])

    def jump(self, down: int, right: int, *, select: bool) -> None:
        """To the edge of the block of filled cells; with `select` everything on the way is selected."""
        rows, columns = visible_rows(self._view), visible_columns(self._view)
        here = self._here(rows, columns)
        if here is None:
            return
        at, place = here
        if down:
            at = navigation.edge([self._filled(row, columns[place]) for row in rows], at, down)
        else:
            place = navigation.edge([self._filled(rows[at], column) for column in columns], place, right)
        self._to((at, place), select=select)

    def to_corner(self, end: int, *, select: bool) -> None:
        """To the first cell of the table (`end` is 0) or to the last (-1)."""
        rows, columns = visible_rows(self._view), visible_columns(self._view)
        if rows and columns and self._here(rows, columns) is not None:
            self._to((end % len(rows), end % len(columns)), select=select)

    def collapse(self) -> None:
        """Select the current cell alone: at an edge Qt would leave what was selected."""
        if len(selected_cells(self._view)) > 1:
            self._go(self._view.currentIndex().row(), self._view.currentIndex().column())

    def _here(self, rows: list[int], columns: list[int]) -> Spot | None:
        current = self._view.currentIndex()
        if not current.isValid() or current.column() not in columns or current.row() not in rows:
            return None
        return rows.index(current.row()), columns.index(current.column())

    def _to(self, spot: Spot, *, select: bool) -> None:
        rows, columns = visible_rows(self._view), visible_columns(self._view)
        at, place = spot
        here = self._here(rows, columns)
        if not select or here is None:
            self._go(rows[at], columns[place])
            return
        block = selected_block(self._view)
        along, across = [rows.index(row) for row in block.rows], [columns.index(column) for column in block.columns]
        # The selection grows or shrinks from the corner that lies across from the current cell.
        top = along[0] if here[0] == along[-1] else along[-1]
        left = across[0] if here[1] == across[-1] else across[-1]
        select_block(
            self._view,
            rows[min(top, at) : max(top, at) + 1],
            columns[min(left, place) : max(left, place) + 1],
        )
        self._stay_selected(rows[at], columns[place])

    def _go(self, row: int, column: int) -> None:
        index = self._model.index(row, column)
        # Both: the view's own method notes where Shift with a key or a click begins, but looks at the keys that are
        # held; with Ctrl among them it would leave what was selected.
        self._view.setCurrentIndex(index)
        self._view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._view.scrollTo(index)

    def _stay_selected(self, row: int, column: int) -> None:
        index = self._model.index(row, column)
        self._view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._view.scrollTo(index)

    def _filled(self, row: int, column: int) -> bool:
        return bool(self._model.sheet.columns[column].text(self._model.shown_row(row)))
