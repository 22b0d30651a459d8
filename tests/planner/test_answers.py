"""Settings as requests write them, put into a scenario of a workbook."""

from __future__ import annotations

from planner.answers import with_setting
from planner.workbook import Inference, Scenario, Training, Workbook


def test_that_a_setting_is_one_of_the_load_of_its_own_scenario() -> None:
    rows = (Scenario(id="trains", name="trains", load=Training()), Scenario(id="serves", name="serves"))
    changed = with_setting(Workbook(scenarios=rows), "serves", "batch", "8").scenarios[1].load
    assert isinstance(changed, Inference) and changed.batch == 8
