"""The menu of a column's head: sort, filter, hide, hold; by a right click, or by the arrow that a head shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from ui.sheets.header import GroupedHeader

if TYPE_CHECKING:
    from ui.sheets.table_view import TableView


class HeaderMenu(QObject):
    """Serves the head of one table, and that of the columns which are held in sight."""

    def __init__(self, view: TableView, *headers: GroupedHeader) -> None:
        super().__init__(view)
        self._view = view
        for header in headers:
            header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            header.customContextMenuRequested.connect(
                lambda at, header=header: self.offer(header, header.logicalIndexAt(at), header.mapToGlobal(at))
            )
            header.menu_wanted.connect(lambda section, at, header=header: self.offer(header, section, at))

    def offer(self, header: GroupedHeader, section: int, at: QPoint) -> None:
        """Open the menu of a section, or of the table where there is none, at a place of the screen."""
        view = self._view
        menu = QMenu(header)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        view.view_commands.fill_menu(menu, section if section >= 0 else None)
        view.commands.fill_column_menu(menu.addMenu(view.tr("Columns on show")))
        menu.popup(at)
