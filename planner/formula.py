"""One text, five uses: shown, evaluated (numbers or arrays), substituted, asked for its names, written for spreadsheets
(`planner.export.translate`).

The grammar is a small, white-listed part of Python's expressions: numbers, names, + - * / // % **, parentheses and the
functions ceil_div, round_up, min, max. What a user types into a cell goes through the same door, with one addition:
`row_id.field` names a field of another row. No attribute access, subscript, call of anything else, or branch exists.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

LONGEST = 500
DEEPEST = 40
DEEPEST_OF_THE_LEDGER = 400
"""A model of many layer groups makes long sums; texts that people type are held to less."""
LARGEST_EXPONENT = 64
LARGEST_BITS = 4096
WALKED = 40
"""So many calls of a formula are walked through before it is compiled."""

_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?(?!\s*\()")


class FormulaError(ValueError):
    """A text that is not a formula, in words a person can act on."""


def ceil_div(a: Any, b: Any) -> Any:
    """a / b rounded up, exact for integers.

    >>> ceil_div(8, 3), ceil_div(9, 3)
    (3, 3)
    """
    return -(-a // b)


def round_up(a: Any, multiple: Any) -> Any:
    """a rounded up to the next multiple; Llama-2's feed-forward width is round_up(8/3 * 4096, 256).

    >>> round_up(8 / 3 * 4096, 256)
    11008
    """
    quotient = -(-a // multiple)
    if isinstance(quotient, float) and isinstance(multiple, int):
        quotient = int(quotient)
    return quotient * multiple


def power(a: Any, b: Any) -> Any:
    """a ** b with bounded cost: an integer power may not exceed 4,096 bits."""
    if isinstance(a, int) and isinstance(b, int) and (abs(b) > LARGEST_EXPONENT or a.bit_length() * b > LARGEST_BITS):
        raise OverflowError("the power is too large")
    result = a**b
    if isinstance(result, complex):
        raise ValueError("a negative number has no such power")
    return result


def lowest(*values: Any) -> Any:
    """The least of one or more numbers; the built-in min takes a single argument for a list.

    >>> lowest(5), lowest(5, 3)
    (5, 3)
    """
    return min(values)


def highest(*values: Any) -> Any:
    """The greatest of one or more numbers."""
    return max(values)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "ceil_div": ceil_div,
    "round_up": round_up,
    "min": lowest,
    "max": highest,
}
_ARGUMENTS = {"ceil_div": (2, 2), "round_up": (2, 2), "min": (1, 10_000), "max": (1, 10_000)}
SCALARS: Mapping[str, Any] = {**FUNCTIONS, "power": power, "__builtins__": {}}


def arrays() -> dict[str, Any]:
    """The functions for numpy arrays (float64); numpy is imported here and nowhere earlier."""
    import functools

    import numpy

    def least(*values: Any) -> Any:
        return functools.reduce(numpy.minimum, values)

    def most(*values: Any) -> Any:
        return functools.reduce(numpy.maximum, values)

    def rounded(a: Any, multiple: Any) -> Any:
        return ceil_div(a, multiple) * multiple

    return {
        "ceil_div": ceil_div,
        "round_up": rounded,
        "min": least,
        "max": most,
        "power": numpy.power,
        "__builtins__": {},
    }


@dataclass(frozen=True)
class Formula:
    """A parsed formula. `names` in order of first use; `tree` has `**` replaced by the bounded `power`."""

    text: str
    names: tuple[str, ...]
    tree: ast.expr
    _calls: list[Any] = field(default_factory=lambda: [0, None], repr=False, compare=False)
    """How often it was walked through, and what it was compiled to after that."""

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """The value with these numbers.

        >>> formula("2 * d_model * kv_heads").evaluate({"d_model": 4096, "kv_heads": 8})
        65536
        """
        return self.call(*[values[name] for name in self.names])

    def call(self, *values: Any) -> Any:
        """The value with these numbers, in the order of `names`.

        Compiled after `WALKED` calls: most formulas of a ledger are called a few times, before the whole ledger is
        compiled (`planner.ledger`), and compiling one costs as much as walking through it forty times.
        """
        if self._calls[1] is None and self._calls[0] < WALKED:
            self._calls[0] += 1
            return value_of(self.tree, dict(zip(self.names, values, strict=True)))
        return self.compiled()(*values)

    def compiled(self) -> Callable[..., Any]:
        """The formula as one function of its names, in their order; made when it is first asked for."""
        if self._calls[1] is None:
            self._calls[1] = _compiled(self.names, self.tree)
        function: Callable[..., Any] = self._calls[1]
        return function

    def substitute(self, shown: Mapping[str, str]) -> str:
        """The text with each name replaced by its shown number; a missing one stays a name.

        >>> formula("2 * d_model").substitute({"d_model": "4,096"})
        '2 * 4,096'
        """
        return _NAME.sub(lambda found: shown.get(found.group(), found.group()), self.text)


@lru_cache(maxsize=20_000)
def formula(text: str) -> Formula:
    """The formula of a text of the ledger; FormulaError says what is wrong with it."""
    return _parse(text, other_rows=False)


def parse_cell(text: str) -> Formula:
    """The formula of a cell text, which begins with "=" and may name fields of other rows as `row_id.field`.

    >>> parse_cell("=2*batch").names
    ('batch',)
    """
    if not text.startswith("="):
        raise FormulaError("an expression begins with =")
    if len(text) > LONGEST:
        raise FormulaError(f"an expression has at most {LONGEST} characters")
    found = _cell(text)
    if isinstance(found, str):
        raise FormulaError(found)
    return found


@lru_cache(maxsize=20_000)
def _cell(text: str) -> Formula | str:
    """The formula, or why there is none: remembered too, so that a file full of one mistake costs no more than one."""
    try:
        return _parse(text[1:], other_rows=True)
    except FormulaError as error:
        return str(error)


def _parse(text: str, other_rows: bool) -> Formula:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise FormulaError(f"“{text.strip()}” is not a complete expression") from None
    names: dict[str, str] = {}
    tree = _checked(tree, names, other_rows, 0)
    return Formula(text.strip(), tuple(names), tree)


def _compiled(names: tuple[str, ...], tree: ast.expr) -> Callable[..., Any]:
    """The formula as a function of its names, in their order. Parameters are renamed: a name may be `power`."""
    parameters = [f"n{index}" for index in range(len(names))]
    mangled = _Rename(dict(zip(names, parameters, strict=True))).visit(_copy(tree))
    function = ast.Expression(
        ast.Lambda(
            args=ast.arguments(
                posonlyargs=[], args=[ast.arg(p) for p in parameters], kwonlyargs=[], kw_defaults=[], defaults=[]
            ),
            body=mangled,
        )
    )
    code = compile(ast.fix_missing_locations(function), "<formula>", "eval")
    call: Callable[..., Any] = eval(code, dict(SCALARS))
    return call


def value_of(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """What a checked tree, or a piece of one, comes to: the operators and functions of the compiled formula.

    >>> value_of(formula("2 * max(a, b) ** 2").tree, {"a": 3, "b": 5})
    50
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(op=op, operand=operand):
            return -value_of(operand, values) if isinstance(op, ast.USub) else +value_of(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](value_of(left, values), value_of(right, values))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return SCALARS[name](*[value_of(argument, values) for argument in arguments])
    raise AssertionError("a checked tree has nothing else")


def _checked(node: ast.expr, names: dict[str, str], other_rows: bool, depth: int) -> ast.expr:
    """The node with every part of it on the white list, `**` turned into `power`, `row.field` into one name."""
    if depth > (DEEPEST if other_rows else DEEPEST_OF_THE_LEDGER):
        raise FormulaError("the expression is nested too deeply")

    def below(inner: ast.expr) -> ast.expr:
        return _checked(inner, names, other_rows, depth + 1)

    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            if value.bit_length() > 256 if isinstance(value, int) else math.isinf(value):
                raise FormulaError("a number in the expression is too large")
            return node
        case ast.Name(id=name):
            if name in FUNCTIONS:
                raise FormulaError(f"{name} is a function: write {name}(...)")
            names.setdefault(name, name)
            return node
        case ast.Attribute(value=ast.Name(id=row), attr=name) if other_rows:
            names.setdefault(f"{row}.{name}", name)
            return ast.Name(f"{row}.{name}", ast.Load())
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            return ast.UnaryOp(sign, below(operand))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return ast.Call(ast.Name("power", ast.Load()), [below(left), below(right)], [])
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return ast.BinOp(below(left), op, below(right))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            least, most = _ARGUMENTS[name]
            if not least <= len(arguments) <= most:
                raise FormulaError(f"{name} takes {least if least == most else f'{least} to {most}'} numbers")
            return ast.Call(ast.Name(name, ast.Load()), [below(argument) for argument in arguments], [])
        case ast.Call(func=ast.Name(id=name)):
            raise FormulaError(f"there is no function {name}; there are {', '.join(FUNCTIONS)}")
    raise FormulaError("an expression has numbers, names, + - * / // % **, parentheses, " + ", ".join(FUNCTIONS))


def _copy(node: ast.expr) -> ast.expr:
    import copy

    return copy.deepcopy(node)


class _Rename(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), ast.Load())
