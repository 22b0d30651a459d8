"""The selected cells of a table as a block: rows in order, columns in the order on screen, hidden ones left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtWidgets import QTableView


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


def selected_block(view: QTableView) -> Block:
    """Every row and column in which a cell is selected; the current cell when none is."""
    rows: set[int] = set()
    columns: set[int] = set()
    for part in view.selectionModel().selection():
        rows.update(range(part.top(), part.bottom() + 1))
        columns.update(range(part.left(), part.right() + 1))
    current = view.currentIndex()
    if not rows and current.isValid():
        rows, columns = {current.row()}, {current.column()}
    return Block(tuple(sorted(rows)), tuple(column for column in visible_columns(view) if column in columns))


def select_block(view: QTableView, rows: Sequence[int], columns: Sequence[int]) -> None:
    """Select the cells of these rows and columns that exist, nothing else."""
    model = view.model()
    chosen = QItemSelection()
    for row in rows:
        for column in columns:
            index = model.index(row, column)
            if index.isValid():
                chosen.select(index, index)
    view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
