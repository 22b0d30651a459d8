"""The memory of scenarios as a picture for reports: the bars of the VRAM chart, painted without a window.

Light, whatever the window looks like, since it goes onto paper; sizes are multiples of the font's height.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from planner.unit_table import GIB
from ui.charts.bars import (
    COMPONENTS,
    Bar,
    beside_text,
    component_title,
    margin_text,
    reach,
    spans,
    tick_text,
    ticks,
    total_text,
)
from ui.charts.paint import draw_baseline, draw_marker, draw_overflow, draw_verdict
from ui.theme import COMPONENT_COLOURS, LIGHT
from ui.verdicts import verdict_word

WIDE = 66.0
"""Width of the picture in em."""
ROW, LEGEND, AXIS, NAME, END = 3.0, 1.8, 1.8, 17.0, 15.0
HIGH_ROW, PITCH = 4.2, 1.2
"""Of a row with three lines of text, as it has beside a baseline; the fonts of Chinese are higher than an em."""
Align = Qt.AlignmentFlag


def size_of(bars: Sequence[Bar], font: QFont) -> QSizeF:
    """How large the picture is, in the font's device-independent pixels."""
    em = QFontMetricsF(font).height()
    return QSizeF(WIDE * em, (LEGEND + AXIS + _row_height(bars) * max(len(bars), 1) + 0.6) * em)


def _row_height(bars: Sequence[Bar]) -> float:
    return HIGH_ROW if any(bar.baseline is not None for bar in bars) else ROW


def paint(painter: QPainter, bars: Sequence[Bar], font: QFont) -> None:
    """Paint at the painter's origin: legend, axis in GiB, one row per scenario with its verdict in words."""
    metrics = QFontMetricsF(font)
    em, size = metrics.height(), size_of(bars, font)
    painter.setFont(font)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(LIGHT.base))
    _legend(painter, bars, metrics)
    left, right = NAME * em, size.width() - END * em
    limit = reach(bars)
    scale = (right - left) / limit
    top = (LEGEND + AXIS) * em
    painter.setPen(QPen(QColor(LIGHT.grid), 1))
    for at in ticks(limit, 5):
        x = left + at * scale
        painter.setPen(QColor(LIGHT.muted))
        painter.drawText(QRectF(x - 4 * em, LEGEND * em, 8 * em, AXIS * em), Align.AlignCenter, tick_text(at))
        painter.setPen(QPen(QColor(LIGHT.grid), 1))
        painter.drawLine(round(x), round(top), round(x), round(size.height() - 0.4 * em))
    high = _row_height(bars) * em
    for row, bar in enumerate(bars):
        _row(painter, bar, QRectF(left, top + row * high, right - left, high), scale, metrics)


def _row(painter: QPainter, bar: Bar, place: QRectF, scale: float, metrics: QFontMetricsF) -> None:
    em = metrics.height()
    verdict = QRectF(em * 0.4, place.center().y() - em * 0.3, em * 0.6, em * 0.6)
    draw_verdict(painter, verdict, bar.verdict, LIGHT)
    painter.setPen(QColor(LIGHT.text))
    name = metrics.elidedText(bar.name, Qt.TextElideMode.ElideMiddle, (NAME - 2) * em)
    painter.drawText(QRectF(em * 1.4, place.top(), (NAME - 2) * em, place.height()), Align.AlignVCenter, name)
    track = QRectF(place.left(), place.center().y() - em * 0.6, place.width(), em * 1.2)
    painter.fillRect(track, QColor(LIGHT.track))
    for component, start, end in spans(bar):
        cut = QRectF(track.left() + start * scale, track.top(), (end - start) * scale, track.height())
        painter.fillRect(cut.intersected(track), QColor(COMPONENT_COLOURS[component]))
    if bar.over:
        end = bar.known / GIB
        over = QRectF(
            track.left() + (end - bar.over / GIB) * scale, track.top(), bar.over / GIB * scale, track.height()
        )
        draw_overflow(painter, over.intersected(track), QColor(LIGHT.base), em * 0.35)
    if bar.limit is not None and bar.limit / GIB * scale <= track.width() + 1:
        x = track.left() + bar.limit / GIB * scale
        draw_marker(painter, x, track.top() - em * 0.2, track.bottom() + em * 0.2, em * 0.22, LIGHT)
    if bar.baseline is not None and bar.baseline / GIB * scale <= track.width() + 1:
        draw_baseline(painter, track.left() + bar.baseline / GIB * scale, place.top(), place.bottom(), LIGHT)
    word = verdict_word(bar.verdict)
    lines = [
        (total_text(bar), QColor(LIGHT.text)),
        (f"{word}, {margin_text(bar)}".rstrip(", "), LIGHT.verdict(bar.verdict)),
    ]
    if beside := beside_text(bar):
        lines.append((beside, QColor(LIGHT.muted)))
    top, pitch = place.center().y() - PITCH * em * len(lines) / 2, PITCH * em
    for at, (text, colour) in enumerate(lines):
        painter.setPen(colour)
        line = QRectF(track.right() + em * 0.6, top + at * pitch, (END - 0.8) * em, pitch)
        painter.drawText(line, Align.AlignLeft | Align.AlignVCenter, text)


def _legend(painter: QPainter, bars: Sequence[Bar], metrics: QFontMetricsF) -> None:
    em, x = metrics.height(), metrics.height() * 0.4
    present = {component for bar in bars for component, count in bar.segments if count}
    for component in (name for name in COMPONENTS if name in present):
        painter.fillRect(QRectF(x, em * 0.55, em * 0.9, em * 0.7), QColor(COMPONENT_COLOURS[component]))
        painter.setPen(QColor(LIGHT.text))
        title = component_title(component)
        wide = metrics.horizontalAdvance(title)
        painter.drawText(QRectF(x + em * 1.2, 0, wide + em, LEGEND * em), Align.AlignVCenter, title)
        x += em * 2.2 + wide
    draw_marker(painter, x + em * 0.4, em * 0.45, em * 1.4, em * 0.22, LIGHT)
    painter.setPen(QColor(LIGHT.text))
    usable = QCoreApplication.translate("charts", "Usable")
    painter.drawText(QRectF(x + em * 1.1, 0, em * 8, LEGEND * em), Align.AlignVCenter, usable)
    if any(bar.baseline is not None for bar in bars):  # below, beside the axis, where there is always room
        top = LEGEND * em
        draw_baseline(painter, em * 0.8, top + em * 0.3, top + em * 1.5, LIGHT)
        painter.setPen(QColor(LIGHT.text))
        needed = QCoreApplication.translate("charts", "Needed by the baseline")
        painter.drawText(QRectF(em * 1.5, top, (NAME - 2) * em, AXIS * em), Align.AlignVCenter, needed)
