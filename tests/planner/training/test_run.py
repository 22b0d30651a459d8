"""What a training step and a whole run take: time, hours, cost, energy."""

from __future__ import annotations

import pytest

from planner.answers import plan_answer, request_evaluation
from planner.evaluations import Planner
from planner.plan import Kitchen
from planner.workbook import Assumptions, Scenario, Training
from tests.planner.rows import a100, llama_2_7b
from tests.planner.training.plans import codes, plan


@pytest.mark.parametrize("key", ["peak_bf16"])
def test_that_a_blank_rate_leaves_the_memory_known(key: str) -> None:
    card = a100().model_copy(update={key: None})
    scenario = Scenario(id="s", name="s", load=Training())
    found = Kitchen().evaluate(llama_2_7b(), card, scenario, Assumptions())
    assert found.value("train_step") is None and found.value("needed") is not None
    assert "time_unknown" in codes(found)


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


def test_that_the_rules_of_thumb_know_that_a_base_is_frozen() -> None:
    whole, adapted = plan(global_batch=8), plan(global_batch=8, recipe="lora_adamw")
    assert whole.value("flops_token_rule") == 6 * 6738415616
    assert adapted.value("flops_token_rule") == 4 * 6738415616
    for found in (whole, adapted):
        assert found.value("mfu_rule") == pytest.approx(found.value("mfu_exact"), rel=0.11)
        assert found.value("mfu_palm") < 0.8
