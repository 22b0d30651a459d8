"""A training load in the document and on the command line: its fields, lines and summary."""

from __future__ import annotations

import json
from typing import Any

import pytest

from planner import cli
from planner.answers import plan_answer, request_evaluation
from planner.edits import replaced, value_at
from planner.evaluations import Planner
from planner.sources import SourceError
from planner.structure import TRAINING_SECTIONS
from planner.training.recipes import RECIPES
from planner.workbook import Inference, Scenario, Training, Workbook
from tests.planner.rows import llama_2_7b
from tests.planner.training.plans import SET, plan


@pytest.mark.parametrize(
    ("slot", "title"),
    [
        ("recipe.weights", "Weights in the recipe"),
        ("recipe.master", "Master weights in the recipe"),
        ("recipe.temporary", "Temporary copy of the optimizer's step in the recipe"),
        ("recipe.first.bytes", "First moments in the recipe"),
        ("recipe.second.elements", "Elements of a block of Second moments in the recipe"),
        ("unproved.model.loss", "what this loss keeps"),
        ("unproved.model.final_norm", "what the final norm keeps for the backward pass"),
        ("unproved.groups.0.norm", "what the norms of Decoder layers keep for the backward pass"),
        ("unproved.groups.0.attention", "what Grouped-query of Decoder layers keeps for the backward pass"),
        ("unproved.adafactor", "the states of Adafactor for weights that are no single matrix"),
    ],
)
def test_that_an_input_that_no_cell_names_has_a_title(slot: str, title: str) -> None:
    assert plan(recipe="mixed_adamw").title(slot) == title


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


def test_that_the_sections_of_training_are_those_of_the_ledger() -> None:
    found = plan()
    assert TRAINING_SECTIONS
    assert {"needed", "parameters", "flops_train_step", "train_step"} <= found.structure.index.keys()
    assert "kv_cache" not in found.structure.index


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
