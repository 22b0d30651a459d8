"""A folder that answers nobody until its gate opens, and somebody who waits for it before the window."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton

from ui import waiting
from ui.window import Window

ROOT = Path(__file__).resolve().parents[3]
NAME = ("scenarios", "chat_13b_b16", "name")
KINDS = ("xlsx", "csv", "md", "pdf", "png", "svg")


class Silent:
    """A folder whose every call hangs, and the calls that came on the window's thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gate = threading.Event()
        self.on_the_window: list[str] = []

    def over(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and os.fspath(path).startswith(str(self.folder)):
                if threading.current_thread() is threading.main_thread():
                    if not self.gate.is_set():
                        self.on_the_window.append(f"{name} {path}")
                else:
                    assert self.gate.wait(30)
            return real(path, *arguments, **named)

        return call

    def answers(self) -> None:
        """Open the gate, and wait until all that was begun has come to its end."""
        self.gate.set()
        for thread in threading.enumerate():
            if isinstance(thread, waiting.Work):
                thread.join(30)
                assert not thread.is_alive()


class Patience:
    """A person who sees the window go on for a while and then presses Cancel on a notice that begins with a word."""

    def __init__(self, *words: str) -> None:
        self.ticks = 0
        self.cancelled: list[str] = []
        self._words = words or ("Writing", "Reading", "Looking", "Saving")
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(self._tick)

    def _tick(self) -> None:
        shown = [each for each in QApplication.topLevelWidgets() if isinstance(each, QProgressDialog)]
        for notice in shown:
            if notice.isVisible() and notice.labelText().startswith(self._words):
                self.ticks += 1
                if self.ticks % 5 == 0:
                    self.cancelled.append(notice.labelText())
                    notice.findChild(QPushButton).click()
                return

    def __enter__(self) -> Patience:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.stop()


def status(window: Window) -> str:
    return window.statusBar().currentMessage()


def message(said: list[str]) -> str:
    return said[-1] if said else ""
