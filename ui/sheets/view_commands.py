"""The commands that change how a table looks and never what it holds: sort, filter, columns; for its menus and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ui.sheets.conditions import Condition, plain_text
from ui.sheets.selection import visible_columns
from ui.sheets.view_action import Keys, view_action

if TYPE_CHECKING:
    from ui.sheets.table_view import TableView

SEPARATOR = None
VALUES_OFFERED = 500
SORT_UP, SORT_DOWN = ("Ctrl+Shift+PgUp", "Ctrl+Alt+Up"), ("Ctrl+Shift+PgDown", "Ctrl+Alt+Down")
"""The second ones are of before: some desktops keep them for themselves, to change between workspaces."""


class ViewCommands(QObject):
    """`actions` by name; they work on the column of the current cell, in a header's menu on that of the header."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view
        self.actions: dict[str, QAction] = {}
        self._order: list[str | None] = []
        self._of: int | None = None
        self._add("sort_up", self.tr("Sort, &least first"), SORT_UP, lambda: self._sort(descending=False))
        self._add("sort_down", self.tr("Sort, &greatest first"), SORT_DOWN, lambda: self._sort(descending=True))
        self._add("unsort", self.tr("&Order of the document"), None, view.rows.unsort)
        self._order.append(SEPARATOR)
        self._add("filter", self.tr("&Filter by this column…"), "Ctrl+Alt+F", self.ask_filter)
        self._add("filter_cell", self.tr("Only rows with this &value"), None, self._filter_cell)
        self._add("lift", self.tr("&No filter on this column"), None, self._lift)
        self._add("apply", self.tr("Sort and filter &again"), "Ctrl+Alt+R", view.rows.apply)
        self._add("all_rows", self.tr("&Show all rows"), "Ctrl+Alt+A", view.rows.clear)
        self._order.append(SEPARATOR)
        self._add("columns", self.tr("&Columns…"), "Ctrl+Alt+C", self.choose_columns)
        self._add("hide", self.tr("&Hide this column"), None, self._hide)
        self._add("freeze", self.tr("Hold columns up to &this one in sight"), None, self._freeze)
        self._add("unfreeze", self.tr("Hold only the na&me in sight"), None, lambda: view.hold_columns(1))
        self._add("fit", self.tr("F&it the widths"), None, view.fit_columns)

    def fill_menu(self, menu: QMenu, column: int | None = None) -> None:
        """Put every command into a menu; they then work on this column."""
        self._of = column
        for name in self._order:
            if name is SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(self.actions[name])
        self._enable()
        if column is not None:
            menu.destroyed.connect(self._forget)

    def ask_filter(self) -> None:
        """Ask for a condition on the column and narrow the view by it."""
        position = self._column()
        if position is None:
            return
        table = self._view.table
        column = table.sheet.columns[position]
        rows = [table.shown_row(row) for row in range(table.rowCount())]
        values = list(dict.fromkeys(text for row in rows if (text := plain_text(column, row))))[:VALUES_OFFERED]
        from ui.sheets.filter_dialog import FilterDialog

        dialog = FilterDialog(column, self._view.rows.conditions.get(column.key), values, self._view)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._view.rows.narrow(column.key, dialog.condition()))
        dialog.open()

    def choose_columns(self) -> None:
        """Show the list of columns."""
        from ui.sheets.column_chooser import ColumnChooser

        dialog = ColumnChooser(self._view)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _sort(self, *, descending: bool) -> None:
        position = self._column()
        if position is not None:
            self._view.rows.sort(self._view.table.sheet.columns[position].key, descending=descending)

    def _filter_cell(self) -> None:
        current, position = self._view.currentIndex(), self._column()
        if not current.isValid() or position is None:
            return
        column = self._view.table.sheet.columns[position]
        row = self._view.table.shown_row(current.row())
        text = column.exact(row) if column.right else plain_text(column, row)
        condition = Condition("=" if column.right else "is", text) if text else Condition("blank")
        try:
            self._view.rows.narrow(column.key, condition)
        except ValueError as error:
            self._view.said.emit(str(error))

    def _lift(self) -> None:
        position = self._column()
        if position is not None:
            self._view.rows.narrow(self._view.table.sheet.columns[position].key, None)

    def _hide(self) -> None:
        position = self._column()
        if position is not None and self._view.table.sheet.columns[position].key != "name":
            self._view.hide_column(position)

    def _freeze(self) -> None:
        position = self._column()
        shown = visible_columns(self._view)
        if position in shown:
            self._view.hold_columns(shown.index(position) + 1)

    def _column(self) -> int | None:
        if self._of is not None:
            return self._of
        current = self._view.currentIndex()
        return current.column() if current.isValid() else None

    def _enable(self) -> None:
        rows, position = self._view.rows, self._column()
        key = None if position is None else self._view.table.sheet.columns[position].key
        self.actions["unsort"].setEnabled(rows.sorted_by is not None)
        self.actions["lift"].setEnabled(key in rows.conditions)
        self.actions["apply"].setEnabled(rows.active)
        self.actions["all_rows"].setEnabled(rows.active)
        self.actions["hide"].setEnabled(key is not None and key != "name")

    def _forget(self) -> None:
        self._of = None
        for action in self.actions.values():  # a key must not find a command that a menu had switched off
            action.setEnabled(True)

    def _add(self, name: str, text: str, keys: Keys, run: Callable[[], object]) -> None:
        self.actions[name] = view_action(self._view, self, text, keys, run)
        self._order.append(name)
