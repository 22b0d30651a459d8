"""Where Ctrl and an arrow key lead: to the edge of the block of filled cells, as in every spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence


def edge(filled: Sequence[bool], start: int, step: int) -> int:
    """The position that Ctrl+arrow reaches from `start` along a line of cells, of which `filled` are not blank.

    From inside a block to its last cell; from its edge, or from a blank, to the next filled cell; else to the end.

    >>> line = [True, True, False, False, True]
    >>> edge(line, 0, 1), edge(line, 1, 1), edge(line, 4, -1), edge(line, 4, 1)
    (1, 4, 1, 4)
    """
    last = len(filled) - 1 if step > 0 else 0
    if start == last:
        return start
    at = start + step
    if filled[start] and filled[at]:
        while at != last and filled[at + step]:
            at += step
        return at
    while at != last and not filled[at]:
        at += step
    return at
