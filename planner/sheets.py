"""A row as its numeric cells, and which of them a name in an expression means.

Names are looked up nearest first. A cell of a layer group sees its own part, then the rest of its group, then the
model; any other cell sees its own record, then those nested beside it (a scenario and its load), then the layer groups.
`row_id.name` means a cell of another row in that same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from planner.fields import Cell, Number, fields_of
from planner.workbook import TABLES, Path, Workbook

ASSUMPTIONS = "assumptions"
"""The name by which expressions reach the assumptions, in place of a row id."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The numeric cells of one row by relative path; `place` is the path of the row itself."""

    place: Path
    row: BaseModel
    cells: Mapping[Path, tuple[Number, Cell | None]]
    expressions: tuple[Path, ...]

    def named(self, name: str, origin: Path | None) -> tuple[Path, ...]:
        """The cells that a name means for the cell `origin` of this row, or for another row (None): none, one, more."""
        found = [path for path in self.cells if path[-1] == name]
        outside = [path for path in found if path[0] != "groups"]
        tiers: tuple[Iterable[Path], ...] = (outside, found)
        if origin is not None:
            beside = [path for path in found if path[:-1] == origin[:-1]]
            if origin[0] == "groups":
                tiers = (beside, [path for path in found if path[:2] == origin[:2]], outside)
            else:
                tiers = (beside, outside, found)
        return next((tuple(tier) for tier in tiers if tier), ())

    def names_for(self, origin: Path) -> list[str]:
        """The names that the cell `origin` may use without naming a row."""
        names = dict.fromkeys(path[-1] for path in self.cells)
        return [name for name in names if len(self.named(name, origin)) == 1 and name != origin[-1]]


def sheet_of(place: Path, row: BaseModel) -> Sheet:
    """The numeric cells of a row."""
    cells = dict(_cells(row, ()))
    return Sheet(place, row, cells, tuple(path for path, (_, value) in cells.items() if isinstance(value, str)))


def places_of(workbook: Workbook) -> dict[str, tuple[Path, BaseModel]]:
    """Path and record of every row by its id, and of the assumptions, in the order of the document.

    Should a row have an id that is taken, it stands under a key that no expression can name.
    """
    found: dict[str, tuple[Path, BaseModel]] = {ASSUMPTIONS: ((ASSUMPTIONS,), workbook.assumptions)}
    for table in TABLES:
        for index, row in enumerate(getattr(workbook, table)):
            found[f"{table}[{index}]" if row.id in found else row.id] = ((table, row.id), row)
    return found


def with_values(record: Any, values: Mapping[Path, Cell | None]) -> Any:
    """A copy of a row with these cells replaced; a value may be None where the cell has no answer."""
    update: dict[str, Any] = {}
    below: dict[str, dict[Path, Cell | None]] = {}
    for path, value in values.items():
        if len(path) == 1:
            update[path[0]] = value
        else:
            below.setdefault(path[0], {})[path[1:]] = value
    for name, inner in below.items():
        part = getattr(record, name)
        update[name] = tuple(_changed(item, inner) for item in part) if name == "groups" else with_values(part, inner)
    return record.model_copy(update=update)


def _changed(group: Any, values: Mapping[Path, Cell | None]) -> Any:
    own = {path[1:]: value for path, value in values.items() if path[0] == group.id}
    return with_values(group, own) if own else group


def _cells(record: BaseModel, prefix: Path) -> Iterator[tuple[Path, tuple[Number, Cell | None]]]:
    for name, field in _layout(type(record)):
        value = getattr(record, name)
        if field is not None:
            yield (*prefix, name), (field, value)
        elif isinstance(value, BaseModel):
            yield from _cells(value, (*prefix, name))
        elif name == "groups":
            for group in value:
                yield from _cells(group, (*prefix, name, group.id))


@cache
def _layout(record: type[BaseModel]) -> tuple[tuple[str, Number | None], ...]:
    """The numeric fields of a record with their description, and with None the fields that may hold a record."""
    described = dict(fields_of(record))
    return tuple(
        (name, field if isinstance(field, Number) else None)
        for name in record.model_fields
        if (field := described.get(name)) is None or isinstance(field, Number)
    )
