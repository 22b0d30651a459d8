"""Fitsheet and LibreOffice Calc beside each other: from the start of the process to a window with the file's name, and
the memory that each then holds, with a sheet of as many cells. Calc is left out where it is not installed.

The packaged program (dist/fitsheet) is taken where it was built, else this Python's.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

RUNS = 5
PATIENCE_S = 30.0
FROZEN = ROOT / "dist" / "fitsheet" / "fitsheet"


def members(session: int) -> Iterator[Path]:
    """The folders below /proc of the processes of a session that have not ended."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):  # it ended meanwhile
            # Behind the name, which may have spaces: state, parent, group, session.
            state, _, _, its = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its) == session and state not in "ZX":
                yield process


def resident(session: int) -> int:
    """Bytes that the processes of a session hold together, shared libraries counted in each."""
    held = 0
    for process in members(session):
        with contextlib.suppress(OSError, ValueError, IndexError):
            held += int((process / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return held


def end(process: subprocess.Popen[bytes]) -> None:
    """End a session, politely first: Calc, when it is killed, tells the next start of a crash.

    All of it is waited for. What was started is a script that ends at once, and a Calc that starts while the one before
    still listens hands its file over to that one; a process gives back its memory first and then stops listening.
    """
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    patience = time.perf_counter() + 10.0
    while any(members(process.pid)) and time.perf_counter() < patience:
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class NoWindow(Exception):
    """A program was started and showed none."""


def one(command: list[str], title: str, home: Path) -> tuple[float, float]:
    """Milliseconds until a window with this title is there, and MB two seconds later."""
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home)}
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)  # fmt: skip
    try:
        while True:
            found = subprocess.run(["timeout", "5", "xdotool", "search", "--onlyvisible", "--name", title],
                                   capture_output=True, text=True)  # fmt: skip
            if found.stdout.strip():
                break
            if time.perf_counter() - begin > PATIENCE_S or process.poll() not in (None, 0):
                raise NoWindow(f"{command[0]} showed no window with {title} in its title ({process.poll()})")
            time.sleep(0.01)
        shown = (time.perf_counter() - begin) * 1e3
        time.sleep(2.0)
        return shown, resident(process.pid) / 1e6
    finally:
        end(process)


def measured(
    name: str, command: list[str], title: str, home: Path, note: str, before: Callable[[], None] = lambda: None
) -> None:
    """One start that is not counted, then RUNS; `before` puts back what a killed program left behind.

    Calc now and then stays without a window where much else is running: such a start is done again, and noted.
    """
    runs: list[tuple[float, float]] = []
    failures = 0
    while len(runs) < 1 + RUNS:
        before()
        try:
            runs.append(one(command, title, home))
        except NoWindow:
            failures += 1
            if failures > RUNS:
                raise
    del runs[0]
    note += f", {failures} more starts without a window" if failures else ""
    for what, unit, values in (
        ("until its window is shown", "ms", [ms for ms, _ in runs]),
        ("resident with the sheet open", "MB", [mb for _, mb in runs]),
    ):
        low, middle, high = statistics.quantiles(values, n=4)
        print(json.dumps({"name": f"{name}: {what}", "value": middle, "unit": unit, "low": low, "high": high,
                          "count": RUNS, "note": note}), flush=True)  # fmt: skip


def cells_of(file: Path) -> list[list[str]]:
    """The tables of a workbook as rows of texts: every cell of every row, as Calc would have to hold them."""
    from planner.edits import row_cells, value_at
    from planner.files import load
    from planner.workbook import TABLES

    workbook = load(file).workbook
    rows = []
    for table in TABLES:
        for row in getattr(workbook, table):
            rows.append([str(value_at(workbook, (table, row.id, *path))) for path, _ in row_cells(row)])
    return rows


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fitsheet-bench-") as name:
        folder = Path(name)
        file = folder / "sheet.fitsheet"
        shutil.copy(ROOT / "presets" / "workbooks" / "example.fitsheet", file)
        rows = cells_of(file)
        note = f"{sum(map(len, rows)):,} cells"
        program = [str(FROZEN)] if FROZEN.exists() else [sys.executable, "-m", "ui"]
        measured("Fitsheet" if FROZEN.exists() else "Fitsheet from its sources", [*program, str(file)],
                 "sheet.fitsheet", folder / "fitsheet", note)  # fmt: skip
        calc = shutil.which("soffice")
        if calc is None:
            print("LibreOffice is not installed: nothing to compare with", file=sys.stderr)
            return
        with (folder / "sheet.csv").open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows(rows)
        profile = f"-env:UserInstallation=file://{folder}/profile"
        options = [calc, profile, "--norestore", "--nologo", "--nofirststartwizard"]
        convert = [*options, "--headless", "--convert-to", "ods", "--outdir", str(folder), str(folder / "sheet.csv")]
        subprocess.run(convert, check=True, capture_output=True, timeout=2 * PATIENCE_S)
        (folder / "profile").rename(folder / "used")

        def as_before() -> None:
            shutil.rmtree(folder / "profile", ignore_errors=True)
            shutil.copytree(folder / "used", folder / "profile")
            (folder / ".~lock.sheet.ods#").unlink(missing_ok=True)

        command = [*options, "--calc", str(folder / "sheet.ods")]
        measured("LibreOffice Calc", command, "sheet.ods", folder / "calc", note, as_before)


if __name__ == "__main__":
    main()
