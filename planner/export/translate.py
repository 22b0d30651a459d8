"""A formula of the ledger as a formula of a spreadsheet that gives the same number, to the last digit of an integer.

Spreadsheets have doubles only, and help: INT and ROUNDUP take 2.9999999999999996 for 3, and the last subtraction of a
formula takes nearly equal numbers for equal. So a quotient is rounded down by INT and held against the exact remainder,
which SUM does not smooth: INT(a/b) - (SUM(INT(a/b)*b, -a) > 0). Exact while a and the product stay below 2^53.
A power that is too small for a double is 0 in Excel and an error in LibreOffice: there 0 stands for it.
Everything used (IF, INT, SUM, MIN, MAX, POWER, LN) is in every spreadsheet since the nineties.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from planner.formula import Formula, FormulaError

MOST_ARGUMENTS = 200
"""Excel takes 255 arguments of a function."""
SMALLEST = -700
"""The logarithm of 1e-304; beside 1 such a number is nothing."""
LONGEST = 8192
"""Characters of a formula that Excel takes."""

_SIGNS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def spreadsheet_formula(formula: Formula, cells: Mapping[str, str]) -> str:
    """The formula with its names replaced by these references or defined names, "=" before it.

    >>> from planner.formula import formula
    >>> spreadsheet_formula(formula("2 * (a - b) / c"), {"a": "B1", "b": "B2", "c": "B3"})
    '=(2*(B1-B2))/B3'
    >>> spreadsheet_formula(formula("a // b"), {"a": "B1", "b": "B2"})
    '=INT(B1/B2)-(SUM(INT(B1/B2)*B2,-B1)*B2>0)'
    """
    return "=" + _text(formula.tree, cells)


def total(references: Sequence[str]) -> str:
    """The sum of cells.

    >>> total(["D4", "D9"])
    '=SUM(D4,D9)'
    """
    return "=" + (_call("SUM", references) if references else "0")


def _call(name: str, arguments: Sequence[str]) -> str:
    """A call of a function that may be nested in itself, as a sum of sums is a sum."""
    while len(arguments) > MOST_ARGUMENTS:
        starts = range(0, len(arguments), MOST_ARGUMENTS)
        arguments = [_call(name, arguments[at : at + MOST_ARGUMENTS]) for at in starts]
    return f"{name}({','.join(arguments)})"


def _text(node: ast.expr, cells: Mapping[str, str]) -> str:
    match node:
        case ast.Constant(value=value):
            return repr(value).upper()
        case ast.Name(id=name):
            return cells[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"-{_inner(operand, cells)}"
        case ast.UnaryOp(operand=operand):
            return _text(operand, cells)
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            return _floor(_inner(left, cells), _inner(right, cells))
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            a, b = _inner(left, cells), _inner(right, cells)
            return f"SUM({a},-{b}*({_floor(a, b)}))"
        case ast.BinOp(left=left, op=op, right=right):
            return f"{_inner(left, cells)}{_SIGNS[type(op)]}{_inner(right, cells)}"
        case ast.Call(func=ast.Name(id="ceil_div"), args=[a, b]):
            return _ceil(_inner(a, cells), _inner(b, cells))
        case ast.Call(func=ast.Name(id="round_up"), args=[a, b]):
            up, multiple = _ceil(_inner(a, cells), _inner(b, cells)), _inner(b, cells)
            return up if multiple == "1" else f"({up})*{multiple}"
        case ast.Call(func=ast.Name(id="power"), args=[a, b]):
            return _power(a, b, cells)
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=arguments):
            return _call(name.upper(), [_text(argument, cells) for argument in arguments])
    raise FormulaError("this formula has no spreadsheet form")


def _inner(node: ast.expr, cells: Mapping[str, str]) -> str:
    """The text as an operand: in brackets unless it is a name, a number, or one call of a function."""
    text = _text(node, cells)
    one = isinstance(node, ast.Constant | ast.Name)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        one = node.func.id in ("min", "max", "power")
    if isinstance(node, ast.BinOp):
        one = isinstance(node.op, ast.Mod)
    return text if one else f"({text})"


def _power(base: ast.expr, exponent: ast.expr, cells: Mapping[str, str]) -> str:
    """A power; 0 where it is below what a double can be, which a written exponent or a root does not come to."""
    a, b = _text(base, cells), _text(exponent, cells)
    power = f"POWER({a},{b})"
    root = isinstance(exponent, ast.BinOp) and isinstance(exponent.op, ast.Div)
    if root or isinstance(exponent, ast.Constant):
        return power
    return f"IF({a}>0,IF(({b})*LN({a})<{SMALLEST},0,{power}),{power})"


def _floor(a: str, b: str) -> str:
    """a / b rounded down; where rounding the quotient took it over a whole number, the remainder says so."""
    if b == "1":
        return f"INT({a})-(SUM(INT({a}),-{a})>0)"
    return f"INT({a}/{b})-(SUM(INT({a}/{b})*{b},-{a}){_signed(b)}>0)"


def _ceil(a: str, b: str) -> str:
    """a / b rounded up: what is rounded down of -a / b, with the other sign."""
    if b == "1":
        return f"(SUM(INT(-{a}),{a})>0)-INT(-{a})"
    return f"(SUM(INT(-{a}/{b})*{b},{a}){_signed(b)}>0)-INT(-{a}/{b})"


def _signed(b: str) -> str:
    """The remainder is compared on the side of the divisor; of a number that is written out the side is known."""
    return "" if b.isdigit() else f"*{b}"
