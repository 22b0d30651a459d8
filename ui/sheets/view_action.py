"""A command of a table: its keys work while the table has them, and are no other table's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

Keys = QKeySequence.StandardKey | str | Sequence[str] | None


def view_action(view: QWidget, owner: QObject, text: str, keys: Keys, run: Callable[[], object]) -> QAction:
    """An action of a view that runs by its keys or from a menu."""
    action = QAction(text, owner)
    if keys is not None:
        several = (keys,) if isinstance(keys, str | QKeySequence.StandardKey) else keys
        action.setShortcuts([QKeySequence(key) for key in several])
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda _=False: run())
    view.addAction(action)
    return action
