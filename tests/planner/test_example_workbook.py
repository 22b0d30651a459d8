"""The example that the first start opens: rows of presets, plans that teach fit, tight, misfit, reserve, training.

`python tests/planner/test_example_workbook.py` writes the file again after a preset or a field has changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import presets
from planner.plan import Evaluation, Kitchen
from planner.presets import (
    accelerator_from_preset,
    accelerator_presets,
    engine_from_preset,
    engine_presets,
    model_from_preset,
    model_presets,
)
from planner.workbook import Inference, Scenario, Training, Workbook

EXAMPLE = Path(presets.__file__).parent / "workbooks" / "example.fitsheet"


def chat_13b(batch: int) -> Scenario:
    return Scenario(
        id=f"chat_13b_b{batch}", name=f"13B chat, batch {batch}", model="llama_2_13b", accelerator="a100_80gb_sxm",
        weights="fp16", load=Inference(batch=batch, context=4096),
    )  # fmt: skip


def recipe() -> Workbook:
    """The example as it should be."""
    return Workbook(
        models=(
            model_from_preset("llama-2-13b", "llama_2_13b"),
            model_from_preset("llama-3-70b", "llama_3_70b"),
            model_from_preset("llama-3-8b", "llama_3_8b"),
            model_from_preset("llama-2-7b", "llama_2_7b"),
        ),
        accelerators=(
            accelerator_from_preset("a100-sxm4-80gb", "a100_80gb_sxm"),
            accelerator_from_preset("h100-sxm5", "h100_80gb_sxm"),
            accelerator_from_preset("rtx-4090", "rtx_4090"),
            accelerator_from_preset("t4", "t4"),
        ),
        engines=(engine_from_preset("vllm", "vllm"), engine_from_preset("llama-cpp", "llama_cpp")),
        scenarios=(
            chat_13b(8),
            chat_13b(16),
            chat_13b(24),
            Scenario(
                id="llama_3_8b_vllm", name="Llama-3-8B on vLLM", model="llama_3_8b", accelerator="a100_80gb_sxm",
                engine="vllm", load=Inference(batch=16, context=8192),
            ),
            Scenario(
                id="llama_3_70b_tp4", name="Llama-3-70B on 4 x H100", model="llama_3_70b", accelerator="h100_80gb_sxm",
                tp=4, load=Inference(batch=16, context=8192),
            ),
            Scenario(
                id="llama_3_8b_desktop", name="Llama-3-8B on a desktop card", model="llama_3_8b",
                accelerator="rtx_4090", load=Inference(batch=4, context=8192),
            ),
            Scenario(
                id="llama_2_7b_int8", name="7B in int8 on a T4", model="llama_2_7b", accelerator="t4", weights="int8",
                other_weights="fp16", load=Inference(batch=2, context=4096),
            ),
            Scenario(
                id="llama_3_8b_fsdp", name="Fine-tune 8B on 8 x H100", model="llama_3_8b",
                accelerator="h100_80gb_sxm", dp=8,
                load=Training(recipe="fsdp_adamw", zero="3", micro_batch=2, global_batch=64, sequence=8192,
                              checkpointing="full", tokens=1_000_000_000),
            ),
            Scenario(
                id="llama_3_8b_qlora", name="QLoRA of 8B on a 24 GB card", model="llama_3_8b", accelerator="rtx_4090",
                load=Training(recipe="qlora_adamw", global_batch=16, sequence=2048, packing="packed",
                              document_tokens=512, checkpointing="full", loss="dropped"),
            ),
        ),
    )  # fmt: skip


def envelope(workbook: Workbook) -> dict[str, Any]:
    return {
        "format": "fitsheet-workbook",
        "version": 1,
        "written_by": "fitsheet 0.1.0",
        "workbook": workbook.model_dump(mode="json"),
        "observations": [],
    }


def written(workbook: Workbook) -> str:
    return json.dumps(envelope(workbook), indent=2, ensure_ascii=False) + "\n"


def evaluated(scenario_id: str) -> Evaluation:
    workbook = Workbook.model_validate(json.loads(EXAMPLE.read_text(encoding="utf-8"))["workbook"])
    scenario = next(row for row in workbook.scenarios if row.id == scenario_id)
    load: Any = scenario.load
    if isinstance(load, Inference):
        load = load.model_copy(update={"prompt": max(int(load.context) - int(load.output), 1)})
    model = next(row for row in workbook.models if row.id == scenario.model)
    accelerator = next(row for row in workbook.accelerators if row.id == scenario.accelerator)
    engine = next((row for row in workbook.engines if row.id == scenario.engine), None)
    scenario = scenario.model_copy(update={"load": load})
    return Kitchen().evaluate(model, accelerator, scenario, workbook.assumptions, engine)


def test_that_the_example_file_is_what_its_recipe_gives() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == written(recipe())


def test_that_the_example_reads_back_as_the_value_it_was_written_from() -> None:
    content = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert Workbook.model_validate(content["workbook"]) == recipe()


def test_that_the_rows_of_the_example_do_not_differ_from_their_presets() -> None:
    workbook = recipe()
    for row in workbook.models:
        assert row.preset is not None
        assert row == model_presets()[row.preset].model_copy(update={"id": row.id})
    for card in workbook.accelerators:
        assert card.preset is not None
        assert card == accelerator_presets()[card.preset].model_copy(update={"id": card.id})
    for engine in workbook.engines:
        assert engine.preset is not None
        assert engine == engine_presets()[engine.preset].model_copy(update={"id": engine.id})


def test_that_every_reference_of_the_example_is_a_row_of_it() -> None:
    workbook = recipe()
    assert {row.model for row in workbook.scenarios} == {row.id for row in workbook.models}
    assert {row.accelerator for row in workbook.scenarios} == {row.id for row in workbook.accelerators}
    assert {row.engine for row in workbook.scenarios} - {None} <= {row.id for row in workbook.engines}


def test_that_the_example_tells_needed_and_reserved_apart() -> None:
    plan = evaluated("llama_3_8b_vllm")
    assert plan.value("needed") < 40 * 2**30 < 70 * 2**30 < plan.value("reserved") < plan.value("usable")


@pytest.mark.parametrize(
    ("scenario_id", "verdict"),
    [
        ("chat_13b_b8", "Fits"),
        ("chat_13b_b16", "Tight"),
        ("chat_13b_b24", "Does not fit"),
        ("llama_3_8b_vllm", "Fits"),
        ("llama_3_70b_tp4", "Fits"),
        ("llama_3_8b_desktop", "Fits"),
        ("llama_2_7b_int8", "Fits"),
        ("llama_3_8b_fsdp", "Fits"),
        ("llama_3_8b_qlora", "Fits"),
    ],
)
def test_that_the_example_shows_a_fit_a_tight_fit_and_a_misfit(scenario_id: str, verdict: str) -> None:
    assert evaluated(scenario_id).verdict == verdict


@pytest.mark.parametrize(("batch", "kv_gib"), [(8, 25), (16, 50), (24, 75)])
def test_that_13b_chat_has_the_weights_and_cache_of_the_textbook_case(batch: int, kv_gib: int) -> None:
    plan = evaluated(f"chat_13b_b{batch}")
    assert plan.value("kv_cache") == kv_gib * 2**30
    assert plan.value("weights") == 2 * 13_015_864_320
    assert f"{plan.value('weights') / 2**30:.2f}" == "24.24"


def test_that_the_training_plans_of_the_example_say_what_a_step_and_a_run_take() -> None:
    tuned = evaluated("llama_3_8b_fsdp")
    assert tuned.value("gpus") == 8 and tuned.value("micro_batches") == 4
    assert tuned.value("states") == 16 * tuned.value("parameters") // 8
    for key in ("train_step", "train_tokens_per_s_gpu", "run_days", "gpu_hours", "run_energy"):
        assert tuned.value(key) > 0
    adapted = evaluated("llama_3_8b_qlora")
    assert adapted.value("weights") < 6.5 * 2**30 and adapted.value("trained") == 41_943_040
    assert adapted.value("documents") == 4


SERVING = [row.id for row in recipe().scenarios if isinstance(row.load, Inference)]


@pytest.mark.parametrize("scenario_id", SERVING)
def test_that_every_serving_plan_of_the_example_has_times_above_their_floors(scenario_id: str) -> None:
    plan = evaluated(scenario_id)
    for phase, floor in (("prefill", "prefill_floor"), ("decode_step", "decode_floor")):
        assert plan.value(phase) > plan.value(floor) > 0


if __name__ == "__main__":
    EXAMPLE.write_text(written(recipe()), encoding="utf-8")
