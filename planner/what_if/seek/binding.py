"""What stops a search: the goal that breaks, the line that decides over the verdict, what cannot be, a bound; and why
a goal cannot be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from planner import units
from planner.checks import check_scenario
from planner.edits import field_at
from planner.fields import Choice, Flag, Number, Reference
from planner.findings import Finding, Severity
from planner.plan import Evaluation
from planner.verdict import Verdict
from planner.what_if import figures
from planner.what_if.seek import beyond
from planner.what_if.seek.goals import RELATIONS, Goal, amount, label_of, unit_of
from planner.what_if.seek.trees import choices_in, names_in, taken
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Path, Workbook


class Outcome(NamedTuple):
    """What a plan gives for one value of the cell: each goal's line, whether each holds, what then cannot be."""

    given: tuple[Any, ...]
    held: tuple[bool, ...]
    error: Finding | None

    @property
    def good(self) -> bool:
        """Whether all goals hold in a plan that can be."""
        return self.error is None and all(self.held)


MISFITS = frozenset({"does_not_fit", "states_do_not_fit", "fraction_below_weights", "fraction_not_free"})
"""Findings of a plan that can be, but has no room."""


MOST_CHECKED = 40
"""So many of the nearest values are asked whether their plan can be."""


def errors_of(evaluation: Evaluation) -> dict[str, Finding]:
    """What of a plan cannot be, by code; degrees that divide no heads or widths too, which most engines refuse."""
    return {
        finding.code: finding
        for finding in check_scenario(evaluation)
        if finding.code not in MISFITS
        and (finding.severity is Severity.ERROR or (finding.severity is Severity.WARNING and finding.path[-1] in CUTS))
    }


CUTS = ("tp", "ep")
"""Degrees that parts of a model are cut by."""


@dataclass(frozen=True, slots=True)
class Binding:
    """The constraint that binds. `code` is "target", "memory", "finding", "bound", "model" or "looked"; `line` the key
    of the ledger's line that shows it, empty without one.
    """

    code: str
    line: str
    said: Said


def cell_amount(workbook: Workbook, path: Path, value: Any) -> Said | str:
    """What stands in a cell, for reading."""
    field = field_at(workbook, path)
    if value is None:
        return Said("seek", QT_TRANSLATE_NOOP("seek", "blank"))
    if isinstance(field, Flag):
        yes, no = QT_TRANSLATE_NOOP("seek", "yes"), QT_TRANSLATE_NOOP("seek", "no")
        return Said("seek", yes if value else no)
    if isinstance(field, Choice):
        return Said("fields", dict(field.options).get(value, str(value)))
    if isinstance(field, Reference):
        return next((row.name for row in getattr(workbook, field.table) if row.id == value), str(value))
    assert isinstance(field, Number)
    if field.shown == "%":
        return f"{float(value) * 100:.6g} %"
    if field.unit and field.unit in {unit.base for unit in units.UNITS.values()}:
        return _figures(value, field)
    return figures.amount(value, field.unit)


def _figures(value: Any, field: Number) -> str:
    """A physical amount with six figures in the unit of its column."""
    shown = field.shown or ("B" if field.unit == "byte" else field.unit)
    number = float(units.scaled(value, field.unit, shown) if shown in units.UNITS else value)
    return f"{number:,.6g} {shown}" if abs(number) < 1e6 else f"{number:,.0f} {shown}"


def verdict_said(evaluation: Evaluation) -> Said:
    """The word of a plan, and the line that decides over it."""
    deciding = evaluation.deciding
    word = Said("verdict", str(evaluation.verdict))
    if evaluation.verdict is Verdict.UNKNOWN:
        names = [evaluation.title(slot) for slot in evaluation.blocked("free")]
        if names:
            return Said("seek", QT_TRANSLATE_NOOP("seek", "{word} while these are blank: {names}."),
                        {"word": word, "names": ", ".join(names)})  # fmt: skip
    if deciding is None or not deciding.template:
        return Said("seek", QT_TRANSLATE_NOOP("seek", "{word}."), {"word": word})
    why = Said("findings", deciding.template, deciding.values)
    return Said("seek", QT_TRANSLATE_NOOP("seek", "{word}. {why}"), {"word": word, "why": why})


def finding_said(finding: Finding) -> Said:
    """A Finding as a sentence."""
    return Said("findings", finding.template, dict(finding.values))


def broken(title: Said, text: Said | str, evaluation: Evaluation, goals: Sequence[Goal], outcome: Outcome) -> Binding:
    """What a plan breaks in which not all goals hold: what cannot be, else the first goal that does not hold. `title`
    and `text` are of the cell and what stands in it there.
    """
    values: dict[str, Any] = {"cell": title, "value": text}
    if outcome.error is not None:
        values["why"] = finding_said(outcome.error)
        return Binding("finding", "", Said("seek", QT_TRANSLATE_NOOP("seek", "At {cell} {value}: {why}"), values))
    at = outcome.held.index(False)
    goal = goals[at]
    if goal.verdict:
        deciding = evaluation.deciding
        values["why"] = verdict_said(evaluation)
        return Binding("memory", "" if deciding is None else deciding.key,
                       Said("seek", QT_TRANSLATE_NOOP("seek", "At {cell} {value}: {why}"), values))  # fmt: skip
    values |= {
        "line": label_of(evaluation, goal.key),
        "relation": Said("seek", RELATIONS[goal.relation]),
        "wanted": amount(evaluation, goal.key, goal.value),
    }
    given = outcome.given[at]
    if given is None:
        values["names"] = ", ".join(evaluation.title(slot) for slot in evaluation.blocked(goal.key))
        return Binding("target", goal.key, Said("seek", QT_TRANSLATE_NOOP(
            "seek", "At {cell} {value} the line {line} is not known: {names}."), values))  # fmt: skip
    values["given"] = told_apart(evaluation, goal, given)
    return Binding("target", goal.key, Said("seek", QT_TRANSLATE_NOOP(
        "seek", "At {cell} {value} the line {line} is {given}, not {relation} {wanted}."), values))  # fmt: skip


def told_apart(evaluation: Evaluation, goal: Goal, given: Any) -> str:
    """A value of a goal's line, with the figures that tell it from the one that is wanted."""
    unit = unit_of(evaluation, goal.line)
    return figures.amount(given, unit) if goal.verdict or given is None else figures.apart(given, goal.value, unit)


Shown = Callable[[Any], Said | str]


def why_not(
    title: Said,
    shown: Shown,
    plan: Callable[[Any], Evaluation],
    goals: Sequence[Goal],
    outcomes: Sequence[tuple[Any, Outcome]],
    path: Path,
    before: frozenset[str],
    open_ended: bool,
) -> Binding:
    """Why no value that was tried is as it shall be, with numbers. `plan(value)` is the plan under a value; `before`
    are the codes of what cannot be now. `open_ended` tells that the cell has no bound that would mean something.
    """
    for at, goal in enumerate(goals):
        if any(outcome.held[at] for _, outcome in outcomes):
            continue
        known = [(value, outcome.given[at]) for value, outcome in outcomes if outcome.given[at] is not None]
        if not known:
            evaluation = plan(outcomes[-1][0])
            names = ", ".join(evaluation.title(slot) for slot in evaluation.blocked(goal.line)) or "–"
            return Binding("target", goal.line, Said("seek", QT_TRANSLATE_NOOP(
                "seek", "The line {line} is not known while these are blank, or zero: {names}."),
                {"line": label_of(evaluation, goal.line), "names": names}))  # fmt: skip
        order = _nearest_first(known, goal)
        can_be = (each for each in order[:MOST_CHECKED] if errors_of(plan(each[0])).keys() <= before)
        best = next(can_be, order[0])
        evaluation = plan(best[0])
        values: dict[str, Any] = {"line": label_of(evaluation, goal.line), "cell": title, "value": shown(best[0]),
                                  "given": told_apart(evaluation, goal, best[1])}  # fmt: skip
        if len({given for _, given in known}) == 1 and len(known) > 1:
            return Binding("target", goal.line, Said("seek", QT_TRANSLATE_NOOP(
                "seek", "The line {line} does not depend on {cell}: it is {given} for every value that was tried."),
                values))  # fmt: skip
        if goal.verdict:
            deciding = evaluation.deciding
            values["why"] = verdict_said(evaluation)
            return Binding("memory", "" if deciding is None else deciding.key, Said("seek", QT_TRANSLATE_NOOP(
                "seek", "Even at {cell} {value} the plan is not as wanted: {why}"), values))  # fmt: skip
        towards = beyond.approached(known, best[0]) if open_ended else None
        if towards is not None:
            above = best[1] > goal.value
            said = beyond.said_of(evaluation, values["line"], goal.key, values["given"], large=towards, above=above)
            return Binding("target", goal.key, said)
        held_by = caps(evaluation, goal.key, path)
        template = QT_TRANSLATE_NOOP("seek", "The nearest is {given}, at {cell} {value}.")
        if held_by:
            values["names"] = ", ".join(held_by)
            template = QT_TRANSLATE_NOOP("seek", "The nearest is {given}, at {cell} {value}; it is held by {names}.")
        return Binding("target", goal.key, Said("seek", template, values))
    value, outcome = max(outcomes, key=lambda each: (each[1].error is None, sum(each[1].held)))
    found = broken(title, shown(value), plan(value), goals, outcome)
    if len(goals) < 2:
        return found
    if not any(outcome.held):
        return found
    return Binding(found.code, found.line, Said("seek", QT_TRANSLATE_NOOP(
        "seek", "No value that was tried has all of it. {why}"), {"why": found.said}))  # fmt: skip


def _nearest_first(known: Sequence[tuple[Any, Any]], goal: Goal) -> list[tuple[Any, Any]]:
    """Values that were tried, each with what the goal's line then is, in the order in which they miss it."""
    return sorted(known, key=lambda each: _missed(goal, each[1]))


def _missed(goal: Goal, given: Any) -> Any:
    """How far a value is from what is wanted; for a verdict the more is free the nearer."""
    if goal.verdict:
        return -given
    return abs(given - goal.value)


def caps(evaluation: Evaluation, key: str, path: Path) -> tuple[str, ...]:
    """What holds a line where a cell no longer moves it: the names of what a `min` or `max` takes in its place, such as
    the sequences that an engine runs at most.
    """
    structure = evaluation.structure
    moved: dict[str, bool] = {}

    def moves(slot: str) -> bool:
        if slot not in moved:
            moved[slot] = False
            if slot in structure.index:
                moved[slot] = any(moves(each) for each in _used(evaluation, slot))
            else:
                moved[slot] = evaluation.path(slot) == path
        return moved[slot]

    stack, seen = [key], set[str]()
    while stack:
        current = stack.pop()
        if current in seen or current not in structure.index or not moves(current):
            continue
        seen.add(current)
        line = structure.lines[structure.index[current]]
        if line.formula is not None:
            amounts = {name: _amount(evaluation, slot) for name, slot in line.sources.items()}
            if None not in amounts.values():
                for how, arguments in choices_in(line.formula.tree):
                    winner = taken(arguments, how, amounts)
                    lost = [each for each in arguments if each is not winner]
                    if not _moved(winner, line.sources, moves) and any(_moved(n, line.sources, moves) for n in lost):
                        return tuple(evaluation.title(line.sources[name]) for name in sorted(names_in(winner)))
        stack.extend(_used(evaluation, current))
    return ()


def _moved(node: Any, sources: Any, moves: Callable[[str], bool]) -> bool:
    return any(moves(sources[name]) for name in names_in(node))


def _used(evaluation: Evaluation, key: str) -> tuple[str, ...]:
    line = evaluation.structure.lines[evaluation.structure.index[key]]
    return evaluation.structure.children.get(key, ()) if line.formula is None else tuple(line.sources.values())


def _amount(evaluation: Evaluation, slot: str) -> Any:
    return evaluation.value(slot) if slot in evaluation.structure.index else evaluation.amounts.get(slot)
