"""Cells with expressions that refer to swept cells: solved with traced numbers, as `planner.resolve` does it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy

from planner.fields import Number
from planner.formula import parse_cell
from planner.resolve import resolve
from planner.sheets import Sheet, places_of, sheet_of, with_values
from planner.solving import CellKey, Solver
from planner.what_if.sweep.symbols import Opaque, Trace, Traced
from planner.workbook import TABLES, Path, Workbook

FOR_GOOD = frozenset({"cycle", "unknown_name", "ambiguous_name", "missing_row"})
"""Codes of the Findings of expressions that have no value whatever the numbers are."""


class Cells:
    """The cells of a workbook that follow swept ones. `swept` names the column of each swept cell by its path; these
    cells hold numbers.
    """

    def __init__(self, workbook: Workbook, swept: Mapping[Path, str]) -> None:
        self.plain = resolve(workbook).workbook
        places = places_of(workbook)
        self._place = {name: place for name, (place, _) in places.items()}
        by_place = {place: name for name, place in self._place.items()}
        sheets: dict[str, Sheet] = {}

        def sheet(name: str) -> Sheet | None:
            if name not in sheets and name in places:
                sheets[name] = sheet_of(*places[name])
            return sheets.get(name)

        self._solver = Solver(sheet)
        cells = [(name, path) for name in places if (own := sheet(name)) is not None for path in own.expressions]
        self._solver.solve(cells)
        self._sheets = sheets
        self.columns: dict[CellKey, str] = {}
        for path, column in swept.items():
            start = 1 if path[0] == "assumptions" else 2
            self.columns[by_place[path[:start]], path[start:]] = column
        following: dict[CellKey, None] = {}
        for cell in self._solver.values:  # each stands after those that it refers to
            code = self._solver.findings[cell].code if cell in self._solver.findings else ""
            if code not in FOR_GOOD and any(
                target in self.columns or target in following for target in self._solver.links[cell][0].values()
            ):
                following[cell] = None
        self._following = tuple(following)

    def rows(self, trace: Trace, point: Mapping[str, Any], pinned: frozenset[str]) -> Workbook:
        """The resolved workbook at a point: swept cells and those that follow are traced, but for pinned columns."""
        values: dict[CellKey, Any] = {}
        for cell, column in self.columns.items():
            number = point[column]
            values[cell] = number if column in pinned else trace.number(number, trace.nodes.column(column))
        for cell in self._following:
            values[cell] = self._value(cell, values, trace)
        by_row: dict[str, dict[Path, Any]] = {}
        for (name, path), value in values.items():
            by_row.setdefault(name, {})[path] = value
        update: dict[str, Any] = {}
        for name, changed in by_row.items():
            place = self._place[name]
            if place[0] in TABLES:
                rows = update.get(place[0], getattr(self.plain, place[0]))
                update[place[0]] = tuple(with_values(row, changed) if row.id == place[1] else row for row in rows)
            else:
                update[place[0]] = with_values(getattr(self.plain, place[0]), changed)
        return self.plain.model_copy(update=update)

    def _value(self, cell: CellKey, known: Mapping[CellKey, Any], trace: Trace) -> Any:
        amounts: dict[str, Any] = {}
        roots = frozenset[str]()
        sheet = self._sheets[cell[0]]
        number, text = sheet.cells[cell[1]]
        for name, target in self._solver.links[cell][0].items():
            stored = self._sheets[target[0]].cells[target[1]][1]
            value = known.get(target, stored)
            if target not in known and isinstance(stored, str):
                value = self._solver.values[target]
            if value is None:
                return None
            amounts[name] = value
            if type(value) is Traced:
                roots |= value.node.roots
        try:
            return taken(number, parse_cell(str(text)).evaluate(amounts), trace)
        except (ArithmeticError, ValueError):
            if roots:
                raise Opaque(roots) from None
            return None


def taken(number: Number, value: Any, trace: Trace) -> Any:
    """A computed value as its cell takes it, None where it does not: as `planner.solving` decides."""
    if type(value) is not Traced:
        if not math.isfinite(value) or (number.whole and isinstance(value, float) and not value.is_integer()):
            return None
        try:
            return number.check_number(value)
        except ValueError:
            return None
    if _is_float(value):
        if not trace.decide(numpy.isfinite, value):
            return None
        if number.whole:
            if value % 1 != 0:
                return None
            value = trace.apply(as_whole, value)
    return value if number.minimum <= value <= number.maximum else None


def _is_float(value: Any) -> bool:
    """Whether a plain or traced number is no int."""
    return isinstance(value, float)


def as_whole(value: Any) -> Any:
    """A float that is whole as an int; arrays stay float64."""
    return int(value) if isinstance(value, float) else value
