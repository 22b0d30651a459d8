"""The name column, held in sight while the rest of the table is scrolled to the right.

A second view of the same model and selection lies over the table, only while the table is scrolled: at rest the table
shows the column itself, and editing a name scrolls there, so the copy never needs an editor.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView

from ui.delegates import CellDelegate
from ui.sheets.header import GroupedHeader
from ui.sheets.painting import CellPainter
from ui.theme import colours

NEVER = Qt.ScrollBarPolicy.ScrollBarAlwaysOff


class FrozenColumn(QTableView):
    """A copy of column `column` of `table`, at its left edge."""

    def __init__(self, table: QTableView, column: int, painter: CellPainter) -> None:
        super().__init__(table)
        self._table = table
        self._column = column
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
        self.setHorizontalHeader(head.copy(self))
        for position in range(self.model().columnCount()):
            self.setColumnHidden(position, position != column)
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(table.verticalScrollBar().setValue)
        table.horizontalScrollBar().valueChanged.connect(self.follow)
        head.sectionResized.connect(self.follow)
        self.doubleClicked.connect(self._edit)
        self.hide()

    def dress(self, painter: CellPainter) -> None:
        """Paint cells as the table does."""
        self._cells.dress(painter)
        self.viewport().update()

    def follow(self, *_: int) -> None:
        """Take the table's place, height and column width; hide while the table is not scrolled."""
        table = self._table
        scrolled = table.horizontalScrollBar().value() > 0 and not table.isColumnHidden(self._column)
        self.setVisible(scrolled)
        if not scrolled:
            return
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        self.setColumnWidth(self._column, table.columnWidth(self._column))
        head = table.horizontalHeader().height()
        self.horizontalHeader().setFixedHeight(head)
        left = table.viewport().x()
        top = table.viewport().y() - head
        width = min(table.columnWidth(self._column) + 1, table.viewport().width() * 2 // 3)
        self.setGeometry(left, top, width, table.viewport().height() + head)
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())
        self.raise_()

    def uncover(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Scroll the table until a cell stands to the right of the frozen column."""
        if index.column() == self._column:
            self._table.horizontalScrollBar().setValue(0)
        elif self.isVisible():
            hidden = self.width() - self._table.visualRect(index).left()
            if hidden > 0:
                bar = self._table.horizontalScrollBar()
                bar.setValue(bar.value() - hidden)

    def paintEvent(self, event: QPaintEvent) -> None:
        from ui.sheets.table_view import row_lines

        super().paintEvent(event)
        of = colours(self.palette())
        painter = QPainter(self.viewport())
        painter.setPen(QColor(of.grid))
        painter.drawLines(row_lines(self, event))
        painter.setPen(QColor(of.border))
        painter.drawLine(self.viewport().width() - 1, 0, self.viewport().width() - 1, self.viewport().height())
        painter.end()

    def _edit(self, index: QModelIndex) -> None:
        self._table.setCurrentIndex(index)
        self._table.edit(index)
