"""Rows of a file beyond what is opened: models of too many layer groups are left out, and the others open."""

from __future__ import annotations

from typing import Any

from planner.bounds import MOST_GROUPS, MOST_GROUPS_IN_ALL, MOST_ROWS
from planner.file_errors import FileError
from planner.findings import Finding, Severity
from planner.words import QT_TRANSLATE_NOOP

TABLES = ("models", "accelerators", "engines", "scenarios")
ALIKE = QT_TRANSLATE_NOOP(
    "findings",
    "Put layers that are alike into one group, with their number as its layers, and open the file again.",
)
SPLIT = QT_TRANSLATE_NOOP(
    "findings",
    "Split the file into several workbooks, and open them one by one.",
)


def bounded(workbook: Any) -> tuple[Any, tuple[Finding, ...]]:
    """The content of a workbook, not checked yet, without the models that are too large, and a Finding for each.

    FileError where a table has more rows than are opened.
    """
    if not isinstance(workbook, dict):
        return workbook, ()
    for table in TABLES:
        rows = workbook.get(table)
        if isinstance(rows, list) and len(rows) > MOST_ROWS:
            raise FileError(QT_TRANSLATE_NOOP("files", "The file holds {count} rows in {table}; up to {most} are "
                                              "opened. Split it into several workbooks."),
                            count=f"{len(rows):,}", table=table, most=f"{MOST_ROWS:,}")  # fmt: skip
    models = workbook.get("models")
    if not isinstance(models, list):
        return workbook, ()
    kept, found, all_groups = [], [], 0
    for number, model in enumerate(models, 1):
        count = _groups(model)
        finding = _left_out(model, number, count, all_groups)
        if finding is None:
            kept.append(model)
            all_groups += count
        else:
            found.append(finding)
    return ({**workbook, "models": kept} if found else workbook), tuple(found)


def _groups(model: Any) -> int:
    groups = model.get("groups") if isinstance(model, dict) else None
    return len(groups) if isinstance(groups, list) else 0


def _left_out(model: Any, number: int, count: int, before: int) -> Finding | None:
    """Why a model is left out, if it is; `before` it stand so many layer groups of other models."""
    if count > MOST_GROUPS:
        template = QT_TRANSLATE_NOOP(
            "findings", "The model {model} was left out: it has {count} layer groups, and up to {most} are planned."
        )
        most, remedy = MOST_GROUPS, ALIKE
    elif before + count > MOST_GROUPS_IN_ALL:
        template = QT_TRANSLATE_NOOP(
            "findings",
            "The model {model} was left out: with its {count} layer groups the workbook would have more than {most}.",
        )
        most, remedy = MOST_GROUPS_IN_ALL, SPLIT
    else:
        return None
    values = {"model": _name(model, number), "count": f"{count:,}", "most": f"{most:,}"}
    return Finding("model_left_out", ("models",), Severity.WARNING, template, values, remedy)


def _name(model: dict[str, Any], number: int) -> str:
    name = model.get("name")
    return f"“{name[:60]}”" if isinstance(name, str) and name.isprintable() else f"in row {number:,}"
