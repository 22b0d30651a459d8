"""Between a plan and its measurement: what the worker's block cannot have is refused by name."""

from __future__ import annotations

import pytest

from planner.measurable import NotMeasurable, job_of
from planner.presets import model_presets
from tests.planner import rows


@pytest.mark.parametrize("name", ["llama-2-7b", "llama-3-70b", "mistral-7b", "qwen2.5-7b", "gpt-2"])
def test_that_plain_blocks_are_measured_as_they_are(name: str) -> None:
    model = model_presets()[name]
    job = job_of(rows.evaluated(model, rows.h100()))
    assert job["block"]["attention"]["heads"] == model.groups[0].attention.heads
    assert [point["phase"] for point in job["points"]] == ["prefill", "decode"]


@pytest.mark.parametrize(("name", "kinds"), [("deepseek-v3", 2), ("mixtral-8x7b", 1), ("gemma-3-12b", 2)])
def test_that_every_kind_of_layer_and_the_head_are_measured_for_a_whole_model(name: str, kinds: int) -> None:
    model = model_presets()[name]
    job = job_of(rows.evaluated(model, rows.h100(), weights="bf16"), whole=True)
    assert 1 + len(job["others"]) == kinds
    own = [point for point in job["points"] if point.get("routing") != "spread"]
    assert [point["phase"] for point in own] == [*["prefill", "decode"] * kinds, "head"]
    assert job["head_rows"] == model.vocab_size


def test_that_a_calibration_run_adds_six_points() -> None:
    plan = rows.evaluated(rows.llama_2_7b(), rows.h100(), {"prompt": 300})
    added = job_of(plan, calibration=True)["points"][2:]
    assert len(added) == 6 and {point["phase"] for point in added} == {"prefill", "decode"}


@pytest.mark.parametrize(("name", "said"), [("mamba-130m", "Mamba"), ("gpt-oss-20b", "Sinks"), ("gemma-2-2b", "cap")])
def test_that_another_block_is_never_timed_in_its_place(name: str, said: str) -> None:
    with pytest.raises(NotMeasurable, match=f"(?i){said}"):
        job_of(rows.evaluated(model_presets()[name], rows.h100(), weights="bf16"))


@pytest.mark.parametrize("weights", ["int8", "nf4"])
def test_that_formats_without_a_kernel_are_refused_by_name(weights: str) -> None:
    with pytest.raises(NotMeasurable, match=weights):
        job_of(rows.evaluated(rows.llama_2_7b(), rows.h100(), weights=weights))


@pytest.mark.parametrize("weights", ["fp8", "int4_g128"])
def test_that_formats_with_a_kernel_are_asked_for(weights: str) -> None:
    job = job_of(rows.evaluated(rows.llama_2_7b(), rows.h100(), weights=weights))
    assert job["block"]["formats"] == {"attention": weights, "feed_forward": weights, "experts": "plain"}
    assert job["dtype"] == "bfloat16"
