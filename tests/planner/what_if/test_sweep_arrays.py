"""Lines of a ledger over arrays: what is put together, what is computed once for many points; all of it exact."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy
import pytest

from planner.formula import formula
from planner.what_if.sweep.program import Alike, Program
from planner.what_if.sweep.regions import regions
from planner.what_if.sweep.sums import Simplified, needed
from planner.what_if.sweep.terms import Operand, Term, Terms, value_of

SHAPES = {"x": (False, True), "y": (True, False)}


def graph(texts: dict[str, str], whole: bool = True, **numbers: Any) -> dict[str, Operand]:
    """Formulas over two leaves x and y, numbers and each other."""
    terms = Terms()
    found: dict[str, Operand] = {"x": terms.leaf("x", whole), "y": terms.leaf("y", whole), **numbers}
    for name, text in texts.items():
        parsed = formula(text)
        found[name] = value_of(parsed, [found[each] for each in parsed.names])
    return found


def operations(term: Operand) -> list[str]:
    """The operations that a term takes, but for the leaves."""
    return sorted(each.operation for each in needed([term]) if each.operation != "leaf")


def over(texts: dict[str, str], wanted: str, x: Any, y: Any, exact: bool = False) -> Any:
    """The wanted formula over a grid."""
    given = graph(texts, whole=all((each == numpy.rint(each)).all() for each in (x, y)))
    columns, rows = numpy.asarray(x)[None, :], numpy.asarray(y)[:, None]
    program = Program([given[wanted]], exact, SHAPES)
    (found,) = program({"x": columns, "y": rows}, (len(y), len(x)))
    return numpy.broadcast_to(found, (len(y), len(x)))


def single(texts: dict[str, str], wanted: str, x: Any, y: Any) -> Any:
    """The wanted formula at one point, as the ledger computes it."""
    found = {"x": x, "y": y}
    for name, text in texts.items():
        found[name] = formula(text).evaluate({each: found[each] for each in formula(text).names})
    return found[wanted]


def test_that_numbers_are_folded_as_the_formula_folds_them() -> None:
    found = graph({"whole": "ceil_div(a, 4) * max(a, 3) ** 2", "varies": "x * (a // 4 + round_up(a, 8))"}, a=10)
    assert found["whole"] == 300 and type(found["whole"]) is int
    assert [each for each in found["varies"].arguments if type(each) is not Term] == [18]


def test_that_what_is_computed_alike_is_one_term() -> None:
    found = graph({"one": "2 * x + y", "other": "2 * x + y", "real": "2.0 * x + y"})
    assert found["one"] is found["other"]
    assert found["one"] is not found["real"]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("3 + 2 * x * 4 + (5 + x) * 7", ["sum"]),
        ("(2 * x) ** 1.5 + (8 * x) ** 1.5", ["power", "sum"]),
        ("(x / 4 + 3) / 2 + x / 8", ["sum"]),
        ("(3 * x) / (2 * y)", ["/", "sum"]),
        ("2 * x * (y * 3)", ["product", "sum"]),
        ("ceil_div(x, 2) + ceil_div(x, 2)", ["ceil_div", "sum"]),
    ],
)
def test_that_sums_and_products_are_put_together(text: str, taken: list[str]) -> None:
    found = graph({"f": text})["f"]
    assert operations(Simplified([found], False).wanted[0]) == taken


def test_that_what_decides_keeps_the_order_of_its_roundings() -> None:
    """0.1 * x * 3 and 0.3 * x differ in the last bit, and a division that rounds would make a one of it."""
    x, y = numpy.arange(1, 200) / 7, numpy.ones(1)
    for text in ("0.1 * x * 3 + 0.7 * x", "ceil_div(0.1 * x * 3 + 0.7 * x, 0.1)", "(0.1 * x * 3) // 0.1"):
        found = over({"f": text}, "f", x, y, exact="//" not in text and "ceil" not in text)
        assert [float(each) for each in found[0]] == [single({"f": text}, "f", float(each), 1.0) for each in x]


def test_that_what_cancels_is_computed_as_it_stands() -> None:
    texts = {"f": "(x + 1e9) - 1e9 + (1 - (1 - x / 1e12))", "g": "x * 1.5 - 1.4999 * x", "h": "y - x + x"}
    x, y = numpy.array([1e-7, 0.3, 2.5]), numpy.array([1e-9, 1.0])
    for name in texts:
        found = over(texts, name, x, y)
        for (row, column), value in numpy.ndenumerate(found):
            assert math.isclose(value, single(texts, name, float(x[column]), float(y[row])), rel_tol=1e-12)
    assert over({"f": "max(y - x + x, 0)"}, "f", numpy.arange(1.0, 5), numpy.array([7.0])).tolist() == [[7.0] * 4]


def test_that_a_function_of_one_term_is_a_region_and_one_number_leaves_it() -> None:
    calls = {f"call{at}": f"{at} + (({at} * running) ** 1.6 + ({at} + running) ** 1.6) ** 0.625" for at in range(9)}
    texts = {"running": "min(x, 10000 // y)", **calls, "total": " + ".join(calls), "all": "y * x / total"}
    simple = Simplified([graph(texts)["all"]], False)
    outermost = regions(needed(simple.wanted), simple.wanted)
    (region,) = outermost.within.values()
    assert region.root is not None and region.root.operation == "min"
    assert len(region.exports) == 1
    assert not any(term.operation == "power" for term in outermost.terms)
    x, y = numpy.arange(1.0, 401), numpy.arange(1.0, 101)
    found = over(texts, "all", x, y)
    choose = random.Random(3)
    for _ in range(40):
        column, row = choose.randrange(400), choose.randrange(100)
        assert math.isclose(found[row, column], single(texts, "all", column + 1, row + 1), rel_tol=1e-13)


def test_that_equal_numbers_are_found_and_looked_for_in_vain_only_a_few_times() -> None:
    alike = Alike()
    array = numpy.arange(9000.0).reshape(90, 100) % 7 + 3
    found = alike.of(array)
    assert found is not None
    values, places = found
    assert values.tolist() == [3, 4, 5, 6, 7, 8, 9]
    assert (values[places] == array).all()
    assert alike.of(numpy.arange(100.0)) is None, "too few to be worth it"
    different = numpy.arange(9000.0)
    assert [alike.of(different) for _ in range(Alike.PATIENCE)] == [None] * Alike.PATIENCE
    later = [alike.of(array) is not None for _ in range(Alike.SELDOM + 1)]
    assert later == [False] * Alike.SELDOM + [True]
    assert alike.of(numpy.array([0.0, 2.0**60] * 4096)) is None, "a table of all in between has no room"


NAMES = ("x", "y", "a", "b", "c")


def text_of(choose: random.Random, names: tuple[str, ...], depth: int) -> str:
    """A formula of positive parts, of every operation."""
    if depth == 0 or choose.random() < 0.15:
        return choose.choice((*names, str(choose.randrange(1, 40)), f"{choose.uniform(0.1, 3):.3f}"))
    one, other = text_of(choose, names, depth - 1), text_of(choose, names, depth - 1)
    return choose.choice((
        f"({one} + {other})", f"({one} + {other})", f"({one} * {other})", f"({one} * {other})", f"({one} / {other})",
        f"max({one}, {other}, 3)", f"min({one}, {other})", f"ceil_div({one}, {other})", f"round_up({one}, 4)",
        f"({one} // {other} + 1)", f"({one} + {other}) ** 0.5", f"({one} * 0.001) ** 2", f"({one} + 2 * {one} - {one})",
    ))  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_that_random_formulas_equal_their_single_points(seed: int) -> None:
    choose = random.Random(seed)
    texts: dict[str, str] = {}
    for name in ("a", "b", "c", "d"):
        texts[name] = text_of(choose, (*NAMES[:2], *texts), 4)
    if seed % 2:
        x, y = numpy.arange(1.0, 91), numpy.arange(3.0, 63)
    else:
        x, y = numpy.linspace(0.5, 40, 90), numpy.arange(1.0, 61)
    with numpy.errstate(all="raise", under="ignore"):
        found = over(texts, "d", x, y, exact=seed % 3 == 0)
    for _ in range(30):
        column, row = choose.randrange(90), choose.randrange(60)
        given = [int(each) if seed % 2 else float(each) for each in (x[column], y[row])]
        assert math.isclose(found[row, column], single(texts, "d", *given), rel_tol=1e-12), texts
