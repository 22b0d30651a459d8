"""Long work in slices of some milliseconds between the events of a window, and the bar that shows how far it is.

The work is a generator: it yields the share that is done, and what it returns is the result. It runs on the window's
thread, so it needs no lock and never outlives what it reads; the window stays live, and the work ends at any step.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from planner.words import Refused

SLICE_S = 0.025
"""So long the events of the window wait for a slice, but for a step that takes longer."""
SHOW_AFTER_S = 0.5
"""Work that takes longer than this is shown."""
MARKS = 1000

Steps = Generator[float, None, Any]


class Slices(QObject):
    """`finished` carries the result, `failed` what a person can mend; `progressed` the share, once work is slow."""

    progressed = Signal(float)
    finished = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    ended = Signal()
    """After each of the three, and after `stop`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Steps | None = None
        self._begun = 0.0
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._slice)

    @property
    def running(self) -> bool:
        """Whether work is under way."""
        return self._steps is not None

    def start(self, steps: Steps) -> None:
        """Begin; work under way is dropped."""
        self.stop()
        self._steps = steps
        self._begun = time.monotonic()
        self._next.start()

    def cancel(self) -> None:
        """End the work under way because somebody wants it so."""
        if self.running:
            self.stop()
            self.cancelled.emit()

    def stop(self) -> None:
        """End the work under way, if there is any, because it is not wanted any more."""
        steps, self._steps = self._steps, None
        self._next.stop()
        if steps is not None:
            steps.close()
            self.ended.emit()

    def _slice(self) -> None:
        steps, until, share = self._steps, time.monotonic() + SLICE_S, 0.0
        if steps is None:
            return
        try:
            share = next(steps)
            while time.monotonic() < until:
                share = next(steps)
        except StopIteration as end:
            self.stop()
            self.finished.emit(end.value)
        except Refused as refused:
            self.stop()
            self.failed.emit(refused)
        else:
            if time.monotonic() - self._begun > SHOW_AFTER_S:
                self.progressed.emit(share)


class WorkBar(QWidget):
    """How far work is, and a button that ends it; in sight only while the work takes long."""

    def __init__(self, work: Slices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QProgressBar()
        self.bar.setMaximum(MARKS)
        self.bar.setAccessibleName(QCoreApplication.translate("work", "Progress"))
        self.cancel = QPushButton(QCoreApplication.translate("work", "Ca&ncel"))
        self.cancel.setAutoDefault(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.bar, 1)
        row.addWidget(self.cancel)
        self.cancel.clicked.connect(work.cancel)
        work.progressed.connect(self._show_share)
        work.ended.connect(self.hide)
        self.hide()

    def _show_share(self, share: float) -> None:
        self.bar.setValue(round(share * MARKS))
        self.show()
