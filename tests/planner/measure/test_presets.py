"""The models that come with Fitsheet: the torch block holds what the ledger counts, and their plans are jobs."""

from typing import Any

import pytest
import torch

from planner.measurable import NotMeasurable, job_of
from planner.measure.blocks.decoder import DecoderBlock
from planner.measure.counts import parameters
from planner.measure.job import Job, read_job
from planner.plan import Evaluation, Kitchen
from planner.presets import model_presets
from planner.workbook import Assumptions, Inference, Scenario

NAMED = ("llama-2-7b", "llama-3-8b", "gpt-2", "qwen2.5-7b", "mistral-7b")
PRESETS = (*NAMED, "llama-2-13b", "llama-2-70b", "llama-3-70b", "gpt-3-175b", "opt-6.7b", "granite-3b-code-128k")


def evaluation_of(preset: str, **plan: Any) -> Evaluation:
    scenario = Scenario(id="s1", name="plan", load=Inference(context=1024, prompt=512, batch=2), **plan)
    return Kitchen().evaluate(model_presets()[preset], None, scenario, Assumptions())


def job_of_preset(preset: str, **plan: Any) -> Job:
    return read_job(job_of(evaluation_of(preset, **plan), "cpu"))


@pytest.mark.parametrize("preset", NAMED)
def test_that_the_torch_block_holds_the_parameters_that_the_ledger_counts(preset: str) -> None:
    spec = job_of_preset(preset).shard
    block = DecoderBlock(spec, device="meta", dtype=torch.bfloat16)
    counted = evaluation_of(preset).value("parameters.group1.layer")
    assert counted is not None
    assert sum(parameter.numel() for parameter in block.parameters()) == counted == parameters(spec)


def test_that_every_preset_with_a_block_is_a_job_with_the_parameters_that_the_ledger_counts() -> None:
    kitchen, scenario = (
        Kitchen(),
        Scenario(id="s1", name="plan", weights="bf16", load=Inference(context=1024, prompt=512)),
    )
    counted = set()
    for name, model in model_presets().items():
        plan = kitchen.evaluate(model, None, scenario, Assumptions())
        try:
            job = read_job(job_of(plan, "cpu", whole=True, calibration=True))
        except NotMeasurable:
            continue
        for at, group in enumerate(model.groups):
            spec = job.others.get(group.id, None if at else job.block)
            if spec is not None:
                assert parameters(spec) == plan.value(f"parameters.group{at + 1}.layer"), (name, group.id)
                counted.add(name)
    assert len(counted) > 200
    assert {"deepseek-v3", "mixtral-8x7b", "qwen3-0.6b", "gemma-2b", "olmo-2-7b"} & set(model_presets()) <= counted


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("weights", "dtype"), [("bf16", "bfloat16"), ("fp16", "float16"), ("fp32", "float32")])
def test_that_the_job_of_a_preset_is_accepted_as_its_plan_says(preset: str, weights: str, dtype: str) -> None:
    job = job_of_preset(preset, weights=weights)
    assert (job.id, job.device, job.dtype, job.tensor_parallel) == ("s1", "cpu", dtype, 1)
    assert [point.described() for point in job.points] == [
        {"phase": "prefill", "batch": 2, "tokens": 512},
        {"phase": "decode", "batch": 2, "context": 1024},
    ]
    model = model_presets()[preset]
    attention, forward = model.groups[0].attention, model.groups[0].feed_forward
    assert job.block.d_model == model.d_model
    assert job.block.attention.kind == attention.kind == "grouped_query"
    assert (job.block.attention.heads, job.block.attention.kv_heads) == (attention.heads, attention.kv_heads)
    assert job.block.attention.window == attention.window
    assert (job.block.feed_forward.kind, job.block.feed_forward.width) == (forward.kind, forward.width)


def test_that_the_rank_of_a_tensor_parallel_preset_is_measured() -> None:
    shard = job_of_preset("llama-2-70b", tp=8).shard
    assert (shard.attention.heads, shard.attention.kv_heads, shard.feed_forward.width) == (8, 1, 3584)
