"""The ledger against every numeric claim of the two source articles: parameters, FLOPs, weights, KV cache, training.

The cases are data: tests/cases/reference_claims.csv, its columns described in reference_claims.md beside it.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from planner.fields import Number, fields_of
from planner.formula import FUNCTIONS, formula
from planner.parts.feed_forward import Plain
from planner.plan import Evaluation, Kitchen
from planner.presets import accelerator_from_preset, model_from_preset
from planner.workbook import Assumptions, Inference, Model, Scenario, Training

CASES = Path(__file__).parent / "cases" / "reference_claims.csv"
ASKED = ("parameters", "shape", "flops", "weights", "kv", "training")
NOT_ASKED = ("not_numeric", "other")
NAME = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)*")
SCALES = {"2^30": Fraction(2**30)}
COMPARISONS = {
    "<": lambda value, bound: value < bound,
    ">": lambda value, bound: value > bound,
    "<=": lambda value, bound: value <= bound,
    ">=": lambda value, bound: value >= bound,
}

Case = dict[str, str]


def cases() -> list[Case]:
    with CASES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ALL = cases()
NUMERIC = [case for case in ALL if case["kind"] in ASKED]


def parts_of(text: str, count: int) -> list[str]:
    """The items of a cell that holds a list, or its one item for each of `count`."""
    items = text.split("; ")
    return items * count if len(items) == 1 else items


def plan(text: str) -> Evaluation:
    """A preset on an A100-80GB SXM with the named changes, evaluated: "llama-2-7b batch=8 kv_heads=8"."""
    preset, *changes = text.split(" ")
    settings = dict(change.split("=") for change in changes)
    model = changed(model_from_preset(preset, "model"), settings)
    scenario: dict[str, Any] = {
        name: settings.pop(name) for name in ("weights", "other_weights", "activations") if name in settings
    }
    if settings.pop("load", "") == "training":
        scenario |= {name: int(settings.pop(name)) for name in ("dp",) if name in settings}
        return evaluated(model, training_load(settings), scenario)
    cache_format = settings.pop("kv", "bf16")
    load: dict[str, Any] = {"prompt": 1, **{name: int(settings.pop(name)) for name in tuple(settings)}}
    return evaluated(model, Inference(kv_keys=cache_format, kv_values=cache_format, **load), scenario)


def evaluated(model: Model, load: Inference | Training, plan: dict[str, Any]) -> Evaluation:
    card = accelerator_from_preset("a100-sxm4-80gb", "gpu")
    return Kitchen().evaluate(model, card, Scenario(id="s", name="s", load=load, **plan), Assumptions())


def training_load(settings: dict[str, str]) -> Training:
    """A training load of the settings, each a number where its field is one."""
    fields = dict(fields_of(Training))
    values: dict[str, Any] = {}
    for name, text in settings.items():
        number = isinstance(fields[name], Number)
        values[name] = (float(text) if "." in text else int(text)) if number else text
    return Training(**values)


def changed(model: Model, settings: dict[str, str]) -> Model:
    """The model with the architecture's settings applied and taken out of `settings`."""
    group = model.groups[0]
    feed_forward, attention, head = group.feed_forward, group.attention, model.head
    if settings.pop("feed_forward", None) == "plain":
        feed_forward = Plain(width=feed_forward.width)
    if "width" in settings:
        feed_forward = feed_forward.model_copy(update={"width": int(settings.pop("width"))})
    if "kv_heads" in settings:
        attention = attention.model_copy(update={"kv_heads": int(settings.pop("kv_heads"))})
    if "tied" in settings:
        head = head.model_copy(update={"tied": settings.pop("tied") == "yes"})
    d_model = int(settings.pop("d_model", model.d_model))
    group = group.model_copy(update={"feed_forward": feed_forward, "attention": attention})
    return model.model_copy(update={"groups": (group,), "head": head, "d_model": d_model})


@cache
def plans(text: str) -> dict[str, Evaluation]:
    """The plans of a case by the letter that its question uses; one alone goes without a letter."""
    each = [plan(one) for one in text.split(" | ")]
    return {"": each[0]} if len(each) == 1 else dict(zip("abcd", each, strict=False))


def asked(case: Case) -> list[Any]:
    """What the ledger answers: line values and inputs put into the arithmetic of each question."""
    found = plans(case["plans"])
    answers = []
    for question in case["ask"].split("; "):
        keys = [name for name in dict.fromkeys(NAME.findall(question)) if name not in FUNCTIONS]
        names = {key: f"n{at}" for at, key in enumerate(keys)}
        text = NAME.sub(lambda match, names=names: names.get(match.group(), match.group()), question)
        answers.append(formula(text).evaluate({names[key]: amount(found, key) for key in keys}))
    return answers


def amount(found: dict[str, Evaluation], name: str) -> Any:
    """The value of a line or input, of the plan that a leading letter names."""
    letter, _, rest = name.partition(".")
    evaluation, key = (found[letter], rest) if letter in found else (found[""], name)
    value = evaluation.value(key)
    return evaluation.amounts[key] if value is None else value


@pytest.mark.parametrize("case", NUMERIC, ids=[f"{case['n']}-{case['claim']}" for case in NUMERIC])
def test_that_the_ledger_gives_the_exact_value_of_a_claim(case: Case) -> None:
    answers = asked(case)
    expected = [Fraction(text) for text in case["exact"].split("; ")]
    assert len(answers) == len(expected)
    for answer, exact in zip(answers, expected, strict=True):
        if exact.denominator == 1:
            assert answer == exact
        else:
            assert abs(Fraction(answer) - exact) <= exact * Fraction(1, 10**12)


PRINTED = [case for case in NUMERIC if case["printed"]]


@pytest.mark.parametrize("case", PRINTED, ids=[f"{case['n']}-{case['claim']}" for case in PRINTED])
def test_that_an_article_agrees_with_the_exact_value_or_is_known_to_be_wrong(case: Case) -> None:
    printed = case["printed"].split("; ")
    exact = [Fraction(text) for text in case["exact"].split("; ")]
    scales = [SCALES.get(text) or Fraction(text) for text in parts_of(case["scale"], len(printed))]
    tolerances = [Fraction(text) for text in parts_of(case["tolerance"], len(printed))]
    agrees = [
        matches(text, value / scale, tolerance)
        for text, value, scale, tolerance in zip(printed, exact, scales, tolerances, strict=True)
    ]
    assert all(agrees) if case["agrees"] == "yes" else not any(agrees)


def matches(printed: str, value: Fraction, tolerance: Fraction) -> bool:
    found = re.fullmatch(r"([<>]=?)?(.+)", printed)
    assert found is not None
    relation, number = found.groups()
    if relation:
        return bool(COMPARISONS[relation](value, Fraction(number)))
    return abs(value - Fraction(number)) <= tolerance


@pytest.mark.parametrize("case", PRINTED, ids=[case["n"] for case in PRINTED])
def test_that_a_tolerance_is_half_the_last_printed_digit_or_says_why(case: Case) -> None:
    printed = case["printed"].split("; ")
    for text, tolerance in zip(printed, parts_of(case["tolerance"], len(printed)), strict=True):
        if Fraction(tolerance) > last_digit(text.lstrip("<>=")) / 2:
            assert case["why"]


def last_digit(number: str) -> Fraction:
    digits, _, exponent = number.partition("e")
    return Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))


def test_that_every_claim_of_the_articles_is_classified() -> None:
    assert [int(case["n"]) for case in ALL] == list(range(1, len(ALL) + 1))
    assert Counter(case["article"] for case in ALL) == {"course": 105, "handbook": 96, "planner": 10}
    assert {case["kind"] for case in ALL} == set(ASKED + NOT_ASKED)
    for case in ALL:
        assert bool(case["ask"]) == bool(case["plans"]) == (case["kind"] in ASKED)
        assert case["exact"] or case["kind"] not in ASKED
        assert case["agrees"] in (("",) if case["article"] == "planner" else ("yes", "no"))
        assert case["why"] or case["agrees"] != "no"
