"""What differs between two evaluations: by summary name, by line of the ledger, and the verdict.

Differences of integers are exact integers. A percentage is relative to the baseline's amount, and there is none where
that is zero or negative: a share of a deficit says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planner.ledger import Specification
from planner.plan import Evaluation
from planner.summary import SUMMARY, summary_of
from planner.workbook import Scenario, Workbook

BOTH, BASELINE, SCENARIO = "both", "baseline", "scenario"
"""Which of two ledgers has a line."""


def difference(value: Any, baseline: Any) -> Any:
    """`value` less `baseline`, exact for integers; None where one of them is not known.

    >>> difference(2**70 + 1, 2**70), difference(1.5, None)
    (1, None)
    """
    return None if value is None or baseline is None else value - baseline


def percent(value: Any, baseline: Any) -> float | None:
    """The difference in percent of the baseline; None where one is not known, or the baseline is not positive.

    >>> percent(15, 10), percent(3, 0), percent(-4, -2)
    (50.0, None, None)
    """
    if value is None or baseline is None or baseline <= 0:
        return None
    return float(100 * (value - baseline) / baseline)


@dataclass(frozen=True, slots=True)
class Amount:
    """One amount of two evaluations, in its base unit; None where it is not known."""

    baseline: Any
    value: Any

    @property
    def difference(self) -> Any:
        """By how much the scenario has more."""
        return difference(self.value, self.baseline)

    @property
    def percent(self) -> float | None:
        """That in percent of the baseline."""
        return percent(self.value, self.baseline)


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line of two ledgers. `within` says which of them has it; `amount` has None for the one that lacks it."""

    line: Specification
    within: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Comparison:
    """A scenario beside the baseline."""

    baseline: Evaluation
    scenario: Evaluation

    @property
    def verdict(self) -> str:
        """What becomes of the verdict, in words: "Fits", or "Fits → Tight".

        The arrow leads from the baseline's to the scenario's.
        """
        before, after = str(self.baseline.verdict), str(self.scenario.verdict)
        return after if before == after else f"{before} → {after}"

    def amount(self, key: str) -> Amount:
        """The amounts of one line, by key or alias."""
        return Amount(self.baseline.value(key), self.scenario.value(key))

    def summary(self) -> dict[str, Amount]:
        """The amounts of every summary name."""
        before, after = summary_of(self.baseline), summary_of(self.scenario)
        return {name: Amount(before[name], after[name]) for name in SUMMARY}

    def lines(self) -> Iterator[ComparedLine]:
        """Every line that one of them has: the scenario's in its order, those that only the baseline has after them
        under the same parent.
        """
        own = self.scenario.structure
        extra: dict[str | None, list[Specification]] = {}
        for line in self.baseline.structure.lines:
            if line.key not in own.index:
                extra.setdefault(line.parent, []).append(line)
        below: dict[str | None, list[Specification]] = {}
        for line in own.lines:
            below.setdefault(line.parent, []).append(line)
        yield from self._below(None, below, extra)

    def _below(
        self, parent: str | None, own: dict[str | None, list[Specification]],
        extra: dict[str | None, list[Specification]],
    ) -> Iterator[ComparedLine]:  # fmt: skip
        for line in own.get(parent, ()):
            there = line.key in self.baseline.structure.index
            yield ComparedLine(line, BOTH if there else SCENARIO, self.amount(line.key))
            yield from self._below(line.key, own, extra)
        for line in extra.get(parent, ()):
            yield ComparedLine(line, BASELINE, Amount(self.baseline.value(line.key), None))
            yield from self._below(line.key, own, extra)


def only_in_baseline(baseline: Evaluation, scenario: Evaluation) -> tuple[Specification, ...]:
    """The lines that the scenario's ledger lacks, in the order of the baseline's.

    The structures are remembered by what chose their lines, so two of one structure have none.
    """
    if baseline.structure is scenario.structure:
        return ()
    return tuple(line for line in baseline.structure.lines if line.key not in scenario.structure.index)


def baseline_row(workbook: Workbook) -> Scenario | None:
    """The row that the others are compared with; None where none is set, or it is gone."""
    return next((row for row in workbook.scenarios if row.id == workbook.baseline), None)
