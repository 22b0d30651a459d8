"""One cell of a table in full: what it holds, what its column means, and which lines of the ledger read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication

from planner.plan import ALIASES, Evaluation
from planner.resolve import display_text
from planner.workbook import Path, Workbook
from ui.sheets.columns import Column, InputColumn, Row
from ui.sheets.results import ResultColumn, VerdictColumn


@dataclass(frozen=True, slots=True)
class Place:
    """A cell on screen: the table by name, the row's path, the column's key."""

    table: str
    row: Path
    column: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands at a place now; `evaluation` is the plan in which the lines that read it are looked for."""

    column: Column
    row: Row
    evaluation: Evaluation | None
    workbook: Workbook


CellOf: TypeAlias = Callable[[Place], Cell | None]


def line_of(cell: Cell) -> str:
    """The key of the ledger's line that a computed cell shows; empty where it shows none."""
    evaluation = cell.row.evaluation
    key = ""
    if isinstance(cell.column, ResultColumn):
        key = cell.column.line
    elif isinstance(cell.column, VerdictColumn) and evaluation is not None:
        key = "free" if evaluation.deciding is None else evaluation.deciding.key
    key = ALIASES.get(key, key)
    return key if evaluation is not None and key in evaluation.structure.index else ""


def path_of(cell: Cell) -> Path | None:
    """The path of an input in the document; None for a computed cell."""
    return (*cell.row.path, *cell.column.path) if isinstance(cell.column, InputColumn) else None


def readers(evaluation: Evaluation, path: Path) -> list[str]:
    """Keys of the lines that read the cell at a path, in the order of the ledger."""
    known: dict[str, bool] = {}

    def reads(slot: str) -> bool:
        found = known.get(slot)
        if found is None:
            found = known[slot] = slot not in evaluation.structure.index and evaluation.path(slot) == path
        return found

    return [line.key for line in evaluation.structure.lines if any(reads(slot) for slot in line.sources.values())]


def head(cell: Cell, muted: str, code: str) -> str:
    """Title, value, expression, meaning and source of a cell, as rich text."""
    column, row = cell.column, cell.row
    name = getattr(row.record, "name", "")
    parts = [f"<p style='margin:0'><b>{escape(column.title)}</b> <span style='color:{muted}'>{escape(name)}</span></p>"]
    text = column.text(row)
    said = column.described(row, cell.workbook)
    shown = escape(text or QCoreApplication.translate("explain", "blank"))
    unit = f" {escape(column.unit)}" if text and column.unit else ""
    exact = said.split("\n")[-1] if said and not isinstance(column, VerdictColumn) else ""
    beside = f" <span style='color:{muted}'>= {escape(exact)}</span>" if exact and exact != text else ""
    large = "font-size:large; font-weight:600"
    parts.append(f"<p style='margin:4px 0'><span style='{large}'>{shown}</span>{unit}{beside}</p>")
    if isinstance(column, InputColumn) and column.present(row.record):
        stored = column.stored(row.record)
        if isinstance(stored, str) and stored.startswith("="):
            parts.append(f'<p style="margin:0; {code}">{escape(display_text(cell.workbook, stored))}</p>')
        elif column.faint(row) and text:
            follows = QCoreApplication.translate("explain", "The cell is blank; this is what it follows.")
            parts.append(f"<p style='margin:0; color:{muted}'>{escape(follows)}</p>")
    if column.help:
        parts.append(f"<p style='margin:4px 0'>{escape(column.help)}</p>")
    source = getattr(row.record, "sources", {}).get(column.key, "")
    if source:
        said = QCoreApplication.translate("sheets", "Source: {source}").format(source=source)
        parts.append(f"<p style='margin:0; color:{muted}'>{escape(said)}</p>")
    return "".join(parts)
