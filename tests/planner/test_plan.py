"""What the planner says of real plans; expected numbers come from the published counts and are not computed here."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.checks import check_model, check_scenario
from planner.evaluations import Planner
from planner.presets import model_from_preset
from planner.summary import parameters_of
from planner.verdict import Verdict
from planner.workbook import QUANTISATION
from tests.planner import rows
from tests.planner.rows import GIB


def test_that_parameters_are_exact() -> None:
    assert rows.evaluated(rows.llama_2_7b()).value("parameters") == 6_738_415_616
    assert rows.evaluated(rows.llama_2_7b()).value("parameters.group1.layer") == 202_383_360
    assert rows.evaluated(rows.llama_2_13b()).value("parameters") == 13_015_864_320
    assert rows.evaluated(rows.llama_3_70b()).value("parameters") == 70_553_706_496
    assert rows.evaluated(rows.gpt_2()).value("parameters") == 124_439_808


def test_that_13b_at_batch_8_fits_and_at_16_is_tight_and_at_24_does_not_fit() -> None:
    verdicts = []
    for batch, cache in ((8, 25.0), (16, 50.0), (24, 75.0)):
        plan = rows.evaluated(rows.llama_2_13b(), rows.a100(), {"batch": batch}, weights="fp16")
        assert plan.value("weights") / GIB == pytest.approx(24.24, abs=0.005)
        assert plan.value("kv_cache") / GIB == cache
        verdicts.append(plan.verdict)
    assert verdicts == [Verdict.FITS, Verdict.TIGHT, Verdict.DOES_NOT_FIT]


def test_that_a_verdict_without_usable_memory_is_unknown() -> None:
    card = rows.a100().model_copy(update={"usable_memory": None})
    assert rows.evaluated(rows.llama_2_7b(), card).verdict is Verdict.UNKNOWN
    assert rows.evaluated(rows.llama_2_7b(), None).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("model", "card", "tp", "milliseconds"),
    [
        (rows.llama_2_7b(), rows.a100(), 1, 7.02),
        (rows.llama_2_7b(), rows.h100(), 1, 4.28),
        (rows.llama_3_70b(), rows.a100(), 4, 17.13),
        (rows.llama_3_70b(), rows.h100(), 4, 10.43),
    ],
)
def test_that_the_decode_floor_reads_every_weight_once(model, card, tp, milliseconds) -> None:  # type: ignore[no-untyped-def]
    plan = rows.evaluated(model, card, {"context": 2112}, tp=tp)
    assert plan.value("decode_floor") * 1e3 == pytest.approx(milliseconds, abs=0.005)


@pytest.mark.parametrize(
    ("model", "card", "tp", "milliseconds"),
    [
        (rows.llama_2_7b(), rows.a100(), 1, 88.5),
        (rows.llama_2_7b(), rows.h100(), 1, 27.9),
        (rows.llama_3_70b(), rows.a100(), 4, 229),
        (rows.llama_3_70b(), rows.h100(), 4, 72),
    ],
)
def test_that_the_prefill_floor_counts_causal_attention_and_one_head(model, card, tp, milliseconds) -> None:  # type: ignore[no-untyped-def]
    plan = rows.evaluated(model, card, {"context": 2112, "prompt": 2048}, tp=tp)
    assert plan.value("prefill_floor") * 1e3 == pytest.approx(milliseconds, rel=0.005)


def test_that_quantised_checkpoints_keep_tables_and_norms_in_16_bit() -> None:
    """Llama-3.1-8B in fp8 is 8.46 GiB: its layers' matrices in 1 byte, the rest in 2."""
    group = rows.llama_2_7b().groups[0]
    changed = group.model_copy(
        update={
            "attention": group.attention.model_copy(update={"kv_heads": 8}),
            "feed_forward": group.feed_forward.model_copy(update={"width": 14336}),
        }
    )
    llama_3_8b = rows.llama_2_7b().model_copy(update={"vocab_size": 128256, "groups": (changed,)})
    plan = rows.evaluated(llama_3_8b, rows.h100(), weights="fp8")
    assert plan.value("parameters") == 8_030_261_248
    assert plan.value("weights") / GIB == pytest.approx(8.46, abs=0.005)


def test_that_kv_heads_are_replicated_beyond_their_number() -> None:
    eight = rows.evaluated(rows.llama_3_70b(), rows.h100(), tp=8).value("kv_bytes_per_token")
    sixteen = rows.evaluated(rows.llama_3_70b(), rows.h100(), tp=16).value("kv_bytes_per_token")
    assert eight == sixteen == 80 * 2 * 128 * 2


def test_that_a_window_bounds_the_cache_and_leaves_the_growing_layers_out() -> None:
    group = rows.llama_2_7b().groups[0]
    windowed = group.model_copy(update={"attention": group.attention.model_copy(update={"window": 1024})})
    model = rows.llama_2_7b().model_copy(update={"groups": (windowed,)})
    plan = rows.evaluated(model, rows.a100(), {"context": 4096})
    assert plan.value("kv_cache") == 1024 * 524288
    assert plan.value("kv_bytes_per_token") == 0
    at_edge = rows.evaluated(model, rows.a100(), {"context": 1024, "prompt": 1024})
    full = rows.evaluated(rows.llama_2_7b(), rows.a100(), {"context": 1024, "prompt": 1024})
    assert at_edge.value("flops_prefill") == full.value("flops_prefill")
    assert at_edge.value("decode_step") == full.value("decode_step")


PLANS = st.fixed_dictionaries(
    {
        "batch": st.integers(1, 300),
        "context": st.integers(1, 200_000),
        "prompt": st.integers(1, 100_000),
    }
)


@settings(max_examples=60, deadline=None)
@given(PLANS, st.sampled_from([1, 2, 4, 8]), st.sampled_from(["bf16", "fp8", "int4_g128"]), st.booleans())
def test_that_no_estimate_is_below_its_floor(load: dict[str, int], tp: int, weights: str, ideal: bool) -> None:
    card = rows.h100()
    if ideal:
        card = card.model_copy(update={"compute_efficiency": 1.0, "bandwidth_efficiency": 1.0, "call_time": 0.0})
    for model in (rows.llama_3_70b(), rows.gpt_2()):
        plan = rows.evaluated(model, card, load, tp=tp, weights=weights)
        assert plan.value("decode_step") >= plan.value("decode_floor") * (1 - 1e-12)
        assert plan.value("prefill") >= plan.value("prefill_floor") * (1 - 1e-12)


@settings(max_examples=60, deadline=None)
@given(PLANS, st.sampled_from(["batch", "context", "prompt"]), st.integers(1, 1000))
def test_that_more_load_never_takes_less(load: dict[str, int], name: str, more: int) -> None:
    before = rows.evaluated(rows.llama_2_7b(), rows.a100(), load)
    after = rows.evaluated(rows.llama_2_7b(), rows.a100(), {**load, name: load[name] + more})
    for key in ("needed", "kv_cache", "activations", "prefill", "decode_step", "flops_prefill", "flops_decode_step"):
        assert after.value(key) >= before.value(key), key


def test_that_the_components_of_a_model_add_up_to_its_total() -> None:
    for model in (rows.llama_2_7b(), rows.llama_3_70b(), rows.gpt_2()):
        said = parameters_of(rows.evaluated(model))
        assert sum(said["components"].values()) == said["total"]


@pytest.mark.parametrize("field", ["memory_bandwidth", "peak_bf16", "bandwidth_efficiency"])
def test_that_a_zero_rate_leaves_no_time_and_is_named(field: str) -> None:
    card = rows.h100().model_copy(update={field: 0})
    plan = rows.evaluated(rows.llama_2_7b(), card)
    assert plan.value("prefill") is None
    assert plan.blocked("prefill") == (f"accelerator.{field}",)
    finding = next(each for each in check_scenario(plan) if each.code == "time_unknown")
    assert finding.path == ("accelerators", "h100", field)
    assert "is zero" in finding.sentence


def test_that_a_model_without_layers_is_said() -> None:
    empty = rows.llama_2_7b().model_copy(update={"groups": ()})
    assert [finding.code for finding in check_model(empty)] == ["no_layers"]
    assert list(check_model(rows.llama_2_7b())) == []
    assert rows.evaluated(empty, rows.h100()).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("preset", ["mixtral-8x7b", "deepseek-v3", "gpt-oss-20b"])
@pytest.mark.parametrize(("batch", "prompt"), [(1, 1), (7, 100), (300, 2048)])
def test_that_no_estimate_of_a_mixture_is_below_its_floor(preset: str, batch: int, prompt: int) -> None:
    plan = rows.evaluated(model_from_preset(preset, "m"), rows.h100(), {"batch": batch, "prompt": prompt}, tp=8)
    assert plan.value("decode_step") >= plan.value("decode_floor")
    assert plan.value("prefill") >= plan.value("prefill_floor")


def test_that_the_floor_of_a_mixture_reads_the_experts_that_are_hit() -> None:
    """Mixtral 8x7B at batch 1 reads two of eight experts: 12.88e9 parameters used less the input table, 2 B each."""
    model = model_from_preset("mixtral-8x7b", "m")
    plan = rows.evaluated(model, rows.h100(), {"context": 1, "prompt": 1})
    used = 12_879_925_248 - 32000 * 4096
    assert plan.value("decode_floor.bytes") == pytest.approx(2 * used + plan.value("kv_cache"), rel=1e-9)


def test_that_two_mixers_side_by_side_each_have_their_own_cache() -> None:
    model = rows.llama_2_7b()
    alone = Planner().alone(model)
    (group,) = model.groups
    half = group.attention.model_copy(update={"kv_heads": 16})
    both = group.model_copy(update={"beside": half})
    twice = Planner().alone(model.model_copy(update={"groups": (both,)}))
    for key in ("kv_cache", "kv_bytes_per_token"):
        assert twice.value(key) * 2 == alone.value(key) * 3
    assert parameters_of(twice)["kv_bytes_per_token"] == twice.value("kv_bytes_per_token")
    assert twice.value("kv_cache.group1.beside_keys") * 2 == twice.value("kv_cache.group1.keys")


def test_that_a_load_that_cannot_be_is_never_said_to_fit() -> None:
    beyond = rows.evaluated(rows.llama_2_7b(), rows.a100(), {"context": 1024, "prompt": 1025})
    assert beyond.verdict is Verdict.UNKNOWN
    assert rows.evaluated(rows.llama_2_7b(), rows.a100(), {"context": 1024, "prompt": 1024}).verdict is Verdict.FITS
    past = rows.evaluated(rows.gpt_2(), rows.a100(), {"context": 1025, "prompt": 8})
    assert past.verdict is Verdict.UNKNOWN
    assert rows.evaluated(rows.gpt_2(), rows.a100(), {"context": 1024, "prompt": 8}).verdict is Verdict.FITS
    huge = rows.evaluated(rows.llama_2_13b(), rows.a100(), {"batch": 999, "context": 1024, "prompt": 1025})
    assert huge.verdict is Verdict.DOES_NOT_FIT


def test_that_a_quantised_config_is_not_counted_in_16_bit_in_silence() -> None:
    model = rows.llama_2_7b().model_copy(update={"sources": {QUANTISATION: "The config states gptq, 4 bit."}})
    said = {finding.code for finding in check_scenario(rows.evaluated(model, rows.a100()))}
    assert "config_is_quantised" in said
    chosen = {finding.code for finding in check_scenario(rows.evaluated(model, rows.a100(), weights="int4_g128"))}
    assert "config_is_quantised" not in chosen
