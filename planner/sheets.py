"""A row as its numeric cells, and which of them a name in an expression means.

Names are looked up nearest first. A cell of a layer group sees its own part, then the rest of its group, then the
model; any other cell sees its own record, then those nested beside it (a scenario and its load), then the layer groups.
`row_id.name` means a cell of another row in that same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import BaseModel

from planner.fields import Cell, Number, fields_of
from planner.workbook import TABLES, Path, Workbook

_OUTSIDE, _ANYWHERE = "outside the groups", "anywhere"  # no ids: those have no blanks
ASSUMPTIONS = "assumptions"
"""The name by which expressions reach the assumptions, in place of a row id."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The numeric cells of one row by relative path; `place` is the path of the row itself."""

    place: Path
    row: BaseModel
    cells: Mapping[Path, tuple[Number, Cell | None]]
    expressions: tuple[Path, ...]
    by_name: dict[tuple[str, str], list[Path]] = field(default_factory=dict)
    """Cells by where they stand (a group's id, or one of the two words below) and name; filled when first needed."""

    def named(self, name: str, origin: Path | None) -> Sequence[Path]:
        """The cells that a name means for the cell `origin` of this row, or for another row (None): none, one, more."""
        if not self.by_name:
            self._fill()
        places = (_OUTSIDE, _ANYWHERE)
        if origin is not None:
            beside = (*origin[:-1], name)
            if beside in self.cells:
                return (beside,)
            if origin[0] == "groups":
                places = (origin[1], _OUTSIDE)
        return next((found for place in places if (found := self.by_name.get((place, name)))), ())

    def _fill(self) -> None:
        for path in self.cells:
            own = path[1] if path[0] == "groups" else _OUTSIDE
            for place in (own, _ANYWHERE):
                self.by_name.setdefault((place, path[-1]), []).append(path)

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
        update[name] = _with_values_in(part, inner) if name == "groups" else with_values(part, inner)
    return record.model_copy(update=update)


def _with_values_in(groups: tuple[Any, ...], values: Mapping[Path, Cell | None]) -> tuple[Any, ...]:
    by_group: dict[str, dict[Path, Cell | None]] = {}
    for path, value in values.items():
        by_group.setdefault(path[0], {})[path[1:]] = value
    return tuple(with_values(group, by_group[group.id]) if group.id in by_group else group for group in groups)


def _cells(record: BaseModel, prefix: Path) -> Iterator[tuple[Path, tuple[Number, Cell | None]]]:
    for name, number in _layout(type(record)):
        value = getattr(record, name)
        if number is not None:
            yield (*prefix, name), (number, value)
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
        (name, known if isinstance(known, Number) else None)
        for name in record.model_fields
        if (known := described.get(name)) is None or isinstance(known, Number)
    )
