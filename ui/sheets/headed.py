"""A block whose first row names columns: written into those columns, wherever they stand, rows found by their name.

Such a table comes from elsewhere (another program, a web page, "Copy with headings"): its columns may stand in another
order, and its rows are not meant for the cells under the cursor.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QTableView

from ui.sheets.choices import ChooserColumn
from ui.sheets.columns import Column, FlagColumn, InputColumn
from ui.sheets.selection import rows_from
from ui.sheets.table_model import TableModel
from ui.sheets.writing import BadCell, CellText, RefusedCells

_HEADING = re.compile(r"(.*?)\s*[(\[]([^()\[\]]+)[)\]]\s*")
_BARE = re.compile(r"-?[0-9][0-9_,. ]*(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Headed:
    """Columns by position in the block: where in the table each stands (None: nowhere), its unit where that is another
    than the table's. `unknown` are the headings that name no column.
    """

    places: tuple[int | None, ...]
    units: tuple[str, ...]
    unknown: tuple[str, ...]


def headed(view: QTableView, model: TableModel, block: Sequence[Sequence[str]], left: int) -> Headed | None:
    """What the first row of a block names; None when it holds values. RefusedCells when a heading names two columns.

    It names columns when all its texts do, or at least two and not less than half. `left` is the column that the block
    would be pasted at: a text that is a value there is one.
    """
    first = [text.strip() for text in block[0]]
    if len(block) < 2 or not any(first) or _is_value(model, left, first[0]):
        return None
    found = [_matches(view, model.sheet.columns, text) if text else [] for text in first]
    named, texts = sum(1 for places in found if places), sum(1 for text in first if text)
    if named < texts and (named < 2 or 2 * named < texts):
        return None
    doubtful = [text for text, places in zip(first, found, strict=True) if len(places) > 1]
    if doubtful:
        reason = QCoreApplication.translate("sheets", "More than one column is called “{heading}”")
        raise RefusedCells([BadCell(0, left, text, text, reason.format(heading=text)) for text in doubtful])
    places = tuple(match[0] if match else None for match in found)
    units = tuple(
        "" if place is None else _other_unit(model.sheet.columns[place], text)
        for place, text in zip(places, first, strict=True)
    )
    return Headed(places, units, tuple(text for text, match in zip(first, found, strict=True) if text and not match))


def texts_of(
    view: QTableView, model: TableModel, block: Sequence[Sequence[str]], head: Headed, top: int
) -> tuple[list[CellText], tuple[int, ...], int]:
    """The cells to write, the rows they stand in, and how many of those are new.

    A row goes where a row of its name stands, else behind the last; without a column of names, from `top` on down.
    """
    name = model.sheet.column("name")
    lines = [line for line in block[1:] if any(text.strip() for text in line)]
    rows = rows_from(view, top, len(lines)) if model.rowCount() else tuple(range(len(lines)))
    if name in head.places:
        at = head.places.index(name)
        rows = _by_name(model, name, [line[at].strip() for line in lines])
    # In the order of the table: the kind of a part is chosen before its cells are filled.
    order = sorted((place, at) for at, place in enumerate(head.places) if place is not None)
    cells = [
        CellText(row, place, _with_unit(line[at], head.units[at]))
        for row, line in zip(rows, lines, strict=True)
        for place, at in order
    ]
    return cells, rows, sum(1 for row in rows if row >= model.rowCount())


def headings(columns: Sequence[Column], chosen: Sequence[int]) -> list[str]:
    """The first row of a block of the columns `chosen` that is copied with its headings: each names no other column.

    A title that two columns of the table share has its group before it, or is the column's key where both are shared.
    """
    titles = [column.heading for column in columns]
    grouped = [f"{column.group}: {column.heading}" for column in columns]

    def named(at: int) -> str:
        if titles.count(titles[at]) == 1:
            return titles[at]
        return grouped[at] if grouped.count(grouped[at]) == 1 else columns[at].key

    return [named(at) for at in chosen]


def _by_name(model: TableModel, column: int, names: Sequence[str]) -> tuple[int, ...]:
    present: dict[str, list[int]] = {}
    for row in range(model.rowCount()):
        present.setdefault(model.text(row, column), []).append(row)
    rows, fresh = [], model.rowCount()
    for name in names:
        if waiting := present.get(name):
            rows.append(waiting.pop(0))
        else:
            rows.append(fresh)
            fresh += 1
    return tuple(rows)


def _is_value(model: TableModel, column: int, text: str) -> bool:
    """Whether a text is one of the values that a column lets one choose from."""
    at = model.sheet.columns[column]
    if not isinstance(at, ChooserColumn | FlagColumn) or not model.rowCount():
        return False
    try:
        at.read_text(text, model.shown_row(0).record, model.session.workbook)
    except ValueError:
        return False
    return True


def _matches(view: QTableView, columns: Sequence[Column], text: str) -> list[int]:
    """The columns that a heading names, by key, title and unit, or title; of several, those on show go first."""
    wanted = text.casefold()
    title = found[1] if (found := _HEADING.fullmatch(wanted)) else wanted
    for called in (
        lambda column: column.key.casefold() == wanted,
        lambda column: column.heading.casefold() == wanted,
        lambda column: wanted in _titles(column),
        lambda column: title in _titles(column),
    ):
        places = [at for at, column in enumerate(columns) if called(column)]
        shown = [at for at in places if not view.isColumnHidden(at)]
        inputs = [at for at in shown or places if columns[at].editable]
        if places:
            return inputs or shown or places
    return []


def _titles(column: Column) -> set[str]:
    """What a column is called, in the language of the window and as it is declared."""
    declared = {column.field.title} if isinstance(column, InputColumn) else set()
    names = {column.title, *declared}
    return {name.casefold() for name in names} | {f"{column.group}: {name}".casefold() for name in names}


def _other_unit(column: Column, text: str) -> str:
    """The unit that a heading states, where the table's is another: its numbers are then read with it."""
    found = _HEADING.fullmatch(text)
    stated = found[2].strip() if found and text.casefold() != column.heading.casefold() else ""
    return stated if column.right and column.unit and stated != column.unit else ""


def _with_unit(text: str, unit: str) -> str:
    return f"{text.strip()} {unit}" if unit and _BARE.fullmatch(text.strip()) else text
