"""A breakdown adds up to the ledger's line at every level, for every kind of model."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.formula import formula
from planner.plan import Evaluation
from planner.time.operations import operations_of
from planner.what_if.addends import addends_of
from planner.what_if.breakdown import GROUPINGS, QUANTITIES, Segment, breakdown_of, offered, unit_of
from planner.what_if.seek.trees import value_of

PLANNER = Planner()
PLANS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("llama-3.1-8b", {}),
    ("deepseek-v3", {"tp": 8, "engine": "vllm"}),
    ("gpt-oss-20b", {"engine": "sglang"}),
    ("gemma-3-12b", {"pp": 2}),
    ("granite-4.0-h-tiny", {"weights": "fp8"}),
    ("falcon-mamba-7b", {}),
    ("jamba-v0.1", {"tp": 2, "dp": 2, "ep": 4}),
    ("llama-2-13b", {"weights": "Q4_K_M", "engine": "llama-cpp"}),
    ("gpt2", {}),
    ("llama-3.2-1b", {"load": "training", "dp": 2}),
    ("mixtral-8x7b", {"load": "training", "recipe": "qlora_adamw", "tp": 2}),
)


@cache
def plan(number: int) -> Evaluation:
    model, cells = PLANS[number]
    workbook = request_workbook({"model": model, "gpu": "h200-sxm", "set": cells})
    return PLANNER.evaluate(workbook).scenarios["scenario"]


def whole(evaluation: Evaluation, name: str, grouping: str) -> Segment:
    found = breakdown_of(evaluation, name, grouping)
    assert found is not None
    return found


@pytest.mark.parametrize("number", range(len(PLANS)), ids=[model for model, _ in PLANS])
def test_that_parts_add_up_to_the_line_of_the_ledger(number: int) -> None:
    evaluation = plan(number)
    names = offered(evaluation)
    assert "parameters" in names and "weights" in names
    for name in names:
        for grouping in GROUPINGS:
            total = breakdown_of(evaluation, name, grouping)
            if total is None:
                assert not evaluation.value(QUANTITIES[name].key)
                continue
            if not QUANTITIES[name].moved:
                assert total.value == evaluation.value(QUANTITIES[name].key)
            for segment in total.walk():
                assert segment.value > 0, (name, str(segment.label))
                assert segment.line in evaluation.structure.index
                assert str(segment.label)
                labels = [str(part.label) for part in segment.parts]
                assert len(labels) == len(set(labels)), (name, labels)
                assert len(segment.parts) != 1
                added = sum(part.value for part in segment.parts)
                if segment.parts and all(isinstance(part.value, int) for part in segment.walk()):
                    assert added == segment.value, (name, str(segment.label))
                elif segment.parts:
                    assert added == pytest.approx(segment.value, rel=1e-9), (name, str(segment.label))


def lines_below(evaluation: Evaluation, key: str) -> set[str]:
    """A line with all that it is computed from."""
    found, stack = set[str](), [key]
    while stack:
        each = stack.pop()
        if each not in found:
            found.add(each)
            stack.extend(evaluation.structure.precedents(each))
    return found


@pytest.mark.parametrize("number", range(len(PLANS)), ids=[model for model, _ in PLANS])
def test_that_the_line_of_a_part_is_computed_from_the_lines_of_its_own_parts(number: int) -> None:
    evaluation, compared = plan(number), 0

    def check(segment: Segment) -> int:
        below = lines_below(evaluation, segment.line)
        assert {part.line for part in segment.parts} <= below, segment.line
        return len(segment.parts) + sum(check(part) for part in segment.parts)

    for name in offered(evaluation):
        for grouping in GROUPINGS:
            total = breakdown_of(evaluation, name, grouping)
            compared += 0 if total is None else check(total)
    assert compared > 50


def test_that_sections_stand_first_where_a_quantity_has_them() -> None:
    def first(number: int, name: str) -> set[str]:
        return {str(part.label) for part in whole(plan(number), name, "component").parts}

    assert first(9, "flops_train") == {"Forward", "Backward"}
    assert {"Weights", "KV cache", "Activations", "Overheads"} <= first(0, "needed")


def test_that_counts_and_bytes_stay_whole_numbers() -> None:
    for number in range(len(PLANS)):
        for name in ("parameters", "active", "weights"):
            found = breakdown_of(plan(number), name, "group")
            if found is not None:
                assert all(isinstance(segment.value, int) for segment in found.walk()), PLANS[number]


def test_that_both_groupings_have_the_same_smallest_parts() -> None:
    evaluation = plan(1)
    for name in offered(evaluation):
        found = []
        for grouping in GROUPINGS:
            leaves = [segment for segment in whole(evaluation, name, grouping).walk() if not segment.parts]
            found.append(sorted((segment.line, segment.value) for segment in leaves))
        assert found[0] == found[1]


def test_that_layers_times_a_line_of_one_layer_is_its_part_and_its_line() -> None:
    evaluation = plan(0)
    found = {segment.line: segment for segment in whole(evaluation, "weights", "group").walk()}
    gate = found["weights.group1.layer.feed_forward.gate"]
    assert gate.value == 32 * evaluation.value(gate.line) and str(gate.label) == "Gate matrix"
    assert [str(part.label) for part in whole(evaluation, "weights", "group").parts] == [
        "Decoder layers", "Token embedding", "LM head", "Final norm",
    ]  # fmt: skip
    assert [str(part.label) for part in whole(evaluation, "weights", "component").parts][:2] == [
        "Feed-forward", "Attention",
    ]  # fmt: skip


def test_that_active_experts_are_those_that_a_token_uses() -> None:
    evaluation = plan(1)
    found = next(s for s in whole(evaluation, "active", "group").walk() if str(s.label) == "Experts")
    every = next(s for s in whole(evaluation, "parameters", "group").walk() if str(s.label) == "Experts")
    assert found.value * 256 == every.value * 8


def test_that_bytes_moved_are_those_of_the_operators() -> None:
    evaluation = plan(1)
    for name, root in (("moved_prefill", "prefill"), ("moved_decode", "decode_step")):
        total = sum(each.calls * each.bytes_moved for each in operations_of(evaluation, root))
        assert whole(evaluation, name, "group").value == pytest.approx(total, rel=1e-12)
        assert unit_of(evaluation, name) == "byte"


def test_that_a_plan_has_the_quantities_of_its_load() -> None:
    assert "flops_train" not in offered(plan(0)) and "time_prefill" in offered(plan(0))
    assert "flops_train" in offered(plan(9)) and "kv_cache" not in offered(plan(9))


def test_that_what_a_formula_does_not_add_is_one_part() -> None:
    structure = plan(0).structure
    amounts = {**plan(0).amounts, **dict(zip((x.key for x in structure.lines), plan(0).values.values, strict=True))}
    assert addends_of(structure, "weights.group1.layer.attention.q", amounts) == ()
    assert addends_of(structure, "free", amounts) != ()  # usable less needed
    assert {each.key for each in addends_of(structure, "activations", amounts)} == {
        "activations.residual", "activations.widest",
    }  # fmt: skip
    assert addends_of(structure, "kv_request", amounts) == ()


@pytest.mark.parametrize(
    "text", ["2 * a + b // 3", "max(a, b) - min(a, 4)", "ceil_div(a, b) * round_up(a, 8)", "-a ** 2 / b", "a % b"]
)
def test_that_a_tree_has_the_value_of_its_formula(text: str) -> None:
    amounts = {"a": 17, "b": 5}
    assert value_of(formula(text).tree, amounts) == formula(text).evaluate(amounts)
