"""What stands in arrays for values and verdicts of plans: NaN for what is not known, a small number for the word."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from planner.verdict import Verdict

WORDS = tuple(Verdict)
"""The verdict that each number in an array means."""
FITS, TIGHT, DOES_NOT_FIT, UNKNOWN = range(4)
CODES: Mapping[Verdict, int] = MappingProxyType({word: code for code, word in enumerate(WORDS)})
EXACT = 2**53
"""Whole numbers up to here are exact in an array."""


def stored(value: Any) -> float:
    """A value of a line as it stands in an array."""
    return math.nan if value is None else float(value)


def number(value: float) -> int | float | None:
    """A value of an array as a line has it: whole numbers as such, None where it is not known.

    >>> number(3.0), number(0.5), number(float("nan"))
    (3, 0.5, None)
    """
    value = float(value)
    if math.isnan(value):
        return None
    return int(value) if value.is_integer() and abs(value) <= EXACT else value
