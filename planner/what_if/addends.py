"""A line's value as a sum over lines that it is computed from, exact: what of `layers * layer` is each layer's part."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from planner.formula import value_of
from planner.ledger import Structure
from planner.what_if.seek.trees import names_in, taken

OPENED = frozenset({"byte", "parameter", "FLOP", "s"})
"""Units of lines that are amounts; others are shapes, counts and rates, by which amounts are multiplied."""


class Addend(NamedTuple):
    """`factor` times the line `key` is a part of the value; with `divided` the product is divided by it."""

    key: str
    factor: Any
    divided: Any = 1

    def part(self, value: Any) -> Any:
        """The part that this value of the line makes."""
        product = value * self.factor
        return product if self.divided == 1 else product / self.divided


def addends_of(structure: Structure, key: str, amounts: Mapping[str, Any]) -> tuple[Addend, ...]:
    """The lines whose multiples a line is the sum of; none where it is not such a sum. `amounts` has every slot.

    Of a `min` or `max` what it takes counts. A line that adds a number of its own beside lines is no such sum.
    """
    line = structure.lines[structure.index[key]]
    if line.formula is None:
        return tuple(Addend(child, 1) for child in structure.children.get(key, ()))
    lines = {
        name: slot
        for name, slot in line.sources.items()
        if slot in structure.index and structure.lines[structure.index[slot]].unit in OPENED
    }
    if not lines:
        return ()
    given = {name: amounts[slot] for name, slot in line.sources.items()}
    if any(value is None for value in given.values()):
        return ()
    try:
        return tuple(_of(line.formula.tree, lines, given))
    except _NoSumError:
        return ()


class _NoSumError(Exception):
    """The formula is not a sum of multiples of lines."""


def _of(node: ast.expr, lines: Mapping[str, str], given: Mapping[str, Any]) -> Iterator[Addend]:
    match node:
        case ast.Name(id=name) if name in lines:
            yield Addend(lines[name], 1)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            yield from _of(left, lines, given)
            sign = -1 if isinstance(op, ast.Sub) else 1
            for each in _of(right, lines, given):
                yield each._replace(factor=sign * each.factor)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            inner, outer = (left, right) if names_in(left) & lines.keys() else (right, left)
            if names_in(outer) & lines.keys():
                raise _NoSumError
            factor = value_of(outer, given)
            for each in _of(inner, lines, given):
                yield each._replace(factor=each.factor * factor)
        case ast.BinOp(left=left, op=ast.Div(), right=right) if not names_in(right) & lines.keys():
            divisor = value_of(right, given)
            for each in _of(left, lines, given):
                yield each._replace(divided=each.divided * divisor)
        case ast.Call(func=ast.Name(id="min" | "max" as how), args=arguments):
            yield from _of(taken(arguments, how, given), lines, given)
        case _:
            if names_in(node) & lines.keys() or value_of(node, given) != 0:
                raise _NoSumError
