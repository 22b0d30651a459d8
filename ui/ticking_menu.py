"""A menu whose check marks are set one after the other: it stays open until something else is clicked, or Escape."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

_TICKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TickingMenu(QMenu):
    """Ticks an action by click, space bar or Enter without closing; actions that have no mark close it as ever."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._ticked(action):
            event.accept()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _TICKS and self._ticked(self.activeAction()):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _ticked(self, action: QAction | None) -> bool:
        """Whether this is an action with a mark, which is turned over."""
        if action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True
