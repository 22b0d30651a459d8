"""What must hold of any plan: parts add up, more work never needs less, ranks never hold more, answers are tight."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planner.answers import request_workbook
from planner.edits import replaced
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.verdict import Verdict, stages
from planner.workbook import Workbook

PLANNER = Planner()
MODELS = (
    "llama-3.1-8b", "gemma-3-12b", "deepseek-v3", "deepseek-v3.2", "gpt-oss-20b", "mixtral-8x7b", "qwen3.5-27b",
    "falcon-mamba-7b", "jamba-v0.1", "llama-4-scout-17b-16e", "qwen2.5-0.5b", "bloom-560m", "granite-4.0-h-tiny",
)  # fmt: skip
ENGINES = (None, "vllm", "vllm-0.21", "sglang", "tensorrt-llm", "llama-cpp", "ollama", "pytorch")
MIXES = (None, "fp8", "int4_g128", "q4_K", "Q4_K_M", "Q8_0")


@cache
def book(model: str, engine: str | None, weights: str | None) -> Workbook:
    chosen = {"engine": engine, "weights": weights, "context": 2048}
    return request_workbook({"model": model, "gpu": "h200-sxm", "set": {k: v for k, v in chosen.items() if v}})


def plan(of: Workbook, **cells: Any) -> Evaluation:
    for name, value in cells.items():
        path = ("scenarios", "scenario", *(("load",) if name in ("batch", "context", "shared_prefix") else ()), name)
        of = replaced(of, path, value)
    return PLANNER.evaluate(of).scenarios["scenario"]


books = st.builds(book, st.sampled_from(MODELS), st.sampled_from(ENGINES), st.sampled_from(MIXES))
degrees = st.sampled_from((1, 2, 4, 8))
few = settings(max_examples=40, deadline=None)


@few
@given(books, degrees, st.sampled_from((1, 2, 3)))
def test_that_the_parts_of_a_plan_add_up(of: Workbook, tp: int, pp: int) -> None:
    found = plan(of, tp=tp, pp=pp)
    parts = [found.value(key) for key in ("weights", "kv_cache", "activations", "overhead")]
    assert found.value("needed") == sum(parts) >= found.value("weights") > 0
    assert found.value("needed_low") <= found.value("needed") <= found.value("needed_high")
    for name in ("kv_budget", "kv_capacity_tokens"):
        ends = [found.value(f"{name}{end}") for end in ("_low", "", "_high")]
        assert None in ends or 0 <= ends[0] <= ends[1] <= ends[2]


@few
@given(books, st.integers(1, 64), st.integers(1, 64), st.integers(1, 8192), st.integers(1, 8192))
def test_that_more_sequences_and_longer_ones_never_need_less(of: Workbook, a: int, b: int, c: int, d: int) -> None:
    assume(of.models[0].position.kind != "learned")
    less = plan(of, batch=min(a, b), context=min(c, d))
    more = plan(of, batch=max(a, b), context=max(c, d))
    assert less.value("kv_cache") <= more.value("kv_cache") and less.value("needed") <= more.value("needed")


@few
@given(books, degrees, degrees)
def test_that_more_tensor_parallel_ranks_never_hold_more_each(of: Workbook, a: int, b: int) -> None:
    few, many = plan(of, tp=min(a, b)), plan(of, tp=max(a, b))
    assert many.value("weights.rounding") or many.value("weights") <= few.value("weights")
    assert many.value("kv_cache") <= few.value("kv_cache")


@few
@given(st.sampled_from(MODELS), st.sampled_from((2, 3, 4)), degrees)
def test_that_the_stages_of_a_pipeline_hold_the_whole_model_once(model: str, pp: int, tp: int) -> None:
    of = book(model, None, None)
    whole, cut = plan(of, tp=tp), plan(of, tp=tp, pp=pp)
    each = [
        PLANNER.kitchen.evaluate(cut.model, cut.accelerator, cut.scenario, of.assumptions, stage=stage.number)
        for stage in stages(cut.model, cut.scenario)
    ]
    assert sum(part.value("kv_cache") for part in each) == whole.value("kv_cache")
    table = whole.value("weights.embedding") if whole.model.head.tied else 0
    assert sum(part.value("weights") for part in each) == whole.value("weights") + table
    assert max(part.value("needed") for part in each) == cut.value("needed")


@few
@given(books, degrees, st.integers(1, 16))
def test_that_the_requests_fill_the_room_for_the_cache(of: Workbook, tp: int, batch: int) -> None:
    found = plan(of, tp=tp, batch=batch)
    requests = found.value("kv_requests")
    if requests is not None:
        filled = requests * found.value("kv_request") + found.value("kv_shared")
        assert filled == pytest.approx(max(found.value("kv_budget"), found.value("kv_shared")), rel=1e-9, abs=1)


@settings(max_examples=15, deadline=None)
@given(books, st.sampled_from((1, 8)))
def test_that_the_largest_batch_is_the_largest(of: Workbook, tp: int) -> None:
    of = replaced(of, ("scenarios", "scenario", "tp"), tp)
    found = plan(of)
    assume(found.verdict is not Verdict.UNKNOWN)
    answers = {answer.code: answer for answer in PLANNER.answers(of, found)}
    largest = answers["batch"].value
    assume(isinstance(largest, int))
    assert plan(of, batch=largest).verdict is Verdict.FITS
    assert plan(of, batch=largest + 1).verdict is not Verdict.FITS
