"""Seek held against trying everything, and what it says where there is nothing to find."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.answers import request_workbook
from planner.edits import replaced
from planner.evaluations import Planner
from planner.findings import Edit
from planner.plan import Evaluation
from planner.searching import MOST, NEAR, outermost
from planner.verdict import Verdict
from planner.what_if.seek.binding import verdict_said
from planner.what_if.seek.changing import ChangeError, cells_behind, path_of, that_change
from planner.what_if.seek.effects import effects_of
from planner.what_if.seek.goals import Goal, GoalError, read_goal
from planner.what_if.seek.seeking import Seeking, seek
from planner.what_if.seek.sought import Sought
from planner.workbook import Path, Scenario, Workbook

PLANNER = Planner()
ROW = "scenario"


@cache
def book(model: str = "llama-3.1-8b", gpu: str = "a100-sxm4-80gb", **cells: Any) -> Workbook:
    return request_workbook({"model": model, "gpu": gpu, "set": cells})


def plan(of: Workbook) -> Evaluation:
    return PLANNER.evaluate(of).scenarios[ROW]


def sought(of: Workbook, change: str, *goals: str) -> Sought:
    before = plan(of)
    return seek(of, before, PLANNER.trial(of, ROW), path_of(of, before, change), [read_goal(before, g) for g in goals])


def applied(of: Workbook, found: Sought) -> Evaluation:
    for edit in found.edits:
        of = replaced(of, edit.path, edit.value)
    return plan(of)


def tried(of: Workbook, path: Path) -> Callable[[Any], Evaluation]:
    attempt = PLANNER.trial(of, ROW)
    return lambda value: attempt((Edit(path, value),))


# The search itself


@settings(max_examples=100, deadline=None)
@given(
    st.integers(0, 3000), st.integers(1, NEAR), st.integers(1, NEAR), st.booleans(),
    st.sets(st.integers(0, 4000), min_size=2, max_size=60),
)  # fmt: skip
def test_that_the_outermost_number_is_found_through_any_saw_of_narrow_teeth(
    end: int, period: int, wide: int, upward: bool, points: set[int]
) -> None:
    def holds(number: int) -> bool:
        at = number if upward else 4000 - number
        return at <= end and at % period < wide

    good = [number for number in range(4001) if holds(number)]
    found = outermost(holds, sorted({0, 4000, *points}), upward)
    if found is None:
        assert not any(holds(point) for point in (0, 4000, *points))
    else:
        assert found.value == (max(good) if upward else min(good))
        assert found.beyond is None or not holds(found.beyond)


# Against trying everything

FEW = settings(max_examples=6, deadline=None)


@FEW
@given(
    st.sampled_from(("llama-3.1-8b", "gpt-oss-20b", "mixtral-8x7b", "falcon-mamba-7b")),
    st.sampled_from(("a100-sxm4-40gb", "rtx-4090", "h200-sxm")),
    st.sampled_from((None, "vllm", "llama-cpp")),
    st.sampled_from((512, 2048)),
)
def test_that_batch_and_context_are_those_of_how_much_fits(
    model: str, gpu: str, engine: str | None, context: int
) -> None:
    of = book(model, gpu, context=context, **({} if engine is None else {"engine": engine}))
    before = plan(of)
    if before.verdict is Verdict.UNKNOWN:
        return
    answers = {answer.code: answer for answer in PLANNER.answers(of, before)}
    for name in ("batch", "context"):
        found = sought(of, name, "fits")
        if found.sentence.startswith("It holds already"):  # a cache that no token adds to
            assert answers[name].value in (MOST, before.model.max_context)
            continue
        assert (found.value if found.found else None) == answers[name].value, found.sentence
        if found.found:
            assert applied(of, found).verdict is Verdict.FITS


@FEW
@given(st.sampled_from((None, "vllm", "llama-cpp", "sglang")), st.integers(8, 60), st.sampled_from((1, 4, 16)))
def test_that_no_longer_context_keeps_the_time_per_token(engine: str | None, milliseconds: int, batch: int) -> None:
    of = book(batch=batch, **({} if engine is None else {"engine": engine}))
    found = sought(of, "context", f"tpot_s<={milliseconds}ms")
    at = tried(of, found.path)
    wanted = milliseconds / 1000
    if not found.found:
        assert all(at(context).value("tpot") > wanted for context in range(600, 131_072, 7001)), found.sentence
        return
    after = applied(of, found)
    assert after.scenario.serving.context == found.value and after.value("tpot") <= wanted
    assert isinstance(found.value, int)
    if found.binding.code == "model":
        assert found.value == 131_072
    else:
        assert found.binding.code == "target" and found.binding.line == "tpot"
        longer = [found.value + more for more in (*range(1, 40), 999, 10_000) if found.value + more <= 131_072]
        assert all(at(context).value("tpot") > wanted for context in longer)


@FEW
@given(st.integers(1, 200), st.sampled_from((1, 3)))
def test_that_an_equal_value_is_the_nearest_of_all(gibibytes: int, context: int) -> None:
    of = book(context=context * 1000, batch=1)
    found = sought(of, "batch", f"kv_cache_bytes={gibibytes / 10}GiB")
    at = tried(of, found.path)
    wanted = gibibytes / 10 * 2**30
    every = {batch: abs(at(batch).value("kv_cache") - wanted) for batch in range(1, 200)}
    if found.found:
        assert every[found.value] == min(every.values())
        assert found.given[0] == at(found.value).value("kv_cache")
        assert (", the nearest." in found.sentence) == (found.given[0] != wanted)
    else:
        assert wanted < at(1).value("kv_cache")


@FEW
@given(st.floats(2.0, 20.0), st.sampled_from(("<=", "=")))
def test_that_a_found_bandwidth_meets_the_target_and_less_does_not(milliseconds: float, relation: str) -> None:
    of = book()
    found = sought(of, "gpu.memory_bandwidth", f"tpot_s{relation}{milliseconds:.4g}ms")
    wanted = float(f"{milliseconds:.4g}") / 1000
    at = tried(of, found.path)
    assert found.found, found.sentence
    given = applied(of, found).value("tpot")
    if relation == "<=":
        assert given <= wanted
        assert at(found.value * (1 - 1e-5)).value("tpot") > wanted
    else:
        assert given == pytest.approx(wanted, rel=1e-6)
    assert float(f"{found.value / 1e9:.9g}") * 1e9 == pytest.approx(found.value, rel=1e-15)


@FEW
@given(st.integers(20, 90))
def test_that_the_memory_needed_is_the_least_that_fits(batch: int) -> None:
    of = book(batch=batch)
    found = sought(of, "gpu.usable_memory", "fits")
    at = tried(of, found.path)
    assert isinstance(found.value, int) and at(found.value).verdict is Verdict.FITS
    assert at(found.value - found.value // 100_000).verdict is not Verdict.FITS


def test_that_a_degree_is_the_least_that_every_part_can_be_cut_by() -> None:
    of = book("llama-3-70b")
    found = sought(of, "tp", "fits")
    assert found.value == 2 and found.binding.code == "memory" and found.binding.line == "weights"
    none = sought(book("llama-3.1-8b"), "tp", "tpot_s<=1ms")
    assert not none.found and "at TP 3." not in none.sentence


def test_that_all_goals_hold_together_and_the_one_that_binds_is_named() -> None:
    of = book(batch=32)
    both = sought(of, "context", "tpot_s<=40ms", "fits")
    assert both.binding.code == "target"
    loose = sought(of, "context", "tpot_s<=90ms", "fits")
    assert loose.value > both.value and loose.binding.code == "memory"
    assert applied(of, loose).verdict is Verdict.FITS


def test_that_a_window_between_two_goals_is_found() -> None:
    of = book()
    before = plan(of)
    attempt = tried(of, path_of(of, before, "batch"))
    least = next(batch for batch in range(1, 500) if attempt(batch).value("tokens_per_s") >= 300)
    limit = attempt(least).value("needed")
    found = sought(of, "batch", "tokens_per_s>=300", f"needed_bytes<={limit}B")
    assert (found.value, found.given[1]) == (least, limit)
    none = sought(of, "batch", "tokens_per_s>=300", f"needed_bytes<={limit - 1}B")
    assert not none.found and none.said.values["why"] is none.binding.said


# What is said where there is nothing


def test_that_a_line_that_does_not_depend_on_a_cell_is_said_to() -> None:
    found = sought(book(), "batch", "weights_bytes<=8GiB")
    assert not found.found and found.edits == ()
    assert found.sentence == (
        "There is no Batch with which Weights is at most 8.00 GiB. The line Weights does not depend on Batch: it is "
        "14.96 GiB for every value that was tried."
    )


def test_that_no_figure_is_named_where_none_reaches_but_what_is_left_of_the_line() -> None:
    found = sought(book(), "gpu.memory_bandwidth", "tpot_s<=0.5ms")
    assert not found.found and "GB/s" not in found.sentence
    assert found.sentence.endswith(
        "However large it is, the line TPOT stays above 1.88 ms. What is left then: fixed time (100 %)."
    )
    endless = applied(replaced(book(), ("accelerators", "accelerator", "memory_bandwidth"), 10**17), found)
    assert endless.value("tpot") == pytest.approx(0.00188, abs=5e-6)
    rate = sought(book(), "gpu.memory_bandwidth", "tokens_per_s>=100000")
    assert "stays below 349 token/s" in rate.sentence and "fixed time (" in rate.sentence
    first = sought(book(engine="vllm"), "gpu.memory_bandwidth", "ttft_s<=1ms")
    assert "However large it is, the line TTFT stays above" in first.sentence and "arithmetic (" in first.sentence
    bound = sought(book(), "gpu.peak_bf16", "ttft_s<=0.1ms")
    assert bound.sentence.endswith("bandwidth (100 %).")


def test_that_a_bound_of_the_cell_itself_is_named_as_before() -> None:
    assert sought(book(), "batch", "tpot_s<=1ms").sentence.endswith("The nearest is 11.7 ms, at Batch 1.")
    # There the line still moves: ten times less bandwidth is ten times the time.
    assert "The nearest is" in sought(book(), "gpu.memory_bandwidth", "tpot_s>=10000").sentence


def test_that_a_line_is_held_only_where_more_of_the_cell_no_longer_moves_it() -> None:
    """The window holds the cache of sliding layers; the whole cache grows on with the layers that see all."""
    sliding = sought(book("gemma-3-27b"), "context", "kv_cache.group1>=9000GiB").sentence
    assert "it is held by Window." in sliding
    whole = sought(book("gemma-3-27b"), "context", "kv_cache_bytes>=9000GiB").sentence
    assert whole.endswith("The nearest is 10.41 GiB, at Context 131,072 tokens.")


def test_that_what_holds_for_every_larger_figure_needs_no_change() -> None:
    found = sought(book(), "gpu.memory_bandwidth", "tpot_s>=1ms")
    assert found.found and found.edits == ()
    assert found.sentence.startswith("It holds already, and however much larger Bandwidth of A100")


def test_that_a_blank_figure_is_named() -> None:
    of = replaced(book(), ("accelerators", "accelerator", "memory_bandwidth"), None)
    found = sought(of, "batch", "tpot_s<=40ms")
    assert not found.found and "Bandwidth of A100" in found.sentence
    asked = sought(of, "gpu.memory_bandwidth", "tpot_s<=10ms")
    assert asked.found and applied(of, asked).value("tpot") <= 0.010


def test_that_every_name_in_an_answer_is_translated() -> None:
    def foreign(context: str, text: str) -> str:
        return text if context == "seek" else f"«{text}»"

    of = replaced(book(), ("accelerators", "accelerator", "memory_bandwidth"), None)
    assert "zero: «{title} of {row}»" not in sought(of, "batch", "tpot_s<=40ms").said.words(foreign)
    assert "«Bandwidth»" in sought(of, "batch", "tpot_s<=40ms").said.words(foreign)
    blank = replaced(book(), ("accelerators", "accelerator", "usable_memory"), None)
    assert "«Usable memory»" in verdict_said(plan(blank)).words(foreign)
    held = sought(book("gemma-3-27b"), "context", "kv_cache.group1>=9000GiB").said.words(foreign)
    assert "held by «Window»" in held
    assert "«int8" in sought(book(), "weights", "weights_bytes<=9GiB").remarks[0].words(foreign)


def test_that_a_line_or_cell_that_is_not_there_is_refused() -> None:
    before = plan(book())
    for text in ("train_step_s<=1s", "nothing<=3", "tpot_s", "tpot_s<=3 GiB", "tpot_s<==batch"):
        with pytest.raises(ValueError, match=r"\w"):
            read_goal(before, text)
    with pytest.raises(GoalError, match="no line train_step_s"):
        read_goal(before, "train_step_s<=1s")
    for name in ("nothing", "name", "engine.page_tokens", "gpu.name"):
        with pytest.raises(ChangeError):
            path_of(book(), before, name)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("tpot_s<=40ms", Goal("tpot", "<=", 0.04)),
        ("free_bytes ≥ 2 GiB", Goal("free", ">=", 2**31)),
        ("tokens_per_s at least 2k", Goal("tokens_per_s", ">=", 2000)),
        ("Fits", Goal("fits")),
        ("fits or tight", Goal("tight")),
        ("kv_cache=1GB", Goal("kv_cache", "=", 10**9)),
        ("prefill_mfu>=40%", Goal("prefill_mfu", ">=", 0.4)),
    ],
)
def test_that_a_goal_is_read_as_it_is_written(text: str, goal: Goal) -> None:
    assert read_goal(plan(book()), text) == goal


# What else changes


def test_that_an_expression_becomes_a_number_and_that_is_said() -> None:
    of = replaced(book(), ("scenarios", ROW, "load", "batch"), "=2*4")
    found = sought(of, "batch", "fits")
    assert any("=2*4" in remark.words() for remark in found.remarks)
    assert applied(of, found).scenario.serving.batch == found.value


def test_that_a_shared_row_tells_which_other_scenarios_change() -> None:
    of = book()
    other = Scenario(id="other", name="Other", model=of.models[0].id, accelerator=of.accelerators[0].id)
    apart = Scenario(id="apart", name="Apart", model=of.models[0].id)
    of = of.model_copy(update={"scenarios": (*of.scenarios, other, apart)})
    found = sought(of, "gpu.usable_memory", "free_bytes=1GiB")
    effects = effects_of(PLANNER, of, found.before, found.edits)
    assert effects.others == ("Other",) and effects.after.value("free") == pytest.approx(2**30, rel=1e-5)
    narrow = effects_of(PLANNER, of, found.before, (Edit(found.path, 2**30),))
    assert narrow.misfits == ("Other",)
    assert effects_of(PLANNER, of, found.before, (Edit(("scenarios", ROW, "tp"), 2),)).others == ()


def test_that_a_changed_figure_loses_the_source_of_the_one_before() -> None:
    of = book()
    assert "memory_bandwidth" in of.accelerators[0].sources
    found = sought(of, "gpu.memory_bandwidth", "tpot_s<=8ms")
    for edit in found.edits:
        of = replaced(of, edit.path, edit.value)
    assert "memory_bandwidth" not in of.accelerators[0].sources


def test_that_a_choice_is_the_present_one_or_the_first_that_holds() -> None:
    found = sought(book(), "weights", "weights_bytes<=9GiB")
    after = applied(book(), found)
    assert after.value("weights") <= 9 * 2**30 and found.remarks
    kept = sought(book(weights="fp8"), "weights", "weights_bytes<=9GiB")
    assert kept.value == "fp8" and kept.edits == ()


def test_that_a_training_sequence_is_sought_too() -> None:
    of = request_workbook({"model": "llama-3.2-1b", "gpu": "h100-sxm5", "set": {"load": "training", "sequence": 512}})
    found = sought(of, "sequence", "fits")
    answer = next(each for each in PLANNER.answers(of, plan(of)) if each.code == "sequence")
    assert found.value == answer.value


def test_that_slices_of_time_give_what_one_go_gives() -> None:
    of = book()
    before = plan(of)
    goals = [read_goal(before, "tpot_s<=15ms"), read_goal(before, "fits")]
    seeking = Seeking(of, before, PLANNER.trial(of, ROW), path_of(of, before, "batch"), goals)
    slices = 0
    while (found := seeking.run(0)) is None:
        slices += 1
        assert seeking.tried == slices <= 5 * seeking.expected
    whole = sought(of, "batch", "tpot_s<=15ms", "fits")
    assert (found.value, found.sentence, found.tried) == (whole.value, whole.sentence, whole.tried)


# Which cells a line depends on


def test_that_the_cells_behind_a_line_are_those_that_move_it() -> None:
    of = replaced(book(), ("scenarios", ROW, "load", "prompt"), "=context-tp")
    before = plan(of)
    found = cells_behind(of, before, ("tpot",))
    names = [path[-1] for path in found]
    assert names[0] == "batch" and {"context", "tp", "memory_bandwidth"} <= set(names)
    assert "usable_memory" not in names
    weights = cells_behind(of, before, ("parameters",))
    assert weights and all(path[0] == "models" for path in weights)
    assert ("scenarios", ROW, "weights") in that_change(before, ("needed",), PLANNER.trial(of, ROW))
    assert ("scenarios", ROW, "link") not in that_change(before, ("needed",), PLANNER.trial(of, ROW))
