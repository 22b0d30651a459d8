"""The plans that a search tries, each once: what each goal's line is under a value of the cell, and what cannot be."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from planner.asked import Try
from planner.edits import EditError, field_at
from planner.findings import Edit
from planner.load_edits import context_edits
from planner.plan import Evaluation
from planner.what_if.seek.amounts import cell_amount
from planner.what_if.seek.binding import Outcome, errors_of
from planner.what_if.seek.changing import domain_of, title_of
from planner.what_if.seek.goals import AT_MOST, Goal
from planner.words import Said
from planner.workbook import Path, Workbook


class PauseError(Exception):
    """The time that a search was given is over; what it found out is remembered."""


class Trials:
    """One cell and what is wanted of its plan, with the values that were tried."""

    def __init__(
        self, workbook: Workbook, evaluation: Evaluation, attempt: Try, path: Path, goals: Sequence[Goal]
    ) -> None:
        if not goals:
            raise ValueError("a search needs a goal")
        self.workbook = workbook
        self.before = evaluation
        self.path = path
        self.goals = tuple(goals)
        self.field = field_at(workbook, path)
        self.title = title_of(workbook, path)
        self.domain = domain_of(workbook, evaluation, path)
        self.errors = frozenset(errors_of(evaluation))
        self.outcomes: dict[Any, Outcome] = {}
        self._attempt = attempt
        self.edits = self._ways()
        self._until: float | None = None
        self._fresh = 0

    def begin(self, seconds: float | None) -> None:
        """From here on at most so much time is given; PauseError ends it. One plan is tried at least."""
        self._until = None if seconds is None else time.monotonic() + seconds
        self._fresh = 0

    def _ways(self) -> Any:
        """Gives the edits that put a value into the cell; a context may take others along."""
        scenario, path = self.before.scenario, self.path
        is_context = path == ("scenarios", scenario.id, "load", "context")
        if is_context and isinstance(getattr(scenario.load, "context", None), int):
            return context_edits(scenario, self._attempt)
        return lambda value: (Edit(path, value),)

    def plan(self, value: Any) -> Evaluation:
        """The plan under a value of the cell."""
        return self._attempt(self.edits(value))

    def outcome(self, value: Any) -> Outcome:
        """What that plan gives."""
        found = self.outcomes.get(value)
        if found is not None:
            return found
        if self._fresh and self._until is not None and time.monotonic() >= self._until:
            raise PauseError
        self._fresh += 1
        try:
            plan = self.plan(value)
        except EditError:  # a bound that holds for this cell only
            blank = (None,) * len(self.goals)
            found = Outcome(blank, (False,) * len(self.goals), None)
        else:
            held = tuple(goal.holds(plan) for goal in self.goals)
            # Only a plan that would be an answer is asked whether it can be: the checks cost more than the plan.
            error = next((each for code, each in errors_of(plan).items() if code not in self.errors), None)
            found = Outcome(tuple(goal.given(plan) for goal in self.goals), held, error if any(held) else None)
        self.outcomes[value] = found
        return found

    def good(self, value: Any) -> bool:
        """Whether all goals hold under a value, in a plan that can be."""
        return self.outcome(value).good

    def upward(self) -> bool:
        """Whether the largest value is wanted: where the first goal's line moves away from it as the cell grows."""
        goal = self.goals[0]
        known = [given for point in self.domain.points if (given := self.outcome(point).given[0]) is not None]
        if not known or known[0] == known[-1]:
            return self.good(self.domain.points[-1]) or not self.good(self.domain.points[0])
        return bool((goal.relation == AT_MOST and not goal.verdict) == (known[-1] > known[0]))

    def shown(self, value: Any) -> Said | str:
        """What stands in the cell with a value."""
        return cell_amount(self.workbook, self.path, value)
