"""Why a goal is not reached by any value of a cell, with numbers: what is nearest, and what holds the line there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from planner.plan import Evaluation
from planner.what_if.seek import beyond
from planner.what_if.seek.binding import Binding, Outcome, broken, errors_of, named, told_apart, verdict_said
from planner.what_if.seek.caps import caps
from planner.what_if.seek.goals import Goal, label_of
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Path

MOST_CHECKED = 40
"""So many of the nearest values are asked whether their plan can be."""

Tried = Sequence[tuple[Any, Outcome]]
"""Values that were tried, each with what its plan gives."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The cell whose values were tried: what it is called, what a value of it is called, the plan under a value.

    `errors` are the codes of what cannot be as it is now. `open_ended`: it has no bound that would mean something.
    """

    path: Path
    title: Said
    shown: Callable[[Any], Said | str]
    plan: Callable[[Any], Evaluation]
    errors: frozenset[str]
    open_ended: bool


@dataclass(frozen=True, slots=True)
class _Nearest:
    """The value of a cell whose plan comes nearest to a goal, and the goal's line for all values that were tried."""

    cell: Cell
    goal: Goal
    known: Sequence[tuple[Any, Any]]
    value: Any
    given: Any
    evaluation: Evaluation

    def words(self) -> dict[str, Any]:
        """What sentences on it name."""
        return {
            "line": label_of(self.evaluation, self.goal.line),
            "cell": self.cell.title,
            "value": self.cell.shown(self.value),
            "given": told_apart(self.evaluation, self.goal, self.given),
        }


def why_not(cell: Cell, goals: Sequence[Goal], outcomes: Tried) -> Binding:
    """Why no value that was tried is as it shall be: of the first goal that none of them reaches, else of the value
    that has the most of the goals.
    """
    for at, goal in enumerate(goals):
        if not any(outcome.held[at] for _, outcome in outcomes):
            known = [(value, outcome.given[at]) for value, outcome in outcomes if outcome.given[at] is not None]
            return _of_goal(_nearest(cell, goal, known)) if known else _not_known(cell.plan(outcomes[-1][0]), goal)
    return _of_all(cell, goals, outcomes)


def _not_known(evaluation: Evaluation, goal: Goal) -> Binding:
    blank = evaluation.blocked(goal.line)
    values = {"line": label_of(evaluation, goal.line), "names": named(evaluation, blank) if blank else "–"}
    return Binding("target", goal.line, Said("seek", QT_TRANSLATE_NOOP(
        "seek", "The line {line} is not known while these are blank, or zero: {names}."), values))  # fmt: skip


def _nearest(cell: Cell, goal: Goal, known: Sequence[tuple[Any, Any]]) -> _Nearest:
    """The nearest value whose plan can be; where none of the first many can, the nearest of all."""
    order = sorted(known, key=lambda each: _missed(goal, each[1]))
    can_be = (each for each in order[:MOST_CHECKED] if errors_of(cell.plan(each[0])).keys() <= cell.errors)
    value, given = next(can_be, order[0])
    return _Nearest(cell, goal, known, value, given, cell.plan(value))


def _missed(goal: Goal, given: Any) -> Any:
    """How far a value is from what is wanted; for a verdict the more is free the nearer."""
    return -given if goal.verdict else abs(given - goal.value)


def _of_goal(nearest: _Nearest) -> Binding:
    """Why a goal is not reached whose line is known."""
    cell, goal, evaluation, values = nearest.cell, nearest.goal, nearest.evaluation, nearest.words()
    if len({given for _, given in nearest.known}) == 1 and len(nearest.known) > 1:
        return Binding("target", goal.line, Said("seek", QT_TRANSLATE_NOOP(
            "seek", "The line {line} does not depend on {cell}: it is {given} for every value that was tried."),
            values))  # fmt: skip
    if goal.verdict:
        deciding = evaluation.deciding
        values["why"] = verdict_said(evaluation)
        return Binding("memory", "" if deciding is None else deciding.key, Said("seek", QT_TRANSLATE_NOOP(
            "seek", "Even at {cell} {value} the plan is not as wanted: {why}"), values))  # fmt: skip
    towards = beyond.approached(nearest.known, nearest.value) if cell.open_ended else None
    if towards is not None:
        above = nearest.given > goal.value
        said = beyond.said_of(evaluation, values["line"], goal.key, values["given"], large=towards, above=above)
        return Binding("target", goal.key, said)
    still = sum(given == nearest.given for _, given in nearest.known) > 1
    held_by = caps(evaluation, goal.key, cell.path) if still else ()
    template = QT_TRANSLATE_NOOP("seek", "The nearest is {given}, at {cell} {value}.")
    if held_by:
        values["names"] = named(evaluation, held_by)
        template = QT_TRANSLATE_NOOP("seek", "The nearest is {given}, at {cell} {value}; it is held by {names}.")
    return Binding("target", goal.key, Said("seek", template, values))


def _of_all(cell: Cell, goals: Sequence[Goal], outcomes: Tried) -> Binding:
    """What the value breaks that has the most of the goals, each of which some value has."""
    value, outcome = max(outcomes, key=lambda each: (each[1].error is None, sum(each[1].held)))
    found = broken(cell.title, cell.shown(value), cell.plan(value), goals, outcome)
    if len(goals) < 2 or not any(outcome.held):
        return found
    return Binding(found.code, found.line, Said("seek", QT_TRANSLATE_NOOP(
        "seek", "No value that was tried has all of it. {why}"), {"why": found.said}))  # fmt: skip
