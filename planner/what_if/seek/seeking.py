"""Seek: the value of one cell that makes a computed cell what it shall be, and the constraint that binds.

Every answer is found by trying edits, as after an edit by hand (`planner.searching` has the search, which capacity asks
too), so what it says is what applying it gives. Of "at most" and "at least" the outermost value that holds is sought:
the largest where the line moves away from the goal as the cell grows, the smallest where it comes nearer. Nothing is
taken for monotone: ranges of up to 600 whole numbers are tried whole; of wider ones some hundred values spread over the
range, the edge between two of them, and 300 numbers behind that edge.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN
from itertools import pairwise
from typing import Any

from planner.asked import Try
from planner.edits import EditError, field_at, value_at
from planner.fields import Number
from planner.findings import Edit
from planner.load_edits import context_edits
from planner.plan import Evaluation
from planner.searching import NEAR, Edge, beside, between, edge_between, outermost
from planner.unit_table import UNITS
from planner.what_if.cells import plain_value
from planner.what_if.figures import MOST_FIGURES, written
from planner.what_if.seek.beyond import is_open
from planner.what_if.seek.binding import (
    Binding,
    Outcome,
    broken,
    cell_amount,
    errors_of,
    told_apart,
    why_not,
)
from planner.what_if.seek.changing import Domain, domain_of, title_of
from planner.what_if.seek.goals import AT_MOST, EQUAL, Goal, goal_said, label_of
from planner.what_if.seek.remarks import about, warned
from planner.what_if.seek.sought import Sought, off
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Path, Workbook

FIGURES = range(6, MOST_FIGURES + 1)
"""A found float is written with six figures, with more only where the goal needs them."""

SLICE_S = 0.01
"""Every step goes over what was tried before, so it is to try more than a few."""
FEW = 5
"""So many of the choices that hold are named."""


class _PauseError(Exception):
    """The time that a search was given is over; what it found out is remembered."""


class Seeking:
    """A search that can be run in slices: `run(seconds)` gives the answer, or None when it has to be called again."""

    def __init__(
        self, workbook: Workbook, evaluation: Evaluation, attempt: Try, path: Path, goals: Sequence[Goal]
    ) -> None:
        if not goals:
            raise ValueError("a search needs a goal")
        self._workbook = workbook
        self._before = evaluation
        self._attempt = attempt
        self._path = path
        self._goals = tuple(goals)
        self._field = field_at(workbook, path)
        self._title = title_of(workbook, path)
        self._domain = domain_of(workbook, evaluation, path)
        self._edits = self._ways()
        self._errors = frozenset(errors_of(evaluation))
        self._outcomes: dict[Any, Outcome] = {}
        self._until: float | None = None
        self._fresh = 0

    @property
    def tried(self) -> int:
        """How many plans were tried so far."""
        return len(self._outcomes)

    @property
    def expected(self) -> int:
        """About how many there will be."""
        domain = self._domain
        return len(domain.points) + (0 if domain.complete else 40 + (NEAR if domain.whole else 0))

    def run(self, seconds: float | None = None) -> Sought | None:
        """The answer; with a limit None when it is over, and the next call goes on. One plan is tried at least."""
        self._until = None if seconds is None else time.monotonic() + seconds
        self._fresh = 0
        try:
            return self._solved()
        except _PauseError:
            return None

    def steps(self, seconds: float = SLICE_S) -> Generator[float, None, Sought]:
        """The same as steps of so many seconds: yields about which share is tried, returns the answer."""
        while (found := self.run(seconds)) is None:
            yield self.tried / max(self.expected, self.tried + 1)
        return found

    # Trying

    def _ways(self) -> Any:
        scenario, path = self._before.scenario, self._path
        is_context = path == ("scenarios", scenario.id, "load", "context")
        if is_context and isinstance(getattr(scenario.load, "context", None), int):
            return context_edits(scenario, self._attempt)
        return lambda value: (Edit(path, value),)

    def _plan(self, value: Any) -> Evaluation:
        return self._attempt(self._edits(value))

    def _outcome(self, value: Any) -> Outcome:
        found = self._outcomes.get(value)
        if found is not None:
            return found
        if self._fresh and self._until is not None and time.monotonic() >= self._until:
            raise _PauseError
        self._fresh += 1
        try:
            plan = self._plan(value)
        except EditError:  # a bound that holds for this cell only
            blank = (None,) * len(self._goals)
            found = Outcome(blank, (False,) * len(self._goals), None)
        else:
            held = tuple(goal.holds(plan) for goal in self._goals)
            # Only a plan that would be an answer is asked whether it can be: the checks cost more than the plan.
            error = next((each for code, each in errors_of(plan).items() if code not in self._errors), None)
            found = Outcome(tuple(goal.given(plan) for goal in self._goals), held, error if any(held) else None)
        self._outcomes[value] = found
        return found

    def _good(self, value: Any) -> bool:
        return self._outcome(value).good

    # Solving

    def _solved(self) -> Sought:
        for value in self._domain.points:
            self._outcome(value)
        if self._domain.options:
            return self._of_options()
        if self._goals[0].relation == EQUAL and not self._goals[0].verdict:
            return self._equal()
        points = list(self._domain.points)
        if not any(self._good(point) for point in points):
            points = sorted({*points, *self._windows()})
        edge = outermost(self._good, points, self._upward(), self._domain.whole)
        if edge is None:
            return self._cannot()
        value = edge.value if edge.beyond is None else self._tidy(edge, self._upward())
        flat = len({self._outcome(point).given[0] for point in points}) == 1
        if flat and all(self._good(point) for point in points):
            return self._whatever()
        if edge.beyond is None and is_open(self._field) and self._domain.capped and value == points[-1]:
            present = plain_value(self._before, self._path)
            if isinstance(present, int | float) and all(self._good(each) for each in points if each >= present):
                return self._without_end(present)
        return self._answer(value, self._binding(edge), self._holes(points, value))

    def _without_end(self, present: Any) -> Sought:
        """It holds now, and for all that is more: the number where looking ended is no answer."""
        values = {"cell": self._title, "goal": goal_said(self._before, self._goals[0])}
        said = Said("seek", QT_TRANSLATE_NOOP("seek", "It holds already, and however much larger {cell} is: {goal}."),
                    values)  # fmt: skip
        return self._sought(True, present, (), self._before, Binding("target", self._goals[0].line, said), said, ())

    def _upward(self) -> bool:
        """Whether the largest value is wanted: where the first goal's line moves away from it as the cell grows."""
        goal = self._goals[0]
        known = [given for point in self._domain.points if (given := self._outcome(point).given[0]) is not None]
        if not known or known[0] == known[-1]:
            return self._good(self._domain.points[-1]) or not self._good(self._domain.points[0])
        return bool((goal.relation == AT_MOST and not goal.verdict) == (known[-1] > known[0]))

    def _windows(self) -> list[Any]:
        """Edges of the first goal between points: where all goals hold in a narrow window only, it begins there."""
        found = []
        points = self._domain.points
        for low, high in pairwise(points):
            held = [self._outcome(point).held[0] for point in (low, high)]
            if held[0] != held[1]:
                good, bad = (low, high) if held[0] else (high, low)
                edge = edge_between(lambda value: self._outcome(value).held[0], good, bad, self._domain.whole)
                found.append(edge.value)
        return found

    def _equal(self) -> Sought:
        goal, points = self._goals[0], self._domain.points
        known = [(point, given) for point in points if (given := self._outcome(point).given[0]) is not None]
        present = plain_value(self._before, self._path)
        start = present if isinstance(present, int | float) else points[0]
        pairs = [
            (low, high)
            for (low, below), (high, above) in pairwise(known)
            if min(below, above) <= goal.value <= max(below, above)
        ]
        if not pairs:
            return self._cannot()
        # Of several places the one that is nearest to what stands in the cell now.
        low, high = min(pairs, key=lambda pair: min(abs(pair[0] - start), abs(pair[1] - start)))
        value = self._crossing(goal, low, high)
        outcome = self._outcome(value)
        if outcome.error is not None or not all(outcome.held[1:]):
            return self._cannot(value)
        return self._answer(value, Binding("target", goal.key, goal_said(self._before, goal)), ())

    def _crossing(self, goal: Goal, low: Any, high: Any) -> Any:
        """The value between two whose line is nearest to the goal's."""

        def above(value: Any) -> bool:
            given = self._outcome(value).given[0]
            return given is not None and given > goal.value

        def missed(value: Any) -> Any:
            given = self._outcome(value).given[0]
            return float("inf") if given is None else abs(given - goal.value)

        if above(low) != above(high):
            first = above(low)
            while not beside(low, high, self._domain.whole):
                middle = between(low, high, self._domain.whole)
                low, high = (middle, high) if above(middle) == first else (low, middle)
        nearest, field = min((low, high), key=missed), self._field
        assert isinstance(field, Number)
        if self._domain.whole:
            return nearest
        for figures in FIGURES:
            value = written(field, nearest, ROUND_HALF_EVEN, figures)
            if goal.met(self._outcome(value).given[0]):
                return value
        return nearest

    def _of_options(self) -> Sought:
        """Of choices the present one where it holds, else the first that does, or whose line is nearest."""
        points, present = self._domain.points, plain_value(self._before, self._path)
        good = [value for value in points if self._good(value)]
        if not good:
            return self._cannot()
        value = present if present in good else good[0]
        remarks = self._others([each for each in good if each != value])
        first = Said("seek", QT_TRANSLATE_NOOP("seek", "The first of {count} that holds."), {"count": len(points)})
        return self._answer(value, Binding("bound", "", first), remarks)

    def _others(self, values: Sequence[Any]) -> tuple[Said, ...]:
        """The other choices that hold, the first few by name."""
        if not values:
            return ()
        names = ", ".join(str(self._shown(value)) for value in values[:FEW])
        template = QT_TRANSLATE_NOOP("seek", "These hold too: {names}.")
        if len(values) > FEW:
            template = QT_TRANSLATE_NOOP("seek", "These hold too: {names}, and {count} more.")
        return (Said("seek", template, {"names": names, "count": len(values) - FEW}),)

    # Writing the answer

    def _tidy(self, edge: Edge, upward: bool) -> Any:
        """An edge in as few figures as hold, rounded to the side that holds; counts stay as they are."""
        assert isinstance(self._field, Number)
        if self._field.whole and self._field.shown not in UNITS:
            return edge.value
        for figures in FIGURES:
            value = written(self._field, edge.value, ROUND_FLOOR if upward else ROUND_CEILING, figures)
            inside = value <= edge.value if upward else value >= edge.value
            if inside and self._good(value):
                return value
        return edge.value

    def _beyond(self, edge: Edge) -> Any:
        """What does not hold right behind an edge; of a float the next that is written in six figures."""
        if isinstance(self._field, Number) and (not self._field.whole or self._field.shown in UNITS):
            rounding = ROUND_CEILING if edge.beyond > edge.value else ROUND_FLOOR
            value = written(self._field, edge.beyond, rounding, FIGURES[0])
            if not self._good(value):
                return value
        return edge.beyond

    def _shown(self, value: Any) -> Said | str:
        return cell_amount(self._workbook, self._path, value)

    def _binding(self, edge: Edge) -> Binding:
        if edge.beyond is not None:
            beyond = self._beyond(edge)
            plan, outcome = self._plan(beyond), self._outcome(beyond)
            text = self._shown(beyond)
            if str(text) == str(self._shown(edge.value)):
                text = Said("seek", QT_TRANSLATE_NOOP("seek", "beyond {value}"), {"value": text})
            return broken(self._title, text, plan, self._goals, outcome)
        values = {"cell": self._title, "value": self._shown(edge.value), "model": self._before.model.name}
        domain: Domain = self._domain
        if domain.model and edge.value == domain.points[-1]:
            return Binding("model", "", Said("seek", QT_TRANSLATE_NOOP(
                "seek", "{model} was made for {value}; no more were tried."), values))  # fmt: skip
        if domain.capped and edge.value == domain.points[-1]:
            return Binding("looked", "", Said("seek", QT_TRANSLATE_NOOP(
                "seek", "No more than {value} were tried."), values))  # fmt: skip
        return Binding("bound", "", Said("seek", QT_TRANSLATE_NOOP(
            "seek", "{cell} itself goes no further than {value}."), values))  # fmt: skip

    def _holes(self, points: Sequence[Any], value: Any) -> tuple[Said, ...]:
        """What is said where values on the inner side of the answer do not hold."""
        upward = self._upward()
        inner = [point for point in points if (point < value if upward else point > value)]
        hole = next((point for point in (reversed(inner) if upward else inner) if not self._good(point)), None)
        if hole is None or all(not self._good(point) for point in inner):
            return ()
        template = QT_TRANSLATE_NOOP("seek", "Not every value on this side holds: {value} does not.")
        return (Said("seek", template, {"value": self._shown(hole)}),)

    def _answer(self, value: Any, binding: Binding, remarks: tuple[Said, ...]) -> Sought:
        stored, present = value_at(self._workbook, self._path), plain_value(self._before, self._path)
        expression = isinstance(stored, str) and stored.startswith("=")
        edits = () if value == present and not expression else self._applied(value)
        after = self._plan(value)
        goal = self._goals[0]
        values: dict[str, Any] = {"cell": self._title, "value": self._shown(value)}
        if goal.verdict:
            template = QT_TRANSLATE_NOOP("seek", "{cell}: {value}. The plan: {word}.")
            values["word"] = Said("verdict", str(after.verdict))
        else:
            given = goal.given(after)
            values |= {"line": label_of(after, goal.key), "given": told_apart(after, goal, given)}
            template = QT_TRANSLATE_NOOP("seek", "{cell}: {value}. The line {line} is then {given}.")
            if goal.relation == EQUAL and not goal.met(given):
                values["off"] = off(given, goal.value)
                template = QT_TRANSLATE_NOOP(
                    "seek", "{cell}: {value}, the nearest. The line {line} is then {given}, {off} from what is wanted."
                )
        remarks = (*about(self._workbook, self._path, edits), *remarks, *warned(self._before, after, self._path))
        return self._sought(True, value, edits, after, binding, Said("seek", template, values), remarks)

    def _applied(self, value: Any) -> tuple[Edit, ...]:
        """The edits; the source of a figure goes, since it was that of the value before."""
        edits: tuple[Edit, ...] = self._edits(value)
        if self._path[0] in ("accelerators", "engines", "models") and len(self._path) == 3:
            row = value_at(self._workbook, self._path[:2])
            if self._path[-1] in getattr(row, "sources", ()):
                edits = (*edits, Edit((*self._path[:2], "sources", self._path[-1]), None))
        return edits

    def _whatever(self) -> Sought:
        values = {"cell": self._title, "goal": goal_said(self._before, self._goals[0])}
        said = Said("seek", QT_TRANSLATE_NOOP("seek", "It holds already, whatever {cell} is: {goal}."), values)
        present = plain_value(self._before, self._path)
        return self._sought(True, present, (), self._before, Binding("target", self._goals[0].line, said), said, ())

    def _cannot(self, value: Any = None) -> Sought:
        if value is not None:
            plan = self._plan(value)
            binding = broken(self._title, self._shown(value), plan, self._goals, self._outcome(value))
        else:
            binding = why_not(self._title, self._shown, self._plan, self._goals, list(self._outcomes.items()),
                              self._path, self._errors, is_open(self._field))  # fmt: skip
        goals = [goal_said(self._before, goal) for goal in self._goals]
        values: dict[str, Any] = {"cell": self._title, "goal": goals[0], "why": binding.said}
        template = QT_TRANSLATE_NOOP("seek", "There is no {cell} with which {goal}. {why}")
        if len(goals) > 1:
            values["other"] = goals[1]
            template = QT_TRANSLATE_NOOP("seek", "There is no {cell} with which {goal} and {other}. {why}")
        return self._sought(False, None, (), None, binding, Said("seek", template, values), ())

    def _sought(
        self,
        found: bool,
        value: Any,
        edits: tuple[Edit, ...],
        after: Evaluation | None,
        binding: Binding,
        said: Said,
        remarks: tuple[Said, ...],
    ) -> Sought:
        return Sought(
            self._path, self._goals, found, value, edits, self._before, after, binding, said, remarks, self.tried
        )


def seek(workbook: Workbook, evaluation: Evaluation, attempt: Try, path: Path, goals: Sequence[Goal]) -> Sought:
    """The answer in one go."""
    found = Seeking(workbook, evaluation, attempt, path, goals).run()
    assert found is not None, "without a limit a search ends"
    return found
