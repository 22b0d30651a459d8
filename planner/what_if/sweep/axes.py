"""Which fields of a plan can be swept, by the names that people and scripts give them.

Names are those of `planner.what_if.field_names`: "batch", "tp", "weights", "accelerator.memory_bandwidth",
"engine.reserved_fraction", "model.group1.attention.kv_heads". Title, unit, bounds and choices are those of the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planner.edits import row_cells
from planner.fields import Choice, Field, Flag, Number, Reference, fields_of
from planner.relevance import without_part
from planner.what_if.field_names import plain_name
from planner.what_if.sweep.ranges import RangeError, values_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Scenario, Workbook

ROLES = {"model": "models", "accelerator": "accelerators", "engine": "engines"}
"""The rows that a scenario names, by the field that names them, with their tables."""
KINDS = (Number, Choice, Flag, Reference)


@dataclass(frozen=True, slots=True)
class Swept:
    """A field that can be swept: its name, the row that it is of ("scenario", "model", "accelerator", "engine" or
    "assumptions"), the path below that row, and its description.
    """

    name: str
    role: str
    below: Path
    field: Field

    def path(self, workbook: Workbook, scenario: Scenario) -> Path | None:
        """The cell in a workbook; None where the scenario names no such row."""
        if self.role == "scenario":
            return ("scenarios", scenario.id, *self.below)
        if self.role == "assumptions":
            return ("assumptions", *self.below)
        row = getattr(scenario, self.role)
        known = any(each.id == row for each in getattr(workbook, ROLES[self.role]))
        return (ROLES[self.role], row, *self.below) if known else None

    @property
    def names_row(self) -> bool:
        """Whether its values are rows of another table."""
        return isinstance(self.field, Reference)


@dataclass(frozen=True, slots=True)
class Axis:
    """A field with the values that it takes, in base units."""

    swept: Swept
    values: tuple[Any, ...]


def sweepable(workbook: Workbook, scenario_id: str) -> dict[str, Swept]:
    """Every field of a scenario's plan that can be swept, by name: those of the scenario first, then of its rows."""
    scenario = scenario_of(workbook, scenario_id)
    found: dict[str, Swept] = {}
    absent = without_part(scenario)
    for path, field in row_cells(scenario):
        if path[-1] in ("id", "name", "kind") or not isinstance(field, KINDS) or ".".join(path) in absent:
            continue
        found[path[-1]] = Swept(path[-1], "scenario", path, field)
    for role, table in ROLES.items():
        row = next((each for each in getattr(workbook, table) if each.id == getattr(scenario, role)), None)
        if row is not None:
            for name, path, field in _named(row):
                found[f"{role}.{name}"] = Swept(f"{role}.{name}", role, path, field)
    for name, field in fields_of(workbook.assumptions):
        if isinstance(field, KINDS):
            found[f"assumptions.{name}"] = Swept(f"assumptions.{name}", "assumptions", (name,), field)
    return found


def _named(row: Any) -> Iterator[tuple[str, Path, Field]]:
    """The name, path and description of the fields of a row; layer groups are numbered from 1."""
    numbers = {group.id: f"group{at}" for at, group in enumerate(getattr(row, "groups", ()), 1)}
    for path, field in row_cells(row):
        if path[-1] in ("name", "kind") or not isinstance(field, KINDS) or path[0] == "sources":
            continue
        inner = (numbers[path[1]], *path[2:]) if path[0] == "groups" else path
        yield ".".join(inner), path, field


def scenario_of(workbook: Workbook, scenario_id: str) -> Scenario:
    """The scenario of an id; RangeError where it is gone."""
    found = next((row for row in workbook.scenarios if row.id == scenario_id), None)
    if found is None:
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "The scenario is gone: choose another one."))
    return found


def axis_of(workbook: Workbook, scenario_id: str, name: str, text: str) -> Axis:
    """An axis as it is typed; RangeError says what is wrong with the field or its values."""
    known = sweepable(workbook, scenario_id)
    name = plain_name(name)
    swept = known.get(name)
    if swept is None:
        wanted = [each for each in known if name and (name in each or each in name)][:8] or list(known)[:24]
        raise RangeError(QT_TRANSLATE_NOOP("sweep", "There is no field {name} to sweep in this plan: write one of "
                                           "{names}."), name=name or "“”", names=", ".join(wanted))  # fmt: skip
    return Axis(swept, values_of(text, swept.field, rows_of(workbook, swept)))


def rows_of(workbook: Workbook, swept: Swept) -> tuple[tuple[str, str], ...]:
    """Id and name of the rows that a reference may name."""
    if not isinstance(swept.field, Reference) or not swept.field.table:
        return ()
    return tuple((row.id, row.name) for row in getattr(workbook, swept.field.table))
