"""What is being typed when the window saves, closes or opens another workbook."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from planner.files import load
from tests.ui.conftest import TIGHT
from ui.examples import example_file
from ui.window import Window


def type_batch(window: Window, qtbot: QtBot, text: str) -> None:
    table = window.scenarios
    row, column = table.table.position_of((*TIGHT, "load", "batch")) or (-1, -1)
    table.setCurrentIndex(table.table.index(row, column))
    table.setFocus()
    qtbot.keyClicks(table, text[0])
    editor = table.indexWidget(table.currentIndex())
    assert editor is not None
    qtbot.keyClicks(editor, text[1:])


def test_that_saving_takes_what_is_being_typed(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    type_batch(window, qtbot, "77")
    assert window.documents.save_to(tmp_path / "plan.fitsheet")
    assert load(tmp_path / "plan.fitsheet").workbook.scenarios[1].load.batch == 77
    assert not window.session.modified


def test_that_closing_asks_before_what_is_being_typed_is_lost(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        QMessageBox, "warning", lambda *given, **_: asked.append(given[2]) or QMessageBox.StandardButton.Cancel
    )
    type_batch(window, qtbot, "77")
    assert not window.close()
    assert asked


def test_that_a_refused_assumption_is_given_up_with_escape_or_with_another_workbook(
    window: Window, qtbot: QtBot
) -> None:
    window.show_dock("assumptions")
    line, reason = window.assumptions._lines["tokens_per_step"], window.assumptions._reasons["tokens_per_step"]
    before = line.text()
    escape = line.findChild(QShortcut)
    assert escape is not None and escape.key() == QKeySequence(Qt.Key.Key_Escape)
    for give_up in (
        escape.activated.emit,  # not by the key, which needs an active window: there is none without a window manager
        lambda: window.documents.open_example(example_file()),
    ):
        line.setFocus()
        line.selectAll()
        qtbot.keyClicks(line, "abc")
        qtbot.keyClick(line, Qt.Key.Key_Return)
        assert not reason.isHidden()
        give_up()
        assert reason.isHidden() and line.text() == before


def test_that_pasting_from_a_clipboard_that_holds_nothing_does_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Nothing:
        def mimeData(self) -> None:
            return None

    before = window.session.workbook
    monkeypatch.setattr(QGuiApplication, "clipboard", staticmethod(Nothing))
    window.scenarios.commands.paste()
    assert window.session.workbook is before
