"""The values of an axis as a person types them: "1..64 by powers of two", "1, 2, 4", "1k..128k step 1k", "all".

    values   part, part, ...                 a comma or semicolon between parts; thousands are written 1_000 or 1k
    part     4k                              one value, as a cell of the field takes it
             1..64                           whole numbers, one after the other
             1k..128k step 1k                equal steps; "by" for "step" is read too
             1..64 by powers of two          each twice the one before; "by powers of 10", "times 2"
             0.1..0.9 in 9                   so many at equal distances, both ends among them
             1k..1m in 200 log               so many at equal ratios
             all                             every choice, every row of the table
             blank                           the empty cell, where the field may be empty

Numbers are put in ascending order, and a value that stands twice is taken once. A range ends at the last value that is
not above its end.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from planner.fields import Choice, Field, Flag, Number, Reference
from planner.units import UnitError, read
from planner.words import QT_TRANSLATE_NOOP, Refused

MOST = 2**22
"""No axis has more values, and no sweep more points."""
NAMED = 12
"""So many rows are named to choose from."""
DIGITS = 12
"""Figures of values at equal ratios that need not be whole."""

_RANGE = re.compile(
    r"(?P<first>.+?)\s*(?:\.\.\.?|…|–)\s*(?P<last>.+?)"
    r"(?:\s+(?:(?:step|by)\s+(?P<step>[^\s].*?)|in\s+(?P<count>[0-9_]+)(?P<log>\s+log)?"
    r"|(?:times|by\s+powers\s+of|by\s+times|×|x)\s*(?P<factor>[^\s]+)))?",
    re.IGNORECASE,
)
_POWERS = re.compile(r"powers\s+of\s+(?P<factor>[^\s]+)", re.IGNORECASE)
_WORDS = {"two": 2, "three": 3, "four": 4, "ten": 10}
_BROKEN_OFF = re.compile(r"(?:\.\.|…|–).*\s(?P<word>step|by|in|times|powers|of)$", re.IGNORECASE)
_LEADING = re.compile(r"0[0-9]")
_FACTOR = re.compile(r"[0-9_]{1,16}(?:\.[0-9]{1,16})?(?:e[0-9])?|[0-9]{1,16}/[0-9]{1,16}", re.IGNORECASE)
"""Short, because an exponent of ten figures alone would be computed for hours."""
_WHOLE_DIGITS = 9
"""Figures of a number of values; more are too many in any case."""


class RangeError(Refused):
    """A text that gives no values of its field: what it is, why not, what to write."""


def values_of(text: str, field: Field, rows: tuple[tuple[str, str], ...] = ()) -> tuple[Any, ...]:
    """The values that a text means for a field, in base units; RangeError with a sentence refuses. `rows` are id and
    name of the rows that a reference may name.

    >>> values_of("1..64 by powers of two", Number("Batch", ""))
    (1, 2, 4, 8, 16, 32, 64)
    >>> values_of("1k..4k step 1k, 512", Number("Context", "", unit="token", binary=True))
    (512, 1024, 2048, 3072, 4096)
    >>> values_of("0.1..0.9 in 3", Number("Share", "", maximum=1, whole=False))
    (0.1, 0.5, 0.9)
    """
    found: dict[Any, None] = {}
    parts = [part.strip() for part in re.split("[;,\uff0c\uff1b]", text)]
    if not any(parts):
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "{title} has no values: write 1..64 by powers of two, 1, 2, 4 or "
                                           "all."), title=field.title)  # fmt: skip
    for part in parts:
        if not part:
            continue
        found.update(dict.fromkeys(_part(part, field, rows)))
        if len(found) > MOST:
            raise _too_many(field)
    if not isinstance(field, Number):
        return tuple(found)
    blank = (None,) if found.pop(None, 0) is None else ()
    return (*sorted(found), *blank)


def _part(part: str, field: Field, rows: tuple[tuple[str, str], ...]) -> tuple[Any, ...]:
    word = part.casefold()
    if isinstance(field, Flag) and word == "all":
        return (False, True)
    if isinstance(field, Reference):
        return _rows(part, field, rows)
    if isinstance(field, Choice):
        return _options(part, field)
    if word == "all" and isinstance(field, Number):
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "{title} takes numbers, and there is no end of them: write a range "
                                           "such as 1..64 by powers of two."), title=field.title)  # fmt: skip
    if word == "blank":
        return (_one("", field),)
    if not isinstance(field, Number):
        return (_one(part, field),)
    if broken := _BROKEN_OFF.search(part):
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "The range of {title} ends in “{word}”: write a number after it."),
                         title=field.title, word=broken["word"])  # fmt: skip
    if part.startswith(("..", "…")) or part.endswith(("..", "…", "–")):
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "The range of {title} has one end only: write a number on both "
                                           "sides of the dots, as in 1..64."), title=field.title)  # fmt: skip
    shape = _RANGE.fullmatch(part)
    return (_one(part, field),) if shape is None else _range(shape, field)


def _rows(part: str, field: Field, rows: tuple[tuple[str, str], ...]) -> tuple[Any, ...]:
    if part.casefold() == "all":
        return tuple(row_id for row_id, _ in rows)
    if part.casefold() == "blank":
        return (None,)
    found = [row_id for row_id, name in rows if part in (row_id, name)]
    found = found or [row_id for row_id, name in rows if part.casefold() == name.casefold()]
    if len(found) != 1:
        names = ", ".join([*(name for _, name in rows[:NAMED]), *(["…"] if len(rows) > NAMED else [])])
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "“{text}” is no row that {title} can name: write one of {names}, "
                                           "or all."), text=_short(part), title=field.title, names=names)  # fmt: skip
    return (found[0],)


def _options(part: str, field: Choice) -> tuple[Any, ...]:
    word = part.casefold()
    if word == "all":
        return tuple(name for name, _ in field.options)
    if word == "blank" and field.optional:
        return (None,)
    for name, label in field.options:
        if word in (name.casefold(), label.casefold()):
            return (name,)
    names = ", ".join(name for name, _ in field.options)
    raise RangeError(QT_TRANSLATE_NOOP("sweep", "“{text}” is no choice of {title}: write some of {names}, or all."),
                     text=_short(part), title=field.title, names=names)  # fmt: skip


def _one(text: str, field: Field) -> Any:
    """One value as a cell takes it."""
    if _LEADING.match(text):
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "“{text}” begins with 0: a comma stands between two values here, "
                                           "so write a thousand as 1_000 or 1k."), text=_short(text))  # fmt: skip
    if text.startswith("="):
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "{title} is swept over numbers, and {text} is an expression: write "
                                           "what it comes to."), title=field.title, text=_short(text))  # fmt: skip
    try:
        return read(text, field)
    except UnitError as error:
        raise RangeError(error.template, **error.values) from None


def _range(shape: re.Match[str], field: Number) -> tuple[Any, ...]:
    first, last = _one(shape["first"], field), _one(shape["last"], field)
    if last < first:
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "The range of {title} ends below its beginning: write the smaller "
                                           "number first."), title=field.title)  # fmt: skip
    powers = _POWERS.fullmatch(shape["step"] or "")
    factor = powers["factor"] if powers else shape["factor"]
    if factor is not None:
        return _times(first, last, _factor(factor, field), field)
    if shape["count"] is not None:
        return _spread(first, last, _count(shape["count"], field), shape["log"] is not None, field)
    if shape["step"] is None:
        if not field.whole or field.shown:
            raise RangeError(QT_TRANSLATE_NOOP("sweep", "The range of {title} has no step: add “step” and a number, or "
                                               "“in 20”."), title=field.title)  # fmt: skip
        step: Any = 1
    else:
        step = _step(shape["step"], field)
    count = (Fraction(last) - Fraction(first)) // Fraction(step) + 1
    if count > MOST:
        raise _too_many(field)
    if all(isinstance(each, int) for each in (first, last, step)):
        return tuple(range(first, last + 1, step))
    exact = [Fraction(str(first)) + at * Fraction(str(step)) for at in range(int(count) + 1)]
    return tuple(_kept(value, field) for value in exact if value <= Fraction(str(last)))


def _step(text: str, field: Number) -> Any:
    loose = Number(field.title, field.help, unit=field.unit, shown=field.shown, minimum=0, whole=field.whole,
                   binary=field.binary)  # fmt: skip
    step = _one(text, loose)
    if step == 0:
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "A step of 0 leads nowhere: give {title} a larger one."),
                         title=field.title)  # fmt: skip
    return step


def _count(text: str, field: Number) -> int:
    digits = text.replace("_", "").lstrip("0")
    if len(digits) > _WHOLE_DIGITS:
        raise _too_many(field)
    return int(digits or 0)


def _factor(text: str, field: Number) -> Fraction:
    word = str(_WORDS.get(text.casefold(), text))
    try:
        factor = Fraction(word) if _FACTOR.fullmatch(word) else Fraction(0)
    except (ValueError, ZeroDivisionError):
        factor = Fraction(0)
    if not 1 < factor <= 10**6:
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "“{text}” is no factor for {title}: write a number above 1, as in "
                                           "1..64 by powers of two."),
                         text=_short(text), title=field.title)  # fmt: skip
    return factor


def _times(first: Any, last: Any, factor: Fraction, field: Number) -> tuple[Any, ...]:
    if first <= 0:
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "Equal ratios begin above 0: give {title} a larger first number."),
                         title=field.title)  # fmt: skip
    found, value = [], Fraction(str(first))
    while value <= Fraction(str(last)):
        found.append(_kept(value, field))
        value *= factor
        if len(found) > 10_000:
            raise _too_many(field)
    return tuple(found)


def _spread(first: Any, last: Any, count: int, log: bool, field: Number) -> tuple[Any, ...]:
    if count > MOST:
        raise _too_many(field)
    if count < 2:
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "A range has at least two values: write “in 2” or more for "
                                           "{title}."), title=field.title)  # fmt: skip
    if log:
        if first <= 0:
            return _times(first, last, Fraction(2), field)
        inner = [float(first) * (float(last) / float(first)) ** (at / (count - 1)) for at in range(1, count - 1)]
        middle = [_kept(Fraction(f"{value:.{DIGITS}g}"), field) for value in inner]
    else:
        low, high = Fraction(str(first)), Fraction(str(last))
        middle = [_kept(low + (high - low) * at / (count - 1), field) for at in range(1, count - 1)]
    return (first, *middle, last)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _kept(value: Fraction, field: Number) -> Any:
    """The number as the field keeps it: whole ones to the nearest."""
    if field.whole:
        return round(value)
    return int(value) if value.denominator == 1 else float(value)


def _too_many(field: Field) -> RangeError:
    return RangeError(QT_TRANSLATE_NOOP("sweep", "{title} has more than {most:,} values: take larger steps."),
                      title=field.title, most=MOST)  # fmt: skip
