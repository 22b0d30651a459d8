"""What stays of a line however large or small a cell becomes: the value that it comes near to, and what makes that up.

A figure such as a bandwidth has no bound of its own. Where looking ended the line no longer moves, and the number that
stood in the cell there says nothing; what is left of the line does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from planner.fields import Number
from planner.plan import ALIASES, Evaluation
from planner.time.operations import BOUNDS
from planner.time.terms import terms_of
from planner.unit_table import UNITS
from planner.what_if.addends import addends_of
from planner.words import QT_TRANSLATE_NOOP, Said

FAR_OFF = 10
"""A line no longer moves where so many times more, or less, of the cell changes it by less than STILL."""
STILL = 0.01
MOST_NAMED = 2
LEAST_SHARE = 0.05
"""Smaller parts of what is left are not named."""
DEEPEST = 24

LARGE = QT_TRANSLATE_NOOP("seek", "However large it is")
SMALL = QT_TRANSLATE_NOOP("seek", "However small it is")
ABOVE = QT_TRANSLATE_NOOP("seek", "{how}, the line {line} stays above {given}.")
BELOW = QT_TRANSLATE_NOOP("seek", "{how}, the line {line} stays below {given}.")
ONE_LEFT = QT_TRANSLATE_NOOP("seek", "{what} What is left then: {first}.")
TWO_LEFT = QT_TRANSLATE_NOOP("seek", "{what} What is left then: {first} and {second}.")
PART = QT_TRANSLATE_NOOP("seek", "{name} ({share})")


def is_open(field: Any) -> bool:
    """Whether a cell holds an amount that is measured, so that where looking ends is no bound of anything."""
    return isinstance(field, Number) and (not field.whole or field.shown in UNITS) and field.shown != "%"


def approached(known: Sequence[tuple[Any, Any]], best: Any) -> bool | None:
    """Whether the line comes near to what it is at `best` as the cell grows (True) or shrinks (False); None where
    `best` is not where looking ended, or the line still moves there. `known` are values of the cell with the line's.

    >>> approached([(1, 9.0), (10, 1.005), (100, 1.0)], 100), approached([(1, 9.0), (10, 3.0), (100, 1.0)], 100)
    (True, None)
    """
    values = dict(known)
    large = best == max(values)
    if best not in (max(values), min(values)):
        return None
    further = [
        given for value, given in known
        if value and best and (value * FAR_OFF <= best if large else value >= best * FAR_OFF)
    ]  # fmt: skip
    if not further:
        return None
    end = values[best]
    nearest = min(further, key=lambda given: abs(given - end))
    return large if abs(nearest - end) <= STILL * abs(end) else None


def said_of(evaluation: Evaluation, line: Said, key: str, given: str, *, large: bool, above: bool) -> Said:
    """The sentence on a line that comes no further than `given`. `evaluation` is the plan where looking ended."""
    values = {"how": Said("seek", LARGE if large else SMALL), "line": line, "given": given}
    what = Said("seek", ABOVE if above else BELOW, values)
    left = [
        Said("seek", PART, {"name": name, "share": f"{100 * share:.0f} %"}) for name, share in shares(evaluation, key)
        if share >= LEAST_SHARE
    ]  # fmt: skip
    if not left:
        return what
    if len(left) == 1:
        return Said("seek", ONE_LEFT, {"what": what, "first": left[0]})
    return Said("seek", TWO_LEFT, {"what": what, "first": left[0], "second": left[1]})


def shares(evaluation: Evaluation, key: str) -> list[tuple[Said, float]]:
    """What a line of seconds or bytes is made of, the largest first: calls of kernels by what bounds them, else lines.

    Of a rate it is the time that it divides by.
    """
    amounts: dict[str, float] = {}
    titles: dict[str, Said] = {}
    for title, amount in _parts(evaluation, ALIASES.get(key, key), DEEPEST):
        titles.setdefault(title.template, title)
        amounts[title.template] = amounts.get(title.template, 0.0) + amount
    total = sum(amounts.values())
    order = sorted(amounts, key=lambda name: -amounts[name])
    return [(titles[name], amounts[name] / total) for name in order[:MOST_NAMED]] if total > 0 else []


def _parts(evaluation: Evaluation, key: str, deepest: int) -> Iterator[tuple[Said, float]]:
    """The parts of a line with their titles; a line that is no sum is one part, a constant of the engine fixed time."""
    structure, value = evaluation.structure, evaluation.value(key)
    line = structure.lines[structure.index[key]]
    terms = terms_of(evaluation, key)
    if terms is not None:
        yield Said("ledger", BOUNDS[terms.dominates]), value
        return
    if not value or not deepest:
        return
    amounts = _amounts(evaluation, key)
    addends = addends_of(structure, key, amounts)
    names = () if addends or line.formula is None or line.unit != "s" else _summed(line.formula.tree)
    if addends:
        for addend in addends:
            if evaluation.value(addend.key):
                parts = _parts(evaluation, addend.key, deepest - 1)
                yield from ((title, addend.part(part)) for title, part in parts)
    elif names:
        for slot in (line.sources[name] for name in names):
            if slot in structure.index:
                yield from _parts(evaluation, slot, deepest - 1)
            elif amounts[slot]:
                yield Said("ledger", BOUNDS["fixed"]), amounts[slot]
    elif line.unit in ("s", "byte"):
        yield Said("ledger", line.label, dict(line.label_values)), value
    else:
        times = [slot for slot in structure.precedents(key) if structure.lines[structure.index[slot]].unit == "s"]
        for slot in sorted(times or structure.precedents(key), key=lambda slot: -(evaluation.value(slot) or 0))[:1]:
            yield from _parts(evaluation, slot, deepest - 1)


def _summed(node: ast.expr) -> tuple[str, ...]:
    """The names of a formula that adds names and nothing else; none of another one."""
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            both = _summed(left), _summed(right)
            return both[0] + both[1] if all(both) else ()
    return ()


def _amounts(evaluation: Evaluation, key: str) -> dict[str, Any]:
    structure = evaluation.structure
    slots = structure.lines[structure.index[key]].sources.values()
    return {slot: evaluation.value(slot) if slot in structure.index else evaluation.amounts.get(slot) for slot in slots}
