"""The data flow of a block and of a whole decoder: what it adds up to, how it hangs together, its shapes by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.parts.attention import ATTENTION_KINDS, NoAttention
from planner.parts.feed_forward import FEED_FORWARD_KINDS, NoFeedForward
from planner.plan import Evaluation, Kitchen
from planner.presets import model_presets
from planner.what_if.block.dataflow import block_flow, passes_of
from planner.what_if.block.flow import Dataflow, Step, steps_in
from planner.what_if.block.model_flow import model_flow
from planner.workbook import Assumptions, Inference, LayerGroup, Model, Scenario, Training
from tests.planner import rows

PRESETS = dict(model_presets())
LOAD = {"batch": 3, "prompt": 700, "context": 1000}
WIDE = ("deepseek-v3.2", "deepseek-v4-flash", "mixtral-8x7b", "qwen3-next-80b-a3b", "falcon-h1-0.5b", "command-r",
        "gpt-oss-120b", "gemma-3-27b", "llama-3.2-11b-vision", "nemotron-h-56b")  # fmt: skip
EDGES = ("input", "output")


def plan_of(name: str, load: dict[str, int] | None = None, **changes: Any) -> Evaluation:
    return rows.evaluated(PRESETS[name], rows.h100(), load or LOAD, **changes)


def check_block(plan: Evaluation, at: int, which: Any, tp: int) -> None:
    flow = block_flow(plan, at, which)
    group, steps = f"group{at + 1}", list(flow.counted())
    assert sum(step.parameters or 0 for step in steps) == plan.value(f"parameters.{group}.layer")
    assert sum(step.weight_bytes or 0 for step in steps) == plan.value(f"weights.{group}.layer")
    assert sum(step.seconds or 0.0 for step in steps) == pytest.approx(plan.value(flow.total_line), rel=1e-12)
    calls = [call for call in plan.structure.calls if call.root == flow.total_line.split(".")[0]]
    own = [call for call in calls if call.group == group]
    assert sum(step.bytes_moved or 0 for step in steps) == sum(plan.value(f"{call.key}.bytes") for call in own)
    lines = [step.line for step in steps if step.role not in EDGES]
    assert sorted(lines) == sorted(call.key for call in own)
    assert list(flow.steps) == list(steps_in(flow.flow)), "every step stands in the flow, once"
    for step in flow.steps.values():
        assert step.gives and all(size is not None and size >= 0 for each in step.gives for size in each.sizes)
    if tp == 1:
        flops = "flops_prefill" if which == "prefill" else "flops_decode_step"
        parts = (f"matrices.{group}", f"attention.{group}", f"attention.{group}_beside")
        layers = plan.amounts[f"groups.{at}.count"]
        found = layers * sum(step.flops or 0 for step in steps)
        assert found == sum(plan.value(f"{flops}.{part}") or 0 for part in parts)


@pytest.mark.parametrize("name", [*PRESETS])
def test_that_the_steps_of_every_preset_add_up_to_the_ledgers_block(name: str) -> None:
    plan = plan_of(name)
    for at in range(len(plan.model.groups)):
        for which in passes_of(plan):
            check_block(plan, at, which, 1)


@pytest.mark.parametrize("name", WIDE)
def test_that_they_do_on_a_rank_of_four_too(name: str) -> None:
    plan = plan_of(name, tp=4)
    for at in range(len(plan.model.groups)):
        for which in passes_of(plan):
            check_block(plan, at, which, 4)


@pytest.mark.parametrize("tp", [1, 4])
@pytest.mark.parametrize("name", [*WIDE, "llama-3-8b", "opt-350m", "gpt-2", "gemma-4-26b-a4b", "bloom-176b"])
def test_that_the_whole_models_steps_add_up_to_pass_and_parameters(name: str, tp: int) -> None:
    plan = plan_of(name, tp=tp)
    for which, root in (("prefill", "prefill"), ("decode", "decode_step")):
        flow = model_flow(plan, which)  # type: ignore[arg-type]
        steps = list(flow.steps.values())
        assert sum(step.parameters or 0 for step in steps) == plan.value("parameters")
        engine = sum(plan.value(f"{root}.{each}") or 0 for each in ("fused", "gaps", "host"))
        assert sum(step.seconds or 0.0 for step in steps) + engine == pytest.approx(plan.value(root), rel=1e-12)
        assert all(size is not None for step in steps for each in step.gives for size in each.sizes)
        assert [steps[0].key, steps[-1].key] == ["token_ids", "logits"]


@pytest.mark.parametrize("kind", [*ATTENTION_KINDS, *FEED_FORWARD_KINDS])
def test_that_a_kind_as_it_comes_has_a_flow_without_blanks(kind: Any) -> None:
    parts = {"attention": NoAttention(), "feed_forward": NoFeedForward()}
    parts["attention" if kind in ATTENTION_KINDS else "feed_forward"] = kind()
    model = Model(id="m", name="m", groups=(LayerGroup(id="g", **parts),))
    for which in ("prefill", "decode"):
        check_block(rows.evaluated(model, rows.h100(), LOAD), 0, which, 1)


def by_name(flow: Dataflow, ending: str) -> Step:
    return next(step for key, step in flow.steps.items() if key.endswith(f".block.{ending}"))


def sizes(flow: Dataflow, ending: str) -> list[tuple[int | None, ...]]:
    return [tensor.sizes for tensor in by_name(flow, ending).gives]


def test_that_llama_3_8b_has_the_shapes_that_its_config_says() -> None:
    load = {"batch": 8, "prompt": 4096, "context": 8192}
    flow = block_flow(plan_of("llama-3-8b", load), 0, "prefill")
    assert sizes(flow, "norm_1") == [(8, 4096, 4096)]
    assert sizes(flow, "attention.qkv") == [(8, 4096, 32, 128), (8, 4096, 8, 128), (8, 4096, 8, 128)]
    assert sizes(flow, "attention.attention") == [(8, 4096, 32, 128), (8, 32, 4096, 4096)]
    assert sizes(flow, "feed_forward.gate_up") == [(8, 4096, 2 * 14336)]
    assert sizes(flow, "feed_forward.activation") == [(8, 4096, 14336)]
    assert by_name(flow, "attention.qkv").gives[1].named == "[B, T, kv_heads, head_dim]"
    assert by_name(flow, "attention.o").parameters == 4096 * 4096
    assert by_name(flow, "feed_forward.down").flops == 2 * 8 * 4096 * 14336 * 4096
    keys, values = flow.stores[0].kept
    assert keys.tensor.sizes == values.tensor.sizes == (8, 8192, 8, 128), "a cache is shown at the full context"
    decode = block_flow(plan_of("llama-3-8b", load, tp=4), 0, "decode")
    assert sizes(decode, "attention.qkv") == [(8, 1, 8, 128), (8, 1, 2, 128), (8, 1, 2, 128)]
    assert by_name(decode, "attention.qkv").gives[0].named == "[B, T, heads/tp, head_dim]"
    assert sizes(decode, "attention.attention")[1] == (8, 8, 1, 8192)


def test_that_deepseek_v3_expands_its_latent_in_a_prefill_and_absorbs_it_in_a_decode_step() -> None:
    plan = plan_of("deepseek-v3", {"batch": 2, "prompt": 512, "context": 1024})
    flow = block_flow(plan, 0, "prefill")
    assert sizes(flow, "attention.kv_a") == [(2, 512, 512), (2, 512, 64)]
    assert sizes(flow, "attention.kv_b") == [(2, 512, 128, 128), (2, 512, 128, 128)]
    assert sizes(flow, "attention.q") == [(2, 512, 128, 192)]
    decode = block_flow(plan, 0, "decode")
    assert sizes(decode, "attention.kv_b") == [(2, 1, 128, 576)]
    assert by_name(decode, "attention.kv_b").note.startswith("Absorbed")
    assert sizes(decode, "attention.attention") == [(2, 1, 128, 512), (2, 128, 1, 1024)]
    assert [kept.tensor.sizes for kept in decode.stores[0].kept] == [(2, 1024, 576)]
    block = decode.total_line
    arrows = {(edge.source.removeprefix(f"{block}."), edge.target.removeprefix(f"{block}.")) for edge in decode.edges}
    assert {("attention.q", "attention.kv_b"), ("attention.kv_norm", "attention.rope")} <= arrows
    assert ("attention.kv_norm", "attention.kv_b") not in arrows
    experts = block_flow(plan, 1, "prefill")
    assert by_name(experts, "feed_forward.experts").values == {"active": "8", "experts": "256"}
    assert sizes(experts, "feed_forward.experts") == [(2, 512, 8, 7168)]


def test_that_branches_stand_beside_each_other_and_residuals_go_around() -> None:
    flow = block_flow(plan_of("command-r"), 0, "prefill")
    block = flow.total_line
    data = {(edge.source.removeprefix(f"{block}."), edge.target.removeprefix(f"{block}.")): edge.kind
            for edge in flow.edges}  # fmt: skip
    assert data[("norm_1", "attention.qkv")] == data[("norm_1", "feed_forward.gate_up")] == "data"
    assert data[("input", "attention.residual")] == "residual"
    shared = block_flow(plan_of("deepseek-v3"), 1, "prefill")
    names = {(edge.source.rpartition(".")[2], edge.target.rpartition(".")[2]) for edge in shared.edges}
    assert {("norm_2", "router"), ("norm_2", "shared"), ("router", "experts")} <= names


def test_that_what_goes_between_gpus_is_shown_and_not_counted_in_the_block() -> None:
    flow = block_flow(plan_of("llama-3-8b", tp=2), 0, "decode")
    between = [step for step in flow.steps.values() if step.role == "exchange"]
    assert [step.line for step in between] == ["decode_step.collectives.group1"] * 2
    assert all(step.seconds and step not in flow.counted() for step in between)
    alone = block_flow(plan_of("llama-3-8b"), 0, "decode")
    assert not [step for step in alone.steps.values() if step.role == "exchange"]


def test_that_states_stand_beside_the_calls_that_keep_them() -> None:
    flow = block_flow(plan_of("qwen3-next-80b-a3b"), 0, "decode")
    beside = {store.beside.rpartition(".")[2]: store for store in flow.stores}
    assert set(beside) == {"conv", "recurrence"} and all(store.state for store in flow.stores)
    assert beside["recurrence"].kept[0].tensor.sizes == (3, 32, 128, 128)
    assert beside["conv"].kept[0].tensor.names[1:] == ("channels", "kernel - 1")


def test_that_a_training_plan_has_shapes_and_parameters_and_no_figures_that_the_ledger_has_not() -> None:
    scenario = Scenario(id="s1", name="plan", load=Training(micro_batch=2, sequence=2048))
    plan = Kitchen().evaluate(PRESETS["llama-3-8b"], rows.h100(), scenario, Assumptions())
    assert passes_of(plan) == ("forward",)
    flow = block_flow(plan, 0, "forward")
    assert sizes(flow, "attention.qkv")[0] == (2, 2048, 32, 128)
    steps = list(flow.counted())
    assert sum(step.parameters or 0 for step in steps) == plan.value("parameters.group1.layer")
    assert all(step.seconds is None and step.flops is None and not step.line for step in steps)
    assert sum(step.parameters or 0 for step in model_flow(plan, "forward").steps.values()) == plan.value("parameters")


def test_that_a_blank_cell_leaves_a_size_blank_and_nothing_breaks() -> None:
    load = Inference(prompt=512, context=512).model_copy(update={"batch": None})
    scenario = Scenario(id="s1", name="plan").model_copy(update={"load": load})
    plan = Kitchen().evaluate(PRESETS["llama-3-8b"], None, scenario, Assumptions())
    flow = block_flow(plan, 0, "prefill")
    assert by_name(flow, "norm_1").gives[0].sized == "[–, 512, 4,096]"
    assert by_name(flow, "norm_1").seconds is None and by_name(flow, "norm_1").parameters == 4096
