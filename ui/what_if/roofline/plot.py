"""The roofline on logarithmic axes: roofs, calls as marks of an area in proportion to their time, measured blocks.

Imports pyqtgraph: import this module late (see `panel`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from planner.what_if.roofline import Point, Roof, Roofline
from ui import theme
from ui.charts.still import still
from ui.theme import Colours, em
from ui.what_if.block.paint import class_colour
from ui.what_if.roofline import text as words
from ui.what_if.roofline.marks import draw_mark

LABELS = 7
TRIED = 60
"""So many marks, those of the most time, are tried for a label; most of many layer groups have the same few names."""
LEAST, MOST = 0.42, 1.7
"""Radius of a mark in em: of the shortest, and of one that is all of a pass."""
EMPTY = Roofline((), (), {})
NEXT = (int(Qt.Key.Key_Right), int(Qt.Key.Key_Down))
BEFORE = (int(Qt.Key.Key_Left), int(Qt.Key.Key_Up))


class RooflineItem(pg.GraphicsObject):
    """Paints all of it; positions are log10 of FLOP/B and FLOP/s."""

    def __init__(self) -> None:
        super().__init__()
        self.content = EMPTY
        self.low, self.high = QPointF(0, 9), QPointF(4, 15)
        self.em = 14.0
        self.of: Colours = theme.LIGHT
        self.chosen = self.under = -1
        self.roof_names: list[QRectF] = []
        self.lines: list[QRectF] = []
        """Where peaks run, which labels keep clear of."""

    def boundingRect(self) -> QRectF:
        return QRectF(self.low, self.high)

    def set_content(self, content: Roofline) -> None:
        """Show these roofs and points; the extent follows them."""
        self.prepareGeometryChange()
        self.content = content
        self.chosen = self.under = -1
        xs = [math.log10(point.intensity) for point in content.points]
        xs += [math.log10(roof.ridge) for roof in content.roofs]
        ys = [math.log10(rate) for point in content.points for rate in rates(point)]
        ys += [math.log10(roof.peak) for roof in content.roofs]
        if xs and ys:
            left, right = min(xs) - 0.7, max(xs) + 0.55
            self.low, self.high = QPointF(left, min(ys) - 0.6), QPointF(right, max(ys) + 0.4)
        self.update()

    def radius(self, point: Point) -> float:
        """Half the width of a point's mark in pixels: its area is in proportion to its share of the pass."""
        return self.em * max(LEAST, MOST * math.sqrt(min(point.share, 1.0)))

    def place(self, intensity: float, rate: float) -> QPointF:
        """Where a value stands in the item."""
        return QPointF(math.log10(intensity), math.log10(rate))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        transform = painter.transform()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

        def at(intensity: float, rate: float) -> QPointF:
            return transform.map(self.place(intensity, rate))

        self.roof_names, self.lines = [], []
        for roof in sorted(self.content.roofs, key=lambda roof: roof.peak):
            self._draw_roof(painter, roof, at)
        taken = [*self.roof_names, *self.lines]
        order = sorted(range(len(self.content.points)), key=lambda n: -self.content.points[n].seconds)
        for number in order:
            self._draw_drop(painter, self.content.points[number], at)
        for number in order:
            point = self.content.points[number]
            place = at(point.intensity, shown(point))
            self._draw_point(painter, point, place, number)
            radius = self.radius(point)
            taken.append(QRectF(place.x() - radius, place.y() - radius, 2 * radius, 2 * radius))
        self._draw_labels(painter, order, at, taken)

    def _draw_roof(self, painter: QPainter, roof: Roof, at: object) -> None:
        assert callable(at)
        ink = QColor(self.of.text if not roof.calibrated else self.of.muted)
        pen = QPen(ink, max(1.3, self.em * 0.1))
        if roof.calibrated:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        left, right = 10 ** self.low.x(), 10 ** self.high.x()
        corner = at(roof.ridge, roof.peak)
        painter.drawLine(at(left, left * roof.bandwidth), corner)
        painter.drawLine(corner, at(right, roof.peak))
        self.lines.append(QRectF(corner, at(right, roof.peak)).adjusted(0, -2, 0, 2))
        if roof.calibrated:
            return
        painter.setBrush(ink)
        painter.drawEllipse(corner, self.em * 0.2, self.em * 0.2)
        metrics = QFontMetricsF(painter.font())
        room = corner.x() - self.em * 0.5 - at(left, roof.peak).x()
        text = next((each for each in words.roof_names(roof) if metrics.horizontalAdvance(each) <= room), "")
        y = corner.y() + metrics.ascent() * 0.3
        if self.roof_names:  # the peaks go up: each name stands above the one before
            y = min(y, self.roof_names[-1].top() - metrics.descent())
        x = corner.x() - metrics.horizontalAdvance(text) - self.em * 0.5
        self.roof_names.append(QRectF(x, y - metrics.ascent(), metrics.horizontalAdvance(text), metrics.height()))
        painter.setPen(QColor(self.of.muted))
        painter.drawText(QPointF(x, y), text)

    def _draw_drop(self, painter: QPainter, point: Point, at: object) -> None:
        """From the floor of a call down to what it reaches."""
        assert callable(at)
        colour = QColor(class_colour(point.operator_class, self.of))
        colour.setAlphaF(0.55)
        top, low = at(point.intensity, point.floor), at(point.intensity, min(rates(point)))
        painter.setPen(QPen(colour, 1.2))
        painter.drawLine(top, low)
        half = self.em * 0.32
        painter.setPen(QPen(colour, 2.0))
        painter.drawLine(top - QPointF(half, 0), top + QPointF(half, 0))

    def _draw_point(self, painter: QPainter, point: Point, place: QPointF, number: int) -> None:
        mark = "measured" if point.measured is not None else point.root
        colour = QColor(self.of.text) if mark == "measured" else class_colour(point.operator_class, self.of)
        ring = 2.4 if number == self.chosen else 1.7 if number == self.under else 0.0
        draw_mark(painter, place, self.radius(point) if mark != "measured" else self.em * 0.6, mark, colour,
                  QColor(self.of.base), ring=ring, accent=QColor(self.of.accent))  # fmt: skip

    def _draw_labels(self, painter: QPainter, order: Sequence[int], at: object, taken: list[QRectF]) -> None:
        """The names of the marks that take most of the time, each where it covers nothing."""
        assert callable(at)
        metrics = QFontMetricsF(painter.font())
        painter.setPen(QColor(self.of.text))
        left = at(10 ** self.low.x(), 10 ** self.low.y())
        right = at(10 ** self.high.x(), 10 ** self.high.y())
        room = QRectF(left.x(), right.y(), right.x() - left.x(), left.y() - right.y())
        named: set[tuple[str, str]] = set()
        for number in order[:TRIED]:
            point = self.content.points[number]
            if len(named) >= LABELS or (point.label, point.root) in named:
                continue
            place, radius, text = at(point.intensity, shown(point)), self.radius(point), words.name(point)
            wide, high = metrics.horizontalAdvance(text), metrics.height()
            right, left_, slant = place.x() + radius + 4, place.x() - radius - 4 - wide, radius * 0.7
            for x, y in (
                (right, place.y() - high / 2),
                (left_, place.y() - high / 2),
                (place.x() - wide / 2, place.y() + radius + 1),
                (place.x() - wide / 2, place.y() - radius - high - 1),
                (place.x() - wide / 2, at(point.intensity, point.floor).y() - high - self.em * 0.5),
                (place.x() + slant + 2, place.y() + slant),
                (place.x() + slant + 2, place.y() - slant - high),
                (place.x() - slant - 2 - wide, place.y() + slant),
            ):
                rect = QRectF(x, y, wide, high)
                if room.contains(rect) and not any(rect.intersects(other) for other in taken):
                    taken.append(rect)
                    named.add((point.label, point.root))
                    ground = QColor(self.of.base)
                    ground.setAlphaF(0.8)
                    painter.fillRect(rect, ground)
                    painter.drawText(QPointF(x, y + metrics.ascent()), text)
                    break


def rates(point: Point) -> list[float]:
    """The FLOP/s of a point that are known: at the floor, as estimated, as measured."""
    return [rate for rate in (point.floor, point.estimated, point.measured) if rate]


def shown(point: Point) -> float:
    """The FLOP/s where a point's mark stands: measured, else as estimated."""
    return point.measured or point.estimated or point.floor


class RooflinePlot(pg.PlotWidget):
    """The view. `chosen(number)` and `pointed(number)` name a point, -1 none."""

    chosen = Signal(int)
    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = RooflineItem()
        plot = still(self, self.item)
        plot.vb.setDefaultPadding(0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.dress()

    def dress(self) -> None:
        """Take fonts and colours from the widget, at the start and when they change."""
        of = theme.colours(self.palette())
        self.item.of, self.item.em = of, float(em(self))
        self.setBackground(of.base)
        plot = self.getPlotItem()
        for side, text in (("bottom", words.across()), ("left", words.up())):
            axis = plot.getAxis(side)
            axis.setTextPen(of.muted)
            axis.setPen(pg.mkPen(of.border))
            axis.setStyle(tickFont=self.font(), tickLength=-4)
            axis.enableAutoSIPrefix(False)
            # After the pen, which would colour the title too.
            plot.setLabel(side, text, color=of.muted, **{"font-size": f"{self.font().pointSizeF():.1f}pt"})
        plot.getAxis("left").setWidth(em(self) * 7.2)
        self.item.update()

    def show_content(self, content: Roofline) -> None:
        """Show this roofline."""
        self.item.set_content(content)
        low, high = self.item.low, self.item.high
        self.setRange(xRange=(low.x(), high.x()), yRange=(low.y(), high.y()), padding=0)
        plot = self.getPlotItem()
        across = range(math.ceil(low.x()), math.floor(high.x()) + 1)
        up = range(math.ceil(low.y()), math.floor(high.y()) + 1)
        plot.getAxis("bottom").setTicks([[(at, f"{10.0**at:,g}") for at in across]])
        plot.getAxis("left").setTicks([[(at, words.rate(10.0**at)) for at in up]])

    def position(self, number: int) -> QPointF:
        """Where a point stands in the widget."""
        point = self.item.content.points[number]
        scene = self.item.mapToScene(self.item.place(point.intensity, shown(point)))
        return QPointF(self.mapFromScene(scene))

    def point_at(self, place: QPointF) -> int:
        """The nearest point whose mark is under this place; -1 where there is none."""
        found, nearest = -1, 1e9
        for number, point in enumerate(self.item.content.points):
            apart = self.position(number) - place
            distance = math.hypot(apart.x(), apart.y())
            if distance <= max(self.item.radius(point), 6.0) and distance < nearest:
                found, nearest = number, distance
        return found

    def select(self, number: int) -> None:
        """Make a point the current one."""
        self.item.chosen = number
        self.item.update()
        self.chosen.emit(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self.point_at(event.position())
        if number != self.item.under:
            self.item.under = number
            self.item.update()
            self.pointed.emit(number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.point_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.select(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        points = self.item.content.points
        if points and event.key() in (*NEXT, *BEFORE):
            by = 1 if event.key() in NEXT else -1
            at = self.item.chosen
            self.select((at + by) % len(points) if at >= 0 else 0 if by > 0 else len(points) - 1)
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "item"):
            self.dress()
