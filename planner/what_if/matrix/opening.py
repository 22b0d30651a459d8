"""A cell of a matrix as a scenario of the workbook: the one that is there, or a new one with the rows that it needs."""

from __future__ import annotations

from typing import Any

from planner.edits import inserted
from planner.presets import accelerator_from_preset, differences, model_from_preset
from planner.scenario import Scenario
from planner.what_if.matrix.entries import Entry
from planner.workbook import Workbook, new_id

OWN = ("id", "name")
"""What two scenarios of one plan may differ in."""


def opened(
    workbook: Workbook, base: Scenario, model: Entry, card: Entry, precision: str | None
) -> tuple[Workbook, str]:
    """The workbook with the cell's scenario, and its id; the identical workbook where it has that plan already.

    `base` is the scenario, as written, that the matrix takes its load from; it need not stand in the workbook. Rows of
    presets are copied in, unless a row is there that does not differ from its preset.
    """
    after, model_id = _with_row(workbook, "models", model)
    after, card_id = _with_row(after, "accelerators", card)
    changes: dict[str, Any] = {"model": model_id, "accelerator": card_id}
    if precision is not None:
        changes["weights"] = precision
    wanted = base.model_copy(update=changes)
    if after is workbook:
        for row in workbook.scenarios:
            if row.model_copy(update={name: getattr(wanted, name) for name in OWN}) == wanted:
                return workbook, row.id
    name = f"{model.name} · {card.name}" + (f" · {precision}" if precision is not None else "")
    fresh = wanted.model_copy(update={"id": new_id("scenario"), "name": name})
    rows = [row.id for row in workbook.scenarios]
    at = rows.index(base.id) + 1 if base.id in rows else len(rows)
    return inserted(after, ("scenarios",), fresh, at), fresh.id


def _with_row(workbook: Workbook, table: str, entry: Entry) -> tuple[Workbook, str]:
    """The workbook with the row of an entry, and its id there."""
    if not entry.preset:
        row_id: str = entry.row.id
        return workbook, row_id
    for row in getattr(workbook, table):
        if row.preset == entry.preset and not differences(row):
            return workbook, row.id
    fresh: Any = (
        model_from_preset(entry.preset, new_id("model"))
        if table == "models"
        else accelerator_from_preset(entry.preset, new_id("accelerator"))
    )
    return inserted(workbook, (table,), fresh, len(getattr(workbook, table))), fresh.id
