"""`fitsheet matrix`: models against accelerators from the command line, the same numbers as in the window."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from planner.answers import with_setting
from planner.exit_status import STOPPED
from planner.memory.formats import FORMATS
from planner.memory.mixes import MIXES
from planner.plan_options import scenario_named, settings_of, workbook_at
from planner.presets import find, named
from planner.resolve import resolve
from planner.sources import SourceError, model_of
from planner.tables import text_table
from planner.terminal_progress import TerminalProgress
from planner.what_if.matrix.entries import Entry, Side, entries, question_of
from planner.what_if.matrix.grid import Grid, Matrix, Question, standard
from planner.what_if.matrix.least import fewest
from planner.what_if.matrix.names import STATED
from planner.what_if.matrix.tables import answers, csv_of, markdown_text, rows_of
from planner.workbook import Training, Workbook

FLAGS: dict[Side, str] = {"models": "models", "accelerators": "gpus"}


def matrix(options: argparse.Namespace) -> int:
    """Runs the command; 0 when it is answered, 130 when it was cancelled with Ctrl+C."""
    kind = "json" if options.json else options.format
    workbook, row = _workbook(options)
    plain = resolve(workbook).workbook
    asked = {side: _chosen(plain, side, getattr(options, flag)) for side, flag in FLAGS.items()}
    question = _question(options, workbook, plain, row, asked, kind)
    machine, progress = Matrix(), TerminalProgress()
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
        return STOPPED
    progress.end()
    names = [[entry.preset or entry.row.name for entry in those] for those in asked.values()]
    _print(grid, kind, options.result, names)
    return 0


def _print(grid: Grid, kind: str, result: str, names: Sequence[Sequence[str]]) -> None:
    if kind == "json":
        for answer in answers(grid, *names):
            print(json.dumps(answer))
    elif kind == "csv":
        sys.stdout.write(csv_of(grid, result))
    elif kind == "md":
        sys.stdout.write(markdown_text(grid, result))
    else:
        head, *rows = rows_of(grid, result, exact=False)
        print(text_table(head, rows))


def _workbook(options: argparse.Namespace) -> tuple[Workbook, str]:
    """The workbook with the scenario that gives the load, its settings put in, and that scenario's id."""
    workbook = Workbook()
    if options.workbook is not None:
        workbook = workbook_at(options.workbook).workbook
    if options.scenario is None:
        row = standard()
        workbook = workbook.model_copy(update={"scenarios": (*workbook.scenarios, row)})
    else:
        row = scenario_named(workbook, options.scenario)
    settings = settings_of(options.set)
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
    if options.scenario is not None or length in settings_of(options.set):
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


def _fill_fewest(machine: Matrix, grid: Grid, progress: TerminalProgress) -> None:
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
