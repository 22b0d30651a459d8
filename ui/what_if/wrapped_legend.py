"""A legend that wraps: signs with words beside each other, on as many lines as the width takes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme
from ui.theme import Colours

HIGH, APART, WIDE, LEAST = 1.4, 0.9, 24, 8
"""Height of a line, room between two entries, usual and least width of a legend, in em."""


class WrappedLegend(QWidget):
    """Entries of a name and a word; `draw` paints the sign of one. `SIGN` is the room that a sign takes, in em."""

    SIGN = 1.4

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[str, str], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """Show these."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.setAccessibleDescription(", ".join(text for _, text in entries))
            self.updateGeometry()
            self.update()

    def draw(self, painter: QPainter, name: str, cell: QRectF, of: Colours, em: int) -> None:
        """Paint the sign of an entry at the left of its cell."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        width = theme.em(self) * WIDE
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.em(self) * LEAST, round(theme.em(self) * HIGH))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        placed = self._placed(width)
        return int(placed[-1][2].bottom()) if placed else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        of, em = theme.colours(self.palette()), theme.em(self)
        for name, text, cell in self._placed(self.width()):
            self.draw(painter, name, cell, of, em)
            painter.setPen(QColor(of.text))
            painter.drawText(cell.adjusted(em * self.SIGN, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def _placed(self, width: int) -> list[tuple[str, str, QRectF]]:
        em, metrics = theme.em(self), self.fontMetrics()
        x, y, high = 0.0, 0.0, em * HIGH
        found = []
        for name, text in self._entries:
            wide = em * self.SIGN + metrics.horizontalAdvance(text) + 2
            if x and x + wide > width:
                x, y = 0.0, y + high
            found.append((name, text, QRectF(x, y, wide, high)))
            x += wide + em * APART
        return found
