"""The units a person may write, each with its base unit and exact factor: the single place that knows them.

Decimal prefixes are decimal and binary ones binary (GB = 10^9, GiB = 2^30, as in IEC 80000-13). There is no bare "G"
and there are no bits: both are refused where they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

DECIMAL: Mapping[str, int] = MappingProxyType(
    {prefix: 1000**power for power, prefix in enumerate(("", "k", "M", "G", "T", "P", "E", "Z", "Y"))}
)
BINARY: Mapping[str, int] = MappingProxyType(
    {prefix: 1024**power for power, prefix in enumerate(("Ki", "Mi", "Gi", "Ti", "Pi", "Ei"), 1)}
)
GIB = BINARY["Gi"]
"""Bytes of the unit that memory is said in."""
TIMES: Mapping[str, Fraction] = MappingProxyType(
    {
        "ns": Fraction(1, 10**9), "µs": Fraction(1, 10**6), "ms": Fraction(1, 1000), "s": Fraction(1),
        "min": Fraction(60), "h": Fraction(3600),
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unit:
    """`symbol` stands for `factor` times the base unit `base`."""

    symbol: str
    base: str
    factor: Fraction


def _units() -> Iterator[Unit]:
    for prefix, factor in {**DECIMAL, **BINARY}.items():
        yield Unit(f"{prefix}B", "byte", Fraction(factor))
        yield Unit(f"{prefix}B/s", "byte/s", Fraction(factor))
    for prefix, factor in DECIMAL.items():
        yield Unit(f"{prefix}FLOP", "FLOP", Fraction(factor))
        yield Unit(f"{prefix}FLOP/s", "FLOP/s", Fraction(factor))
    for symbol, seconds in TIMES.items():
        yield Unit(symbol, "s", seconds)
    for prefix in ("k", "M", "G"):
        yield Unit(f"{prefix}Wh", "J", Fraction(3600 * DECIMAL[prefix]))
    yield Unit("%", "", Fraction(1, 100))


UNITS: Mapping[str, Unit] = MappingProxyType({unit.symbol: unit for unit in _units()})


def _spellings() -> Iterator[tuple[str, Unit]]:
    for symbol, unit in UNITS.items():
        yield symbol, unit
        if unit.base == "byte/s":
            yield symbol.replace("B/s", "Bps"), unit
        if unit.base == "FLOP/s":
            yield symbol.replace("FLOP/s", "FLOPS"), unit
            yield symbol.replace("FLOP/s", "FLOPS/s"), unit
        if unit.base == "FLOP":
            yield symbol.replace("FLOP", "FLOPs"), unit
    for spelling, symbol in (("byte", "B"), ("bytes", "B"), ("us", "µs"), ("sec", "s"), ("byte/s", "B/s")):
        yield spelling, UNITS[symbol]


def _index() -> Mapping[str, tuple[Unit, ...]]:
    index: dict[str, tuple[Unit, ...]] = {}
    for spelling, unit in _spellings():
        index[spelling.casefold()] = (*index.get(spelling.casefold(), ()), unit)
    return MappingProxyType(index)


_BY_SPELLING = _index()


def find_unit(text: str, base: str) -> Unit | None:
    """The unit a text names, whatever its case; of two that are spelled alike the one of `base`.

    >>> find_unit("gib", "byte").symbol, find_unit("TFLOPS", "FLOP/s").symbol
    ('GiB', 'TFLOP/s')
    """
    # casefold turns the micro sign (U+00B5) into the Greek letter, so both spellings meet here.
    found = _BY_SPELLING.get("".join(text.split()).casefold(), ())
    return next((unit for unit in found if unit.base == base), found[0] if found else None)


def factor_of(symbol: str) -> Fraction:
    """How many base units a symbol stands for; 1 for a name that is itself a base unit ("token") and for none."""
    return UNITS[symbol].factor if symbol in UNITS else Fraction(1)
