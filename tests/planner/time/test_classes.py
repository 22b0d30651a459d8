"""Classes of operators: whose constants they take, which peak, what dominates, which all-reduce, which band."""

from __future__ import annotations

from typing import Any

import pytest

from planner.accelerator import Accelerator
from planner.engine import Engine
from planner.evaluations import STANDARD
from planner.parts.attention import ATTENTION_KINDS, GroupedQuery
from planner.parts.base import OperatorClass, Part, Phase
from planner.parts.feed_forward import FEED_FORWARD_KINDS, Gated
from planner.plan import Evaluation, Kitchen
from planner.presets import accelerator_presets, model_presets
from planner.time.choices import BY_CLASS, SIZES, multiplies
from planner.time.operations import operations_of
from planner.time.terms import terms_below, terms_of
from planner.workbook import Inference, LayerGroup, Model, Scenario
from tests.planner import rows
from tests.planner.parts.test_kinds import NAMES, PARTS, model_with

KITCHEN = Kitchen()
QKV = "decode_step.group1.block.attention.qkv"
ATTENTION = "decode_step.group1.block.attention.attention"
PREFILL_ATTENTION = "prefill.group1.block.attention.attention"


def card(name: str, **changes: Any) -> Accelerator:
    return accelerator_presets()[name].model_copy(update=changes)


def planned(
    row: Accelerator, model: Model | None = None, engine: dict[str, Any] | None = None, load: Any = None, **plan: Any
) -> Evaluation:
    scenario = Scenario(id="s", name="s", load=Inference(**{"context": 4096, "prompt": 2048, **(load or {})}), **plan)
    program = None if engine is None else Engine(id="e", name="e", **engine)
    return KITCHEN.evaluate(model or rows.llama_3_70b(), row, scenario, STANDARD, program)


def sources(plan: Evaluation, key: str) -> dict[str, str]:
    return dict(plan.structure.lines[plan.structure.index[key]].sources)


@pytest.mark.parametrize("phase", ["prefill", "decode"])
def test_that_every_call_has_the_class_of_its_kind(phase: Phase) -> None:
    found: dict[str, set[OperatorClass]] = {}
    for kind in (*ATTENTION_KINDS, *FEED_FORWARD_KINDS):
        for operator in kind().operators(phase):
            found.setdefault(operator.key, set()).add(operator.operator_class)
    assert found["attention"] == {f"{phase}_attention"}
    assert found["recurrence"] == {"scan"}
    assert found["experts"] == {"grouped_gemm"}
    assert found["qkv"] == found["router"] == {"gemm"}
    assert found["rope"] == found["conv"] == {"elementwise"}


def test_that_a_class_takes_its_own_constants_or_those_of_the_card() -> None:
    by_class, three = (planned(card("h100-sxm5"), constants=mode) for mode in ("classes", "three"))
    assert sources(by_class, QKV)["call_time"] == "accelerator.gemm_call_time"
    assert sources(by_class, f"{QKV}.compute")["compute_efficiency"] == "accelerator.gemm_compute_efficiency"
    assert sources(by_class, ATTENTION)["call_time"] == "accelerator.decode_attention_call_time"
    for key in (QKV, ATTENTION, PREFILL_ATTENTION):
        assert sources(three, key)["call_time"] == "accelerator.call_time"
        assert sources(three, key)["exponent"] == "assumptions.roofline_exponent"
    blank = planned(card("h100-sxm5", **dict.fromkeys(BY_CLASS)))
    for key in ("prefill", "decode_step"):
        assert blank.value(key) == planned(card("h100-sxm5"), constants="three").value(key)


def test_that_attention_adds_its_terms_in_a_prefill_and_counts_bytes_in_a_step() -> None:
    plan = planned(card("a100-sxm4-80gb"), load={"batch": 32})
    prefill, step = terms_of(plan, PREFILL_ATTENTION), terms_of(plan, ATTENTION)
    assert prefill is not None and step is not None
    assert plan.value(PREFILL_ATTENTION) == pytest.approx(prefill.fixed + prefill.compute + prefill.memory)
    assert plan.value(ATTENTION) == pytest.approx(step.fixed + step.memory)
    assert step.dominates == "memory" and prefill.dominates == "compute"


def test_that_the_products_of_a_latent_cache_count_where_they_take_longer_than_its_bytes() -> None:
    row = card("h100-sxm5", peak_bf16=100e12)
    plan = planned(row, model_presets()["deepseek-v3"], load={"batch": 64})
    terms = terms_of(plan, ATTENTION)
    assert terms is not None and terms.compute > terms.memory
    assert plan.value(ATTENTION) == pytest.approx(terms.fixed + terms.compute)


@pytest.mark.parametrize(
    ("preset", "weights", "peak"),
    [
        ("h100-sxm5", "fp8", "peak_fp8"), ("h100-sxm5", "fp8_b128", "peak_fp8"), ("h100-sxm5", "int8", "peak_int8"),
        ("h100-sxm5", "int4_g128", "peak_bf16"), ("h100-sxm5", "nf4", "peak_bf16"), ("h100-sxm5", "q4_K", "peak_fp16"),
        ("h100-sxm5", "int8_g128", "peak_bf16"), ("h100-sxm5", "nvfp4", "peak_bf16"),
        ("a100-sxm4-80gb", "fp8", "peak_bf16"), ("a100-sxm4-80gb", "int8", "peak_int8"),
        ("b200-sxm", "nvfp4", "peak_fp4"), ("b200-sxm", "mxfp4", "peak_bf16"), ("l40s", "fp8", "peak_fp8"),
    ],
)  # fmt: skip
def test_that_products_run_at_the_peak_of_the_type_they_multiply_in(preset: str, weights: str, peak: str) -> None:
    plan = planned(card(preset), weights=weights)
    assert sources(plan, f"{QKV}.compute")["peak"] == f"accelerator.{peak}"
    plain = "peak_fp16" if peak == "peak_fp16" else "peak_bf16"
    for key in ("decode_step.head", ATTENTION):
        assert sources(plan, f"{key}.compute")["peak"] == f"accelerator.{plain}"


def test_that_an_engine_that_widens_weights_first_computes_in_16_bits() -> None:
    plan = planned(card("h100-sxm5"), engine={"quantising": "none"}, weights="fp8")
    assert sources(plan, f"{QKV}.compute")["peak"] == "accelerator.peak_bf16"
    full = planned(card("h100-sxm5"), weights="fp8")
    assert full.value("prefill_floor") < plan.value("prefill_floor") < plan.value("prefill")


def test_that_a_blank_peak_of_a_type_that_the_card_has_blocks_by_name() -> None:
    plan = planned(card("h100-sxm5", peak_fp8=None), weights="fp8")
    assert plan.blocked("decode_step") == ("accelerator.peak_fp8",)
    assert plan.blocked("decode_floor") == ("accelerator.peak_fp8",)


def test_that_a_capability_that_says_nothing_gives_no_type() -> None:
    for text, has in (("8.9", True), ("9.0a", False), ("", False), ("x", False), ("12", True), ("8.0", False)):
        assert multiplies(Accelerator(id="a", name="a", compute_capability=text), "fp8") == has, text


@pytest.mark.parametrize(("quantising", "more"), [("separate", 9.3e-6), ("fused", 1.5e-6)])
def test_that_quantising_takes_the_time_of_the_engines_way(quantising: str, more: float) -> None:
    engine = {"quantising": quantising}
    for mode in ("classes", "three"):
        row = card("h100-sxm5", gemm_8bit_call_time=None, gemm_8bit_fused_call_time=None)
        terms = terms_of(planned(row, engine=engine, weights="fp8", constants=mode), QKV)
        plain = terms_of(planned(row, constants=mode), QKV)
        assert terms is not None and plain is not None
        assert terms.fixed == pytest.approx(plain.fixed + more)
    own = terms_of(planned(card("h100-sxm5"), engine=engine, weights="fp8"), QKV)
    assert own is not None
    assert own.fixed == {"separate": 12.9e-6, "fused": 5.1e-6}[quantising]


def test_that_the_terms_of_a_pass_are_those_of_its_calls_times_layers() -> None:
    plan = planned(card("h100-sxm5"))
    terms = terms_below(plan, "decode_step")
    assert terms is not None and terms.dominates == "memory"
    assert terms.fixed == pytest.approx(plan.value("decode_step_fixed"))
    block = terms_below(plan, "decode_step.group1.block")
    outside = [terms_of(plan, key) for key in ("decode_step.final_norm", "decode_step.head")]
    assert block is not None
    assert terms.memory == pytest.approx(80 * block.memory + sum(each.memory for each in outside if each is not None))
    assert terms_of(plan, "decode_step") is None and terms_of(plan, f"{QKV}.memory") is None
    assert terms_below(plan, "decode_floor") is None


@pytest.mark.parametrize("collective", ["custom", "nccl"])
def test_that_all_reduces_have_the_constants_of_their_number_of_cards(collective: str) -> None:
    row, engine = card("h100-sxm5"), {"collective": collective}

    def latency(tp: int) -> Any:
        return planned(row, engine=engine, tp=tp).value("all_reduce_latency")

    for cards in SIZES:
        plan = planned(row, engine=engine, tp=cards)
        assert plan.value("all_reduce_latency") == pytest.approx(getattr(row, f"{collective}_latency_{cards}"))
        assert plan.value("all_reduce_efficiency") == pytest.approx(getattr(row, f"{collective}_efficiency_{cards}"))
    assert latency(2) < latency(3) < latency(4) < latency(6) < latency(8) < latency(16)
    far = planned(row, engine=engine, tp=64).value("all_reduce_efficiency")
    assert far == pytest.approx(getattr(row, f"{collective}_efficiency_8"))


def test_that_all_reduces_over_pcie_collapse_beyond_two_cards() -> None:
    two, four, eight = (planned(card("l40s"), tp=tp).value("prefill.collectives") for tp in (2, 4, 8))
    assert two * 5 < four < eight


def test_that_another_link_than_the_faster_one_has_the_constants_of_that_link() -> None:
    plan = planned(card("h100-sxm5"), tp=4, link="pcie")
    assert "all_reduce_latency" not in plan.structure.index
    assert sources(plan, "decode_step.collectives.group1.one")["latency"] == "accelerator.pcie_latency"


@pytest.mark.parametrize(
    ("preset", "changes", "prefill", "decode"),
    [
        ("h100-sxm5", {}, 1.1, 1.1), ("a100-sxm4-80gb", {}, 1.1, 1.1), ("h200-sxm", {}, 1.1, 1.1),
        ("rtx-4090", {}, 1.15, 1.3), ("h800-sxm5", {}, 1.15, 1.3), ("h100-sxm5", {"sources": {}}, 1.15, 1.3),
    ],
)  # fmt: skip
def test_that_the_band_is_that_of_where_the_constants_come_from(
    preset: str, changes: dict[str, Any], prefill: float, decode: float
) -> None:
    for mode in ("classes", "three"):
        plan = planned(card(preset, **changes), rows.llama_2_7b(), constants=mode)
        assert plan.value("prefill_high") == pytest.approx(prefill * plan.value("prefill"))
        assert plan.value("decode_step_high") == pytest.approx(decode * plan.value("decode_step"))


def test_that_one_batch_leaves_the_other_stages_of_a_pipeline_waiting() -> None:
    plan = planned(card("h100-sxm5"), pp=4)
    assert plan.value("decode_step_bubbles") == pytest.approx(0.75 * plan.value("decode_step"))
    assert "decode_step_bubbles" not in planned(card("h100-sxm5")).structure.index


def test_that_spread_experts_work_on_the_tokens_of_their_rank() -> None:
    model = model_presets()["deepseek-v3"]
    whole = planned(card("h200-sxm"), model, tp=8, load={"batch": 64})
    spread = planned(card("h200-sxm"), model, tp=8, dp=8, ep=64, load={"batch": 512})
    for key in ("experts", "activation"):
        path = f"prefill.group2.block.feed_forward.{key}"
        one, many = (terms_of(plan, path) for plan in (whole, spread))
        assert one is not None and many is not None
        assert many.compute == pytest.approx(one.compute, rel=1e-9)


def test_that_a_layer_reads_the_keys_of_an_earlier_one_in_the_format_of_the_cache() -> None:
    own = LayerGroup(id="g1", count=20, attention=GroupedQuery(), feed_forward=Gated())
    borrowing = LayerGroup(id="g2", count=10, attention=GroupedQuery(keys_from="earlier"), feed_forward=Gated())
    model = rows.llama_2_7b().model_copy(update={"groups": (own, borrowing)})

    def step(keys: str) -> Evaluation:
        return planned(card("h100-sxm5"), model, load={"kv_keys": keys, "kv_values": keys})

    plain, packed = step("bf16"), step("fp8")
    borrowed = [line.key for line in plain.structure.lines if line.key.startswith("read_cache.")]
    assert borrowed
    for key in borrowed:
        assert packed.value(key) * 2 == plain.value(key)
    attention = "decode_step.group2.block.attention.attention.memory"
    assert packed.value(attention) < 0.51 * plain.value(attention)


def test_that_a_decode_step_reads_and_writes_the_state_of_a_convolution() -> None:
    model = model_presets()["mamba-2.8b"]
    one, two = (planned(card("h100-sxm5"), model, load={"batch": batch}) for batch in (1, 2))
    key = "decode_step.group1.block.attention.conv.bytes"
    state = one.value("kv_cache.group1.conv_state.token")
    rows_moved = two.value(key) - one.value(key)
    assert rows_moved > 2 * state > 0


def test_that_the_operators_of_a_block_are_listed_with_shape_and_calls() -> None:
    plan = planned(card("h100-sxm5"), tp=4, load={"batch": 8}, weights="fp8")
    found = {each.key.rpartition(".")[2]: each for each in operations_of(plan, "decode_step")}
    qkv, down, head = found["qkv"], found["down"], found["head"]
    assert qkv.shape == (8, (64 + 2 * 8) // 4 * 128, 8192)
    assert (down.shape, down.operand, down.calls) == ((8, 8192, 28672 // 4), "fp8", 80)
    assert (head.shape, head.operand, head.calls) == ((8, 128256 // 4, 8192), "", 1)
    assert found["rope"].shape is None and found["rope"].flops == 0
    assert [each.operator_class for each in found.values()].count("gemm") == 5
    products = sum(each.calls * each.flops for each in found.values())
    assert products == plan.value("flops_decode_step") // 4
    for root in ("prefill", "decode_step", "prefill_request", "decode_mean"):
        times = sum(each.calls * each.seconds for each in operations_of(plan, root))
        assert times == pytest.approx(plan.value(root))


def test_that_what_goes_between_gpus_is_listed_with_its_bytes_and_calls() -> None:
    model = model_presets()["deepseek-v3"]
    plan = planned(card("h100-sxm5"), model, tp=4, pp=2, dp=2, ep=8, load={"batch": 8})
    sent = {each.key: each for each in operations_of(plan, "decode_step") if each.operator_class == "collective"}
    reduce, stage = sent["decode_step.collectives.group1"], sent["decode_step.stages"]
    rows = 8 // 2  # of one replica
    assert (stage.calls, stage.bytes_moved) == (1, 2 * rows * 7168)
    assert (reduce.calls, reduce.bytes_moved) == (2 * 3, 2 * 3 / 4 * 2 * rows * 7168)
    experts = sent["decode_step.experts_group2"]
    assert (experts.calls, experts.bytes_moved) == (2 * 58, pytest.approx(2 * rows * 7168 * 8 * (8 - 4) / 8 / 4))
    assert reduce.label == "All-reduces" and reduce.bound in ("fixed", "link")
    times = sum(each.calls * each.seconds for each in sent.values())
    assert times == pytest.approx(plan.value("decode_step_by_class.communication"))
    assert not [each for each in operations_of(planned(card("h100-sxm5")), "prefill") if each.bound == "link"]


@pytest.mark.parametrize(
    ("tp", "dp", "ep", "times"), [(1, 2, 2, 2), (1, 8, 8, 2), (2, 8, 8, 2), (4, 2, 8, 2), (4, 1, 4, 0), (4, 1, 2, 0)]
)
def test_that_rows_go_to_the_experts_and_back_only_where_these_stand_beyond_the_ranks_of_a_layer(
    tp: int, dp: int, ep: int, times: int
) -> None:
    plan = planned(card("h100-sxm5"), model_presets()["mixtral-8x7b"], tp=tp, dp=dp, ep=ep, load={"batch": 8})
    for phase, tokens in (("decode_step", 8 // dp), ("prefill", 8 // dp * 2048)):
        experts, one, sent = (plan.value(f"{phase}.experts_group1{end}") for end in ("", ".one", ".sent"))
        assert experts == times * 32 * one and one > 0
        assert sent == -(-2 * tokens * 4096 * 2 * max(ep - tp, 0) // (ep * tp))  # two experts of a token, bf16


def test_that_a_pass_whose_time_is_not_known_lists_no_operators() -> None:
    blank = planned(card("h100-sxm5", peak_fp8=None), weights="fp8")
    assert blank.value("decode_step") is None
    assert list(operations_of(blank, "decode_step")) == []


@pytest.mark.parametrize("part", PARTS, ids=NAMES)
def test_that_every_kind_lists_its_products_with_a_shape_that_gives_their_flops(part: Part) -> None:
    plan = planned(card("h100-sxm5"), model_with(part), load={"batch": 3})
    for root in ("prefill", "decode_step"):
        for each in operations_of(plan, root):
            if each.shape is not None:
                m, n, k = each.shape
                assert 2 * m * n * k == each.flops, each.key
                assert m >= 1 and n >= 1 and k >= 1
