"""`fitsheet matrix`: models against accelerators from the command line, the same numbers as in the window."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from planner.answers import with_setting
from planner.file_errors import FileError
from planner.memory.formats import FORMATS
from planner.memory.mixes import MIXES
from planner.presets import find, named
from planner.resolve import resolve
from planner.sources import SourceError, model_of
from planner.tables import text_table
from planner.what_if.matrix import Grid, Matrix, Question, standard
from planner.what_if.matrix_axes import Entry, Side, entries, question_of
from planner.what_if.matrix_least import fewest
from planner.what_if.matrix_options import STATED
from planner.what_if.matrix_tables import answers, csv_text, markdown_text, rows_of
from planner.workbook import Training, Workbook

SLOW = 0.5
"""Seconds after which the progress is shown."""
CANCELLED = 130
FLAGS: dict[Side, str] = {"models": "models", "accelerators": "gpus"}


def matrix(options: argparse.Namespace) -> int:
    """Runs the command; 0 when it is answered, 130 when it was cancelled with Ctrl+C."""
    kind = "json" if options.json else options.format
    workbook, row = _workbook(options)
    plain = resolve(workbook).workbook
    asked = {side: _chosen(plain, side, getattr(options, flag)) for side, flag in FLAGS.items()}
    question = _question(options, workbook, plain, row, asked, kind)
    machine, progress = Matrix(), _Progress()
    grid = Grid.empty(question)
    try:
        for count, total in machine.steps(grid):
            progress.show(count, total)
        if options.fewest:
            _fill_fewest(machine, grid, progress)
    except KeyboardInterrupt:
        progress.end()
        print(
            f"fitsheet: cancelled; {int(grid.done.sum()):,} of {grid.done.size:,} rows were answered.", file=sys.stderr
        )
        return CANCELLED
    progress.end()
    names = [[entry.preset or entry.row.name for entry in those] for those in asked.values()]
    _print(grid, kind, options.result, names)
    return 0


def _print(grid: Grid, kind: str, result: str, names: Sequence[Sequence[str]]) -> None:
    if kind == "json":
        for answer in answers(grid, *names):
            print(json.dumps(answer))
    elif kind == "csv":
        sys.stdout.write(csv_text(grid, result))
    elif kind == "md":
        sys.stdout.write(markdown_text(grid, result))
    else:
        head, *rows = rows_of(grid, result, exact=False)
        print(text_table(head, rows))


def _workbook(options: argparse.Namespace) -> tuple[Workbook, str]:
    """The workbook with the scenario that gives the load, its settings put in, and that scenario's id."""
    from planner.files import load

    workbook = Workbook()
    if options.workbook is not None:
        try:
            workbook = load(Path(options.workbook)).workbook
        except FileError as error:
            raise SourceError("workbook", f"{options.workbook}: {error}", "Check the file.") from None
    if options.scenario is None:
        row = standard()
        workbook = workbook.model_copy(update={"scenarios": (*workbook.scenarios, row)})
    else:
        found = [each for each in workbook.scenarios if options.scenario in (each.name, each.id)]
        if len(found) != 1:
            how_many = "no scenario" if not found else f"{len(found)} scenarios"
            raise SourceError("scenario", f"The workbook has {how_many} {options.scenario!r}.", "Check its name.")
        row = found[0]
    settings = dict(_setting(text) for text in options.set)
    for field in ("model", "accelerator", "gpus"):
        if field in settings:
            raise SourceError(field, f"{field} is what a matrix asks.", "Use --models and --gpus, or --set tp=N.")
    if settings.get("load") == "training" and not isinstance(row.load, Training):
        changed = row.model_copy(update={"load": Training()})
        rows = tuple(changed if each.id == row.id else each for each in workbook.scenarios)
        workbook = workbook.model_copy(update={"scenarios": rows})
    for name, value in settings.items():
        workbook = with_setting(workbook, row.id, name, value)
    return workbook, row.id


def _question(
    options: argparse.Namespace,
    workbook: Workbook,
    plain: Workbook,
    row: str,
    asked: dict[Side, list[Entry]],
    kind: str,
) -> Question:
    question = question_of(
        plain, row, asked["models"], asked["accelerators"],
        precisions=_precisions(options.precisions),
        timed=kind == "json" or options.result in ("tokens", "tpot", "cost"),
        least=not options.fewest and (kind == "json" or options.result == "gpus"),
    )  # fmt: skip
    length = "sequence" if isinstance(question.scenario.load, Training) else "context"
    if options.scenario is not None or any(_setting(text)[0] == length for text in options.set):
        return question
    return replace(question, shortened=next(each for each in workbook.scenarios if each.id == row))


def _precisions(asked: Sequence[str] | None) -> tuple[str | None, ...]:
    found: list[str | None] = []
    for name in asked or [STATED]:
        if name != STATED and name not in FORMATS and name not in MIXES:
            raise SourceError("precisions", f"There is no format {name!r}.", f"It is {STATED}, or one of: "
                              f"{', '.join((*FORMATS, *MIXES))}.")  # fmt: skip
        found.append(None if name == STATED else name)
    return tuple(dict.fromkeys(found))


def _chosen(plain: Workbook, side: Side, texts: Sequence[str] | None) -> list[Entry]:
    """The rows that are asked for: by default those of the workbook, where it has any, else the presets."""
    own, presets = entries(plain, side, "workbook"), entries(Workbook(), side, "presets")
    if texts is None:
        return list(own or presets)
    found: dict[int, Entry] = {}
    for text in texts:
        those = _said(text, side, own, presets) if text.strip() else []
        if not those:
            what = "model" if side == "models" else "GPU"
            reason = f"There is no {what} {text!r}, neither in the workbook nor among the presets."
            raise SourceError(FLAGS[side], reason, "`fitsheet presets` lists the presets.")
        found |= {id(entry.row): entry for entry in those}
    return list(found.values())


def _said(text: str, side: Side, own: Sequence[Entry], presets: Sequence[Entry]) -> list[Entry]:
    if text in ("workbook", "presets"):
        return list(own if text == "workbook" else presets)
    rows = [entry for entry in own if text in (entry.row.name, entry.row.id)]
    if rows:
        return rows
    exact = named(text, side)
    wanted = (exact,) if exact is not None else find(text, side)
    by_id = {entry.preset: entry for entry in presets}
    found = [by_id[each] for each in wanted]
    if not found and side == "models" and Path(text).exists():
        model = resolve(Workbook(models=(model_of(text, "file"),))).workbook.models[0]
        return [Entry(model, preset=model.name)]
    return found


def _setting(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise SourceError("set", f"--set {text} has no value.", "Write --set FIELD=VALUE.")
    return name.strip(), value.strip()


def _fill_fewest(machine: Matrix, grid: Grid, progress: _Progress) -> None:
    question = grid.question
    total, count = grid.words.size, 0
    for at, model in enumerate(question.models):
        for nth, precision in enumerate(question.precisions):
            load = question.load(question.plan(precision, question.length(model)))
            for place, card in enumerate(question.cards):
                plan = machine.exact(question, model, precision, card)
                found = fewest(machine.pantry, plan, load, question.hosts)
                if found is not None:
                    grid.numbers["least"][at, nth, place] = found
                count += 1
                progress.show(count, total)


class _Progress:
    """How far it is, on standard error where that is a terminal, once it takes long."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._begun = self._shown = clock()
        self._there = sys.stderr.isatty()
        self._width = 0

    def show(self, count: int, total: int) -> None:
        """Say it, ten times a second at most."""
        now = self._clock()
        if self._there and now - self._begun > SLOW and now - self._shown > 0.1:
            self._shown = now
            filled = 30 * count // total
            text = f"[{'#' * filled}{' ' * (30 - filled)}] {count:,} of {total:,}  Ctrl+C cancels"
            self._width = len(text)
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the line away."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
