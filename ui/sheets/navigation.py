"""Where keys lead in a table: to the edge of a block of filled cells, and round the selected cells."""

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


def next_in(cells: Sequence[tuple[int, int]], current: tuple[int, int], down: int, right: int) -> tuple[int, int]:
    """The selected cell that Enter (`down`: 1, or -1 with Shift) or Tab (`right`) leads to, from the last to the first.

    `cells` are row and place of the selected ones. Enter goes down each column in turn, Tab along each row.

    >>> block = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> next_in(block, (1, 0), 1, 0), next_in(block, (1, 1), 1, 0), next_in(block, (0, 1), 0, 1)
    ((0, 1), (0, 0), (1, 0))
    """
    order = sorted(cells, key=lambda cell: (cell[1], cell[0])) if down else sorted(cells)
    return order[(order.index(current) + (down or right)) % len(order)]
