"""References to other rows, as they are kept and as they are shown: `row_id.field` in the file, `'Row name'.field` on
screen. A quote inside a name is written twice. A name that several rows share is shown, and must be typed, as the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.sheets import ASSUMPTIONS
from planner.typed import UnitError
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import TABLES, Workbook

_STORED = re.compile(r"(?<![\w.'])([^\W\d]\w*)\.([^\W\d]\w*)")
_TYPED = re.compile(r"'((?:[^']|'')*)'\s*\.\s*([^\W\d]\w*)|(?<![\w.])([^\W\d]\w*)\s*\.\s*([^\W\d]\w*)|'")


def display_text(workbook: Workbook, expression: str) -> str:
    """An expression as it is shown: `=2*s1.batch` becomes `=2*'13B b8'.batch`. A row that is gone keeps its id."""
    if "." not in expression:
        return expression
    names = dict(_names(workbook))
    shared = [name for name in names.values()]

    def shown(found: re.Match[str]) -> str:
        name = names.get(found[1])
        if name is None or shared.count(name) > 1:
            return found[0]
        return f"'{name.replace(chr(39), chr(39) * 2)}'.{found[2]}"

    return _STORED.sub(shown, expression)


def parse_display(workbook: Workbook, text: str) -> str:
    """A typed text with the rows it names replaced by their ids; a text that is no expression as it is.

    `'Row name'.field`, `name.field` and `row_id.field` are taken; UnitError when no row, or several, have the name.
    """
    if not text.lstrip().startswith(("=", "\uff1d")):
        return text
    ids = {key for key, _ in _names(workbook)} | {ASSUMPTIONS}

    def stored(found: re.Match[str]) -> str:
        if found[1] is not None:
            return f"{_id_of(workbook, found[1].replace(chr(39) * 2, chr(39)))}.{found[2]}"
        if found[3] is not None:
            return f"{found[3] if found[3] in ids else _id_of(workbook, found[3])}.{found[4]}"
        raise UnitError(QT_TRANSLATE_NOOP("units", "A quote is open: write the name of a row as 'Row name'.field."))

    return _TYPED.sub(stored, text)


def _id_of(workbook: Workbook, name: str) -> str:
    found = [key for key, other in _names(workbook) if other == name]
    if not found:
        found = [key for key, other in _names(workbook) if other.casefold() == name.casefold()]
    if not found:
        raise UnitError(QT_TRANSLATE_NOOP("units", "There is no row called “{name}”: write 'Row name'.field with the "
                                          "name of a row."), name=name)  # fmt: skip
    if len(found) > 1:
        raise UnitError(QT_TRANSLATE_NOOP("units", "{count} rows are called “{name}”: give the row a name of its own, "
                                          "or write its id, {ids}."), count=len(found), name=name,
                        ids=" / ".join(found))  # fmt: skip
    return found[0]


def _names(workbook: Workbook) -> Iterator[tuple[str, str]]:
    """Id and name of every row."""
    for table in TABLES:
        for row in getattr(workbook, table):
            yield row.id, row.name
