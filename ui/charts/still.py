"""Plots whose axes are ours alone: no menu, no button, no zoom by the mouse. Imports pyqtgraph: import this late."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import Qt


def still(view: pg.PlotWidget, item: pg.GraphicsObject) -> pg.PlotItem:
    """The plot of a view, which shows this item, never changes its ranges by itself and has no frame."""
    plot = view.getPlotItem()
    plot.setMenuEnabled(False)
    # WORKAROUND: pyqtgraph makes this menu without a parent, so it would outlive the window.
    plot.ctrlMenu.setParent(view, Qt.WindowType.Popup)
    plot.hideButtons()
    plot.setMouseEnabled(False, False)
    plot.vb.disableAutoRange()
    plot.addItem(item, ignoreBounds=True)
    view.setFrameShape(view.Shape.NoFrame)
    return plot
