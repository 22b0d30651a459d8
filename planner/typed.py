"""Reads what a person types into a numeric cell, and gives the text that an editor starts with.

"80GB", "80 GiB", "4k", "4Ki", "7e9", "70b", "1_000", "1,000", "90%", "=8/3*d_model". A bare number is in the unit of
the column. Arithmetic is exact (fractions) and rounds once, at the end. What could mean two things is refused.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from planner.fields import LIMIT, Cell, Field, Flag, Number, Text
from planner.formula import FormulaError, parse_cell
from planner.unit_table import BINARY, DECIMAL, UNITS, factor_of, find_unit
from planner.words import QT_TRANSLATE_NOOP, Refused

LONGEST_NUMBER = 100
LARGEST_EXPONENT = 400
MOST_DIGITS = 40

_SHAPE = re.compile(r"([+-]?) ?((?:[0-9]|[.,_' ](?=[0-9]))+\.?)((?:[eE][+-]?[0-9]+)?)([^0-9].*)?")
_PLAIN = re.compile(r"[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?:\.[0-9]+)?")
_BITS = re.compile(r"(?:[KMGTPE]i?)?b(?:/s|ps)?|(?:[kKMGTPE]i?)?bits?(?:/s|ps)?")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x2212: "-"}

_SCALES = {
    "one": 1, "k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30,
}  # fmt: skip
_FLAGS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}
_BARE_PREFIXES = frozenset(prefix.casefold() for prefix in (*DECIMAL, *BINARY) if prefix)
_PHYSICAL = frozenset(unit.base for unit in UNITS.values() if unit.base)


class UnitError(Refused):
    """A typed text that is no value of its cell: what it is, why not, what to write."""


def read(text: str, field: Field) -> Cell | None:
    """The stored value that a text means in a cell of this field (SI base unit); UnitError with a sentence refuses.

    Flags take yes and no; other fields that are no numbers take the text as it is.

    >>> read("80 GiB", Number("Memory", "", unit="byte", shown="GiB"))
    85899345920
    >>> read("4k", Number("Context", "", unit="token", binary=True)), read("70b", Number("Tokens", ""))
    (4096, 70000000000)
    """
    if not isinstance(field, Number):
        return _other(text.strip(), field)
    plain = " ".join(text.translate(_FULL_WIDTH).split())
    if not plain:
        if field.optional:
            return None
        raise UnitError(QT_TRANSLATE_NOOP("units", "{title} cannot be blank: it takes {described}."),
                        title=field.title, described=described(field))  # fmt: skip
    if plain.startswith("="):
        try:
            parse_cell(plain)
        except FormulaError as error:
            raise UnitError(QT_TRANSLATE_NOOP("units", "{title}: {reason}."), title=field.title,
                            reason=error) from None  # fmt: skip
        return plain
    number, unit = _split(plain, field)
    return _stored(number, *_factor(unit, plain, field), field)


def _other(text: str, field: Field) -> Cell | None:
    try:
        if isinstance(field, Flag):
            return field.check(_FLAGS.get(text.casefold()))
        checked: str | None = field.check(text or None) if not isinstance(field, Text) else field.check(text)
        return checked
    except ValueError as error:
        raise UnitError(QT_TRANSLATE_NOOP("units", "{reason}."), reason=error) from None


def described(field: Number) -> str:
    """The accepted numbers in words, in the unit of the column.

    >>> described(Number("Share", "", shown="%", maximum=1, whole=False))
    'a number from 0 to 100 %'
    """
    if not field.shown or field.minimum <= -LIMIT:
        return field.described()
    factor = factor_of(field.shown)
    low = _decimal(Fraction(field.minimum) / factor, 6)
    if field.maximum >= LIMIT:
        return f"a number of at least {low} {field.shown}"
    return f"a number from {low} to {_decimal(Fraction(field.maximum) / factor, 6)} {field.shown}"


def _split(plain: str, field: Number) -> tuple[Fraction, str]:
    """The number and the unit text behind it."""
    shape = _SHAPE.fullmatch(plain) if len(plain) <= LONGEST_NUMBER else None
    if shape is None:
        raise UnitError(QT_TRANSLATE_NOOP("units", "“{text}” is not a number: {title} takes {described}."),
                        text=_short(plain), title=field.title, described=described(field))  # fmt: skip
    sign, digits, exponent, unit = shape.groups()
    if _PLAIN.fullmatch(digits):
        digits = digits.replace("_", "")
    elif _GROUPED.fullmatch(digits):
        digits = digits.replace(",", "").replace(" ", "")
    else:
        raise UnitError(
            QT_TRANSLATE_NOOP("units", "“{text}” can be read in more than one way: write a point before decimals and "
                              "groups of three, as in 1,234.5."), text=plain,
        )  # fmt: skip
    if exponent and (len(exponent) > 6 or abs(int(exponent[1:])) > LARGEST_EXPONENT):
        raise _out_of_bounds(plain, field)
    return Fraction(f"{sign}{digits.rstrip('.') or '0'}{exponent}"), (unit or "").strip()


def _factor(unit: str, plain: str, field: Number) -> tuple[Fraction, bool]:
    """What the number is multiplied by, and whether that is a physical unit (then the result may be rounded)."""
    if not unit:
        return factor_of(field.shown), field.shown in UNITS
    measures = field.unit in _PHYSICAL
    if not measures and not field.shown and (scale := _scale(unit, field)) is not None:
        return Fraction(scale), False
    if measures and _BITS.fullmatch(unit):
        raise UnitError(QT_TRANSLATE_NOOP("units", "“{unit}” may be bits: {title} is in bytes, written with B as in "
                                          "{shown}."), unit=unit,
                        title=field.title, shown=field.shown or "GB")  # fmt: skip
    found = find_unit(unit, field.unit)
    if found is not None and found.base == field.unit and (found.symbol != "%" or field.shown == "%"):
        return found.factor, True
    if found is not None and (measures or field.shown):
        raise UnitError(QT_TRANSLATE_NOOP("units", "{title} is not measured in {unit}: write {number} {shown}, or a "
                                          "bare number in {shown}."), title=field.title, unit=found.symbol,
                        number=plain.removesuffix(unit).strip(), shown=field.shown or field.unit)  # fmt: skip
    if measures and unit.casefold() in _BARE_PREFIXES:
        raise UnitError(QT_TRANSLATE_NOOP("units", "“{unit}” alone is no unit: write {number} {shown}, or {number} "
                                          "with another unit in full."), unit=unit,
                        number=plain.removesuffix(unit).strip(), shown=field.shown or field.unit)  # fmt: skip
    raise UnitError(QT_TRANSLATE_NOOP("units", "“{unit}” is no unit of {title}, which takes {described}."),
                    unit=_short(unit), title=field.title, described=described(field))  # fmt: skip


def _scale(unit: str, field: Number) -> int | None:
    """The factor of a word behind a count: k, M, b (billions), T, Ki, Mi; 1 for the count's own unit ("tokens")."""
    word = unit.casefold()
    if field.unit:
        name = field.unit.casefold()
        word = word.removesuffix(f"{name}s").removesuffix(name).strip() or "one"
    if field.binary and word in ("k", "m"):
        word += "i"
    return _SCALES.get(word)


def _stored(number: Fraction, factor: Fraction, physical: bool, field: Number) -> int | float:
    exact = number * factor
    if abs(exact) > 2 * LIMIT:
        raise _out_of_bounds(_decimal(number, 6), field)
    if field.whole and exact.denominator != 1 and not (physical and factor != 1):
        raise UnitError(QT_TRANSLATE_NOOP("units", "{title} takes {described}; {number} is not whole."),
                        title=field.title, described=described(field), number=_decimal(exact, 6))  # fmt: skip
    try:
        return field.check_number(_rounded(exact, field.whole))
    except ValueError:
        raise _out_of_bounds(_decimal(number, 6), field) from None


def _rounded(exact: Fraction, whole: bool) -> int | float:
    """The one rounding: 0.1 GiB is 107,374,182.4 bytes and the nearest whole number of them is meant."""
    return round(exact) if whole or exact.denominator == 1 else float(exact)


def _out_of_bounds(text: str, field: Number) -> UnitError:
    return UnitError(QT_TRANSLATE_NOOP("units", "{title} takes {described}; {text} is outside."),
                     title=field.title, described=described(field), text=_short(text))  # fmt: skip


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


@lru_cache(maxsize=20_000)
def editable(value: Cell | None, field: Number) -> str:
    """The shortest bare number in the column's unit that `read` turns into exactly this value; an expression as it is.

    It stays a bare number (never "512 MiB") so that it can be pasted into any spreadsheet.

    >>> editable(322122547, Number("Memory", "", unit="byte", shown="GiB"))
    '0.3'
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    factor = factor_of(field.shown)
    if isinstance(value, int) and factor == 1:
        return str(value)
    exact = Fraction(value) / factor
    text = ""
    for digits in range(1, MOST_DIGITS):
        text = _decimal(exact, digits)
        if _rounded(Fraction(text) * factor, field.whole) == value:
            break
    return text


def _decimal(exact: Fraction, digits: int) -> str:
    """A number with at most so many significant digits, without an exponent where that is readable."""
    number = Context(prec=digits).divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize()
    return f"{number:f}" if -7 < number.adjusted() < 21 else f"{number:e}"
