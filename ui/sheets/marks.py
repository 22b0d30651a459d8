"""The signs of Findings in cells: a shape and a colour per severity, drawn, so that no font has to have them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from planner.findings import Severity
from ui.theme import Colours, text_on

_SIDE = 64
"""Pixels of the drawing, scaled down by Qt to the icon size of the view."""


def severity_colour(severity: Severity, of: Colours) -> QColor:
    """Error as a misfit, warning as tight, note quiet."""
    return QColor({Severity.ERROR: of.misfit, Severity.WARNING: of.tight, Severity.NOTE: of.muted}[severity])


def severity_icon(severity: Severity, of: Colours) -> QIcon:
    """A disc with a cross (error), a triangle with a mark (warning), a ring with an i (note)."""
    return _icon(severity, severity_colour(severity, of).name())


def blended(colour: QColor, ground: QColor, share: float) -> QColor:
    """`share` of a colour laid over a ground."""
    channels = ((each.red(), each.green(), each.blue()) for each in (colour, ground))
    return QColor(*(round(a * share + b * (1 - share)) for a, b in zip(*channels, strict=True)))


@lru_cache(maxsize=32)
def _icon(severity: Severity, colour: str) -> QIcon:
    pixmap = QPixmap(_SIDE, _SIDE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ground = QColor(colour)
    sign = QPen(text_on(ground), 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    if severity is Severity.ERROR:
        painter.drawEllipse(QRectF(4, 4, 56, 56))
        painter.setPen(sign)
        painter.drawLine(QPointF(22, 22), QPointF(42, 42))
        painter.drawLine(QPointF(42, 22), QPointF(22, 42))
    elif severity is Severity.WARNING:
        painter.drawPolygon(QPolygonF([QPointF(32, 4), QPointF(62, 58), QPointF(2, 58)]))
        painter.setPen(sign)
        painter.drawLine(QPointF(32, 24), QPointF(32, 38))
        painter.drawPoint(QPointF(32, 49))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ground, 6))
        painter.drawEllipse(QRectF(7, 7, 50, 50))
        painter.setPen(QPen(ground, 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPoint(QPointF(32, 20))
        painter.drawLine(QPointF(32, 32), QPointF(32, 45))
    painter.end()
    return QIcon(pixmap)
