"""From the cell that is selected in a table to its explanation, and from there back to the cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QTimer

from ui.explain_cell import Cell, Place
from ui.sheets.table_view import TableView

if TYPE_CHECKING:
    from ui.window import Window


def follow(window: Window) -> None:
    """Let the place that is explained be gone to."""
    window.explain.place_requested.connect(lambda place: go_to(window, place))


def follow_table(window: Window, table: TableView) -> None:
    """Let the explanation follow the current cell of a table while it is worked in."""
    table.selectionModel().currentChanged.connect(lambda now, _: _show(window, table, now))


def cell_of(window: Window, place: Place) -> Cell | None:
    """What stands at a place; None when its row is gone."""
    table = _table(window, place.table)
    if table is None:
        return None
    at = table.table.position_of(place.row)
    if at is None or table.table.shown_row(at[0]).path != place.row:
        return None
    column = table.table.sheet.columns[table.table.sheet.column(place.column)]
    return Cell(column, table.table.shown_row(at[0]), window.evaluation(), window.session.workbook)


def go_to(window: Window, place: Place) -> None:
    """Make the cell at a place the current one, wherever its table is."""
    table = _table(window, place.table)
    if table is None:
        return
    if place.row[0] == "models" and len(place.row) > 2:
        window.models.show_path(place.row[:2])
    at = table.table.position_of(place.row)
    if at is not None:
        window.show_dock(place.table)
        table.setCurrentIndex(table.table.index(at[0], table.table.sheet.column(place.column)))


def _show(window: Window, table: TableView, now: QModelIndex) -> None:
    # A table that is filled or follows another one has a new current cell too; only the one with the keyboard asks.
    if not now.isValid() or window.table_with_keyboard() is not table:
        return
    place = Place(
        table.objectName(), table.table.shown_row(now.row()).path, table.table.sheet.columns[now.column()].key
    )
    # After the ledger has turned to the scenario of the cell.
    QTimer.singleShot(0, window.explain, lambda: window.explain.show_cell(place))


def _table(window: Window, name: str) -> TableView | None:
    return next((table for table in window.tables if table.objectName() == name), None)
