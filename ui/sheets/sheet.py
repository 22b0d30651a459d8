"""One table, described: which rows it shows, which columns, how a fresh row looks. A sheet has no state, no widgets."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from planner.bounds import MOST_ROWS
from planner.fields import RowRecord
from planner.findings import Finding
from planner.workbook import Path, Workbook
from ui.sheets.beside import Beside, Mode
from ui.sheets.choices import ReferenceColumn
from ui.sheets.columns import Column, InputColumn, Row


@dataclass(frozen=True, slots=True)
class Matters:
    """Which columns matter to a row: `left_out` change nothing for it, `asked` are needed although hidden from the
    start.
    """

    left_out: frozenset[str]
    asked: frozenset[str]


Fresh = Callable[[Workbook, Path], RowRecord]
"""A new row for a table (workbook, container): under a fresh id, with a name that is not taken."""


@dataclass(frozen=True)
class Sheet:
    """`container` is the table's path; None where it depends on what is selected elsewhere (the layers of a model).

    `adaptive` shows of the columns that depend on a kind of part those that some row has, and hides the others.
    `matters` says which columns matter to a row; those that matter to no row in question are hidden, too.
    `assumes` says that cells show the workbook's assumptions while they are blank.
    `idle` gives the cells that change nothing for a row as it is, by key, with the template of a sentence why.
    `unless_used` are hidden columns that come on show when some row has a value of its own there. A paste may not make
    the table longer than `most` rows.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    fresh: Fresh
    container: Path | None = None
    hidden: frozenset[str] = frozenset()
    evaluations: str = ""
    adaptive: bool = False
    assumes: bool = False
    matters: Callable[[Any], Matters] | None = None
    idle: Callable[[Any], Mapping[str, str]] | None = None
    unless_used: frozenset[str] = frozenset()
    most: int = MOST_ROWS
    references: tuple[ReferenceColumn, ...] = field(init=False)

    def __post_init__(self) -> None:
        keys = [column.key for column in self.columns]
        if len(set(keys)) != len(keys):
            raise ValueError(f"two columns of {self.name} have one key")
        references = tuple(column for column in self.columns if isinstance(column, ReferenceColumn))
        object.__setattr__(self, "references", references)

    def column(self, key: str) -> int:
        """Where a column stands; KeyError when there is none of that key."""
        for position, column in enumerate(self.columns):
            if column.key == key:
                return position
        raise KeyError(key)


def records(workbook: Workbook, container: Path | None) -> tuple[RowRecord, ...]:
    """The rows of a table; none when the row that it belongs to is gone."""
    if not container:
        return ()
    rows: tuple[Any, ...] = getattr(workbook, container[0])
    for position in range(1, len(container), 2):
        owner = next((row for row in rows if row.id == container[position]), None)
        if owner is None:
            return ()
        rows = getattr(owner, container[position + 1])
    return rows


class Reader:
    """Makes the rows of one table from a session's state; built anew for each change, so it indexes everything once."""

    def __init__(self, sheet: Sheet, container: Path | None, session: Any, mode: Mode | None = None) -> None:
        self._sheet = sheet
        self._container = container or ()
        self._workbook: Workbook = session.workbook
        self._records = records(session.workbook, container)
        self._resolved_rows = records(session.evaluations.workbook, container)
        self._resolved = {row.id: row for row in self._resolved_rows}
        self._evaluations: Mapping[str, Any] = (
            getattr(session.evaluations, sheet.evaluations) if sheet.evaluations else {}
        )
        self._measured: Mapping[str, Any] = session.measured if sheet.name == "scenarios" else {}
        self._unmeasured: Mapping[str, str] = session.unmeasured if sheet.name == "scenarios" else {}
        tables = {column.table for column in sheet.references}
        self._names = {t: {row.id: row.name for row in getattr(self._workbook, t)} for t in tables}
        self._findings = self._by_row(session.evaluations.findings)
        self._assumptions = session.evaluations.workbook.assumptions if sheet.assumes else None
        self._made: dict[str, Row] = {}
        self._baseline: Any = self._workbook.baseline if sheet.name == "scenarios" else None
        self._beside = self._compared_with(mode)

    def _compared_with(self, mode: Mode | None) -> Beside | None:
        """What the rows are compared with, where they are: only a table that says how it shows that asks for it."""
        row = next((row for row in self._records if row.id == self._baseline), None)
        evaluation = self._evaluations.get(self._baseline)
        if mode is None or row is None or evaluation is None:
            return None
        return Beside(evaluation, row.name, mode)

    def _beside_of(self, key: str) -> Beside | None:
        found = self._beside
        return replace(found, own=True) if found is not None and key == self._baseline else found

    def basis(self) -> tuple[object, ...]:
        """What the rows are made from, for `same_basis`."""
        tables = {column.table for column in self._sheet.references}
        return (
            self._container, self._records, self._resolved_rows, tuple(self._evaluations.values()),
            tuple(self._measured.values()), tuple(getattr(self._workbook, table) for table in tables),
            self._assumptions, self._owner(), self._unmeasured or None, self._baseline,
            (self._beside, self._findings),
        )  # fmt: skip

    def _owner(self) -> Any:
        """The row that the table belongs to, whose preset its rows are held against; None for a table of its own."""
        if len(self._container) < 2:
            return None
        return next((row for row in getattr(self._workbook, self._container[0]) if row.id == self._container[1]), None)

    def rows(self, before: Reader | None = None) -> list[Row]:
        """The rows in document order; one of which every input is what it was `before` is the same object as then."""
        known: Mapping[str, Row] = {}
        if before is not None and self._assumptions is before._assumptions and self._container == before._container:
            known = before._made if self._names == before._names else {}
        rows = [self._row(record, known.get(record.id)) for record in self._records]
        self._made = {row.path[-1]: row for row in rows}
        return rows

    def _row(self, record: Any, known: Row | None) -> Row:
        key = record.id
        if known is not None and (
            known.record is record
            and known.resolved is self._resolved.get(key, record)
            and known.evaluation is self._evaluations.get(key)
            and known.measured is self._measured.get(key)
            and known.findings == self._findings.get(key, ())
            and known.unmeasured == self._unmeasured.get(key, "")
            and known.is_baseline == (key == self._baseline)
            and known.beside == self._beside_of(key)
        ):
            return known
        referred = {
            column.key: self._names[column.table].get(column.stored(record) or "", "")
            for column in self._sheet.references
        }
        return Row(
            (*self._container, key), record, self._resolved.get(key, record), self._evaluations.get(key),
            self._measured.get(key), referred, self._findings.get(key, ()), self._assumptions,
            self._unmeasured.get(key, ""), self._beside_of(key), key == self._baseline,
        )  # fmt: skip

    def _by_row(self, findings: Sequence[Finding]) -> dict[str, tuple[Finding, ...]]:
        depth = len(self._container)
        found: dict[str, tuple[Finding, ...]] = {}
        for finding in findings:
            if finding.path[:depth] == self._container and len(finding.path) > depth:
                key = finding.path[depth]
                found[key] = (*found.get(key, ()), finding)
        return found


def same_basis(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether two readings give the same rows: the same objects, and an equal baseline and equal Findings, which are
    made anew each time.
    """
    return some[-1] == others[-1] and all(
        a is b or (isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and all(map(operator.is_, a, b)))
        for a, b in zip(some[:-1], others[:-1], strict=True)
    )


def marked(sheet: Sheet, row: Row) -> dict[int, tuple[Finding, ...]]:
    """Which cells of a row its Findings stand at: the cell they name, else the verdict, else the first column."""
    found: dict[int, tuple[Finding, ...]] = {}
    depth = len(row.path)
    for finding in row.findings:
        at = place_of(sheet, finding.path[depth:])
        found[at] = (*found.get(at, ()), finding)
    return found


def place_of(sheet: Sheet, rest: Path) -> int:
    """The column of what is at a path below a row: the cell itself, else the one that holds it, else the verdict's."""
    for length in range(len(rest), 0, -1):
        for position, column in enumerate(sheet.columns):
            if isinstance(column, InputColumn) and column.path == rest[:length]:
                return position
    return next((p for p, column in enumerate(sheet.columns) if column.key == "verdict"), 0)


def unused_name(taken: set[str], stem: str) -> str:
    """The stem with the first number that makes it a name of its own.

    >>> unused_name({"Scenario 1"}, "Scenario")
    'Scenario 2'
    """
    number = 1
    while f"{stem} {number}" in taken:
        number += 1
    return f"{stem} {number}"
