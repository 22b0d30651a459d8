"""What an edit evaluates and checks again: the plans that read what was edited, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from planner import evaluations as module
from planner.edits import replaced
from planner.evaluations import Planner
from planner.presets import accelerator_presets, model_presets
from planner.workbook import Inference, Path, Scenario, Workbook

PLANS = 6


def workbook() -> Workbook:
    """Two cards, two models, three plans on each card."""
    models = tuple(model_presets()[key].model_copy(update={"id": f"m{at}"})
                   for at, key in enumerate(("llama-3-8b", "mistral-7b")))  # fmt: skip
    cards = tuple(accelerator_presets()["a100-sxm4-80gb"].model_copy(update={"id": f"a{at}"}) for at in range(2))
    plans = tuple(
        Scenario(id=f"s{at}", name=f"{at}", model=f"m{at % 2}", accelerator=f"a{at // 3}", load=Inference(batch=1 + at))
        for at in range(PLANS)
    )
    return Workbook(models=models, accelerators=cards, scenarios=plans)


@pytest.mark.parametrize(
    ("path", "value", "plans", "models"),
    [
        (("scenarios", "s1", "load", "batch"), 9, 1, 0),
        (("accelerators", "a1", "usable_memory"), 70 * 2**30, 3, 0),
        (("models", "m0", "d_model"), 4352, 3, 1),
        (("assumptions", "tight_share"), 0.5, PLANS, 0),
        (("accelerators", "a1", "name"), "Another", 3, 0),
    ],
)
def test_that_an_edit_evaluates_the_plans_that_read_it(
    monkeypatch: pytest.MonkeyPatch, path: Path, value: Any, plans: int, models: int
) -> None:
    planner, before = Planner(), workbook()
    first = planner.evaluate(before)
    after = planner.evaluate(replaced(before, path, value))
    anew = [key for key, plan in after.scenarios.items() if plan is not first.scenarios[key]]
    counted = [key for key, plan in after.models.items() if plan is not first.models[key]]
    assert (len(anew), len(counted)) == (plans, models)
    fresh = Planner().evaluate(replaced(before, path, value))
    assert after.findings == fresh.findings
    assert [plan.values for plan in after.scenarios.values()] == [plan.values for plan in fresh.scenarios.values()]
    assert [plan.values for plan in after.models.values()] == [plan.values for plan in fresh.models.values()]


def test_that_checks_that_need_no_plan_are_made_of_what_changed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for name in ("check_references", "check_host", "check_accelerator"):
        check = getattr(module, name)

        def counted(*rows: Any, check: Any = check, name: str = name) -> Any:
            asked.append(name)
            return check(*rows)

        monkeypatch.setattr(module, name, counted)
    planner, before = Planner(), workbook()
    planner.evaluate(before)
    asked.clear()
    planner.evaluate(replaced(before, ("scenarios", "s1", "load", "batch"), 9))
    assert sorted(asked) == ["check_host", "check_references"]
    asked.clear()
    gone = before.model_copy(update={"models": before.models[1:]})
    said = [finding.code for finding in planner.evaluate(gone).findings]
    assert said.count("no_model") == 3 and asked.count("check_references") == PLANS
