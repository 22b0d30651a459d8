"""The reason why a text was refused, at the cell: a label under the editor that stays while the editor does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from planner.findings import Severity
from ui.sheets.marks import blended, severity_colour, severity_icon
from ui.theme import colours, em

QWIDGETSIZE_MAX = 16_777_215
_WIDEST = 28
"""Times the font's height; longer reasons are wrapped."""


class RefusalLabel(QFrame):
    """Stands over the cells below (or above, at the table's lower edge) and takes no focus and no clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._icon = QLabel(self)
        self._reason = QLabel(self)
        self._reason.setTextFormat(Qt.TextFormat.PlainText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(em(self) // 2, em(self) // 4, em(self) // 2, em(self) // 4)
        layout.setSpacing(em(self) // 3)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._reason, 1)
        self.hide()

    def text(self) -> str:
        """The reason on show."""
        return self._reason.text()

    def explain(self, reason: str, cell: QRect) -> None:
        """Show the reason at a cell, given in the parent's coordinates."""
        self._icon.setPixmap(severity_icon(Severity.ERROR, colours(self.palette())).pixmap(em(self)))
        wide = self._reason.fontMetrics().horizontalAdvance(max(reason.split("\n"), key=len)) > em(self) * _WIDEST
        self._reason.setWordWrap(wide)
        self._reason.setMinimumWidth(em(self) * _WIDEST if wide else 0)
        self._reason.setMaximumWidth(em(self) * _WIDEST if wide else QWIDGETSIZE_MAX)
        self._reason.setText(reason)
        self.setAccessibleName(reason)
        self.adjustSize()
        area = self.parentWidget().rect()
        below = cell.bottom() + 2
        top = below if below + self.height() <= area.bottom() else cell.top() - self.height() - 2
        left = min(cell.left(), max(area.right() - self.width(), 0))
        self.move(QPoint(left, max(top, 0)))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        of = colours(self.palette())
        colour = severity_colour(Severity.ERROR, of)
        painter = QPainter(self)
        painter.setPen(colour)
        painter.setBrush(blended(colour, QColor(of.base), 0.14))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
