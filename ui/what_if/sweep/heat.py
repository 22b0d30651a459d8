"""A sweep of two fields as a heat map: one cell per point, colours by value, the verdict by hatching and lines.

Everything is drawn with a painter into a place, so the window, a PNG and an SVG come from the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from planner.verdict import Verdict
from planner.what_if.arrays import DOES_NOT_FIT, FITS, TIGHT, UNKNOWN, WORDS
from ui.theme import Colours, text_on
from ui.verdicts import verdict_signed, verdict_word
from ui.what_if.sweep.axes import axes, boundary_pens, ring, tight_pens, turned
from ui.what_if.sweep.regions import edges, hatching, word_place
from ui.what_if.sweep.scale import table
from ui.what_if.sweep.shown import Look, Shown, cell_of, mark_count, places, point_at

LARGEST_TEXTS = 600
"""Cells of a map with more than this are not written into."""


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
        self._over = hatching(codes == DOES_NOT_FIT, plot, gap)
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
                if self.shown.sweep.verdicts[row, column] >= DOES_NOT_FIT:  # a plain ground under the letters
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
        if (codes == DOES_NOT_FIT).any():
            entry(verdict_word(Verdict.DOES_NOT_FIT), hatched(True, "#66696F"))
        if (codes == UNKNOWN).any():
            entry(verdict_word(Verdict.UNKNOWN), hatched(False, of.track))
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
            text = verdict_signed(word)
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
