"""Remedies are computed: applying one gives the outcome that its sentence states."""

from __future__ import annotations

from typing import Any

from planner.edits import replaced
from planner.evaluations import Planner
from planner.workbook import Inference, Scenario, Workbook
from tests.planner import rows


def tight() -> Workbook:
    scenario = Scenario(
        id="s1", name="13B b16", model="llama_2_13b", accelerator="a100", weights="fp16", load=Inference(batch=16)
    )
    return Workbook(models=(rows.llama_2_13b(),), accelerators=(rows.a100(),), scenarios=(scenario,))


def test_that_the_window_can_say_how_little_is_left_and_what_would_help() -> None:
    planner = Planner()
    evaluations = planner.evaluate(tight())
    sentences = [finding.sentence for finding in evaluations.findings if finding.code == "tight"]
    assert sentences and sentences[0].startswith("Tight: only 3.0")
    remedies = planner.remedies(evaluations.scenarios["s1"], evaluations.workbook.assumptions)
    codes = {remedy.code for remedy in remedies}
    assert {"weights_int8", "kv_fp8", "shorter_context", "fewer_kv_heads"} <= codes


def test_that_applying_a_remedy_gives_what_it_said() -> None:
    planner = Planner()
    workbook: Any = tight()
    evaluations = planner.evaluate(workbook)
    applied = 0
    for remedy in planner.remedies(evaluations.scenarios["s1"], workbook.assumptions):
        changed = workbook
        for edit in remedy.edits:
            changed = replaced(changed, edit.path, edit.value)
        if remedy.edits:
            after = planner.evaluate(changed).scenarios["s1"]
            assert after.value("free") == remedy.free, remedy.code
            assert after.verdict == remedy.verdict
            applied += 1
    assert applied >= 4
