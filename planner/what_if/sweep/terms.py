"""Lines of a ledger as one graph of arithmetic: what is computed twice is one term, what does not vary one number.

Numbers are folded by the formulas' own functions, so they are what a single plan has. Terms that take part in a sum or
a product are put together by `sums`, which may change the order of roundings; here the order is the formula's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from planner.formula import SCALARS, Formula
from planner.what_if.arrays import EXACT

Operand: TypeAlias = Any
"""A `Term`, or a number that is the same at every point."""
KEPT_WHOLE = frozenset({"+", "-", "*", "min", "max", "neg", "%"})
"""What gives whole numbers of whole numbers."""
ROUNDED = frozenset({"//", "%", "ceil_div"})
"""What jumps where its arguments change a little."""


class Term:
    """A varying number: an operation on terms and numbers. `whole` where its values are whole at every point, `uses`
    counts the terms that it is an argument of. Formulas calculate with it as with a number.
    """

    __slots__ = ("arguments", "graph", "operation", "serial", "uses", "whole")

    def __init__(self, graph: Terms, serial: int, operation: str, arguments: tuple[Operand, ...], whole: bool) -> None:
        self.graph = graph
        self.serial = serial
        self.operation = operation
        self.arguments = arguments
        self.whole = whole
        self.uses = 0

    def __add__(self, other: Operand) -> Term:
        return self.graph.apply("+", (self, other))

    def __radd__(self, other: Operand) -> Term:
        return self.graph.apply("+", (other, self))

    def __sub__(self, other: Operand) -> Term:
        return self.graph.apply("-", (self, other))

    def __rsub__(self, other: Operand) -> Term:
        return self.graph.apply("-", (other, self))

    def __mul__(self, other: Operand) -> Term:
        return self.graph.apply("*", (self, other))

    def __rmul__(self, other: Operand) -> Term:
        return self.graph.apply("*", (other, self))

    def __truediv__(self, other: Operand) -> Term:
        return self.graph.apply("/", (self, other))

    def __rtruediv__(self, other: Operand) -> Term:
        return self.graph.apply("/", (other, self))

    def __floordiv__(self, other: Operand) -> Term:
        return self.graph.apply("//", (self, other))

    def __rfloordiv__(self, other: Operand) -> Term:
        return self.graph.apply("//", (other, self))

    def __mod__(self, other: Operand) -> Term:
        return self.graph.apply("%", (self, other))

    def __rmod__(self, other: Operand) -> Term:
        return self.graph.apply("%", (other, self))

    def __neg__(self) -> Term:
        return self.graph.apply("neg", (self,))

    def __pos__(self) -> Term:
        return self


def is_whole(value: Operand) -> bool:
    """Whether a number, or a term at every point, is whole."""
    if type(value) is int:
        return True
    if type(value) is Term:
        return value.whole
    return isinstance(value, int) or (value.is_integer() and abs(value) < EXACT)


class Terms:
    """All terms of a graph in an order in which each follows its arguments; alike ones are one."""

    def __init__(self) -> None:
        self.all: list[Term] = []
        self._known: dict[tuple[Any, ...], Term] = {}

    def term(self, operation: str, arguments: tuple[Operand, ...], whole: bool) -> Term:
        """The term of an operation on these arguments, of which one at least varies (or is the name of an input)."""
        key = (operation, arguments, *map(type, arguments))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Term(self, len(self.all), operation, arguments, whole)
            self.all.append(found)
            for each in arguments:
                if type(each) is Term:
                    each.uses += 1
        return found

    def leaf(self, name: str, whole: bool) -> Term:
        """What is given as an array."""
        return self.term("leaf", (name,), whole)

    def apply(self, operation: str, arguments: tuple[Operand, ...]) -> Term:
        """An operation, one argument of which varies at least."""
        if operation in KEPT_WHOLE:
            whole = all(map(is_whole, arguments))
        elif operation == "power":
            whole = type(arguments[1]) is int and arguments[1] >= 0 and is_whole(arguments[0])
        else:
            whole = operation in ROUNDED
        return self.term(operation, arguments, whole)


def value_of(formula: Formula, values: list[Operand]) -> Operand:
    """What a formula comes to, with values in the order of its names: a number where none of them varies."""
    return _over_both(formula.compiled().__code__)(*values)


@cache
def _over_both(code: CodeType) -> Callable[..., Any]:
    """The function of a formula's text with functions that take numbers and terms."""
    return FunctionType(code, dict(FUNCTIONS))


def _of_both(name: str) -> Callable[..., Operand]:
    number = SCALARS[name]

    def function(*arguments: Operand) -> Operand:
        term = next((each for each in arguments if type(each) is Term), None)
        if term is None:
            return number(*arguments)
        return term if len(arguments) == 1 else term.graph.apply(name, arguments)

    return function


ceil_div = _of_both("ceil_div")


def _round_up(a: Operand, multiple: Operand) -> Operand:
    if type(a) is Term or type(multiple) is Term:
        return ceil_div(a, multiple) * multiple
    return SCALARS["round_up"](a, multiple)


FUNCTIONS: Mapping[str, Any] = {
    **{name: _of_both(name) for name in ("min", "max", "power")},
    "ceil_div": ceil_div,
    "round_up": _round_up,
    "__builtins__": {},
}
