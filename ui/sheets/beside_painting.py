"""Cells beside a baseline: value, difference and percentage in columns of their own; the mark of the baseline itself.

A cell that is too narrow loses its percentage first, then its difference, never a digit.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from ui.sheets.beside import GAP, SAMPLES, baseline_word
from ui.theme import Colours

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def part_widths(text: str, metrics: QFontMetrics, strong: QFontMetrics) -> list[int]:
    """Pixels of value, difference and percentage of a cell, each with the gap before it but the value."""
    value, *parts = text.split(GAP)
    gap = round(metrics.height() * 0.6)
    return [
        strong.horizontalAdvance(value),
        *(gap + max(map(metrics.horizontalAdvance, pair)) for pair in zip(parts, SAMPLES, strict=True)),
    ]


def shown_parts(widths: Sequence[int], room: int) -> int:
    """How many of the parts of a cell have room, the value first; 0 when not even that has."""
    return next((count for count in range(len(widths), 0, -1) if sum(widths[:count]) <= room), 0)


def mark_width(metrics: QFontMetrics, *, word: bool = True) -> int:
    """Pixels of the mark of the baseline, with the gap before it."""
    side = round(metrics.height() * 0.62)
    said = metrics.horizontalAdvance(baseline_word()) + metrics.height() // 3 if word else 0
    return side + said + metrics.height() // 2


def paint_mark(painter: QPainter, inner: QRect, metrics: QFontMetrics, of: Colours, *, word: bool = True) -> None:
    """A flag, and beside it the word where there is room, at the right end of the cell of the name."""
    line, side = metrics.height(), round(metrics.height() * 0.62)
    left = inner.right() + 1 - mark_width(metrics, word=word) + line // 2
    paint_flag(painter, QRect(left, inner.center().y() - side // 2, side, side), QColor(of.link))
    if word:
        painter.setPen(QColor(of.link))
        at = QRect(left + side + line // 3, inner.top(), inner.right() + 1 - left - side - line // 3, inner.height())
        painter.drawText(at, LEFT, baseline_word())


def paint_flag(painter: QPainter, place: QRect, ink: QColor) -> None:
    """A pennant on its pole."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, max(place.width() * 0.12, 1.4)))
    x = place.left() + place.width() * 0.18
    painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom() + 1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    tip = QPointF(place.right() + 1, place.top() + place.height() * 0.32)
    painter.drawPolygon(QPolygonF([QPointF(x, place.top()), tip, QPointF(x, place.top() + place.height() * 0.64)]))
    painter.restore()
