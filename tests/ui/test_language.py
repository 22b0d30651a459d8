"""The window in another language, also while it runs."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
)
from pytestqt.qtbot import QtBot

from planner.readers.hf_config import read_config
from tests.ui.configs import LLAMA
from tests.ui.conftest import forget_changes
from ui import application, languages, waiting
from ui.examples import example_file
from ui.reading_view import ReadingView
from ui.session import Session
from ui.settings import Settings
from ui.sheets.tooltips import header_tooltip, sentence
from ui.theme import Theme
from ui.what_if.architectures.window import ArchitecturesWindow
from ui.what_if.matrix.window import MatrixWindow, show_matrix
from ui.what_if.seek import menu as seek_menu
from ui.what_if.seek.dialog import SeekDialog
from ui.what_if.sweep.commands import open_sweep
from ui.what_if.sweep.window import SweepWindow
from ui.window import Window


@pytest.fixture
def speaking(qapp: QApplication, settings: Settings) -> Iterator[Callable[[str], Window]]:
    """A window as the program opens it, in a language."""
    opened: list[Window] = []

    def made(code: str) -> Window:
        settings.language = code
        window = application.open_window(settings, Session())
        window.documents.open_example(example_file())
        opened.append(window)
        return window

    yield made
    last = qapp.property("window") or opened[-1]
    forget_changes(last)
    last.close()
    last.deleteLater()
    qapp.setProperty("window", None)
    settings.language = "en"
    languages.install(qapp, "en")


def test_that_the_window_changes_its_language_while_it_runs_and_keeps_workbook_undo_and_place(
    speaking: Callable[[str], Window], qapp: QApplication
) -> None:
    window = speaking("en")
    table = window.scenarios
    batch = table.table.index(1, table.table.sheet.column("load.batch"))
    table.setCurrentIndex(batch)
    table.table.setData(batch, "12")
    workbook = window.session.workbook
    window.settings.language = "zh_CN"
    fresh = application.in_other_words(window)
    assert fresh.menuBar().actions()[0].text() == "文件(&F)"
    assert fresh.docks["chart"].windowTitle() == "每 GPU 显存"
    columns = fresh.scenarios.table.sheet
    assert columns.columns[columns.column("load.batch")].title == "批大小"
    assert columns.columns[columns.column("result.needed")].unit == "GiB"
    assert fresh.session.workbook is workbook and fresh.documents.title == "示例"
    assert fresh.scenarios.currentIndex().row() == 1
    assert fresh.scenarios.table.text(1, columns.column("load.batch")) == "12"
    fresh.session.undo_stack.undo()
    assert fresh.scenarios.table.text(1, columns.column("load.batch")) == "16"
    assert "每 GPU 需要" in _ledger_texts(fresh)
    fresh.settings.language = "en"
    again = application.in_other_words(fresh)
    assert again.menuBar().actions()[0].text() == "&File"


def test_that_the_windows_of_what_if_are_open_in_the_other_language_with_what_they_asked(
    speaking: Callable[[str], Window],
) -> None:
    window = speaking("en")
    window.show()
    sweep = open_sweep(window)
    assert sweep is not None
    sweep.controls.y.choose("")
    sweep.controls.x_range.setText("1, 2, 4")
    matrix = show_matrix(window)
    matrix.controls.models.setText("8b")
    matrix.controls.choose(matrix.controls.result, "tpot")
    window.ledger.select("kv_cache")
    window.ledger.setFocus()
    seek = seek_menu.show(window)
    assert seek is not None
    seek.turn_to(seek.question()[0][0], "kv_cache")
    seek.value.setText("10 GiB")
    asked = seek.question()
    window.settings.language = "zh_CN"
    fresh = application.in_other_words(window)
    (again,), (matrix,), (seek,) = (fresh.findChildren(kind) for kind in (SweepWindow, MatrixWindow, SeekDialog))
    assert again.windowTitle() == f"{fresh.evaluation().scenario.name} 的扫描"
    assert again.controls.asked()[:2] == (("batch", "1, 2, 4"), None)
    assert matrix.isVisible() and matrix.controls.models.text() == "8b" and matrix.controls.shown() == "tpot"
    assert seek.question() == asked and seek.goal.text() == "KV 缓存"
    assert fresh.findChild(ArchitecturesWindow) is None
    for each in (again, matrix, seek):
        each.close()


def _ledger_texts(window: Window) -> list[str]:
    model = window.ledger.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_that_verdicts_findings_and_headers_are_translated(speaking: Callable[[str], Window]) -> None:
    window = speaking("zh_CN")
    sheet = window.scenarios.table.sheet
    verdicts = {window.scenarios.table.text(row, sheet.column("verdict")).split()[0] for row in range(3)}
    assert verdicts == {"放得下", "紧张", "放不下"}
    found = [sentence(finding) for finding in window.session.evaluations.findings]
    assert found and all(any("\u4e00" <= sign <= "\u9fff" for sign in text) for text in found)
    tooltip = header_tooltip(sheet.columns[sheet.column("load.batch")])
    assert "同时保有的序列数" in tooltip and "批大小" in tooltip


def test_that_the_reading_of_a_config_and_the_operators_are_translated(speaking: Callable[[str], Window]) -> None:
    window = speaking("zh_CN")
    view = ReadingView()
    view.show_outcome(read_config(LLAMA, "tiny"))
    text = view.toPlainText()
    assert "已读取" in text and "该类的默认值" in text and "default of the class" not in text
    window.operators.set_evaluation(window.evaluation())
    model = window.operators.table.model()
    places = {model.index(row, 1).data() for row in range(model.rowCount())}
    assert "解码层" in places and "Decoder layers" not in places


def test_that_qt_itself_speaks_the_language_too(qapp: QApplication) -> None:
    languages.install(qapp, "zh_CN")
    try:
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
    finally:
        languages.install(qapp, "en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


@pytest.mark.parametrize("language", sorted(languages.NAMES))
def test_that_no_two_entries_of_a_menu_share_their_letter(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, language: str
) -> None:
    languages.install(qapp, language)
    try:
        settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        window = Window(Session(), settings, Theme(qapp))
        qtbot.addWidget(window)
        shared = []
        menus = [action.menu() for action in window.menuBar().actions()]
        while menus:
            menu = menus.pop()
            entries = [action for action in menu.actions() if not action.isSeparator()]
            menus += [action.menu() for action in entries if action.menu() is not None]
            letters = [found.group(1).upper() for e in entries if (found := re.search("&([^&])", e.text()))]
            shared += [(menu.title(), letter) for letter in set(letters) if letters.count(letter) > 1]
        assert shared == []
    finally:
        languages.install(qapp, "en")


def test_that_another_language_waits_for_the_file_that_is_worked_on(
    speaking: Callable[[str], Window], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    """The window that a save began in is there until its end."""
    window, gate, changed = speaking("en"), threading.Event(), list[bool]()
    monkeypatch.setattr(application, "in_other_words", lambda old: changed.append(waiting.under_way(old)))
    QTimer.singleShot(20, lambda: window.set_language("zh_CN"))
    QTimer.singleShot(120, gate.set)
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    waiting.Files(window).do(tmp_path / "a.fitsheet", "Saving", lambda: gate.wait(10))
    assert not changed
    qtbot.waitUntil(lambda: changed == [False])


def test_that_a_chooser_of_the_sweep_that_has_the_keyboard_goes_with_its_window(
    speaking: Callable[[str], Window], capsys: pytest.CaptureFixture[str]
) -> None:
    window = speaking("en")
    window.show()
    sweep = open_sweep(window)
    assert sweep is not None and sweep.controls.x.line is not None
    sweep.activateWindow()
    QTest.qWaitForWindowActive(sweep)
    sweep.controls.x.line.setFocus()
    sweep.controls.x.line.setText("cont")
    window.settings.language = "zh_CN"
    fresh = application.in_other_words(window)
    for each in fresh.findChildren(SweepWindow):
        each.close()
    assert "Error" not in capsys.readouterr().err


def test_that_the_cursor_says_that_another_language_takes_a_moment(
    speaking: Callable[[str], Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, shapes, opens = speaking("en"), list[Qt.CursorShape](), application.open_window

    def opening(*arguments: Any) -> Window:
        cursor = QApplication.overrideCursor()
        shapes.extend([] if cursor is None else [cursor.shape()])
        return opens(*arguments)

    monkeypatch.setattr(application, "open_window", opening)
    application.in_other_words(window)
    assert shapes == [Qt.CursorShape.WaitCursor] and QApplication.overrideCursor() is None
