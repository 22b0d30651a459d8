"""Seek in the window: asked from a cell or a line, answered, applied as one step, cancelled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from planner.verdict import Verdict
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.what_if import slices
from ui.what_if.seek.dialog import SeekDialog
from ui.window import Window

ROW = "chat_13b_b8"


def forget_changes(window: QWidget) -> None:
    assert isinstance(window, Window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.open_example(example_file())
    qtbot.addWidget(made, before_close_func=forget_changes)
    made.show()
    made.select_scenario(ROW)
    return made


@pytest.fixture
def opened(window: Window, qtbot: QtBot) -> Callable[[str], SeekDialog]:
    def show(column: str) -> SeekDialog:
        keys = [each.key for each in window.scenarios.table.sheet.columns]
        row = window.scenarios.currentIndex().row()
        window.scenarios.setCurrentIndex(window.scenarios.table.index(row, keys.index(column)))
        window.scenarios.setFocus()
        window.commands["seek"].trigger()
        found = window.findChild(SeekDialog)
        assert found is not None
        return found

    return show


def answered(dialog: SeekDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: dialog.found is not None, timeout=20_000)


def test_that_a_verdict_is_sought_and_applied_as_one_step(
    window: Window, opened: Callable[[str], SeekDialog], qtbot: QtBot
) -> None:
    dialog = opened("result.verdict" if "result.verdict" in _keys(window) else "verdict")
    assert not dialog.value.isVisible() and not dialog.isModal()
    before = window.session.workbook
    steps = window.session.undo_stack.count()
    dialog.quick["batch"].click()
    answered(dialog, qtbot)
    assert dialog.found is not None and dialog.found.value == 15
    assert "15" in dialog.answer.text() and "Tight" in dialog.more.text()
    dialog.apply.click()
    plan = window.evaluation()
    assert plan is not None and plan.scenario.serving.batch == 15 and plan.verdict is Verdict.FITS
    assert window.session.undo_stack.count() == steps + 1
    assert "15" in dialog.answer.text() and not dialog.apply.isEnabled()
    window.session.undo_stack.undo()
    assert window.session.workbook is before


def _keys(window: Window) -> list[str]:
    return [each.key for each in window.scenarios.table.sheet.columns]


def test_that_a_result_cell_fills_in_its_line_and_only_cells_that_move_it(
    window: Window, opened: Callable[[str], SeekDialog], qtbot: QtBot
) -> None:
    dialog = opened("result.tpot")
    assert dialog.goal.text() == "TPOT" and "37.2 ms" in dialog.now.text()
    names = {dialog.cell.itemData(at)[-1] for at in range(dialog.cell.count())}
    assert {"batch", "context", "memory_bandwidth"} <= names and "usable_memory" not in names
    dialog.value.setText("30")  # in the unit of the column
    dialog.start()
    answered(dialog, qtbot)
    assert dialog.found is not None
    assert dialog.found.goals[0].value == 0.03 and dialog.found.given[0] <= 0.03
    asked: list[str] = []
    dialog.line_requested.connect(asked.append)
    dialog.binds.click()
    assert asked == ["tpot"] and window.ledger.selected_key() == "tpot"


def test_that_a_second_seek_asks_the_dialog_that_is_open_anew(
    window: Window, opened: Callable[[str], SeekDialog], qtbot: QtBot
) -> None:
    dialog = opened("result.tpot")
    dialog.value.setText("1")
    window.select_scenario("llama_3_70b_tp4")
    assert opened("result.ttft") is dialog and window.findChildren(SeekDialog) == [dialog]
    assert dialog.goal.text() == "TTFT" and dialog.value.text() != "1"
    assert "70B" in dialog.windowTitle()
    dialog.close()
    window.commands["seek"].trigger()
    assert [each.goal.text() for each in window.findChildren(SeekDialog) if each.isVisible()] == ["TTFT"]


def test_that_the_current_line_of_the_ledger_is_what_is_sought(window: Window, qtbot: QtBot) -> None:
    window.ledger.select("kv_cache")
    window.ledger.setFocus()
    qtbot.waitUntil(lambda: window.focusWidget() is window.ledger)
    window.commands["seek"].trigger()
    dialog = window.findChild(SeekDialog)
    assert dialog is not None and dialog.goal.text() == "KV cache"
    assert window.commands["seek"] in window.ledger.actions()
    assert window.commands["seek"] in window.scenarios.commands.shared
    assert window.commands["seek"].shortcut().toString() == "Ctrl+Alt+G"


def test_that_what_cannot_be_is_said_and_a_text_that_is_no_value_too(
    opened: Callable[[str], SeekDialog], qtbot: QtBot
) -> None:
    dialog = opened("result.tpot")
    dialog.value.setText("1 ns")
    qtbot.keyClick(dialog.value, Qt.Key.Key_Return)
    answered(dialog, qtbot)
    assert dialog.found is not None and not dialog.found.found
    assert dialog.answer.text().startswith("There is no Batch with which") and not dialog.apply.isEnabled()
    dialog.value.setText("3 GiB")
    dialog.start()
    assert dialog.found is None and "GiB" in dialog.answer.text() and "TPOT" in dialog.answer.text()


def test_that_a_long_search_shows_its_progress_and_can_be_cancelled(
    opened: Callable[[str], SeekDialog], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "SLICE_S", 0)
    monkeypatch.setattr(slices, "SHOW_AFTER_S", 0)
    dialog = opened("result.tpot")
    dialog.value.setText("20 ms")
    dialog.start()
    qtbot.waitUntil(lambda: dialog.busy.isVisible() and dialog.busy.bar.value() > 2)
    assert dialog.found is None and dialog.busy.cancel.isVisible()
    dialog.busy.cancel.click()
    assert not dialog.busy.isVisible() and dialog.answer.text() == "Cancelled."
    assert dialog.found is None and not dialog.work.running and dialog.seek.isEnabled()


def test_that_another_edit_makes_an_answer_old(
    window: Window, opened: Callable[[str], SeekDialog], qtbot: QtBot
) -> None:
    dialog = opened("result.tpot")
    dialog.quick["batch"].click()
    answered(dialog, qtbot)
    window.session.edit(("scenarios", ROW, "load", "context"), "2k")
    assert dialog.found is None and dialog.answer.text() == "" and not dialog.apply.isEnabled()
