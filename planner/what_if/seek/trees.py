"""The text of a formula taken apart: the value of a piece of it, and which of its pieces a `min` or `max` takes."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from planner.formula import SCALARS

_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def value_of(node: ast.expr, amounts: Mapping[str, Any]) -> Any:
    """The value of a piece of a formula's tree with these numbers for its names.

    >>> from planner.formula import formula
    >>> value_of(formula("2 * max(a, b) ** 2").tree, {"a": 3, "b": 5})
    50
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return amounts[name]
        case ast.UnaryOp(op=op, operand=operand):
            inner = value_of(operand, amounts)
            return -inner if isinstance(op, ast.USub) else inner
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](value_of(left, amounts), value_of(right, amounts))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return SCALARS[name](*(value_of(argument, amounts) for argument in arguments))
    raise ValueError(f"a formula has no {type(node).__name__}")


def names_in(node: ast.expr) -> frozenset[str]:
    """The names in a piece of a formula, without those of functions."""
    called = {id(inner.func) for inner in ast.walk(node) if isinstance(inner, ast.Call)}
    return frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and id(inner) not in called)


def taken(arguments: list[ast.expr], how: str, amounts: Mapping[str, Any]) -> ast.expr:
    """The argument that a `min` or `max` takes; of equal ones the first."""
    return (min if how == "min" else max)(arguments, key=lambda node: value_of(node, amounts))


def choices_in(tree: ast.expr) -> Iterator[tuple[str, list[ast.expr]]]:
    """Each `min` and `max` in a tree: which of them, and its arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            yield node.func.id, node.args
