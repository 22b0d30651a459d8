"""The decisions of the planner over all points of a sweep, as a tree that grows where a point takes a new way.

A fork is a decision, asked of arrays; an end has the verdict and the numbers. Points that no array can stand for (a
division by zero on the way, a number that is used as an index) are handed back to be planned one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy

from planner.plan import Evaluation
from planner.structure import StructureMemory
from planner.what_if.arrays import CODES, stored
from planner.what_if.sweep.symbols import Node, Opaque, Points, Trace
from planner.what_if.sweep.traced_cells import Cells
from planner.what_if.sweep.traced_plan import FREE, AtThisPoint, Ending, Workshop, ending
from planner.workbook import Workbook

CHUNK = 32768
"""So many points are computed at a time: larger arrays leave the processor's cache, and all of them take a gigabyte."""
FEW = 8
"""So many points are planned one by one rather than cut in halves again."""
BROKEN = (FloatingPointError, ArithmeticError, TypeError, ValueError)
"""What arrays and their functions raise where a single plan would block a line."""


@dataclass(slots=True)
class Found:
    """What was found, one entry per point in flat order: values and margins (NaN where blank), codes of verdicts
    (`arrays.CODES`)."""

    values: Any
    margins: Any
    verdicts: Any
    unit: str | None = None
    label: str = ""
    label_values: Mapping[str, str] = field(default_factory=dict)

    def named(self, unit: str | None, label: str, values: Mapping[str, str]) -> None:
        """Take the unit and label of the wanted line from the first plan that has it."""
        if self.unit is None and unit is not None:
            self.unit, self.label, self.label_values = unit, label, values

    def put(self, at: int, evaluation: Evaluation, key: str | None, word: bool) -> None:
        """The numbers of a plan of its own."""
        self.values[at] = stored(None if key is None else evaluation.value(key))
        if word:
            self.margins[at] = stored(evaluation.value(FREE))
            self.verdicts[at] = CODES[evaluation.verdict]
        position = None if key is None else evaluation.structure.index.get(key)
        if position is not None and self.unit is None:
            line = evaluation.structure.lines[position]
            self.named(line.unit, line.label, line.label_values)


class _Spot:
    """A place in the tree: nothing yet, a fork on a decision, or an end."""

    __slots__ = ("end", "no", "node", "yes")

    def __init__(self) -> None:
        self.node: Node | None = None
        self.end: Ending | None = None
        self.yes: _Spot | None = None
        self.no: _Spot | None = None


class Branches:
    """Evaluates points of one workbook whose swept cells are columns of numbers; `exact` gives the plan of a point."""

    def __init__(
        self,
        workbook: Workbook,
        scenario: str,
        cells: Cells,
        structures: StructureMemory,
        key: str | None,
        word: bool,
        exact: Callable[[int], Evaluation],
        number: Callable[[int], Mapping[str, Any]],
    ) -> None:
        self._workbook, self._scenario, self._cells = workbook, scenario, cells
        self._shop = Workshop(structures)
        self._key, self._word, self._exact, self._number = key, word, exact, number
        self._pinned = frozenset[str]()
        self._roots: dict[tuple[float, ...], _Spot] = {}

    def settle(self, points: Points, found: Found) -> Iterator[int]:
        """Fill in what is found of these points; yields how many were settled, often enough to stop in between."""
        with numpy.errstate(divide="raise", over="raise", invalid="raise", under="ignore"):
            waiting = [points]
            while waiting:
                points = waiting.pop()
                pinned = self._pinned
                for part in self._by_pinned(points, pinned):
                    if pinned == self._pinned:
                        yield from self._settle_alike(part, found)
                    else:
                        waiting.append(part)

    def _by_pinned(self, points: Points, pinned: frozenset[str]) -> list[Points]:
        """The points by the values of the columns that are enumerated."""
        parts = [points]
        for name in sorted(pinned):
            parts = [
                part.part(part.columns[name] == value) for part in parts for value in numpy.unique(part.columns[name])
            ]
        return parts

    def _settle_alike(self, points: Points, found: Found) -> Iterator[int]:
        pinned = self._pinned
        key = tuple(float(points.columns[name].flat[0]) for name in sorted(pinned))
        stack = [(self._roots.setdefault(key, _Spot()), points)]
        while stack:
            spot, part = stack.pop()
            size = part.where.size
            if pinned != self._pinned:  # another column is enumerated since: these begin anew
                yield from self.settle(Points(part.columns, part.where), found)
                continue
            known = spot.node is not None or spot.end is not None
            if not known:
                known = self._explored(self._roots[key], part) and (spot.node is not None or spot.end is not None)
                if not known and pinned != self._pinned:
                    stack.append((spot, part))
                    continue
            if not known:  # like no other, or rounding took the point another way than the arrays
                part = part.flat()
                first = numpy.arange(size) == 0
                yield from self._one_by_one(part.part(first), found)
                if size > 1:
                    stack.append((spot, part.part(~first)))
                continue
            try:
                if spot.end is not None:
                    self._write(spot.end, part, found)
                    yield size
                    continue
                assert spot.node is not None and spot.yes is not None and spot.no is not None
                flags = numpy.asarray(spot.node.over(part))
            except BROKEN:
                if size <= FEW:
                    yield from self._one_by_one(part, found)
                else:
                    stack += [(spot, half) for half in part.halves()]
                continue
            many = int(numpy.count_nonzero(flags))
            if many in (0, flags.size):
                stack.append((spot.yes if many else spot.no, part))
            else:
                stack += [(spot.yes, part.part(flags)), (spot.no, part.part(~flags))]

    def _write(self, end: Ending, points: Points, found: Found) -> None:
        where = points.where.ravel()
        found.values[where] = _over(end.result, points)
        if self._word:
            found.margins[where] = _over(end.margin, points)
            found.verdicts[where] = CODES[end.verdict]
        found.named(end.unit, end.label, end.label_values)

    def _one_by_one(self, points: Points, found: Found) -> Iterator[int]:
        for at in points.where.ravel():
            with numpy.errstate(all="warn"):
                found.put(int(at), self._exact(int(at)), self._key, self._word)
            yield 1

    def _explored(self, root: _Spot, points: Points) -> bool:
        """Whether the tree now has the way of the first of these points; False where a column must be enumerated, or
        the point is like no other.
        """
        trace = Trace(self._shop.nodes)
        point = self._number(int(points.where.flat[0]))
        try:
            rows = self._cells.rows(trace, point, self._pinned)
            scenario = next(row for row in rows.scenarios if row.id == self._scenario)
            end = ending(self._shop, trace, rows, scenario, self._key, self._word)
        except Opaque as opaque:
            self._pin(opaque.roots)
            return False
        except AtThisPoint:
            return False
        except (TypeError, AttributeError, ValueError, LookupError, ArithmeticError):
            if self._pinned >= points.columns.keys():
                raise
            self._pin(frozenset(points.columns))
            return False
        spot = root
        for node, outcome in trace.path:
            if spot.node is None:
                if spot.end is not None:
                    return True
                spot.node, spot.yes, spot.no = node, _Spot(), _Spot()
            if spot.node is not node:
                return False  # a line is blocked here that is not blocked where this way was first taken
            assert spot.yes is not None and spot.no is not None
            spot = spot.yes if outcome else spot.no
        if spot.node is None and spot.end is None:
            spot.end = end
        return True

    def _pin(self, roots: frozenset[str]) -> None:
        added = (roots or frozenset(self._cells.columns.values())) - self._pinned
        self._pinned |= added or frozenset(self._cells.columns.values())
        self._roots.clear()


def _over(value: Any, points: Points) -> Any:
    """The numbers of these points, one after the other."""
    if isinstance(value, Node):
        return numpy.broadcast_to(value.over(points), points.where.shape).ravel()
    return stored(value)
