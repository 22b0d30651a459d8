"""A matrix that is answered in slices: the grid fills row by row, and the latest question counts."""

from __future__ import annotations

from PySide6.QtCore import QObject

from planner.what_if.matrix.grid import Grid, Matrix, Question
from ui.what_if.slices import Slices, Steps


class MatrixWork(Slices):
    """Slices of one matrix; what was answered before it is ended stays in `grid`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.matrix = Matrix()
        self.grid: Grid | None = None

    def ask(self, question: Question) -> Grid:
        """Begin with a question; the grid that it is answered into."""
        self.grid = Grid.empty(question)
        self.start(self._answers(self.grid))
        return self.grid

    def _answers(self, grid: Grid) -> Steps:
        for count, total in self.matrix.steps(grid):
            yield count / max(total, 1)
