"""Engines: what a fraction is a fraction of, what lies outside it, how the cache is held, what stays free."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import request_evaluation, request_workbook
from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.plan import Evaluation
from planner.presets import accelerator_from_preset, engine_from_preset, engine_presets, model_from_preset
from planner.ranks import ranks_of
from planner.verdict import Verdict
from planner.workbook import Inference, LayerGroup, Model, Scenario, Workbook

GIB = 2**30


def plan(model: str, gpu: str = "h100-sxm5", planner: Planner | None = None, **settings: object) -> Evaluation:
    return request_evaluation(planner or Planner(), {"model": model, "gpu": gpu, "set": settings})


def with_engine(changes: dict[str, Any], **load: Any) -> Evaluation:
    """Llama-3-8B on an H100 under vLLM's row with changes."""
    rows = Workbook(
        models=(model_from_preset("llama-3-8b", "m"),),
        accelerators=(accelerator_from_preset("h100-sxm5", "a"),),
        engines=(engine_from_preset("vllm", "e").model_copy(update=changes),),
        scenarios=(Scenario(id="s", name="s", model="m", accelerator="a", engine="e", load=Inference(**load)),),
    )
    return Planner().evaluate(rows).scenarios["s"]


def with_cells(engine: str, context: int, model: str = "llama-3-8b", pp: int = 1, **cells: Any) -> Evaluation:
    """A model on two H100 at most under an engine's row with changes."""
    rows = Workbook(
        models=(model_from_preset(model, "m"),),
        accelerators=(accelerator_from_preset("h100-sxm5", "a"),),
        engines=(engine_from_preset(engine, "e").model_copy(update=cells),),
        scenarios=(
            Scenario(id="s", name="s", model="m", accelerator="a", engine="e", pp=pp, load=Inference(context=context)),
        ),
    )
    return Planner().evaluate(rows).scenarios["s"]


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


def test_that_the_token_table_stays_on_the_host_where_it_is_not_the_head() -> None:
    untied, tied = plan("llama-2-7b", engine="llama-cpp"), plan("llama-3.2-1b", engine="llama-cpp")
    assert untied.value("weights") == plan("llama-2-7b").value("weights") - 32000 * 4096 * 2
    assert tied.value("weights") == plan("llama-3.2-1b").value("weights")


def test_that_llama_cpp_has_one_compute_buffer() -> None:
    on = plan("llama-2-7b", engine="llama-cpp", context=4096)
    assert on.value("activations") == 4 * 512 * (3 * 11008 + 3 * 4096) + 2 * 512 * 4096  # more than V + d
    large = plan("llama-3-8b", engine="llama-cpp", context=4096)
    assert large.value("activations") == 4 * 512 * (128256 + 4096)
    off = plan("llama-2-7b", engine="ollama", context=4096)
    assert off.value("activations") == 4 * 512 * 4096 * 33 + 16 * 512 * 4096


def test_that_newer_llama_cpp_has_logits_for_one_token_of_each_slot() -> None:
    older, newer = (
        plan("gemma-3-12b", engine=name, context=8192, batch=4) for name in ("llama-cpp", "llama-cpp-b9460")
    )
    assert older.value("activations.logits") == 4 * 512 * (262208 + 3840)
    assert newer.value("activations.logits") == 4 * 4 * (262208 + 3840)


def test_that_a_quantised_cache_is_copied_in_fp16_for_flash_attention() -> None:
    settings: dict[str, Any] = {"engine": "llama-cpp-b9460", "context": 65536}
    plain = plan("llama-3-8b", **settings)
    packed = plan("llama-3-8b", **settings, kv_keys="q8_0", kv_values="q8_0")
    one_layer = 65536 * 2 * 1024 * 2
    assert packed.value("activations.attention") == plain.value("activations.attention") + one_layer
    assert packed.value("activations.rotation") == 4 * 128 * 128
    assert plain.value("activations.rotation") is None
    before = plan("llama-3-8b", engine="llama-cpp", context=65536, kv_keys="q8_0", kv_values="q8_0")
    assert before.value("activations.attention") == plain.value("activations.attention")


@pytest.mark.parametrize(("engine", "cells"), [("ollama", 1024), ("llama-cpp", 1024), ("llama-cpp-b9460", 1024)])
def test_that_cells_are_filled_up_to_256_with_flash_attention(engine: str, cells: int) -> None:
    found = with_cells(engine, 1000, flash_attention=True)
    assert found.value("kv_cache") == cells * 32 * 2 * 1024 * 2


def test_that_cells_were_filled_up_to_32_without_flash_attention() -> None:
    """ggml-org/llama.cpp#7257; the cache of a Mistral-7B under ollama was that of 32,384 cells."""
    assert with_cells("ollama", 32384, flash_attention=False).value("kv_cache") == 32384 * 32 * 2 * 1024 * 2
    assert with_cells("llama-cpp-b9460", 32384, flash_attention=False).value("kv_cache") == 32512 * 32 * 2 * 1024 * 2


def test_that_layers_spread_over_cards_have_their_inputs_in_four_copies() -> None:
    """ggml-org/llama.cpp#6122: 656.02 MiB on the second card of a Command R of 64 heads, without flash attention."""
    rows = with_cells("llama-cpp", 4096, model="command-r", pp=2, flash_attention=False)
    mask, row = 4 * 512 * 4096, 4 * 512 * 8192
    assert rows.value("activations") == mask * 65 + 4 * row + 3 * (mask + row)
    assert rows.value("activations") / 2**20 == pytest.approx(656.02, abs=0.03)


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


def test_that_adapters_take_room_beside_every_matrix() -> None:
    """Llama-3.2-1B, rank 64: 2048 + 2048 (q), 2048 + 512 (k, v), 2048 + 2048 (o), 2048 + 8192 (gate, up, down)."""
    alone, with_ = plan("llama-3.2-1b"), plan("llama-3.2-1b", lora_slots=2, lora_rank=64)
    sides = (2048 + 2048) + 2 * (2048 + 512) + (2048 + 2048) + 3 * (2048 + 8192)
    assert with_.value("weights") - alone.value("weights") == 2 * 64 * 16 * sides * 2
    halves = plan("llama-3.2-1b", tp=2, lora_slots=1, lora_rank=1).value("weights.lora.group1")
    assert halves == 16 * 2 * ((3 * 2048 + 1024 + 2 * 256) + (1024 + 2048) + (2 * 2048 + 2 * 4096) + (4096 + 2048))


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


def test_that_an_expanded_latent_cache_is_read_whole_in_a_decode_step() -> None:
    small = plan("deepseek-v3", "h200-sxm", tp=8, context=8192)
    large = plan("deepseek-v3", "h200-sxm", tp=8, context=8192, latent_cache="expanded")
    assert large.value("kv_bytes_per_token") == 61 * (128 // 8) * (192 + 128) * 2
    assert small.value("kv_bytes_per_token") == 61 * 576 * 2
    assert large.value("decode_floor") > small.value("decode_floor")
    assert large.value("flops_decode_step") < small.value("flops_decode_step")
    assert large.value("weights") == small.value("weights")
    sparse = plan("deepseek-v3.2", "h200-sxm", tp=8, context=8192, latent_cache="expanded")
    assert sparse.value("kv_cache") == plan("deepseek-v3.2", "h200-sxm", tp=8, context=8192).value("kv_cache")


DEGREES: tuple[dict[str, Any], ...] = (
    {},
    {"tp": 2},
    {"pp": 2},
    {"dp": 2},
    {"tp": 8, "cp": 2},
    {"tp": 2, "pp": 2, "dp": 2},
)


@pytest.mark.parametrize("engine", [None, *engine_presets()])
@pytest.mark.parametrize("model", ["llama-3-8b", "gemma-3-27b", "qwen3-next-80b-a3b"])
def test_that_bands_requests_and_floors_hold_for_every_engine_and_degree(engine: str | None, model: str) -> None:
    planner = Planner()  # one for all of them: what they share is put together once
    for degrees in DEGREES:
        for prefix in (None, 512):
            settings = {**degrees, "context": 4096, "prompt": 2048}
            settings |= {"engine": engine} if engine else {}
            settings |= {"shared_prefix": prefix} if prefix else {}
            few, many = (plan(model, "h200-sxm", planner, **settings, batch=batch) for batch in (2 * 8, 8 * 8))
            for plan_ in (few, many):
                assert plan_.value("needed_low") <= plan_.value("needed") <= plan_.value("needed_high"), degrees
                assert plan_.value("decode_floor") <= plan_.value("decode_step"), degrees
                assert plan_.value("prefill_floor") <= plan_.value("prefill"), degrees
            if few.value("free") > 0 and many.value("free") > 0 and engine not in ("llama-cpp", "ollama"):
                # Where the whole fraction is the cache's, what a request takes hangs on no batch.
                assert many.value("kv_request") == pytest.approx(few.value("kv_request"), rel=2e-3), degrees


def test_that_a_step_of_many_replicas_is_above_its_floor() -> None:
    plan_ = plan("llama-3-8b", batch=65536, dp=256, prompt=1, context=2)
    assert plan_.value("decode_floor") <= plan_.value("decode_step")
    one = plan("llama-3-8b", batch=8, dp=8, prompt=1, context=128)
    assert one.value("flops_decode_step") == plan("llama-3-8b", batch=1, prompt=1, context=128).value(
        "flops_decode_step"
    )


def test_that_context_ranks_attend_with_the_heads_of_all() -> None:
    settings: dict[str, Any] = {"tp": 8, "batch": 256, "context": 1048576, "prompt": 1}
    shared = plan("deepseek-v3", "a100-sxm4-80gb", **settings, cp=8)
    assert shared.value("decode_floor") <= shared.value("decode_step")
    assert shared.value("flops_decode_step") == plan("deepseek-v3", "a100-sxm4-80gb", **settings).value(
        "flops_decode_step"
    )


@pytest.mark.parametrize(
    ("model", "settings", "code"),
    [
        ("mixtral-8x7b", {"ep": 8}, "ep_beyond_ranks"),
        ("llama-3-8b", {"cp": 8}, "cp_does_not_divide_tp"),
        ("llama-3-8b", {"tp": 8, "cp": 8}, "cp_beyond_copies"),
        ("llama-3-8b", {"engine": "llama-cpp", "tp": 2}, "row_split_keeps_cache"),
        ("llama-3-8b", {"draft": "gpt2", "context": 8192}, "draft_too_short"),
    ],
)
def test_that_what_cannot_be_has_no_verdict(model: str, settings: dict[str, Any], code: str) -> None:
    plan_ = plan(model, "h200-sxm", **settings)
    assert plan_.verdict is Verdict.UNKNOWN
    assert code in {finding.code for finding in check_scenario(plan_)}


def test_that_an_engine_that_asks_for_more_than_is_free_does_not_fit() -> None:
    card = accelerator_from_preset("h100-sxm5", "a").model_copy(update={"free_memory": 65 * GIB})
    rows = Workbook(
        models=(model_from_preset("llama-3-8b", "m"),),
        accelerators=(card,),
        engines=(engine_from_preset("vllm", "e"),),
        scenarios=(Scenario(id="s", name="s", model="m", accelerator="a", engine="e", memory_basis="free"),),
    )
    evaluation = Planner().evaluate(rows).scenarios["s"]
    assert evaluation.verdict is Verdict.DOES_NOT_FIT
    assert "fraction_not_free" in {finding.code for finding in check_scenario(evaluation)}
    assert evaluation.value("activation_rows") == 8192  # the card is large, whatever is free on it


def test_that_a_blank_end_of_a_band_is_its_figure() -> None:
    evaluation = with_engine({"graphs": 4 * GIB, "graphs_low": None, "graphs_high": None}, context=8192)
    assert evaluation.value("needed_low") <= evaluation.value("needed") <= evaluation.value("needed_high")
    rows = Workbook(engines=(engine_from_preset("vllm", "e").model_copy(update={"graphs_low": 9 * GIB}),))
    assert "band_inverted" in {finding.code for finding in Planner().evaluate(rows).findings}


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


def test_that_the_kernels_of_mxfp4_experts_follow_the_card() -> None:
    hopper, ampere = (plan("gpt-oss-20b", gpu, engine="vllm") for gpu in ("h100-sxm5", "a100-sxm4-80gb"))
    assert ampere.value("weights.expert_backend") == 24 * 32 * (3 * (2944 * 3072 - 2880 * 2880) * 17 // 32)
    assert 0 < hopper.value("weights.expert_backend") < ampere.value("weights.expert_backend")
    assert plan("gpt-oss-20b", "a100-sxm4-80gb").value("weights.expert_backend") is None


def test_that_the_other_stacks_beside_a_mix_are_in_16_bits() -> None:
    with_tower = plan("qwen3.5-9b", engine="llama-cpp", weights="Q4_K_M")
    assert with_tower.value("weights.other_stacks") == 2 * with_tower.model.other_stacks  # type: ignore[operator]


@pytest.mark.parametrize(("engine", "layer"), [("vllm", 656 + 132), ("sglang", 656 + 132), (None, 576 + 256)])
def test_that_engines_pack_sparse_caches_in_fp8(engine: str | None, layer: int) -> None:
    settings = {"engine": engine} if engine else {}
    found = plan("deepseek-v3.2", "h200-sxm", tp=8, context=4096, kv_keys="fp8", kv_values="fp8", **settings)
    assert found.value("kv_cache") == 61 * layer * 4096


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


@pytest.mark.parametrize(
    ("model", "engine", "weights", "bytes_of_element", "matrices"),
    [
        ("deepseek-v3", "vllm", None, 2, 2),  # fp8 checkpoint: 16 bits beside it
        ("deepseek-v3", "vllm", "bf16", 0, 2),  # views of the checkpoint's own
        ("deepseek-v3", "vllm", "int4_g128", 2, 2),
        ("deepseek-v3", "sglang", None, 1, 2),
        ("deepseek-v3", "sglang", "bf16", 2, 2),
        ("deepseek-v3.2", "tensorrt-llm", None, 1, 1),
        ("deepseek-v3", "tensorrt-llm", "bf16", 2, 1),
        ("deepseek-v3", "llama-cpp", None, 0, 2),
    ],
)
def test_that_the_expansion_of_latent_attention_is_held_once_more(
    model: str, engine: str, weights: str | None, bytes_of_element: int, matrices: int
) -> None:
    """61 layers of 128 heads, 16 of them on a rank: 512 x 128 for keys, and as much for values."""
    settings = {"engine": engine, "tp": 8} | ({} if weights is None else {"weights": weights})
    found = request_evaluation(Planner(), {"model": model, "gpu": "h200-sxm", "set": settings})
    held = found.value("weights.absorbed") or 0
    assert held == 61 * 16 * 512 * 128 * matrices * bytes_of_element
    assert held == 0 or held + found.value("weights.group1") < found.value("weights")


def test_that_no_expansion_is_absorbed_where_keys_and_values_are_kept_whole() -> None:
    settings = {"engine": "vllm", "tp": 8, "latent_cache": "expanded"}
    found = request_evaluation(Planner(), {"model": "deepseek-v3", "gpu": "h200-sxm", "set": settings})
    assert found.value("weights.absorbed") is None


def test_that_adapters_beside_the_tables_are_whole_on_every_rank() -> None:
    """Llama-3.2-1B: 128,256 rows of 2,048; version 0.8 has 256 rows more per adapter, in table, pair and head."""
    slots, rank, rows, wide = 2, 64, 128256, 2048
    for tp in (1, 2):
        found = plan("llama-3.2-1b", engine="vllm", tp=tp, lora_slots=slots, lora_rank=rank, lora_tables=True)
        table = slots * (rank * (rows + 256 + wide) + 2 * 256 * wide) * 2
        head = slots * (rank * (rows + 256 + wide) + 256 * wide) * 2
        assert found.value("weights.lora.embedding") == table
        assert found.value("weights.lora.head") == head
    newer = plan("llama-3.2-1b", engine="vllm-0.21", lora_slots=1, lora_rank=rank, lora_tables=True)
    assert newer.value("weights.lora.embedding") == rank * (rows + wide) * 2


def test_that_newer_versions_have_adapters_beside_every_expert() -> None:
    """Mixtral-8x7B: 8 experts of three matrices of 4,096 x 14,336; the router has adapters in every version."""
    older, newer = (
        plan("mixtral-8x7b", "h200-sxm", engine=name, lora_slots=1, lora_rank=1) for name in ("vllm", "vllm-0.21")
    )
    experts = 8 * 3 * (4096 + 14336)
    assert newer.value("weights.lora") - older.value("weights.lora") == 32 * experts * 2
    assert older.value("weights.lora.group1.feed_forward.router") == 4096 + 8


def test_that_sharded_adapters_are_divided_on_both_sides() -> None:
    whole = with_engine({"lora_sharded": False})
    assert whole.value("weights.lora") is None
    rows = Workbook(
        models=(model_from_preset("llama-3.2-1b", "m"),),
        accelerators=(accelerator_from_preset("h100-sxm5", "a"),),
        engines=(engine_from_preset("vllm", "e").model_copy(update={"lora_sharded": True}),),
        scenarios=(
            Scenario(id="s", name="s", model="m", accelerator="a", engine="e", tp=2, lora_slots=1, lora_rank=2),
        ),
    )
    found = Planner().evaluate(rows).scenarios["s"].value("weights.lora.group1")
    sides = (3 * 2048 // 2 + 1024 + 2 * 256) + (1024 + 1024) + (2 * 2048 // 2 + 2 * 4096) + (4096 + 1024)
    assert found == 16 * 2 * 2 * sides


def test_that_a_compressed_cache_has_bytes_of_a_token_and_tokens() -> None:
    """DeepSeek-V4-Pro in bf16: 31 layers of an entry per 128 tokens, 30 of one per 4 with an index key of 128."""
    found = plan("deepseek-v4-pro", "b200-sxm", tp=8, context=131072)
    assert found.value("kv_bytes_per_token") == 31 * 1024 // 128 + 30 * 1024 // 4
    each = 31 * (128 + 1024) * 1024 + 30 * (128 * 1024 + 32768 * (1024 + 256))
    assert found.value("kv_request") == found.value("kv_cache") == each
    assert found.value("kv_capacity_tokens") == found.value("kv_budget") * 131072 // each
    packed = plan("deepseek-v4-pro", "b200-sxm", tp=8, engine="sglang", kv_keys="fp8", kv_values="fp8")
    assert packed.value("kv_cache.group2.compressed.token") == 448 + 128 + 8
    assert packed.value("kv_cache.group2.index_keys.token") == 128 + 4


def test_that_sglang_keeps_the_scales_of_an_fp8_checkpoint_in_fp32_on_hopper() -> None:
    hopper = plan("deepseek-v4-pro", "h200-sxm", tp=8, engine="sglang")
    elements = 61 * 384 * 3 * 7168 * (3072 // 8)
    assert hopper.value("weights.expert_backend") == elements // 32 * 4
    assert plan("deepseek-v4-pro", "b200-sxm", tp=8, engine="sglang").value("weights.expert_backend") is None
    assert plan("gpt-oss-20b", engine="sglang").value("weights.expert_backend") is None
    assert plan("deepseek-v4-pro", "h200-sxm", tp=8, engine="vllm-0.21").value("weights.expert_backend") == 0
    finding = next(each for each in check_scenario(hopper) if each.code == "kernel_backend")
    assert "a second time, in fp32: 22.52 GiB of the weights' 125.23 GiB" in finding.sentence


def test_that_windows_of_their_own_rotation_have_a_rotary_table() -> None:
    found = plan("gemma-3-1b", engine="vllm")
    assert found.value("weights.rope_tables") == 2 * 32768 * 256 * 2
    mixed = plan("gemma-4-26b-a4b", "h200-sxm", engine="vllm")
    assert mixed.value("weights.rope_tables") == 262144 * (256 + 512) * 2


def test_that_the_wish_to_expand_a_sparse_cache_is_refused_at_its_cell() -> None:
    settings: dict[str, Any] = {"tp": 8, "context": 8192}
    sparse = plan("deepseek-v3.2", "h200-sxm", latent_cache="expanded", **settings)
    (finding,) = [each for each in check_scenario(sparse) if each.code == "latent_not_expanded"]
    assert finding.path[-1] == "latent_cache"
    assert "has no effect on DeepSeek-V3.2" in finding.sentence
    for other in (plan("deepseek-v3.2", "h200-sxm", **settings), plan("deepseek-v3", latent_cache="expanded", tp=8)):
        assert "latent_not_expanded" not in {each.code for each in check_scenario(other)}


@pytest.mark.parametrize("gpu", ["tpu-v5e", "m3-ultra"])
@pytest.mark.parametrize("engine", ["vllm", "vllm-0.21", "sglang", "tensorrt-llm"])
def test_that_an_engine_has_no_verdict_where_its_figures_are_not_known(engine: str, gpu: str) -> None:
    found = plan("llama-3.2-1b", gpu, engine=engine)
    assert found.verdict is Verdict.UNKNOWN
    (finding,) = [each for each in check_scenario(found) if each.code == "engine_not_known_here"]
    assert "known on NVIDIA" in finding.sentence
    assert plan("llama-3.2-1b", gpu).verdict is Verdict.FITS
    assert plan("llama-3.2-1b", "h100-sxm5", engine=engine).verdict is not Verdict.UNKNOWN
    assert plan("llama-3.2-1b", gpu, engine="llama-cpp").verdict is not Verdict.UNKNOWN


def test_that_a_plan_that_cannot_fit_says_so_on_any_device() -> None:
    assert plan("deepseek-v3", "tpu-v5e", engine="vllm").verdict is Verdict.DOES_NOT_FIT


@pytest.mark.parametrize("engine", [None, "vllm", "vllm-0.21", "sglang"])
def test_that_a_pipeline_holds_what_its_scarcest_stage_holds(engine: str | None) -> None:
    """Windows and full layers dealt unevenly: the stage with the least free is not the one with the fewest tokens."""
    settings: dict[str, Any] = {"pp": 2, "context": 8192, "stages": "20, 12", **({"engine": engine} if engine else {})}
    workbook = request_workbook({"model": "llama-3-8b", "gpu": "h100-sxm5", "set": settings})
    planner = Planner()
    shown = planner.evaluate(workbook).scenarios["scenario"]
    each = [planner.rank(shown, workbook.assumptions, rank) for rank in ranks_of(shown)]
    for key in ("kv_capacity_tokens", "kv_capacity_tokens_low", "kv_capacity_tokens_high", "kv_requests"):
        here = [stage.value(f"{key}_here") for stage in each]
        assert here[0] != here[1]
        assert {shown.value(key), *(stage.value(key) for stage in each)} == {min(here)}
    line = shown.line("kv_capacity_tokens")
    assert line.value == min(each[0].value("kv_capacity_tokens_here"), each[1].value("kv_capacity_tokens_here"))
    assert shown.title("stage.kv_capacity_tokens").startswith("Tokens")
    assert shown.path("stage.kv_capacity_tokens")[-1] == "stages"  # type: ignore[index]


def test_that_the_capacity_is_not_of_the_stage_with_the_least_free() -> None:
    """A stage of one wide layer with one KV head has less free than one of five with 32, and holds more tokens."""
    narrow = LayerGroup(id="n", count=5, attention=GroupedQuery(kv_heads=32), feed_forward=Gated(width=1024))
    wide = LayerGroup(id="w", count=1, attention=GroupedQuery(kv_heads=1), feed_forward=Gated(width=400_000))
    rows = Workbook(
        models=(Model(id="m", name="m", groups=(narrow, wide)),),
        accelerators=(accelerator_from_preset("l4", "a"),),
        engines=(engine_from_preset("vllm", "e"),),
        scenarios=(Scenario(id="s", name="s", model="m", accelerator="a", engine="e", pp=2, stages="5, 1"),),
    )
    planner = Planner()
    shown = planner.evaluate(rows).scenarios["s"]
    each = [planner.rank(shown, rows.assumptions, rank) for rank in ranks_of(shown)]
    assert each[1].value("free") < each[0].value("free")
    assert shown.stage is not None and shown.stage.number == 1
    assert each[1].value("kv_capacity_tokens_here") > each[0].value("kv_capacity_tokens_here")
    assert shown.value("kv_capacity_tokens") == each[0].value("kv_capacity_tokens_here")
