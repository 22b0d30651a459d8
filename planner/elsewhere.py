"""Measuring somewhere else: jobs in a file, a folder that runs there with Python 3.9 and torch, results read back.

Every entry of a job file carries what its job was made of, so that results are known as stale when the row has changed
before they came back. The folder is the worker itself; see docs/measure-worker.md.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from planner import __version__
from planner.atomic import go_on, refuse_no_file
from planner.frozen import cleaned_environment, is_frozen
from planner.measurable import NotMeasurable, job_of, own_points
from planner.measured import made_of, observation_of
from planner.observations import Observation
from planner.plan import Evaluation
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Accelerator

JOBS, RESULTS, VERSION = "fitsheet-jobs", "fitsheet-measurements", 1
LARGEST_FILE = 256 * 2**20
WORKER = "fitsheet_measure"
README = """Measure decoder blocks on this computer
=======================================

Needs Python 3.9 or newer with torch 2.5 or newer; nothing else, and no network.

    python3 -E {worker} --jobs jobs.json --out results.json

On one card of several: add --device cuda:1. results.json is written anew after each job, so that Ctrl+C keeps what is
done. Bring results.json back and open it in Fitsheet with Measure > Import results.
"""


class NotReadable(Refused):
    """A file of jobs or results that cannot be used; `template` with `values` says why."""


def entry_of(
    evaluation: Evaluation, device: str = "auto", calibration: bool = False, together: bool = False
) -> dict[str, Any]:
    """A scenario's job with what it was made of; NotMeasurable where it has none."""
    return {
        "scenario": evaluation.scenario.id,
        "name": evaluation.scenario.name,
        **made_of(evaluation),
        "job": job_of(evaluation, device, whole=True, calibration=calibration, together=together),
    }


def entries_of(
    evaluations: Iterable[Evaluation], device: str = "auto", calibration: bool = False
) -> tuple[list[dict[str, Any]], list[tuple[str, NotMeasurable]]]:
    """The entries of these plans, and the names of those that cannot be measured with their reasons."""
    entries, refused = [], []
    for evaluation in evaluations:
        try:
            entries.append(entry_of(evaluation, device, calibration))
        except NotMeasurable as reason:
            refused.append((evaluation.scenario.name, reason))
    return entries, refused


def job_text(entries: Sequence[Mapping[str, Any]]) -> str:
    """The text of a job file."""
    content = {"format": JOBS, "version": VERSION, "written_by": f"Fitsheet {__version__}", "jobs": list(entries)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def worker_source() -> Path:
    """The worker's folder beside this package."""
    return Path(__file__).resolve().parent / "measure"


def write_folder(
    folder: Path,
    entries: Sequence[Mapping[str, Any]],
    worker: Path | None = None,
    given_up: Callable[[], bool] = lambda: False,
) -> None:
    """Write the worker, the job file and a README into a new or empty folder; OSError where that cannot be.

    All of it is there, or nothing is. `given_up` is asked before anything takes its place, as in `write_whole`.
    """
    there = folder.exists()
    if there and any(folder.iterdir()):
        raise FileExistsError(errno.EEXIST, QT_TRANSLATE_NOOP("files", "the folder is not empty"), str(folder))
    temporary = (folder if there else folder.parent) / f".{folder.name[:40]}.{os.urandom(4).hex()}.tmp"
    try:
        temporary.mkdir()
        _copy(worker or worker_source(), temporary / WORKER)
        (temporary / "jobs.json").write_text(job_text(entries), encoding="utf-8")
        (temporary / "README.txt").write_text(README.format(worker=WORKER), encoding="utf-8")
        go_on(given_up)
        if there:  # it stays the folder that it is, which may be a disk of its own
            for part in sorted(temporary.iterdir()):
                os.replace(part, folder / part.name)
            temporary.rmdir()
        else:
            os.replace(temporary, folder)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _copy(source: Path, target: Path) -> None:
    """Copy the worker's sources. (shutil.copytree gathers its errors: none says then what the matter is.)"""
    target.mkdir()
    for path in sorted(source.iterdir()):
        if path.is_dir() and path.name != "__pycache__":
            _copy(path, target / path.name)
        elif path.is_file() and path.suffix != ".pyc":
            shutil.copyfile(path, target / path.name)


def read_results(path: Path) -> list[dict[str, Any]]:
    """The entries of a results file. Refused (NotReadable) with the reason; OSError where the file is not readable."""
    refuse_no_file(path)
    if path.stat().st_size > LARGEST_FILE:
        raise NotReadable(QT_TRANSLATE_NOOP("measure", "{name} is too large for a results file."), name=path.name)
    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise NotReadable(QT_TRANSLATE_NOOP("measure", "{name} is not JSON."), name=path.name) from None
    if not isinstance(found, dict) or found.get("format") != RESULTS:
        raise NotReadable(
            QT_TRANSLATE_NOOP("measure", "{name} is no results file of a measurement."), name=path.name
        )  # fmt: skip
    if found.get("version") != VERSION:
        raise NotReadable(
            QT_TRANSLATE_NOOP("measure", "{name} is of version {found}, and this program reads {known}."),
            name=path.name,
            found=str(found.get("version"))[:40],
            known=VERSION,
        )
    entries = found.get("results")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise NotReadable(QT_TRANSLATE_NOOP("measure", "{name} has no list of results."), name=path.name)
    return entries


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def observation_from(entry: Mapping[str, Any], row_id: str, known: Sequence[Accelerator]) -> Observation:
    """The observation of an entry. Refused (NotMeasurable, NotReadable): nothing measured, or not a worker's answer."""
    result = entry.get("result")
    if not isinstance(result, Mapping):
        failed = entry.get("failed")
        reason = failed.get("sentence") if isinstance(failed, Mapping) else None
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "Nothing was measured: {reason}"), reason=reason or "no reason is given"
        )
    try:
        job = entry["job"]
        return observation_of(result, str(entry["scenario"]), own_points(job), _made(entry), row_id, known)
    except KeyError as error:
        raise NotReadable(
            QT_TRANSLATE_NOOP("measure", "The answer of the measurement cannot be used. It lacks {name}."),
            name=str(error.args[0]),
        ) from None
    except (ValueError, TypeError, AttributeError) as error:
        if isinstance(error, Refused):
            raise
        raise NotReadable(
            QT_TRANSLATE_NOOP("measure", "The answer of the measurement cannot be used. {reason}"),
            reason=str(error).splitlines()[0],
        ) from None


def _made(entry: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(entry[name]) for name in ("fingerprint", "model_print")}


def run_here(python: str, jobs: Path, out: Path, environment: Mapping[str, str] | None = None) -> int:
    """Run a job file with a Python that has torch; gives the exit status of `planner/measure/batch.py`."""
    command = [python, "-E", "-B", str(worker_source()), "--jobs", str(jobs), "--out", str(out)]
    kept = cleaned_environment(environment or os.environ, is_frozen())
    with subprocess.Popen(command, env=kept) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # the worker has had the signal too, and writes what is done
