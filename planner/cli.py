"""The same answers without a window: `fitsheet params`, `fitsheet plan`, `fitsheet presets`; others are imported.

Names, units and exit status are a contract with scripts, see docs/cli.md. Messages go to standard error, answers to
standard output; a traceback never reaches the user.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

from planner import __version__
from planner.answers import NOTHING, error_answer, plan_answer, request_evaluation
from planner.evaluations import Evaluations, Planner
from planner.exit_status import BAD_INPUT, FITS, status_of
from planner.handover_commands import Draw, add_handover
from planner.plan import Evaluation
from planner.plan_options import add_plan, evaluated, scenario_named, settings_of, workbook_at
from planner.preset_files import Preset
from planner.presets import find, listed, problems
from planner.sources import SourceError, model_of
from planner.summary import parameters_of
from planner.tables import plan_table, text_table
from planner.units import write
from planner.verdict import Verdict
from planner.what_if.commands import add_what_if
from planner.workbook import Scenario

LONGEST_REQUEST = 4 * 2**20


def main(arguments: Sequence[str] | None = None, draw: Draw | None = None) -> int:
    """Runs one command; gives the exit status. `draw` makes the exports that Qt draws, where there is Qt."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that lacks a letter gets its code, not half an answer
        sys.stdout.reconfigure(errors="backslashreplace")
    options = _parser(draw).parse_args(arguments)
    try:
        status: int = options.run(options)
    except SourceError as error:
        print(f"fitsheet: {error.field}: {error.reason} {error.remedy}".rstrip(), file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return FITS
    except OSError as error:
        print(f"fitsheet: {error.filename or 'output'}: {error.strerror or error}.", file=sys.stderr)
        return BAD_INPUT
    except (ValueError, RecursionError) as error:
        print(f"fitsheet: {error}", file=sys.stderr)
        return BAD_INPUT
    return status


def _parser(draw: Draw | None = None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fitsheet",
        description="Plans large language models on GPUs.",
        epilog="`fitsheet` and `fitsheet WORKBOOK` open the window; `fitsheet doctor` prints what a bug report needs.",
    )
    parser.add_argument("--version", action="version", version=f"fitsheet {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    params = commands.add_parser("params", help="exact parameter counts of models")
    params.add_argument("sources", nargs="+", metavar="SOURCE", help="preset id, config.json, or folder with one")
    params.add_argument("--json", action="store_true", help="one JSON object per line")
    params.set_defaults(run=_params)
    plan = commands.add_parser("plan", help="does it fit, what fills the memory, how fast")
    add_plan(plan, "only the scenario of this name")
    plan.add_argument("--batch", metavar="FILE.jsonl", help="one request per line; - reads standard input")
    plan.add_argument("--json", action="store_true", help="one JSON object per scenario and line")
    plan.add_argument("--summary", action="store_true", help="leave the ledger's lines out of JSON answers")
    plan.set_defaults(run=_plan)
    _add_measure(commands)
    add_handover(commands, draw)
    add_what_if(commands)
    presets = commands.add_parser("presets", help="list the models and devices that are built in, and your own")
    presets.add_argument("--family", metavar="TEXT", default="", help="only those whose family holds these words")
    presets.set_defaults(run=_presets)
    return parser


def _add_measure(commands: Any) -> None:
    """The options of `fitsheet measure`; what it does is imported when it runs."""
    parser = commands.add_parser("measure", help="time a block of each scenario's model on this computer")
    parser.add_argument("workbook", help="a workbook file")
    parser.add_argument("--out", metavar="FILE.json", help="where the results go")
    parser.add_argument("--scenario", action="append", default=[], help="only the scenario of this name; repeatable")
    parser.add_argument("--calibration", action="store_true", help="also the six points that constants are fitted on")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or cuda:N")
    parser.add_argument("--python", help="a Python with torch that runs the blocks")
    parser.add_argument("--folder", metavar="DIR", help="write a folder that measures elsewhere, and measure nothing")
    parser.set_defaults(run=_measure)


def _measure(options: argparse.Namespace) -> int:
    from planner.measure_command import measure

    return measure(options)


def _params(options: argparse.Namespace) -> int:
    planner = Planner()
    status = FITS
    rows: list[tuple[str, ...]] = []
    for source in options.sources:
        try:
            model = model_of(source)
        except SourceError as error:
            status = BAD_INPUT
            if options.json:
                print(json.dumps({"source": source, "error": error.answer()}))
            else:
                print(f"fitsheet: {source}: {error}", file=sys.stderr)
            continue
        answer = {"source": source, **parameters_of(planner.alone(model))}
        if options.json:
            print(json.dumps(answer))
        else:
            rows.append((source, *(_count(answer[name]) for name in _COUNTS)))
    if rows:
        print(text_table(("source", *_COUNTS), rows))
    return status


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


_COUNTS = ("total", "active", "embedding", "head", "kv_bytes_per_token")


def _presets(options: argparse.Namespace) -> int:
    models, devices = listed("models"), listed("accelerators")
    counted = [models[key] for key in find("", "models", options.family)]
    cards = [devices[key] for key in find("", "accelerators", options.family)]
    tables = []
    if counted:
        rows = [(row.id, row.name, row.family, f"{row.total:,}" if row.total else "", row.origin) for row in counted]
        tables.append(text_table(("model", "name", "family", "parameters", "from"), rows))
    if cards:
        rows = [(row.id, row.name, row.family, _memory(row), row.origin) for row in cards]
        tables.append(text_table(("gpu", "name", "family", "usable", "from"), rows))
    if tables:
        print("\n\n".join(tables))
    for finding in (*problems("models"), *problems("accelerators")):
        print(f"fitsheet: {finding.sentence} {finding.remedy}", file=sys.stderr)
    if not tables:
        raise SourceError("family", f"No preset's family holds {options.family!r}.", "Leave --family out to see all.")
    return FITS


def _memory(card: Preset[Any]) -> str:
    """The usable memory of a device; ≈ before one that was derived."""
    return f"{'≈ ' if card.memory_is_derived else ''}{write(card.memory, 'byte')}"


_TOGETHER = {"batch": {"json", "summary"}, "workbook": {"scenario", "json", "summary"}}
"""What each way to ask for a plan takes; the rest, a model and a GPU, takes everything else."""


def _check_together(options: argparse.Namespace) -> None:
    """SourceError for a flag that this way to ask for a plan would not read: nothing is ignored in silence."""
    way = next((way for way in _TOGETHER if getattr(options, way) is not None), "model")
    taken = _TOGETHER.get(way, {"gpu", "set", "json", "summary"}) | {way}
    for name in ("workbook", "scenario", "model", "gpu", "set"):
        if name not in taken and getattr(options, name):
            shown = "a workbook" if name == "workbook" else f"--{name}"
            other = "A workbook" if way == "workbook" else f"--{way}"
            raise SourceError(name, f"{other} and {shown} do not go together.", "Leave one of them out.")


def _plan(options: argparse.Namespace) -> int:
    _check_together(options)
    if options.batch is not None:
        return _batch(options)
    planner = Planner()
    of: Evaluations | None = None
    if options.workbook is not None:
        of, evaluations = _workbook_plans(options, planner)
    elif options.model is not None and options.gpu is not None:
        settings = settings_of(options.set)
        evaluations = [request_evaluation(planner, {"model": options.model, "gpu": options.gpu, "set": settings})]
    else:
        raise SourceError("plan", "A plan needs a workbook, or --model and --gpu, or --batch.", "See --help.")
    for evaluation in evaluations:
        if options.json:
            answer = {"id": evaluation.scenario.id, "name": evaluation.scenario.name}
            workbook = NOTHING if of is None else of.workbook
            findings = None if of is None else of.findings_of(evaluation.scenario.id)
            found = plan_answer(evaluation, not options.summary, planner, workbook, findings)
            print(json.dumps({**answer, **found}))
    if not options.json:
        print(plan_table(evaluations, planner, of))
    return status_of([evaluation.verdict for evaluation in evaluations])


def _workbook_plans(options: argparse.Namespace, planner: Planner) -> tuple[Evaluations, list[Evaluation]]:
    """The answers for a workbook, and its plans or the one that is asked for."""
    loaded = workbook_at(options.workbook)
    evaluations = planner.evaluate(loaded.workbook)
    rows: Sequence[Scenario] = evaluations.workbook.scenarios
    if options.scenario is not None:
        called = [row for row in rows if row.name == options.scenario]
        rows = called or [scenario_named(loaded.workbook, options.scenario)]
    return evaluations, [evaluated(evaluations, row.id) for row in rows]


def _batch(options: argparse.Namespace) -> int:
    planner = Planner()
    verdicts: list[Verdict] = []
    bad = False
    with contextlib.ExitStack() as stack:
        stream = sys.stdin.buffer if options.batch == "-" else stack.enter_context(Path(options.batch).open("rb"))
        while line := stream.readline(LONGEST_REQUEST + 1):
            if len(line) > LONGEST_REQUEST:
                _skip_line(stream, line)
            elif not line.strip():
                continue
            answer: dict[str, Any]
            request: Any = {}
            try:
                request = _request(line)
                evaluation = request_evaluation(planner, request)
                verdicts.append(evaluation.verdict)
                answer = plan_answer(evaluation, not options.summary, planner)
            except SourceError as error:
                bad, answer = True, error_answer(error)
            print(json.dumps({"id": request.get("id") if isinstance(request, dict) else None, **answer}))
    return BAD_INPUT if bad else status_of(verdicts)


def _skip_line(stream: IO[bytes], begun: bytes) -> None:
    """Read on to the end of a line that is too long, so that it gets one answer."""
    while begun and not begun.endswith(b"\n"):
        begun = stream.readline(LONGEST_REQUEST)


def _request(line: bytes) -> Any:
    if len(line) > LONGEST_REQUEST:
        raise SourceError("request", "The request is longer than 4 MiB.", "Send the config's path in its place.")
    try:
        return json.loads(line, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError("request", "The line is not a JSON object.", "Write one request per line.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in found if names.count(name) > 1)
        raise SourceError(name, f"The name {name!r} stands twice in one object.", "Remove one of them.")
    return found


def _no_number(word: str) -> NoReturn:
    raise SourceError("request", f"{word[:40]} is not a number that JSON can hold.", "Write a finite number, or null.")


def _finite(word: str) -> float:
    value = float(word)
    return value if math.isfinite(value) else _no_number(word)
