"""Lines that people pasted into public threads, with the figures that they state.

A line of `tests/cases/logs.jsonl` has `source` (repository and number of the thread on GitHub), `lines` (as they stand
there; shortened where they state nothing), `stated` (quantity to the digits and the unit that were printed) and, where
there is such, `follows` (quantities that come from others by adding and subtracting) and `differs` (quantities that are
stated with several values). What is not named must not be recognised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from planner.logs.statements import read

FILE = Path(__file__).parents[2] / "cases" / "logs.jsonl"


@dataclass(frozen=True)
class RealLog:
    """One text of a thread."""

    id: str
    source: str
    lines: Sequence[str]
    stated: Mapping[str, str]
    follows: frozenset[str]
    differs: frozenset[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def values(self) -> dict[str, tuple[float, float]]:
        """The value of each quantity, and half of its last printed digit."""
        found = {}
        for quantity, printed in self.stated.items():
            digits, _, unit = printed.partition(" ")
            found[quantity] = read(digits, unit or None)
        return found


@cache
def real_logs() -> tuple[RealLog, ...]:
    with FILE.open(encoding="utf-8") as stream:
        cases = [json.loads(line) for line in stream]
    return tuple(
        RealLog(
            case["id"],
            case["source"],
            case["lines"],
            case["stated"],
            frozenset(case.get("follows", ())),
            frozenset(case.get("differs", ())),
        )
        for case in cases
    )
