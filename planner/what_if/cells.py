"""What stands in a cell of a plan: numbers where the document has expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from planner.plan import Evaluation
from planner.workbook import Path


def inside(owner: Any, steps: Iterable[str]) -> Any:
    """What stands below a row, by field names and ids; None where there is nothing."""
    for step in steps:
        if isinstance(owner, tuple):
            owner = next((row for row in owner if row.id == step), None)
        else:
            owner = getattr(owner, step, None)
    return owner


def plain_value(evaluation: Evaluation, path: Path) -> Any:
    """What a cell is in the resolved rows of a plan; None where it is blank or not of these rows."""
    rows: dict[str, Any] = {
        "scenarios": evaluation.scenario,
        "accelerators": evaluation.accelerator,
        "engines": evaluation.engine,
        "models": evaluation.model,
    }
    owner = rows.get(path[0])
    return None if owner is None or owner.id != path[1] else inside(owner, path[2:])
