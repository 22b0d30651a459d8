"""A log as statements, and as figures: of several start-ups those of one, of several ranks those of the fullest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planner.logs.figures import Figure, figures_of
from planner.logs.lines import clean_lines, rank_of
from planner.logs.nvidia_smi import tables
from planner.logs.patterns import NOT_OF_THE_MODEL, PATTERNS, SAYS
from planner.logs.startups import Startup, fullest, startups
from planner.logs.statements import OF_CARDS, Statement
from planner.logs.wrapping import unwrapped


@dataclass(frozen=True, slots=True)
class Log:
    """What a text states. `lines` are those that say something, `recognised` those that a figure comes from; `shown` is
    the one of several start-ups that the figures are of.
    """

    statements: tuple[Statement, ...]
    figures: Mapping[str, Figure]
    lines: int
    startups: tuple[Startup, ...] = ()
    shown: Startup | None = None

    @property
    def programs(self) -> tuple[str, ...]:
        """The programs whose lines were recognised, as often as they speak."""
        counted: dict[str, int] = {}
        for each in self.statements:
            counted[each.program] = counted.get(each.program, 0) + 1
        return tuple(sorted(counted, key=lambda name: (-counted[name], name)))

    @property
    def recognised(self) -> int:
        """Lines that a statement comes from."""
        return len({each.line for each in self.statements})


def read_log(text: str) -> Log:
    """What a pasted text states.

    >>> log = read_log("(Worker_TP0 pid=1) INFO Model loading took 30.59 GiB memory and 25 seconds")
    >>> log.figures["weights"].value / 2**30, log.figures["weights"].ranks
    (30.58999999985099, ('TP0',))
    """
    lines = list(clean_lines(text))
    found: list[Statement] = []
    for at, line in unwrapped(lines, _stated_across):
        small = line.casefold()
        if not any(word in small for word in SAYS) or any(word in small for word in NOT_OF_THE_MODEL):
            continue
        rank = rank_of(line)
        for known in PATTERNS:
            found.extend(known.found(line, at, rank))
    found.extend(tables([(at, "", line) for at, line in lines]))
    found.sort(key=lambda each: each.line)
    parts = startups(lines, found)
    shown = fullest(parts)
    of_cards = [each for each in found if each.program in OF_CARDS]
    figures = figures_of([*(shown.statements if shown is not None else ()), *of_cards])
    return Log(tuple(found), figures, len(lines), parts, shown)


def _stated_across(line: str, at: int) -> bool:
    return any(match.start() < at < match.end() for known in PATTERNS for match in known.regex.finditer(line))
