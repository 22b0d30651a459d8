"""Answers a matrix in slices between the events of the window, so that it stays live; the latest question counts."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from planner.what_if.matrix import Grid, Matrix, Question

SLICE = 0.02
"""Seconds of work before the window's events have their turn."""
SLOW = 0.5
"""Seconds after which somebody should see how far it is."""


class MatrixWork(QObject):
    """`progressed` says how many rows are answered and of how many, `slow` that it takes long; the grid fills."""

    progressed = Signal(int, int)
    slow = Signal()
    finished = Signal()
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.matrix = Matrix()
        self.grid: Grid | None = None
        self._steps: Iterator[tuple[int, int]] | None = None
        self._begun = 0.0
        self._said = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._work)

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        return self._steps is not None

    def ask(self, question: Question) -> Grid:
        """Begin with a question; the grid that it is answered into."""
        self.grid = Grid.empty(question)
        self._steps = self.matrix.steps(self.grid)
        self._begun, self._said = time.perf_counter(), False
        self._timer.start()
        return self.grid

    def cancel(self) -> None:
        """Stop; what was answered stays."""
        if self.busy:
            self._end()
            self.cancelled.emit()

    def stop(self) -> None:
        """Stop in silence."""
        self._end()

    def _end(self) -> None:
        self._timer.stop()
        self._steps = None

    def _work(self) -> None:
        steps = self._steps
        if steps is None:
            return
        until = time.perf_counter() + SLICE
        count = total = 0
        while time.perf_counter() < until:
            step = next(steps, None)
            if step is None:
                self._end()
                self.finished.emit()
                return
            count, total = step
        self.progressed.emit(count, total)
        if not self._said and time.perf_counter() - self._begun > SLOW:
            self._said = True
            self.slow.emit()
