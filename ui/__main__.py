"""The command `fitsheet`: a window on a workbook, or the planner's commands without one.

Nothing heavy is imported here before it is known what was asked for, so that the window is painted early.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from ui import compiled_texts

STARTED = time.perf_counter()
COMMANDS = frozenset(
    {
        "compare", "export", "launch", "matrix", "measure", "params", "plan", "presets", "reconcile", "seek", "sweep",
        "--version", "--help", "-h",
    }
)  # fmt: skip
"""The words after which no window opens; the parser of planner.cli has the same, and is not imported to ask."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Opens the window (`fitsheet`, `fitsheet FILE`, `fitsheet --smoke REPORT.json`) or runs a command."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    compiled_texts.use()
    if given and given[0] in COMMANDS:
        from planner.cli import main as command

        return command(given, _draw)
    if given == ["doctor"]:
        from ui.doctor import doctor

        return doctor()
    if given and given[0] == "--smoke":
        if len(given) != 2:
            print("fitsheet: --smoke takes the file to write its report to.", file=sys.stderr)
            return 2
        from ui import start

        start.before_imports()
        from ui.smoke import smoke

        return smoke(given[1], STARTED)
    if len(given) > 1 or (given and given[0].startswith("-")):
        print(f"fitsheet: {given[0]} is no command; `fitsheet --help` lists them.", file=sys.stderr)
        return 2
    refusal = _refusal(given)
    if refusal:
        print(f"fitsheet: {refusal}", file=sys.stderr)
        return 2
    from ui import start

    start.before_imports()
    from ui.application import run

    return run(given[0] if given else None)


def _draw(*wanted: Any) -> bytes:
    """An export that Qt draws; Qt is imported only for it."""
    from ui.handover.drawn import drawn

    return drawn(*wanted)


def _refusal(given: Sequence[str]) -> str:
    """Why no window is opened: a mistyped command, or no display to open it on; empty when there is nothing to say."""
    # The disk is asked last: a path in a network folder may not answer, and has a separator.
    if given and "." not in given[0] and os.sep not in given[0] and not os.path.exists(given[0]):
        return f"{given[0]} is no command and no file; `fitsheet --help` lists the commands."
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM")
    if sys.platform == "linux" and not shown:
        return "there is no display for a window; `fitsheet plan WORKBOOK` answers without one."
    return ""


if __name__ == "__main__":
    sys.exit(main())
