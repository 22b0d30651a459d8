"""`fitsheet measure WORKBOOK --out results.json`: what the Measure menu does, without a window."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from planner.elsewhere import NotReadable, entries_of, job_text, observation_from, read_results, run_here, write_folder
from planner.evaluations import Planner
from planner.frozen import bundled_python, is_frozen
from planner.measurable import PHASES
from planner.measured import Measured, measured_beside
from planner.plan_options import workbook_at
from planner.presets import accelerator_presets
from planner.sources import SourceError
from planner.tables import text_table
from planner.words import Refused

MEASURED, SOME_FAILED = 0, 1


def measure(options: argparse.Namespace) -> int:
    """Run the command; gives the exit status: 0 everything was measured, 1 some of it failed, 2 bad input."""
    if (options.out is None) == (options.folder is None):
        raise SourceError("out", "Measuring needs --out for results, or --folder.", "Give one of the two.")
    loaded = workbook_at(options.workbook)
    planner = Planner()
    evaluations = planner.evaluate(loaded.workbook)
    rows = [row for row in evaluations.workbook.scenarios if not options.scenario or row.name in options.scenario]
    missing = set(options.scenario) - {row.name for row in rows}
    if missing:
        raise SourceError("scenario", f"The workbook has no scenario {min(missing)!r}.", "Check its name.")
    plans = [evaluations.scenarios[row.id] for row in rows if row.id in evaluations.scenarios]
    entries, refused = entries_of(plans, options.device, options.calibration)
    for name, reason in refused:
        print(f"fitsheet: {name}: {sentence(reason)}", file=sys.stderr)
    if not entries:
        raise SourceError("workbook", "No scenario can be measured.", "See the reasons above.")
    if options.folder is not None:
        write_folder(Path(options.folder), entries)
        return MEASURED if not refused else SOME_FAILED
    with tempfile.TemporaryDirectory(prefix="fitsheet-") as folder:
        jobs = Path(folder, "jobs.json")
        jobs.write_text(job_text(entries), encoding="utf-8")
        status = run_here(options.python or own_python(), jobs, Path(options.out))
    known = (*evaluations.workbook.accelerators, *accelerator_presets().values())
    found: list[tuple[str, Measured]] = []
    evaluate = partial(planner.estimate, evaluations.workbook.assumptions)
    for at, entry in enumerate(read_results(Path(options.out)) if Path(options.out).exists() else []):
        try:
            observation = observation_from(entry, f"o{at}", known)
            plan = evaluations.scenarios[observation.scenario]
            found.append((plan.scenario.name, measured_beside(observation, plan, known, evaluate)))
        except (Refused, NotReadable) as reason:
            print(f"fitsheet: {entry.get('name')}: {sentence(reason)}", file=sys.stderr)
    if found:
        print(_table(found))
    return status if status else SOME_FAILED if refused or len(found) < len(entries) else MEASURED


def own_python() -> str:
    """The Python that runs this program; the packaged one is none: there what it brings along, else one on the path."""
    if not is_frozen():
        return sys.executable
    if brought := bundled_python(Path(sys.executable)):
        return str(brought)
    found = shutil.which("python3") or shutil.which("python")
    if found is None:
        raise SourceError("python", "No Python was found to measure with.", "Name one that has torch with --python.")
    return found


def sentence(reason: Refused) -> str:
    """A refusal in words."""
    return reason.template.format(**reason.values)


def _table(found: Sequence[tuple[str, Measured]]) -> str:
    def shown(measured: Measured, phase: str, figure: str) -> str:
        seconds = measured.figure(phase, figure)
        return "" if seconds is None else f"{seconds * 1e3:.4g}"

    header = (
        "scenario", "prefill, ms a block", "estimated", "prefill of the model, from one block",
        "decode, ms a block", "estimated", "decode of the model, from one block", "head, ms", "dtype", "device",
    )  # fmt: skip
    rows = [
        (
            name,
            *(shown(each, phase, figure) for phase in PHASES for figure in ("observed", "estimate", "whole")),
            shown(each, "head", "observed"),
            each.observation.dtype,
            each.observation.device,
        )
        for name, each in found
    ]
    return text_table(header, rows)
