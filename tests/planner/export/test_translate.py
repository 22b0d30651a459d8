"""A formula as a spreadsheet computes it, doubles and a smoothing INT included, against the exact one."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.export.names import Names
from planner.export.translate import MOST_ARGUMENTS, spreadsheet_formula, total
from planner.formula import formula
from tests.tools.spreadsheet import power

FUNCTIONS: dict[str, Any] = {
    "INT": lambda x: math.floor(float(f"{x:.15g}")),
    "SUM": lambda *x: math.fsum(x),
    "MIN": lambda *x: min(x),
    "MAX": lambda *x: max(x),
    "POWER": power,
    "IF": lambda which, one, other: one if which else other,
    "LN": lambda x: math.log(x) if x > 0 else math.nan,
}
"""INT as LibreOffice has it: what differs from a whole number in the sixteenth digit is that number."""


def computed(text: str, **values: float) -> float:
    translated = spreadsheet_formula(formula(text), {name: name for name in values})
    doubles = {name: float(value) for name, value in values.items()}
    return float(eval(translated[1:], FUNCTIONS, doubles))


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**9))
def test_that_quotients_and_remainders_are_exact(a: int, b: int) -> None:
    assert computed("a // b", a=a, b=b) == a // b
    assert computed("ceil_div(a, b)", a=a, b=b) == -(-a // b)
    assert computed("a % b", a=a, b=b) == a % b
    assert computed("round_up(a, b)", a=a, b=b) == -(-a // b) * b
    assert computed("a // -b", a=a, b=b) == a // -b


@given(st.integers(1, 10**6), st.integers(1, 10**8))
def test_that_a_quotient_just_below_a_whole_number_is_not_rounded_to_it(b: int, k: int) -> None:
    assert computed("a // b", a=k * b - 1, b=b) == (k * b - 1) // b
    assert computed("ceil_div(a, b)", a=k * b + 1, b=b) == k + 1


@given(st.floats(0.01, 1), st.integers(1, 2 * 10**11))
def test_that_a_share_of_a_number_is_rounded_up_as_the_planner_does(share: float, memory: int) -> None:
    expected = formula("round_up(share * memory, 1)").evaluate({"share": share, "memory": memory})
    assert computed("round_up(share * memory, 1)", share=share, memory=memory) == expected


@pytest.mark.parametrize(
    "text",
    ["a - (b - c)", "a / (b * c)", "-a ** 2", "(-a) ** 2", "2 - -a", "a * b // c * 2", "a // b // c", "a % b - c // 2",
     "max(a, b, c) - min(a, b) * c", "max(a)", "round_up(8 / 3 * a, 256)", "ceil_div(a, 7) * b", "a - b + c - 1.5e-06",
     "(a + b) ** (1 / c)", "+a - +b", "a // 1", "ceil_div(a / b, 1)"],
)  # fmt: skip
def test_that_order_and_brackets_are_kept(text: str) -> None:
    values = {"a": 12345, "b": 67, "c": 8}
    names = {name: value for name, value in values.items() if name in formula(text).names}
    assert computed(text, **names) == pytest.approx(formula(text).evaluate(names), rel=1e-14)


def test_that_a_call_never_has_more_arguments_than_a_spreadsheet_takes() -> None:
    cells = [f"D{row}" for row in range(1, 3 * MOST_ARGUMENTS + 2)]
    text = total(cells)
    assert eval(text[1:], FUNCTIONS, dict.fromkeys(cells, 1.0)) == len(cells)
    inner = text.removeprefix("=SUM(").removesuffix(")").split("SUM(")
    assert max(part.count(",") for part in inner) <= MOST_ARGUMENTS


def test_that_names_of_rows_that_differ_in_capitals_stay_apart() -> None:
    names = Names()
    given = [names.defined("scenario", row, "tp") for row in ("a", "A", "ä", "ö", "a_2")]
    assert len({name.casefold() for name in given}) == 5
    assert all(name.isascii() for name in given)


@pytest.mark.parametrize(("a", "b"), [(0.75, 16_384), (0.998, 4), (0.0, 8), (1.0, 10**9), (3.0, 5), (1e-9, 8)])
def test_that_a_power_too_small_for_a_double_is_nothing_and_no_error(a: float, b: int) -> None:
    assert computed("1 - a ** b", a=a, b=b) == 1 - a**b
