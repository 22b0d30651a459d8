"""Rows that several tests share; small, and written out here so that a test reads without the presets."""

from __future__ import annotations

from typing import Any

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated, Plain
from planner.parts.norm import Norm
from planner.parts.position import Learned
from planner.plan import Evaluation, Kitchen
from planner.workbook import Accelerator, Assumptions, Head, Inference, LayerGroup, Model, Scenario

GIB = 2**30


def llama_2_7b() -> Model:
    group = LayerGroup(id="g1", attention=GroupedQuery(), feed_forward=Gated())
    return Model(id="llama_2_7b", name="Llama-2-7B", groups=(group,), max_context=4096)


def llama_2_13b() -> Model:
    attention = GroupedQuery(heads=40, kv_heads=40)
    group = LayerGroup(id="g1", count=40, attention=attention, feed_forward=Gated(width=13824))
    return Model(id="llama_2_13b", name="Llama-2-13B", d_model=5120, groups=(group,), max_context=4096)


def llama_3_70b() -> Model:
    group = LayerGroup(id="g1", count=80, attention=GroupedQuery(heads=64, kv_heads=8), feed_forward=Gated(width=28672))
    return Model(id="llama_3_70b", name="Llama-3-70B", d_model=8192, vocab_size=128256, groups=(group,))


def gpt_2() -> Model:
    attention = GroupedQuery(
        heads=12,
        kv_heads=12,
        head_dim=64,
        rotary=False,
        query_bias=True,
        key_bias=True,
        value_bias=True,
        output_bias=True,
    )
    norm = Norm(kind="layer_norm", bias=True)
    group = LayerGroup(
        id="g1", count=12, attention=attention, feed_forward=Plain(width=3072, up_bias=True, down_bias=True), norm=norm
    )
    return Model(
        id="gpt_2",
        name="GPT-2",
        d_model=768,
        vocab_size=50257,
        position=Learned(positions=1024),
        groups=(group,),
        final_norm=norm,
        head=Head(tied=True),
    )


def a100() -> Accelerator:
    return Accelerator(
        id="a100",
        name="A100",
        nominal_memory=80 * GIB,
        usable_memory=81038 * 2**20,
        memory_bandwidth=2.039e12,
        peak_bf16=312e12,
        peak_fp16=312e12,
        compute_efficiency=0.683,
        bandwidth_efficiency=0.757,
        call_time=5.1e-6,
        link_bandwidth=300e9,
        link_latency=8.4e-6,
        link_efficiency=0.59,
    )


def h100() -> Accelerator:
    changes: dict[str, Any] = {
        "id": "h100",
        "name": "H100",
        "memory_bandwidth": 3.35e12,
        "peak_bf16": 989e12,
        "compute_efficiency": 0.686,
        "bandwidth_efficiency": 0.858,
        "call_time": 3.7e-6,
        "link_bandwidth": 450e9,
    }
    return a100().model_copy(update=changes)


def evaluated(
    model: Model, card: Accelerator | None = None, load: dict[str, Any] | None = None, **plan: Any
) -> Evaluation:
    """The evaluation of one plan; `prompt` must be a number here, since nothing resolves expressions."""
    numbers: dict[str, Any] = {"context": 4096, "prompt": 2048, **(load or {})}
    scenario = Scenario(id="s1", name="plan", load=Inference(**numbers), **plan)
    return Kitchen().evaluate(model, card, scenario, Assumptions())
