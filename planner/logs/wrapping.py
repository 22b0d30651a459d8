"""Messages that a terminal, a mail or a person broke over several lines, as one line again.

Two sorts are put together: what a terminal cut at its width, known by several lines of exactly the greatest length,
where something is stated across the cut; and the few long sentences that state memory, up to their known ends. A line
that begins as those of programs do, or as the one before it, is never taken for the rest of another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from planner.logs.lines import LONGEST

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
        "out of memory",
        200,
        re.compile(r"reserved in total|cached\)|PyTorch but unallocated|private pool|shared pool", re.IGNORECASE),
    ),
    (
        "max seq len",
        300,
        re.compile(r"KV\s?cache\s?memory \([^)]{0,40}\)|stored in KV\s?cache \([^)]{0,40}\)", re.IGNORECASE),
    ),
    ("free memory on device", 300, re.compile(r"utilization (?:is )?\([^)]{0,40}\)", re.IGNORECASE)),
    ("msg=offload", 1200, re.compile(r"memory\.weights\.total=\"?[\d.]+ ?\w+")),
)
"""How a message begins, how many characters there are at most before its break, and what it has when it is whole."""


def unwrapped(lines: Sequence[tuple[int, str]], stated_across: Callable[[str, int], bool]) -> Iterator[tuple[int, str]]:
    """The same lines, with what belongs together in one; its number is that of its first line. `stated_across` says
    whether a line states something on both sides of a place in it.

    >>> list(unwrapped([(1, "CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 24.00 GiB total capacity;"),
    ...                 (2, "21.00 GiB already allocated; 0 bytes free; 22.00 GiB reserved in total by PyTorch)")],
    ...                lambda line, at: False))[0][1][75:100]
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
            if _HEAD.match(below) or below[:SAME] == above[:SAME] or len(line) + len(below) > LONGEST:
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
    small = line.casefold()
    for begin, most, end in _SENTENCES:
        at = small.rfind(begin)
        if 0 <= len(small) - at - len(begin) <= most and at >= 0 and end.search(line, at) is None:
            return True
    return False
