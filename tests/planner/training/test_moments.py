"""What a GPU holds at the moments of a training step."""

from __future__ import annotations

from typing import Any

import pytest

from planner.checks.training import peak_moment
from planner.plan import Evaluation, Kitchen
from planner.workbook import Assumptions
from tests.planner.training.plans import codes, plan


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


def test_that_states_are_the_sum_of_the_copies_that_stand_on_the_gpu() -> None:
    found = plan()
    assert found.value("states") == 16 * found.value("parameters")
    assert plan(offload="optimizer").value("states") == 4 * found.value("parameters")


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


def test_that_a_fused_loss_holds_the_gradient_of_a_head_that_is_trained() -> None:
    whole, adapted = plan(loss="fused"), plan(loss="fused", recipe="lora_adamw")
    assert whole.value("loss_peak") - adapted.value("loss_peak") == 2 * 32000 * 4096
    assert whole.value("loss_saved") == 2 * 4096 * (4096 + 32000)
