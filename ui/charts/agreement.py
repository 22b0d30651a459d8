"""Measured against estimated, on logarithmic axes: a point on the diagonal was estimated as it was measured.

Imports pyqtgraph: import this module late.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ui import theme
from ui.charts.still import still
from ui.theme import em

BEFORE, AFTER = "#D55E00", "#0072B2"
"""Vermillion and blue of Okabe and Ito; the shapes differ too."""


class _Points(pg.GraphicsObject):
    """Diagonal, band and both sorts of points; positions are log10 of milliseconds, (measured, estimated)."""

    def __init__(self) -> None:
        super().__init__()
        self.before: tuple[tuple[float, float], ...] = ()
        self.after: tuple[tuple[float, float], ...] = ()
        self.low, self.high = -1.0, 2.0
        self.size = 8.0
        self.ink = QColor()

    def boundingRect(self) -> QRectF:
        return QRectF(self.low, self.low, self.high - self.low, self.high - self.low)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        transform = painter.transform()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

        def place(x: float, y: float) -> QPointF:
            return transform.map(QPointF(x, y))

        line = QPen(self.ink, 1.0)
        painter.setPen(line)
        painter.drawLine(place(self.low, self.low), place(self.high, self.high))
        line.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(line)
        for shift in (math.log10(1.25), -math.log10(1.25)):
            painter.drawLine(place(self.low, self.low + shift), place(self.high, self.high + shift))
        half = self.size / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(BEFORE), 1.6))
        for x, y in self.before:
            at = place(x, y)
            painter.drawRect(QRectF(at.x() - half, at.y() - half, self.size, self.size))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(QColor(AFTER)))
        for x, y in self.after:
            painter.drawEllipse(place(x, y), half, half)


class Agreement(pg.PlotWidget):
    """Each point twice: an open square with the constants before, a filled dot with those after."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = _Points()
        plot = still(self, self.item)
        self.setAccessibleName(QCoreApplication.translate("charts", "Measured against estimated"))
        found = theme.colours(self.palette())
        self.setBackground(found.base)
        self.item.ink = QColor(found.muted)
        self.item.size = em(self) * 0.55
        titles = {
            "bottom": QCoreApplication.translate("charts", "measured, ms"),
            "left": QCoreApplication.translate("charts", "estimated, ms"),
        }
        for side, title in titles.items():
            plot.getAxis(side).setTextPen(found.muted)
            plot.getAxis(side).setPen(pg.mkPen(found.border))
            # After the pen, which colours the title too.
            plot.setLabel(side, title, color=QColor(found.muted).name())
            plot.getAxis(side).enableAutoSIPrefix(False)

    def set_points(self, points: Sequence[tuple[float, float, float]]) -> None:
        """Show (measured, before, after) in seconds."""
        logs = [tuple(math.log10(value * 1e3) for value in point) for point in points]
        values = [value for point in logs for value in point] or [0.0, 1.0]
        item = self.item
        item.prepareGeometryChange()
        item.before = tuple((measured, before) for measured, before, _ in logs)
        item.after = tuple((measured, after) for measured, _, after in logs)
        item.low, item.high = min(values) - 0.15, max(values) + 0.15
        self.setRange(xRange=(item.low, item.high), yRange=(item.low, item.high), padding=0)
        ticks = _ticks(item.low, item.high)
        for side in ("bottom", "left"):
            self.getPlotItem().getAxis(side).setTicks([ticks])
        item.update()


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Positions and texts of 1, 2, 5 times powers of ten between two logarithms."""
    found = []
    for power in range(math.floor(low), math.ceil(high) + 1):
        for step in (1, 2, 5):
            at = power + math.log10(step)
            if low <= at <= high:
                found.append((at, f"{step * 10.0**power:g}"))
    return found if len(found) <= 9 else [tick for tick in found if abs(tick[0] - round(tick[0])) < 1e-9]
