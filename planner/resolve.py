"""Expressions become numbers: `resolve` gives plain rows, and a Finding at each cell whose expression has no value.

A row without expressions is given as the identical object, and so is every row whose inputs did not change since the
last call (compared with `is`; the caller keeps the `Memory`). Which names an expression may use says `planner.sheets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from planner.findings import Finding
from planner.references import display_text, parse_display
from planner.sheets import ASSUMPTIONS, Sheet, places_of, sheet_of, with_values
from planner.solving import Solver
from planner.workbook import TABLES, Path, Workbook

__all__ = ["Memory", "Resolved", "display_text", "parse_display", "resolve"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """The workbook with every numeric cell a number or None, and what stood in the way."""

    workbook: Workbook
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Remembered:
    """One row as it was resolved. `touched` are the other rows it was read from (None: there was no such row)."""

    sheet: Sheet
    resolved: BaseModel
    findings: tuple[Finding, ...]
    touched: tuple[tuple[str, BaseModel | None], ...]


@dataclass(slots=True)
class Memory:
    """What one caller remembers between calls; holds the inputs themselves, so that `is` cannot be fooled."""

    rows: dict[str, _Remembered] = field(default_factory=dict)
    last: tuple[Workbook, Resolved] | None = None


def resolve(workbook: Workbook, memory: Memory | None = None) -> Resolved:
    """Plain rows and Findings.

    >>> from planner.workbook import Scenario
    >>> rows = (Scenario(id="a", name="A", tp=2), Scenario(id="b", name="B", tp="=2*a.tp"))
    >>> [row.tp for row in resolve(Workbook(scenarios=rows)).workbook.scenarios]
    [2, 4]
    """
    memory = Memory() if memory is None else memory
    if memory.last is not None and memory.last[0] is workbook:
        return memory.last[1]
    places = places_of(workbook)
    remembered = memory.rows
    for gone in remembered.keys() - places.keys():
        del remembered[gone]
    stale = {name: place for name, place in places.items() if not _current(remembered.get(name), place[1], places)}
    if stale:
        _renew(stale, places, remembered)
    resolved = Resolved(_assembled(workbook, places, memory), tuple(_findings(places, remembered)))
    memory.last = (workbook, resolved)
    return resolved


def _current(found: _Remembered | None, row: BaseModel, places: dict[str, tuple[Path, BaseModel]]) -> bool:
    if found is None or found.sheet.row is not row:
        return False
    return all((places[name][1] if name in places else None) is other for name, other in found.touched)


def _renew(
    stale: dict[str, tuple[Path, BaseModel]],
    places: dict[str, tuple[Path, BaseModel]],
    remembered: dict[str, _Remembered],
) -> None:
    sheets: dict[str, Sheet] = {}

    def sheet(name: str) -> Sheet | None:
        found = sheets.get(name)
        if found is None and name in places:
            kept = remembered.get(name)
            found = kept.sheet if kept is not None and kept.sheet.row is places[name][1] else sheet_of(*places[name])
            sheets[name] = found
        return found

    solver = Solver(sheet)
    for name in stale:
        own = sheet(name)
        assert own is not None
        cells = [(name, path) for path in own.expressions]
        solver.solve(cells)
        others = set().union(*(solver.touched[cell] for cell in cells)) - {name}
        remembered[name] = _Remembered(
            own,
            with_values(own.row, {path: solver.values[name, path] for path in own.expressions}) if cells else own.row,
            tuple(solver.findings[cell] for cell in cells if cell in solver.findings),
            tuple((other, places[other][1] if other in places else None) for other in sorted(others)),
        )


def _assembled(workbook: Workbook, places: dict[str, tuple[Path, BaseModel]], memory: Memory) -> Workbook:
    """The workbook of the resolved rows; the workbook itself, or the last one's tables, where nothing differs."""
    before = memory.last[1].workbook if memory.last is not None else workbook
    tables: dict[str, list[BaseModel]] = {table: [] for table in (*TABLES, ASSUMPTIONS)}
    for key, (place, _) in places.items():
        tables[place[0]].append(memory.rows[key].resolved)
    update: dict[str, Any] = {}
    for table in TABLES:
        rows, plain = getattr(workbook, table), tuple(tables[table])
        if not _identical(plain, rows):
            last = getattr(before, table)
            update[table] = last if _identical(plain, last) else plain
    assumptions = memory.rows[ASSUMPTIONS].resolved
    if assumptions is not workbook.assumptions:
        update[ASSUMPTIONS] = assumptions
    return workbook.model_copy(update=update) if update else workbook


def _identical(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _findings(places: Iterable[str], remembered: dict[str, _Remembered]) -> Iterator[Finding]:
    for name in places:
        yield from remembered[name].findings
