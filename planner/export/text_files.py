"""A report as Markdown, and ledgers as CSV with every digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from planner.csv_text import csv_text, harmless
from planner.evaluations import Evaluations
from planner.export.beside import amount_beside, compared_with, rows_of
from planner.export.report import Section, Table
from planner.plan import Evaluation

CSV_HEADER = ("scenario", "key", "component", "label", "value", "unit", "formula", "substitution", "reference", "group")
CSV_BESIDE = ("baseline", "baseline_value", "difference", "percent")
"""Columns after these where the workbook has a baseline: its name and its amount of the line, and what differs."""


def ledgers_csv(evaluations: Evaluations, chosen: Sequence[str] = ()) -> str:
    """Every line of every ledger, one row each, as RFC 4180 has it: commas, quotes, CRLF. Blocked lines have no value.

    A text that a spreadsheet would run as a formula (a scenario called “=1+1”) has an apostrophe before it. Beside a
    baseline each line has its difference in the line's unit and in percent; nothing where one of the two lacks it.
    """
    first = compared_with(evaluations, chosen)
    return csv_text(((*CSV_HEADER, *(() if first is None else CSV_BESIDE)), *_rows(evaluations, chosen, first)))


def _rows(evaluations: Evaluations, chosen: Sequence[str], first: Evaluation | None) -> Iterator[Sequence[str]]:
    for scenario in rows_of(evaluations, chosen):
        evaluation = evaluations.scenarios.get(scenario.id)
        if evaluation is None:
            continue
        for line in evaluation.lines():
            label = line.label.format(**line.label_values)
            texts = (line.formula, line.substitution, line.reference, scenario.group or "")
            yield (
                harmless(scenario.name), line.key, line.component, harmless(label), _digits(line.value), line.unit,
                *(harmless(text) for text in texts), *_beside(first, evaluation, line.key),
            )  # fmt: skip


def _beside(first: Evaluation | None, evaluation: Evaluation, key: str) -> Sequence[str]:
    if first is None:
        return ()
    name, amount = harmless(first.scenario.name), amount_beside(first, evaluation, key)
    if amount is None:
        return (name, "", "", "")
    return (name, _digits(amount.baseline), _digits(amount.difference), _digits(amount.percent))


def _digits(value: Any) -> str:
    """A number with every digit; nothing for one that is not known."""
    return "" if value is None else repr(value)


def markdown_text(sections: Sequence[Section]) -> str:
    """The report in GitHub's Markdown."""
    parts: list[str] = []
    for section in sections:
        parts.append(f"{'#' * section.level} {_escaped(section.title)}")
        parts += [_escaped(paragraph) for paragraph in section.paragraphs]
        parts += [_table(table) for table in section.tables if table.rows]
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    def row(cells: Sequence[str]) -> str:
        return f"| {' | '.join(_escaped(cell) for cell in cells)} |"

    marks = ["---" if column < table.left else "---:" for column in range(len(table.header))]
    return "\n".join([row(table.header), f"| {' | '.join(marks)} |", *(row(cells) for cells in table.rows)])


def _escaped(text: Any) -> str:
    """A text that Markdown shows as it is: signs of its own get a backslash, a line break is a space."""
    escaped = "".join(f"\\{sign}" if sign in "\\`*_[]<>|#~" else sign for sign in str(text))
    return " ".join(escaped.split())
