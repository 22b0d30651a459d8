"""The cells of a matrix for a view: those models and cards that are on show, one result of each as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from planner import units
from planner.unit_table import GIB
from planner.verdict import Verdict
from planner.what_if.matrix.grid import Cell, Grid
from planner.what_if.matrix.tables import OF_FITS, RESULTS, precision_name, rate
from planner.what_if.matrix.words import REASONS
from ui.theme import VERDICT_SYMBOLS
from ui.verdicts import verdict_word

Index: TypeAlias = QModelIndex | QPersistentModelIndex
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)
NO_PARENT = QModelIndex()
PENDING = "…"


class MatrixModel(QAbstractTableModel):
    """Rows are models; columns are cards, each with its precisions side by side. Nothing is computed here."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid: Grid | None = None
        self.result = "verdict"
        self.rows: list[int] = []
        self.columns: list[tuple[int, int]] = []
        self.stated = ""
        """What the scenario's own precision is called."""

    def show_grid(self, grid: Grid, rows: Sequence[int], cards: Sequence[int], result: str) -> None:
        """Show these models and cards of a grid; what was there is forgotten, unless they are the same."""
        columns = [(card, nth) for card in cards for nth in range(len(grid.question.precisions))]
        before = self.grid
        same = before is not None and self.headings() == self._headings(grid, rows, columns)
        if same:
            self.grid, self.result, self.rows, self.columns = grid, result, list(rows), columns
            self.repaint_cells()
            return
        self.beginResetModel()
        self.grid, self.result, self.rows, self.columns = grid, result, list(rows), columns
        self.endResetModel()

    def headings(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The titles of rows and columns."""
        return ((), ()) if self.grid is None else self._headings(self.grid, self.rows, self.columns)

    def _headings(
        self, grid: Grid, rows: Sequence[int], columns: Sequence[tuple[int, int]]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        question = grid.question
        several = len(question.precisions) > 1 or question.precisions[0] is not None
        heads = (
            question.cards[card].name
            + (f"\n{precision_name(question.precisions[nth], self.stated)}" if several else "")
            for card, nth in columns
        )
        return tuple(question.models[row].name for row in rows), tuple(heads)

    def last_of_card(self, column: int) -> bool:
        """Whether a column is the last of several precisions of one card."""
        count = 0 if self.grid is None else len(self.grid.question.precisions)
        return count > 1 and self.columns[column][1] == count - 1

    def repaint_cells(self) -> None:
        """Numbers may be others; places and titles are not."""
        if self.rows and self.columns:
            last = self.index(len(self.rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def place(self, index: Index) -> tuple[int, int, int]:
        """Model, precision and card of a cell, as places in the grid."""
        card, nth = self.columns[index.column()]
        return self.rows[index.row()], nth, card

    def cell(self, index: Index) -> Cell | None:
        """The answer of a cell; None while it is not there."""
        assert self.grid is not None
        at, nth, card = self.place(index)
        return self.grid.cell(at, nth, card) if self.grid.done[at, nth] else None

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if role == DISPLAY:
            cell = self.cell(index)
            return PENDING if cell is None else f"{mark(cell)} {short(self.result, cell)}".rstrip()
        if role == SPOKEN:
            return self.spoken(index)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if role not in (DISPLAY, TOOLTIP):
            return None
        rows, columns = self.headings()
        titles = columns if orientation == Qt.Orientation.Horizontal else rows
        return titles[section] if section < len(titles) else None

    def spoken(self, index: Index) -> str:
        """A cell in a few words: model, card, verdict, the result."""
        cell = self.cell(index)
        rows, columns = self.headings()
        words = [rows[index.row()], columns[index.column()].replace("\n", ", ")]
        if cell is not None:
            words.append(verdict_word(cell.verdict))
            if cell.reason:
                words.append(QCoreApplication.translate("matrix", REASONS[cell.reason]))
            if self.result in OF_FITS and cell.verdict is Verdict.DOES_NOT_FIT:
                words.append(QCoreApplication.translate("matrix", "no such figure of a plan that does not fit"))
            else:
                words.append(f"{short(self.result, cell)} {unit_of(self.result)}".strip())
        return ", ".join(words)


def mark(cell: Cell) -> str:
    """The shape of a verdict."""
    return VERDICT_SYMBOLS[str(cell.verdict)]


def unit_of(result: str) -> str:
    """The unit of the numbers in the cells."""
    return {"byte": "GiB", "s": "ms", "token/s": "token/s", "USD": "USD"}.get(RESULTS[result].unit, "")


def short(result: str, cell: Cell) -> str:
    """A result as a number in the unit of `unit_of`; "–" where there is none.

    >>> short("verdict", Cell(Verdict.DOES_NOT_FIT, "", 0, -3 * 2**29, None, None, None))
    '−1.50'
    """
    if result == "verdict":
        if cell.verdict is Verdict.UNKNOWN:
            return ""
        value = cell.free
    else:
        value = RESULTS[result].value(cell)
    if value is None:
        return "–"
    if RESULTS[result].unit == "byte":
        return f"{'−' if value < 0 else ''}{abs(value) / GIB:,.2f}"
    if result == "gpus":
        return f"{value:,}"
    if result == "tokens":
        return rate(value)
    return f"{value:,.2f}" if result == "cost" else units.write(value, "s", "ms")
