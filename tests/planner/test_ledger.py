"""The ledger's mechanism: two steps, blocked lines, arrays, and lines that explain themselves."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.ledger import Builder
from planner.plan import Evaluation
from tests.planner import rows


def evaluations() -> list[Evaluation]:
    return [
        rows.evaluated(rows.llama_2_7b(), rows.a100()),
        rows.evaluated(rows.llama_3_70b(), rows.h100(), tp=4),
        rows.evaluated(rows.gpt_2(), rows.a100(), weights="nf4"),
        rows.evaluated(rows.llama_2_13b(), rows.h100(), {"kv_keys": "q8_0", "kv_values": "q4_0"}, weights="int4_g128"),
    ]


def test_that_every_line_has_label_unit_reference_and_known_sources() -> None:
    for evaluation in evaluations():
        keys = set(evaluation.structure.index)
        for line in evaluation.lines():
            assert line.label, line.key
            assert line.parent is None or line.parent in keys
            if not line.total or line.formula.startswith("sum("):
                assert line.reference or line.formula.startswith("sum("), line.key
            for source in line.sources.values():
                assert source.slot in (keys if source.kind == "line" else evaluation.amounts), line.key
                if source.kind == "cell":
                    assert evaluation.path(source.slot) is not None
                    assert evaluation.title(source.slot)


def test_that_totals_are_the_sums_of_their_children() -> None:
    for evaluation in evaluations():
        for line in evaluation.structure.lines:
            if line.formula is None:
                children = evaluation.structure.children.get(line.key, ())
                assert evaluation.value(line.key) == sum(evaluation.value(key) for key in children)


def test_that_one_function_and_line_by_line_agree() -> None:
    for evaluation in evaluations():
        slow = evaluation.structure._evaluate_line_by_line(evaluation.amounts)
        assert slow.values == evaluation.values.values
        assert not slow.blocked


def test_that_a_blank_blocks_its_dependents_by_name_and_nothing_else() -> None:
    card = rows.a100().model_copy(update={"memory_bandwidth": None})
    evaluation = rows.evaluated(rows.llama_2_7b(), card)
    whole = rows.evaluated(rows.llama_2_7b(), rows.a100())
    assert evaluation.value("prefill") is None
    assert evaluation.blocked("prefill") == ("accelerator.memory_bandwidth",)
    assert evaluation.title("accelerator.memory_bandwidth") == "Bandwidth of A100"
    assert evaluation.value("needed") == whole.value("needed")
    assert evaluation.verdict == whole.verdict


def test_that_a_ledger_without_some_inputs_is_the_same_each_time_it_is_asked() -> None:
    for evaluation in evaluations():
        structure = evaluation.structure
        for number in range(len(structure.inputs)):
            blank = dict.fromkeys(structure.inputs[number :: max(number, 1)], None)
            amounts = {**evaluation.amounts, **blank}
            slow = structure._evaluate_line_by_line(amounts)
            for _ in range(2):  # the first time line by line, then by one function
                values = structure.evaluate(amounts)
                assert (values.values, dict(values.blocked)) == (slow.values, slow.blocked)


def test_that_a_division_by_zero_blocks_the_line() -> None:
    builder = Builder()
    builder.add("a", None, "x", "A", "", "b / c", {"b": "in.b", "c": "in.c"}, "r")
    builder.add("d", None, "x", "D", "", "2 * a", {"a": "a"}, "r")
    values = builder.structure().evaluate({"in.b": 1, "in.c": 0})
    assert values.values == (None, None)
    assert values.blocked == {0: ("in.c",), 1: ("in.c",)}


def test_that_a_line_that_depends_on_itself_is_refused() -> None:
    builder = Builder()
    builder.add("a", None, "x", "A", "", "b + 1", {"b": "b"}, "r")
    builder.add("b", None, "x", "B", "", "a + 1", {"a": "a"}, "r")
    with pytest.raises(ValueError, match="depends on itself"):
        builder.structure().evaluate({})


def test_that_the_order_of_some_lines_has_what_they_need_before_them_and_nothing_else() -> None:
    builder = Builder()
    builder.section("whole", None, "x", "Whole", "")
    builder.add("late", "whole", "x", "Late", "", "early * 2", {"early": "early"}, "r")
    builder.add("early", None, "x", "Early", "", "a + 1", {"a": "a"}, "r")
    builder.add("aside", None, "x", "Aside", "", "b", {"b": "b"}, "r")
    structure = builder.structure()
    assert [structure.lines[at].key for at in structure.order_of(["whole"])] == ["early", "late", "whole"]
    assert [structure.lines[at].key for at in structure.order] == ["early", "late", "whole", "aside"]
    assert structure.inputs == ("a", "b")


def test_that_lines_of_another_builder_are_taken_once() -> None:
    first, second = Builder(), Builder()
    first.add("a", None, "x", "A", "", "1", {}, "r")
    second.take(first.lines)
    assert second.structure().evaluate({}).values == (1,)
    with pytest.raises(ValueError, match="two lines a"):
        second.take(first.lines)


def test_that_numbers_and_counts_are_exact_integers() -> None:
    for evaluation in evaluations():
        for line in evaluation.structure.lines:
            if line.unit in ("parameter", "byte", "FLOP", "token", "head") and line.key != "tight_below":
                assert type(evaluation.value(line.key)) is int, line.key


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 512), st.integers(2, 200_000)), min_size=1, max_size=8))
def test_that_arrays_equal_single_results(points: list[tuple[int, int]]) -> None:
    keys = ("needed", "kv_cache", "flops_prefill", "decode_step", "prefill")
    base = rows.evaluated(rows.llama_3_70b(), rows.h100(), tp=8)
    function = base.structure.arrays(keys)
    batch = numpy.array([float(point[0]) for point in points])
    context = numpy.array([float(point[1]) for point in points])
    columns = function({**base.amounts, "load.batch": batch, "load.context": context, "load.prompt": context})
    for index, (b, c) in enumerate(points):
        one = rows.evaluated(rows.llama_3_70b(), rows.h100(), {"batch": b, "context": c, "prompt": c}, tp=8)
        for key, column in zip(keys, columns, strict=True):
            exact = one.value(key)
            if isinstance(exact, int) and exact < 2**53:
                assert column[index] == exact
            else:
                assert column[index] == pytest.approx(exact, rel=1e-12)
