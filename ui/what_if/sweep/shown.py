"""What the pictures of a sweep have in common: what is shown, in which look, and where a point stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from planner.what_if.sweep.sweeper import Sweep
from ui.theme import Colours
from ui.what_if.sweep.scale import Scale

LEGEND = 2.1
"""Room above a picture for what its signs mean, in heights of a line."""


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
