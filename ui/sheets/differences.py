"""What a table has to tell its view after a change: which rows went, moved or came, and which runs of cells differ."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Literal

Step = tuple[Literal["remove", "move", "insert"], int, int]
"""remove rows first..last; move the row at one place so that it stands at the other; insert rows first..last."""
Run = tuple[int, int]
Rectangle = tuple[int, int, int, int]
MANY = 12
"""So many rectangles are told one by one."""


def steps(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[Step]:
    """How to get from one order of ids to another, each step counted on the result of those before it.

    >>> list(steps("abcd", "bcda"))
    [('move', 0, 3)]
    >>> list(steps("abcd", "axyd"))
    [('remove', 1, 2), ('insert', 1, 2)]
    """
    kept = set(new)
    for first, last in reversed(list(_runs(id not in kept for id in old))):
        yield "remove", first, last
    present = set(old)
    order = [id for id in old if id in kept]
    target = [id for id in new if id in present]
    place = {id: position for position, id in enumerate(target)}
    for position, wanted in enumerate(target):
        while order[position] != wanted:
            # When the wanted row comes next, it is the row here that went down; otherwise the wanted one came up.
            came_next = order[position + 1] == wanted
            source = position if came_next else order.index(wanted)
            goal = place[order[position]] if came_next else position
            order.insert(goal, order.pop(source))
            yield "move", source, goal
    for first, last in _runs(id not in present for id in new):
        yield "insert", first, last


def runs_of(positions: Sequence[int]) -> Iterator[Run]:
    """Ascending numbers as runs of neighbours.

    >>> list(runs_of([1, 2, 3, 7]))
    [(1, 3), (7, 7)]
    """
    start = 0
    for at in range(1, len(positions) + 1):
        if at == len(positions) or positions[at] != positions[at - 1] + 1:
            yield positions[start], positions[at - 1]
            start = at


def rectangles(changed: Sequence[tuple[int, Sequence[Run]]]) -> Iterator[Rectangle]:
    """Runs of columns per row, ascending, as (top, left, bottom, right); equal runs of neighbouring rows are one.

    >>> list(rectangles([(4, [(2, 3)]), (5, [(2, 3)]), (7, [(0, 0), (2, 3)])]))
    [(4, 2, 5, 3), (7, 0, 7, 0), (7, 2, 7, 3)]
    """
    open_from, last_row, open_runs = 0, -2, ()
    for row, runs in changed:
        if row == last_row + 1 and tuple(runs) == open_runs:
            last_row = row
            continue
        for left, right in open_runs:
            yield open_from, left, last_row, right
        open_from, last_row, open_runs = row, row, tuple(runs)
    for left, right in open_runs:
        yield open_from, left, last_row, right


def few_rectangles(changed: Sequence[tuple[int, Sequence[Run]]]) -> list[Rectangle]:
    """The same, or where those are many, since neighbouring rows differ in other columns, every changed row in all
    columns in which some row differs: each rectangle costs more than the cells that it has too many.

    >>> few_rectangles([(row, [(row % 2, row % 2)]) for row in range(100)])
    [(0, 0, 99, 1)]
    >>> few_rectangles([(row, [(2, 3)]) for row in range(0, 100, 2)])
    [(0, 2, 98, 3)]
    """
    found = list(rectangles(changed))
    if len(found) <= MANY:
        return found
    columns = {column for _, runs in changed for first, last in runs for column in range(first, last + 1)}
    union = list(runs_of(sorted(columns)))
    found = list(rectangles([(row, union) for row, _ in changed]))
    if len(found) <= MANY:
        return found
    # Rows here and there: one piece of all that lies between them; only what is in sight is painted.
    return [(changed[0][0], union[0][0], changed[-1][0], union[-1][1])]


def _runs(flags: Iterator[bool]) -> Iterator[Run]:
    return runs_of([position for position, flag in enumerate(flags) if flag])
