"""A few lines of a ledger over numbers and arrays together, line by line: nothing is compiled for them.

A cell of a matrix is one plan of hundreds that share all inputs but those of the card. What does not depend on the card
stays one exact Python number, what does is an array of float64 over the cards; a blank input is None, or NaN in an
array, and blocks what depends on it as in `Structure.evaluate`. To compile the lines would cost as much as a hundred
evaluations of this kind.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import Any

import numpy

from planner import formula
from planner.ledger import Structure
from planner.line import Slot


class ArrayLines:
    """These lines of a structure (those that it has), and what they need; called with amounts by slot."""

    __slots__ = ("inputs", "places", "steps")

    def __init__(self, structure: Structure, keys: Sequence[str]) -> None:
        present = [key for key in keys if key in structure.index]
        needed: set[str] = set()
        stack = list(present)
        while stack:
            key = stack.pop()
            if key not in needed:
                needed.add(key)
                stack.extend(structure.precedents(key))
        place: dict[Slot, int] = {}
        steps: list[tuple[Callable[..., Any] | None, tuple[int, ...]]] = []
        order = [structure.lines[at] for at in structure.order if structure.lines[at].key in needed]
        used = (slot for line in order for slot in line.sources.values() if slot not in structure.index)
        self.inputs: tuple[Slot, ...] = tuple(sys.intern(slot) for slot in dict.fromkeys(used))
        for slot in self.inputs:
            place[slot] = len(place)
        for line in order:
            if line.formula is None:
                steps.append((None, tuple(place[key] for key in structure.children.get(line.key, ()))))
            else:
                function = _over_both(line.formula.compiled().__code__)
                steps.append((function, tuple(place[line.sources[name]] for name in line.formula.names)))
            place[line.key] = len(place)
        self.steps = tuple(steps)
        self.places: Mapping[str, int] = {key: place[key] for key in present}

    def __call__(self, amounts: Mapping[Slot, Any]) -> dict[str, Any]:
        """The value of each line: a number, an array (NaN where it is blocked), or None where it is blocked."""
        found: list[Any] = [amounts[slot] for slot in self.inputs]
        with numpy.errstate(divide="raise", invalid="raise", over="raise", under="ignore"):
            for function, places in self.steps:
                given = [found[place] for place in places]
                try:
                    found.append(sum(given) if function is None else function(*given))
                except FloatingPointError:
                    assert function is not None, "a sum raises no such error"
                    found.append(_one_by_one(function, given))
                except TypeError:
                    if not any(value is None for value in given):
                        raise
                    found.append(None)
                except (ArithmeticError, ValueError):
                    found.append(None)
        return {key: found[place] for key, place in self.places.items()}


def _one_by_one(function: Callable[..., Any], given: Sequence[Any]) -> Any:
    """A line where some element divides by zero or is too large: blank there, a number elsewhere."""
    size = next(len(value) for value in given if isinstance(value, numpy.ndarray))
    found = numpy.full(size, numpy.nan)
    for at in range(size):
        one = [float(value[at]) if isinstance(value, numpy.ndarray) else value for value in given]
        try:
            found[at] = function(*one)
        except (ArithmeticError, ValueError):
            continue
    return found


def _lowest(*values: Any) -> Any:
    return functools.reduce(numpy.minimum, values) if _any_array(values) else min(values)


def _highest(*values: Any) -> Any:
    return functools.reduce(numpy.maximum, values) if _any_array(values) else max(values)


def _round_up(a: Any, multiple: Any) -> Any:
    if type(a) is ARRAY or type(multiple) is ARRAY:
        return formula.ceil_div(a, multiple) * multiple
    return formula.round_up(a, multiple)


def _power(a: Any, b: Any) -> Any:
    return a**b if type(a) is ARRAY or type(b) is ARRAY else formula.power(a, b)


ARRAY = numpy.ndarray


def _any_array(values: Sequence[Any]) -> bool:
    for value in values:  # noqa: SIM110 -- asked some 20,000 times a matrix, a generator would double it
        if type(value) is ARRAY:
            return True
    return False


FUNCTIONS: Mapping[str, Any] = {
    "ceil_div": formula.ceil_div,
    "round_up": _round_up,
    "min": _lowest,
    "max": _highest,
    "power": _power,
    "__builtins__": {},
}


@cache
def _over_both(code: CodeType) -> Callable[..., Any]:
    """The function of a formula's text with functions that take numbers and arrays."""
    return FunctionType(code, dict(FUNCTIONS))
