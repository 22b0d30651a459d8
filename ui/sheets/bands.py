"""Headings above the first row of each group of a table: the row is taller by a band, and its cells stand below it.

A heading is no row: keys, selection, numbers of rows and what is copied know nothing of it.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from planner.words import QT_TRANSLATE_NOOP
from ui.counted import counted
from ui.delegates import CellDelegate
from ui.sheets.painting import padding
from ui.sheets.row_view import RowView
from ui.sheets.table_model import TableModel
from ui.theme import colours, em

COUNT = "  ·  "
"""Between the name of a group and how many are in it."""
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class RowHeader(QHeaderView):
    """The numbers of the rows, each beside its cells and below the heading of its group."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)

    def paintSection(self, painter: QPainter, rect: QRect, row: int) -> None:
        band = rect.height() - self.defaultSectionSize()
        if band > 0:
            of = colours(self.palette())
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), band), QColor(of.header))
            rect = rect.adjusted(0, band, 0, 0)
        super().paintSection(painter, rect, row)


class Bands(QObject):
    """The headings of one table, and of the copy of its first columns."""

    def __init__(self, view: QTableView, model: TableModel, rows: RowView, cells: CellDelegate) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._rows = rows
        self._cells = cells
        self._titles: dict[int, str] = {}
        rows.changed.connect(self.follow)
        for happened in (model.dataChanged, model.rowsInserted, model.rowsRemoved, model.modelReset):
            happened.connect(self._on_changed)

    @property
    def titles(self) -> dict[int, str]:
        """What stands above a row, by the row's place in the document."""
        return dict(self._titles)

    def height(self) -> int:
        """Pixels of a heading."""
        return round(em(self._view) * 1.6)

    def follow(self) -> None:
        """Headings where a group begins, and rows as tall as they then must be."""
        found = self._rows.headings()
        titles = {row: f"{title or no_group()}{COUNT}{_scenarios(count)}" for row, (title, count) in found.items()}
        head = self._view.verticalHeader()
        plain = head.defaultSectionSize()
        self._cells.plain_height = plain if titles else 0
        for row in self._titles.keys() - titles.keys():
            if row < self._model.rowCount() and not head.isSectionHidden(row):
                head.resizeSection(row, plain)
        for row in titles:
            head.resizeSection(row, plain + self.height())
        if titles != self._titles:
            self._titles = titles
            self._view.viewport().update()

    def again(self) -> None:
        """The same after the font and the height of rows have changed."""
        self._titles = {}
        self.follow()

    def paint(self, painter: QPainter, view: QTableView, *, named: bool = True) -> None:
        """Draws the headings over a view of these rows; without their texts where they stand in another view."""
        if not self._titles:
            return
        of, size = colours(view.palette()), self.height()
        font = QFont(view.font())
        font.setWeight(QFont.Weight.DemiBold)
        wide, pad = view.viewport().width(), padding(em(view))
        for row, title in self._titles.items():
            top = view.rowViewportPosition(row)
            if top + size < 0 or top > view.viewport().height():
                continue
            painter.fillRect(QRect(0, top, wide, size), QColor(of.header))
            painter.setPen(QColor(of.border))
            painter.drawLine(0, top + size - 1, wide, top + size - 1)
            if not named:
                continue
            painter.setPen(QColor(of.text))
            painter.setFont(font)
            room = wide - 2 * pad
            if QFontMetrics(font).horizontalAdvance(title) > room:
                title = title.rpartition(COUNT)[0]  # rather no count than half a word of it
            text = QFontMetrics(font).elidedText(title, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(pad, top, room, size - 1), LEFT, text)

    def _on_changed(self, *_: Any) -> None:
        if self._titles or self._rows.grouped_by is not None:
            self.follow()


def no_group() -> str:
    """What stands above the rows that name no group."""
    return QCoreApplication.translate("sheets", "No group")


def _scenarios(count: int) -> str:
    return counted(count, QT_TRANSLATE_NOOP("counted", "1 scenario"), QT_TRANSLATE_NOOP("counted", "{count} scenarios"))
