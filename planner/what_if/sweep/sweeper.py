"""One or two fields of a scenario over ranges: any line of its ledger, what stays free and the verdict at every point.

The numbers come from the formulas of the ledger, evaluated over arrays, and every decision is the planner's own
(`symbols` in this folder): a point has the verdict and the value that the scenario has with these cells. Values are
float64, so whole numbers below 2^53 are exact; `Sweeper.plan` gives the exact plan of one point. Choices and references
(precision, engine, GPU) are taken value by value.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy

from planner.edits import applied
from planner.evaluations import Planner
from planner.findings import Edit
from planner.plan import Evaluation
from planner.summary import SUMMARY, line_named
from planner.verdict import Verdict
from planner.what_if.arrays import UNKNOWN, WORDS
from planner.what_if.sweep.axes import ROLES, Axis, scenario_of
from planner.what_if.sweep.branches import CHUNK, FEW, Branches, Found
from planner.what_if.sweep.ranges import MOST, RangeError
from planner.what_if.sweep.symbols import Points
from planner.what_if.sweep.traced_cells import Cells
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Workbook

VERDICT = "verdict"
"""The result that is no number: only the word."""
MARGINS = {"margin": "free", "margin_bytes": "free"}
"""What scripts call the memory that stays free beside its summary name."""
COLUMNS = ("x", "y")
NUMBERS = frozenset((int, float))
EVERY = 4
"""So many plans of points of their own are made between two reports of progress."""


class Cancelled(Exception):
    """The sweep was stopped before it was whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """What was found. Arrays are [y, x]; without a second field there is one row.

    `values` and `margins` (bytes that stay free) are NaN where the planner does not know; `verdicts` are numbers of
    `arrays.WORDS`. `key` is the line of the result, None where only the word was asked for.
    """

    x: Axis
    y: Axis | None
    key: str | None
    unit: str
    label: str
    label_values: Mapping[str, str]
    values: Any
    margins: Any
    verdicts: Any

    def verdict(self, row: int, column: int) -> Verdict:
        """The word of a point."""
        return WORDS[int(self.verdicts[row, column])]

    def settings(self, row: int, column: int) -> tuple[tuple[Axis, Any], ...]:
        """The axes with the values that they have at a point."""
        own = ((self.x, self.x.values[column]),)
        return own if self.y is None else (*own, (self.y, self.y.values[row]))


def line_key(evaluation: Evaluation, name: str) -> str | None:
    """The line that a result's name means in a plan: a summary name, a key or an alias; None for the verdict.

    RangeError where the plan has none of that name.
    """
    if name == VERDICT:
        return None
    key = line_named(evaluation, MARGINS.get(name, name))
    if key is not None or name in SUMMARY:
        return key or SUMMARY[name]
    standard = ("needed_bytes", "free_bytes", "decode_step_s")
    near = [each for each in (*SUMMARY, *evaluation.structure.index) if name and name in each][:8]
    raise RangeError(QT_TRANSLATE_NOOP("sweep", "The plan has no line {name}: write a summary name or the key of a "
                                       "line, such as {names}."),
                     name=name or "“”", names=", ".join(near or standard))  # fmt: skip


class Sweeper:
    """Sweeps one scenario of one workbook; remembers structures between sweeps where it is kept."""

    def __init__(self, workbook: Workbook, scenario_id: str, planner: Planner | None = None) -> None:
        self.workbook = workbook
        self.scenario = scenario_of(workbook, scenario_id)
        self.planner = Planner() if planner is None else planner
        self._attempt = self.planner.trial(workbook, scenario_id)

    def edits(self, settings: tuple[tuple[Axis, Any], ...]) -> tuple[Edit, ...]:
        """The edits that give the scenario, or the rows it names, these values."""
        found = []
        for axis, value in sorted(settings, key=lambda each: not each[0].swept.names_row):
            path = axis.swept.path(self.workbook, self.scenario)
            if path is None:
                raise RangeError(QT_TRANSLATE_NOOP("sweep", "The scenario names no row with {title}: choose one "
                                                   "first."), title=axis.swept.field.title)  # fmt: skip
            found.append(Edit(path, value))
        return tuple(found)

    def plan(self, settings: tuple[tuple[Axis, Any], ...]) -> Evaluation:
        """The exact plan of the scenario with these values."""
        return self._attempt(self.edits(settings))

    def sweep(
        self,
        x: Axis,
        y: Axis | None = None,
        result: str = "needed_bytes",
        *,
        word: bool = True,
        progress: Callable[[float], bool] | None = None,
    ) -> Sweep:
        """All points. `progress` is told the share that is done and answers whether to go on; Cancelled where not.

        Without `word` only the result is computed; margins and verdicts are then not known.
        """
        steps = self.steps(x, y, result, word=word)
        while True:
            try:
                done = next(steps)
            except StopIteration as end:
                found: Sweep = end.value
                return found
            if progress is not None and not progress(done):
                raise Cancelled

    def steps(
        self, x: Axis, y: Axis | None = None, result: str = "needed_bytes", *, word: bool = True
    ) -> Generator[float, None, Sweep]:
        """The same as steps of some milliseconds: yields the share that is done, returns the sweep."""
        self._check(x, y)
        columns, rows = len(x.values), 1 if y is None else len(y.values)
        key = line_key(self.plan(self._settings(x, y, 0)), result)
        size = columns * rows
        found = Found(numpy.full(size, numpy.nan), numpy.full(size if word else 0, numpy.nan),
                      numpy.full(size if word else 0, UNKNOWN, numpy.uint8))  # fmt: skip
        done = reported = 0
        numbers = {name: _numbers(axis) for name, axis in zip(COLUMNS, (x, y), strict=True) if axis is not None}
        for block in _blocks(x, y):
            for settled in self._settled(x, y, block, numbers, key, word, found):
                done += settled
                if settled > 1 or done - reported >= EVERY:
                    reported = done
                    yield done / size
        shape = (rows, columns)
        if not word:
            found.margins = numpy.full(1, numpy.nan)
            found.verdicts = numpy.full(1, UNKNOWN, numpy.uint8)
        return Sweep(x, y, key, found.unit or "", found.label, found.label_values, found.values.reshape(shape),
                     numpy.broadcast_to(found.margins.reshape(shape if word else 1), shape),
                     numpy.broadcast_to(found.verdicts.reshape(shape if word else 1), shape))  # fmt: skip

    def _check(self, x: Axis, y: Axis | None) -> None:
        models = {row.id for row in self.workbook.models}
        chosen = [axis.values for axis in (x, y) if axis is not None and axis.swept.name == "model"]
        if any(row not in models for row in (chosen[0] if chosen else (self.scenario.model,))):
            raise RangeError(QT_TRANSLATE_NOOP("sweep", "The scenario has no model: choose one first."))
        points = len(x.values) * (1 if y is None else len(y.values))
        if points > MOST:
            raise RangeError(QT_TRANSLATE_NOOP("sweep", "{points:,} points are more than {most:,}: take larger steps."),
                             points=points, most=MOST)  # fmt: skip
        if y is None:
            return
        if x.swept.name == y.swept.name:
            raise RangeError(QT_TRANSLATE_NOOP("sweep", "{title} is swept twice: choose two fields."),
                             title=x.swept.field.title)  # fmt: skip
        for rows, field in ((x.swept, y.swept), (y.swept, x.swept)):
            if rows.role == "scenario" and rows.below[0] == field.role and field.role in ROLES:
                raise RangeError(QT_TRANSLATE_NOOP("sweep", "{rows} chooses the row that {field} is a field of: sweep "
                                                   "one of the two."),
                                 rows=rows.field.title, field=field.field.title)  # fmt: skip

    def _settings(self, x: Axis, y: Axis | None, at: int) -> tuple[tuple[Axis, Any], ...]:
        own = ((x, x.values[at % len(x.values)]),)
        return own if y is None else (*own, (y, y.values[at // len(x.values)]))

    def _settled(
        self,
        x: Axis,
        y: Axis | None,
        block: _Block,
        numbers: Mapping[str, tuple[Any, bool]],
        key: str | None,
        word: bool,
        found: Found,
    ) -> Generator[int, None, None]:
        """Fill in the points of a block: those of arrays in chunks, few of them one by one. `numbers` are the values of
        each axis as an array, and whether some of them are no ints.
        """

        def exact(at: int) -> Evaluation:
            return self.plan(self._settings(x, y, at))

        wide, high = len(block.columns), len(block.rows)
        if wide * high <= FEW or not block.swept:
            for row in block.rows:
                for column in block.columns:
                    at = int(row) * len(x.values) + int(column)
                    found.put(at, exact(at), key, word)
                    yield 1
            return
        axes = dict(zip(COLUMNS, (x, y), strict=True))
        first = self._settings(x, y, int(block.rows[0]) * len(x.values) + int(block.columns[0]))
        workbook, swept = applied(self.workbook, self.edits(first)), dict[Path, str]()
        for name in block.swept:
            axis = axes[name]
            assert axis is not None
            swept[self.edits(((axis, 0),))[0].path] = name

        def point(at: int) -> dict[str, Any]:
            values = dict(zip(COLUMNS, (value for _, value in self._settings(x, y, at)), strict=False))
            return {name: float(values[name]) if numbers[name][1] else values[name] for name in block.swept}

        cells = Cells(workbook, swept)
        structures = self.planner.kitchen.structures
        branches = Branches(workbook, self.scenario.id, cells, structures, key, word, exact, point)
        across, down = min(wide, CHUNK), max(1, CHUNK // wide)
        for row in range(0, high, down):
            for column in range(0, wide, across):
                columns, rows = block.columns[None, column : column + across], block.rows[row : row + down, None]
                places = {"x": columns, "y": rows}
                chunk = {name: numbers[name][0][places[name]] for name in block.swept}
                yield from branches.settle(Points(chunk, rows * len(x.values) + columns), found)


@dataclass(frozen=True, slots=True)
class _Block:
    """Points that differ in numbers only: places along both axes, and which of the two are swept as columns."""

    columns: Any
    rows: Any
    swept: tuple[str, ...]


def _blocks(x: Axis, y: Axis | None) -> Generator[_Block, None, None]:
    for rows, y_numbers in _runs(y):
        for columns, x_numbers in _runs(x):
            swept = tuple(name for name, is_swept in zip(COLUMNS, (x_numbers, y_numbers), strict=True) if is_swept)
            yield _Block(columns, rows, swept)


def _runs(axis: Axis | None) -> Generator[tuple[Any, bool], None, None]:
    """Places along an axis that can be one column of numbers, and those that stand alone."""
    if axis is None:
        yield numpy.zeros(1, numpy.int64), False
        return
    if len(axis.values) > 1 and set(map(type, axis.values)) <= NUMBERS:  # millions of them in a tenth of the time
        yield numpy.arange(len(axis.values)), True
        return
    numbers = [at for at, value in enumerate(axis.values) if _is_number(value)]
    if len(numbers) > 1:
        yield numpy.array(numbers), True
    alone = (at for at, value in enumerate(axis.values) if len(numbers) < 2 or not _is_number(value))
    for at in alone:
        yield numpy.array([at]), False


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(axis: Axis) -> tuple[Any, bool]:
    """All values of an axis as float64 (NaN where there is none), and whether any of them is no int."""
    kinds = set(map(type, axis.values))
    if kinds <= NUMBERS:
        return numpy.array(axis.values, numpy.float64), float in kinds
    values = [float(value) if _is_number(value) else numpy.nan for value in axis.values]
    return numpy.array(values), float in kinds
