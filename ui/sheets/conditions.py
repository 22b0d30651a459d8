"""What a view of a table may be narrowed by: one condition per column, on its text or on its number.

Numbers are compared exactly, in the unit of the column, and are typed as in a cell: "80GB", "4k". A condition is a
value of the view, never of the document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner import units
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP
from ui.sheets.choices import FollowingNumberColumn
from ui.sheets.columns import ABSENT, Column, FlagColumn, NumberColumn, Row
from ui.sheets.results import VerdictColumn

TEXT_RELATIONS: Mapping[str, str] = {
    "contains": QT_TRANSLATE_NOOP("sheets", "contains"),
    "lacks": QT_TRANSLATE_NOOP("sheets", "does not contain"),
    "is": QT_TRANSLATE_NOOP("sheets", "is"),
    "is not": QT_TRANSLATE_NOOP("sheets", "is not"),
}
NUMBER_RELATIONS: Mapping[str, str] = {
    "=": QT_TRANSLATE_NOOP("sheets", "equals"),
    "≠": QT_TRANSLATE_NOOP("sheets", "differs from"),
    ">": QT_TRANSLATE_NOOP("sheets", "is greater than"),
    "≥": QT_TRANSLATE_NOOP("sheets", "is at least"),
    "<": QT_TRANSLATE_NOOP("sheets", "is less than"),
    "≤": QT_TRANSLATE_NOOP("sheets", "is at most"),
    "between": QT_TRANSLATE_NOOP("sheets", "is between"),
}
BLANKS: Mapping[str, str] = {
    "blank": QT_TRANSLATE_NOOP("sheets", "is blank"),
    "filled": QT_TRANSLATE_NOOP("sheets", "is not blank"),
}
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "≠": lambda a, b: bool(a != b),
    ">": lambda a, b: bool(a > b),
    "≥": lambda a, b: bool(a >= b),
    "<": lambda a, b: bool(a < b),
    "≤": lambda a, b: bool(a <= b),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """`relation` is a key of the relations; `wanted` and, for "between", `end` are the texts as they were typed."""

    relation: str
    wanted: str = ""
    end: str = ""


def relations(column: Column) -> Mapping[str, str]:
    """The relations that a column can be narrowed by, in the order of the chooser."""
    own = NUMBER_RELATIONS if column.right else TEXT_RELATIONS
    return {**own, **BLANKS}


def words(column: Column, condition: Condition) -> str:
    """A condition in the language of the window: "Batch is at least 8"."""
    relation = QCoreApplication.translate("sheets", relations(column)[condition.relation])
    if condition.relation in BLANKS:
        return f"{column.title} {relation}"
    if condition.relation == "between":
        return f"{column.title} {relation} {condition.wanted} – {condition.end}"
    return f"{column.title} {relation} {condition.wanted}"


def met_by(column: Column, condition: Condition) -> Callable[[Row], bool]:
    """Whether a row meets a condition; ValueError with a sentence for a number that cannot be read."""
    if condition.relation in BLANKS:
        blank = condition.relation == "blank"
        return lambda row: (not column.text(row)) == blank
    if column.right:
        return _number_test(column, condition)
    wanted = condition.wanted.strip().casefold()
    fits: Mapping[str, Callable[[str], bool]] = {
        "contains": lambda text: all(word in text for word in wanted.split()),
        "lacks": lambda text: wanted not in text,
        "is": lambda text: text == wanted,
        "is not": lambda text: text != wanted,
    }
    fit = fits[condition.relation]
    return lambda row: fit(plain_text(column, row).casefold())


def _number_test(column: Column, condition: Condition) -> Callable[[Row], bool]:
    least = read_number(column, condition.wanted)
    if condition.relation == "between":
        most = read_number(column, condition.end)
        low, high = min(least, most), max(least, most)
        return lambda row: (value := number(column, row)) is not None and low <= value <= high
    compared = _COMPARED[condition.relation]
    return lambda row: (value := number(column, row)) is not None and compared(value, least)


def plain_text(column: Column, row: Row) -> str:
    """The text that a condition is held against: the word of a verdict without its amount."""
    return column.exact(row) if isinstance(column, VerdictColumn) else column.text(row)


def number(column: Column, row: Row) -> int | float | None:
    """A cell's number, in the base unit of an input, else in the unit of the column; None for a blank."""
    if isinstance(column, NumberColumn):
        value = column.stored(row.resolved)
        if value is None and isinstance(column, FollowingNumberColumn):
            value = column.effective(row)
        return value if isinstance(value, int | float) else None
    text = column.exact(row)
    try:
        return float(text) if text else None
    except ValueError:
        return None


def read_number(column: Column, text: str) -> int | float:
    """A typed number as `number` gives those of the cells; ValueError with a sentence."""
    if isinstance(column, NumberColumn):
        value = units.read(text, column.field)
        if isinstance(value, int | float):
            return value
    try:
        return float(text.replace(",", "").replace("_", "").replace("−", "-"))
    except ValueError:
        sentence = QCoreApplication.translate("sheets", "“{text}” is no number for {title}")
        raise ValueError(sentence.format(text=text.strip(), title=column.heading)) from None


_VERDICTS = {str(verdict): place for place, verdict in enumerate(Verdict)}


def sort_key(column: Column, row: Row) -> tuple[bool, Any]:
    """What rows are put in order by: numbers by size, verdicts by gravity, texts as people list them; blanks last."""
    if isinstance(column, VerdictColumn):
        value = column.value(row)
        return (value is None, 0 if value is None else _VERDICTS[value[0]])
    if column.right:
        found = number(column, row)
        return (found is None, 0 if found is None else found)
    if isinstance(column, FlagColumn):
        value = column.stored(row.record)
        return (value is ABSENT or value is None, bool(value) if value is not ABSENT else False)
    text = column.text(row)
    return (not text, natural(text))


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A text by which "13B" comes before "70B", and "Plan 9" before "Plan 10".

    >>> sorted(["Plan 10", "Plan 9", "plan 9b"], key=natural)
    ['Plan 9', 'plan 9b', 'Plan 10']
    """
    parts: list[tuple[int, int, str]] = []
    word = ""
    digits = ""
    for sign in f"{text.casefold()}\0":
        if sign.isdecimal():
            if word:
                parts.append((1, 0, word))
                word = ""
            digits += sign
            continue
        if digits:
            parts.append((0, int(digits), ""))
            digits = ""
        if sign != "\0":
            word += sign
    if word:
        parts.append((1, 0, word))
    return tuple(parts)
