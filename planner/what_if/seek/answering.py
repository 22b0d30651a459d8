"""An answer of a search in words: the value with what it gives and what binds, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR
from typing import Any

from planner.edits import value_at
from planner.fields import Number
from planner.findings import Edit
from planner.searching import Edge
from planner.unit_table import UNITS
from planner.what_if.cells import plain_value
from planner.what_if.figures import FIGURES, written
from planner.what_if.seek.beyond import is_open
from planner.what_if.seek.binding import Binding, broken, told_apart
from planner.what_if.seek.goals import EQUAL, goal_said, label_of
from planner.what_if.seek.remarks import about, warned
from planner.what_if.seek.sought import Sought, off
from planner.what_if.seek.trials import Trials
from planner.what_if.seek.unreached import Cell, why_not
from planner.words import QT_TRANSLATE_NOOP, Said


def answer(trials: Trials, value: Any, binding: Binding, remarks: tuple[Said, ...]) -> Sought:
    """This value is as wanted; `remarks` are of the search."""
    stored, present = value_at(trials.workbook, trials.path), plain_value(trials.before, trials.path)
    expression = isinstance(stored, str) and stored.startswith("=")
    edits = () if value == present and not expression else _applied(trials, value)
    after = trials.plan(value)
    goal = trials.goals[0]
    values: dict[str, Any] = {"cell": trials.title, "value": trials.shown(value)}
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
    remarks = (*about(trials.workbook, trials.path, edits), *remarks, *warned(trials.before, after, trials.path))
    return Sought(
        trials.path,
        trials.goals,
        found=True,
        value=value,
        edits=edits,
        before=trials.before,
        after=after,
        binding=binding,
        said=Said("seek", template, values),
        remarks=remarks,
        tried=len(trials.outcomes),
    )


def _applied(trials: Trials, value: Any) -> tuple[Edit, ...]:
    """The edits; the source of a figure goes, since it was that of the value before."""
    edits: tuple[Edit, ...] = trials.edits(value)
    if trials.path[0] in ("accelerators", "engines", "models") and len(trials.path) == 3:
        row = value_at(trials.workbook, trials.path[:2])
        if trials.path[-1] in getattr(row, "sources", ()):
            edits = (*edits, Edit((*trials.path[:2], "sources", trials.path[-1]), None))
    return edits


def whatever(trials: Trials) -> Sought:
    """It holds now, and for every value that was tried."""
    values = {"cell": trials.title, "goal": goal_said(trials.before, trials.goals[0])}
    said = Said("seek", QT_TRANSLATE_NOOP("seek", "It holds already, whatever {cell} is: {goal}."), values)
    return _as_it_is(trials, said)


def without_end(trials: Trials) -> Sought:
    """It holds now, and for all that is more: the number where looking ended is no answer."""
    values = {"cell": trials.title, "goal": goal_said(trials.before, trials.goals[0])}
    said = Said("seek", QT_TRANSLATE_NOOP("seek", "It holds already, and however much larger {cell} is: {goal}."),
                values)  # fmt: skip
    return _as_it_is(trials, said)


def _as_it_is(trials: Trials, said: Said) -> Sought:
    """The value that the cell has now."""
    return Sought(
        trials.path,
        trials.goals,
        found=True,
        value=plain_value(trials.before, trials.path),
        edits=(),
        before=trials.before,
        after=trials.before,
        binding=Binding("target", trials.goals[0].line, said),
        said=said,
        remarks=(),
        tried=len(trials.outcomes),
    )


def cannot(trials: Trials, value: Any = None) -> Sought:
    """No value is as wanted: why this one is not, or why none is."""
    if value is not None:
        plan = trials.plan(value)
        binding = broken(trials.title, trials.shown(value), plan, trials.goals, trials.outcome(value))
    else:
        cell = Cell(trials.path, trials.title, trials.shown, trials.plan, trials.errors, is_open(trials.field))
        binding = why_not(cell, trials.goals, list(trials.outcomes.items()))
    goals = [goal_said(trials.before, goal) for goal in trials.goals]
    values: dict[str, Any] = {"cell": trials.title, "goal": goals[0], "why": binding.said}
    template = QT_TRANSLATE_NOOP("seek", "There is no {cell} with which {goal}. {why}")
    if len(goals) > 1:
        values["other"] = goals[1]
        template = QT_TRANSLATE_NOOP("seek", "There is no {cell} with which {goal} and {other}. {why}")
    return Sought(
        trials.path,
        trials.goals,
        found=False,
        value=None,
        edits=(),
        before=trials.before,
        after=None,
        binding=binding,
        said=Said("seek", template, values),
        remarks=(),
        tried=len(trials.outcomes),
    )


def binding_of(trials: Trials, edge: Edge) -> Binding:
    """What keeps the cell from going further than an edge."""
    if edge.beyond is not None:
        beyond = _beyond(trials, edge)
        plan, outcome = trials.plan(beyond), trials.outcome(beyond)
        text = trials.shown(beyond)
        if str(text) == str(trials.shown(edge.value)):
            text = Said("seek", QT_TRANSLATE_NOOP("seek", "beyond {value}"), {"value": text})
        return broken(trials.title, text, plan, trials.goals, outcome)
    values = {"cell": trials.title, "value": trials.shown(edge.value), "model": trials.before.model.name}
    domain = trials.domain
    if domain.model and edge.value == domain.points[-1]:
        return Binding("model", "", Said("seek", QT_TRANSLATE_NOOP(
            "seek", "{model} was made for {value}; no more were tried."), values))  # fmt: skip
    if domain.capped and edge.value == domain.points[-1]:
        return Binding("looked", "", Said("seek", QT_TRANSLATE_NOOP(
            "seek", "No more than {value} were tried."), values))  # fmt: skip
    return Binding("bound", "", Said("seek", QT_TRANSLATE_NOOP(
        "seek", "{cell} itself goes no further than {value}."), values))  # fmt: skip


def _beyond(trials: Trials, edge: Edge) -> Any:
    """What does not hold right behind an edge; of a float the next that is written in six figures."""
    if isinstance(trials.field, Number) and (not trials.field.whole or trials.field.shown in UNITS):
        rounding = ROUND_CEILING if edge.beyond > edge.value else ROUND_FLOOR
        value = written(trials.field, edge.beyond, rounding, FIGURES[0])
        if not trials.good(value):
            return value
    return edge.beyond


def holes(trials: Trials, points: Sequence[Any], value: Any) -> tuple[Said, ...]:
    """What is said where values on the inner side of the answer do not hold."""
    upward = trials.upward()
    inner = [point for point in points if (point < value if upward else point > value)]
    hole = next((point for point in (reversed(inner) if upward else inner) if not trials.good(point)), None)
    if hole is None or all(not trials.good(point) for point in inner):
        return ()
    template = QT_TRANSLATE_NOOP("seek", "Not every value on this side holds: {value} does not.")
    return (Said("seek", template, {"value": trials.shown(hole)}),)
