"""The cells that Seek may change: by name, those that a line is computed from, and what may stand in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from planner.asked import Try
from planner.edits import EditError, field_at, value_at
from planner.fields import LIMIT, Choice, Field, Flag, Number, Reference
from planner.findings import Edit
from planner.formula import parse_cell
from planner.plan import Evaluation
from planner.searching import MOST
from planner.sheets import places_of, sheet_of
from planner.what_if.cells import plain_value
from planner.what_if.field_names import plain_name
from planner.what_if.sweep.axes import ROLES
from planner.words import QT_TRANSLATE_NOOP, Refused, Said
from planner.workbook import Path, Scenario, Workbook

_NUMBERED = re.compile(r"group(\d+)")
"""A layer group in the name of a field."""
ALL_TRIED = 600
"""So many whole numbers are tried one by one."""
STEP = 1.12
"""Of wider ranges each number tried is this much larger than the one before."""
FAR = 10_000
STRUCTURAL = ("tp", "pp", "dp", "ep", "cp")
"""Degrees that choose lines at 1, so that no line may name them there."""


class ChangeError(Refused):
    """A cell that cannot be sought, and why."""


@dataclass(frozen=True, slots=True)
class Domain:
    """What may stand in a cell: `points` are tried first, ascending where they are numbers (`options` are no numbers).

    `whole` numbers have others between the points unless `complete`. `capped` tells that the last point is no bound of
    the cell, but where looking ends; `model` that it is what the model was made for.
    """

    points: tuple[Any, ...]
    whole: bool = True
    options: bool = False
    complete: bool = False
    capped: bool = False
    model: bool = False


def path_of(workbook: Workbook, evaluation: Evaluation, name: str) -> Path:
    """The cell that a name means: "batch", "tp", "gpu.memory_bandwidth", "engine.page_tokens", "model.d_model",
    "model.group1.attention.kv_heads"; ChangeError where there is none.
    """
    first, _, rest = plain_name(name).partition(".")
    scenario = evaluation.scenario
    if first in ROLES and rest:
        row = getattr(scenario, first)
        if row is None:
            raise ChangeError(QT_TRANSLATE_NOOP("seek", "The scenario has no {what} whose cell could be changed."),
                              what=first)  # fmt: skip
        path: Path = (ROLES[first], row, *_grouped(evaluation, rest.split(".")))
    elif first == "assumptions" and rest:
        path = ("assumptions", *rest.split("."))
    else:
        names = plain_name(name).split(".")
        own = names[0] in type(scenario.load).model_fields and names[0] != "kind"
        path = ("scenarios", scenario.id, *(("load",) if own else ()), *names)
    _checked(workbook, path, name)
    return path


def _grouped(evaluation: Evaluation, names: Sequence[str]) -> Iterator[str]:
    """The names with the number of a layer group, from 1, replaced by its path."""
    for name in names:
        numbered = _NUMBERED.fullmatch(name)
        if numbered and 1 <= int(numbered[1]) <= len(evaluation.model.groups):
            yield from ("groups", evaluation.model.groups[int(numbered[1]) - 1].id)
        else:
            yield name


def _checked(workbook: Workbook, path: Path, name: str) -> Field:
    try:
        value_at(workbook, path)
        field = field_at(workbook, path)
    except EditError:
        raise ChangeError(QT_TRANSLATE_NOOP("seek", "There is no cell {name} that could be changed."),
                          name=name) from None  # fmt: skip
    if not isinstance(field, Number | Choice | Flag | Reference):
        raise ChangeError(QT_TRANSLATE_NOOP("seek", "{name} is a text; a number or a choice can be sought."),
                          name=field.title)  # fmt: skip
    return field


def title_of(workbook: Workbook, path: Path) -> Said:
    """What a cell is called: “Batch”, “Bandwidth of A100”."""
    title = Said("fields", field_at(workbook, path).title)
    if path[0] in ("scenarios", "assumptions"):
        return title
    row = value_at(workbook, path[:2])
    if len(path) > 4 and path[2] == "groups":
        group = value_at(workbook, path[:4])
        return Said("seek", QT_TRANSLATE_NOOP("seek", "{title} in {group} of {row}"),
                    {"title": title, "group": group.name, "row": row.name})  # fmt: skip
    return Said("seek", QT_TRANSLATE_NOOP("seek", "{title} of {row}"), {"title": title, "row": row.name})


def cells_behind(workbook: Workbook, evaluation: Evaluation, keys: Iterable[str]) -> tuple[Path, ...]:
    """The cells that these lines are computed from, through all lines and expressions between, as far as they can be
    sought; those of the scenario's load first, then the scenario's, the GPU's, the engine's, the model's.
    """
    structure = evaluation.structure
    stack, seen = [key for key in keys if key in structure.index], set[str]()
    inputs: dict[str, None] = {}
    while stack:
        key = stack.pop()
        if key in seen:
            continue
        seen.add(key)
        line = structure.lines[structure.index[key]]
        inputs |= dict.fromkeys(slot for slot in line.sources.values() if slot not in structure.index)
        stack.extend(structure.precedents(key))
    found: dict[Path, None] = {}
    waiting = [path for slot in inputs if (path := evaluation.path(slot)) is not None]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        try:
            _checked(workbook, path, path[-1])
            value = value_at(workbook, path)
        except (EditError, ChangeError):
            continue
        found[path] = None
        waiting.extend(_named_in(workbook, path, value))
    return tuple(sorted(found, key=_order))


def _named_in(workbook: Workbook, path: Path, value: Any) -> Iterator[Path]:
    """The cells that an expression in a cell names."""
    if not (isinstance(value, str) and value.startswith("=")):
        return
    places = places_of(workbook)
    own = path[:1] if path[0] == "assumptions" else path[:2]
    for name in parse_cell(value).names:
        row, _, field = name.rpartition(".")
        place, record = places.get(row, ((), None)) if row else (own, value_at(workbook, own))
        if record is not None:
            origin = None if row else path[len(own) :]
            yield from ((*place, *rest) for rest in sheet_of(place, record).named(field, origin)[:1])


_TABLES = ("scenarios", "accelerators", "engines", "models", "assumptions")


def _order(path: Path) -> tuple[Any, ...]:
    load = path[0] == "scenarios" and path[2:3] == ("load",)
    first = ("batch", "context", "micro_batch", "sequence", "prompt", "output")
    place = first.index(path[-1]) if load and path[-1] in first else len(first)
    return _TABLES.index(path[0]), not load, place, path


def that_change(evaluation: Evaluation, keys: Sequence[str], attempt: Try) -> tuple[Path, ...]:
    """The degrees and choices of a scenario that decide over lines, and with another value change one of these."""
    before = [evaluation.value(key) for key in keys]
    found = []
    for path, field in _deciding(evaluation.scenario):
        present = getattr(evaluation.scenario if len(path) == 3 else evaluation.scenario.load, path[-1])
        for value in _others(field, present)[:3]:
            after = attempt((Edit(path, value),))
            if [after.value(key) for key in keys] != before:
                found.append(path)
                break
    return tuple(found)


def _deciding(scenario: Scenario) -> Iterator[tuple[Path, Field]]:
    from planner.fields import fields_of

    row = ("scenarios", scenario.id)
    for at, record in ((row, scenario), ((*row, "load"), scenario.load)):
        for name, field in fields_of(record):
            if isinstance(field, Choice | Flag) or (name in STRUCTURAL and len(at) == 2):
                yield (*at, name), field


def _others(field: Field, present: Any) -> list[Any]:
    if isinstance(field, Number):
        return [2 if present == 1 else 1]
    options = (False, True) if isinstance(field, Flag) else tuple(name for name, _ in getattr(field, "options", ()))
    return [value for value in options if value != present]


def domain_of(workbook: Workbook, evaluation: Evaluation, path: Path) -> Domain:
    """What is tried in a cell. Whole numbers up to its bound, but none beyond 2^24 that no unit measures."""
    field, present = field_at(workbook, path), plain_value(evaluation, path)
    if isinstance(field, Choice):
        return Domain(tuple(name for name, _ in field.options), options=True, complete=True)
    if isinstance(field, Flag):
        return Domain((False, True), options=True, complete=True)
    if isinstance(field, Reference):
        rows = tuple(row.id for row in getattr(workbook, field.table))
        return Domain(rows, options=True, complete=True)
    assert isinstance(field, Number)
    low: Any = field.minimum
    high: Any = field.maximum
    model = capped = False
    longest = _longest(evaluation, path)
    if longest is not None and longest < high:
        high, model = max(longest, low), True
    elif field.whole and field.unit in ("", "token") and high > MOST:
        high, capped = MOST, True
    if field.whole:
        low, high = int(low), int(high)
        if high - low <= ALL_TRIED:
            return Domain(tuple(range(low, high + 1)), complete=True, model=model)
    points = {low, high, *_ladder(low, high, present)}
    if isinstance(present, int | float) and low <= present <= high:
        points.add(present)
    if field.whole:
        points = {round(point) for point in points}
    return Domain(tuple(sorted(points)), whole=field.whole, capped=capped or high >= LIMIT, model=model)


def _ladder(low: Any, high: Any, present: Any) -> Iterator[Any]:
    """Numbers between two bounds, each larger by a share: of cells with a wide range up to ten thousand times as much
    and as little as stands there now. Of a narrow range sixty-four at equal distances too.
    """
    at, end = float(low), float(high)
    if present and high >= LIMIT:
        at, end = max(at, present / FAR), min(end, present * FAR)
    at = at if at > 0 else min(1e-6 * end, 1.0)
    while 0 < at < end:
        yield at
        at *= STEP
    if high <= 10_000:
        yield from (low + (high - low) * part / 64 for part in range(1, 64))


def _longest(evaluation: Evaluation, path: Path) -> int | None:
    """The most tokens of a sequence that the model was made for, where the cell is such a number."""
    if path[0] != "scenarios" or path[-1] not in ("context", "sequence"):
        return None
    found = [length for length in (evaluation.model.max_context, getattr(evaluation.model.position, "positions", None))
             if isinstance(length, int)]  # fmt: skip
    return min(found, default=None)
