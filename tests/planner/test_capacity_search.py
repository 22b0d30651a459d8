"""Every answer on capacity held against trying all there is: what it says fits, and one more, or one less, does not."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planner.answers import request_workbook
from planner.asked import Answer
from planner.edits import replaced
from planner.evaluations import Planner
from planner.parts.feed_forward import Mixture
from planner.placement import divides
from planner.plan import Evaluation
from planner.searching import MOST
from planner.verdict import Verdict
from planner.workbook import Workbook

PLANNER = Planner()
MODELS = (
    "llama-3.1-8b", "llama-2-13b", "gemma-3-12b", "gpt-oss-20b", "mixtral-8x7b", "qwen2.5-0.5b", "bloom-560m",
    "granite-4.0-h-tiny", "falcon-mamba-7b", "deepseek-v2", "llama-3-70b",
)  # fmt: skip
CARDS = ("h200-sxm", "h100-sxm5", "rtx-4090", "t4", "a100-sxm4-40gb")
ENGINES = (None, "vllm", "vllm-0.21", "sglang", "tensorrt-llm", "llama-cpp", "ollama", "pytorch")
MIXES = (None, "fp8", "int4_g128", "Q4_K_M")


@cache
def book(model: str, gpu: str, engine: str | None, weights: str | None, batch: int, context: int) -> Workbook:
    chosen = {"engine": engine, "weights": weights, "context": context, "batch": batch, "output": min(64, context)}
    return request_workbook({"model": model, "gpu": gpu, "set": {k: v for k, v in chosen.items() if v is not None}})


books = st.builds(
    book, st.sampled_from(MODELS), st.sampled_from(CARDS), st.sampled_from(ENGINES), st.sampled_from(MIXES),
    st.sampled_from((1, 3, 8, 40)), st.sampled_from((128, 1000, 2048)),
)  # fmt: skip
few = settings(max_examples=40, deadline=None)
LOAD = frozenset({"batch", "context", "prompt", "output"})


def changed(of: Workbook, **cells: Any) -> Workbook:
    for name, value in cells.items():
        of = replaced(of, ("scenarios", "scenario", *(("load",) if name in LOAD else ()), name), value)
    return of


def plan(of: Workbook, **cells: Any) -> Evaluation:
    return PLANNER.evaluate(changed(of, **cells)).scenarios["scenario"]


def asked(of: Workbook) -> dict[str, Answer]:
    found = plan(of)
    if found.verdict is Verdict.UNKNOWN:
        assume(False)
    return {answer.code: answer for answer in PLANNER.answers(of, found)}


def applied(of: Workbook, answer: Answer) -> Workbook:
    for edit in answer.edits:
        of = replaced(of, edit.path, edit.value)
    return of


@few
@given(books, st.sampled_from((1, 2)))
def test_that_no_batch_above_the_largest_fits_and_every_smaller_one_does(of: Workbook, tp: int) -> None:
    of = changed(of, tp=tp)
    answer = asked(of)["batch"]
    if answer.value is None:
        assert plan(of, batch=1).verdict is not Verdict.FITS
        return
    most: Any = answer.value
    assert plan(applied(of, answer)).verdict is Verdict.FITS
    assert all(plan(of, batch=less).verdict is Verdict.FITS for less in {1, most // 2 or 1, most})
    assert all(plan(of, batch=most + more).verdict is not Verdict.FITS for more in (1, 2, 7, most))
    tight = answer.values["tight"]
    assert plan(of, batch=tight).verdict in (Verdict.FITS, Verdict.TIGHT)
    assert plan(of, batch=tight + 1).verdict is Verdict.DOES_NOT_FIT


@few
@given(books)
def test_that_no_context_beyond_the_longest_fits(of: Workbook) -> None:
    answer = asked(of)["context"]
    if answer.value is None:
        assert plan(of, context=1, prompt=1, output=1).verdict is not Verdict.FITS
        return
    most: Any = answer.value
    after = plan(applied(of, answer))
    assert after.verdict is Verdict.FITS and after.scenario.serving.context == most
    if most == MOST:
        assert answer.sentence.endswith("no more were tried.")
    elif most != after.model.max_context:
        for more in (1, 2, 100):
            longer = plan(of, context=most + more)
            assert longer.verdict is not Verdict.FITS, more


@few
@given(books, st.sampled_from((1, 2)))
def test_that_the_requests_said_are_held_and_one_more_is_not(of: Workbook, dp: int) -> None:
    of = changed(of, dp=dp)
    answers = asked(of)
    assume("requests" in answers and answers["requests"].value is not None)
    whole = int(answers["requests"].value or 0) // dp * dp

    def held(requests: int) -> bool:
        found = plan(of, batch=requests)
        return bool(found.value("kv_cache") <= found.value("kv_budget"))

    assume(whole + dp <= 1_000_000)
    assert [edit.value for edit in answers["requests"].edits] in ([whole], [])
    assert whole == 0 or held(whole), whole
    assert not held(whole + dp), whole


@few
@given(books)
def test_that_no_smaller_memory_fraction_fits(of: Workbook) -> None:
    answer = asked(of).get("fraction")
    assume(answer is not None)
    assert answer is not None
    fitting = [percent for percent in range(1, 101) if plan(of, memory_fraction=percent / 100).verdict is Verdict.FITS]
    least = None if answer.value is None else round(100 * answer.value)
    assert least == (fitting[0] if fitting else None)
    if least is not None:
        assert plan(applied(of, answer)).verdict is Verdict.FITS


def fewest(of: Workbook, most_stages: int = 200) -> tuple[int, int] | None:
    """Total of TP times PP and TP of the best placement, by trying every one in turn."""
    now = plan(of)
    model = now.model
    layers = sum(int(group.count or 0) for group in model.groups)  # type: ignore[arg-type]
    mixture = any(isinstance(group.feed_forward, Mixture) for group in model.groups)
    dp: Any = now.scenario.dp
    best: tuple[int, int] | None = None
    for tp in (8, 4, 2, 1):
        for ep in {1, tp * dp} if mixture else {1}:
            if not divides(model, tp, ep):
                continue
            for pp in range(1, min(layers, most_stages) + 1):
                if best is not None and pp * tp >= best[0]:
                    break
                if plan(of, tp=tp, pp=pp, ep=ep).verdict is Verdict.FITS:
                    best = (pp * tp, tp)
                    break
    return best


@settings(max_examples=25, deadline=None)
@given(books, st.sampled_from((1, 2)), st.sampled_from((1, 64, 600)))
def test_that_no_placement_of_fewer_gpus_fits(of: Workbook, dp: int, batch: int) -> None:
    of = changed(of, dp=dp, batch=batch)
    answer = asked(of)["gpus"]
    best = fewest(of)
    if best is None:
        assert answer.value is None and answer.edits == ()
        return
    assert (answer.value, answer.values["tp"]) == (best[0] * dp, best[1]), answer.sentence
    after = plan(applied(of, answer))
    assert after.verdict is Verdict.FITS
    ranks: Any = after.scenario.tp * after.scenario.pp * after.scenario.dp  # type: ignore[operator]
    assert ranks == answer.value


@pytest.mark.parametrize(
    ("model", "gpu", "gpus", "placement"),
    [
        ("llama-3-8b", "h100-sxm5", 1, "TP 1"),
        ("llama-3-70b", "h100-sxm5", 2, "TP 2"),
        ("llama-3-70b", "rtx-4090", 7, "TP 1, PP 7"),
        ("deepseek-v3", "h200-sxm", 6, "TP 2, PP 3"),
    ],
)
def test_that_the_placement_is_said_and_applied_as_one_step(model: str, gpu: str, gpus: int, placement: str) -> None:
    of = request_workbook({"model": model, "gpu": gpu, "set": {}})
    answer = asked(of)["gpus"]
    assert (answer.value, answer.sentence) == (gpus, f"The plan fits at {placement}.")
    assert plan(applied(of, answer)).verdict is Verdict.FITS


def test_that_stated_layers_give_way_to_another_number_of_stages() -> None:
    of = request_workbook({"model": "llama-3-8b", "gpu": "h100-sxm5", "set": {"pp": 2, "stages": "20, 12"}})
    answer = asked(of)["gpus"]
    assert {edit.path[-1]: edit.value for edit in answer.edits} == {"pp": 1, "stages": None}
    assert plan(applied(of, answer)).verdict is Verdict.FITS


def test_that_a_training_plan_is_laid_over_divisors_of_its_layers() -> None:
    of = request_workbook({"model": "llama-3-8b", "gpu": "h100-sxm5", "set": {"load": "training", "sequence": 2048}})
    answer = asked(of)["gpus"]
    total: Any = answer.value
    assert plan(applied(of, answer)).verdict is Verdict.FITS and 32 % answer.values["pp"] == 0
    for tp in (1, 2, 4, 8):
        for pp in (1, 2, 4, 8, 16, 32):
            if tp * pp < total:
                assert plan(of, tp=tp, pp=pp).verdict is not Verdict.FITS
