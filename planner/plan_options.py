"""The options by which a command is told of a workbook, a scenario or one plan, and what they name.

Every command reads them here, so that the same option means the same thing and is refused in the same words. What is
heavy is imported when a command runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner.sources import SourceError

if TYPE_CHECKING:
    from planner.evaluations import Evaluations, Planner
    from planner.files import Loaded
    from planner.observations import Observation
    from planner.plan import Evaluation
    from planner.workbook import Scenario, Workbook


def add_plan(parser: Any, scenario: str = "the scenario of this name; not needed where there is one") -> None:
    """The options of one plan: a workbook and a scenario of it, or a model and a device with settings."""
    parser.add_argument("workbook", nargs="?", help="a workbook file")
    parser.add_argument("--scenario", help=scenario)
    parser.add_argument("--model", metavar="SOURCE", help="preset id, config.json, or folder with one")
    parser.add_argument("--gpu", metavar="ID", help="preset id of the device")
    add_settings(parser)


def add_settings(parser: Any) -> None:
    """The option that sets fields of a scenario."""
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="a field of the scenario")


def settings_of(texts: Iterable[str]) -> dict[str, str]:
    """Field and value of each --set; SourceError for one without a value.

    >>> settings_of(["batch=8", "context = 4k"])
    {'batch': '8', 'context': '4k'}
    """
    found = {}
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator:
            raise SourceError("set", f"--set {text} has no value.", "Write --set FIELD=VALUE.")
        if not name.strip():
            raise SourceError("set", f"--set {text} names no field.", "Write --set FIELD=VALUE.")
        found[name.strip()] = value.strip()
    return found


def workbook_at(name: str, *, quietly: bool = False) -> Loaded:
    """What the file of a workbook holds; SourceError with its name where it cannot be opened.

    Rows that are left out are said on standard error, unless it goes `quietly`.
    """
    from planner.file_errors import FileError
    from planner.files import load
    from planner.findings import Severity

    try:
        loaded = load(Path(name))
    except FileError as error:
        said = str(error)
        gone = " cannot be read: " in said
        said = said if Path(name).name and Path(name).name in said else f"{name}: {said}"
        raise SourceError("workbook", said, "Check its name, and that it may be read." if gone else "") from None
    for finding in loaded.findings:
        if finding.severity > Severity.NOTE and not quietly:
            print(f"{name}: {finding.sentence} {finding.remedy}", file=sys.stderr)
    return loaded


def scenario_named(workbook: Workbook, name: str) -> Scenario:
    """The row of this id, else of this name; SourceError where there is none, or more than one."""
    found = [row for row in workbook.scenarios if row.id == name] or [
        row for row in workbook.scenarios if row.name == name
    ]
    if not found:
        raise SourceError("scenario", f"The workbook has no scenario {name!r}.", "Check its name.")
    if len(found) > 1:
        raise SourceError("scenario", f"{len(found)} scenarios are called {name!r}.", "Use the id of one of them.")
    return found[0]


def scenario_asked(options: argparse.Namespace) -> tuple[Workbook, str]:
    """The workbook of the options, and the id of the one scenario in it that is asked about."""
    from planner.answers import request_workbook

    if options.workbook is not None:
        if options.model or options.gpu or options.set:
            raise SourceError(
                "model", "A workbook and --model, --gpu or --set do not go together.", "Leave one of them out."
            )
        workbook = workbook_at(options.workbook).workbook
        if options.scenario is not None:
            return workbook, scenario_named(workbook, options.scenario).id
        if len(workbook.scenarios) != 1:
            raise SourceError(
                "scenario",
                f"The workbook has {len(workbook.scenarios):,} scenarios.",
                "Say which one with --scenario NAME.",
            )
        return workbook, workbook.scenarios[0].id
    if options.model is None or options.gpu is None:
        raise SourceError("workbook", "A plan is asked for.", "Give a workbook, or --model and --gpu.")
    settings = settings_of(options.set)
    workbook = request_workbook({"model": options.model, "gpu": options.gpu, "set": settings})
    return workbook, workbook.scenarios[0].id


def plan_asked(options: argparse.Namespace) -> tuple[Workbook, Evaluation, Planner]:
    """The workbook, and the one plan in it that is asked about."""
    from planner.evaluations import Planner

    planner = Planner()
    workbook, row_id = scenario_asked(options)
    return workbook, evaluated(planner.evaluate(workbook), row_id), planner


def evaluated(of: Evaluations, row_id: str) -> Evaluation:
    """The plan of a scenario; SourceError where it has no model."""
    found = of.scenarios.get(row_id)
    if found is None:
        name = next(row.name for row in of.workbook.scenarios if row.id == row_id)
        raise SourceError("model", f"Scenario {name!r} has no model.", "Choose one in the workbook.")
    return found


def save_changed(options: argparse.Namespace, workbook: Workbook) -> None:
    """Write a changed workbook to --output, with the observations that the file has beside it."""
    from planner.files import save

    target = Path(options.output)
    observations: tuple[Observation, ...] = ()
    if options.workbook is not None:
        loaded = workbook_at(options.workbook, quietly=True)
        observations = loaded.observations
        if loaded.partial and target.exists() and target.samefile(options.workbook):
            remedy = "Write to another file."
            raise SourceError("output", f"{target.name} was opened in part: what was left out would be lost.", remedy)
    save(target, workbook, observations)
