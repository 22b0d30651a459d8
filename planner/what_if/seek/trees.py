"""The text of a formula taken apart: the names in a piece of it, and which of its pieces a `min` or `max` takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from planner.formula import value_of


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
