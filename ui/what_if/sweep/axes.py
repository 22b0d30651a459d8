"""Axes of the pictures of a sweep: round values below and beside, titles, and the pens and signs over the colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from ui.what_if.sweep.shown import Look, Shown

LARGEST_LABELLED = 1500
"""Of longer axes the labels are in even steps from the first value, round or not."""


def boundary_pens(share: float) -> tuple[QPen, ...]:
    """The line between what fits and what does not: dark in a pale border, seen on every colour."""
    return _square(QPen(QColor("#FFFFFF"), 5 * share)), _square(QPen(QColor("#101215"), 2.6 * share))


def tight_pens(share: float) -> tuple[QPen, ...]:
    """The line where a plan becomes tight: pale dashes in a dark border."""
    dashes = QPen(QColor("#FFFFFF"), 2 * share, Qt.PenStyle.DashLine)
    return _square(QPen(QColor("#101215"), 3.4 * share)), dashes


def _square(pen: QPen) -> QPen:
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    return pen


def ring(painter: QPainter, middle: QPointF, size: float) -> None:
    """The sign of the plan as it is, seen on every colour."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, colour in ((5.0, "#101215"), (2.2, "#FFFFFF")):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(middle, size, size)


def axes(painter: QPainter, plot: QRectF, shown: Shown, look: Look) -> None:
    """The values along both axes of a map, and the titles."""
    rows, columns = shown.sweep.values.shape
    em = look.em
    labels = [shown.x_label(at) for at in _some(columns, 60)]
    widest = max((look.wide(text) for text in labels), default=em) + em * 0.9
    for at in round_places(columns, max(1, int(plot.width() / widest)), shown.x_label):
        x = plot.left() + (at + 0.5) / columns * plot.width()
        tick(painter, QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + em * 0.22), look)
        text = look_elided(look, shown.x_label(at), max(plot.width() / columns, widest))
        painter.setPen(QColor(look.colours.text))
        room = QRectF(x - widest, plot.bottom() + em * 0.25, widest * 2, em * 1.2)
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
    for at in round_places(rows, max(1, int(plot.height() / (em * 1.35))), shown.y_label):
        y = plot.bottom() - (at + 0.5) / rows * plot.height()
        tick(painter, QPointF(plot.left() - em * 0.22, y), QPointF(plot.left(), y), look)
        painter.setPen(QColor(look.colours.text))
        room = QRectF(plot.left() - 400, y - em, 400 - em * 0.4, em * 2)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown.y_label(at))
    painter.setPen(QColor(look.colours.text))
    below = QRectF(plot.left(), plot.bottom() + em * 1.5, plot.width(), em * 1.3)
    painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, shown.x_title)
    if shown.y_title:
        widest_y = max((look.wide(shown.y_label(at)) for at in _some(rows, 40)), default=0)
        turned(painter, QPointF(plot.left() - widest_y - em * 1.3, plot.center().y()), shown.y_title, plot.height(),
               look)  # fmt: skip


def round_places(count: int, most: int, label: Callable[[int], str]) -> Sequence[int]:
    """Places of at most so many of `count` values in even steps, such that what stands there is short: 4k, 8k rather
    than 1,280, 5,376.
    """
    step = max(1, -(-count // max(most, 1)))
    if step == 1 or count > LARGEST_LABELLED:
        return range(0, count, step)
    lengths = [len(label(at).rstrip("0")) for at in range(count)]
    ways = [range(start, count, wide) for wide in range(step, 2 * step + 1) for start in range(wide)]
    return min(ways, key=lambda way: sum(lengths[at] for at in way) / len(way) if len(way) else 99)


def look_elided(look: Look, text: str, room: float) -> str:
    """A text that fits into a room, with dots where it is cut."""
    return QFontMetricsF(look.font).elidedText(text, Qt.TextElideMode.ElideRight, room)


def tick(painter: QPainter, start: QPointF, end: QPointF, look: Look) -> None:
    """A short line at an axis."""
    painter.setPen(QPen(QColor(look.colours.muted), 1))
    painter.drawLine(start, end)


def turned(painter: QPainter, middle: QPointF, text: str, room: float, look: Look) -> None:
    """A title that reads upwards."""
    painter.save()
    painter.setPen(QColor(look.colours.text))
    painter.translate(middle)
    painter.rotate(-90)
    place = QRectF(-room / 2, -look.em * 0.7, room, look.em * 1.4)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, look_elided(look, text, room))
    painter.restore()


def _some(count: int, most: int) -> Sequence[int]:
    """Places of at most so many of `count` values, in even steps from the first."""
    return range(0, count, max(1, -(-count // max(most, 1))))
