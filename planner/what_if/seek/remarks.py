"""What is said beside an answer of Seek: what of the document changes with it, and what it brings up."""

from __future__ import annotations

from collections.abc import Sequence

from planner.checks import check_scenario
from planner.edits import value_at
from planner.findings import Edit, Severity
from planner.plan import Evaluation
from planner.resolve import display_text
from planner.what_if.seek.amounts import cell_amount
from planner.what_if.seek.binding import finding_said
from planner.what_if.seek.changing import title_of
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Path, Workbook


def about(workbook: Workbook, path: Path, edits: Sequence[Edit]) -> tuple[Said, ...]:
    """What of the document changes beside the number itself."""
    found, stored = [], value_at(workbook, path)
    if isinstance(stored, str) and stored.startswith("="):
        found.append(Said("seek", QT_TRANSLATE_NOOP(
            "seek", "The cell holds the expression {text}; it becomes a number."),
            {"text": display_text(workbook, stored)}))  # fmt: skip
    for edit in edits:
        if edit.path != path and edit.path[-2] != "sources":
            found.append(Said("seek", QT_TRANSLATE_NOOP("seek", "{cell} becomes {value} with it."), {
                "cell": title_of(workbook, edit.path),
                "value": cell_amount(workbook, edit.path, edit.value)}))  # fmt: skip
    return tuple(found)


def warned(before: Evaluation, after: Evaluation, path: Path) -> tuple[Said, ...]:
    """What is new of doubts about the cell itself, such as more sequences than an engine runs at a time."""
    present = {finding.code for finding in check_scenario(before)}
    found = [each for each in check_scenario(after) if each.path == path and each.code not in present]
    return tuple(finding_said(each) for each in found if each.severity >= Severity.WARNING)
