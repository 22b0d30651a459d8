"""How the window writes an amount of the ledger: rounded for reading, exact for the tooltip and the clipboard.

One rule everywhere: memory in GiB to two places (in a smaller unit where that would say nothing), times and rates to
three significant figures, counts in full and grouped. Results are text: an int of 2^63 or more breaks Qt's variants.
"""

from __future__ import annotations

_MEMORY = (("GiB", 2**30, 0.1), ("MiB", 2**20, 0.1), ("KiB", 2**10, 1.0))
_TIME = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
_FLOP = (("EFLOP", 1e18), ("PFLOP", 1e15), ("TFLOP", 1e12), ("GFLOP", 1e9), ("MFLOP", 1e6))


def rounded(value: int | float | None, unit: str) -> tuple[str, str]:
    """The amount as it is read and the unit it is then in.

    >>> rounded(26_030_899_200, "byte"), rounded(0.00702, "s"), rounded(13_015_864_320, "parameter")
    (('24.24', 'GiB'), ('7.02', 'ms'), ('13,015,864,320', 'parameter'))
    """
    if value is None:
        return "", unit
    base, _, per = unit.partition("/")
    suffix = f"/{per}" if per else ""
    if base == "byte":
        for name, size, least in _MEMORY:
            if abs(value) >= least * size:
                return f"{value / size:,.2f}", name + suffix
    elif base == "FLOP":
        for name, scale in _FLOP:
            if abs(value) >= scale:
                return significant(value / scale), name + suffix
    elif unit == "s":
        for name, scale in _TIME:
            if abs(value) >= scale or name == "ns":
                return significant(value / scale), name
    if isinstance(value, int):
        return f"{value:,}", unit
    return significant(value), unit


def memory(count: int) -> str:
    """Bytes as one text.

    >>> memory(85_899_345_920), memory(4_000_000), memory(12)
    ('80.00 GiB', '3.81 MiB', '12 byte')
    """
    return " ".join(rounded(count, "byte"))


def exact(value: int | float | None, unit: str = "") -> str:
    """The amount without rounding: every digit of an integer, grouped; a float in its shortest exact form.

    >>> exact(2**70, "FLOP"), exact(0.1, "s")
    ('1,180,591,620,717,411,303,424 FLOP', '0.1 s')
    """
    if value is None:
        return ""
    text = f"{value:,}" if isinstance(value, int) else repr(value)
    return f"{text} {unit}".rstrip()


def significant(value: float) -> str:
    """Three significant figures without an exponent where people would write none.

    >>> significant(123456.0), significant(51.23), significant(999.9), significant(0.000012)
    ('123,456', '51.2', '1,000', '1.20e-05')
    """
    size = abs(value)
    if size == 0:
        return "0"
    if size < 1e-3 or size >= 1e15:
        return f"{value:.2e}"
    if size >= 999.5:
        return f"{value:,.0f}"
    return f"{value:#.3g}".rstrip(".")
