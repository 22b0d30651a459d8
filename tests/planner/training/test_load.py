"""A training load in the document and on the command line: fields, moments, Findings, what would help."""

from __future__ import annotations

import json
from typing import Any

import pytest

from planner import cli
from planner.answers import plan_answer, request_evaluation
from planner.checks import check_scenario
from planner.checks.training import peak_moment
from planner.edits import replaced, value_at
from planner.evaluations import Planner
from planner.plan import Evaluation, Kitchen
from planner.presets import model_presets
from planner.sources import SourceError
from planner.structure import TRAINING_SECTIONS
from planner.training.recipes import RECIPES
from planner.verdict import Verdict
from planner.workbook import Assumptions, Inference, Scenario, Training, Workbook
from tests.planner.rows import a100, llama_2_7b

SET = {"load": "training"}


def plan(model: str = "llama-2-7b", **settings: Any) -> Evaluation:
    return request_evaluation(Planner(), {"model": model, "gpu": "a100-sxm4-80gb", "set": SET | settings})


def codes(evaluation: Evaluation) -> dict[str, Any]:
    return {finding.code: finding for finding in check_scenario(evaluation)}


def test_that_every_field_of_the_contract_can_be_set() -> None:
    found = plan(recipe="megatron_adamw", zero=1, micro_batch=2, global_batch=64, sequence="2k", dp=4, tp=2,
                 checkpointing="full", attention_implementation="fused", sequence_parallel=True,
                 tokens="1e9", gpus=8)  # fmt: skip
    load = found.scenario.load
    assert isinstance(load, Training)
    assert (load.zero, load.micro_batch, load.global_batch, load.sequence) == ("1", 2, 64, 2048)
    assert (load.checkpointing, load.attention_implementation, load.sequence_parallel) == ("full", "fused", True)
    assert found.value("micro_batches") == 8


def test_that_the_summary_has_the_names_of_training() -> None:
    answer = plan_answer(plan(dp=8, mfu=0.4), lines=False)
    whole = 6738415616
    summary = answer["summary"]
    assert summary["gradients_bytes"] == 2 * whole
    assert summary["master_bytes"] == 4 * whole
    assert summary["optimizer_bytes"] == 8 * whole
    assert summary["flops_train_step"] > 6 * 0.95 * whole * 8 * 4096
    assert summary["train_step_s"] == summary["flops_train_step"] / (8 * 312e12 * 0.4)
    assert summary["kv_cache_bytes"] is None and summary["prefill_s"] is None
    assert json.dumps(answer)


def test_that_a_field_of_the_other_load_is_refused_by_name() -> None:
    with pytest.raises(SourceError, match="belongs to the load inference"):
        plan(context=4096)
    with pytest.raises(SourceError, match="belongs to the load training"):
        request_evaluation(Planner(), {"model": "llama-2-7b", "gpu": "t4", "set": {"recipe": "mixed_adamw"}})
    with pytest.raises(SourceError, match="There is no load"):
        request_evaluation(Planner(), {"model": "llama-2-7b", "gpu": "t4", "set": {"load": "dreaming"}})


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


def test_that_changing_the_kind_of_a_load_is_one_edit_and_back() -> None:
    row = Scenario(id="s", name="s", model="llama_2_7b", load=Inference(batch=8))
    workbook = Workbook(models=(llama_2_7b(),), scenarios=(row,))
    changed = replaced(workbook, ("scenarios", "s", "load", "kind"), "training")
    assert value_at(changed, ("scenarios", "s", "load")) == Training()
    assert replaced(changed, ("scenarios", "s", "load", "kind"), "inference").scenarios[0].load == Inference()
    assert Workbook.model_validate(changed.model_dump(mode="json")) == changed


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("checkpointing", ["none", "selective", "full", "every_n"])
def test_that_each_recipe_and_checkpointing_gives_a_plan(recipe: str, checkpointing: str) -> None:
    found = plan(recipe=recipe, checkpointing=checkpointing, dp=2, zero=2, micro_batch=2)
    assert found.value("needed") > found.value("weights") > 0
    parts = [found.value(key) for key in found.structure.children["needed"]]
    assert found.value("needed") == sum(parts)


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


def test_that_the_peak_names_its_moment() -> None:
    assert peak_moment(plan(micro_batch=4)) == "moment_loss"
    assert peak_moment(plan(recipe="bf16_adamw", sequence=128)) == "moment_step"
    wide = plan(micro_batch=4, checkpointing="every_n", checkpoint_layers=8)
    assert peak_moment(wide) == "moment_layer"
    assert "logits and loss" in codes(plan(micro_batch=4))["peak_moment"].sentence


def test_that_activations_are_the_largest_of_what_happens_at_one_time() -> None:
    found = plan(checkpointing="full", micro_batch=4)
    rest = found.value("kept_in_flight") + found.value("outside")
    assert found.value("activations") == max(rest + found.value("loss_peak"), rest + found.value("recomputed"))
    assert found.value("kept") == 32 * 4 * 4096 * 4096 * 2


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


def test_that_a_pipeline_is_planned_at_its_fullest_stage() -> None:
    settings = {"pp": 4, "global_batch": 16, "sequence": 2048}
    found = plan(**settings)
    assert found.stage is not None
    kitchen = Kitchen()
    stages = [
        kitchen.evaluate(found.model, found.accelerator, found.scenario, Assumptions(), stage=number)
        for number in range(4)
    ]
    assert [stage.value("in_flight") for stage in stages] == [4, 3, 2, 1]
    assert found.value("needed") == max(stage.value("needed") for stage in stages)


def test_that_interleaving_keeps_one_plus_p_less_1_over_pv() -> None:
    plain = plan(pp=4, global_batch=64, sequence=2048, attention_implementation="sdpa")
    kitchen = Kitchen()

    def first(**changes: Any) -> Evaluation:
        load = plain.scenario.load.model_copy(update=changes)
        scenario = plain.scenario.model_copy(update={"load": load})
        return kitchen.evaluate(plain.model, plain.accelerator, scenario, Assumptions(), stage=0)

    one, two = first(), first(virtual_stages=2)
    assert two.value("kept_in_flight") * 8 == one.value("kept_in_flight") * 11  # 1 + 3 / (4 * 2)


def test_that_the_sections_of_training_are_those_of_the_ledger() -> None:
    found = plan()
    assert TRAINING_SECTIONS
    assert {"needed", "parameters", "flops_train_step", "train_step"} <= found.structure.index.keys()
    assert "kv_cache" not in found.structure.index


@pytest.mark.parametrize("key", ["peak_bf16"])
def test_that_a_blank_rate_leaves_the_memory_known(key: str) -> None:
    card = a100().model_copy(update={key: None})
    scenario = Scenario(id="s", name="s", load=Training())
    found = Kitchen().evaluate(llama_2_7b(), card, scenario, Assumptions())
    assert found.value("train_step") is None and found.value("needed") is not None
    assert "time_unknown" in codes(found)


def test_that_the_lines_evaluate_over_arrays_as_one_by_one() -> None:
    numpy = pytest.importorskip("numpy")
    found = plan(checkpointing="full")
    keys = ("needed", "flops_train_step", "activations")
    run = found.structure.arrays(keys)
    many = run(dict(found.amounts) | {"load.micro_batch": numpy.array([1.0, 2.0])})
    for at, micro in enumerate((1, 2)):
        single = plan(checkpointing="full", micro_batch=micro)
        for key, values in zip(keys, many, strict=True):
            assert numpy.broadcast_to(values, 2)[at] == pytest.approx(single.value(key), rel=1e-12)


def test_that_a_run_has_its_hours_cost_and_energy() -> None:
    found = plan(dp=8, mfu=0.5, tokens=10**9, hour_price=2, power=300)
    hours = found.value("run_time") * 8 / 3600
    assert found.value("gpu_hours") == pytest.approx(hours)
    assert found.value("run_cost") == pytest.approx(2 * hours)
    assert found.value("run_energy") == pytest.approx(300 * hours * 3600)
    assert found.value("mfu_exact") == pytest.approx(0.5)
    assert found.value("hfu") > found.value("mfu_exact") > found.value("mfu_rule")


def test_that_price_and_power_are_those_of_the_card_unless_they_are_typed() -> None:
    found = plan(dp=8, mfu=0.5, tokens=10**9)
    card = found.accelerator
    assert card is not None and card.power == 400
    assert found.value("run_energy") == pytest.approx(400 * 8 * found.value("run_time"))
    assert found.value("run_cost") == pytest.approx(found.value("gpu_hours") * card.price_low)
    assert found.value("run_cost_high") == pytest.approx(found.value("gpu_hours") * card.price_high)
    assert plan(dp=8, mfu=0.5, tokens=10**9, power=200).value("run_energy") == found.value("run_energy") / 2


def test_that_the_summary_names_what_a_step_and_a_run_take() -> None:
    settings = {"dp": 4, "pp": 2, "global_batch": 64, "micro_batch": 2, "sequence": 2048, "mfu": 0.4, "tokens": 10**9}
    summary = plan_answer(plan(**settings), lines=False)["summary"]
    step = summary["train_step_s"]
    assert (summary["gpus"], summary["global_batch"], summary["micro_batches"]) == (8, 64, 8)
    assert summary["step_tokens"] == 64 * 2048 and summary["bubble"] == 1 / 8
    assert summary["mfu"] == pytest.approx(0.4) and summary["hfu"] > 0.4
    assert summary["hfu"] / summary["mfu"] == pytest.approx(
        summary["flops_hardware_step"] / summary["flops_train_step"]
    )
    assert summary["tokens_per_s_per_gpu"] == pytest.approx(64 * 2048 / step / 8)
    assert summary["tokens_per_s"] == pytest.approx(64 * 2048 / step)
    assert summary["run_steps"] == -(-(10**9) // (64 * 2048))
    assert summary["run_s"] == pytest.approx(10**9 / (64 * 2048) * step)
    assert summary["run_days"] * 86400 == pytest.approx(summary["run_s"])
    assert summary["gpu_hours"] == pytest.approx(summary["run_s"] * 8 / 3600)
    assert summary["run_energy_j"] == pytest.approx(summary["run_s"] * 8 * 400)
    assert summary["run_cost"] > 0 and summary["run_flops"] > 6 * 0.95 * 6.7e18
    serving = plan_answer(request_evaluation(Planner(), {"model": "gpt-2", "gpu": "t4"}), lines=False)["summary"]
    assert all(serving[name] is None for name in ("gpus", "mfu", "run_s", "gpu_hours", "run_energy_j"))


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


def test_that_states_are_the_sum_of_the_copies_that_stand_on_the_gpu() -> None:
    found = plan()
    assert found.value("states") == 16 * found.value("parameters")
    assert plan(offload="optimizer").value("states") == 4 * found.value("parameters")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"recipe": "qlora_adamw", "dp": 2, "zero": 3},
        {"recipe": "adam_8bit", "pp": 2, "global_batch": 8, "mfu": 0.4, "tokens": 1000000},
        {"recipe": "muon", "weight_bytes": 2, "bucket": 500000000, "dp": 2, "zero": 2},
        {"recipe": "autocast_adamw", "checkpointing": "every_n"},
    ],
)
def test_that_every_number_of_a_line_leads_to_a_cell_with_a_title(settings: dict[str, Any]) -> None:
    found = plan(**settings)
    workbook = Workbook(models=(found.model,), accelerators=(found.accelerator,), scenarios=(found.scenario,))
    assert len(found.lines()) > 50
    for slot in found.structure.inputs:
        assert found.title(slot)
        path = found.path(slot)
        assert path is not None
        value_at(workbook, path)


def test_that_a_batch_answers_training_requests(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    request = {"id": 1, "model": "gpt-2", "gpu": "h100-sxm5", "set": SET | {"zero": 2, "sequence_parallel": False}}
    file = tmp_path / "requests.jsonl"
    file.write_text(json.dumps(request) + "\n", encoding="utf-8")
    assert cli.main(["plan", "--batch", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    lines = {line["key"]: line for line in answer["lines"]}
    assert answer["verdict"] == "Fits" and lines["gradients"]["value"] == answer["summary"]["gradients_bytes"]
    assert lines["saved.group1.layer"]["unit"] == "byte" and lines["flops_train_step"]["unit"] == "FLOP"


@pytest.mark.parametrize(
    "settings",
    [
        {"dp": 8, "zero": 3},
        {"recipe": "qlora_adamw", "dp": 8, "zero": 3},
        {"offload": "all"},
        {"offload": "optimizer", "pp": 4, "global_batch": 16, "virtual_stages": 2},
        {"recipe": "bf16_adamw", "bucket": 500000000, "tp": 2},
    ],
)
def test_that_the_bytes_of_the_summary_add_up_to_what_is_needed(settings: dict[str, Any]) -> None:
    summary = plan_answer(plan(**settings), lines=False)["summary"]
    names = ("weights", "adapters", "gradients", "master", "optimizer", "activations", "transient", "overhead")
    whole = sum(summary[f"{name}_bytes"] or 0 for name in names)
    assert whole - (summary["host_bytes"] or 0) == summary["needed_bytes"]


@pytest.mark.parametrize("recipe", ["lora_adamw", "qlora_adamw"])
def test_that_a_shared_base_of_adapters_is_gathered_as_it_is_stored(recipe: str) -> None:
    shared, alone = plan(recipe=recipe, dp=8, zero=3), plan(recipe=recipe, dp=8)
    layer, tables = alone.value("weights.group1.layer"), 2 * 2 * 32000 * 4096
    assert shared.value("gathered") == 2 * layer + tables
    assert shared.value("transient") == shared.value("gathered")


def test_that_layers_computed_again_at_once_compete_at_the_end_of_the_backward_pass() -> None:
    found = plan(recipe="sgd_momentum", checkpointing="every_n", checkpoint_layers=8, micro_batch=2, loss="fused")
    layer = found.value("saved.group1.layer")
    assert found.value("last_segment") == 8 * (layer - 2 * 202383360)
    assert found.value("activations") >= found.value("last_segment") > found.value("moment_layer")
    assert peak_moment(found) == "moment_segment"


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


def test_that_the_rules_of_thumb_know_that_a_base_is_frozen() -> None:
    whole, adapted = plan(global_batch=8), plan(global_batch=8, recipe="lora_adamw")
    assert whole.value("flops_token_rule") == 6 * 6738415616
    assert adapted.value("flops_token_rule") == 4 * 6738415616
    for found in (whole, adapted):
        assert found.value("mfu_rule") == pytest.approx(found.value("mfu_exact"), rel=0.11)
        assert found.value("mfu_palm") < 0.8


def test_that_a_fused_loss_holds_the_gradient_of_a_head_that_is_trained() -> None:
    whole, adapted = plan(loss="fused"), plan(loss="fused", recipe="lora_adamw")
    assert whole.value("loss_peak") - adapted.value("loss_peak") == 2 * 32000 * 4096
    assert whole.value("loss_saved") == 2 * 4096 * (4096 + 32000)
