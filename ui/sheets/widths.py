"""How wide columns are: room for their title, for what stands in them, and for what is to be expected.

Columns only ever grow by themselves; narrower is the user's choice.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import QTableView

from ui.sheets.header import GroupedHeader
from ui.sheets.painting import CellPainter
from ui.sheets.table_model import TableModel

WIDEST = 26
"""No column grows wider than this many times the font's height."""
NAME_WIDTH = 9
"""The name column starts at least so many times the font's height wide."""
LOOKED_AT = 100
"""So many rows that come at once are measured: more than a screen has. Each takes as long as ten to paint."""
EDITED_AT_ONCE = 2
"""A change of more rows than this leaves the widths as they are: measuring would cost more than the change."""


class Widths(QObject):
    """Keeps the columns of one table wide enough."""

    def __init__(self, view: QTableView, model: TableModel, header: GroupedHeader, painter: CellPainter) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._header = header
        self._painter = painter
        self._given: dict[int, int] = {}
        header.setDefaultSectionSize(header.minimumSectionSize())
        self.start()
        model.rowsInserted.connect(lambda _, first, last: self.grow(first, last))
        model.modelReset.connect(lambda: self.grow(0, model.rowCount() - 1))
        model.dataChanged.connect(self._on_changed)

    def dress(self, painter: CellPainter) -> None:
        """Measure with this font from now on."""
        ratio = painter.line / self._painter.line
        self._painter = painter
        if ratio != 1:
            self._header.setMinimumSectionSize(painter.line * 2)
            for position in range(self._model.columnCount()):
                wide = self._header.sectionSize(position)
                if wide:  # 0 where it is hidden
                    self._view.setColumnWidth(position, round(wide * ratio))
            self._given.clear()
            self.start()

    def fit(self) -> None:
        """Forget earlier widths, the user's too, and give each column what it needs now."""
        self._given.clear()
        for position in range(self._model.columnCount()):
            if not self._view.isColumnHidden(position):
                self._view.setColumnWidth(position, self._header.minimumSectionSize())
        self.start()

    def start(self) -> None:
        """Room for titles, for what is to be expected, and for what is there."""
        for position, column in enumerate(self._model.sheet.columns):
            wide = max(self._header.section_width(position), self._painter.sample_width(position))
            if column.key == "name":
                wide = max(wide, NAME_WIDTH * self._painter.line)
            self._widen(position, wide)
        self.fit_groups()
        self.grow(0, self._model.rowCount() - 1)

    def fit_groups(self) -> None:
        """Room for the titles of all groups over the columns that are on show."""
        for group in set(self._header.group_titles()):
            self._fit_group(group)

    def grow(self, first: int, last: int, left: int = 0, right: int | None = None) -> None:
        """Room for the cells of these rows, from column `left` to `right`."""
        end = self._model.columnCount() - 1 if right is None else right
        for row in range(first, min(last + 1, first + LOOKED_AT)):
            for position in range(left, end + 1):
                self._widen(position, self._painter.width_of(row, position))

    def _fit_group(self, title: str) -> None:
        """Room for a group's title over its columns; what lacks is given to the last of them."""
        titles = self._header.group_titles()
        columns = [at for at, of in enumerate(titles) if of == title and not self._view.isColumnHidden(at)]
        neighbours = columns[: next((n for n, at in enumerate(columns) if at != columns[0] + n), len(columns))]
        if neighbours:
            lack = self._header.group_width(title) - sum(self._view.columnWidth(at) for at in neighbours)
            self._widen(neighbours[-1], self._view.columnWidth(neighbours[-1]) + max(lack, 0))

    def _widen(self, position: int, wide: int) -> None:
        wide = min(wide, WIDEST * self._painter.line)
        if wide > max(self._view.columnWidth(position), self._given.get(position, 0)):
            self._given[position] = wide
            self._view.setColumnWidth(position, wide)

    def _on_changed(self, top: QModelIndex, bottom: QModelIndex) -> None:
        if bottom.row() - top.row() < EDITED_AT_ONCE:
            self.grow(top.row(), bottom.row(), top.column(), bottom.column())
