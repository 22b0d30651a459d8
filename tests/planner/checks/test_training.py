"""Every Finding on a training load: under which settings it appears, that it goes with its remedy, what it says."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import request_evaluation, request_workbook
from planner.checks import check_scenario
from planner.checks.training_batch import nearest_multiple
from planner.edits import replaced
from planner.evaluations import Planner
from planner.findings import Finding
from planner.plan import Evaluation, Kitchen
from planner.workbook import Assumptions, Workbook

SMALL = {"recipe": "bf16_adamw", "sequence": 128}
"""A plan whose peak is the step of the optimizer."""


def request(model: str = "llama-2-7b", gpu: str = "a100-sxm4-80gb", **settings: Any) -> dict[str, Any]:
    return {"model": model, "gpu": gpu, "set": {"load": "training", **settings}}


def found(workbook: Workbook) -> dict[str, Finding]:
    (evaluation,) = Planner().evaluate(workbook).scenarios.values()
    return {finding.code: finding for finding in check_scenario(evaluation)}


CASES = [
    ("global_batch_not_divisible", {"global_batch": 65, "micro_batch": 2, "dp": 8}, "The nearest is 64"),
    ("fewer_micro_batches_than_stages", {"pp": 4}, "75% of the time"),
    ("sequence_not_divisible", {"cp": 3}, "3 ranks share the tokens"),
    ("document_longer_than_sequence", {"packing": "packed", "document_tokens": 5000}, "Documents of 5,000"),
    ("padding_is_computed", {"packing": "padded"}, "75% of the tokens"),
    ("packing_computes_all_pairs", {"packing": "packed", "explicit_mask": True}, "about 25%"),
    ("packing_computes_all_pairs", {"packing": "packed", "attention_implementation": "eager"}, "about 25%"),
    ("mfu_out_of_reach", {"mfu": 0.7}, "An MFU of 70%"),
    ("checkpointing_does_nothing", {"checkpointing": "selective"}, "keeps none"),
    ("checkpointing_frees_nothing", {**SMALL, "checkpointing": "full"}, "frees 0.00 of"),
    ("loss_parallel_without_tp", {"loss": "parallel"}, "TP is 1"),
    ("loss_chunks_do_nothing", {"loss": "chunked", "loss_chunks": 1}, "all tokens at once"),
    ("loss_frees_nothing", {**SMALL, "loss": "chunked"}, "free 0.00 of"),
    ("states_never_shard", {"zero": 2}, "there is one"),
    ("base_never_shards", {"recipe": "lora_adamw", "dp": 4, "zero": 2}, "the frozen base of"),
    ("optimizer_needs_whole_matrices", {"recipe": "muon", "dp": 4, "zero": 1}, "orthogonalises whole matrices"),
    ("optimizer_needs_whole_matrices", {"recipe": "adafactor", "dp": 4, "zero": 3}, "whole rows and columns"),
    ("lora_rank_too_large", {"recipe": "qlora_adamw", "lora_rank": 2048}, "as large as it is"),
    ("lora_keeps_activations", {"recipe": "lora_adamw", "micro_batch": 8, "lora_targets": "qv"}, "hardly"),
    ("cell_without_part", {"lora_targets": "qv"}, "LoRA targets has no part"),
    ("cell_without_part", {"lora_rank": 8}, "LoRA rank has no part"),
    ("cell_without_part", {"checkpoint_layers": 4}, "Layers per checkpoint has no part"),
    ("cell_without_part", {"loss_chunks": 4}, "Loss chunks has no part"),
    ("cell_without_part", {"document_tokens": 512}, "Document has no part"),
    ("cell_without_part", {"hour_price": 2}, "Price has no part"),
    ("recipe_decides_weights", {"weights": "int8"}, "int8"),
    ("recipe_decides_weights", {"embedding_weights": "fp8"}, "fp8"),
    ("recipe_decides_weights", {"other_weights": "fp32"}, "fp32"),
    ("sequence_exceeds_model", {"sequence": 8192}, "8,192 exceeds the 4,096"),
    ("virtual_stages_without_pp", {"virtual_stages": 2}, "PP is 1"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "settings", "said"), CASES)
def test_that_a_finding_appears_and_goes_with_its_remedy(code: str, settings: dict[str, Any], said: str) -> None:
    workbook = request_workbook(request(**settings))
    finding = found(workbook)[code]
    assert said in finding.sentence and finding.remedy and finding.edits
    for edit in finding.edits:
        workbook = replaced(workbook, edit.path, edit.value)
    after = found(workbook)
    if code == "lora_keeps_activations" and code in after:  # the logits stay when the layers are checkpointed
        assert after[code].values["share"] < finding.values["share"] and not after[code].edits
    else:
        assert code not in after
    assert code not in found(request_workbook(request(global_batch=64, micro_batch=2, dp=8, zero=1)))


def test_that_a_plan_that_goes_together_has_notes_on_its_peak_only() -> None:
    settings = {"recipe": "fsdp_adamw", "zero": 3, "dp": 8, "checkpointing": "full", "micro_batch": 2, "mfu": 0.4}
    assert found(request_workbook(request(**settings))).keys() == {"peak_moment"}


def test_that_the_nearest_multiple_is_the_nearest_and_never_none() -> None:
    for value in range(1, 60):
        for of in range(1, 20):
            nearest = nearest_multiple(value, of)
            assert nearest % of == 0 and nearest > 0
            assert abs(nearest - value) <= min(abs(each - value) for each in (value // of * of, (value // of + 1) * of)
                                               if each)  # fmt: skip


def test_that_the_bubble_is_what_the_stages_wait() -> None:
    few = found(request_workbook(request(pp=8, global_batch=2, virtual_stages=1)))["fewer_micro_batches_than_stages"]
    assert few.values["share"] == pytest.approx(3.5 / 4.5)  # (8 - 1) / 2 of the time without it
    assert "fewer_micro_batches_than_stages" not in found(request_workbook(request(pp=8, global_batch=8)))


def test_that_an_mfu_within_reach_of_the_card_is_taken_as_it_is() -> None:
    reached = request_evaluation(Planner(), request()).value("mfu_exact")
    assert "mfu_out_of_reach" not in found(request_workbook(request(mfu=round(reached - 0.001, 4))))
    assert "mfu_out_of_reach" in found(request_workbook(request(mfu=round(reached + 0.001, 4))))


@pytest.mark.parametrize(("checkpointing", "micro_batch"), [("full", 8), ("every_n", 8), ("full", 1)])
def test_that_what_checkpointing_frees_is_the_difference_to_a_plan_without(
    checkpointing: str, micro_batch: int
) -> None:
    for recipe in ("bf16_adamw", "mixed_adamw", "sgd_momentum"):
        settings = {"recipe": recipe, "micro_batch": micro_batch, "sequence": 256}
        plain = request_evaluation(Planner(), request(**settings)).value("needed")
        saving = request_evaluation(Planner(), request(**settings, checkpointing=checkpointing))
        freed = plain - saving.value("needed")
        finding = {each.code: each for each in check_scenario(saving)}.get("checkpointing_frees_nothing")
        assert (finding is not None) == (freed <= 0.01 * saving.value("needed"))


@pytest.mark.parametrize("checkpointing", ["full", "selective"])
def test_that_checkpointing_that_keeps_another_stage_from_being_the_fullest_is_not_called_useless(
    checkpointing: str,
) -> None:
    settings = {"recipe": "bf16_adamw", "sequence": 512, "pp": 4, "global_batch": 16,
                "attention_implementation": "eager"}  # fmt: skip
    plain = request_evaluation(Planner(), request(**settings))
    saving = request_evaluation(Planner(), request(**settings, checkpointing=checkpointing))
    assert plain.stage is not None and saving.stage is not None and plain.stage.number < saving.stage.number
    assert plain.value("needed") > 1.05 * saving.value("needed")
    assert "checkpointing_frees_nothing" not in {each.code for each in check_scenario(saving)}


def test_that_virtual_stages_without_a_pipeline_do_not_count_against_checkpointing() -> None:
    """They are told of by a Finding of their own, and the ledger counts without them."""
    settings = {"recipe": "mixed_adamw", "micro_batch": 4, "sequence": 512, "virtual_stages": 8}
    plain = request_evaluation(Planner(), request(**settings)).value("needed")
    saving = request_evaluation(Planner(), request(**settings, checkpointing="full"))
    assert plain > 1.05 * saving.value("needed")
    assert "checkpointing_frees_nothing" not in {each.code for each in check_scenario(saving)}


def test_that_adapters_keep_activations_from_half_of_what_is_needed_on() -> None:
    shares = []
    for sequence in range(256, 4097, 256):
        plan = request_evaluation(Planner(), request(recipe="lora_adamw", lora_targets="qv", sequence=sequence))
        share = plan.value("activations") / plan.value("needed")
        finding = {each.code: each for each in check_scenario(plan)}.get("lora_keeps_activations")
        assert (finding is not None) == (share > 0.5)
        assert finding is None or finding.values["share"] == share
        shares.append(share)
    assert shares[0] < 0.4 and shares[-1] > 0.5 and any(0.4 < share < 0.6 for share in shares)


@pytest.mark.parametrize("loss", ["chunked", "fused"])
@pytest.mark.parametrize("sequence", [128, 512, 2048])
def test_that_what_a_chunked_loss_frees_is_the_difference_to_a_plan_with_whole_logits(loss: str, sequence: int) -> None:
    for recipe in ("bf16_adamw", "mixed_adamw", "fp32_adamw"):
        settings = {"recipe": recipe, "sequence": sequence, "checkpointing": "full"}
        freed = (
            request_evaluation(Planner(), request(**settings)).value("needed")
            - (cut := request_evaluation(Planner(), request(**settings, loss=loss))).value("needed")
        )  # fmt: skip
        finding = {each.code: each for each in check_scenario(cut)}.get("loss_frees_nothing")
        assert (finding is not None) == (freed <= 0.01 * cut.value("needed"))


def test_that_experts_on_all_ranks_have_nothing_to_share() -> None:
    spread = request("mixtral-8x7b", dp=8, ep=8, zero=1)
    assert "one copy of each expert" in found(request_workbook(spread))["experts_never_shard"].sentence
    assert "experts_never_shard" not in found(request_workbook(request("mixtral-8x7b", dp=8, ep=4, zero=1)))
    assert "experts_never_shard" not in found(request_workbook(request("mixtral-8x7b", dp=8, ep=8)))


def test_that_a_tied_table_stands_on_two_stages() -> None:
    note = found(request_workbook(request("gpt-2", sequence=1024, pp=2, global_batch=8)))["tied_table_twice"]
    assert "38,597,376 parameters" in note.sentence
    assert "tied_table_twice" not in found(request_workbook(request("gpt-2", sequence=1024)))
    assert "tied_table_twice" not in found(request_workbook(request(pp=2, global_batch=8)))


def test_that_a_base_in_a_format_without_a_rate_saves_no_time() -> None:
    base = {"recipe": "lora_adamw", "weights": "fp8"}
    assert "has no rate for it" in found(request_workbook(request(**base)))["base_format_without_rate"].sentence
    assert "base_format_without_rate" not in found(request_workbook(request(gpu="h100-sxm5", **base)))
    assert "base_format_without_rate" not in found(request_workbook(request(recipe="lora_adamw")))


def offloaded(room: int | None, **settings: Any) -> tuple[Evaluation, dict[str, Finding]]:
    plan = request_evaluation(Planner(), request(**settings))
    assert plan.accelerator is not None
    card = plan.accelerator.model_copy(update={"host_memory": room})
    again = Kitchen().evaluate(plan.model, card, plan.scenario, Assumptions())
    return again, {finding.code: finding for finding in check_scenario(again)}


def test_that_offloaded_states_ask_for_the_memory_of_the_host() -> None:
    plan, blank = offloaded(None, offload="optimizer", dp=8, zero=1)
    whole = plan.value("host") * 8
    assert f"{whole / 8 / 2**30:.2f} GiB" in blank["host_memory_not_stated"].sentence
    _, enough = offloaded(whole, offload="optimizer", dp=8, zero=1)
    assert not {"host_memory_not_stated", "host_memory_exceeded"} & enough.keys()
    _, short = offloaded(whole - 1, offload="all", dp=8, zero=1)
    assert short["host_memory_exceeded"].edits[0].value == "optimizer"
    _, shorter = offloaded(10, offload="optimizer", dp=8, zero=1)
    assert shorter["host_memory_exceeded"].edits[0].value == "none"
    assert not {"host_memory_not_stated", "host_memory_exceeded"} & offloaded(None)[1].keys()


def test_that_hosts_share_what_stands_on_their_own_cards() -> None:
    plan = request_evaluation(Planner(), request(offload="optimizer", dp=64, zero=1))
    assert plan.accelerator is not None
    for cards, fits in ((4, True), (8, False)):
        room = plan.value("host") * 5
        card = plan.accelerator.model_copy(update={"host_memory": room, "cards_per_host": cards})
        again = Kitchen().evaluate(plan.model, card, plan.scenario, Assumptions())
        assert ("host_memory_exceeded" not in {each.code for each in check_scenario(again)}) == fits
