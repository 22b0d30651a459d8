"""Shapes that the chart and its legend share: the hatched overflow, the marker of usable memory, verdict signs."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from ui.theme import COMPONENT_COLOURS, VERDICT_SYMBOLS, Colours


def draw_overflow(painter: QPainter, rect: QRectF, ground: QColor, spacing: float) -> None:
    """Hatched in the colour of what is missing, with an outline: told by its pattern as well as by its colour."""
    missing = QColor(COMPONENT_COLOURS["missing"])
    pale = QColor(missing)
    pale.setAlphaF(0.22)
    painter.save()
    painter.fillRect(rect, ground)
    painter.fillRect(rect, pale)
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(missing, max(1.5, spacing * 0.24)))
    height = rect.height()
    count = int((rect.width() + height) / spacing) + 1
    painter.drawLines(
        [
            QLineF(rect.left() + index * spacing - height, rect.bottom(), rect.left() + index * spacing, rect.top())
            for index in range(count + 1)
        ]
    )
    painter.restore()
    painter.save()
    painter.setPen(QPen(missing, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def draw_marker(painter: QPainter, x: float, top: float, bottom: float, size: float, of: Colours) -> None:
    """The usable memory of a card: a line through the bar, taller than it, with a tick that points down at it."""
    painter.save()
    painter.fillRect(QRectF(x - 1, top, 2, bottom - top), QColor(of.marker))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(of.marker))
    painter.drawPolygon(QPolygonF([QPointF(x - size, top), QPointF(x + size, top), QPointF(x, top + size * 1.2)]))
    painter.restore()


def draw_reserved(painter: QPainter, rect: QRectF, ground: QColor) -> None:
    """What an engine takes beyond what the load needs: the colour of the KV cache that gets it, paled over the ground.

    Told from the cache in use by its paleness, and by the mark at its end.
    """
    pale = QColor(COMPONENT_COLOURS["kv_cache"])
    pale.setAlphaF(0.28)
    painter.fillRect(rect, ground)
    painter.fillRect(rect, pale)


def draw_allowance(painter: QPainter, x: float, top: float, bottom: float, size: float, of: Colours) -> None:
    """How far an engine may go: a dashed line through the bar with a tick that points up at it from below."""
    painter.save()
    painter.setPen(QPen(QColor(of.marker), 1.6, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(x, top, x, bottom))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(of.marker))
    painter.drawPolygon(
        QPolygonF([QPointF(x - size, bottom), QPointF(x + size, bottom), QPointF(x, bottom - size * 1.2)])
    )
    painter.restore()


def draw_baseline(painter: QPainter, x: float, top: float, bottom: float, of: Colours) -> None:
    """What the baseline needs: long dashes from row to row, on a line of the ground that parts them from any bar."""
    painter.fillRect(QRectF(x - 2, top, 4, bottom - top), QColor(of.base))
    pen = QPen(QColor(of.marker), 2, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([3.5, 2])
    painter.save()
    painter.setPen(pen)
    painter.drawLine(QLineF(x, top, x, bottom))
    painter.restore()


def draw_verdict(painter: QPainter, rect: QRectF, verdict: str, of: Colours) -> None:
    """The sign of a verdict, filling `rect`: disc, triangle, cross or question mark."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = of.verdict(verdict)
    stroke = QPen(colour, max(1.6, rect.width() * 0.2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if verdict == "Fits":
        painter.drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    elif verdict == "Tight":
        painter.drawPolygon(QPolygonF([QPointF(rect.center().x(), rect.top()), rect.bottomRight(), rect.bottomLeft()]))
    elif verdict == "Does not fit":
        painter.setPen(stroke)
        inner = rect.adjusted(1, 1, -1, -1)
        painter.drawLines([QLineF(inner.topLeft(), inner.bottomRight()), QLineF(inner.topRight(), inner.bottomLeft())])
    else:
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(max(1, round(rect.height() * 1.6)))
        painter.setFont(font)
        painter.setPen(colour)
        around = rect.adjusted(-rect.width(), -rect.height(), rect.width(), rect.height())
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, VERDICT_SYMBOLS["Unknown"])
    painter.restore()
