"""How far a number can go while something holds: the one search behind "how much fits" and behind Seek.

Each `holds(number)` is a plan that is tried, so calls are counted by the hundred, not by the million.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

MOST = 2**24
"""No context or batch beyond this is looked for."""
NEAR = 300
"""So many whole numbers behind an edge are tried one by one: more than the widest page or padding (256 cells)."""
CLOSE = 1e-12
"""Two floats nearer than this share of them are not told apart."""

Holds = Callable[[Any], bool]


class Edge(NamedTuple):
    """The outermost number that holds, and one right behind it that does not; None where the numbers tried end."""

    value: Any
    beyond: Any


def largest(holds: Callable[[int], bool], ceiling: int = MOST) -> int | None:
    """The largest whole number up to `ceiling` for which something holds; None when it does not hold for 1.

    What holds for a number must hold for every smaller one: memory never falls when batch or context rise.

    >>> largest(lambda number: number * number <= 1000), largest(lambda number: True, 7), largest(lambda number: False)
    (31, 7, None)
    """
    if not holds(1):
        return None
    low, high = 1, 2
    while high <= ceiling and holds(high):
        low, high = high, 2 * high
    found: int = edge_between(holds, low, min(high, ceiling + 1)).value
    return found


def edge_between(holds: Holds, good: Any, bad: Any, whole: bool = True) -> Edge:
    """An edge between a number that holds and one that does not, on either side of each other, by halving.

    Whole numbers end beside each other, floats within CLOSE of each other.

    >>> edge_between(lambda number: number < 10, 4, 100)
    Edge(value=9, beyond=10)
    """
    while not beside(good, bad, whole):
        middle = between(good, bad, whole)
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return Edge(good, bad)


def beside(one: Any, other: Any, whole: bool) -> bool:
    """Whether no number worth trying lies between these two."""
    if whole:
        return bool(abs(other - one) <= 1)
    return bool(abs(other - one) <= CLOSE * max(abs(one), abs(other)))


def between(one: Any, other: Any, whole: bool) -> Any:
    """The number to try between two: their mean, and of floats far apart their geometric mean."""
    if whole:
        return (one + other) // 2
    low, high = sorted((one, other))
    return (low * high) ** 0.5 if low > 0 and high > 4 * low else (low + high) / 2


def outermost(holds: Holds, points: Sequence[Any], upward: bool, whole: bool = True) -> Edge | None:
    """The largest number that holds (`upward`), or the smallest; None where it holds for none of the ascending points.

    What holds need not hold for all numbers on one side. All points are tried from the far end, and where whole numbers
    lie between them, the edge that is found between two is walked on from as long as one of the NEAR next holds. So
    what is missed is only what holds between points and further than NEAR behind all else that holds.

    >>> outermost(lambda number: number % 10 < 3 and number < 95, range(0, 200), upward=True)
    Edge(value=92, beyond=93)
    """
    order = list(points) if not upward else list(reversed(points))
    found = next((at for at, point in enumerate(order) if holds(point)), None)
    if found is None:
        return None
    if found == 0:
        return Edge(order[0], None)
    edge = edge_between(holds, order[found], order[found - 1], whole)
    while whole and (further := _near(holds, edge.value, order[0], 1 if upward else -1)) is not None:
        # All points further out were tried and do not hold.
        bad = min((point for point in order[:found] if (point > further) == upward), key=lambda at: abs(at - further))
        edge = edge_between(holds, further, bad)
    return edge


def _near(holds: Holds, value: int, last: int, step: int) -> int | None:
    """The furthest of the numbers right behind an edge, short of the last, that holds."""
    most = min(NEAR, abs(last - value) - 1)
    return next((value + step * away for away in range(most, 0, -1) if holds(value + step * away)), None)
