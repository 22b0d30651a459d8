"""Lines of a ledger as one graph of arithmetic: what is computed twice is one term, what does not vary one number.

Numbers are folded by the formulas' own functions, so they are what a single plan has. Terms that take part in a sum or
a product are put together by `sums`, which may change the order of roundings; here the order is the formula's.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from planner.formula import SCALARS, value_of
from planner.what_if.arrays import EXACT

Operand: TypeAlias = Any
"""A `Term`, or a number that is the same at every point."""
WHOLE = frozenset({"+", "-", "*", "min", "max", "neg"})
"""What gives whole numbers of whole numbers, besides divisions that round."""
ROUNDED = frozenset({"//", "%", "ceil_div"})
"""What jumps where its arguments change a little."""
SIGNS: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip


class Term:
    """A varying number: an operation on terms and numbers. `whole` where its values are whole at every point, `uses`
    counts the terms that it is an argument of.
    """

    __slots__ = ("arguments", "operation", "serial", "uses", "whole")

    def __init__(self, serial: int, operation: str, arguments: tuple[Operand, ...], whole: bool) -> None:
        self.serial = serial
        self.operation = operation
        self.arguments = arguments
        self.whole = whole
        self.uses = 0


def is_whole(value: Operand) -> bool:
    """Whether a number, or a term at every point, is whole."""
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
        key = (operation, *[("term", each.serial) if type(each) is Term else (type(each), each) for each in arguments])
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Term(len(self.all), operation, arguments, whole)
            self.all.append(found)
            for each in arguments:
                if type(each) is Term:
                    each.uses += 1
        return found

    def leaf(self, name: str, whole: bool) -> Term:
        """What is given as an array."""
        return self.term("leaf", (name,), whole)

    def apply(self, operation: str, *arguments: Operand) -> Operand:
        """An operation; a number where all arguments are. ArithmeticError where it has none."""
        if not any(type(each) is Term for each in arguments):
            return NUMBERS[operation](*arguments)
        whole = operation in WHOLE or operation in ROUNDED
        if operation == "power":
            whole = isinstance(arguments[1], int) and arguments[1] >= 0
        if operation == "//" or operation == "ceil_div":
            return self.term(operation, arguments, True)
        return self.term(operation, arguments, whole and all(map(is_whole, arguments)))

    def of(self, tree: ast.expr, names: Mapping[str, Operand]) -> Operand:
        """The value of a formula's tree, with what its names stand for."""
        match tree:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return names[name]
            case ast.UnaryOp(op=op, operand=operand):
                inner = self.of(operand, names)
                return self.apply("neg", inner) if isinstance(op, ast.USub) else inner
            case ast.BinOp(left=left, op=op, right=right):
                return self.apply(SIGNS[type(op)], self.of(left, names), self.of(right, names))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                given = [self.of(argument, names) for argument in arguments]
                if not any(type(each) is Term for each in given):
                    return SCALARS[name](*given)
                if name == "round_up":
                    return self.apply("*", self.apply("ceil_div", *given), given[1])
                return given[0] if len(given) == 1 else self.apply(name, *given)
        raise AssertionError("a checked tree has nothing else")

    def sum(self, parts: Sequence[Operand]) -> Operand:
        """The sum of a line's parts, in their order."""
        return functools.reduce(lambda one, other: self.apply("+", one, other), parts, 0)


def _folding(text: str) -> Callable[..., Any]:
    tree = ast.parse(text, mode="eval").body
    return lambda *given: value_of(tree, dict(zip("ab", given, strict=False)))


NUMBERS: Mapping[str, Callable[..., Any]] = {
    **{sign: _folding(f"a {sign} b") for sign in SIGNS.values()},
    **{name: SCALARS[name] for name in ("power", "ceil_div", "min", "max")},
    "neg": _folding("-a"),
}
