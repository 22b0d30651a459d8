"""Texts into cells: one cell or a block, rows added where it reaches past the end; all or nothing, as one step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner import edits
from planner.fields import RowRecord
from planner.workbook import Path, Workbook
from ui.refusals import refusal
from ui.session import Session
from ui.sheets.choices import ChooserColumn
from ui.sheets.columns import NO_DEFAULT, InputColumn
from ui.sheets.sheet import Sheet, records

LISTED = 12
"""So many refused cells are listed in words; the rest is counted."""


@dataclass(frozen=True, slots=True)
class CellText:
    """A text for the cell at a row and column of a table."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class BadCell:
    """A cell that a text was refused for, by position, in words ("Batch of Scenario 2"), and why."""

    row: int
    column: int
    place: str
    text: str
    reason: str


class RefusedCells(ValueError):
    """Nothing was written. `cells` are the ones that stood in the way; the message is the reason, or a list of them."""

    def __init__(self, cells: Sequence[BadCell]) -> None:
        self.cells = tuple(cells)
        super().__init__(_message(self.cells))


def _message(cells: Sequence[BadCell]) -> str:
    if len(cells) == 1:
        return cells[0].reason
    lines = [f"{cell.place}: {cell.reason}" for cell in cells[:LISTED]]
    if len(cells) > LISTED:
        more = QCoreApplication.translate("sheets", "and {count} more cells")
        lines.append(more.format(count=len(cells) - LISTED))
    return "\n".join(lines)


def write(
    session: Session, sheet: Sheet, container: Path, cells: Iterable[CellText], title: str, *, clearing: bool = False
) -> None:
    """Put texts into cells as one step of undo; RefusedCells lists every cell that cannot take its text.

    Computed cells in a block are passed over, they follow from the others; a block of nothing else is refused. With
    `clearing`, cells that have no default (a name) are passed over in the same way.
    """
    by_row: dict[int, list[CellText]] = {}
    for cell in cells:
        by_row.setdefault(cell.row, []).append(cell)
    if not by_row:
        return
    workbook, rows = session.workbook, _with_fresh(session.workbook, sheet, container, max(by_row) + 1)
    bad: list[BadCell] = []
    passed_over: list[BadCell] = []
    path: Path | None = None
    for position, texts in sorted(by_row.items()):
        for cell in texts:
            record = rows[position]
            column = sheet.columns[cell.column]
            place = _place(column.title, record)
            excuse = _excuse(column, record, cell.text, clearing)
            if excuse:
                passed_over.append(BadCell(cell.row, cell.column, place, cell.text, excuse))
                continue
            assert isinstance(column, InputColumn)
            path = (*container, record.id, *column.path)
            try:
                # An expression or a reference may name a row of this table, one that was written just before too.
                names = cell.text.lstrip().startswith("=") or isinstance(column, ChooserColumn)
                now = edits.with_rows(workbook, container, tuple(rows)) if names else workbook
                after, rows[position] = column.applied(now, record, cell.text)
                workbook = workbook if after is now else after
            except ValueError as error:
                bad.append(BadCell(cell.row, cell.column, place, cell.text, said(error)))
    if bad or path is None:
        raise RefusedCells(bad or passed_over)
    single = path if len(by_row) == 1 and sum(map(len, by_row.values())) == 1 else None
    session.change(_unless_same(session.workbook, workbook, container, rows), single, title)


def _with_fresh(workbook: Workbook, sheet: Sheet, container: Path, count: int) -> list[RowRecord]:
    """The rows of a table, and fresh ones behind them until there are `count`; ValueError above the sheet's bound."""
    rows = list(records(workbook, container))
    if count > max(len(rows), sheet.most):
        reason = QCoreApplication.translate("sheets", "There would be {count} rows here; {most} are the most.")
        raise ValueError(reason.format(count=f"{count:,}", most=f"{sheet.most:,}"))
    if count > len(rows):
        rows.append(sheet.fresh(workbook, container))
        # The others are like it: what a table's `fresh` looks at is the last row and the names that are taken.
        stem, _, number = rows[-1].name.rpartition(" ")
        taken = {row.name for row in rows}
        while len(rows) < count:
            number = str(int(number) + 1)
            if (name := f"{stem} {number}") not in taken:
                rows.append(edits.copied(rows[-1]).model_copy(update={"name": name}))
    return rows


def _unless_same(before: Workbook, workbook: Workbook, container: Path, rows: list[RowRecord]) -> Workbook:
    """The workbook with these rows; the one before when nothing differs, so that nothing is a step."""
    old = records(before, container)
    same = workbook is before and len(old) == len(rows) and all(a is b for a, b in zip(old, rows, strict=True))
    return before if same else edits.with_rows(workbook, container, tuple(rows))


def _excuse(column: Any, record: Any, text: str, clearing: bool) -> str:
    """Why a cell is passed over; empty when it takes part."""
    if not isinstance(column, InputColumn):
        return QCoreApplication.translate("sheets", "{title} is computed").format(title=column.title)
    if not column.present(record) and (clearing or not text.strip()):
        return QCoreApplication.translate("sheets", "This row has no {title}").format(title=column.title)
    if clearing and column.default(record) is NO_DEFAULT:
        return QCoreApplication.translate("sheets", "{title} cannot be blank").format(title=column.title)
    return ""


def said(error: ValueError) -> str:
    """The sentence of a refusal in the language of the window."""
    return refusal(error, "units", "edits")


def _place(title: str, record: Any) -> str:
    return QCoreApplication.translate("sheets", "{title} of {row}").format(title=title, row=record.name)
