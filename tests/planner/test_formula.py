"""One text, five uses; and no way from a cell to Python."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.formula import WALKED, FormulaError, arrays, ceil_div, formula, parse_cell

HOSTILE = (
    "=__import__('os')",
    "=().__class__",
    "=a.b.c",
    "=[1][0]",
    "=lambda: 1",
    "=x if y else z",
    "=f(1)",
    "=open('x')",
    "='text'",
    "=True",
    "=a and b",
    "=a<b",
    "=min()",
    "=min(a=1)",
    "=min(*a)",
    "=round_up(1)",
    "=1e999",
    "=" + "9" * 100,
    "=",
    "= ",
    "=(",
    "=a b",
    "=" + "-" * 200 + "1",
    "=1" + "+1" * 300,
    "=a:=1",
    "=\x00",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_that_a_cell_refuses_everything_but_arithmetic(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_cell(text)


@pytest.mark.parametrize("text", ["=9**9**9**9", "=2**5000", "=2**-100000"])
def test_that_a_power_is_bounded(text: str) -> None:
    with pytest.raises((OverflowError, FormulaError)):
        parse_cell(text).evaluate({})


def test_that_a_cell_names_fields_of_other_rows() -> None:
    cell = parse_cell("=2*llama.d_model + d_model")
    assert cell.names == ("llama.d_model", "d_model")
    assert cell.evaluate({"llama.d_model": 4096, "d_model": 1}) == 8193


def test_that_a_ledger_formula_has_no_other_rows() -> None:
    with pytest.raises(FormulaError):
        formula("llama.d_model")


def test_that_substitution_leaves_functions_and_unknown_names() -> None:
    text = formula("ceil_div(heads, tp) * head_dim + other")
    assert text.substitute({"heads": "40", "tp": "3", "head_dim": "128"}) == "ceil_div(40, 3) * 128 + other"


@given(st.integers(0, 10**15), st.integers(1, 10**6))
def test_that_ceil_div_is_exact(a: int, b: int) -> None:
    quotient = ceil_div(a, b)
    assert (quotient - 1) * b < a <= quotient * b


@given(st.integers(1, 10**9), st.integers(1, 4096), st.integers(1, 64))
def test_that_arrays_give_what_numbers_give(a: int, b: int, c: int) -> None:
    text = "max(ceil_div(a, b), min(a, c)) + round_up(a, c) - a // b * 2"
    values = {"a": a, "b": b, "c": c}
    exact = formula(text).evaluate(values)
    functions = arrays()
    several = eval(text, functions, {name: numpy.array([float(value)]) for name, value in values.items()})
    assert several[0] == exact


def test_that_a_formula_gives_the_same_walked_through_and_compiled() -> None:
    texts = [
        "2 * a + b // 3",
        "ceil_div(a, b) % 7",
        "round_up(8 / 3 * a, 256)",
        "-a ** 2 + +b",
        "min(a, b, 9) / max(a)",
    ]
    for text in texts:
        found = formula(text)
        values = dict(zip(found.names, (4096, 33), strict=False))
        expected = found.compiled()(*values.values())
        fresh = formula.__wrapped__(text)
        seen = [fresh.evaluate(values) for _ in range(WALKED + 2)]
        assert all(value == expected and type(value) is type(expected) for value in seen), text
