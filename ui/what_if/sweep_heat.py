"""A sweep of two fields as a heat map: one cell per point, colours by value, the verdict by hatching and lines.

Everything is drawn with a painter into a place, so the window, a PNG and an SVG come from the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from planner.verdict import Verdict
from planner.what_if.sweep import WORDS, Sweep
from ui.theme import VERDICT_SYMBOLS, Colours, text_on
from ui.what_if.sweep_regions import edges, hatching, word_place
from ui.what_if.sweep_scale import Scale, table

FITS, TIGHT, MISFIT, UNKNOWN = range(4)
assert WORDS == (Verdict.FITS, Verdict.TIGHT, Verdict.DOES_NOT_FIT, Verdict.UNKNOWN)
LEGEND = 2.1
"""Room above a picture for what its signs mean, in heights of a line."""
LARGEST_LABELLED = 1500
"""Of longer axes the labels are in even steps from the first value, round or not."""
LARGEST_TEXTS = 600
"""Cells of a map with more than this are not written into."""


@dataclass(frozen=True, slots=True)
class Look:
    """Fonts and colours, from the widget that is drawn."""

    font: QFont
    colours: Colours

    @property
    def em(self) -> float:
        """The height of a line."""
        return QFontMetricsF(self.font).height()

    def wide(self, text: str) -> float:
        """The width of a text."""
        return QFontMetricsF(self.font).horizontalAdvance(text)


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What is drawn: the sweep, its words, its scale, and the point of the plan as it is (row, column)."""

    sweep: Sweep
    x_title: str
    y_title: str
    result_title: str
    x_label: Callable[[int], str]
    y_label: Callable[[int], str]
    cell_text: Callable[[float], str]
    scale: Scale
    here: tuple[int, int] | None = None


def places(shown: Shown, whole: QRectF, look: Look) -> tuple[QRectF, QRectF]:
    """The place of the map, and that of the colour scale beside it (empty where there is none)."""
    em = look.em
    rows = shown.sweep.values.shape[0]
    step = max(1, -(-rows // 40))
    labels = max((look.wide(shown.y_label(at)) for at in range(0, rows, step)), default=0)
    left = min(labels, whole.width() * 0.3) + em * 2.2
    scaled = shown.sweep.key is not None
    marks = widest_mark(shown, look, whole.height()) if scaled else 0
    right = marks + em * 4 if scaled else em
    plot = whole.adjusted(left, em * LEGEND, -right, -em * 2.9)
    bar = QRectF(plot.right() + em * 1.2, plot.top(), em * 0.9, plot.height()) if scaled else QRectF()
    return plot, bar


def widest_mark(shown: Shown, look: Look, height: float) -> float:
    """The width of the widest mark of the scale of a picture of this height."""
    return max((look.wide(shown.scale.text(mark)) for mark in shown.scale.marks(mark_count(height, look))), default=0)


def mark_count(height: float, look: Look) -> int:
    """How many marks a scale of a picture of this height has."""
    return max(2, int(height / (look.em * 2.6)))


def cell_of(shown: Shown, plot: QRectF, row: int, column: int) -> QRectF:
    """The place of a cell; row 0 is at the bottom."""
    rows, columns = shown.sweep.values.shape
    wide, high = plot.width() / columns, plot.height() / rows
    return QRectF(plot.left() + column * wide, plot.bottom() - (row + 1) * high, wide, high)


def point_at(shown: Shown, plot: QRectF, at: QPointF) -> tuple[int, int] | None:
    """The cell at a place."""
    if not plot.contains(at):
        return None
    rows, columns = shown.sweep.values.shape
    column = int((at.x() - plot.left()) / plot.width() * columns)
    row = int((plot.bottom() - at.y()) / plot.height() * rows)
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def image(shown: Shown, colours: Colours) -> QImage:
    """One pixel per cell, the first row at the bottom."""
    sweep = shown.sweep
    if sweep.key is None:
        ground = QColor(colours.base)
        palette = numpy.array([_mixed(ground, colours.verdict(str(word)), 0.42) for word in WORDS], numpy.uint8)
        pixels = palette[sweep.verdicts]
    else:
        share = numpy.nan_to_num(shown.scale.share(sweep.values), nan=0.0)
        pixels = table()[numpy.clip(share * 255, 0, 255).round().astype(int)]
        pixels[~numpy.isfinite(sweep.values)] = QColor(colours.track).getRgb()[:3]
    flipped = numpy.ascontiguousarray(pixels[::-1].astype(numpy.uint8))
    high, wide = flipped.shape[:2]
    return QImage(flipped.tobytes(), wide, high, wide * 3, QImage.Format.Format_RGB888).copy()


def _mixed(a: QColor, b: QColor, share: float) -> tuple[int, int, int]:
    def between(one: int, other: int) -> int:
        return round(one + (other - one) * share)

    return between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue())


class HeatMap:
    """A heat map; what depends on its size is kept until that changes."""

    def __init__(self, shown: Shown, look: Look) -> None:
        self.shown, self.look = shown, look
        self._image = image(shown, look.colours)
        self._plot = QRectF()
        self._over: list[QLineF] = []
        self._unknown: list[QLineF] = []
        self._boundary: list[QLineF] = []
        self._tight: list[QLineF] = []

    def plot(self, whole: QRectF) -> QRectF:
        """The place of the cells."""
        return places(self.shown, whole, self.look)[0]

    def point_at(self, whole: QRectF, at: QPointF) -> tuple[int, int] | None:
        """The row and column at a place."""
        return point_at(self.shown, self.plot(whole), at)

    def paint(self, painter: QPainter, whole: QRectF, cursor: tuple[int, int] | None) -> None:
        """Everything; the cursor is a cell that is looked at."""
        plot, bar = places(self.shown, whole, self.look)
        if plot.width() < 10 or plot.height() < 10:
            return
        self._arrange(plot)
        of = self.look.colours
        painter.setFont(self.look.font)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(plot, self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for lines, ink in ((self._over, QColor("#FFFFFF")), (self._unknown, QColor(of.muted))):
            ink.setAlphaF(0.75)
            painter.setPen(QPen(ink, 1.1))
            painter.drawLines(lines)
        words = self._words(plot)
        self._texts(painter, plot, [room for room, _, _ in words])
        self._outlines(painter, plot)
        self._say(painter, words)
        self._marks(painter, plot, cursor)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(of.border), 1))
        painter.drawRect(plot)
        axes(painter, plot, self.shown, self.look)
        if self.shown.sweep.key is not None:
            self._scale(painter, bar, whole.height())
        self._legend(painter, whole, plot)

    def _arrange(self, plot: QRectF) -> None:
        if plot == self._plot:
            return
        self._plot, codes, gap = QRectF(plot), self.shown.sweep.verdicts, max(8.0, self.look.em * 0.62)
        self._over = hatching(codes == MISFIT, plot, gap)
        blank = codes == UNKNOWN
        self._unknown = hatching(blank, plot, gap) + hatching(blank, plot, gap, rising=False)
        self._boundary = edges(codes <= TIGHT, plot)
        self._tight = edges(codes == FITS, plot)

    def _texts(self, painter: QPainter, plot: QRectF, taken: Sequence[QRectF]) -> None:
        """The values in the cells, where there is room and no word stands."""
        values = self.shown.sweep.values
        texts = self._cell_texts(plot)
        for row, own in enumerate(texts):
            for column, text in enumerate(own):
                place = cell_of(self.shown, plot, row, column)
                ground = self._image.pixelColor(column, values.shape[0] - 1 - row)
                own_room = QRectF(0, 0, self.look.wide(text), self.look.em * 0.8)
                own_room.moveCenter(place.center())
                if any(own_room.intersects(room) for room in taken):
                    continue
                if self.shown.sweep.verdicts[row, column] >= MISFIT:  # a plain ground under the letters
                    room = QRectF(0, 0, self.look.wide(text) + self.look.em * 0.5, self.look.em * 1.05)
                    room.moveCenter(place.center())
                    painter.fillRect(room, ground)
                painter.setPen(text_on(ground))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _cell_texts(self, plot: QRectF) -> list[list[str]]:
        """What stands in the cells; nothing where there is no room."""
        values, cell = self.shown.sweep.values, cell_of(self.shown, plot, 0, 0)
        if self.shown.sweep.key is None or values.size > LARGEST_TEXTS or cell.height() < self.look.em * 1.15:
            return []
        texts = [[self.shown.cell_text(value) for value in row] for row in values.tolist()]
        widest = max(self.look.wide(text) for row in texts for text in row)
        return [] if widest > cell.width() - self.look.em * 0.6 else texts

    def _outlines(self, painter: QPainter, plot: QRectF) -> None:
        cell = cell_of(self.shown, plot, 0, 0)
        share = 1.0 if min(cell.width(), cell.height()) > 6 else 0.8
        for lines, pens in ((self._tight, tight_pens(share)), (self._boundary, boundary_pens(share))):
            for pen in pens:
                painter.setPen(pen)
                painter.drawLines(lines)

    def _legend(self, painter: QPainter, whole: QRectF, plot: QRectF) -> None:
        """What lines, hatching and ring mean."""
        em, of = self.look.em, self.look.colours
        translate = QCoreApplication.translate
        x, y = plot.left(), whole.top() + em * 1.05
        codes = self.shown.sweep.verdicts

        def entry(text: str, draw: Callable[[QRectF], object]) -> None:
            nonlocal x
            if x + em * 2.6 + self.look.wide(text) > whole.right():
                return
            draw(QRectF(x, y - em * 0.45, em * 1.6, em * 0.9))
            painter.setPen(QColor(of.text))
            painter.drawText(QPointF(x + em * 2.0, y + em * 0.32), text)
            x += em * 3.4 + self.look.wide(text)

        def line(pens: tuple[QPen, ...]) -> Callable[[QRectF], object]:
            def draw(room: QRectF) -> None:
                for pen in pens:
                    painter.setPen(pen)
                    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))

            return draw

        def hatched(rising: bool, ground: str) -> Callable[[QRectF], object]:
            def draw(room: QRectF) -> None:
                painter.fillRect(room, QColor(ground))
                whole_mask = numpy.ones((1, 1), bool)
                lines = hatching(whole_mask, room, em * 0.4) + (
                    [] if rising else hatching(whole_mask, room, em * 0.4, False)
                )
                painter.setPen(QPen(QColor("#FFFFFF") if rising else QColor(of.muted), 1.1))
                painter.drawLines(lines)

            return draw

        if self._boundary:
            entry(translate("sweep", "limit of what fits"), line(boundary_pens(1.0)))
        if self._tight and (codes == TIGHT).any():
            entry(translate("sweep", "tight beyond"), line(tight_pens(1.0)))
        if (codes == MISFIT).any():
            entry(translate("verdict", "Does not fit"), hatched(True, "#66696F"))
        if (codes == UNKNOWN).any():
            entry(translate("verdict", "Unknown"), hatched(False, of.track))
        if self.shown.here is not None:
            entry(translate("sweep", "the plan as it is"), lambda room: ring(painter, room.center(), em * 0.4))

    def _words(self, plot: QRectF) -> list[tuple[QRectF, str, QColor]]:
        """The verdict of each region with its place in it, apart from each other."""
        em, of, taken = self.look.em, self.look.colours, list[tuple[QRectF, str, QColor]]()
        written, cell = self._cell_texts(plot), cell_of(self.shown, plot, 0, 0)
        for code, word in enumerate(WORDS):
            middle = word_place(self.shown.sweep.verdicts == code, plot)
            if middle is None:
                continue
            text = f"{VERDICT_SYMBOLS[str(word)]} {QCoreApplication.translate('verdict', str(word))}"
            room = QRectF(0, 0, self.look.wide(text) + em, em * 1.5)
            room.moveCenter(middle)
            if written and cell.height() > em * 4.4:  # above the number, not on it
                room.moveTop(middle.y() - em * 2.3)
            room.moveLeft(min(max(room.left(), plot.left() + 2), plot.right() - room.width() - 2))
            room.moveTop(min(max(room.top(), plot.top() + 2), plot.bottom() - room.height() - 2))
            for other, _, _ in taken:
                if room.intersects(other):
                    room.moveTop(other.bottom() + 3)
            taken.append((room, text, of.verdict(str(word))))
        return taken

    def _say(self, painter: QPainter, words: Sequence[tuple[QRectF, str, QColor]]) -> None:
        for room, text, colour in words:
            painter.setPen(QPen(QColor(self.look.colours.border), 1))
            painter.setBrush(QColor(self.look.colours.base))
            painter.drawRoundedRect(room, self.look.em * 0.3, self.look.em * 0.3)
            painter.setPen(colour)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def _marks(self, painter: QPainter, plot: QRectF, cursor: tuple[int, int] | None) -> None:
        """The plan as it is, as a ring; the cell that is looked at, as a frame."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.shown.here is not None:
            cell = cell_of(self.shown, plot, *self.shown.here)
            middle, size = cell.center(), self.look.em * 0.45
            if self._cell_texts(plot):
                middle = cell.bottomLeft() + QPointF(size * 1.9, -size * 1.9)
            ring(painter, middle, size)
        if cursor is not None:
            cell = cell_of(self.shown, plot, *cursor)
            if cell.width() < 7 or cell.height() < 7:
                room = QRectF(0, 0, max(cell.width(), 7), max(cell.height(), 7))
                room.moveCenter(cell.center())
                cell = room
            for width, colour in ((4.5, "#FFFFFF"), (2.0, self.look.colours.accent)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRect(cell)

    def _scale(self, painter: QPainter, bar: QRectF, height: float) -> None:
        em, scale = self.look.em, self.shown.scale
        strip = numpy.ascontiguousarray(table()[::-1].reshape(256, 1, 3))
        painter.drawImage(bar, QImage(strip.tobytes(), 1, 256, 3, QImage.Format.Format_RGB888))
        painter.setPen(QPen(QColor(self.look.colours.border), 1))
        painter.drawRect(bar)
        wide = 0.0
        for mark in scale.marks(mark_count(height, self.look)):
            y = bar.bottom() - float(scale.share(mark)) * bar.height()
            text = scale.text(mark)
            wide = max(wide, self.look.wide(text))
            painter.setPen(QColor(self.look.colours.muted))
            painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + em * 0.25, y))
            painter.setPen(QColor(self.look.colours.text))
            painter.drawText(QPointF(bar.right() + em * 0.4, y + em * 0.3), text)
        turned(painter, QPointF(bar.right() + wide + em * 1.3, bar.center().y()), self.shown.result_title, bar.height(),
               self.look)  # fmt: skip


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
