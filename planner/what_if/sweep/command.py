"""`fitsheet sweep`: one or two fields of a plan over ranges, as CSV or JSON on standard output."""

from __future__ import annotations

import argparse
import contextlib
import csv
import dataclasses
import json
import math
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from planner.csv_text import harmless
from planner.exit_status import STOPPED
from planner.fields import Number
from planner.plan_options import scenario_asked
from planner.sources import SourceError, accelerator_of, engine_of, model_of
from planner.terminal_progress import TerminalProgress
from planner.what_if.arrays import WORDS, number
from planner.what_if.field_names import plain_name
from planner.what_if.sweep.axes import ROLES, Axis, axis_of, rows_of, sweepable
from planner.what_if.sweep.ranges import RangeError, values_of
from planner.what_if.sweep.sweeper import Sweep, Sweeper
from planner.words import Refused
from planner.workbook import Workbook

SOURCES: dict[str, Callable[[str], Any]] = {
    "model": model_of, "accelerator": accelerator_of, "engine": engine_of, "draft": model_of,
}  # fmt: skip


def sweep(options: argparse.Namespace) -> int:
    """Run the command; gives the exit status: 0 it was done, 2 bad input, 130 it was interrupted."""
    workbook, scenario = scenario_asked(options)
    axes: list[Axis] = []
    for option in ("x", "y"):
        given = getattr(options, option)
        if given is None:
            continue
        name, separator, text = given.partition("=")
        if not separator:
            raise SourceError(option, f"--{option} {given} has no values.", "Write --x batch=1..64.")
        workbook, text = _with_presets(workbook, name.strip(), text)
        axes.append(_refused(option, partial(_axis, workbook, scenario, name.strip(), text)))
    sweeper = Sweeper(workbook, scenario)
    pair = (axes[0], axes[1] if len(axes) > 1 else None)
    points, shown = math.prod(len(axis.values) for axis in axes), TerminalProgress()

    def progress(share: float) -> bool:
        shown.show(round(share * points), points)
        return True

    try:
        found = _refused("sweep", lambda: sweeper.sweep(*pair, options.result, progress=progress))
    except KeyboardInterrupt:
        shown.end()
        print("fitsheet: the sweep was stopped.", file=sys.stderr)
        return STOPPED
    shown.end()
    if options.json:
        print(json.dumps(answer(found, options.result, workbook)))
    else:
        write_csv(found, options.result, workbook, sys.stdout)
    return 0


def _axis(workbook: Workbook, scenario: str, name: str, text: str) -> Axis:
    """The axis of an option; a share may be written as answers hold it, 0.5..0.9 in 5 for 50..90 in 5."""
    swept = sweepable(workbook, scenario).get(plain_name(name))
    if swept is not None and isinstance(swept.field, Number) and swept.field.shown == "%" and "%" not in text:
        with contextlib.suppress(RangeError):
            return Axis(swept, values_of(text, dataclasses.replace(swept.field, shown="")))
    return axis_of(workbook, scenario, name, text)


def _refused(field: str, run: Callable[[], Any]) -> Any:
    """The result, or a SourceError for what a person can mend."""
    try:
        return run()
    except RangeError as error:
        what, colon, remedy = str(error).rpartition(": ")
        if not colon:
            raise SourceError(field, f"{str(error).rstrip('.')}.", "docs/cli.md says how values are written.") from None
        raise SourceError(field, f"{what}.", f"{remedy[:1].upper()}{remedy[1:]}") from None
    except Refused as error:
        raise SourceError(field, str(error), "Give a value of that kind.") from None


def _with_presets(workbook: Workbook, name: str, text: str) -> tuple[Workbook, str]:
    """The workbook with the presets that an axis of rows names, and the text with their ids."""
    if name not in SOURCES:
        return workbook, text
    table = ROLES.get(name, "models")
    parts = []
    for part in (each.strip() for each in text.replace(";", ",").split(",")):
        rows = getattr(workbook, table)
        known = {known for row in rows for known in (row.id, row.name, row.name.casefold())}
        if part and part not in known and part.casefold() not in {*known, "all", "blank"}:
            row = SOURCES[name](part)
            part = f"{table}_{len(rows)}"
            workbook = workbook.model_copy(update={table: (*rows, row.model_copy(update={"id": part}))})
        parts.append(part)
    return workbook, ", ".join(parts)


def written(workbook: Workbook, axis: Axis, value: Any) -> Any:
    """A value of an axis as scripts get it: rows by their names, all else as the file has it."""
    return dict(rows_of(workbook, axis.swept)).get(value, value) if axis.swept.names_row else value


def answer(found: Sweep, result: str, workbook: Workbook) -> dict[str, Any]:
    """The sweep as scripts get it: arrays of rows along y, each along x."""
    axes = {"x": found.x, **({} if found.y is None else {"y": found.y})}
    parts: dict[str, Any] = {
        letter: {
            "field": axis.swept.name,
            "title": axis.swept.field.title,
            "unit": getattr(axis.swept.field, "unit", ""),
            "values": [written(workbook, axis, value) for value in axis.values],
        }
        for letter, axis in axes.items()
    }
    if found.key is not None:
        label = found.label.format(**found.label_values)
        values = [[number(value) for value in row] for row in found.values.tolist()]
        parts["result"] = {"name": result, "key": found.key, "label": label, "unit": found.unit, "values": values}
    parts["free_bytes"] = [[number(value) for value in row] for row in found.margins.tolist()]
    parts["verdicts"] = [[str(WORDS[code]) for code in row] for row in found.verdicts.tolist()]
    return parts


def write_csv(found: Sweep, result: str, workbook: Workbook, out: Any) -> None:
    """One line per point: the fields, the result, what stays free, the verdict."""
    lines = csv.writer(out, lineterminator="\n")
    fields = [axis.swept.name for axis in (found.x, found.y) if axis is not None]
    own = () if found.key is None or result in ("free_bytes", *fields) else (result,)
    lines.writerow((*fields, *own, "free_bytes", "verdict"))
    for row in range(found.values.shape[0]):
        for column in range(found.values.shape[1]):
            settings = (written(workbook, axis, value) for axis, value in found.settings(row, column))
            value = (number(float(found.values[row, column])),) if own else ()
            texts = (harmless(each) if isinstance(each, str) else each for each in settings)
            lines.writerow((*texts, *value, number(float(found.margins[row, column])), found.verdict(row, column)))
