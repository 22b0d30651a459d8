"""What a computed cell shall be: a line of a plan at most, at least or equal to a value, or that the plan fits.

`read_goal` takes it as a script writes it: "tpot_s<=40ms", "free >= 10 GiB", "tokens_per_s at least 2000", "fits".
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from planner import units
from planner.fields import LIMIT, Number
from planner.plan import ALIASES, Evaluation
from planner.summary import SUMMARY, line_named
from planner.verdict import Verdict
from planner.what_if import figures
from planner.words import QT_TRANSLATE_NOOP, Refused, Said

FITS, TIGHT = "fits", "tight"
"""The goals that are no line: the verdict Fits; Fits or Tight."""
EQUAL, AT_MOST, AT_LEAST = "=", "<=", ">="
RELATIONS: Mapping[str, str] = MappingProxyType(
    {
        AT_MOST: QT_TRANSLATE_NOOP("seek", "at most"),
        AT_LEAST: QT_TRANSLATE_NOOP("seek", "at least"),
        EQUAL: QT_TRANSLATE_NOOP("seek", "equal to"),
    }
)
_SPELLINGS = {"<=": AT_MOST, "≤": AT_MOST, "at most": AT_MOST, ">=": AT_LEAST, "≥": AT_LEAST, "at least": AT_LEAST,
              "=": EQUAL, "==": EQUAL, "equal to": EQUAL}  # fmt: skip
_GOAL = re.compile(r"\s*([A-Za-z_][\w.]*)\s*(<=|>=|==|=|≤|≥|at most|at least|equal to)\s*(\S.*?)\s*", re.IGNORECASE)
_WORDS = {"fits": FITS, "fits or tight": TIGHT, "tight": TIGHT}
SIX_FIGURES = Fraction(1, 10**6)
"""A value that is no whole number equals another within this share of it."""


class GoalError(Refused):
    """What is no goal of this plan, and why."""


@dataclass(frozen=True, slots=True)
class Goal:
    """`key` is a line of the ledger, or FITS or TIGHT; `value` is in the line's base unit."""

    key: str
    relation: str = AT_LEAST
    value: int | float = 0

    @property
    def verdict(self) -> bool:
        """Whether this asks for a verdict and not for a value."""
        return self.key in (FITS, TIGHT)

    @property
    def line(self) -> str:
        """The line that tells how far a plan is from this."""
        return "free" if self.verdict else self.key

    def given(self, evaluation: Evaluation) -> Any:
        """What the line has in a plan; None while it is blocked."""
        return evaluation.value(self.line)

    def holds(self, evaluation: Evaluation) -> bool:
        """Whether a plan is as it shall be."""
        if self.key == FITS:
            return evaluation.verdict is Verdict.FITS
        if self.key == TIGHT:
            return evaluation.verdict in (Verdict.FITS, Verdict.TIGHT)
        return self.met(self.given(evaluation))

    def met(self, given: Any) -> bool:
        """Whether a value of the line is as it shall be."""
        if given is None or not math.isfinite(given):
            return False
        if self.relation == AT_MOST:
            return bool(given <= self.value)
        if self.relation == AT_LEAST:
            return bool(given >= self.value)
        if isinstance(given, int) and isinstance(self.value, int):
            return given == self.value
        return bool(abs(Fraction(given) - Fraction(self.value)) <= SIX_FIGURES * abs(Fraction(self.value)))


def goal_of(evaluation: Evaluation, name: str, relation: str, text: str, shown: str = "") -> Goal:
    """The goal for a line (its key, or the name that scripts know it by) and a typed value; GoalError says why not.

    A bare number is in the unit `shown`, in the line's base unit without one.
    """
    key = key_of(evaluation, name)
    line = evaluation.structure.lines[evaluation.structure.index[key]]
    if not line.unit and text.rstrip().endswith("%"):
        shown = "%"
    field = Number(line.label.format(**line.label_values), "", unit=line.unit, shown=shown, minimum=-LIMIT**2,
                   maximum=LIMIT**2, whole=False, binary=line.unit == "token")  # fmt: skip
    if text.lstrip().startswith("="):
        raise GoalError(QT_TRANSLATE_NOOP("seek", "A goal is a number, not an expression."))
    value = units.read(text, field)
    if not isinstance(value, int | float):
        raise GoalError(QT_TRANSLATE_NOOP("seek", "A goal is a number, not an expression."))
    return Goal(key, relation, int(value) if value == int(value) else value)


def read_goal(evaluation: Evaluation, text: str) -> Goal:
    """The goal that a script writes; GoalError says what is wrong with it."""
    word = _WORDS.get(" ".join(text.casefold().split()))
    if word is not None:
        return Goal(word)
    found = _GOAL.fullmatch(text)
    if found is None:
        raise GoalError(
            QT_TRANSLATE_NOOP("seek", "“{text}” is no goal: write a line, <=, >= or =, and a value, or “fits”."),
            text=text,
        )
    return goal_of(evaluation, found[1], _SPELLINGS[" ".join(found[2].casefold().split())], found[3])


def key_of(evaluation: Evaluation, name: str) -> str:
    """The key of the line that a name means: a key of the ledger, or a name of the summary; GoalError without one."""
    key = line_named(evaluation, name)
    if key is not None:
        return key
    known = name in SUMMARY or name in SUMMARY.values()
    template = (
        QT_TRANSLATE_NOOP("seek", "This plan has no line {name}: its load, its engine or its GPU do not give one.")
        if known
        else QT_TRANSLATE_NOOP(
            "seek", "There is no line {name}: take the key of a line of the ledger, or a name of the summary."
        )
    )
    raise GoalError(template, name=name)


def label_of(evaluation: Evaluation, key: str) -> Said:
    """What a line is called."""
    line = evaluation.structure.lines[evaluation.structure.index[ALIASES.get(key, key)]]
    return Said("ledger", line.label, dict(line.label_values))


def unit_of(evaluation: Evaluation, key: str) -> str:
    """The base unit of a line."""
    return evaluation.structure.lines[evaluation.structure.index[ALIASES.get(key, key)]].unit


def amount(evaluation: Evaluation, key: str, value: Any) -> str:
    """A value of a line for reading, with its unit."""
    return figures.amount(value, unit_of(evaluation, key))


def goal_said(evaluation: Evaluation, goal: Goal) -> Said:
    """A goal in words: “TPOT is at most 40.0 ms”."""
    if goal.key == FITS:
        return Said("seek", QT_TRANSLATE_NOOP("seek", "the plan fits"))
    if goal.key == TIGHT:
        return Said("seek", QT_TRANSLATE_NOOP("seek", "the plan fits, if tightly"))
    return Said("seek", QT_TRANSLATE_NOOP("seek", "{line} is {relation} {value}"), {
        "line": label_of(evaluation, goal.key),
        "relation": Said("seek", RELATIONS[goal.relation]),
        "value": amount(evaluation, goal.key, goal.value),
    })  # fmt: skip
