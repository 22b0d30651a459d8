"""One command of the window: its action in a menu, with key and tip, known by a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from ui.window import Window

Keys = QKeySequence.StandardKey | str | tuple[str, ...] | None
"""Of several the first is the one that is shown; the others work too."""


def command(
    window: Window, menu: QMenu, text: str, keys: Keys, run: Callable[[], object], tip: str = "", name: str = ""
) -> QAction:
    """Put a command at the end of a menu; by its name it is in `window.commands`."""
    action = QAction(text, window)
    if isinstance(keys, tuple):
        action.setShortcuts([QKeySequence(key) for key in keys])
    elif keys is not None:
        action.setShortcut(QKeySequence(keys))
    if tip:
        action.setStatusTip(tip)
        action.setToolTip(tip)
    action.triggered.connect(lambda _=False: run())
    menu.addAction(action)
    if name:
        window.commands[name] = action
    return action
