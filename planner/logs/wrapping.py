"""Messages that a terminal, a mail or a person broke over several lines, as one line again.

Two sorts are put together: what a terminal cut at its width, known by several lines of exactly the greatest length, where
something is stated across the cut; and the few long sentences that state memory, up to their known ends. A line that
begins as those of programs do, or as the one before it, is never taken for the rest of another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

NARROWEST = 60
"""Characters of a terminal; shorter lines of one length are lines of one length."""
SAME = 5
"""Characters at the beginning by which two lines have the same prefix: that of a container, say."""
MOST = 8
"""Lines that one message is broken into."""
_HEAD = re.compile(
    r"[\[(|+>]|\d{4}[-/]|\d{2}:\d{2}|(?:INFO|DEBUG|WARNING|WARN|ERROR)\b|time=|(?:[A-Z][a-z]{2} [ \d]\d )|[\w.]+:\s"
    r"|File \"|Traceback|raise |\{"
)
"""How lines of programs begin."""
_SENTENCES = (
    (
        re.compile(r"out of memory\b.{0,200}$", re.IGNORECASE),
        re.compile(r"reserved in total|cached\)|PyTorch but unallocated|private pool|shared pool", re.IGNORECASE),
    ),
    (
        re.compile(r"max(?:imum)? seq(?:uence)? len(?:gth)?\b.{0,300}$", re.IGNORECASE),
        re.compile(r"KV\s?cache\s?memory \([^)]*\)|stored in KV\s?cache \([^)]*\)", re.IGNORECASE),
    ),
    (
        re.compile(r"Free memory on device.{0,300}$", re.IGNORECASE),
        re.compile(r"utilization (?:is )?\([^)]*\)", re.IGNORECASE),
    ),
    (re.compile(r"msg=\"?offload\"? .{0,1200}$"), re.compile(r"memory\.weights\.total=\"?[\d.]+ ?\w+")),
)
"""How a message begins, and what it has in it when it is whole."""


def unwrapped(lines: Sequence[tuple[int, str]], stated_across: Callable[[str, int], bool]) -> Iterator[tuple[int, str]]:
    """The same lines, with what belongs together in one; its number is that of its first line. `stated_across` says
    whether a line states something on both sides of a place in it.

    >>> list(unwrapped([(1, "CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 24.00 GiB total capacity;"),
    ...                 (2, "21.00 GiB already allocated; 0 bytes free; 22.00 GiB reserved in total by PyTorch)")],
    ...                lambda line, at: False))[0][1][72:97]
    'city; 21.00 GiB already a'
    """
    width = _width([line for _, line in lines])
    at = 0
    while at < len(lines):
        number, line = lines[at]
        at += 1
        parts = 1
        while at < len(lines) and parts < MOST:
            above, below = lines[at - 1][1], lines[at][1]
            if _HEAD.match(below) or below[:SAME] == above[:SAME]:
                break
            if width and len(above) == width and stated_across(f"{line}{below}", len(line)):
                line = f"{line}{below}"
            elif _unfinished(line):
                line = f"{line} {below}"
            else:
                break
            at, parts = at + 1, parts + 1
        yield number, line


def _width(lines: Sequence[str]) -> int:
    """The width of the terminal that these lines come from; 0 where nothing says that they were cut."""
    longest = max((len(line) for line in lines), default=0)
    if longest < NARROWEST:
        return 0
    cut = {line for line in lines if len(line) == longest and line[-1] not in "|+"}
    return longest if len(cut) > 1 else 0


def _unfinished(line: str) -> bool:
    return any(begin.search(line) and not end.search(line) for begin, end in _SENTENCES)
