"""The marks of the roofline: a disc for a prefill, a diamond for a decode step, a star for what was measured."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.theme import Colours
from ui.what_if.roofline import text as words
from ui.what_if.wrapped_legend import WrappedLegend


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


class MarkLegend(WrappedLegend):
    """What the marks and lines of the roofline stand for."""

    SIGN = 1.75

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Marks of the roofline"))

    def set_marks(self, measured: bool) -> None:
        """The usual ones, and that of measured blocks where there are some."""
        self.set_entries([entry for entry in words.marks() if measured or entry[0] != "measured"])

    def draw(self, painter: QPainter, name: str, cell: QRectF, of: Colours, em: int) -> None:
        middle = QPointF(cell.left() + em * 0.7, cell.center().y())
        if name in ("roof", "reached"):
            pen = QPen(QColor(of.text if name == "roof" else of.muted), max(1.3, em * 0.1))
            pen.setStyle(Qt.PenStyle.SolidLine if name == "roof" else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(middle - QPointF(em * 0.7, 0), middle + QPointF(em * 0.7, 0))
        elif name == "floor":
            painter.setPen(QPen(QColor(of.muted), 2.0))
            painter.drawLine(middle + QPointF(-em * 0.35, -em * 0.4), middle + QPointF(em * 0.35, -em * 0.4))
            painter.setPen(QPen(QColor(of.muted), 1.2))
            painter.drawLine(middle - QPointF(0, em * 0.4), middle + QPointF(0, em * 0.45))
        else:
            draw_mark(painter, middle, em * 0.38, name, QColor(of.muted), QColor(of.base))
