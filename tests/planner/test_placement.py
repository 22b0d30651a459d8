"""Pipeline stages: how layers are dealt, which stage is the fullest, what stands on its ends."""

from __future__ import annotations

import pytest

from planner.answers import request_evaluation
from planner.assumptions import Assumptions
from planner.evaluations import Planner
from planner.findings import Severity
from planner.layers import write_positions
from planner.placement import PlacementError, even, order_of, stages_of, stated
from planner.plan import Evaluation
from planner.presets import model_from_preset
from planner.sources import SourceError
from planner.verdict import Verdict


def plan(model: str, gpu: str = "h100-sxm5", **settings: object):  # type: ignore[no-untyped-def]
    return request_evaluation(Planner(), {"model": model, "gpu": gpu, "set": settings})


def stage_of(planner: Planner, of: Evaluation, number: int) -> Evaluation:
    return planner.kitchen.evaluate(of.model, of.accelerator, of.scenario, Assumptions(), of.engine, of.draft, number)


def dealt_by_vllm(layers: int, stages: int) -> list[int]:
    """vllm/distributed/utils.py, get_pp_indices: what is left goes to the stages before the last, from the back."""
    partitions = [layers // stages] * stages
    for back in range(2, layers % stages + 2):
        partitions[-back] += 1
    return partitions


@pytest.mark.parametrize("stages", range(1, 13))
def test_that_layers_are_dealt_as_vllm_deals_them(stages: int) -> None:
    for layers in range(1, 130):
        assert list(even(layers, stages)) == dealt_by_vllm(layers, stages)


def test_that_stages_hold_every_layer_once_and_in_order() -> None:
    model = model_from_preset("gpt-oss-120b", "m")
    order = order_of(model.groups)
    assert order is not None
    found = stages_of(model.groups, 5, None)
    assert [sum(stage.layers) for stage in found] == [7, 7, 7, 8, 7]
    for index, group in enumerate(model.groups):
        assert sum(stage.layers[index] for stage in found) == group.count


def test_that_positions_decide_which_stage_a_group_falls_to() -> None:
    model = model_from_preset("llama-2-7b", "m")
    first = model.groups[0].model_copy(update={"id": "a", "count": 2, "positions": write_positions([0, 31])})
    rest = model.groups[0].model_copy(update={"id": "b", "count": 30})
    assert [stage.layers for stage in stages_of((first, rest), 4, None)] == [(1, 7), (0, 8), (0, 8), (1, 7)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("8, 8, x, 8", "are not layers per stage"),
        ("16, 16", "stated for 2 stages, and PP is 4"),
        ("8, 8, 8, 9", "33 layers together, and the model has 32"),
        ("-1, 9, 12, 12", "are not layers per stage"),
        ("9999999, 1, 1, 1", "are not layers per stage"),
    ],
)
def test_that_layers_per_stage_that_do_not_add_up_are_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(PlacementError, match=says):
        stated(text, 32, 4)
    evaluation = plan("llama-2-7b", pp=4, stages=text)
    assert evaluation.verdict is Verdict.UNKNOWN


def test_that_stages_share_the_weights_and_the_ends_hold_their_tables() -> None:
    whole = plan("llama-2-7b")
    planner = Planner()
    evaluation = request_evaluation(planner, {"model": "llama-2-7b", "gpu": "h100-sxm5", "set": {"pp": 4}})
    found = [stage_of(planner, evaluation, number) for number in range(4)]
    table = whole.value("weights.embedding")
    layer = whole.value("weights.group1.layer")
    norm = whole.value("weights.final_norm")
    assert [each.value("weights") for each in found] == [
        8 * layer + table,
        8 * layer,
        8 * layer,
        8 * layer + whole.value("weights.head") + norm,
    ]
    assert sum(each.value("weights") for each in found) == whole.value("weights")
    assert evaluation.value("needed") == max(each.value("needed") for each in found)
    assert sum(each.value("kv_cache") for each in found) == whole.value("kv_cache")


def test_that_a_tied_head_is_a_copy_of_the_table_on_the_last_stage() -> None:
    planner = Planner()
    evaluation = request_evaluation(planner, {"model": "llama-3.2-1b", "gpu": "h100-sxm5", "set": {"pp": 2}})
    first, last = (stage_of(planner, evaluation, number) for number in (0, 1))
    table = first.value("weights.embedding")
    assert first.value("weights") == 8 * first.value("weights.group1.layer") + table
    assert last.value("weights") == 8 * last.value("weights.group1.layer") + table + last.value("weights.final_norm")


def test_that_time_and_floor_are_those_of_the_whole_pipeline() -> None:
    one, four = plan("llama-2-7b"), plan("llama-2-7b", pp=4)
    sends = four.value("decode_step.stages")
    assert sends > 0
    assert four.value("decode_step") == pytest.approx(one.value("decode_step") + sends)
    assert four.value("decode_floor") == pytest.approx(one.value("decode_floor"))
    assert four.value("flops_prefill") == one.value("flops_prefill")


def test_that_a_reserved_page_is_not_read_by_a_step() -> None:
    exact, paged = (plan("gpt-oss-20b", kv_policy=policy, context=5000, prompt=4000) for policy in ("exact", "full"))
    assert paged.value("kv_cache") > exact.value("kv_cache")
    assert paged.value("decode_floor") == exact.value("decode_floor")


def test_that_replicas_share_the_batch_and_hold_all_weights() -> None:
    one, two = plan("llama-2-7b", batch=7), plan("llama-2-7b", batch=7, dp=2)
    assert two.value("sequences") == 4
    assert two.value("weights") == one.value("weights")
    assert two.value("kv_cache") * 7 == one.value("kv_cache") * 4


def test_that_experts_are_spread_whole_or_cut() -> None:
    cut = plan("deepseek-v3", "h200-sxm", tp=8)
    spread = plan("deepseek-v3", "h200-sxm", tp=8, ep=8)
    over_all = plan("deepseek-v3", "h200-sxm", tp=8, dp=4, ep=32, batch=4)
    experts = "weights.group2.layer.feed_forward.experts"
    assert cut.value(experts) == spread.value(experts)
    assert over_all.value(experts) * 4 == spread.value(experts)
    mixed = plan("deepseek-v3", "h200-sxm", tp=8, ep=2)
    assert mixed.value(experts) == cut.value(experts)


def test_that_latent_caches_are_on_every_rank_and_context_parallelism_divides_them() -> None:
    one, eight = plan("deepseek-v3", "h200-sxm"), plan("deepseek-v3", "h200-sxm", tp=8)
    shared = plan("deepseek-v3", "h200-sxm", tp=8, cp=8)
    assert eight.value("kv_cache") == one.value("kv_cache") == 8 * shared.value("kv_cache")


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"ep": 2}, "ep_without_experts"),
        ({"pp": 33}, "more_stages_than_layers"),
        ({"cp": 2}, "cp_does_not_divide_tp"),
        ({"tp": 2, "cp": 2}, "cp_beyond_copies"),
    ],
)
def test_that_degrees_that_do_not_go_together_are_found(settings: dict[str, int], code: str) -> None:
    from planner.checks import check_scenario

    assert code in {finding.code for finding in check_scenario(plan("llama-2-7b", **settings))}


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("mixtral-8x7b", {"ep": 8}),
        ("mixtral-8x7b", {"tp": 2, "ep": 8}),
        ("llama-2-7b", {"pp": 33}),
        ("llama-2-7b", {"cp": 2}),
        ("llama-3-8b", {"tp": 8, "cp": 4}),
    ],
)
def test_that_degrees_that_no_ranks_can_have_never_fit(model: str, settings: dict[str, int]) -> None:
    from planner.checks import check_scenario

    found = plan(model, **settings)
    assert found.verdict is Verdict.UNKNOWN
    assert [finding.code for finding in check_scenario(found) if finding.severity is Severity.ERROR]
    assert plan(model, "h200-sxm", tp=8, dp=settings.get("pp", 1)).verdict is Verdict.FITS


def test_that_the_number_of_gpus_is_the_product_of_the_degrees() -> None:
    assert plan("llama-2-7b", tp=2, pp=2, dp=2, gpus=8).verdict is Verdict.FITS
    with pytest.raises(SourceError, match="4 GPUs are not the 8 of TP 2, PP 2 and DP 2"):
        plan("llama-2-7b", tp=2, pp=2, dp=2, gpus=4)
