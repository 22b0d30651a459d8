"""Targets of a scenario: whether they are met, and what the cheapest change is that meets them."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import request_workbook
from planner.edits import replaced
from planner.evaluations import Planner
from planner.presets import accelerator_presets
from planner.targets import meets
from planner.verdict import Verdict
from planner.workbook import Workbook

PLANNER = Planner()


def workbook(model: str = "llama-3-8b", **cells: Any) -> Workbook:
    cells = {"engine": "vllm", "prompt": 1024, "output": 256, "context": 1280, **cells}
    return request_workbook({"model": model, "gpu": "h100-sxm5", "set": cells})


def answered(document: Workbook) -> Any:
    found = PLANNER.evaluate(document).scenarios["scenario"]
    return next((each for each in PLANNER.answers(document, found) if each.code == "targets"), None)


def test_that_a_plan_without_targets_is_not_asked() -> None:
    document = workbook()
    assert answered(document) is None
    assert meets(PLANNER.evaluate(document).scenarios["scenario"]) is None


def test_that_met_targets_need_no_change() -> None:
    document = workbook(target_ttft=10, target_tpot=1, target_rate=0.01)
    found = answered(document)
    assert found.edits == () and found.value == 1 and found.sentence == "All targets are met."


@pytest.mark.parametrize("cells", [
    {"batch": 512, "target_tpot": 0.012}, {"target_rate": 12}, {"target_tpot": 0.004},
    {"batch": 64, "target_ttft": 0.15, "target_rate": 20},
])  # fmt: skip
def test_that_the_change_meets_what_was_missed(cells: dict[str, Any]) -> None:
    document = workbook(**cells)
    assert meets(PLANNER.evaluate(document).scenarios["scenario"]) is False
    found = answered(document)
    assert found.edits
    for edit in found.edits:
        document = replaced(document, edit.path, edit.value)
    after = PLANNER.evaluate(document).scenarios["scenario"]
    assert meets(after) and after.verdict in (Verdict.FITS, Verdict.TIGHT)
    assert found.value == after.value("serving_gpus")
    assert answered(document).sentence == "All targets are met."


def test_that_a_smaller_batch_is_preferred_to_more_gpus() -> None:
    found = answered(workbook(batch=512, target_tpot=0.012))
    assert found.value == 1 and {edit.path[-1] for edit in found.edits} == {"batch"}


def with_card(document: Workbook, preset: str, **changes: Any) -> Workbook:
    card = accelerator_presets()[preset].model_copy(update={"id": "other", "name": "the other", **changes})
    return document.model_copy(update={"accelerators": (*document.accelerators, card)})


def test_that_another_gpu_of_the_workbook_is_chosen_where_this_one_cannot_meet_the_targets() -> None:
    missed = workbook("llama-3-70b", target_tpot=0.0065, weights="fp8")
    document = with_card(missed, "b200-sxm")
    alone, found = answered(missed), answered(document)
    assert alone.value is None and found.sentence.startswith("Met at the least cost by GPU the other")
    for edit in found.edits:
        document = replaced(document, edit.path, edit.value)
    after = PLANNER.evaluate(document).scenarios["scenario"]
    assert after.accelerator is not None and after.accelerator.id == "other" and meets(after)


def test_that_a_gpu_that_costs_less_is_preferred_and_one_without_a_price_comes_last() -> None:
    missed = workbook(batch=512, target_tpot=0.02)
    own = missed.accelerators[0].model_copy(update={"price_low": 4.0})
    missed = missed.model_copy(update={"accelerators": (own,)})
    cheap = answered(with_card(missed, "a100-sxm4-80gb", price_low=1.0))
    dear = answered(with_card(missed, "a100-sxm4-80gb", price_low=9.0))
    unknown = answered(with_card(missed, "a100-sxm4-80gb", price_low=None))
    assert any(edit.value == "other" for edit in cheap.edits)
    for found in (dear, unknown):
        assert found.edits and all(edit.value != "other" for edit in found.edits)


def test_that_a_rate_that_nothing_reaches_is_said_to_be_missed() -> None:
    assert answered(workbook(target_rate=1e6)).sentence.startswith("Missed")


def test_that_what_nothing_meets_is_said_to_be_missed() -> None:
    found = answered(workbook(target_tpot=1e-6))
    assert found.value is None and found.edits == () and found.sentence.startswith("Missed")


def test_that_the_share_over_a_target_is_the_worst_of_them() -> None:
    found = PLANNER.evaluate(workbook(target_ttft=10, target_tpot=1e-3, target_rate=0.01)).scenarios["scenario"]
    assert found.value("over_target") == found.value("over_tpot") == pytest.approx(found.value("tpot") / 1e-3)
    assert found.value("over_rate") == pytest.approx(0.01 / found.value("requests_per_s"))
