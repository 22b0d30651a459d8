"""The legend of the VRAM chart: a row of swatches above the plot that wraps when it must and covers nothing."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme
from ui.charts.bars import COMPONENTS, SERVING, component_title
from ui.charts.paint import draw_allowance, draw_baseline, draw_marker, draw_overflow, draw_reserved

RESERVED, USABLE, OVER, BASELINE = "reserved", "usable", "over", "baseline"
MORE = "…"
"""Stands for the entries that one line has no room for."""


class Legend(QWidget):
    """Swatch and word for each component in use, what an engine reserves, the marker of usable memory, the overflow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[str, ...] = (*SERVING, USABLE, OVER)
        self._one_line = False
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._describe()

    def set_components(self, present: set[str], *, reserved: bool = False, baseline: bool = False) -> None:
        """Name these besides the usual four; the order is that of the bars. `reserved` when an engine reserves,
        `baseline` when bars are compared with one.
        """
        named = (name for name in COMPONENTS if name in present or name in SERVING)
        entries = (*named, *([RESERVED] if reserved else []), USABLE, OVER,
                   *([BASELINE] if baseline else []))  # fmt: skip
        if entries != self._entries:
            self._entries = entries
            self._describe()
            self.updateGeometry()
            self.update()

    def keep_to_one_line(self, one_line: bool) -> None:
        """Leave the room to the plot: entries beyond the first line are named by a hover over their sign."""
        if one_line != self._one_line:
            self._one_line = one_line
            self._describe()
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._em() * 24, self.heightForWidth(self._em() * 24))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._em() * 12, self._row_height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        placed = self._placed(width)
        return int(placed[-1][1].bottom()) if placed else self._row_height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours, em = theme.colours(self.palette()), self._em()
        for entry, cell in self._placed(self.width()):
            swatch = QRectF(
                round(cell.left()), round(cell.center().y() - em * 0.36), round(em * 0.95), round(em * 0.72)
            )
            if entry == MORE:
                painter.setPen(QColor(colours.text))
                painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, MORE)
                continue
            if entry == USABLE:
                draw_marker(painter, swatch.center().x(), swatch.top() - 2, swatch.bottom() + 2, em * 0.2, colours)
            elif entry == RESERVED:
                draw_reserved(painter, swatch, QColor(colours.track))
                draw_allowance(
                    painter, swatch.right() - em * 0.2, swatch.top() - 1, swatch.bottom() + 2, em * 0.2, colours
                )
            elif entry == BASELINE:
                draw_baseline(painter, swatch.center().x(), swatch.top() - 2, swatch.bottom() + 3, colours)
            elif entry == OVER:
                draw_overflow(painter, swatch, QColor(colours.window), em * 0.3)
            else:
                painter.fillRect(swatch, QColor(theme.COMPONENT_COLOURS[entry]))
            painter.setPen(QColor(colours.text))
            painter.drawText(
                cell.adjusted(em * 1.3, 0, 0, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                _title(entry),
            )

    def _placed(self, width: int) -> list[tuple[str, QRectF]]:
        """Each entry with its cell, row by row."""
        em, metrics, height = self._em(), self.fontMetrics(), self._row_height()
        x, y, result = 0.0, 0.0, []
        entries = self._entries
        if self._one_line:  # what every bar has comes first
            entries = tuple(sorted(entries, key=lambda entry: entry not in (*SERVING, USABLE, OVER)))
        for entry in entries:
            wide = em * 1.3 + metrics.horizontalAdvance(_title(entry)) + 1
            rest = 0.0 if entry is entries[-1] or not self._one_line else em * 1.5
            if x and x + wide + rest > width:
                if self._one_line:
                    result.append((MORE, QRectF(x, y, em * 1.5, height)))
                    break
                x, y = 0.0, y + height
            result.append((entry, QRectF(x, y, wide, height)))
            x += wide + em * 0.9
        return result

    def _describe(self) -> None:
        self.setAccessibleName(QCoreApplication.translate("charts", "Legend"))
        titles = ", ".join(_title(entry) for entry in self._entries)
        self.setAccessibleDescription(titles)
        self.setToolTip(titles if self._one_line else "")

    def _em(self) -> int:
        return theme.em(self)

    def _row_height(self) -> int:
        return round(self._em() * 1.45)


def _title(entry: str) -> str:
    if entry == USABLE:
        return QCoreApplication.translate("charts", "Usable")
    if entry == RESERVED:
        return QCoreApplication.translate("charts", "Reserved by the engine")
    if entry == OVER:
        return QCoreApplication.translate("charts", "Over")
    if entry == BASELINE:
        return QCoreApplication.translate("charts", "Needed by the baseline")
    return component_title(entry)
