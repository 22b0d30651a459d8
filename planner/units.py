"""Amounts as text and back: `read` what a person types, `write` what was computed, `exact` and `editable` digits.

One rule for decimals everywhere: bytes to two decimals in GiB (MiB, KiB below), times and rates to three significant
figures, counts in full with grouped digits. What is read has a minus sign, what is stored, copied or computed with a
hyphen. Stored values are always in SI base units (byte, FLOP, s).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from planner.typed import UnitError, editable, read
from planner.unit_table import BINARY, DECIMAL, TIMES, UNITS, Unit, factor_of

__all__ = ["UNITS", "Unit", "UnitError", "editable", "exact", "minus", "read", "scaled", "write"]

Ladder = Sequence[tuple[str, float]]

_BYTES: Ladder = (("B", 1), *((f"{prefix}B", BINARY[prefix]) for prefix in ("Ki", "Mi", "Gi")))
_TIMES: Ladder = tuple((symbol, float(TIMES[symbol])) for symbol in ("ns", "µs", "ms", "s"))


def _decimal_ladder(unit: str) -> Ladder:
    return tuple((f"{prefix}{unit}", float(factor)) for prefix, factor in DECIMAL.items())


def write(value: int | float | None, unit: str, shown: str = "") -> str:
    """A value in base units for reading, with its unit; with `shown` a plain number in that unit; "" for None.

    >>> write(17179869184, "byte"), write(17179869184, "byte", "GiB"), write(0.00702, "s"), write(13.476e12, "FLOP")
    ('16.00 GiB', '16.00', '7.02 ms', '13.5 TFLOP')
    >>> write(2.039e12, "byte/s"), write(6738415616, "parameter")
    ('2.04 TB/s', '6,738,415,616')
    >>> write(140.4736, "token/s"), write(-(3 * 2**29), "byte")
    ('140', '−1.50 GiB')
    """
    return minus("" if value is None else _written(value, unit, shown))


def counted(unit: str, value: int | float) -> str:
    """The unit after a number of that many: what is counted has a plural, measures have none.

    >>> counted("token", 2), counted("token", 1), counted("token/s", 2), counted("GiB", 2)
    ('tokens', 'token', 'token/s', 'GiB')
    """
    return f"{unit}s" if unit in _COUNTED and abs(value) != 1 else unit


def minus(text: str) -> str:
    """The text of a number with a minus sign in place of the hyphen at its start.

    >>> minus("-1,234.5 %"), minus("2e-7")
    ('−1,234.5 %', '2e-7')
    """
    return f"−{text[1:]}" if text.startswith("-") else text


def _written(value: int | float, unit: str, shown: str) -> str:
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞" if value < 0 else "NaN"
    if shown:
        number = float(scaled(value, unit, shown))
        base = UNITS[shown].base if shown in UNITS else unit
        return _FIGURES.get(base, _grouped)(number)
    steps, unit_end = _LADDERS.get(unit), ""
    if steps is None and unit.startswith("byte/"):
        steps, unit_end = _BYTES, unit.removeprefix("byte")
    if steps is None:
        return _three(value) if unit in _RATES and isinstance(value, float) else _grouped(value)
    return _on_ladder(value, steps, _two if steps is _BYTES else _three) + unit_end


def exact(value: int | float | None, unit: str) -> str:
    """Every digit with the base unit: integers grouped, other numbers as the shortest text of the same float.

    >>> exact(17179869184, "byte"), exact(1, "token"), exact(0.1, "s")
    ('17,179,869,184 B', '1 token', '0.1 s')
    """
    if value is None:
        return ""
    if not math.isfinite(value):
        return write(value, unit)
    whole = isinstance(value, int) or (value.is_integer() and abs(value) < 2**53)
    number = f"{int(value):,}" if whole else repr(float(value))
    name = f"B{unit.removeprefix('byte')}" if unit == "byte" or unit.startswith("byte/") else unit
    return f"{number} {counted(name, value)}".rstrip()


def scaled(value: int | float, unit: str, shown: str) -> Fraction:
    """The exact value of `value` base units in the unit `shown`; ValueError when that measures something else.

    >>> scaled(3 * 2**29, "byte", "GiB")
    Fraction(3, 2)
    """
    if shown in UNITS and UNITS[shown].base != unit:
        raise ValueError(f"{shown} does not measure {unit or 'a plain number'}")
    return Fraction(value) / factor_of(shown)


def _on_ladder(value: int | float, steps: Ladder, figures: Callable[[float], str]) -> str:
    """The number in the largest unit in which it is at least 1 as it is written: 999.9996 MB/s is 1.00 GB/s."""
    if value == 0:
        symbol = steps[-1][0] if steps is _TIMES else steps[0][0]
        return f"0 {symbol}"
    place = max((index for index, (_, factor) in enumerate(steps) if abs(value) >= factor), default=0)
    symbol, factor = steps[place]
    text = figures(value / factor)
    if place + 1 < len(steps):
        above, larger = steps[place + 1]
        if abs(float(text.replace(",", ""))) * factor >= larger:
            return f"{figures(value / larger)} {above}"
    return f"{_grouped(value)} B" if symbol == "B" else f"{text} {symbol}"


def _two(number: float) -> str:
    return f"{number:,.2f}"


def _three(number: float) -> str:
    """Three significant figures; digits before the point are never cut off."""
    if number == 0:
        return "0"
    decimals = 2 - int(f"{number:.2e}".partition("e")[2])
    return f"{number:.2e}" if decimals > 9 else f"{number:,.{max(decimals, 0)}f}"


def _grouped(number: int | float) -> str:
    """An integer in full, another number with up to six significant figures."""
    if isinstance(number, int) or (number.is_integer() and abs(number) < 2**53):
        return f"{int(number):,}"
    decimals = 5 - int(f"{number:.5e}".partition("e")[2])
    if decimals > 12:
        return f"{number:.6g}"
    text = f"{number:,.{max(decimals, 0)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


_LADDERS: Mapping[str, Ladder] = MappingProxyType(
    {
        "byte": _BYTES,
        "byte/s": _decimal_ladder("B/s")[:5],
        "FLOP": _decimal_ladder("FLOP"),
        "FLOP/s": _decimal_ladder("FLOP/s"),
        "s": _TIMES,
    }
)
_FIGURES: Mapping[str, Callable[[float], str]] = MappingProxyType({"byte": _two, "s": _three})
_RATES = frozenset({"token/s", "request/s"})
_COUNTED = frozenset({"token", "head", "parameter", "element", "layer", "GPU", "request", "page"})
