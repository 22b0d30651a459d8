"""The marks of the roofline: a disc for a prefill, a diamond for a decode step, a star for what was measured."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme
from ui.what_if import roofline_text as words


def draw_mark(
    painter: QPainter, at: QPointF, radius: float, mark: str, colour: QColor, ground: QColor, *, ring: float = 0.0,
    accent: QColor | None = None,
) -> None:  # fmt: skip
    """A mark of this radius; `ring` is the width of what shows that it is chosen."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill = QColor(colour)
    fill.setAlphaF(0.82)
    painter.setBrush(fill)
    painter.setPen(QPen(ground, 1.2))
    shape = _shape(at, radius, mark)
    if shape is None:
        painter.drawEllipse(at, radius, radius)
    else:
        painter.drawPolygon(shape)
    if ring and accent is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(accent, ring))
        painter.drawEllipse(at, radius + 3.5, radius + 3.5)
    painter.restore()


def _shape(at: QPointF, radius: float, mark: str) -> QPolygonF | None:
    if mark == "decode_step":
        far = radius * 1.25
        return QPolygonF([at + QPointF(0, -far), at + QPointF(far, 0), at + QPointF(0, far), at + QPointF(-far, 0)])
    if mark == "measured":
        corners = []
        for number in range(10):
            angle = math.pi * number / 5 - math.pi / 2
            reach = radius * (1.25 if number % 2 == 0 else 0.52)
            corners.append(at + QPointF(math.cos(angle) * reach, math.sin(angle) * reach))
        return QPolygonF(corners)
    return None


def mark_icon(mark: str, widget: QWidget) -> QIcon:
    """A mark as the sign of a button."""
    size, scale = theme.em(widget), 2
    picture = QPixmap(size * scale, size * scale)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    of = theme.colours(widget.palette())
    draw_mark(painter, QPointF(size / 2, size / 2), size * 0.36, mark, QColor(of.muted), QColor(of.base))
    painter.end()
    return QIcon(picture)


class MarkLegend(QWidget):
    """What the marks and lines of the roofline stand for; wraps where it must."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[str, str], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Marks of the roofline"))

    def set_marks(self, measured: bool) -> None:
        """The usual ones, and that of measured blocks where there are some."""
        entries = tuple(entry for entry in words.marks() if measured or entry[0] != "measured")
        if entries != self._entries:
            self._entries = entries
            self.setAccessibleDescription(", ".join(text for _, text in entries))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = theme.em(self) * 24
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.em(self) * 8, round(theme.em(self) * 1.4))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        placed = self._placed(width)
        return int(placed[-1][2].bottom()) if placed else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        of, em = theme.colours(self.palette()), theme.em(self)
        for mark, text, cell in self._placed(self.width()):
            middle = QPointF(cell.left() + em * 0.7, cell.center().y())
            if mark in ("roof", "reached"):
                pen = QPen(QColor(of.text if mark == "roof" else of.muted), max(1.3, em * 0.1))
                pen.setStyle(Qt.PenStyle.SolidLine if mark == "roof" else Qt.PenStyle.DashLine)
                painter.setPen(pen)
                painter.drawLine(middle - QPointF(em * 0.7, 0), middle + QPointF(em * 0.7, 0))
            elif mark == "floor":
                painter.setPen(QPen(QColor(of.muted), 2.0))
                painter.drawLine(middle + QPointF(-em * 0.35, -em * 0.4), middle + QPointF(em * 0.35, -em * 0.4))
                painter.setPen(QPen(QColor(of.muted), 1.2))
                painter.drawLine(middle - QPointF(0, em * 0.4), middle + QPointF(0, em * 0.45))
            else:
                draw_mark(painter, middle, em * 0.38, mark, QColor(of.muted), QColor(of.base))
            painter.setPen(QColor(of.text))
            painter.drawText(cell.adjusted(em * 1.75, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def _placed(self, width: int) -> list[tuple[str, str, QRectF]]:
        em, metrics = theme.em(self), self.fontMetrics()
        x, y, high = 0.0, 0.0, em * 1.4
        found = []
        for mark, text in self._entries:
            wide = em * 1.75 + metrics.horizontalAdvance(text) + 2
            if x and x + wide > width:
                x, y = 0.0, y + high
            found.append((mark, text, QRectF(x, y, wide, high)))
            x += wide + em * 0.9
        return found
