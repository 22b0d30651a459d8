"""A report as Markdown, and ledgers as CSV with every digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from planner.csv_text import csv_text, harmless
from planner.evaluations import Evaluations
from planner.export.report import Section, Table

CSV_HEADER = ("scenario", "key", "component", "label", "value", "unit", "formula", "substitution", "reference", "group")


def ledgers_csv(evaluations: Evaluations, chosen: Sequence[str] = ()) -> str:
    """Every line of every ledger, one row each, as RFC 4180 has it: commas, quotes, CRLF. Blocked lines have no value.

    A text that a spreadsheet would run as a formula (a scenario called “=1+1”) has an apostrophe before it.
    """
    return csv_text((CSV_HEADER, *_rows(evaluations, chosen)))


def _rows(evaluations: Evaluations, chosen: Sequence[str]) -> Iterator[Sequence[str]]:
    for scenario in evaluations.workbook.scenarios:
        evaluation = evaluations.scenarios.get(scenario.id)
        if evaluation is None or (chosen and scenario.id not in chosen):
            continue
        for line in evaluation.lines():
            label = line.label.format(**line.label_values)
            texts = (line.formula, line.substitution, line.reference, scenario.group or "")
            value = "" if line.value is None else repr(line.value)
            yield (
                harmless(scenario.name), line.key, line.component, harmless(label), value, line.unit,
                *(harmless(text) for text in texts),
            )  # fmt: skip


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
