"""When a widget has been painted first: the moment from which a person sees something, and the rest may follow."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class FirstPaint(QObject):
    """Runs something once, right after the first paint of a widget.

    A timer alone would not do: the display asks for the first paint some milliseconds after `show`.
    """

    def __init__(self, widget: QWidget, run: Callable[[], object]) -> None:
        super().__init__(widget)
        self._run: Callable[[], object] | None = run
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._run is not None:
            QTimer.singleShot(0, self, self._run)
            self._run = None
            watched.removeEventFilter(self)
        return super().eventFilter(watched, event)
