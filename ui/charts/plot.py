"""The plot of the VRAM chart: places the items, fits the axes, scrolls by rows, answers mouse and keys.

Imports pyqtgraph: import this module late (see `memory_chart`).
"""

from __future__ import annotations

import heapq
from bisect import bisect_right

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ui import theme
from ui.charts.bars import HEADING, Bar, reach, tick_text, ticks, tooltip
from ui.charts.items import FEW, BarsItem, Gib, Look, Names, unlike
from ui.charts.still import still

ROW = 3.0
"""Height of a row in em, the least; with room to spare it grows to ROOMY."""
ROOMY = 3.6
LONGEST = 200
"""So many of the longest bars decide how much room the labels behind them need."""
COMPARED = 3.4
"""The least with a line on what differs from the baseline."""


class Plot(pg.PlotWidget):
    """The view: places items and axes, finds the bar under the mouse, moves the selection by keys, scrolls by rows.

    It changes no selection itself: it asks for one by `bar_selected`, and shows what `show_bars` then says.
    """

    bar_selected = Signal(str)
    scrolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.names, self.gib = Names(), Gib("top")
        super().__init__(parent, axisItems={"left": self.names, "top": self.gib})
        self.item = BarsItem()
        self.top = 0.0
        self._arranged: tuple[object, ...] = ()
        plot = still(self, self.item)
        plot.setContentsMargins(0, 0, 0, 0)
        plot.hideAxis("bottom")
        plot.showAxis("top")
        plot.showAxis("left")
        self.gib.enableAutoSIPrefix(False)
        plot.vb.invertY(True)
        plot.vb.setDefaultPadding(0)
        plot.vb.sigResized.connect(self.arrange)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.dress()

    def dress(self) -> None:
        """Take fonts and colours from the widget, at the start and when they change."""
        look = Look(self.font(), theme.colours(self.palette()))
        self.item.look = self.names.look = look
        self.setBackground(look.colours.base)
        self.gib.setStyle(tickFont=look.small, tickLength=0, tickTextOffset=round(look.em * 0.25),
                          hideOverlappingLabels=False)  # fmt: skip
        self.gib.setTextPen(look.colours.muted)
        self.gib.setPen(pg.mkPen(look.colours.border))
        self.gib.setHeight(round(look.em * 1.5))
        self.arrange()

    def show_bars(self, bars: tuple[Bar, ...]) -> None:
        """Show these bars."""
        before, places, self.names.bars = self.item.bars, self.item.tops, bars
        self.item.set_bars(bars)
        if not before or not bars:
            self.viewport().update()  # the words in place of bars belong to no item
        changed = unlike(before, bars) if self.item.tops == places else range(len(bars))
        if len(changed) > FEW or self.item.tops != places:
            self.names.update()
        else:
            for index in changed:
                self.names.update(self.names.row_rect(index))
        self.arrange()

    def row_height(self) -> float:
        """Device-independent pixels per row."""
        em, count = self.item.look.em, max(1.0, self.item.tops[-1])
        least = COMPARED if any(bar.baseline is not None for bar in self.item.bars) else ROW
        return max(em * least, min(em * ROOMY, self.room() / count))

    def room(self) -> float:
        """Height of the plot without its axis."""
        return max(1.0, self.getPlotItem().vb.height())

    def arrange(self) -> None:
        """Fit the axes to the bars, the widget and the scroll position; cheap when nothing has changed."""
        look, bars, view = self.item.look, self.item.bars, self.getPlotItem().vb
        names = round(min(max(self.width() * 0.26, look.em * 7), look.em * 16))
        if names != self.names.maximumWidth():
            self.names.setWidth(names)
        limit, width = reach(bars), max(1.0, view.width())
        per_pixel = limit / max(look.em * 4, width - look.em * 3)
        # The longest decide, since all labels are about as wide; to measure thousands of labels takes seconds.
        for bar in bars if len(bars) <= LONGEST else heapq.nlargest(LONGEST, bars, key=lambda bar: bar.end):
            end = min(limit, max(bar.end, bar.baseline or 0) / 2**30)
            room = max(look.em * 4, width - self.item.label_width(bar) - look.em * 1.5)
            per_pixel = max(per_pixel, end / room)
        grid = ticks(limit, int(limit / per_pixel / (look.em * 5)))
        shown = self.room() / self.row_height()
        self.top = max(0.0, min(self.top, self.item.tops[-1] - shown))
        arranged = (look, limit, per_pixel * width, grid, self.item.tops, self.top, shown, self.room(), width)
        if arranged == self._arranged:
            return  # else the whole plot would be painted for an edit of one bar
        self._arranged = arranged
        self.item.set_extent(limit, per_pixel * width, grid)
        self.gib.setTicks([[(at, tick_text(at)) for at in grid] if bars else []])
        view.setRange(xRange=(0, per_pixel * width), yRange=(self.top, self.top + shown), padding=0)
        self.item.update()
        self.names.update()
        self.scrolled.emit()

    def scroll_to(self, row: float) -> None:
        """Let this row (a fraction is allowed) be the topmost."""
        if row != self.top:
            self.top = row
            self.arrange()

    def reveal(self, index: int) -> None:
        """Scroll as little as brings the bar into sight."""
        shown, at = self.room() / self.row_height(), self.item.tops[index]
        above = at - (HEADING if self.item.bars[index].heading else 0)
        if above < self.top:
            self.scroll_to(above)
        elif at + 1 > self.top + shown:
            self.scroll_to(at + 1 - shown)

    def row_at(self, position: QPointF) -> int:
        """Index of the bar at a position of the viewport, -1 where there is none."""
        view = self.getPlotItem().vb
        place = view.mapSceneToView(self.mapToScene(position.toPoint()))
        inside = view.sceneBoundingRect().top() <= position.y() <= view.sceneBoundingRect().bottom()
        row = bisect_right(self.item.tops, place.y()) - 1
        return row if inside and 0 <= row < len(self.item.bars) and place.y() < self.item.tops[row] + 1 else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and row >= 0:
            self.bar_selected.emit(self.item.bars[row].id)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.row_at(event.position()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.scroll_to(self.top - event.angleDelta().y() / 120)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bars = self.item.bars
        now = next((index for index, bar in enumerate(bars) if bar.selected), -1)
        shown = max(1, int(self.room() / self.row_height()))
        target = {
            Qt.Key.Key_Up: now - 1, Qt.Key.Key_Down: now + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(bars) - 1,
            Qt.Key.Key_PageUp: now - shown, Qt.Key.Key_PageDown: now + shown,
        }.get(Qt.Key(event.key()))  # fmt: skip
        if target is None or not bars:
            event.ignore()
            return
        target = max(0, min(target, len(bars) - 1))
        self.reveal(target)
        self.bar_selected.emit(bars[target].id)
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            row = self.row_at(QPointF(event.pos()))
            if row >= 0:
                QToolTip.showText(event.globalPos(), tooltip(self.item.bars[row]), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "top"):
            self.arrange()

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        super().drawForeground(painter, rect)
        if not self.item.bars and self.item.look is not None:
            painter.setFont(self.item.look.font)
            painter.setPen(QColor(self.item.look.colours.muted))
            text = QCoreApplication.translate("charts", "No scenarios: add one to see what it needs.")
            painter.drawText(self.sceneRect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "top"):
            self.dress()

    def _hover(self, row: int) -> None:
        if row != self.item.hovered:
            self.item.hovered = self.names.hovered = row
            self.item.update()
            self.names.update()
