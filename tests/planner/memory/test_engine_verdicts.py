"""What holds for every engine and degree, and which plans get no verdict."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import request_workbook
from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.presets import accelerator_from_preset, engine_from_preset, engine_presets, model_from_preset
from planner.ranks import ranks_of
from planner.verdict import Verdict
from planner.workbook import LayerGroup, Model, Scenario, Workbook
from tests.planner.memory.engine_plans import DEGREES, GIB, plan, with_engine


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
