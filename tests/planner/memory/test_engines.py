"""Engines: what a fraction is a fraction of, what lies outside it, how the cache is held, what stays free."""

from __future__ import annotations

from typing import Any

import pytest

from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.presets import engine_from_preset, engine_presets, model_from_preset
from planner.verdict import Verdict
from planner.workbook import Scenario, Workbook
from tests.planner.memory.engine_plans import GIB, plan, with_engine


@pytest.mark.parametrize("engine", list(engine_presets()))
def test_that_every_figure_of_an_engine_has_a_source(engine: str) -> None:
    row = engine_presets()[engine]
    for name in ("budget", "kv_policy", "device_context"):
        assert row.sources.get(name), (engine, name)
    for name in row.sources:
        assert name in type(row).model_fields, name


@pytest.mark.parametrize("engine", list(engine_presets()))
def test_that_needed_budget_and_room_add_up(engine: str) -> None:
    plan_ = plan("llama-3-8b", engine=engine, batch=4, context=8192)
    needed, cache, free = (plan_.value(key) for key in ("needed", "kv_cache", "free"))
    within = plan_.value("free_within")
    assert plan_.value("kv_budget") == (free if within is None else within) + cache
    assert free <= plan_.value("usable") - needed
    assert plan_.value("needed_low") <= needed <= plan_.value("needed_high")
    for key in ("needed", "free", "kv_budget", "reserved", "kv_capacity_tokens"):
        assert type(plan_.value(key)) is int, key
    assert plan_.value("reserved") <= plan_.value("usable")


def test_that_a_fraction_of_the_card_leaves_out_what_lies_beside_it() -> None:
    plan_ = plan("llama-3-8b", engine="vllm", context=8192)
    allowed = plan_.value("allowed")
    assert allowed == -(-plan_.value("usable") * 9 // 10)
    outside = plan_.value("overhead.device_context") + plan_.value("overhead.graphs")
    assert plan_.value("outside") == outside
    assert plan_.value("reserved") == allowed + outside
    later = plan("llama-3-8b", engine="vllm-0.21", context=8192, memory_fraction=0.9)
    assert later.value("outside") == plan_.value("overhead.device_context")
    assert later.value("free") == later.value("allowed") - (later.value("needed") - later.value("outside"))


def test_that_a_fraction_of_what_is_free_after_loading_is_for_the_cache_alone() -> None:
    plan_ = plan("llama-3-8b", engine="tensorrt-llm", context=8192)
    rest = plan_.value("usable") - (plan_.value("needed") - plan_.value("kv_cache"))
    assert plan_.value("kv_budget") == pytest.approx(0.9 * rest, abs=1)


def test_that_a_plan_is_held_against_the_engines_share_and_not_the_card() -> None:
    assert with_engine({}, context=8192).verdict is Verdict.FITS
    refused = with_engine({"memory_fraction": 0.3}, context=65536)
    assert refused.verdict is Verdict.DOES_NOT_FIT
    assert refused.value("free_on_card") > 0 > refused.value("free")
    assert refused.value("least_fraction") > 0.3


def test_that_the_least_fraction_is_where_nothing_stays_free() -> None:
    plan_ = plan("llama-3-8b", engine="vllm", context=8192)
    at = plan("llama-3-8b", engine="vllm", context=8192, memory_fraction=plan_.value("least_fraction"))
    assert abs(at.value("free")) <= 1


def test_that_a_large_card_has_a_larger_step_unless_it_is_named() -> None:
    h100, l40s = plan("llama-3-8b", engine="vllm"), plan("llama-3-8b", "l40s", engine="vllm")
    a100 = plan("llama-3-8b", "a100-sxm4-80gb", engine="vllm")
    assert [each.value("activation_rows") for each in (h100, l40s, a100)] == [8192, 2048, 2048]
    own = plan("llama-3-8b", engine="vllm", max_batched_tokens=512, max_sequences=16)
    assert own.value("activation_rows") == 512
    assert own.value("activations") < l40s.value("activations")


def test_that_printed_activations_take_the_formulas_place() -> None:
    evaluation = with_engine({"printed_activations": 5 * GIB}, context=8192)
    assert evaluation.value("activations") == 5 * GIB
    assert not evaluation.values.blocked


@pytest.mark.parametrize(
    ("policy", "cells"),
    [
        ("exact", 3 * 4096),
        ("pages", 3 * (-(-(4096 - 1) // 16) + 1) * 16 + 2048),
        ("full", 3 * 20_000),
        ("cells", -(-(3 * 4096 + 2048) // 256) * 256),
    ],
)
def test_that_a_window_is_held_as_the_policy_says(policy: str, cells: int) -> None:
    held = plan("mistral-7b", kv_policy=policy, context=20_000, batch=3, max_batched_tokens=2048)
    assert held.value("kv_cache") == cells * 32 * 2 * 8 * 128 * 2


def test_that_a_shared_prefix_is_held_once() -> None:
    plan_ = plan("llama-3-8b", context=8192, batch=4, shared_prefix=2000)
    each = plan_.value("kv_bytes_per_token")
    assert plan_.value("kv_cache") == (2000 + 4 * (8192 - 2000)) * each
    paged = plan("llama-3-8b", context=8192, batch=4, shared_prefix=2000, kv_policy="pages")
    assert paged.value("kv_cache") == (2000 + 4 * (8192 - 2000)) * each  # 125 whole pages
    longer = plan("llama-3-8b", context=1000, prompt=700, output=300, batch=4, shared_prefix=2000)
    assert longer.value("kv_cache") == (700 + 4 * 300) * each
    assert "prefix_exceeds_prompt" in {finding.code for finding in check_scenario(longer)}


def test_that_a_draft_model_adds_its_weights_and_its_cache() -> None:
    alone, both = plan("llama-3-70b", tp=4), plan("llama-3-70b", tp=4, draft="llama-3-8b")
    draft = plan("llama-3-8b", tp=4)
    added = draft.value("weights") + draft.value("kv_cache")
    assert both.value("needed") == alone.value("needed") + added
    assert both.value("draft") == added


def test_that_requests_and_tokens_of_a_hybrid_are_two_different_things() -> None:
    """Printed: gemma-4-26b with an fp8 cache of 51.62 GiB holds 451,040 tokens and 33.42 requests of 131,072."""
    settings: dict[str, Any] = {"kv_keys": "fp8", "kv_values": "fp8", "max_batched_tokens": 2048, "context": 131072}
    plan_ = plan("gemma-4-26b-a4b", "h200-sxm", engine="vllm", **settings)
    room = 51.62 * GIB / plan_.value("kv_budget")
    assert plan_.value("kv_capacity_tokens") * room == pytest.approx(451_040, rel=2e-4)
    assert plan_.value("kv_requests") * room == pytest.approx(33.42, rel=5e-4)


def test_that_an_engine_without_a_card_says_what_is_missing() -> None:
    rows = Workbook(
        models=(model_from_preset("llama-3-8b", "m"),),
        engines=(engine_from_preset("vllm", "e"),),
        scenarios=(Scenario(id="s", name="s", model="m", engine="e"),),
    )
    evaluation = Planner().evaluate(rows).scenarios["s"]
    assert evaluation.verdict is Verdict.UNKNOWN
    assert "accelerator.usable_memory" in evaluation.blocked("free")


def test_that_a_page_is_as_large_as_a_state() -> None:
    """vLLM raises the page of Qwen3.5-35B-A3B with an fp8 cache to 2,096 tokens; its public logs print it."""
    settings: dict[str, Any] = {"engine": "vllm", "context": 131072, "kv_keys": "fp8", "kv_values": "fp8"}
    plan_ = plan("qwen3.5-35b-a3b", "h200-sxm", **settings)
    page = plan_.value("kv_page_tokens")
    assert page == 2096
    layers, states, each = 10, 30, 2 * 2 * 256
    assert plan_.value("kv_cache") == (layers * -(-131072 // page) + states) * page * each
    newer = plan("qwen3.5-35b-a3b", "h200-sxm", **{**settings, "engine": "vllm-0.21"})
    assert newer.value("kv_cache") == (layers * -(-131072 // page) + 2 * states) * page * each
    assert plan_.value("kv_capacity_tokens") % page == 0
    plain = plan("qwen3.5-35b-a3b", "h200-sxm", context=131072, kv_keys="fp8", kv_values="fp8")
    assert plain.value("kv_page_tokens") is None
    state = states * (32 * 128 * 128 * 4 + 8192 * 3 * 2)
    assert plain.value("kv_cache") == layers * 131072 * each + state


def test_that_a_fraction_of_what_is_free_before_loading_starts_after_the_collectives() -> None:
    plan_ = plan("llama-3-8b", engine="sglang", tp=2, context=8192)
    before = plan_.value("usable") - plan_.value("overhead.device_context") - plan_.value("overhead.communicator")
    assert plan_.value("kv_budget") == pytest.approx(0.88 * before - plan_.value("weights"), abs=2)


@pytest.mark.parametrize("engine", list(engine_presets()))
def test_that_the_room_of_the_cache_lies_in_its_band(engine: str) -> None:
    plan_ = plan("llama-3-8b", engine=engine, batch=4, context=8192)
    for key in ("kv_budget", "kv_capacity_tokens"):
        low, typical, high = (plan_.value(f"{key}{end}") for end in ("_low", "", "_high"))
        assert 0 < low < typical < high, key
    assert plan_.value("kv_budget_high") - plan_.value("kv_budget_low") <= 0.06 * plan_.value("usable") + GIB // 2


def test_that_the_tokens_of_a_draft_model_are_counted() -> None:
    alone, both = (
        plan("llama-3-70b", "h200-sxm", tp=2, engine="vllm", **more) for more in ({}, {"draft": "llama-3-8b"})
    )
    each = plan("llama-3-8b", "h200-sxm", tp=2).value("kv_bytes_per_token")
    assert alone.value("kv_capacity_tokens") > both.value("kv_capacity_tokens")
    assert (
        both.value("kv_capacity_tokens")
        == both.value("kv_budget") // (16 * (alone.value("kv_bytes_per_token") + each)) * 16
    )


@pytest.mark.parametrize(
    ("sampler", "sequences", "copies"), [("sort", 256, 9), ("sort", 64, 12), ("flashinfer", 64, 3)]
)
def test_that_a_sampler_holds_its_copies_of_the_logits(sampler: str, sequences: int, copies: int) -> None:
    """The logits of the head in 16 bits, and so many copies of them in fp32."""
    plan_ = with_engine({"sampler": sampler, "max_sequences": sequences, "large_card": None})
    assert plan_.value("activations.logits") == (2 + 4 * copies) * sequences * 128256
    masked = with_engine({"sampler": "triton", "max_sequences": sequences, "large_card": None})
    assert masked.value("activations.logits") == (2 + 12) * sequences * 128256 + 4 * 132 * 128256


@pytest.mark.parametrize("gpu", ["jetson-orin-nano-8gb", "rtx-3060-12gb", "t4", "l40s", "h100-sxm5", "h200-sxm"])
@pytest.mark.parametrize("engine", ["vllm", "vllm-0.17", "vllm-0.21", "sglang", "tensorrt-llm"])
@pytest.mark.parametrize("tp", [1, 2, 4])
def test_that_a_large_vocabulary_and_many_ranks_keep_the_band_narrow(engine: str, gpu: str, tp: int) -> None:
    plan_ = plan("gemma-3-1b", gpu, engine=engine, context=8192, tp=tp)
    low, typical, high = (plan_.value(key) for key in ("kv_budget_low", "kv_budget", "kv_budget_high"))
    assert low <= typical <= high
    assert 0 < high - low <= 0.06 * plan_.value("usable") + GIB // 2
    whole = plan_.value("kv_reach_high") - plan_.value("kv_reach_low")
    assert high - low == pytest.approx(min(whole, 0.06 * plan_.value("usable") + GIB // 2), abs=4)
