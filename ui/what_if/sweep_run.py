"""A sweep in slices of some milliseconds on the window's thread: it never blocks, and ends where it is told to."""

from __future__ import annotations

import time
from collections.abc import Generator

from PySide6.QtCore import QObject, QTimer, Signal

from planner.what_if.sweep import Sweep
from planner.words import Refused

SLICE_S = 0.025
"""So long the window waits for a slice at most, but for a step that takes longer."""
SHOW_AFTER_S = 0.5
"""A sweep that takes longer than this shows its progress."""


class SweepRun(QObject):
    """`progressed` carries a share once a sweep is slow, `finished` the sweep, `failed` what a person can mend."""

    progressed = Signal(float)
    finished = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Generator[float, None, Sweep] | None = None
        self._begin = 0.0
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._slice)

    @property
    def running(self) -> bool:
        """Whether a sweep is under way."""
        return self._steps is not None

    def start(self, steps: Generator[float, None, Sweep]) -> None:
        """Begin a sweep; one under way is dropped."""
        self.cancel()
        self._steps = steps
        self._begin = time.monotonic()
        self._next.start()

    def cancel(self) -> None:
        """End the sweep under way; what it found is dropped."""
        self._next.stop()
        if self._steps is not None:
            self._steps.close()
            self._steps = None

    def _slice(self) -> None:
        steps, until = self._steps, time.monotonic() + SLICE_S
        if steps is None:
            return
        share = 0.0
        try:
            while time.monotonic() < until:
                share = next(steps)
        except StopIteration as end:
            self.cancel()
            self.finished.emit(end.value)
            return
        except Refused as refused:
            self.cancel()
            self.failed.emit(refused)
            return
        if time.monotonic() - self._begin > SHOW_AFTER_S:
            self.progressed.emit(share)
