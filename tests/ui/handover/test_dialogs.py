"""The launch line and the log in the window: reached by key, menu and context menu, and taken back by one undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from ui.examples import example_file
from ui.handover.launch_dialog import LaunchDialog
from ui.handover.reconcile_dialog import LINES, ReconcileDialog
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

VLLM = "llama_3_8b_vllm"
LOG = """
INFO Model loading took 14.9889 GiB and 4.112233 seconds
INFO model weights take 14.99GiB; non_torch_memory takes 0.35GiB; PyTorch activation peak memory takes 1.26GiB; the rest
INFO Graph capturing finished in 21 secs, took 0.61 GiB
"""
GIB = 2**30


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    made.select_scenario(VLLM)
    return made


def opened(window: Window, kind: type) -> object:
    found = window.findChildren(kind)
    assert len(found) == 1
    return found[0]


def test_that_every_command_is_in_the_menu_has_a_key_and_stands_in_a_context_menu(window: Window) -> None:
    menu = window.menuBar().actions()[0].menu()
    assert isinstance(menu, QMenu)
    names = ("export", "launch", "reconcile", "copy_chart", "save_chart", "copy_ledger")
    there = {*window.scenarios.commands.shared, *window.chart.actions(), *window.ledger.actions()}
    for name in names:
        action = window.commands[name]
        assert action in menu.actions() and action in there
        assert not action.shortcut().isEmpty() and action.statusTip()


def test_that_no_two_commands_have_the_same_key(window: Window) -> None:
    keys = [key.toString() for action in window.commands.values() for key in action.shortcuts()]
    for name in ("export", "launch", "reconcile", "copy_chart", "save_chart", "copy_ledger"):
        assert keys.count(window.commands[name].shortcut().toString()) == 1
        assert all(window.commands[name].shortcut() != action.shortcut()
                   for action in window.scenarios.commands.actions.values())  # fmt: skip


def test_that_the_launch_line_is_shown_and_copied(window: Window) -> None:
    window.commands["launch"].trigger()
    dialog = opened(window, LaunchDialog)
    assert isinstance(dialog, LaunchDialog)
    dialog.copy()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    assert "vllm serve" in dialog.text.toPlainText()
    assert len(dialog.flags.table.rows) == len(dialog.launch.arguments)
    dialog.close()


def test_that_a_log_is_taken_over_as_one_step_and_taken_back(window: Window) -> None:
    window.commands["reconcile"].trigger()
    dialog = opened(window, ReconcileDialog)
    assert isinstance(dialog, ReconcileDialog)
    assert not dialog.apply.isEnabled()
    dialog.log.setPlainText(LOG)
    dialog.read()
    assert dialog.table is not None
    assert [row[0] for row in dialog.table.table.rows][:1] == ["Weights"]
    outside = next(
        at for at, row in enumerate(dialog.table.table.rows) if str(row[0]).endswith("Outside torch, while profiling")
    )
    titles = dialog.table.model().index(outside, LINES)
    assert "Runtime" in titles.data() and "overhead." not in titles.data()
    assert "overhead.runtime" in titles.data(Qt.ItemDataRole.ToolTipRole)
    amount = dialog.table.model().index(0, 1)
    assert amount.data() == "14.99 GiB"
    assert amount.data(Qt.ItemDataRole.TextAlignmentRole) & int(Qt.AlignmentFlag.AlignRight)
    before, steps = window.session.workbook, window.session.undo_stack.count()
    dialog.offers.topLevelItem(0).setCheckState(0, Qt.CheckState.Checked)
    dialog.take_over()
    engine = window.session.workbook.engines[0]
    assert (engine.runtime, engine.printed_activations) == (round(0.35 * GIB), round(1.26 * GIB))
    assert engine.graphs == round(0.61 * GIB)
    assert window.session.undo_stack.count() == steps + 1
    dialog.read()
    assert dialog.offers.topLevelItemCount() == 0  # all of it is in the workbook now
    window.session.undo()
    assert window.session.workbook is before
    dialog.close()


def test_that_a_figure_leads_to_its_line_of_the_ledger(window: Window, qtbot: QtBot) -> None:
    window.commands["reconcile"].trigger()
    dialog = opened(window, ReconcileDialog)
    assert isinstance(dialog, ReconcileDialog)
    dialog.log.setPlainText(LOG)
    dialog.read()
    assert dialog.table is not None
    with qtbot.waitSignal(dialog.line_requested):
        dialog.table.doubleClicked.emit(dialog.table.model().index(0, 0))
    assert window.ledger.selected_key() == "weights"
    dialog.close()


def test_that_a_file_of_another_encoding_is_read(window: Window, tmp_path: Path) -> None:
    window.commands["reconcile"].trigger()
    dialog = opened(window, ReconcileDialog)
    assert isinstance(dialog, ReconcileDialog)
    (tmp_path / "log.txt").write_text(LOG, encoding="utf-16")
    dialog.show_file(tmp_path / "log.txt")
    dialog.read()
    assert dialog.found is not None and "weights" in dialog.found.log.figures
    dialog.show_file(tmp_path / "none.txt")
    assert "none.txt" in dialog.notes.text()
    dialog.close()


def test_that_the_whole_ledger_and_the_whole_chart_are_copied(window: Window) -> None:
    window.commands["copy_ledger"].trigger()
    plan = window.evaluation()
    assert plan is not None
    assert len(QGuiApplication.clipboard().text().strip().splitlines()) == len(plan.structure.lines) + 1
    window.commands["copy_chart"].trigger()
    assert QGuiApplication.clipboard().image().height() > 100


def test_that_without_a_scenario_the_commands_say_so(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(window.status, "say", said.append)
    nothing: Callable[[], None] = lambda: None  # noqa: E731
    monkeypatch.setattr(window, "evaluation", nothing)
    window.commands["launch"].trigger()
    window.commands["reconcile"].trigger()
    assert len(said) == 2


def test_that_a_log_can_be_pasted_as_soon_as_the_dialog_is_there(window: Window) -> None:
    window.commands["reconcile"].trigger()
    dialog = opened(window, ReconcileDialog)
    assert isinstance(dialog, ReconcileDialog) and dialog.focusWidget() is dialog.log
