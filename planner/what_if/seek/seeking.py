"""Seek: the value of one cell that makes a computed cell what it shall be, and the constraint that binds.

Every answer is found by trying edits, as after an edit by hand (`planner.searching` has the search, which capacity asks
too), so what it says is what applying it gives. Of "at most" and "at least" the outermost value that holds is sought:
the largest where the line moves away from the goal as the cell grows, the smallest where it comes nearer. Nothing is
taken for monotone: ranges of up to 600 whole numbers are tried whole; of wider ones some hundred values spread over the
range, the edge between two of them, and 300 numbers behind that edge.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN
from itertools import pairwise
from typing import Any

from planner.asked import Try
from planner.fields import Number
from planner.plan import Evaluation
from planner.searching import NEAR, Edge, beside, between, edge_between, outermost
from planner.unit_table import UNITS
from planner.what_if.cells import plain_value
from planner.what_if.figures import FIGURES, written
from planner.what_if.seek.answering import answer, binding_of, cannot, holes, whatever, without_end
from planner.what_if.seek.beyond import is_open
from planner.what_if.seek.binding import Binding
from planner.what_if.seek.goals import EQUAL, Goal, goal_said
from planner.what_if.seek.sought import Sought
from planner.what_if.seek.trials import PauseError, Trials
from planner.words import QT_TRANSLATE_NOOP, Said, listed
from planner.workbook import Path, Workbook

SLICE_S = 0.01
"""Every step goes over what was tried before, so it is to try more than a few."""
FEW = 5
"""So many of the choices that hold are named."""


class Seeking:
    """A search that can be run in slices: `run(seconds)` gives the answer, or None when it has to be called again."""

    def __init__(
        self, workbook: Workbook, evaluation: Evaluation, attempt: Try, path: Path, goals: Sequence[Goal]
    ) -> None:
        self._trials = Trials(workbook, evaluation, attempt, path, goals)

    @property
    def tried(self) -> int:
        """How many plans were tried so far."""
        return len(self._trials.outcomes)

    @property
    def expected(self) -> int:
        """About how many there will be."""
        domain = self._trials.domain
        return len(domain.points) + (0 if domain.complete else 40 + (NEAR if domain.whole else 0))

    def run(self, seconds: float | None = None) -> Sought | None:
        """The answer; with a limit None when it is over, and the next call goes on. One plan is tried at least."""
        self._trials.begin(seconds)
        try:
            return _solved(self._trials)
        except PauseError:
            return None

    def steps(self, seconds: float = SLICE_S) -> Generator[float, None, Sought]:
        """The same as steps of so many seconds: yields about which share is tried, returns the answer."""
        while (found := self.run(seconds)) is None:
            yield self.tried / max(self.expected, self.tried + 1)
        return found


def seek(workbook: Workbook, evaluation: Evaluation, attempt: Try, path: Path, goals: Sequence[Goal]) -> Sought:
    """The answer in one go."""
    found = Seeking(workbook, evaluation, attempt, path, goals).run()
    assert found is not None, "without a limit a search ends"
    return found


def _solved(trials: Trials) -> Sought:
    """The answer; whatever was tried before is not tried again."""
    for value in trials.domain.points:
        trials.outcome(value)
    if trials.domain.options:
        return _of_options(trials)
    if trials.goals[0].relation == EQUAL and not trials.goals[0].verdict:
        return _equal(trials)
    points = list(trials.domain.points)
    if not any(trials.good(point) for point in points):
        points = sorted({*points, *_windows(trials)})
    upward = trials.upward()
    edge = outermost(trials.good, points, upward, trials.domain.whole)
    if edge is None:
        return cannot(trials)
    value = edge.value if edge.beyond is None else _tidy(trials, edge, upward)
    flat = len({trials.outcome(point).given[0] for point in points}) == 1
    if flat and all(trials.good(point) for point in points):
        return whatever(trials)
    if edge.beyond is None and is_open(trials.field) and trials.domain.capped and value == points[-1]:
        present = plain_value(trials.before, trials.path)
        if isinstance(present, int | float) and all(trials.good(each) for each in points if each >= present):
            return without_end(trials)
    return answer(trials, value, binding_of(trials, edge), holes(trials, points, value))


def _windows(trials: Trials) -> list[Any]:
    """Edges of the first goal between points: where all goals hold in a narrow window only, it begins there."""
    found = []
    points = trials.domain.points
    for low, high in pairwise(points):
        held = [trials.outcome(point).held[0] for point in (low, high)]
        if held[0] != held[1]:
            good, bad = (low, high) if held[0] else (high, low)
            edge = edge_between(lambda value: trials.outcome(value).held[0], good, bad, trials.domain.whole)
            found.append(edge.value)
    return found


def _equal(trials: Trials) -> Sought:
    """The value whose line is nearest to what is wanted, between two that lie on either side of it."""
    goal, points = trials.goals[0], trials.domain.points
    known = [(point, given) for point in points if (given := trials.outcome(point).given[0]) is not None]
    present = plain_value(trials.before, trials.path)
    start = present if isinstance(present, int | float) else points[0]
    pairs = [
        (low, high)
        for (low, below), (high, above) in pairwise(known)
        if min(below, above) <= goal.value <= max(below, above)
    ]
    if not pairs:
        return cannot(trials)
    # Of several places the one that is nearest to what stands in the cell now.
    low, high = min(pairs, key=lambda pair: min(abs(pair[0] - start), abs(pair[1] - start)))
    value = _crossing(trials, goal, low, high)
    outcome = trials.outcome(value)
    if outcome.error is not None or not all(outcome.held[1:]):
        return cannot(trials, value)
    return answer(trials, value, Binding("target", goal.key, goal_said(trials.before, goal)), ())


def _crossing(trials: Trials, goal: Goal, low: Any, high: Any) -> Any:
    """The value between two whose line is nearest to the goal's."""

    def above(value: Any) -> bool:
        given = trials.outcome(value).given[0]
        return given is not None and given > goal.value

    def missed(value: Any) -> Any:
        given = trials.outcome(value).given[0]
        return float("inf") if given is None else abs(given - goal.value)

    if above(low) != above(high):
        first = above(low)
        while not beside(low, high, trials.domain.whole):
            middle = between(low, high, trials.domain.whole)
            low, high = (middle, high) if above(middle) == first else (low, middle)
    nearest, field = min((low, high), key=missed), trials.field
    assert isinstance(field, Number)
    if trials.domain.whole:
        return nearest
    for figures in FIGURES:
        value = written(field, nearest, ROUND_HALF_EVEN, figures)
        if goal.met(trials.outcome(value).given[0]):
            return value
    return nearest


def _of_options(trials: Trials) -> Sought:
    """Of choices the present one where it holds, else the first that does, or whose line is nearest."""
    points, present = trials.domain.points, plain_value(trials.before, trials.path)
    good = [value for value in points if trials.good(value)]
    if not good:
        return cannot(trials)
    value = present if present in good else good[0]
    remarks = _others(trials, [each for each in good if each != value])
    first = Said("seek", QT_TRANSLATE_NOOP("seek", "The first of {count} that holds."), {"count": len(points)})
    return answer(trials, value, Binding("bound", "", first), remarks)


def _others(trials: Trials, values: Sequence[Any]) -> tuple[Said, ...]:
    """The other choices that hold, the first few by name."""
    if not values:
        return ()
    names = listed(trials.shown(value) for value in values[:FEW])
    template = QT_TRANSLATE_NOOP("seek", "These hold too: {names}.")
    if len(values) > FEW:
        template = QT_TRANSLATE_NOOP("seek", "These hold too: {names}, and {count} more.")
    return (Said("seek", template, {"names": names, "count": len(values) - FEW}),)


def _tidy(trials: Trials, edge: Edge, upward: bool) -> Any:
    """An edge in as few figures as hold, rounded to the side that holds; counts stay as they are."""
    assert isinstance(trials.field, Number)
    if trials.field.whole and trials.field.shown not in UNITS:
        return edge.value
    for figures in FIGURES:
        value = written(trials.field, edge.value, ROUND_FLOOR if upward else ROUND_CEILING, figures)
        inside = value <= edge.value if upward else value >= edge.value
        if inside and trials.good(value):
            return value
    return edge.value
