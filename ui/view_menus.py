"""The part of the View menu that is about looks: rows and columns of a table, zoom, colours, language, panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from ui import languages, panels
from ui.theme import Appearance

if TYPE_CHECKING:
    from ui.window import Window


def fill(window: Window, menu: QMenu) -> None:
    """Put these commands into the View menu."""
    table = menu.addMenu(window.tr("&Table"))

    def fill_table() -> None:
        table.clear()
        window.table_in_use().view_commands.fill_menu(table)

    table.aboutToShow.connect(fill_table)
    fill_table()
    _add(window, menu, window.tr("Ne&xt panel"), ["F6"], lambda: panels.step(window, 1))
    _add(window, menu, window.tr("&Previous panel"), ["Shift+F6"], lambda: panels.step(window, -1))
    menu.addSeparator()
    _add(window, menu, window.tr("Zoom &in"), ["Ctrl++", "Ctrl+="], window.zoom.larger)
    _add(window, menu, window.tr("Zoom &out"), ["Ctrl+-"], window.zoom.smaller)
    _add(window, menu, window.tr("&Zoom 100 %"), ["Ctrl+0"], window.zoom.plain)
    menu.addSeparator()
    _colours(window, menu.addMenu(window.tr("&Colours")))
    _languages(window, menu.addMenu(window.tr("Lan&guage")))
    menu.addSeparator()
    _add(window, menu, window.tr("Pr&eferences…"), ["Ctrl+,"], lambda: show_preferences(window))


def show_preferences(window: Window) -> None:
    """Open the dialog of preferences."""
    from ui.preferences import PreferencesDialog

    dialog = PreferencesDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def _colours(window: Window, menu: QMenu) -> None:
    looks = QActionGroup(window)
    for appearance, text in (
        (Appearance.SYSTEM, window.tr("Colours of the s&ystem")),
        (Appearance.LIGHT, window.tr("&Light")),
        (Appearance.DARK, window.tr("&Dark")),
    ):
        action = _add(window, menu, text, [], lambda chosen=appearance: window.set_appearance(chosen))
        action.setCheckable(True)
        action.setChecked(window.settings.appearance is appearance)
        looks.addAction(action)


def _languages(window: Window, menu: QMenu) -> None:
    chosen = QActionGroup(window)
    for code, name in languages.offered(window.tr("Language of the system")):
        action = _add(window, menu, name, [], lambda code=code: window.set_language(code))
        action.setCheckable(True)
        action.setChecked(window.settings.language == code)
        chosen.addAction(action)
    # The window is made anew in the other language, and a measurement belongs to the window that began it.
    window.measuring.changed.connect(lambda: menu.setEnabled(not window.measuring.running))


def _add(window: Window, menu: QMenu, text: str, keys: list[str], run: Callable[[], object]) -> QAction:
    action = QAction(text, window)
    action.setShortcuts([QKeySequence(key) for key in keys])
    action.triggered.connect(lambda _=False: run())
    menu.addAction(action)
    return action
