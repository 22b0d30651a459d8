"""A whole and its parts as columns from left to right: every part as high as its share of the part at its left.

Parts that are too low for a line of text are one cell, "others", that opens like any part that has parts. One cell is
the current one: the arrows lead to its neighbours, Enter opens it, Backspace goes back out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from planner.what_if.breakdown import Segment
from planner.words import QT_TRANSLATE_NOOP, Said
from ui.theme import colours, em, text_on

COLUMNS = 4
NARROWEST = 8.0
"""Width of the narrowest column that is worth its place, in em."""
LINE = 1.15
"""Height of a cell that has room for its text, in em."""
LARGE = 2.3
PARTS_COLOURS = {
    "Attention": "#56B4E9", "Feed-forward": "#009E73", "Norms": "#999999", "Beside attention": "#CC79A7",
    "Token embedding": "#E69F00", "LM head": "#F0E442", "All-reduces": "#882255",
}  # fmt: skip
"""Colours of the parts of a model, of Okabe and Ito's set and Paul Tol's muted one as all others in the window."""


@dataclass(frozen=True, eq=False)
class Cell:
    """One rectangle: a part, or several that are too low together (`others`), inside the cell `above`."""

    segment: Segment
    place: QRectF
    depth: int
    above: Cell | None
    others: int = 0


Colour = Callable[[Cell], str | None]


def cells_of(whole: Segment, place: QRectF, size: float) -> Iterator[Cell]:
    """The cells of a whole within a rectangle, parents before their parts; `size` is the height of the font."""
    deepest = max(_depths(whole))
    columns = max(1, min(COLUMNS, deepest + 1, int(place.width() / (NARROWEST * size))))
    first = place.width() / (columns + 0.0) if columns < 2 else place.width() * 0.72 / columns
    rest = (place.width() - first) / max(columns - 1, 1)

    def below(cell: Cell) -> Iterator[Cell]:
        yield cell
        if cell.depth + 1 >= columns or not cell.segment.parts:
            return
        left = place.left() + first + rest * cell.depth
        top = cell.place.top()
        scale = cell.place.height() / float(cell.segment.value)
        shown = [part for part in cell.segment.parts if part.value * scale >= LINE * size]
        hidden = [part for part in cell.segment.parts if part.value * scale < LINE * size]
        if len(hidden) == 1:
            shown, hidden = [*shown, *hidden], []
        for part in shown:
            high = float(part.value) * scale
            yield from below(Cell(part, QRectF(left, top, rest, high), cell.depth + 1, cell))
            top += high
        if hidden:
            together = others_of(cell.segment, hidden)
            high = float(together.value) * scale
            yield Cell(together, QRectF(left, top, rest, high), cell.depth + 1, cell, len(hidden))

    yield from below(Cell(whole, QRectF(place.left(), place.top(), first, place.height()), 0, None))


def others_of(whole: Segment, parts: list[Segment]) -> Segment:
    """Some parts of a whole as one."""
    label = Said("breakdown", QT_TRANSLATE_NOOP("breakdown", "{count} others"), {"count": len(parts)})
    return Segment(label, whole.line, sum(part.value for part in parts), tuple(parts))


def _depths(segment: Segment, depth: int = 0) -> Iterator[int]:
    yield depth
    for part in segment.parts:
        yield from _depths(part, depth + 1)


class Icicle(QWidget):
    """Paints cells; says by `chosen(Segment)` which one is current, by `opened(Segment)` which shall be the whole, and
    by `left()` that the one around it shall. `told` gives the texts of a cell: name, amount, share, and all of it.
    """

    chosen = Signal(object)
    opened = Signal(object)
    left = Signal()

    def __init__(self, told: Callable[[Cell], tuple[str, str, str, str]], colour: Colour) -> None:
        super().__init__()
        self._told = told
        self._colour = colour
        self._whole: Segment | None = None
        self._cells: list[Cell] = []
        self._current: Cell | None = None
        self._hovered: Cell | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumHeight(em(self) * 5)

    def set_whole(self, whole: Segment | None) -> None:
        """Show another whole; the current cell stays where its line is still there."""
        line = None if self._current is None else (self._current.segment.line, str(self._current.segment.label))
        self._whole = whole
        self._arrange()
        same = (cell for cell in self._cells if (cell.segment.line, str(cell.segment.label)) == line)
        self._current = next(same, None)
        self._describe()
        self.update()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """What is on show."""
        return tuple(self._cells)

    @property
    def current(self) -> Cell | None:
        """The cell that keys act on."""
        return self._current

    def sizeHint(self) -> QSize:
        return QSize(em(self) * 36, em(self) * 16)

    def cell_at(self, at: QPointF) -> Cell | None:
        """The cell under a point."""
        return next((cell for cell in self._cells if cell.place.contains(at)), None)

    def choose(self, cell: Cell) -> None:
        """Make a cell current."""
        self._current = cell
        self._describe()
        self.update()
        self.chosen.emit(cell.segment)

    # Events

    def resizeEvent(self, event: QEvent) -> None:
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_cells"):
            self.setMinimumHeight(em(self) * 5)
            self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._open(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not self._hovered:
            self._hovered = cell
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    def focusInEvent(self, event: QEvent) -> None:
        if self._current is None and self._cells:
            self._current = self._cells[0]
            self._describe()
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if cell is None else self._told(cell)[3], self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, cell = event.key(), self._current
        target: Cell | None = None
        if cell is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        column = [each for each in self._cells if each.depth == cell.depth]
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            at = column.index(cell) + (1 if key == Qt.Key.Key_Down else -1)
            target = column[at] if 0 <= at < len(column) else None
        elif key == Qt.Key.Key_Left:
            target = cell.above
        elif key == Qt.Key.Key_Right:
            target = next((each for each in self._cells if each.above is cell), None)
        elif key == Qt.Key.Key_Home:
            target = self._cells[0]
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(cell)
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)
            return
        if target is not None:
            self.choose(target)

    def _open(self, cell: Cell) -> None:
        if cell.depth == 0:
            self.left.emit()
        elif cell.segment.parts:
            self.opened.emit(cell.segment)

    def _arrange(self) -> None:
        current = None if self._current is None else self._current.segment
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        self._cells = [] if self._whole is None else list(cells_of(self._whole, place, em(self)))
        self._current = next((cell for cell in self._cells if cell.segment is current), None)
        self._hovered = None

    def _describe(self) -> None:
        self.setAccessibleDescription("" if self._current is None else self._told(self._current)[3])

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = QFontMetricsF(self.font())
        theme = colours(self.palette())
        painter.fillRect(self.rect(), QColor(theme.base))
        for cell in self._cells:
            ground = QColor(self._colour(cell) or theme.track)
            if cell.others:
                ground = QColor(theme.track)
            painter.fillRect(cell.place, ground)
            if cell is self._hovered:
                painter.fillRect(cell.place, QColor(255, 255, 255, 40) if ground.lightness() < 128
                                 else QColor(0, 0, 0, 25))  # fmt: skip
            painter.setPen(QPen(QColor(theme.base), 1))
            painter.drawRect(cell.place)
            self._letter(painter, cell, ground, metrics)
        if self._current is not None:
            wide = 3 if self.hasFocus() else 2
            inner = self._current.place.adjusted(1, 1, -1, -1)
            painter.setPen(QPen(QColor(theme.base), wide + 2))
            painter.drawRect(inner)
            painter.setPen(QPen(QColor(theme.marker), wide))
            painter.drawRect(inner)
        painter.end()

    def _letter(self, painter: QPainter, cell: Cell, ground: QColor, metrics: QFontMetricsF) -> None:
        """Name, amount and share: in a line, or two where there is room; nothing where not even one has."""
        size = metrics.height()
        room = cell.place.adjusted(size * 0.35, 0, -size * 0.35, 0)
        if room.height() < size or room.width() < size * 2:
            return
        name, amount, share, _ = self._told(cell)
        painter.setPen(text_on(ground))
        align = Qt.AlignmentFlag.AlignVCenter
        if room.height() >= LARGE * size:
            if cell.depth == 0 or metrics.horizontalAdvance(name) > room.width():
                rows = f"{name}\n{amount}" if share == "100.0 %" else f"{name}\n{amount}\n{share}"
                wrap = Qt.TextFlag.TextWordWrap | align
                if metrics.boundingRect(room, wrap, rows).height() <= room.height():
                    painter.drawText(room, wrap, rows)
                    return
            top = QRectF(room.left(), room.center().y() - size * 1.05, room.width(), size)
            painter.drawText(top, align, metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width()))
            under = f"{amount} · {share}"
            if metrics.horizontalAdvance(under) > room.width():
                under = share
            painter.drawText(top.translated(0, size * 1.05), align, under)
            return
        for end in (f"{amount} · {share}", share):
            wide = metrics.horizontalAdvance(end)
            if metrics.horizontalAdvance(name) + wide + size <= room.width() or end == share:
                painter.drawText(room, align | Qt.AlignmentFlag.AlignRight, end)
                painter.drawText(room, align, metrics.elidedText(name, Qt.TextElideMode.ElideRight,
                                                                 room.width() - wide - size * 0.5))  # fmt: skip
                return
