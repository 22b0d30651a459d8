"""A few lines of a ledger over numbers and arrays together, line by line: nothing is compiled for them.

A cell of a matrix is one plan of hundreds that share all inputs but those of the card. What does not depend on the card
stays one exact Python number, what does is an array of float64 over the cards; a blank input is None, or NaN in an
array, and blocks what depends on it as in `Structure.evaluate`. To compile the lines would cost as much as a hundred
evaluations of this kind.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

import numpy

from planner.formula import ceil_div, formula, power, round_up
from planner.ledger import Structure
from planner.line import Slot


class Other(NamedTuple):
    """Another formula of a line, for the cards of which the array `known` says False."""

    known: Slot
    text: str
    slots: tuple[Slot, ...]


Step: TypeAlias = tuple[Slot, Callable[..., Any], Callable[[Any], Any], bool]
"""A line, its function, what takes the function's numbers from all values, and whether that is a single one."""


@lru_cache(maxsize=20_000)
def _step(key: Slot, text: str, slots: tuple[Slot, ...]) -> Step:
    """A line by its formula (nothing: a sum); the structures of all models share those that they have in common."""
    return key, _over_both(text) if text else _sum, itemgetter(*slots), len(slots) == 1


class ArrayLines:
    """These lines of a structure (those that it has), and what they need; called with amounts by slot.

    `others` has by key the lines with another formula for some of the cards.
    """

    __slots__ = ("constants", "inputs", "keys", "steps")

    def __init__(self, structure: Structure, keys: Sequence[str], others: Mapping[str, Other] | None = None) -> None:
        self.keys = tuple(key for key in keys if key in structure.index)
        self.constants: dict[Slot, Any] = {}
        self.steps: list[Step] = []
        used: list[Slot] = []

        def add(key: Slot, text: str, slots: tuple[Slot, ...]) -> None:
            used.extend(slots)
            if slots:
                self.steps.append(_step(key, text, slots))
            else:
                self.constants[key] = _over_both(text)() if text else 0

        lines, children = structure.lines, structure.children
        for position in structure.order_of(self.keys):
            line = lines[position]
            if line.formula is None:
                add(line.key, "", children.get(line.key, ()))
            elif others and (other := others.get(line.key)):
                own, without = f"{line.key} own", f"{line.key} otherwise"
                add(own, line.formula.text, tuple(line.sources.values()))
                add(without, other.text, other.slots)
                used.append(other.known)
                self.steps.append((line.key, _by_card, itemgetter(other.known, own, without), False))
            else:
                add(line.key, line.formula.text, tuple(line.sources.values()))
        made = {step[0] for step in self.steps} | self.constants.keys()
        self.inputs: tuple[Slot, ...] = tuple(slot for slot in dict.fromkeys(used) if slot not in made)

    def __call__(self, amounts: Mapping[Slot, Any]) -> dict[str, Any]:
        """The value of each line: a number, an array (NaN where it is blocked), or None where it is blocked."""
        found: dict[Slot, Any] = {slot: amounts[slot] for slot in self.inputs}
        found |= self.constants
        with numpy.errstate(divide="raise", invalid="raise", over="raise", under="ignore"):
            for key, function, take, alone in self.steps:
                given = (take(found),) if alone else take(found)
                try:
                    found[key] = function(*given)
                except FloatingPointError:
                    found[key] = _one_by_one(function, given)
                except TypeError:
                    if not any(value is None for value in given):
                        raise
                    found[key] = None
                except (ArithmeticError, ValueError):
                    found[key] = None
        return {key: found[key] for key in self.keys}


def _sum(*values: Any) -> Any:
    return sum(values)


def _by_card(known: Any, own: Any, other: Any) -> Any:
    """Of two formulas that of each card; a blank one is NaN."""
    return numpy.where(known, numpy.nan if own is None else own, numpy.nan if other is None else other)


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
        return ceil_div(a, multiple) * multiple
    return round_up(a, multiple)


def _power(a: Any, b: Any) -> Any:
    return a**b if type(a) is ARRAY or type(b) is ARRAY else power(a, b)


ARRAY = numpy.ndarray


def _any_array(values: Sequence[Any]) -> bool:
    for value in values:  # noqa: SIM110 -- asked some 20,000 times a matrix, a generator would double it
        if type(value) is ARRAY:
            return True
    return False


FUNCTIONS: dict[str, Any] = {
    "ceil_div": ceil_div,
    "round_up": _round_up,
    "min": _lowest,
    "max": _highest,
    "power": _power,
    "__builtins__": {},
}


@lru_cache(maxsize=20_000)
def _over_both(text: str) -> Callable[..., Any]:
    """The function of a formula's text with functions that take numbers and arrays."""
    return FunctionType(formula(text).compiled().__code__, FUNCTIONS)
