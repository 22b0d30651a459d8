"""The square at the corner of the selected cells: dragged, it fills the cells that it is drawn over.

Two or more numbers go on in their series and names count on; with Ctrl held the cells are repeated. A double click
fills down to the last row. Escape gives up.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QTableView

from ui.sheets.selection import Block, in_one_piece, is_whole, selected_block, visible_columns, visible_rows
from ui.theme import Colours, em

Target = tuple[Block, bool]
"""The cells to fill, and whether they lie above or to the left."""
NOWHERE: Target = (Block((), ()), False)


class FillHandle:
    """Where the handle of a view stands, and what a drag of it reaches. The view hands it its mouse events."""

    def __init__(self, view: QTableView) -> None:
        self._view = view
        self._source: Block | None = None
        self._target = NOWHERE
        self._over = False

    @property
    def dragging(self) -> bool:
        """Whether the mouse holds it."""
        return self._source is not None

    def press(self, event: QMouseEvent) -> bool:
        """Take hold; False when the press is elsewhere."""
        if event.button() != Qt.MouseButton.LeftButton or not self.under(event.position().toPoint()):
            return False
        self._source, self._target = selected_block(self._view), NOWHERE
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Follow the mouse; False while nothing is held."""
        at = event.position().toPoint()
        if self._source is None:
            over = not event.buttons() and self.under(at)
            if over != self._over:
                self._over = over
                self._view.viewport().setCursor(Qt.CursorShape.CrossCursor if over else Qt.CursorShape.ArrowCursor)
            return False
        self._target = self._reached(self._source, at)
        self._view.viewport().update()
        return True

    def release(self) -> tuple[Block, Target] | None:
        """Let go: what was selected and what was reached; None when nothing was held."""
        source, target = self._source, self._target
        self.give_up()
        return None if source is None else (source, target)

    def give_up(self) -> None:
        """Let go without an effect."""
        self._source, self._target = None, NOWHERE
        self._view.viewport().update()

    def to_the_end(self, at: QPoint) -> tuple[Block, Target] | None:
        """The rows from the selected ones to the last, for a double click on the handle; None for one elsewhere."""
        if not self.under(at):
            return None
        source = selected_block(self._view)
        shown = visible_rows(self._view)
        rows = shown[shown.index(source.rows[-1]) + 1 :]
        return source, (Block(tuple(rows), source.columns), False)

    def under(self, at: QPoint) -> bool:
        """Whether a point of the viewport is on the handle."""
        rect = self.rect()
        return not rect.isNull() and rect.adjusted(-2, -2, 2, 2).contains(at)

    def rect(self) -> QRect:
        """Where it stands in the viewport; null while the selection is no block, or its corner is out of sight."""
        block = selected_block(self._view)
        if not block or not in_one_piece(self._view, block.rows):
            return QRect()
        cell = self._cell(block.rows[-1], block.columns[-1])
        if not cell.intersects(self._view.viewport().rect()) or not is_whole(self._view, block):
            return QRect()
        side = max(em(self._view) // 2, 7)
        return QRect(cell.right() - side + 2, cell.bottom() - side + 1, side, side)

    def paint(self, painter: QPainter, of: Colours) -> None:
        """The handle, and a frame around what a drag reaches."""
        rect = self.rect()
        if not rect.isNull():
            painter.fillRect(rect, QColor(of.accent))
            painter.setPen(QColor(of.base))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        block = self._target[0]
        if self._source is not None and block:
            first = self._cell(block.rows[0], block.columns[0])
            last = self._cell(block.rows[-1], block.columns[-1])
            painter.setPen(QPen(QColor(of.accent), 2, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(first.united(last).adjusted(1, 0, -1, -1))

    def _cell(self, row: int, column: int) -> QRect:
        return self._view.visualRect(self._view.model().index(row, column))

    def _reached(self, source: Block, at: QPoint) -> Target:
        """The rows or columns from the source to the mouse, in the direction in which it has gone farther."""
        view, area = self._view, self._view.viewport().rect()
        shown, lines = visible_columns(view), visible_rows(view)
        inside = QPoint(min(max(at.x(), 0), area.right()), min(max(at.y(), 0), area.bottom()))
        row, column = view.rowAt(inside.y()), view.columnAt(inside.x())
        at_row = len(lines) - 1 if row < 0 else lines.index(row)
        place = len(shown) - 1 if column < 0 else shown.index(column)
        top, bottom = lines.index(source.rows[0]), lines.index(source.rows[-1])
        left, right = shown.index(source.columns[0]), shown.index(source.columns[-1])
        view.scrollTo(view.model().index(lines[at_row], shown[place]))
        down, up = at_row - bottom, top - at_row
        ahead, back = place - right, left - place
        height = view.verticalHeader().defaultSectionSize()
        width = max(view.columnWidth(source.columns[-1]), 1)
        if max(down, up) * height >= max(ahead, back) * width:
            rows = lines[bottom + 1 : at_row + 1] if down > 0 else lines[at_row:top]
            return Block(tuple(rows), source.columns), up > 0
        columns = shown[right + 1 : place + 1] if ahead > 0 else shown[place:left]
        return Block(source.rows, tuple(columns)), back > 0
