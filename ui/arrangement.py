"""Where panels stand and how wide columns are: at the start, as remembered, in a window that follows another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtWidgets import QApplication

from ui import panels
from ui.sheets.table_view import TableView
from ui.theme import em, give_size

if TYPE_CHECKING:
    from ui.window import Window

Area = Qt.DockWidgetArea
LOW = 38
"""In a window of fewer em of height the ledger and Explain stand behind each other, so that the chart has room."""
LAYOUT_VERSION = 4
"""Counts the sets of panels that there were; a layout of another set is not restored."""


def default_layout(window: Window) -> None:
    """Every dock back to where it starts."""
    docks, room = window.docks, window.size()
    for dock in docks.values():
        dock.setFloating(False)
        window.removeDockWidget(dock)  # else Qt keeps the tabs that it stood in beside the new ones
    for name in ("models", "accelerators", "engines", "layers", "operators"):
        window.addDockWidget(Area.BottomDockWidgetArea, docks[name])
    for name in (
        "chart", "breakdown", "block", "roofline", "ledger", "explain", "findings", "remedies", "answers",
        "assumptions",
    ):  # fmt: skip
        window.addDockWidget(Area.RightDockWidgetArea, docks[name])
    for dock in docks.values():
        dock.show()
    window.tabifyDockWidget(docks["models"], docks["accelerators"])
    window.tabifyDockWidget(docks["accelerators"], docks["engines"])
    window.tabifyDockWidget(docks["engines"], docks["layers"])
    window.tabifyDockWidget(docks["layers"], docks["operators"])
    window.splitDockWidget(docks["chart"], docks["ledger"], Qt.Orientation.Vertical)
    window.tabifyDockWidget(docks["chart"], docks["breakdown"])
    window.tabifyDockWidget(docks["breakdown"], docks["block"])
    window.tabifyDockWidget(docks["block"], docks["roofline"])
    size = em(QApplication.font())  # a window that was not shown yet may not have it
    low = room.height() < size * LOW
    if low:
        window.tabifyDockWidget(docks["ledger"], docks["explain"])
    else:
        window.splitDockWidget(docks["ledger"], docks["explain"], Qt.Orientation.Vertical)
    window.tabifyDockWidget(docks["explain"], docks["findings"])
    window.tabifyDockWidget(docks["findings"], docks["remedies"])
    window.tabifyDockWidget(docks["remedies"], docks["answers"])
    window.tabifyDockWidget(docks["answers"], docks["assumptions"])
    docks["models"].raise_()
    docks["chart"].raise_()
    docks["ledger" if low else "explain"].raise_()
    # Beside each other, before they stood behind each other, the panels may have pushed the window larger.
    window.layout().activate()
    window.resize(room)
    heights = {"chart": size * 19, "ledger": size * 20} | ({} if low else {"explain": size * 14})
    window.resizeDocks([docks[name] for name in heights], list(heights.values()), Qt.Orientation.Vertical)
    window.resizeDocks([docks["chart"]], [min(size * 42, window.width() * 2 // 5)], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["models"]], [min(size * 15, window.height() * 2 // 5)], Qt.Orientation.Vertical)
    QTimer.singleShot(0, window, lambda: panels.settle_tabs(window))


def restore(window: Window) -> None:
    """The size, the panels and the columns that were remembered, else those of the beginning."""
    give_size(window, 105, 62)
    default_layout(window)  # after the size, of which the panels take their share
    if not window.settings.geometry.isEmpty():
        window.restoreGeometry(window.settings.geometry)
    if not window.settings.layout.isEmpty():
        window.restoreState(window.settings.layout, LAYOUT_VERSION)
    for table in window.tables_there:
        restore_columns(window, table)


def restore_columns(window: Window, table: TableView) -> None:
    """The columns of a table that were remembered; those of the beginning are fitted when there are rows."""
    table.hold_columns(window.settings.held(table.objectName()))
    state: QByteArray = window.settings.header(table.objectName(), _keys(table))
    if state.isEmpty() or not table.horizontalHeader().restoreState(state):
        window.unfitted.add(table.objectName())
    else:
        table.adaptive.again()


def remember(window: Window) -> None:
    """Keep size, panels and columns for the next start."""
    window.settings.geometry = window.saveGeometry()
    window.settings.layout = window.saveState(LAYOUT_VERSION)
    for table in window.tables_there:
        table.adaptive.show_wanted()
        window.settings.set_held(table.objectName(), table.held_columns)
        window.settings.set_header(table.objectName(), _keys(table), table.horizontalHeader().saveState())


def place_in_tables(window: Window) -> dict[str, tuple[int, int]]:
    """Row and column of the current cell of each table."""
    return {
        table.objectName(): (table.currentIndex().row(), table.currentIndex().column()) for table in window.tables_there
    }


def go_to_place(window: Window, places: dict[str, tuple[int, int]]) -> None:
    """Make these cells the current ones."""
    for table in window.tables:
        row, column = places.get(table.objectName(), (-1, -1))
        if 0 <= row < table.table.rowCount():
            table.setCurrentIndex(table.table.index(row, max(column, 0)))


def _keys(table: TableView) -> tuple[str, ...]:
    return tuple(column.key for column in table.table.sheet.columns)
