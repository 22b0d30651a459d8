"""A sweep as curves: the result over the first field, one curve per value of the second, up to a dozen.

Curves are told apart by colour, dashes and the words beside them; points by the verdict: full where the plan fits, half
where it is tight, a cross where it does not fit. There is no curve where the planner does not know.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from planner.what_if.arrays import DOES_NOT_FIT, FITS, TIGHT, WORDS
from planner.what_if.sweep.axes import Axis
from ui.verdicts import verdict_word
from ui.what_if.sweep.axes import look_elided, tick, turned
from ui.what_if.sweep.regions import ratio_steps
from ui.what_if.sweep.shown import LEGEND, Look, Shown, mark_count, widest_mark

MOST = 12
POINTS = 60
"""Curves of more points than this are lines alone."""
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
ON_LIGHT = ("#0072B2", "#D55E00", "#008A64", "#B0558A")
ON_DARK = ("#56B4E9", "#E69F00", "#2FBF91", "#E08DBB")
"""Four hues of Okabe and Ito's set, for white and for near black; with three dashes they tell a dozen apart."""


def chosen_rows(count: int) -> list[int]:
    """The curves that are shown of so many: all, or a dozen from the first to the last."""
    if count <= MOST:
        return list(range(count))
    return sorted({round(at * (count - 1) / (MOST - 1)) for at in range(MOST)})


def positions(axis: Axis) -> numpy.ndarray:
    """Where values stand along an axis, 0 to 1: by ratio, by distance, or in even steps where they are no numbers."""
    numbers, count = axis.values, len(axis.values)
    if not set(map(type, numbers)) <= {int, float} or count < 2:
        return (numpy.arange(count) + 0.5) / max(count, 1)
    at = numpy.array(numbers, float)
    if ratio_steps(axis.values) or (numbers[0] > 0 and numbers[-1] / numbers[0] > 100):
        at = numpy.log(at)
    return numpy.asarray((at - at[0]) / ((at[-1] - at[0]) or 1.0))


class Curves:
    """The curves of a sweep."""

    def __init__(self, shown: Shown, look: Look) -> None:
        self.shown, self.look = shown, look
        self.rows = chosen_rows(shown.sweep.values.shape[0])
        self._x = positions(shown.sweep.x)

    def _legend_width(self, whole: QRectF) -> float:
        if self.shown.sweep.y is None:
            return self.look.em * 1.2
        words = [self.shown.y_label(row) for row in self.rows]
        wide = max((self.look.wide(word) for word in (*words, self.shown.y_title)), default=0)
        return min(wide + self.look.em * 4, whole.width() * 0.35)

    def _colour(self, number: int) -> QColor:
        dark = QColor(self.look.colours.base).lightness() < 128
        return QColor((ON_DARK if dark else ON_LIGHT)[number % len(ON_LIGHT)])

    def plot(self, whole: QRectF) -> QRectF:
        """The place of the curves."""
        em = self.look.em
        marks = widest_mark(self.shown, self.look, whole.height() - em * (LEGEND + 2.9))
        last = self.look.wide(self.shown.x_label(len(self._x) - 1)) / 2 + em * 0.4
        right = max(self._legend_width(whole), last)
        return whole.adjusted(marks + em * 2.4, em * LEGEND, -right, -em * 2.9)

    def _place(self, plot: QRectF, row: int, column: int) -> QPointF | None:
        value = float(self.shown.sweep.values[row, column])
        if not math.isfinite(value):
            return None
        share = float(self.shown.scale.share(value))
        return QPointF(plot.left() + self._x[column] * plot.width(), plot.bottom() - share * plot.height())

    def point_at(self, whole: QRectF, at: QPointF) -> tuple[int, int] | None:
        """The point of a curve that is nearest to a place."""
        plot = self.plot(whole).adjusted(-self.look.em, -self.look.em, self.look.em, self.look.em)
        if not plot.contains(at):
            return None
        plot = self.plot(whole)
        column = int(numpy.abs(self._x * plot.width() + plot.left() - at.x()).argmin())
        places = [(row, self._place(plot, row, column)) for row in self.rows]
        near = [(abs(place.y() - at.y()), row) for row, place in places if place is not None]
        return (min(near)[1], column) if near else (self.rows[0], column)

    def paint(self, painter: QPainter, whole: QRectF, cursor: tuple[int, int] | None) -> None:
        """Everything; the cursor is a point that is looked at."""
        plot = self.plot(whole)
        if plot.width() < 10 or plot.height() < 10:
            return
        painter.setFont(self.look.font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._axes(painter, plot)
        for number, row in enumerate(self.rows):
            self._curve(painter, plot, number, row)
        self._legend(painter, whole, plot)
        self._signs(painter, whole, plot)
        if self.shown.here is not None and self.shown.here[0] in self.rows:
            self._ring(painter, self._place(plot, *self.shown.here), self.look.em * 0.5, self.look.colours.text)
        if cursor is not None:
            place = self._place(plot, *cursor)
            painter.setPen(QPen(QColor(self.look.colours.muted), 1, Qt.PenStyle.DotLine))
            x = plot.left() + self._x[cursor[1]] * plot.width()
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            self._ring(painter, place, self.look.em * 0.38, self.look.colours.accent)

    def _ring(self, painter: QPainter, place: QPointF | None, size: float, colour: str) -> None:
        if place is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colour), 2.2))
            painter.drawEllipse(place, size, size)

    def _axes(self, painter: QPainter, plot: QRectF) -> None:
        em, look, shown = self.look.em, self.look, self.shown
        for mark in shown.scale.marks(mark_count(plot.height(), look)):
            y = plot.bottom() - float(shown.scale.share(mark)) * plot.height()
            painter.setPen(QPen(QColor(look.colours.grid), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(look.colours.text))
            room = QRectF(plot.left() - 400, y - em, 400 - em * 0.4, em * 2)
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown.scale.text(mark))
        painter.setPen(QPen(QColor(look.colours.border), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.drawLine(plot.bottomLeft(), plot.topLeft())
        last = -math.inf
        for column in self._starts(plot):
            x = plot.left() + self._x[column] * plot.width()
            text = shown.x_label(column) if x - last > em * 0.8 else ""
            wide = look.wide(text)
            if not text or x - wide / 2 < last + em * 0.5:
                continue
            last = x + wide / 2
            tick(painter, QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + em * 0.22), look)
            painter.setPen(QColor(look.colours.text))
            room = QRectF(x - wide, plot.bottom() + em * 0.25, wide * 2, em * 1.2)
            painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
        below = QRectF(plot.left(), plot.bottom() + em * 1.5, plot.width(), em * 1.3)
        painter.setPen(QColor(look.colours.text))
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, shown.x_title)
        marks = widest_mark(shown, look, plot.height())
        turned(painter, QPointF(plot.left() - marks - em * 1.4, plot.center().y()), shown.result_title, plot.height(),
               look)  # fmt: skip

    def _pen(self, number: int) -> QPen:
        return QPen(self._colour(number), 2, DASHES[number // len(ON_LIGHT) % len(DASHES)])

    def _starts(self, plot: QRectF) -> list[int]:
        """The first column of each pixel: of millions there are no more than can be told apart."""
        pixels = numpy.floor(self._x * plot.width())
        return [0, *(numpy.flatnonzero(numpy.diff(pixels)) + 1).tolist()]

    def _drawn(self, plot: QRectF, row: int) -> list[int]:
        """The columns whose points make the curve: of each pixel the first, the last, the least, the greatest and one
        that is not known.
        """
        starts, count = self._starts(plot), len(self._x)
        if count <= 2 * len(starts):
            return list(range(count))
        values = self.shown.sweep.values[row]
        found: set[int] = set()
        for start, end in zip(starts, (*starts[1:], count), strict=True):
            part = values[start:end]
            unknown = ~numpy.isfinite(part)
            least, greatest = numpy.where(unknown, numpy.inf, part), numpy.where(unknown, -numpy.inf, part)
            found |= {start, end - 1, start + int(least.argmin()), start + int(greatest.argmax())}
            found |= {start + int(unknown.argmax())} if unknown.any() else set()
        return sorted(found)

    def _curve(self, painter: QPainter, plot: QRectF, number: int, row: int) -> None:
        path, begun, points = QPainterPath(), False, list[tuple[int, QPointF]]()
        for column in self._drawn(plot, row):
            place = self._place(plot, row, column)
            if place is None:
                begun = False
                continue
            points.append((column, place))
            (path.lineTo if begun else path.moveTo)(place)
            begun = True
        pen = self._pen(number)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)
        if len(self._x) > POINTS:
            return
        for column, place in points:
            dot(painter, place, int(self.shown.sweep.verdicts[row, column]), pen.color(), self.look)

    def _signs(self, painter: QPainter, whole: QRectF, plot: QRectF) -> None:
        """What the points mean, above the plot."""
        em, look = self.look.em, self.look
        x, y = plot.left(), whole.top() + em * 1.05
        codes = self.shown.sweep.verdicts[self.rows]
        ink = QColor(look.colours.text)
        entries = [(word, code) for code, word in enumerate(WORDS) if (codes == code).any()]
        for word, code in entries if len(self._x) <= POINTS else ():
            text = verdict_word(word)
            dot(painter, QPointF(x + em * 0.4, y), code, ink, look)
            x = self._said(painter, x + em * 1.1, y, text)
        if self.shown.here is not None and self.shown.here[0] in self.rows:
            self._ring(painter, QPointF(x + em * 0.5, y), em * 0.4, look.colours.text)
            x = self._said(painter, x + em * 1.3, y, QCoreApplication.translate("sweep", "the plan as it is"))
        if len(self.rows) < self.shown.sweep.values.shape[0]:
            said = QCoreApplication.translate("sweep", "{shown} of {all} curves")
            said = said.format(shown=len(self.rows), all=f"{self.shown.sweep.values.shape[0]:,}")
            self._said(painter, x, y, said)

    def _said(self, painter: QPainter, x: float, y: float, text: str) -> float:
        painter.setPen(QColor(self.look.colours.text))
        painter.drawText(QPointF(x, y + self.look.em * 0.32), text)
        return x + self.look.wide(text) + self.look.em * 1.3

    def _legend(self, painter: QPainter, whole: QRectF, plot: QRectF) -> None:
        if self.shown.sweep.y is None:
            return
        em, x = self.look.em, plot.right() + self.look.em * 1.2
        room = self._legend_width(whole) - em * 1.2
        lines: Sequence[int] = self.rows
        painter.setPen(QColor(self.look.colours.text))
        painter.drawText(QPointF(x, plot.top() + em * 0.5), look_elided(self.look, self.shown.y_title, room))
        for number, row in enumerate(lines):
            y = plot.top() + em * (1.6 + number * 1.35)
            painter.setPen(self._pen(number))
            painter.drawLine(QPointF(x, y), QPointF(x + em * 1.8, y))
            painter.setPen(QColor(self.look.colours.text))
            painter.drawText(QPointF(x + em * 2.3, y + em * 0.3), self.shown.y_label(row))


def dot(painter: QPainter, place: QPointF, code: int, colour: QColor, look: Look) -> None:
    """A point of a curve by its verdict: full, half, a cross, a ring with nothing in it."""
    size = look.em * 0.24
    painter.setPen(QPen(colour, 1.8))
    if code == DOES_NOT_FIT:
        painter.drawLine(place + QPointF(-size, -size), place + QPointF(size, size))
        painter.drawLine(place + QPointF(-size, size), place + QPointF(size, -size))
        return
    painter.setBrush(colour if code == FITS else QColor(look.colours.base))
    painter.drawEllipse(place, size, size)
    if code == TIGHT:
        painter.setBrush(colour)
        painter.drawPie(QRectF(place.x() - size, place.y() - size, 2 * size, 2 * size), 0, 180 * 16)
