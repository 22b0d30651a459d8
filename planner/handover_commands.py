"""`fitsheet export`, `fitsheet launch` and `fitsheet reconcile`: what leaves the program, and logs that come back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner.plan_options import add_plan, plan_asked, save_changed, scenario_named, workbook_at
from planner.sources import SourceError

if TYPE_CHECKING:
    from planner.evaluations import Evaluations
    from planner.workbook import Workbook

Draw = Callable[[str, "Workbook", "Evaluations", str, Sequence[str]], bytes]
"""What the window can draw and the planner cannot: format, workbook, answers, title, ids of scenarios to bytes."""
WRITTEN = ("xlsx", "csv", "md")
DRAWN = ("pdf", "png", "svg")
LARGEST_LOG = 64 * 2**20
NOTHING_FOUND = 3


def add_handover(commands: Any, draw: Draw | None = None) -> None:
    """The three commands; what they do is imported when they run."""
    export = commands.add_parser("export", help="a workbook as XLSX with live formulas, CSV, Markdown, PDF, PNG or SVG")
    export.add_argument("workbook", help="a workbook file")
    export.add_argument("output", help="the file to write; - writes text to standard output")
    export.add_argument("--format", choices=(*WRITTEN, *DRAWN), help="default: by the ending of the output")
    export.add_argument("--scenario", action="append", default=[], help="only the scenario of this name; repeatable")
    export.set_defaults(run=_export, draw=draw)
    launch = commands.add_parser("launch", help="the command of the server that a plan stands for")
    add_plan(launch)
    launch.add_argument("--json", action="store_true", help="the flags with what they mean and their sources")
    launch.set_defaults(run=_launch)
    reconcile = commands.add_parser("reconcile", help="what a log states beside the lines of a plan")
    reconcile.add_argument("log", help="a file with the log; - reads standard input")
    add_plan(reconcile)
    reconcile.add_argument("--json", action="store_true", help="one JSON object")
    reconcile.add_argument(
        "--apply",
        action="append",
        default=[],
        metavar="GROUP",
        choices=("scenario", "overheads", "card"),
        help="take over scenario, overheads or card; repeatable",
    )
    reconcile.add_argument("--output", metavar="WORKBOOK", help="where the changed workbook goes")
    reconcile.set_defaults(run=_reconcile)


def _export(options: argparse.Namespace) -> int:
    from planner.atomic import reason_of, write_whole
    from planner.evaluations import Planner
    from planner.export.content import content

    kind = options.format or Path(options.output).suffix.removeprefix(".").casefold()
    if kind not in (*WRITTEN, *DRAWN):
        raise SourceError(
            "format",
            f"{options.output or 'An empty name'} has no ending that names a format.",
            f"Add --format with one of {', '.join((*WRITTEN, *DRAWN))}.",
        )
    workbook = workbook_at(options.workbook).workbook
    evaluations = Planner().evaluate(workbook)
    chosen = [scenario_named(workbook, name).id for name in options.scenario]
    title = Path(options.workbook).stem
    if kind in WRITTEN:
        data = content(kind, workbook, evaluations, title, chosen)
    elif options.draw is None:
        raise SourceError(
            "format",
            f"A {kind.upper()} is drawn by the window's part of the program, which is missing.",
            f"Use one of {', '.join(WRITTEN)}.",
        )
    else:
        data = options.draw(kind, workbook, evaluations, title, chosen)
    if options.output != "-":
        try:
            write_whole(Path(options.output), data)
        except OSError as error:  # it names a file of its own beside the output
            reason = f"{options.output} cannot be written: {reason_of(error)}."
            raise SourceError("output", reason, "Name a file in a folder that is there and may be written.") from None
    elif kind in ("csv", "md", "svg"):
        sys.stdout.write(data.decode("utf-8"))
    else:
        raise SourceError("output", f"{kind.upper()} is no text.", "Name a file to write it to.")
    return 0


def _launch(options: argparse.Namespace) -> int:
    from planner.launch import launch_of

    _, evaluation, _ = plan_asked(options)
    launch = launch_of(evaluation)
    if options.json:
        arguments = [
            {
                "flag": each.flag,
                "values": list(each.values),
                "environment": each.environment,
                "meaning": each.meaning,
                "source": each.source,
            }
            for each in launch.arguments
        ]
        answer = {
            "program": list(launch.program),
            "arguments": arguments,
            "remarks": list(launch.remarks),
            "files": dict(launch.files),
            "text": launch.text(),
        }
        print(json.dumps(answer))
    else:
        print(launch.text())
    return 0 if launch.program else NOTHING_FOUND


def _reconcile(options: argparse.Namespace) -> int:
    from planner.edits import applied
    from planner.logs.answer import reconcile, reconcile_answer, reconcile_table
    from planner.logs.offers import edits_of

    if bool(options.apply) != bool(options.output):
        raise SourceError("output", "--apply and --output go together.", "Say what to take over, and where it goes.")
    workbook, evaluation, _ = plan_asked(options)
    found = reconcile(_log(options.log), evaluation, workbook)
    if options.apply:
        wanted = edits_of([offer for offer in found.offers if offer.group in options.apply])
        save_changed(options, applied(workbook, wanted))
    print(json.dumps(reconcile_answer(found)) if options.json else reconcile_table(found))
    return 0 if found.rows else NOTHING_FOUND


def _log(name: str) -> str:
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST_LOG + 1)
    else:
        try:
            with Path(name).open("rb") as stream:
                data = stream.read(LARGEST_LOG + 1)
        except (OSError, ValueError) as error:
            from planner.atomic import reason_of

            said = f"{name} cannot be read: {reason_of(error)}."
            raise SourceError("log", said, "Name a file with the log, or - for standard input.") from None
    if len(data) > LARGEST_LOG:
        raise SourceError("log", "The log is longer than 64 MiB.", "Give its beginning, where programs state memory.")
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    return data.decode(encoding, "replace")
