"""`fitsheet compare`: scenarios of a workbook beside its baseline, as text or as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from planner.evaluations import Planner
from planner.exit_status import status_of
from planner.plan_options import evaluated, scenario_named, workbook_at
from planner.sources import SourceError
from planner.summary import line_named
from planner.tables import text_table
from planner.units import minus, write
from planner.what_if.compare import BASELINE, BOTH, SCENARIO, Amount, ComparedLine, Comparison, baseline_row
from planner.workbook import Scenario, Workbook

HEADER = ("amount", "baseline", "scenario", "difference", "percent")
ONLY = {BASELINE: "only in the baseline", SCENARIO: "not in the baseline"}


def compare(options: argparse.Namespace) -> int:
    """Prints the comparison of each scenario that is asked for; gives the exit status of their verdicts."""
    workbook = workbook_at(options.workbook).workbook
    evaluations = Planner().evaluate(workbook)
    first = _baseline(workbook, options.baseline)
    rows = [scenario_named(workbook, name) for name in options.scenario]
    if not rows:
        rows = [row for row in workbook.scenarios if row is not first and row.id in evaluations.scenarios]
    if not rows:
        raise SourceError("scenario", "There is nothing to compare the baseline with.", "Add another scenario.")
    baseline = evaluated(evaluations, first.id)
    compared = [Comparison(baseline, evaluated(evaluations, row.id)) for row in dict.fromkeys(rows)]
    if options.json:
        for each in compared:
            print(json.dumps(answer(each, lines=options.lines)))
    else:
        print("\n\n".join(table(each, lines=options.lines) for each in compared))
    return status_of([each.scenario.verdict for each in compared])


def answer(compared: Comparison, *, lines: bool) -> dict[str, Any]:
    """One comparison for a script: base units, exact integers, null for what is not known."""
    found: dict[str, Any] = {
        "id": compared.scenario.scenario.id,
        "name": compared.scenario.scenario.name,
        "baseline": {"id": compared.baseline.scenario.id, "name": compared.baseline.scenario.name},
        "verdict": {"baseline": str(compared.baseline.verdict), "scenario": str(compared.scenario.verdict)},
        "summary": {name: _amount(amount) for name, amount in compared.summary().items()},
    }
    if lines:
        found["lines"] = [
            {
                "key": each.line.key,
                "label": _label(each),
                "unit": each.line.unit,
                "within": each.within,
                **_amount(each.amount),
            }
            for each in compared.lines()
        ]
    return found


def _amount(amount: Amount) -> dict[str, Any]:
    return {
        "baseline": amount.baseline,
        "scenario": amount.value,
        "difference": amount.difference,
        "percent": amount.percent,
    }


def table(compared: Comparison, *, lines: bool) -> str:
    """One comparison for a terminal: the amounts that one of them knows, or every line of their ledgers."""
    title = f"{compared.scenario.scenario.name} beside {compared.baseline.scenario.name}: {compared.verdict}"
    return f"{title}\n{text_table(HEADER, _lines(compared) if lines else _summary(compared))}"


def _summary(compared: Comparison) -> Iterator[Sequence[str]]:
    for name, amount in compared.summary().items():
        if amount.baseline is not None or amount.value is not None:
            yield (name, *_written(amount, _unit(compared, name)))


def _unit(compared: Comparison, name: str) -> str:
    """The unit of a summary name: that of its line in the ledger which has it."""
    plans = (compared.scenario, compared.baseline)
    found = ((plan, key) for plan in plans if (key := line_named(plan, name)) is not None)
    return next((plan.line(key).unit for plan, key in found), "")


def _lines(compared: Comparison) -> Iterator[Sequence[str]]:
    depths: dict[str | None, int] = {None: -1}
    for each in compared.lines():
        depth = depths[each.line.key] = depths[each.line.parent] + 1
        title = "  " * depth + _label(each)
        if each.within == BOTH:
            yield (title, *_written(each.amount, each.line.unit))
        else:
            before, after = (write(value, each.line.unit) for value in (each.amount.baseline, each.amount.value))
            yield (title, before or "-", after or "-", ONLY[each.within], "")


def _label(each: ComparedLine) -> str:
    return each.line.label.format(**each.line.label_values) if each.line.label_values else each.line.label


def _written(amount: Amount, unit: str) -> tuple[str, str, str, str]:
    return (
        _text(amount.baseline, unit),
        _text(amount.value, unit),
        signed(amount.difference, write(amount.difference, unit)),
        "" if amount.percent is None else signed(amount.percent, minus(f"{amount.percent:,.1f} %")),
    )


def _text(value: Any, unit: str) -> str:
    return write(value, unit) or "unknown"


def signed(value: Any, text: str) -> str:
    """A written difference with its sign; nothing for one that is not known.

    >>> signed(3, "3 GiB"), signed(-3, "−3 GiB"), signed(0, "0 B"), signed(None, "")
    ('+3 GiB', '−3 GiB', '0 B', '')
    """
    return f"+{text}" if value is not None and value > 0 else text


def _baseline(workbook: Workbook, name: str | None) -> Scenario:
    row = baseline_row(workbook) if name is None else scenario_named(workbook, name)
    if row is None:
        raise SourceError("baseline", "The workbook has no baseline.", "Say which scenario it is with --baseline NAME.")
    return row
