"""Numbers of Seek as they are written: a found float in few figures, and two amounts so that they do not read alike."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from planner import units
from planner.fields import Number
from planner.unit_table import UNITS, factor_of

MOST_FIGURES = 17
FIGURES = range(6, MOST_FIGURES + 1)
"""A found float is written with six figures, with more only where the goal needs them."""


def written(field: Number, value: Any, rounding: str, figures: int) -> Any:
    """A number rounded to some figures in the unit of its column, within the bounds of its cell.

    >>> from decimal import ROUND_CEILING
    >>> written(Number("Bandwidth", "", unit="byte/s", shown="GB/s", whole=False), 2.0390123e12, ROUND_CEILING, 6)
    2039020000000.0
    """
    factor = factor_of(field.shown)
    exact = Fraction(value) / factor
    number = Context(prec=40).divide(Decimal(exact.numerator), Decimal(exact.denominator))
    rounded = Fraction(Context(prec=figures, rounding=rounding).plus(number)) * factor
    result: Any = round(rounded) if field.whole else float(rounded)
    return min(max(result, field.minimum), field.maximum)


def amount(value: Any, unit: str, figures: int = 0) -> str:
    """A value in base units for reading, with its unit; with `figures` in so many of them.

    >>> amount(0.04, "s"), amount(0.0399984, "s", 6), amount(1, "token"), amount(8192, "token"), amount(5, "")
    ('40.0 ms', '39.9984 ms', '1 token', '8,192 tokens', '5')
    """
    text = units.write(value, unit)
    if text and unit and text[-1].isdigit():
        text = f"{text} {units.counted(unit, value)}"
    if not figures or value is None:
        return text
    shown = text.partition(" ")[2]
    at = float(units.scaled(value, unit, shown) if shown in UNITS else value)
    return f"{at:,.{figures}g} {shown}".rstrip() if "e" not in f"{at:.{figures}g}" else units.exact(value, unit)


def apart(value: Any, other: Any, unit: str) -> str:
    """A value with as many figures as tell it from another.

    >>> apart(0.0399984, 0.04, "s"), apart(0.0236, 0.04, "s"), apart(0.04, 0.04, "s")
    ('39.998 ms', '23.6 ms', '40.0 ms')
    """
    plain = amount(other, unit)
    text = amount(value, unit)
    for figures in range(4, MOST_FIGURES + 1):
        if value == other or text != plain:
            return text
        text = amount(value, unit, figures)
        plain = amount(other, unit, figures)
    return text
