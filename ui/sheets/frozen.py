"""The first columns of a table, held in sight while the rest is scrolled to the right.

A second view of the same model and selection lies over the table, only while the table is scrolled: at rest the table
shows the columns itself, and editing one of them scrolls there, so the copy never needs an editor.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView

from ui.delegates import CellDelegate
from ui.late import Late
from ui.sheets.bands import Bands
from ui.sheets.header import GroupedHeader
from ui.sheets.painting import CellPainter
from ui.sheets.row_lines import row_lines
from ui.sheets.selection import visible_columns
from ui.theme import colours

sideways = Late("ui.sideways")

NEVER = Qt.ScrollBarPolicy.ScrollBarAlwaysOff


class FrozenColumns(QTableView):
    """A copy of the first `count` columns on show of `table`, at its left edge."""

    def __init__(self, table: QTableView, painter: CellPainter, bands: Bands) -> None:
        super().__init__(table)
        self._table = table
        self._bands = bands
        self._count = 1
        self._laid_out: list[tuple[int, int]] = []
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self._cells = CellDelegate(self, painter)
        self.setItemDelegate(self._cells)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(table.selectionMode())
        self.setVerticalScrollMode(table.verticalScrollMode())
        self.setHorizontalScrollBarPolicy(NEVER)
        self.setVerticalScrollBarPolicy(NEVER)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        head = table.horizontalHeader()
        assert isinstance(head, GroupedHeader)
        self.head = head.copy(self)
        self.setHorizontalHeader(self.head)
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(table.verticalScrollBar().setValue)
        table.horizontalScrollBar().valueChanged.connect(self.follow)
        head.sectionResized.connect(self.follow)
        head.sectionMoved.connect(self.follow)
        self.doubleClicked.connect(self._edit)
        self.hide()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not sideways.moved_sideways(self._table, event):
            super().wheelEvent(event)

    @property
    def count(self) -> int:
        """How many columns are held in sight; 0 lets all of them scroll."""
        return self._count

    def set_count(self, count: int) -> None:
        """Hold so many of the first columns on show."""
        self._count = max(count, 0)
        self.follow()

    def dress(self, painter: CellPainter) -> None:
        """Paint cells as the table does."""
        self._cells.dress(painter)
        self.viewport().update()

    def follow(self, *_: int) -> None:
        """Take the table's place, height and column widths; hide while the table is not scrolled."""
        table = self._table
        # Asked first: every column that is resized comes by here, and counting those on show takes a while.
        scrolled = table.horizontalScrollBar().value() > 0
        held = visible_columns(table)[: self._count] if scrolled else []
        self.setVisible(bool(held))
        main = table.horizontalHeader()
        assert isinstance(main, GroupedHeader)
        if not held:
            main.set_covered(0)
            return
        if self.verticalHeader().defaultSectionSize() != table.verticalHeader().defaultSectionSize():
            self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        self._lay_out([(column, table.columnWidth(column)) for column in held])
        head = main.height()
        self.horizontalHeader().setFixedHeight(head)
        left = table.viewport().x()
        top = table.viewport().y() - head
        width = min(sum(wide for _, wide in self._laid_out) + 1, table.viewport().width() * 2 // 3)
        self.setGeometry(left, top, width, table.viewport().height() + head)
        main.set_covered(width)
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())
        self.raise_()

    def follow_rows(self) -> None:
        """Take the order of the table's rows, and leave out those that it does not show."""
        self.verticalHeader().restoreState(self._table.verticalHeader().saveState())
        self.verticalHeader().hide()
        self._cells.plain_height = self._table.verticalHeader().defaultSectionSize() if self._bands.titles else 0
        self.follow()

    def set_signs(self, signs: dict[int, str]) -> None:
        """Show the table's signs of sorting and filtering."""
        self.head.set_signs(signs)

    def uncover(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Scroll the table until a cell stands to the right of the frozen columns."""
        if index.column() in visible_columns(self._table)[: self._count]:
            self._table.horizontalScrollBar().setValue(0)
        elif self.isVisible():
            hidden = self.width() - self._table.visualRect(index).left()
            if hidden > 0:
                bar = self._table.horizontalScrollBar()
                bar.setValue(bar.value() - hidden)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        of = colours(self.palette())
        painter = QPainter(self.viewport())
        painter.setPen(QColor(of.grid))
        painter.drawLines(row_lines(self, event))
        self._bands.paint(painter, self)
        painter.setPen(QColor(of.border))
        painter.drawLine(self.viewport().width() - 1, 0, self.viewport().width() - 1, self.viewport().height())
        painter.end()

    def _lay_out(self, held: list[tuple[int, int]]) -> None:
        if held == self._laid_out:
            return
        self._laid_out = held
        shown = {column for column, _ in held}
        for column in range(self.model().columnCount()):
            self.setColumnHidden(column, column not in shown)
        for place, (column, wide) in enumerate(held):
            self.head.moveSection(self.head.visualIndex(column), place)
            self.setColumnWidth(column, wide)

    def _edit(self, index: QModelIndex) -> None:
        self._table.setCurrentIndex(index)
        self._table.edit(index)
