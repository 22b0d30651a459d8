"""How far a command is: a line on standard error, where that is a terminal, once it takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

SLOW = 0.5
"""Seconds after which it is shown."""
OFTEN = 0.1
"""Seconds between two times."""


class TerminalProgress:
    """`show` says how much is done, `end` takes the line away again."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._begun = self._shown = clock()
        self._there = sys.stderr.isatty()
        self._width = 0

    def show(self, count: int, total: int) -> None:
        """Say it, where there is somebody to read it."""
        now = self._clock()
        if self._there and now - self._begun > SLOW and now - self._shown > OFTEN:
            self._shown = now
            filled = 30 * count // total
            text = f"[{'#' * filled}{' ' * (30 - filled)}] {count:,} of {total:,}  Ctrl+C cancels"
            self._width = len(text)
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the line away."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
