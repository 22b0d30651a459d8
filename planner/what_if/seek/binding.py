"""What stops a search: the goal that breaks, the line that decides over the verdict, what cannot be, a bound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from planner.checks import check_scenario
from planner.findings import Finding, Severity
from planner.ledger import Slot
from planner.plan import Evaluation
from planner.verdict import Verdict
from planner.what_if import figures
from planner.what_if.seek.goals import RELATIONS, Goal, amount, label_of, unit_of
from planner.words import QT_TRANSLATE_NOOP, Said, listed


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


def named(evaluation: Evaluation, slots: Iterable[Slot]) -> Said:
    """Inputs and lines by what a person calls them."""
    return listed(evaluation.titled(slot) for slot in slots)


def verdict_said(evaluation: Evaluation) -> Said:
    """The word of a plan, and the line that decides over it."""
    deciding = evaluation.deciding
    word = Said("verdict", str(evaluation.verdict))
    if evaluation.verdict is Verdict.UNKNOWN:
        blank = evaluation.blocked("free")
        if blank:
            return Said("seek", QT_TRANSLATE_NOOP("seek", "{word} while these are blank: {names}."),
                        {"word": word, "names": named(evaluation, blank)})  # fmt: skip
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
        values["names"] = named(evaluation, evaluation.blocked(goal.key))
        return Binding("target", goal.key, Said("seek", QT_TRANSLATE_NOOP(
            "seek", "At {cell} {value} the line {line} is not known: {names}."), values))  # fmt: skip
    values["given"] = told_apart(evaluation, goal, given)
    return Binding("target", goal.key, Said("seek", QT_TRANSLATE_NOOP(
        "seek", "At {cell} {value} the line {line} is {given}, not {relation} {wanted}."), values))  # fmt: skip


def told_apart(evaluation: Evaluation, goal: Goal, given: Any) -> str:
    """A value of a goal's line, with the figures that tell it from the one that is wanted."""
    unit = unit_of(evaluation, goal.line)
    return figures.amount(given, unit) if goal.verdict or given is None else figures.apart(given, goal.value, unit)
