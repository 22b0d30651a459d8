"""The exit status of commands: a contract with scripts, see docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterable

from planner.verdict import Verdict

FITS, DOES_NOT_FIT, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
STOPPED = 130
"""Of a command that was ended with Ctrl+C, as shells have it."""


def status_of(verdicts: Iterable[Verdict]) -> int:
    """The exit status for these verdicts.

    >>> status_of([Verdict.FITS, Verdict.UNKNOWN]), status_of([Verdict.UNKNOWN, Verdict.DOES_NOT_FIT]), status_of([])
    (3, 1, 0)
    """
    words = set(verdicts)
    if Verdict.DOES_NOT_FIT in words:
        return DOES_NOT_FIT
    return UNKNOWN if Verdict.UNKNOWN in words else FITS
