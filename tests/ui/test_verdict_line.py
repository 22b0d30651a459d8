"""From a verdict to the line that decides, any kind of GPU in the ledger, and engines that nobody can call checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from planner.presets import model_from_preset
from planner.verdict import Verdict
from planner.workbook import Inference, Scenario
from ui import deciding
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    return made


def click_verdict(window: Window, row_id: str) -> None:
    table = window.scenarios
    place = table.table.position_of(("scenarios", row_id))
    assert place is not None
    index = table.table.index(place[0], table.table.sheet.column("verdict"))
    table.scrollTo(index)
    at: QPoint = table.visualRect(index).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def test_that_a_click_on_each_verdict_selects_the_line_that_decides(window: Window) -> None:
    words = set()
    for row_id, evaluation in window.session.evaluations.scenarios.items():
        line = evaluation.deciding
        if line is None:
            continue
        window.ledger.select("needed")
        click_verdict(window, row_id)
        assert window.scenario_id() == row_id and window.ledger.selected_key() == line.key
        words.add(evaluation.verdict)
    assert {Verdict.FITS, Verdict.TIGHT, Verdict.DOES_NOT_FIT} <= words


def test_that_the_shortcut_does_the_same_and_says_when_no_line_decides(window: Window) -> None:
    action = window.commands["deciding"]
    assert action.shortcut().toString() == "Ctrl+L"
    window.select_scenario("chat_13b_b16")
    evaluation = window.evaluation()
    assert evaluation is not None and evaluation.deciding is not None
    action.trigger()
    assert window.ledger.selected_key() == evaluation.deciding.key
    window.session.edit(("scenarios", "chat_13b_b16", "pp"), 500)
    window.ledger.select("weights")
    said: list[str] = []
    window.status.say = said.append  # type: ignore[method-assign]
    action.trigger()
    assert window.ledger.selected_key() == "weights" and said[0].startswith("No line of the ledger decides")


def test_that_a_sentence_of_the_status_line_can_be_read_whole_as_its_tooltip(window: Window) -> None:
    window.status.say("A sentence " * 40)
    assert window.statusBar().toolTip() == "A sentence " * 40
    window.statusBar().clearMessage()
    assert window.statusBar().toolTip() == ""


def test_that_the_verdicts_tooltip_says_which_line_decides(window: Window) -> None:
    table = window.scenarios.table
    place = table.position_of(("scenarios", "chat_13b_b16"))
    assert place is not None
    tip = table.data(table.index(place[0], table.sheet.column("verdict")), Qt.ItemDataRole.ToolTipRole)
    assert "Decided by the line" in tip and "A click shows it in the ledger." in tip


def test_that_every_kind_of_gpu_can_be_looked_at_and_the_verdict_returns_to_the_fullest(window: Window) -> None:
    session = window.session
    model = model_from_preset("mixtral-8x7b", "mixtral")
    card = session.workbook.accelerators[0].id
    row = Scenario(id="spread", name="spread", model="mixtral", accelerator=card, tp=3, dp=2, ep=6,
                   load=Inference(batch=5, context=2048, prompt=1024))  # fmt: skip
    before = session.workbook
    after = before.model_copy(update={"models": (*before.models, model), "scenarios": (*before.scenarios, row)})
    session.change(after, None, "spread")
    window.select_scenario("spread")
    assert not window.ranks.isHidden()
    texts = [window.ranks.list.itemText(at) for at in range(window.ranks.list.count())]
    assert texts[0].startswith("Fullest: TP ranks 1 to 2: 11 of the query heads") and len(texts) == 5
    assert texts[-1].endswith("1 of the experts; replica 2: 2 of the sequences · 1 GPU")
    plan = window.evaluation()
    assert plan is not None
    for at in range(1, len(texts)):
        window.ranks.list.setCurrentIndex(at)
        shown = window.ledger._lines._evaluation
        rank = window.ranks.rank()
        assert shown is not None and rank is not None
        assert shown.value("needed") == session.rank(plan, rank).value("needed") <= plan.value("needed")
    assert shown.value("needed") < plan.value("needed")
    deciding.show(window)
    assert window.ranks.rank() is None and window.ledger._lines._evaluation is plan


def test_that_checked_by_cases_is_read_only_and_follows_the_figures(window: Window) -> None:
    table = window.engines.table
    at = table.index(0, table.sheet.column("verified"))
    assert table.data(at, Qt.ItemDataRole.DisplayRole) == "yes"
    assert not table.flags(at) & Qt.ItemFlag.ItemIsEditable
    assert not table.setData(at, "no")
    window.session.edit(("engines", "vllm", "page_tokens"), "32")
    assert table.data(at, Qt.ItemDataRole.DisplayRole) == "no"
    assert "Page (32, not 16)" in table.data(at, Qt.ItemDataRole.ToolTipRole)
    window.session.undo_stack.undo()
    assert table.data(at, Qt.ItemDataRole.DisplayRole) == "yes"


def test_that_the_fewest_gpus_are_applied_as_one_step(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("llama_3_70b_tp4")
    window.session.edit(("scenarios", "llama_3_70b_tp4", "tp"), 1)
    window.session.edit(("scenarios", "llama_3_70b_tp4", "pp"), 5)
    window.session.edit(("scenarios", "llama_3_70b_tp4", "stages"), "10, 10, 20, 20, 20")
    window.show_dock("answers")
    qtbot.waitUntil(lambda: any(answer.code == "gpus" for answer in window.answers.answers))
    steps = window.session.undo_stack.count()
    before = window.session.workbook
    window.answers.button_of("gpus").click()
    assert window.session.undo_stack.count() == steps + 1
    row = next(row for row in window.session.workbook.scenarios if row.id == "llama_3_70b_tp4")
    assert row.stages is None and (row.tp, row.pp) != (1, 5)
    found = window.evaluation()
    assert found is not None and found.verdict is Verdict.FITS
    window.session.undo_stack.undo()
    assert window.session.workbook is before
