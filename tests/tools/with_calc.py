"""Cells to LibreOffice Calc and back, both programs in real windows, by real keys: `python -m tests.tools.with_calc`.

Not a test, since it needs LibreOffice, which is larger than all else that tests need. It copies the cells on show of
the scenarios and the models with their headings, those of the GPUs without, pastes them into Calc, copies them there
and pastes them back; it prints what differs afterwards and ends with status 1 if anything does beyond the 15 digits
that Calc keeps.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from planner.edits import replaced
from planner.files import load, save
from planner.resolve import resolve
from planner.workbook import Workbook
from tests.tools.outside import Fitsheet, Program, missing, until
from ui.examples import example_file

DIGITS = 15
NOTHING = "nothing copied yet"
TRIPS = (("scenarios", "ctrl+shift+h"), ("models", "ctrl+shift+h"), ("accelerators", "ctrl+c"))
"""Scenarios with headings: which of their columns are on show depends on the rows that are selected."""


class Calc(Program):
    """LibreOffice Calc on an empty sheet, under a profile of its own."""

    def __init__(self, folder: Path) -> None:
        profile = (folder / "calc").as_uri()
        super().__init__(
            [
                "soffice",
                f"-env:UserInstallation={profile}",
                "--norestore",
                "--nologo",
                "--nofirststartwizard",
                "--calc",
            ],
            {"SAL_USE_VCLPLUGIN": "gen"},
        )
        self.in_front("LibreOffice Calc")

    def _windows(self, title: str) -> list[str]:
        # soffice is a script: its windows belong to a process below it.
        told = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title], capture_output=True, text=True,
                              timeout=20, check=False)  # fmt: skip
        return told.stdout.split()


def same(before: Any, after: Any) -> bool:
    """Equal, numbers to the digits that Calc keeps."""
    if isinstance(before, float) or isinstance(after, float):
        return isinstance(before, int | float) and isinstance(after, int | float) and math.isclose(
            before, after, rel_tol=10.0**-(DIGITS - 1)
        )  # fmt: skip
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() == after.keys() and all(same(before[key], after[key]) for key in before)
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        return len(before) == len(after) and all(map(same, before, after))
    return bool(before == after)


def differences(before: Any, after: Any, place: str = "") -> list[str]:
    """Where two documents differ beyond that, in words."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [line for key in before | after
                for line in differences(before.get(key), after.get(key), f"{place}.{key}")]  # fmt: skip
    if isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        return [line for at, (old, new) in enumerate(zip(before, after, strict=True))
                for line in differences(old, new, f"{place}[{at}]")]  # fmt: skip
    return [] if same(before, after) else [f"{place}: {before!r} became {after!r}"]


def values(workbook: Workbook) -> Any:
    """The document as plain data, expressions as the numbers that they come to: other programs know these only."""
    return resolve(workbook).workbook.model_dump()


def difficult(workbook: Workbook) -> Workbook:
    """The workbook with what does not survive carelessness in it: odd bytes, long fractions, quotes."""
    card, scenario = workbook.accelerators[0], workbook.scenarios[0]
    for path, value in (
        (("accelerators", card.id, "usable_memory"), 84_974_239_743),
        (("accelerators", card.id, "name"), 'A100 "80GB", 1/2'),
        (("accelerators", workbook.accelerators[-1].id, "memory_bandwidth"), 333_333_333_333),
        (("scenarios", scenario.id, "load", "batch"), "=2*4"),
        (("scenarios", scenario.id, "name"), "1/2 plan"),
        (("models", workbook.models[0].id, "name"), "4/2024 Llama"),
    ):
        workbook = replaced(workbook, path, value)
    return workbook


def round_trip(program: Fitsheet, calc: Calc, copy: str) -> None:
    """Copy all cells of the table that has the keyboard by these keys, through Calc, and paste them back."""
    program.keys("ctrl+Home", "ctrl+shift+End")
    out = program.copied(copy)
    calc.in_front("LibreOffice Calc")
    calc.keys("ctrl+a", "Delete", "ctrl+Home", "ctrl+v")
    calc.in_front("Text Import")
    calc.keys("Return")
    until(lambda: not calc._windows("Text Import"), "the import dialog to close")
    calc.in_front("LibreOffice Calc")
    program.clipboard.set(NOTHING)

    def copied() -> bool:
        # Calc takes keys only once it has finished its import.
        calc.keys("ctrl+Home", "ctrl+shift+End", "ctrl+c")
        return program.clipboard.text().count("\n") >= out.count("\n")

    until(copied, "Calc to copy")
    back = program.clipboard.text()
    print(f"{len(out):,} characters in {out.count(chr(10))} rows went out, {len(back):,} came back")
    program.front()
    program.keys("ctrl+Home", "ctrl+v")


def main() -> int:
    lacking = missing() or ("" if shutil.which("soffice") else "LibreOffice (soffice)")
    if lacking:
        print(f"with_calc: this machine lacks {lacking}.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "plan.fitsheet"
        workbook = difficult(load(example_file()).workbook)
        save(file, workbook)
        program, calc = Fitsheet(file, folder), Calc(folder)
        found: list[str] = []
        try:
            for table, copy in TRIPS:
                program.front()
                if table != "scenarios":
                    program.keys("ctrl+g")
                    program.in_front("Go to row")
                    first = getattr(workbook, table)[0].name
                    program.type(f"{first} {'models' if table == 'models' else 'gpus'}", "Return")
                    program.gone("Go to row")
                    program.front()
                before = program.saved()
                round_trip(program, calc, copy)
                found += [f"{table}{line}" for line in differences(values(before), values(program.saved()))]
        finally:
            calc.close()
            program.close()
    print("\n".join(found) or "Nothing differs.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
