"""How cells go on: the numbers of a row or column continued by their step or factor, names by their number.

Texts are those that cells are copied by, numbers bare and in the unit of the column; arithmetic is exact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise

_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[+-]?[0-9]{1,3})?")
_NUMBERED = re.compile(r"(.*?)([0-9]{1,15})")
DIGITS = 17
"""Enough to give any float back; only a factor such as 1/3 makes numbers that need them all."""


def continued(seeds: Sequence[str], count: int, *, names: bool = False, back: bool = False) -> list[str]:
    """The `count` texts that follow the seeds; with `back`, those before them, the nearest first.

    Two or more numbers with one step, or three or more with one factor, go on with it; of `names`, those
    that end in a number count on. Anything else, expressions and single numbers among it, is repeated.

    >>> continued(["1024", "2048"], 2), continued(["1", "2", "4", "8"], 2), continued(["Plan 9"], 2, names=True)
    (['3072', '4096'], ['16', '32'], ['Plan 10', 'Plan 11'])
    >>> continued(["8"], 2), continued(["=2*batch", "1"], 3)
    (['8', '8'], ['=2*batch', '1', '=2*batch'])
    >>> continued(["3072", "4096"], 2, back=True)
    ['2048', '1024']
    """
    if back:
        seeds = seeds[::-1]
    if len(seeds) > 1 and all(map(_NUMBER.fullmatch, seeds)):
        numbers = _numbers([Fraction(seed) for seed in seeds], count)
        if numbers is not None:
            return [_written(number) for number in numbers]
    numbered = [found for seed in seeds if (found := _NUMBERED.fullmatch(seed))]
    if names and len(numbered) == len(seeds):
        stems = {found[1] for found in numbered}
        counted = [Fraction(found[2]) for found in numbered]
        step = -1 if back else 1
        numbers = (
            [counted[0] + step * at for at in range(1, count + 1)] if len(seeds) == 1 else _numbers(counted, count)
        )
        if len(stems) == 1 and numbers is not None and all(n.denominator == 1 and n >= 0 for n in numbers):
            return [f"{next(iter(stems))}{number}" for number in numbers]
    return [seeds[at % len(seeds)] for at in range(count)]


def repeated(seeds: Sequence[str], count: int, *, back: bool = False) -> list[str]:
    """The seeds over and over; with `back`, from the nearest of them on, away from them."""
    ahead = seeds[::-1] if back else seeds
    return [ahead[at % len(ahead)] for at in range(count)]


def _numbers(seeds: list[Fraction], count: int) -> list[Fraction] | None:
    """What follows by one step, else by one factor; None where there is neither."""
    pairs = list(pairwise(seeds))
    step = seeds[1] - seeds[0]
    if all(after - before == step for before, after in pairs):
        return [seeds[-1] + step * at for at in range(1, count + 1)]
    if len(seeds) > 2 and all(seeds):
        factor = seeds[1] / seeds[0]
        if all(after == before * factor for before, after in pairs):
            numbers, last = [], seeds[-1]
            for _ in range(count):
                last *= factor
                numbers.append(last)
            return numbers
    return None


def _written(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    exact = Context(prec=DIGITS).divide(Decimal(number.numerator), Decimal(number.denominator)).normalize()
    return f"{exact:f}" if exact.adjusted() > -7 else f"{exact:e}"
