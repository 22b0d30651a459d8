"""Find and replace in the cells of a table: in what they show and in what an editor would open with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ui.sheets.columns import InputColumn
from ui.sheets.table_model import TableModel
from ui.sheets.writing import CellText

Place = tuple[int, int]
"""Row and column of a cell."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is searched for; `whole` asks that it is all of a cell's text."""

    text: str
    same_case: bool = False
    whole: bool = False

    def pattern(self) -> re.Pattern[str]:
        """The text as it stands, no signs with a meaning of their own.

        >>> bool(Wanted("a*").pattern().search("A*b")), bool(Wanted("a", whole=True).pattern().search("ab"))
        (True, False)
        """
        text = re.escape(self.text)
        return re.compile(rf"\A{text}\Z" if self.whole else text, re.NOFLAG if self.same_case else re.IGNORECASE)


def found(model: TableModel, rows: Sequence[int], columns: Sequence[int], wanted: Wanted) -> list[Place]:
    """The cells of these rows and columns that have the text, row by row."""
    if not wanted.text:
        return []
    pattern = wanted.pattern()
    return [
        (row, column)
        for row in rows
        for column in columns
        if any(pattern.search(text) for text in _texts(model, row, column))
    ]


def nearest(
    places: Sequence[Place], rows: Sequence[int], columns: Sequence[int], here: Place, *, back: bool = False
) -> Place | None:
    """The next of some cells after `here` (or before it), from the last to the first; None of none.

    `rows` and `columns` are those on show, in their order.

    >>> nearest([(0, 2), (1, 0)], [0, 1], [2, 0], (0, 2)), nearest([(0, 2), (1, 0)], [0, 1], [2, 0], (0, 2), back=True)
    ((1, 0), (1, 0))
    """
    lines, order = ({position: at for at, position in enumerate(shown)} for shown in (rows, columns))
    keyed = sorted((lines[place[0]], order[place[1]], place) for place in places)
    at = (lines.get(here[0], -1), order.get(here[1], -1))
    if back:
        before = [key for key in keyed if key[:2] < at]
        chosen = before[-1:] or keyed[-1:]
    else:
        chosen = [key for key in keyed if key[:2] > at][:1] or keyed[:1]
    return chosen[0][2] if chosen else None


def replacements(model: TableModel, places: Sequence[Place], wanted: Wanted, new: str) -> list[CellText]:
    """The texts of those cells that can be edited, with `new` for what was found in them."""
    pattern = wanted.pattern()
    cells = []
    for row, column in places:
        at = model.sheet.columns[column]
        if isinstance(at, InputColumn) and at.present(model.shown_row(row).record):
            before = at.editable_text(model.shown_row(row), model.session.workbook)
            after = pattern.sub(lambda _: new, before)
            if after != before:
                cells.append(CellText(row, column, after))
    return cells


def _texts(model: TableModel, row: int, column: int) -> Iterator[str]:
    text = model.text(row, column)
    yield text
    if "−" in text:
        yield text.replace("−", "-")  # as a keyboard writes it
    at, shown = model.sheet.columns[column], model.shown_row(row)
    if isinstance(at, InputColumn):
        yield at.editable_text(shown, model.session.workbook)
