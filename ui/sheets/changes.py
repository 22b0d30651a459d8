"""Which cells of a row differ from before, found without asking every column: most edits leave most of them alone.

A row is compared with the one that stood there before. Values of ledger lines are read by their place in the structure;
cells that only a measurement fills are left out while there is none; of the document's cells those are left out whose
part of the record is the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from planner.ledger import Structure
from planner.plan import ALIASES, Evaluation
from ui.sheets.choices import ReferenceColumn
from ui.sheets.columns import Column, InputColumn, Row
from ui.sheets.measured_columns import MeasuredColumn
from ui.sheets.results import ResultColumn

MOST_STRUCTURES = 512
Read = Callable[[Row], Any]
Cells = list[tuple[int, Read]]


class CellChanges:
    """Compares the rows of one sheet."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._own: dict[str, Cells] = {}
        """Cells that show nothing but themselves, by the part of the record that holds them; "" for the record."""
        self._referring: Cells = []
        self._following: Cells = []
        self._followed: dict[Read, list[int]] = {}
        """What of other rows decides over cells that follow, and which cells those are."""
        self._lines: list[tuple[int, str]] = []
        self._measured: Cells = []
        self._others: Cells = []
        self._by_baseline = [
            position
            for position, column in enumerate(columns)
            if column.key == "name" or not isinstance(column, InputColumn)
        ]
        """Cells that say something else beside another baseline: results, and the name, which is marked."""
        self._places: dict[Structure, tuple[int | None, ...]] = {}
        for position, column in enumerate(columns):
            cell = (position, column.value)
            if isinstance(column, InputColumn) and column.follows is not None:
                self._following.append(cell)
                self._followed.setdefault(column.follows, []).append(position)
            elif isinstance(column, ReferenceColumn):
                self._referring.append(cell)
            elif isinstance(column, InputColumn):
                self._own.setdefault(column.path[0] if len(column.path) > 1 else "", []).append(cell)
            elif isinstance(column, ResultColumn) and type(column).value is ResultColumn.value:
                self._lines.append((position, ALIASES.get(column.line, column.line)))
            elif isinstance(column, MeasuredColumn):
                self._measured.append(cell)
            else:
                self._others.append(cell)

    def between(self, before: Row, after: Row) -> list[int]:
        """Positions of the cells whose value differs, ascending."""
        found: list[int] = [] if before.same_beside(after) else [*self._by_baseline]
        if before.record is not after.record or before.resolved is not after.resolved:
            for part, cells in self._own.items():
                if not part or not _same_part(before, after, part):
                    found += _differing(cells, before, after)
            found += _differing(self._following, before, after)
            found += _differing(self._referring, before, after)
        else:
            for follows, positions in self._followed.items():
                if _differs(follows(before), follows(after)):
                    found += positions
            if before.referred != after.referred:
                found += _differing(self._referring, before, after)
        if before.evaluation is not after.evaluation:
            old, new = self._values(before.evaluation), self._values(after.evaluation)
            found += [place for (place, _), a, b in zip(self._lines, old, new, strict=True) if a != b]
        if before.measured is not after.measured or before.unmeasured != after.unmeasured:
            found += _differing(self._measured, before, after)
        found += _differing(self._others, before, after)
        return sorted(set(found))

    def _values(self, evaluation: Evaluation | None) -> list[Any]:
        """What each line on show comes to, None where a plan has no such line."""
        if evaluation is None:
            return [None] * len(self._lines)
        values = evaluation.values.values
        return [None if at is None else values[at] for at in self._places_in(evaluation.structure)]

    def _places_in(self, structure: Structure) -> tuple[int | None, ...]:
        found = self._places.get(structure)
        if found is None:
            if len(self._places) >= MOST_STRUCTURES:
                self._places.clear()
            found = self._places[structure] = tuple(structure.index.get(line) for _, line in self._lines)
        return found


def _differing(cells: Iterable[tuple[int, Read]], before: Row, after: Row) -> list[int]:
    return [position for position, value in cells if _differs(value(before), value(after))]


def _differs(one: Any, other: Any) -> bool:
    """`is` first: records compare field by field."""
    return one is not other and bool(one != other)


def _same_part(before: Row, after: Row, part: str) -> bool:
    """Whether the cells of a part were and are those of one object."""
    return (
        getattr(before.record, part) is getattr(after.record, part)
        and getattr(before.resolved, part) is getattr(after.resolved, part)
    )  # fmt: skip
