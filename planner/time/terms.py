"""What the window asks of a call's time: its terms, which of them dominates, and what therefore bounds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from planner.plan import Evaluation

Bound = Literal["fixed", "compute", "memory"]
FIXED = ("call_time", "quantising")


@dataclass(frozen=True, slots=True)
class Terms:
    """Seconds of a call, or of all calls below a line times their layers: fixed, compute, memory."""

    fixed: float
    compute: float
    memory: float

    @property
    def dominates(self) -> Bound:
        """The largest term; of equal ones the first of fixed, compute, memory.

        >>> Terms(4e-6, 1e-6, 9e-6).dominates
        'memory'
        """
        terms: dict[Bound, float] = {"fixed": self.fixed, "compute": self.compute, "memory": self.memory}
        return max(terms, key=lambda name: terms[name])


def terms_of(evaluation: Evaluation, key: str) -> Terms | None:
    """The terms of the call whose time is this line; None of a line that is no call, or has no value."""
    position = evaluation.structure.index.get(key)
    if position is None or evaluation.values.values[position] is None:
        return None
    sources = evaluation.structure.lines[position].sources
    if sources.get("memory") != f"{key}.memory":
        return None
    fixed = sum(evaluation.amounts[sources[name]] for name in FIXED if name in sources)
    compute = evaluation.value(f"{key}.compute") or 0
    return Terms(fixed, compute, evaluation.value(f"{key}.memory"))


def terms_below(evaluation: Evaluation, key: str) -> Terms | None:
    """The sums of the terms over all calls below a line (a pass, a group, a block), layers counted.

    Fixed, compute and memory terms overlap in the soft corner of a call, so that they add up to more than its time.
    """
    structure = evaluation.structure
    total = [0.0, 0.0, 0.0]
    found = False
    for line in structure.lines:
        if not (line.key == key or line.key.startswith(f"{key}.")):
            continue
        terms = terms_of(evaluation, line.key)
        if terms is None:
            continue
        found = True
        layers = _layers(evaluation, line.key, key)
        for at, seconds in enumerate((terms.fixed, terms.compute, terms.memory)):
            total[at] += layers * seconds
    return Terms(*total) if found else None


def _layers(evaluation: Evaluation, call: str, below: str) -> int:
    """How often a call counts in a line above it: the product of the layers of the lines between."""
    structure = evaluation.structure
    times, at = 1, structure.lines[structure.index[call]]
    while at.key != below and at.parent is not None:
        at = structure.lines[structure.index[at.parent]]
        slot = at.sources.get("layers")
        if slot is not None:
            times *= evaluation.amounts[slot]
    return times
