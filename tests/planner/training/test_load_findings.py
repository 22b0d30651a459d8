"""What of a training load does not go together, and what would help."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import plan_answer, request_evaluation
from planner.evaluations import Planner
from planner.plan import Kitchen
from planner.presets import model_presets
from planner.sources import SourceError
from planner.verdict import Verdict
from planner.workbook import Assumptions, Scenario, Training
from tests.planner.rows import a100
from tests.planner.training.plans import SET, codes, plan


def test_that_context_parallel_ranks_are_gpus_of_their_own_in_training() -> None:
    found = plan(cp=2, dp=2, gpus=4)
    assert found.value("tokens_rank") == 2048
    with pytest.raises(SourceError, match="3 GPUs are not the 4"):
        plan(cp=2, dp=2, gpus=3)


def test_that_context_parallelism_without_tp_has_a_verdict_and_a_communicator() -> None:
    alone, shared = plan(recipe="bf16_adamw"), plan(recipe="bf16_adamw", cp=4)
    assert plan_answer(shared, lines=False)["verdict"] == "Fits"
    assert alone.value("overhead.communicator") is None
    assert shared.value("overhead.communicator") == plan(recipe="bf16_adamw", dp=4).value("overhead.communicator")


def test_that_experts_are_spread_over_context_parallel_ranks_too() -> None:
    found = plan("mixtral-8x7b", dp=2, cp=4, ep=8, zero=1)
    assert "ep_beyond_ranks" not in codes(found) and plan_answer(found, lines=False)["verdict"] != "Unknown"
    assert found.value("expert_shards") == 1
    refused = plan("mixtral-8x7b", dp=2, cp=3, ep=8, recipe="qlora_adamw", attention_implementation="sdpa")
    assert codes(refused)["ep_beyond_ranks"].values["ranks"] == 6 and refused.verdict is Verdict.UNKNOWN


def test_that_every_preset_with_measured_parts_has_a_value_and_the_others_name_what_lacks() -> None:
    kitchen = Kitchen()
    scenario = Scenario(id="s", name="s", load=Training(sequence=512))
    known = 0
    for model in list(model_presets().values())[::5]:
        found = kitchen.evaluate(model, a100(), scenario, Assumptions())
        assert found.value("weights") and found.value("optimizer")
        if found.value("needed") is None:
            states_fit = found.value("states") <= found.value("usable")
            assert found.verdict is (Verdict.UNKNOWN if states_fit else Verdict.DOES_NOT_FIT)
            assert all(slot.startswith("unproved.") for slot in found.blocked("needed"))
            assert "no proved formula for" in codes(found)["activations_not_proved"].sentence
        else:
            known += 1
    assert known > 10


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"global_batch": 3, "dp": 2}, "global_batch_not_divisible"),
        ({"checkpointing": "selective"}, "checkpointing_does_nothing"),
        ({"zero": 3}, "states_never_shard"),
        ({"sequence_parallel": True}, "sequence_parallel_without_tp"),
        ({"virtual_stages": 2}, "virtual_stages_without_pp"),
        ({"zero": 3, "dp": 8, "shard_ranks": 3}, "shard_ranks_do_not_divide"),
        ({"weights": "int8"}, "recipe_decides_weights"),
        ({"recipe": "lora_adamw", "micro_batch": 8, "lora_targets": "qv"}, "lora_keeps_activations"),
        ({"sequence": 8192}, "sequence_exceeds_model"),
    ],
)
def test_that_what_does_not_go_together_is_found(settings: dict[str, Any], code: str) -> None:
    assert code in codes(plan(**settings))
    assert code not in codes(plan(dp=2, tp=2))


def test_that_a_sequence_beyond_the_table_of_positions_has_no_verdict() -> None:
    assert plan("gpt-2", sequence=2048).verdict is Verdict.UNKNOWN


def test_that_a_plan_that_does_not_fit_is_offered_changes_that_free_memory() -> None:
    planner = Planner()
    request = {"model": "llama-2-7b", "gpu": "a100-sxm4-80gb", "set": SET | {"dp": 8, "micro_batch": 4}}
    found = request_evaluation(planner, request)
    assert found.verdict is Verdict.DOES_NOT_FIT
    offered = {remedy.code: remedy for remedy in planner.remedies(found, Assumptions())}
    assert {
        "checkpoint_layers",
        "zero_3",
        "smaller_micro_batch",
        "eight_bit",
        "offload",
        "fused_loss",
    } <= offered.keys()
    assert all(remedy.freed > 0 for remedy in offered.values())


def test_that_states_that_do_not_fit_are_enough_for_a_verdict() -> None:
    found = plan("deepseek-v3", dp=8)
    assert found.value("needed") is None and found.verdict is Verdict.DOES_NOT_FIT
    assert "the states alone take" in codes(found)["states_do_not_fit"].sentence


@pytest.mark.parametrize(("model", "offered"), [("gemma-2-9b", "eager"), ("internlm2-7b", "fused")])
def test_that_a_plan_without_a_formula_is_offered_an_implementation_that_was_measured(model: str, offered: str) -> None:
    found = plan(model, dp=8, zero=3, sequence=1024)
    (edit,) = codes(found)["activations_not_proved"].edits
    assert edit.value == offered
    assert plan(model, dp=8, zero=3, sequence=1024, attention_implementation=offered).value("needed") is not None


def test_that_selective_checkpointing_without_scores_changes_nothing() -> None:
    none, selective = plan(), plan(checkpointing="selective")
    assert "checkpointing_does_nothing" in codes(selective)
    for key in ("needed", "flops_hardware_step"):
        assert selective.value(key) == none.value(key)


@pytest.mark.parametrize("ranks", [3, 16])
def test_that_a_share_of_the_states_that_no_rank_has_gets_no_verdict(ranks: int) -> None:
    found = plan(recipe="bf16_adamw", zero=3, dp=4, shard_ranks=ranks)
    assert found.verdict is Verdict.UNKNOWN and "shard_ranks_do_not_divide" in codes(found)
    assert plan(recipe="bf16_adamw", zero=3, dp=4, shard_ranks=2).verdict is Verdict.FITS


@pytest.mark.parametrize(
    ("cell", "value"), [("lora_slots", 4), ("memory_fraction", 0.5), ("kv_policy", "pages"), ("draft", "gpt2")]
)
def test_that_a_cell_of_serving_is_said_to_have_no_part(cell: str, value: Any) -> None:
    found = codes(plan(**{cell: value}))["serving_cell_in_training"]
    assert found.path[-1] == cell and "no part in a training plan" in found.sentence
    assert "serving_cell_in_training" not in codes(plan())


def test_that_the_peak_says_what_is_needed_at_its_moment() -> None:
    found = plan(recipe="bf16_adamw")
    assert f"{found.value('needed') / 2**30:.2f} GiB per GPU" in codes(found)["peak_moment"].sentence
