"""How the window writes an amount of the ledger: rounded for reading, exact for the tooltip and the clipboard.

One rule everywhere: memory in GiB to two places (in a smaller unit where that would say nothing), times and rates to
three significant figures, counts in full and grouped. Results are text: an int of 2^63 or more breaks Qt's variants.
"""

from __future__ import annotations

from planner import units


def rounded(value: int | float | None, unit: str) -> tuple[str, str]:
    """The amount as it is read and the unit it is then in.

    >>> rounded(140.4736, "token/s"), rounded(-7_516_192_768, "byte")
    (('140', 'token/s'), ('−7.00', 'GiB'))
    >>> rounded(26_030_899_200, "byte"), rounded(0.00702, "s"), rounded(13_015_864_320, "parameter")
    (('24.24', 'GiB'), ('7.02', 'ms'), ('13,015,864,320', 'parameter'))
    """
    if value is None:
        return "", unit
    if unit in ("token/s", "request/s"):
        return units.write(value, unit), unit
    base, _, per = unit.partition("/")
    number, _, shown = units.write(value, base).partition(" ")
    return number, (shown or base) + (f"/{per}" if per else "")


def memory(count: int) -> str:
    """Bytes as one text.

    >>> memory(85_899_345_920), memory(4_000_000), memory(12)
    ('80.00 GiB', '3.81 MiB', '12 B')
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
