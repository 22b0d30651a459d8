"""What paints the VRAM chart: the bars as one graphics object, the names as one axis, the GiB as another.

View coordinates: x in GiB, y in rows; texts and thin lines are painted in device pixels, so they stay crisp.
Imports pyqtgraph: import this module late (see `memory_chart`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ui import theme
from ui.charts.bars import (
    HEADING,
    Bar,
    beside_text,
    component_title,
    margin_text,
    spans,
    tick_text,
    tops,
    total_text,
)
from ui.charts.paint import draw_allowance, draw_baseline, draw_marker, draw_overflow, draw_reserved, draw_verdict
from ui.sheets.beside import baseline_word
from ui.theme import COMPONENT_COLOURS, Colours
from ui.verdicts import verdict_word


class Look:
    """Fonts, colours and the two rows that stand out: what the painting items share."""

    def __init__(self, font: QFont, colours: Colours) -> None:
        self.colours = colours
        self.font = font
        self.bold = QFont(font)
        self.bold.setWeight(QFont.Weight.DemiBold)
        self.small = QFont(font)
        if font.pointSizeF() > 0:
            self.small.setPointSizeF(font.pointSizeF() * 0.9)
        else:
            self.small.setPixelSize(max(1, round(font.pixelSize() * 0.9)))
        self.em = QFontMetricsF(font).height()
        self.metrics, self.bold_metrics, self.small_metrics = map(QFontMetricsF, (font, self.bold, self.small))

    def ground(self, bar: Bar, hovered: bool) -> QColor:
        """What the row of a bar stands on."""
        name = self.colours.selection if bar.selected else self.colours.alternate if hovered else self.colours.base
        return QColor(name)


class Names(pg.AxisItem):
    """The left axis: the scenario's name over its verdict with its sign.

    A long name is cut in its middle: names of scenarios differ at their ends.
    """

    def __init__(self) -> None:
        super().__init__("left")
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setStyle(tickLength=0)  # else the axis reaches into the plot by the length of its ticks
        self.bars: Sequence[Bar] = ()
        self.look: Look | None = None
        self.hovered = -1

    def row_rect(self, index: int) -> QRectF:
        """Where the name of a bar stands, with the heading above it."""
        at = tops(self.bars)[index]
        top, bottom = self._y(at - (HEADING if self.bars[index].heading else 0)), self._y(at + 1)
        return QRectF(0, math.floor(top), self.size().width() + 1, math.ceil(bottom) - math.floor(top))

    def _y(self, at: float) -> float:
        """Where a place of the plot, in rows, is on the axis."""
        view = self.linkedView()
        return 0.0 if view is None else float(self.mapFromItem(view, view.mapFromView(QPointF(0, at))).y())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        if self.look is None or self.linkedView() is None:
            return
        # The bounding rectangle is taller than the axis by pyqtgraph's margin for tick texts; names stay inside.
        look, em, rect = self.look, self.look.em, QRectF(QPointF(0, 0), self.size())
        painter.setClipRect(rect)
        shown, pitch = option.exposedRect.intersected(rect), self._y(1) - self._y(0)
        start = self._y(0)
        for index, (bar, at) in enumerate(zip(self.bars, tops(self.bars), strict=False)):
            top, bottom = start + at * pitch, start + (at + 1) * pitch
            above = round(top - HEADING * pitch) if bar.heading else top
            if bottom < shown.top() or above > shown.bottom():
                continue
            if bar.heading:
                self._paint_heading(painter, QRectF(rect.left(), above, rect.width() + 1, round(top) - above), bar)
            row = QRectF(rect.left(), round(top), rect.width() + 1, round(bottom) - round(top))
            painter.fillRect(row, look.ground(bar, index == self.hovered))
            if bar.selected:
                painter.fillRect(QRectF(row.left(), row.top(), 3, row.height()), QColor(look.colours.accent))
            line = look.metrics.height()
            upper = QRectF(row.left() + em * 0.6, row.center().y() - line, row.width() - em * 1.0, line)
            metrics = look.bold_metrics if bar.selected else look.metrics
            painter.setFont(look.bold if bar.selected else look.font)
            painter.setPen(QColor(look.colours.text))
            left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(upper, left, metrics.elidedText(bar.name, Qt.TextElideMode.ElideMiddle, upper.width()))
            second = upper.translated(0, line)
            size = round(em * 0.52)
            sign = QRectF(second.left(), round(second.center().y() - size / 2), size, size)
            draw_verdict(painter, sign, bar.verdict, look.colours)
            painter.setFont(look.small)
            painter.setPen(look.colours.verdict(bar.verdict))
            word = second.adjusted(em * 0.85, 0, 0, 0)
            said = verdict_word(bar.verdict)
            if bar.is_baseline:
                said = f"{said} · {baseline_word()}"
            painter.drawText(word, left, look.small_metrics.elidedText(
                said, Qt.TextElideMode.ElideRight, word.width()))  # fmt: skip

    def _paint_heading(self, painter: QPainter, band: QRectF, bar: Bar) -> None:
        look = self.look
        assert look is not None
        painter.fillRect(band, QColor(look.colours.header))
        painter.setFont(look.bold)
        painter.setPen(QColor(look.colours.text))
        inner = band.adjusted(look.em * 0.6, 0, -look.em * 0.4, 0)
        text = look.bold_metrics.elidedText(bar.heading, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class Gib(pg.AxisItem):
    """The axis at the top: round numbers of GiB, each with its unit."""

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [tick_text(value) for value in values]


MOST_WIDTHS = 2000
BESIDE_LINE = 3
"""Device pixels between the line of the baseline and a text."""
FEW = 12
"""So many rows are painted one by one; with more of them the whole plot is."""


def unlike(before: Sequence[Bar], after: Sequence[Bar]) -> list[int]:
    """Where another bar stands than before, of as many."""
    return [index for index, (old, new) in enumerate(zip(before, after, strict=True)) if old is not new]


class BarsItem(pg.GraphicsObject):
    """Paints every bar; is told new data and never rebuilt."""

    def __init__(self) -> None:
        super().__init__()
        # Without it the style option says that everything is exposed, and rows out of sight are painted too.
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.bars: tuple[Bar, ...] = ()
        self.tops: tuple[float, ...] = (0.0,)
        self.look: Look | None = None
        self.hovered = -1
        self._widths: dict[int, tuple[Bar, float]] = {}
        self._measured_in: Look | None = None
        self.limit = 1.0
        self.far = 1.0
        self.grid: list[float] = []

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self.far, max(1.0, self.tops[-1]))

    def set_extent(self, limit: float, far: float, grid: list[float]) -> None:
        """Bars are drawn up to `limit` GiB, their labels up to `far`; `grid` are the ticks."""
        if far != self.far:
            self.prepareGeometryChange()
        self.limit, self.far, self.grid = limit, far, grid

    def set_bars(self, bars: tuple[Bar, ...]) -> None:
        """Show these instead; paints again what is not the same object as before."""
        before, places = self.bars, tops(bars)
        moved = places != self.tops
        self.bars, self.tops = bars, places
        if moved:
            self.prepareGeometryChange()
            self.update()
            return
        changed = unlike(before, bars)
        if len(changed) > FEW:
            self.update()
            return
        for index in changed:
            above = HEADING if bars[index].heading else 0.0
            self.update(QRectF(0, places[index] - above, self.far, 1 + above))

    def label_width(self, bar: Bar) -> float:
        """Device pixels that the texts at the end of a bar take."""
        if self.look is None:
            return 0.0
        if self._measured_in is not self.look or len(self._widths) > MOST_WIDTHS:
            self._widths.clear()
            self._measured_in = self.look
        known = self._widths.get(id(bar))
        if known is None or known[0] is not bar:
            first = self.look.metrics.horizontalAdvance(total_text(bar))
            second = self.look.small_metrics.horizontalAdvance(margin_text(bar))
            said = beside_text(bar)
            third = self.look.small_metrics.horizontalAdvance(said) if said else 0.0
            known = self._widths[id(bar)] = bar, max(first, second, third) + self.look.em * 0.5
        return known[1]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        if self.look is None:
            return
        to_device = QTransform(painter.worldTransform())
        painter.resetTransform()
        shown = option.exposedRect
        for index, (bar, top) in enumerate(zip(self.bars, self.tops, strict=False)):
            if top + 1 < shown.top() or top - HEADING > shown.bottom():
                continue
            if bar.heading:
                self._paint_heading(painter, to_device, top)
            self._paint_row(painter, to_device, index)

    def _paint_heading(self, painter: QPainter, to_device: QTransform, top: float) -> None:
        """The band of a heading; its text stands over the names."""
        assert self.look is not None
        above, below = (round(to_device.map(QPointF(0, at)).y()) for at in (top - HEADING, top))
        left, right = (to_device.map(QPointF(at, 0)).x() for at in (0, self.far))
        painter.fillRect(QRectF(left, above, right - left + 1, below - above), QColor(self.look.colours.header))

    def _paint_row(self, painter: QPainter, to_device: QTransform, index: int) -> None:
        look, bar = self.look, self.bars[index]
        assert look is not None

        def x(gib: float) -> float:
            return to_device.map(QPointF(min(gib, self.limit), 0)).x()

        top, bottom = (round(to_device.map(QPointF(0, self.tops[index] + at)).y()) for at in (0, 1))
        ground = look.ground(bar, index == self.hovered)
        painter.fillRect(QRectF(x(0), top, to_device.map(QPointF(self.far, 0)).x() - x(0) + 1, bottom - top), ground)
        for at in self.grid:
            painter.fillRect(QRectF(round(x(at)), top, 1, bottom - top), QColor(look.colours.grid))
        thick = round(min(look.em * 1.55, (bottom - top) * 0.62))
        body = QRectF(0, round((top + bottom - thick) / 2), 0, thick)
        usable = None if bar.usable is None else bar.usable / 2**30
        limit = None if bar.limit is None else bar.limit / 2**30
        if usable is not None:
            painter.fillRect(_between(body, x(0), x(usable)), QColor(look.colours.track))
        if bar.reserved is not None:
            held = _between(body, x(0), x(bar.reserved / 2**30))
            draw_reserved(painter, held, QColor(look.colours.track))
        baseline = None if bar.baseline is None or bar.baseline / 2**30 > self.limit else x(bar.baseline / 2**30)
        for component, start, end in spans(bar):
            inside = end if limit is None else min(end, limit)
            if inside > start:
                segment = _between(body, x(start), x(inside))
                self._paint_segment(painter, segment, clear_of(segment, baseline), component, end - start)
        end_of_bar = bar.known / 2**30
        if limit is not None and end_of_bar > limit:
            draw_overflow(painter, _between(body, x(limit), x(end_of_bar)), ground, look.em * 0.42)
        if end_of_bar > self.limit * (1 + 1e-9):
            self._paint_break(painter, QRectF(x(self.limit) - look.em, body.top(), look.em, body.height()), ground)
        if usable is not None:
            draw_marker(painter, round(x(usable)), body.top() - look.em * 0.36, body.bottom() + look.em * 0.22,
                        look.em * 0.24, look.colours)  # fmt: skip
        if bar.reserved is not None:
            draw_allowance(painter, round(x(bar.reserved / 2**30)), body.top() - look.em * 0.22,
                           body.bottom() + look.em * 0.36, look.em * 0.24, look.colours)  # fmt: skip
        if baseline is not None:
            draw_baseline(painter, round(baseline), top, bottom, look.colours)
        self._paint_label(painter, x(max(bar.end, bar.baseline or 0) / 2**30), (top + bottom) / 2, bar, ground)

    def _paint_segment(self, painter: QPainter, rect: QRectF, free: QRectF, component: str, gib: float) -> None:
        """The part of a segment that the card holds, labelled with the whole segment where `free` of it has room."""
        look = self.look
        assert look is not None
        colour = QColor(COMPONENT_COLOURS[component])
        painter.fillRect(rect, colour)
        # A hairline of the ground parts neighbours for eyes that cannot tell their colours.
        if rect.width() > 3:
            painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), QColor(look.colours.base))
        number = f"{gib:,.2f}"
        for text in (f"{component_title(component)} {number}", number):
            if look.small_metrics.horizontalAdvance(text) + look.em * 0.7 <= free.width():
                painter.setFont(look.small)
                painter.setPen(theme.text_on(colour))
                painter.drawText(free, Qt.AlignmentFlag.AlignCenter, text)
                break

    def _paint_break(self, painter: QPainter, rect: QRectF, ground: QColor) -> None:
        """A torn edge: the bar goes on beyond the axis."""
        look = self.look
        assert look is not None
        teeth, step = 4, rect.height() / 4
        edge = [
            QPointF(rect.center().x() + (rect.width() * 0.18 if tooth % 2 else -rect.width() * 0.18),
                    rect.top() + tooth * step)
            for tooth in range(teeth + 1)
        ]  # fmt: skip
        shifted = [point + QPointF(rect.width() * 0.3, 0) for point in edge]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPolygon(QPolygonF([*edge, *reversed(shifted)]))
        painter.setPen(QPen(QColor(look.colours.text), 1.2))
        painter.drawPolyline(QPolygonF(edge))
        painter.drawPolyline(QPolygonF(shifted))
        painter.restore()

    def _paint_label(self, painter: QPainter, x: float, middle: float, bar: Bar, ground: QColor) -> None:
        look = self.look
        assert look is not None
        line, left, wide = look.metrics.height(), x + look.em * 0.5, self.label_width(bar)
        beside = beside_text(bar)
        small = round(look.small_metrics.height())
        high = line + small * (2 if beside else 1)
        top = middle - high / 2 if beside else middle - line
        painter.fillRect(QRectF(left - 2, top, wide, high), ground)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(look.font)
        painter.setPen(QColor(look.colours.text))
        painter.drawText(QRectF(left, top, wide + 2, line), align, total_text(bar))
        painter.setFont(look.small)
        painter.setPen(QColor(look.colours.misfit if bar.over else look.colours.muted))
        below = QRectF(left, top + line, wide + 2, small if beside else line)
        painter.drawText(below, align, margin_text(bar))
        painter.setPen(QColor(look.colours.text))
        painter.drawText(below.translated(0, small), align, beside)


def clear_of(rect: QRectF, line: float | None) -> QRectF:
    """What of a segment an upright line leaves for its text: all of it, or the wider side.

    >>> clear_of(QRectF(0, 0, 100, 9), 30).getRect(), clear_of(QRectF(0, 0, 100, 9), 100).getRect()
    ((33.0, 0.0, 67.0, 9.0), (0.0, 0.0, 97.0, 9.0))
    """
    if line is None or not rect.left() - BESIDE_LINE < line < rect.right() + BESIDE_LINE:
        return rect
    before, behind = QRectF(rect), QRectF(rect)
    before.setRight(max(line - BESIDE_LINE, rect.left()))
    behind.setLeft(min(line + BESIDE_LINE, rect.right()))
    return before if before.width() > behind.width() else behind


def _between(body: QRectF, left: float, right: float) -> QRectF:
    """The part of a bar between two positions, on whole pixels; something that exists is at least one pixel wide."""
    start = round(left)
    return QRectF(start, body.top(), max(1, round(right) - start), body.height())
