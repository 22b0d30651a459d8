"""Between a plan and its measurement: what the worker's block cannot have is refused by name."""

from __future__ import annotations

import pytest

from planner.measured import NotMeasurable, job_of
from planner.presets import model_presets
from tests.planner import rows


@pytest.mark.parametrize("name", ["llama-2-7b", "llama-3-70b", "mistral-7b", "qwen2.5-7b", "gpt-2"])
def test_that_plain_blocks_are_measured_as_they_are(name: str) -> None:
    model = model_presets()[name]
    job = job_of(rows.evaluated(model, rows.h100()))
    assert job["block"]["attention"]["heads"] == model.groups[0].attention.heads
    assert [point["phase"] for point in job["points"]] == ["prefill", "decode"]


@pytest.mark.parametrize(("name", "said"), [("qwen3-0.6b", "norm"), ("deepseek-v3", "latent"), ("mixtral-8x7b", "Mix")])
def test_that_another_block_is_never_timed_in_its_place(name: str, said: str) -> None:
    with pytest.raises(NotMeasurable, match=f"(?i){said}"):
        job_of(rows.evaluated(model_presets()[name], rows.h100(), weights="bf16"))


@pytest.mark.parametrize("weights", ["int8", "nf4"])
def test_that_quantised_weights_are_refused_by_name(weights: str) -> None:
    with pytest.raises(NotMeasurable, match=weights):
        job_of(rows.evaluated(rows.llama_2_7b(), rows.h100(), weights=weights))
