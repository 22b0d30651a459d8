"""Lines of text in a picture: fonts, places, and where a line breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF

from planner.what_if.block.flow import Tensor
from ui.what_if.block import text as words

Style = Literal["title", "side", "shape", "size", "figure", "note"]


@dataclass(frozen=True)
class Fonts:
    """The fonts of a picture: titles, and everything smaller."""

    plain: QFont
    em: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "em", QFontMetricsF(self.plain).height())

    def of(self, style: Style) -> QFont:
        """The font of a line."""
        font = QFont(self.plain)
        if style in ("title", "side"):
            font.setBold(style == "title")
        else:
            font.setPointSizeF(max(font.pointSizeF() * 0.86, 5.0))
        return font

    def metrics(self, style: Style) -> QFontMetricsF:
        """The measures of that font."""
        return QFontMetricsF(self.of(style))


@dataclass(frozen=True)
class Line:
    """One line of text in a box: its place (left end, top), or its right end where `right`."""

    text: str
    style: Style
    at: QPointF
    right: bool = False


class Text:
    """Lines of text from the top down, broken to a width."""

    def __init__(self, fonts: Fonts, left: float, top: float, width: float) -> None:
        self.fonts, self.left, self.y, self.width = fonts, left, top, width
        self.lines: list[Line] = []

    def title(self, text: str, side: str) -> None:
        """A title with something at its right end; that goes below where both have no room."""
        metrics, small = self.fonts.metrics("title"), self.fonts.metrics("figure")
        room = self.width - (small.horizontalAdvance(side) + self.fonts.em if side else 0)
        if side and metrics.horizontalAdvance(text) <= room:
            down = metrics.ascent() - small.ascent()
            self.lines.append(Line(side, "figure", QPointF(self.left + self.width, self.y + down), right=True))
            side = ""
        self.paragraph(text, "title")
        if side:
            self.paragraph(side, "figure")

    def tensor(self, tensor: Tensor) -> None:
        """Names and sizes of a tensor, on one line or on two."""
        label = words.tensor_label(tensor)
        named = f"{label} {tensor.named}" if label else tensor.named
        metrics = self.fonts.metrics("shape")
        whole = metrics.horizontalAdvance(f"{named} = {tensor.sized}")
        if whole <= self.width:
            self._add(f"{named} = ", "shape")
            at = self.lines[-1].at + QPointF(metrics.horizontalAdvance(f"{named} = "), 0)
            self.lines.append(Line(tensor.sized, "size", at))
            return
        self.paragraph(named, "shape")
        self.paragraph(tensor.sized, "size")

    def wrapped(self, parts: Sequence[str], style: Style) -> None:
        """Short texts with dots between them, broken between two of them."""
        metrics, line = self.fonts.metrics(style), ""
        for part in parts:
            longer = f"{line}{words.DOT}{part}" if line else part
            if line and metrics.horizontalAdvance(longer) > self.width:
                self._add(line, style)
                longer = part
            line = longer
        if line:
            self._add(line, style)

    def paragraph(self, text: str, style: Style) -> None:
        """A text broken between words; between letters where one is too long."""
        metrics = self.fonts.metrics(style)
        for line in broken(text, metrics, self.width):
            self._add(line, style)

    def _add(self, text: str, style: Style) -> None:
        self.lines.append(Line(text, style, QPointF(self.left, self.y)))
        self.y += self.fonts.metrics(style).height() * 1.04


def broken(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """A text as lines of at most this width: between words, and inside one that is longer (or has no blanks)."""
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and metrics.horizontalAdvance(longer) > width:
            lines.append(line)
            longer = word
        while metrics.horizontalAdvance(longer) > width and len(longer) > 1:
            cut = len(longer) - 1
            while cut > 1 and metrics.horizontalAdvance(longer[:cut]) > width:
                cut -= 1
            lines.append(longer[:cut])
            longer = longer[cut:]
        line = longer
    return [*lines, line] if line else lines
