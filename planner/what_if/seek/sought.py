"""What a search found: the value with what it gives, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from planner.findings import Edit
from planner.plan import Evaluation
from planner.searching import CLOSE
from planner.what_if.seek.binding import Binding
from planner.what_if.seek.goals import Goal
from planner.words import Said
from planner.workbook import Path


@dataclass(frozen=True, slots=True)
class Sought:
    """What was found for a cell: `value` makes all goals hold (`found`), and `edits` put it there. `given` is what each
    goal's line then has. Without, `binding` says why nothing does.
    """

    path: Path
    goals: tuple[Goal, ...]
    found: bool
    value: Any
    edits: tuple[Edit, ...]
    before: Evaluation
    after: Evaluation | None
    binding: Binding
    said: Said
    remarks: tuple[Said, ...]
    tried: int

    @property
    def given(self) -> tuple[Any, ...]:
        """The value of each goal's line once the cell holds what was found."""
        return () if self.after is None else tuple(goal.given(self.after) for goal in self.goals)

    @property
    def sentence(self) -> str:
        """The answer in English."""
        return self.said.words()


def off(given: Any, wanted: Any) -> str:
    """How far a value is from what was wanted, in percent where there is a percent of it.

    >>> off(101, 100), off(3, 0)
    ('+1.0000%', '+3')
    """
    if not wanted:
        return f"{given - wanted:+.6g}"
    share = (given - wanted) / abs(wanted)
    return f"{share:+.4%}" if abs(share) >= CLOSE else f"{given - wanted:+.3g}"
