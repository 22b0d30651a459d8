"""Engines, stages and answers in the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, QUrl
from PySide6.QtWidgets import QDialog, QMenu
from pytestqt.qtbot import QtBot

from planner import presets
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.verdict import Verdict
from planner.workbook import Workbook
from ui.charts.bars import margin_text
from ui.examples import example_file
from ui.preset_dialogs import SIZE, PresetDialog, insert_engine, save_as_preset
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

ON_VLLM = "llama_3_8b_vllm"
MISFIT = "chat_13b_b24"


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    return made


def menu(window: Window, title: str) -> QMenu:
    return next(each for each in window.menuBar().findChildren(QMenu) if each.title().replace("&", "") == title)


def shown_stage(window: Window) -> int | None:
    evaluation = window.ledger._lines._evaluation
    assert evaluation is not None
    return None if evaluation.stage is None else evaluation.stage.number


def test_that_the_engines_have_a_tab_beside_the_models(window: Window) -> None:
    assert window.docks["engines"] in window.tabifiedDockWidgets(window.docks["models"])
    assert window.docks["engines"].toggleViewAction() in menu(window, "Panels").actions()
    window.go_to(("engines", "vllm", "page_tokens"))
    assert window.engines.current_path() == ("engines", "vllm")
    assert window.engines.table.sheet.columns[window.engines.currentIndex().column()].key == "page_tokens"


def test_that_a_hidden_figure_of_an_engine_is_shown_when_a_line_leads_to_it(window: Window) -> None:
    at = window.engines.table.sheet.column("logit_copies")
    assert window.engines.isColumnHidden(at)
    window.select_scenario(ON_VLLM)
    window.explain.show_line("activations.logits")
    window.explain._follow(QUrl("cell:engine.logit_copies"))
    assert not window.engines.isColumnHidden(at)
    assert window.engines.currentIndex().column() == at


def test_that_the_menu_puts_an_engine_preset_into_the_table(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PresetDialog, "exec", lambda self: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(PresetDialog, "chosen", lambda self: "sglang")
    insert_engine(window)
    assert [row.preset for row in window.session.workbook.engines] == ["vllm", "llama-cpp", "sglang"]
    assert window.engines.current_path() == ("engines", window.session.workbook.engines[-1].id)


def test_that_the_list_of_engines_says_which_were_held_against_cases(qtbot: QtBot) -> None:
    dialog = PresetDialog("engines", "Engine from preset")
    qtbot.addWidget(dialog)
    items = [dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount())]
    said = {item.text(0): item.text(SIZE) for item in items}
    assert said["vLLM"] == said["llama.cpp"] == "checked by cases"
    assert said["SGLang"] == "unverified"


def test_that_an_edited_engine_is_marked_and_saved_as_a_preset(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(presets, "own_folder", lambda table: tmp_path / table)
    monkeypatch.setattr("ui.preset_dialogs.QInputDialog.getText", lambda *_: ("my-vllm", True))
    window.show_dock("engines")
    qtbot.waitUntil(lambda: window.engines.table._presets.active)
    window.session.edit(("engines", "vllm", "memory_fraction"), "85%")
    at = window.engines.table.sheet.column("memory_fraction")
    assert window.engines.table.shown(0).differs == {at: "Differs from the preset: 90"}
    save_as_preset(window, ("engines", "vllm"))
    assert presets.listed("engines")["my-vllm"].row.memory_fraction == 0.85
    assert window.session.workbook.engines[0].preset == "my-vllm" and not window.engines.table.shown(0).differs
    presets.read_again()


def test_that_an_empty_workbook_offers_engines_through_the_cell(window: Window) -> None:
    window.documents.new()
    window.insert_scenario()
    table = window.scenarios.table
    assert table.setData(table.index(0, table.sheet.column("engine")), "vllm")
    assert [row.preset for row in window.session.workbook.engines] == ["vllm"]


def test_that_each_stage_of_a_pipeline_can_be_looked_at(window: Window) -> None:
    assert window.ranks.isHidden()
    window.session.edit(("scenarios", "llama_3_70b_tp4", "pp"), 3)
    window.session.edit(("scenarios", "llama_3_70b_tp4", "stages"), "20, 40, 20")
    window.select_scenario("llama_3_70b_tp4")
    assert not window.ranks.isHidden()
    assert [window.ranks.list.itemText(at) for at in range(window.ranks.list.count())] == [
        "Fullest: Stage 2 of 3: 40 layers", "Stage 1 of 3: token table, 20 layers · 4 GPUs",
        "Stage 2 of 3: 40 layers · 4 GPUs", "Stage 3 of 3: 20 layers, LM head · 4 GPUs",
    ]  # fmt: skip
    fullest, verdict = shown_stage(window), window.evaluation()
    assert fullest == 1
    window.ranks.list.setCurrentIndex(1)
    assert shown_stage(window) == 0
    assert window.ledger._lines.index_of("weights.embedding").isValid()
    assert window.evaluation() is verdict, "the verdict stays that of the fullest"
    window.session.edit(("scenarios", "llama_3_70b_tp4", "load", "batch"), 4)
    assert shown_stage(window) == 0, "an edit keeps the stage that is looked at"
    window.select_scenario(ON_VLLM)
    assert window.ranks.isHidden() and shown_stage(window) is None
    window.select_scenario("llama_3_70b_tp4")
    assert shown_stage(window) == 1


def test_that_a_line_of_a_stage_leads_to_the_cells_that_deal_the_layers(window: Window) -> None:
    window.session.edit(("scenarios", "llama_3_70b_tp4", "pp"), 2)
    window.select_scenario("llama_3_70b_tp4")
    window.explain.show_line("weights.group1")
    window.explain._follow(QUrl("cell:stage.groups.0.layers"))
    table = window.scenarios
    assert table.table.sheet.columns[table.currentIndex().column()].key == "pp"


def test_that_answers_are_computed_while_somebody_looks_at_them(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answers = Planner.answers

    def asking(planner: Planner, workbook: Workbook, plan: Evaluation, *given: Any) -> Any:
        asked.append(plan.scenario.id)
        return answers(planner, workbook, plan, *given)

    monkeypatch.setattr(Planner, "answers", asking)
    window.select_scenario(MISFIT)
    qtbot.wait(20)
    assert not asked
    window.show_dock("answers")
    qtbot.waitUntil(lambda: asked == [MISFIT] and bool(window.answers.answers))
    assert [answer.code for answer in window.answers.answers] == ["batch", "context", "tokens", "requests", "gpus"]
    window.show_dock("explain")
    qtbot.waitUntil(lambda: "answers" not in window.sights.shown)
    window.select_scenario(ON_VLLM)
    qtbot.wait(20)
    assert asked == [MISFIT]


@pytest.mark.parametrize("code", ["batch", "context", "gpus"])
def test_that_an_answer_is_applied_as_one_step(window: Window, qtbot: QtBot, code: str) -> None:
    window.select_scenario(MISFIT)
    window.show_dock("answers")
    qtbot.waitUntil(lambda: bool(window.answers.answers))
    before, steps = window.session.workbook, window.session.undo_stack.count()
    window.answers.button_of(code).click()
    plan = window.evaluation()
    assert plan is not None and plan.verdict is Verdict.FITS
    assert window.session.undo_stack.count() == steps + 1
    assert window.session.undo_stack.undoText().startswith("Apply ")
    qtbot.waitUntil(lambda: bool(window.answers.answers) and not window.answers.button_of(code).isEnabled())
    window.session.undo()
    assert window.session.workbook is before


def test_that_the_least_fraction_is_offered_where_there_is_an_engine(window: Window, qtbot: QtBot) -> None:
    window.show_dock("answers")
    window.select_scenario(ON_VLLM)
    qtbot.waitUntil(lambda: any(answer.code == "fraction" for answer in window.answers.answers))
    window.answers.button_of("fraction").click()
    scenario = next(row for row in window.session.workbook.scenarios if row.id == ON_VLLM)
    assert scenario.memory_fraction is not None and scenario.memory_fraction < 0.9


def test_that_a_plan_without_a_known_memory_says_why_nothing_is_answered(window: Window, qtbot: QtBot) -> None:
    window.show_dock("answers")
    window.select_scenario(ON_VLLM)
    qtbot.waitUntil(lambda: bool(window.answers.answers))
    window.session.edit(("scenarios", ON_VLLM, "accelerator"), None)
    qtbot.waitUntil(lambda: not window.answers.answers)
    assert window.answers._empty.isVisible()


def test_that_a_plan_without_a_verdict_offers_no_free_memory(window: Window) -> None:
    window.session.edit(("scenarios", ON_VLLM, "tp"), "1")
    window.session.edit(("scenarios", ON_VLLM, "cp"), "2")
    at = next(place for place, row in enumerate(window.session.workbook.scenarios) if row.id == ON_VLLM)
    evaluation = window.session.evaluations.scenarios[ON_VLLM]
    assert (evaluation.verdict, evaluation.value("free") > 0) == (Verdict.UNKNOWN, True)
    column = window.scenarios.table.sheet.column("verdict")
    assert window.scenarios.table.text(at, column) == "Unknown"
    (bar,) = [bar for bar in window.chart._bars if bar.id == ON_VLLM]
    assert "free" not in margin_text(bar)
