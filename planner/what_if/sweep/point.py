"""A point of a sweep as a scenario of the workbook: one row below the swept one, with the cells of that point."""

from __future__ import annotations

from typing import Any

from planner.edits import LONGEST_NAME, copied, inserted, replaced
from planner.what_if.sweep.axes import ROLES, Axis, scenario_of
from planner.what_if.sweep.ranges import RangeError
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Scenario, Workbook

Settings = tuple[tuple[Axis, Any], ...]


def with_point(workbook: Workbook, scenario_id: str, settings: Settings, said: str) -> tuple[Workbook, str]:
    """The workbook with one scenario more, and its id. `said` are the values in words, which its name ends in.

    Where a field of the GPU, the model or the engine was swept, a copy of that row with the value goes below it, and
    the new scenario is on the copy. RangeError for assumptions, which hold for all scenarios alike.
    """
    present = scenario_of(workbook, scenario_id)
    row = copied(present)
    row = row.model_copy(update={"name": _named(present.name, said)})
    workbook = inserted(workbook, ("scenarios",), row, _behind(workbook, "scenarios", scenario_id))
    roles: dict[str, str] = {}
    for axis, value in sorted(settings, key=lambda each: not each[0].swept.names_row):
        swept = axis.swept
        if swept.role == "assumptions":
            raise RangeError(QT_TRANSLATE_NOOP("sweep", "{title} is an assumption and holds for all scenarios: change "
                                               "it in the panel of assumptions."), title=swept.field.title)  # fmt: skip
        if not _there(workbook, present, axis):
            raise RangeError(QT_TRANSLATE_NOOP("sweep", "The scenario names no row with {title}: choose one "
                                               "first."), title=swept.field.title)  # fmt: skip
        if swept.role == "scenario":
            workbook = replaced(workbook, ("scenarios", row.id, *swept.below), value)
            continue
        if swept.role not in roles:
            workbook, roles[swept.role] = _with_copy(workbook, swept.role, getattr(present, swept.role), said)
            workbook = replaced(workbook, ("scenarios", row.id, swept.role), roles[swept.role])
        owner, below = roles[swept.role], swept.below
        if below[0] == "groups":  # the copy's groups have ids of their own, in the same order
            at = [group.id for group in _row(workbook, "models", getattr(present, swept.role)).groups].index(below[1])
            below = ("groups", _row(workbook, "models", owner).groups[at].id, *below[2:])
        workbook = replaced(workbook, (ROLES[swept.role], owner, *below), value)
    return workbook, row.id


def _there(workbook: Workbook, scenario: Scenario, axis: Axis) -> bool:
    """Whether the scenario still names the row, and the row has the layer group, that was swept."""
    path = axis.swept.path(workbook, scenario)
    if path is None or axis.swept.role == "scenario" or axis.swept.below[0] != "groups":
        return path is not None
    return any(group.id == axis.swept.below[1] for group in _row(workbook, path[0], path[1]).groups)


def _with_copy(workbook: Workbook, role: str, row_id: str, said: str) -> tuple[Workbook, str]:
    table = ROLES[role]
    present = _row(workbook, table, row_id)
    copy = copied(present).model_copy(update={"name": _named(present.name, said)})
    return inserted(workbook, (table,), copy, _behind(workbook, table, row_id)), copy.id


def _row(workbook: Workbook, table: str, row_id: str) -> Any:
    return next(row for row in getattr(workbook, table) if row.id == row_id)


def _behind(workbook: Workbook, table: str, row_id: str) -> int:
    return 1 + next(at for at, row in enumerate(getattr(workbook, table)) if row.id == row_id)


def _named(name: str, said: str) -> str:
    ending = f" ({said})"
    return name[: max(LONGEST_NAME - len(ending), 1)] + ending[: LONGEST_NAME - 1]
