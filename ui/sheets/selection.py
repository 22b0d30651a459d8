"""The selected cells of a table as a block: rows and columns in the order on screen, hidden ones left out."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QItemSelection, QItemSelectionModel
from PySide6.QtWidgets import QTableView

from planner.units import minus
from ui.sheets.differences import runs_of
from ui.sheets.table_model import TableModel


@dataclass(frozen=True, slots=True)
class Block:
    """Rows and columns by their position in the model."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.rows and self.columns)


def visible_columns(view: QTableView) -> list[int]:
    """The columns on show, from left to right."""
    header = view.horizontalHeader()
    sections = (header.logicalIndex(visual) for visual in range(header.count()))
    return [section for section in sections if not header.isSectionHidden(section)]


def visible_rows(view: QTableView) -> list[int]:
    """The rows on show, from top to bottom; a sorted or filtered view has others than the document."""
    header = view.verticalHeader()
    if not header.sectionsMoved() and not header.sectionsHidden():
        return list(range(header.count()))
    sections = (header.logicalIndex(visual) for visual in range(header.count()))
    return [section for section in sections if not header.isSectionHidden(section)]


def rows_from(view: QTableView, top: int, count: int) -> tuple[int, ...]:
    """So many rows on show from one on; where they end, rows that the table does not have yet."""
    shown = visible_rows(view)
    below = shown[shown.index(top) :][:count] if top in shown else []
    end = view.model().rowCount()
    return (*below, *range(end, end + count - len(below)))


def in_one_piece(view: QTableView, rows: Iterable[int]) -> bool:
    """Whether rows stand below each other on show."""
    chosen = list(rows)
    return bool(chosen) and list(rows_from(view, chosen[0], len(chosen))) == chosen


def selected_block(view: QTableView) -> Block:
    """Every row on show and column in which a cell is selected, as they stand; the current cell when none is."""
    rows: set[int] = set()
    columns: set[int] = set()
    for part in view.selectionModel().selection():
        rows.update(range(part.top(), part.bottom() + 1))
        columns.update(range(part.left(), part.right() + 1))
    current = view.currentIndex()
    if not rows and current.isValid():
        rows, columns = {current.row()}, {current.column()}
    in_order = tuple(row for row in visible_rows(view) if row in rows)
    return Block(in_order, tuple(column for column in visible_columns(view) if column in columns))


def selected_cells(view: QTableView) -> list[tuple[int, int]]:
    """Row and column of every selected cell on show, row by row; the current cell when none is."""
    found: dict[int, set[int]] = {}
    for part in view.selectionModel().selection():
        columns = range(part.left(), part.right() + 1)
        for row in range(part.top(), part.bottom() + 1):
            found.setdefault(row, set()).update(columns)
    current = view.currentIndex()
    if not found and current.isValid():
        found = {current.row(): {current.column()}}
    columns_on_show = visible_columns(view)
    rows = [row for row in visible_rows(view) if row in found]
    return [(row, column) for row in rows for column in columns_on_show if column in found[row]]


def is_whole(view: QTableView, block: Block) -> bool:
    """Whether every cell of the block is selected: cells that were picked one by one may leave holes."""
    return len(selected_cells(view)) == len(block.rows) * len(block.columns)


def select_block(view: QTableView, rows: Iterable[int], columns: Iterable[int]) -> None:
    """Select the cells of these rows and columns that exist, nothing else."""
    model = view.model()
    chosen = QItemSelection()
    last_row = model.rowCount() - 1
    for left, right in runs_of(sorted(columns)):
        for top, bottom in runs_of(sorted(row for row in rows if row <= last_row)):
            chosen.select(model.index(top, left), model.index(bottom, right))
    view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def summary(view: QTableView) -> str:
    """Count, sum, mean, least and greatest of the selected numbers; empty below two cells.

    Numbers of columns with one unit are written in it; where units differ, only the cells are counted.
    """
    model = view.model()
    chosen = selected_cells(view)
    if not isinstance(model, TableModel) or len(chosen) < 2:
        return ""
    columns = model.sheet.columns
    cells = QCoreApplication.translate("sheets", "{count} cells").format(count=len(chosen))
    texts = [(columns[at].unit, columns[at].exact(model.shown_row(row))) for row, at in chosen if columns[at].right]
    numbers = [(unit, float(text)) for unit, text in texts if text]
    if not numbers or len({unit for unit, _ in numbers}) > 1:
        return cells
    unit, values = numbers[0][0], [number for _, number in numbers]
    figures = QCoreApplication.translate("sheets", "sum {sum}   mean {mean}   min {least}   max {greatest}").format(
        sum=_figure(math.fsum(values)),
        mean=_figure(math.fsum(values) / len(values)),
        least=_figure(min(values)),
        greatest=_figure(max(values)),
    )
    return f"{cells}   {figures} {unit}".rstrip()


def _figure(number: float) -> str:
    """Seven significant figures without an exponent where people would write none.

    >>> _figure(6738415616.0), _figure(24.2421875), _figure(0.1 + 0.2)
    ('6,738,415,616', '24.24219', '0.3')
    """
    return minus(f"{int(number):,}" if number.is_integer() and abs(number) < 2**53 else f"{number:,.7g}")
