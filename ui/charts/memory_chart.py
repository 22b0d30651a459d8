"""The VRAM chart as the window places it: legend, plot, scroll bar, and a name for the screen reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QVBoxLayout, QWidget

from ui import theme
from ui.charts.bars import Bar, summary
from ui.charts.legend import Legend

if TYPE_CHECKING:
    from ui.charts.plot import Plot

PATIENT_MS = 2_000
"""A chart without bars waits so long for them before it is built: at the start the workbook is still on its way."""
LOW = 18
"""Below so many em of height the legend has one line."""
STEPS = 100
"""Positions of the scroll bar per row."""


class MemoryChart(QWidget):
    """One bar per scenario against its card. Asks for a selection by `scenario_selected`; never selects by itself.

    The plot, and pyqtgraph with it, is made after this widget has been painted once.
    """

    scenario_selected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()
        self._plot: Plot | None = None
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._build)
        self._legend = Legend()
        self._scroll = QScrollBar(Qt.Orientation.Vertical)
        self._scroll.setVisible(False)
        self._scroll.valueChanged.connect(self._scroll_moved)
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        self._row.addWidget(self._scroll)
        column = QVBoxLayout(self)
        pad = round(theme.em(self) * 0.4)
        column.setContentsMargins(pad, pad, pad, pad)
        column.setSpacing(pad)
        column.addWidget(self._legend)
        column.addLayout(self._row, 1)
        self.setAccessibleName(QCoreApplication.translate("charts", "VRAM per GPU"))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(theme.em(self) * 28, self.screen().availableSize().width() // 3), theme.em(self) * 8)

    def sizeHint(self) -> QSize:
        return QSize(theme.em(self) * 36, theme.em(self) * 20)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._legend.keep_to_one_line(self.height() < theme.em(self) * LOW)

    def set_bars(self, bars: Iterable[Bar]) -> None:
        """Show these scenarios; repaints once and creates nothing."""
        bars = tuple(bars)
        if bars == self._bars:
            return
        if bars and self._later.isActive():
            self._later.stop()  # the paint that follows starts it again
            self.update()
        before, self._bars = self._bars, bars
        self._legend.set_components(
            {component for bar in bars for component, count in bar.segments if count},
            reserved=any(bar.reserved is not None for bar in bars),
            baseline=any(bar.baseline is not None for bar in bars),
        )
        self._describe()
        if self._plot is not None:
            self._plot.show_bars(bars)
            if _selected(bars) != _selected(before):
                self._reveal_selected()

    @property
    def plot(self) -> Plot | None:
        """The plot, None until the widget has been painted once."""
        return self._plot

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._plot is None and not self._later.isActive():
            self._later.start(0 if self._bars else PATIENT_MS)

    def _build(self) -> None:
        from ui.charts.plot import Plot  # pyqtgraph and numpy are imported here, after the first paint

        self._plot = plot = Plot()
        plot.setAccessibleName(self.accessibleName())
        plot.bar_selected.connect(self.scenario_selected)
        plot.scrolled.connect(self._follow_plot)
        self._row.insertWidget(0, plot, 1)
        self.setFocusProxy(plot)
        plot.show_bars(self._bars)
        self._describe()
        self._reveal_selected()

    def _describe(self) -> None:
        chosen = [bar for bar in self._bars if bar.selected]
        text = " ".join(f"{summary(bar)}." for bar in chosen or self._bars)
        for widget in (self, self._plot):
            if widget is not None:
                widget.setAccessibleDescription(text)

    def _reveal_selected(self) -> None:
        index = next((index for index, bar in enumerate(self._bars) if bar.selected), None)
        if index is not None and self._plot is not None:
            self._plot.reveal(index)

    def _follow_plot(self) -> None:
        """Set the scroll bar from the plot."""
        assert self._plot is not None
        shown = self._plot.room() / self._plot.row_height()
        beyond = max(0.0, self._plot.item.tops[-1] - shown)
        self._scroll.setVisible(beyond > 0.01)
        self._scroll.setPageStep(int(shown * STEPS))
        self._scroll.setSingleStep(STEPS)
        self._scroll.setRange(0, round(beyond * STEPS))
        self._scroll.setValue(round(self._plot.top * STEPS))

    def _scroll_moved(self, value: int) -> None:
        if self._plot is not None and abs(value / STEPS - self._plot.top) > 0.5 / STEPS:
            self._plot.scroll_to(value / STEPS)


def _selected(bars: tuple[Bar, ...]) -> tuple[str, ...]:
    return tuple(bar.id for bar in bars if bar.selected)
