"""Plans that nobody would write and people edit through: each has an answer, and no number that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import plan_answer, request_evaluation
from planner.checks.training import peak_moment
from planner.evaluations import Planner
from planner.formula import ceil_div
from tests.planner.training.plans import codes, plan

ODD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("llama-2-7b", {"recipe": "muon", "optimizer_bytes": 4, "zero": 1, "dp": 2}),
    ("gpt-oss-20b", {"attention_implementation": "eager"}),
    ("jamba-v0.1", {"attention_implementation": "eager", "recipe": "muon", "pp": 16, "cp": 2}),
    ("gemma-3-12b", {"attention_implementation": "eager", "checkpointing": "every_n", "pp": 2}),
    ("gemma-2-9b", {"attention_implementation": "eager", "recipe": "muon", "loss": "parallel", "sequence": 63}),
    ("mixtral-8x7b", {"recipe": "autocast_adamw", "attention_implementation": "eager", "offload": "optimizer"}),
    ("mixtral-8x7b", {"recipe": "adafactor", "zero": 3, "dp": 16, "ep": 16, "offload": "all"}),
    ("qwen2.5-0.5b", {"tp": 3, "pp": 2, "loss": "parallel", "sequence": 1, "global_batch": 1}),
    ("llama-2-7b", {"loss": "chunked", "loss_chunks": 100000, "sequence": 10, "packing": "packed",
                    "document_tokens": 1}),
    ("llama-2-7b", {"recipe": "qlora_adamw", "zero": 3, "dp": 8, "offload": "all", "pp": 16, "global_batch": 8}),
)  # fmt: skip


@pytest.mark.parametrize(("model", "settings"), ODD)
def test_that_an_odd_plan_has_an_answer(model: str, settings: dict[str, Any]) -> None:
    planner = Planner()
    request = {"model": model, "gpu": "rtx-2080-ti", "set": {"load": "training", **settings}}
    answer = plan_answer(request_evaluation(planner, request), True, planner)
    assert answer["deciding"] is not None
    assert all(value is None or value >= 0 for key, value in answer["summary"].items() if key != "free_bytes")


@pytest.mark.parametrize("recipe", ["adam_8bit", "sgd_momentum"])
def test_that_the_gradients_are_there_after_a_backward_pass_of_few_tokens(recipe: str) -> None:
    found = plan("gpt-2", recipe=recipe, sequence=1)
    assert found.value("needed") - found.value("overhead") >= found.value("states")
    assert found.value("activations") == 0 and peak_moment(found) == "moment_after"
    assert "After the backward pass" in codes(found)["peak_moment"].values["moment"]


WHOLE, EXPERTS, TABLES = 46702792704, 32 * 8 * 3 * 4096 * 14336, 2 * 32000 * 4096


@pytest.mark.parametrize(
    ("recipe", "states"),
    [
        ("sgd_momentum", [(2 * (WHOLE - EXPERTS), 2 * EXPERTS // 8)]),
        ("adam_8bit", [(260 * ceil_div(WHOLE - EXPERTS, 256), 260 * ceil_div(EXPERTS // 8, 256))] * 2),
        ("muon", [(4 * (WHOLE - EXPERTS - TABLES - 65 * 4096), 4 * EXPERTS // 8), (8 * (TABLES + 65 * 4096), 0)]),
        ("adafactor", [(4 * (32 * (4 * 4096 + 2 * 1024 + 2 * 4096) + 32 * (4096 + 8) + 2 * (32000 + 4096) + 65 * 4096),
                        4 * 32 * (3 * 14336 + 2 * 4096))]),
    ],
)  # fmt: skip
def test_that_states_of_experts_are_shared_by_their_own_copies(recipe: str, states: list[tuple[int, int]]) -> None:
    found = plan("mixtral-8x7b", recipe=recipe, ep=8, dp=8, zero=1)
    assert (found.value("shards"), found.value("expert_shards")) == (8, 1)
    counters = found.value("optimizer.step") or 0
    assert found.value("optimizer") - counters == sum(ceil_div(others, 8) + own for others, own in states)


@pytest.mark.parametrize("packing", ["packed", "padded"])
@pytest.mark.parametrize("implementation", ["sdpa", "eager"])
def test_that_a_recurrence_computes_each_token_of_documents_once(packing: str, implementation: str) -> None:
    settings = {"sequence": 4096, "attention_implementation": implementation}
    full = plan("mamba-2.8b", **settings)
    documents = plan("mamba-2.8b", **settings, packing=packing, document_tokens=1000)
    assert documents.value("flops_train_step") == full.value("flops_train_step")
    assert documents.value("flops_masked") == 0


def test_that_checkpointed_layers_keep_no_copies_of_autocast() -> None:
    layers, every = 32 * (202383360 - 2 * 4096), {"recipe": "autocast_adamw"}
    kept, checkpointed = plan(**every), plan(**every, checkpointing="full")
    assert kept.value("saved.group1.layer.copies") == 2 * layers // 32
    assert checkpointed.value("kept") == 4 * 32 * 4096 * 4096
    assert kept.value("cached_copies") is None and checkpointed.value("cached_copies") == 2 * layers
    forward = checkpointed.value("loss_forward") + checkpointed.value("cached_copies")
    here = sum(checkpointed.value(key) for key in ("kept", "outside")) - checkpointed.value("gradients_later")
    assert checkpointed.value("moment_loss") == here + max(forward, checkpointed.value("loss_peak"))


def test_that_the_labels_of_one_sequence_are_a_view_of_what_was_padded() -> None:
    one, two = (plan(micro_batch=count, sequence=64).value("outside.labels") for count in (1, 2))
    assert (one, two) == (8 * 65 + 4, 8 * 128 + 4)
