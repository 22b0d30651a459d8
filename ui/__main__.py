"""The command `fitsheet`: a window on a workbook, or the planner's commands without one.

Nothing heavy is imported here before it is known what was asked for, so that the window is painted early.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

STARTED = time.perf_counter()
COMMANDS = frozenset({"params", "plan", "presets", "--version", "--help", "-h"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Opens the window (`fitsheet`, `fitsheet FILE`, `fitsheet --smoke REPORT.json`) or runs a command."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in COMMANDS:
        from planner.cli import main as command

        return command(given)
    if given and given[0] == "--smoke":
        if len(given) != 2:
            print("fitsheet: --smoke takes the file to write its report to.", file=sys.stderr)
            return 2
        from ui.smoke import smoke

        return smoke(given[1], STARTED)
    if len(given) > 1 or (given and given[0].startswith("-")):
        print(f"fitsheet: {given[0]} is no command; `fitsheet --help` lists them.", file=sys.stderr)
        return 2
    from ui.application import run

    return run(given[0] if given else None)


if __name__ == "__main__":
    sys.exit(main())
