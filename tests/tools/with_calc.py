"""Cells to LibreOffice Calc and back, with both programs in real windows and real keys: `python -m tests.tools.with_calc`.

Not a test, since it needs LibreOffice, which is larger than all else that tests need. It copies the scenarios, the
models and the GPUs of the example with their headings, pastes them into Calc, copies them there and pastes them back;
it prints what differs afterwards and ends with status 1 if anything does beyond the 15 digits that Calc keeps.
"""

from __future__ import annotations

import math
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from planner.files import load, save
from planner.workbook import Workbook
from tests.tools.outside import Fitsheet, Program, missing, until
from ui.examples import example_file

DIGITS = 15
DOCUMENTS = {"scenarios": "", "models": "Models", "accelerators": "GPUs"}
"""Tables, and the panel that shows each; the scenarios are always in front."""


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
        import subprocess

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
    from planner.resolve import resolve

    return resolve(workbook).workbook.model_dump()


def round_trip(program: Fitsheet, calc: Calc, copy: str, rows_down: int) -> None:
    """Copy what is selected by these keys, through Calc, and paste it back at the same cell."""
    program.front()
    program.keys("ctrl+Home", "ctrl+shift+End")
    text = program.copied(copy)
    calc.in_front("LibreOffice Calc")
    calc.keys("ctrl+n") if rows_down else None
    calc.keys("ctrl+Home", "ctrl+shift+v" if False else "ctrl+v")
    calc.in_front("Text Import")
    calc.keys("Return")
    until(lambda: not calc._windows("Text Import"), "the import dialog to close")
    calc.in_front("LibreOffice Calc")
    program.clipboard.set("nothing copied yet")
    time.sleep(1)
    calc.keys("ctrl+c")
    until(lambda: program.clipboard.text() not in ("", "nothing copied yet"), "Calc to copy")
    back = program.clipboard.text()
    print(f"{len(text):,} characters went out, {len(back):,} came back")
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
        save(file, load(example_file()).workbook)
        program, calc = Fitsheet(file, folder), Calc(folder)
        try:
            before = values(load(file).workbook)
            round_trip(program, calc, "ctrl+c", 0)
            after = values(program.saved())
        finally:
            calc.close()
            program.close()
    found = differences(before, after)
    print("\n".join(found) or "Nothing differs.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
