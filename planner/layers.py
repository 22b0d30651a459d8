"""Which layers of a model belong to a group: positions as a short text, counted from 0.

Grammar: items separated by commas; an item is a position ("7"), a run ("0-2") or steps ("3-59/4": every fourth from 3
to 59).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

MOST = 10_000
"""So many layers a group has at most."""
_ITEM = re.compile(r"(\d{1,6})(?:-(\d{1,6})(?:/(\d{1,6}))?)?")


def write_positions(positions: Sequence[int]) -> str:
    """The shortest text of ascending positions that the grammar gives item by item.

    >>> write_positions([0, 1, 2, 5, 8, 12, 16, 20])
    '0-2, 5, 8-20/4'
    """
    items: list[str] = []
    at = 0
    while at < len(positions):
        step = positions[at + 1] - positions[at] if at + 1 < len(positions) else 1
        end = at
        while end + 1 < len(positions) and positions[end + 1] - positions[end] == step:
            end += 1
        if end - at < 2 and not (step == 1 and end > at):
            items.append(str(positions[at]))
            at += 1
            continue
        run = f"{positions[at]}-{positions[end]}"
        items.append(run if step == 1 else f"{run}/{step}")
        at = end + 1
    return ", ".join(items)


def read_positions(text: str) -> tuple[int, ...]:
    """The positions of a text, ascending; ValueError with a sentence for what is not one.

    >>> read_positions("0-2, 5, 8-20/4")
    (0, 1, 2, 5, 8, 12, 16, 20)
    """
    found: set[int] = set()
    count = 0
    for item in text.split(","):
        match = _ITEM.fullmatch(item.strip())
        if match is None:
            raise ValueError(f"“{item.strip()}” is not a position; write for example 0-2, 5, 8-60/4")
        first, last, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if last < first or not step:
            raise ValueError(f"“{item.strip()}” runs backwards; write the smaller position first")
        run = range(first, last + 1, step)
        count += len(run)  # also where runs overlap: each of them takes its time
        if count > MOST:
            raise ValueError(f"a layer group has at most {MOST:,} layers")
        found.update(run)
    return tuple(sorted(found))


def placed(groups: Sequence[tuple[str | None, Any]]) -> tuple[tuple[int, ...], ...]:
    """The layers of each group of stated positions and a count: those, or what is left, one after the other.

    Positions that do not go with the count are left aside; a count that is no number is none.

    >>> placed([("0-2", 3), (None, 2), (None, 1)])
    ((0, 1, 2), (3, 4), (5,))
    """
    counts = [count if isinstance(count, int) else 0 for _, count in groups]
    stated = [_stated(text, count) for (text, _), count in zip(groups, counts, strict=True)]
    taken = {layer for layers in stated for layer in layers}
    free = (layer for layer in range(len(taken) + sum(counts)) if layer not in taken)
    return tuple(layers or tuple(islice(free, count)) for layers, count in zip(stated, counts, strict=True))


def _stated(text: str | None, count: int) -> tuple[int, ...]:
    try:
        positions = () if text is None else read_positions(text)
    except ValueError:
        return ()
    return positions if len(positions) == count else ()
