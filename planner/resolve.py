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
from planner.solving import EXPRESSION_CODES, Solver
from planner.workbook import TABLES, Path, Workbook

__all__ = ["EXPRESSION_CODES", "Memory", "Resolved", "display_text", "parse_display", "resolve"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """The workbook with every numeric cell a number or None, and what stood in the way."""

    workbook: Workbook
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Remembered:
    """One row as it was resolved. `touched` are the ids of the other rows that its expressions name."""

    sheet: Sheet
    resolved: BaseModel
    findings: tuple[Finding, ...]
    touched: frozenset[str]


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
    changed = {
        name for name, (_, row) in places.items() if name not in remembered or remembered[name].sheet.row is not row
    }
    for gone in remembered.keys() - places.keys():
        del remembered[gone]
        changed.add(gone)
    if changed:
        _renew(_reached(changed, remembered), places, remembered)
    resolved = Resolved(_assembled(workbook, places, memory), tuple(_findings(places, remembered)))
    memory.last = (workbook, resolved)
    return resolved


def _reached(changed: set[str], remembered: dict[str, _Remembered]) -> set[str]:
    """The changed rows, and all rows that name one of them, directly or through others."""
    readers: dict[str, list[str]] = {}
    for name, row in remembered.items():
        for other in row.touched:
            readers.setdefault(other, []).append(name)
    reached, waiting = set(changed), list(changed)
    while waiting:
        for reader in readers.get(waiting.pop(), ()):
            if reader not in reached:
                reached.add(reader)
                waiting.append(reader)
    return reached


def _renew(stale: set[str], places: dict[str, tuple[Path, BaseModel]], remembered: dict[str, _Remembered]) -> None:
    sheets: dict[str, Sheet] = {}

    def sheet(name: str) -> Sheet | None:
        found = sheets.get(name)
        if found is None and name in places:
            kept = remembered.get(name)
            found = kept.sheet if kept is not None and kept.sheet.row is places[name][1] else sheet_of(*places[name])
            sheets[name] = found
        return found

    solver = Solver(sheet)
    for name in places:
        own = sheet(name) if name in stale else None
        if own is None:
            continue
        cells = [(name, path) for path in own.expressions]
        solver.solve(cells)
        remembered[name] = _Remembered(
            own,
            with_values(own.row, {path: solver.values[name, path] for path in own.expressions}) if cells else own.row,
            tuple(solver.findings[cell] for cell in cells if cell in solver.findings),
            frozenset[str]().union(*(solver.rows_named_by(cell) for cell in cells)) - {name},
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
