"""How the plans of an export stand beside the workbook's baseline: the same amounts for every format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.evaluations import Evaluations
from planner.plan import Evaluation
from planner.what_if.compare import Amount, Comparison
from planner.workbook import Scenario

NOTE = (
    "The baseline is {name}. Of the others: by how much they have more (+) or less (−), and that in percent of the "
    "baseline's amount; there is none where that is zero or negative."
)


def baseline_of(evaluations: Evaluations) -> Evaluation | None:
    """The plan of the baseline; None without one, and while it has no model."""
    return evaluations.scenarios.get(evaluations.workbook.baseline or "")


def compared_with(evaluations: Evaluations, chosen: Sequence[str] = ()) -> Evaluation | None:
    """The baseline's plan where another one of those that are exported stands beside it."""
    first = baseline_of(evaluations)
    others = (evaluations.scenarios.get(row.id) for row in rows_of(evaluations, chosen))
    return first if first is not None and any(plan not in (None, first) for plan in others) else None


def rows_of(evaluations: Evaluations, chosen: Iterable[str]) -> tuple[Scenario, ...]:
    """The scenarios with these ids, all of them where there are none, as they stand in the document."""
    wanted = frozenset(chosen)
    return tuple(row for row in evaluations.workbook.scenarios if not wanted or row.id in wanted)


def amount_beside(first: Evaluation | None, plan: Evaluation, key: str) -> Amount | None:
    """A line of a plan and of the baseline; None without one, and where one of the two has no such line."""
    if first is None or any(key not in each.structure.index for each in (first, plan)):
        return None
    return Comparison(first, plan).amount(key)
