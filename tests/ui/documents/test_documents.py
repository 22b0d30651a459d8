"""Files and windows: unsaved work is offered, no one's changes are overwritten unasked, every refusal is said."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from planner.atomic import backup_of
from planner.edits import replaced, value_at
from planner.files import load, save
from planner.workbook import Workbook
from tests.ui.documents.conftest import NAME
from ui import documents, opening, waiting
from ui.window import Window


def answered(window: Window, answer: int) -> list[str]:
    """Answers every question of the documents with the button of this number; the list has the questions."""
    asked: list[str] = []

    def ask(title: str, text: str, answers: object) -> int:
        asked.append(text)
        return answer

    window.documents.ask = ask  # type: ignore[method-assign]
    return asked


def test_that_undo_goes_back_over_a_save(open_window: Callable[[], Window], file: Path, example: Workbook) -> None:
    window = open_window()
    window.documents.open(file)
    window.session.edit(NAME, "One")
    assert window.documents.save()
    window.session.edit(NAME, "Two")
    assert window.documents.save()
    window.session.undo()
    window.session.undo()
    assert window.session.workbook == example and window.session.modified
    window.session.redo()
    window.session.redo()
    assert not window.session.modified


@pytest.mark.parametrize(("answer", "kept"), ((-1, "theirs"), (0, "mine")))
def test_that_a_file_changed_on_disk_is_not_replaced_unasked(
    open_window: Callable[[], Window], file: Path, example: Workbook, answer: int, kept: str
) -> None:
    window = open_window()
    window.documents.open(file)
    window.session.edit(NAME, "mine")
    asked = answered(window, answer)
    save(file, replaced(example, NAME, "theirs"))
    assert window.documents.save() is (answer == 0)
    assert asked and "plan.fitsheet was changed by another program" in asked[0] and "plan.fitsheet~" in asked[0]
    assert kept in file.read_text(encoding="utf-8")
    assert window.session.modified is (answer != 0)
    if answer == 0:
        assert load(backup_of(file)).workbook == replaced(example, NAME, "theirs")
        window.session.edit(NAME, "once more")
        assert window.documents.save() and len(asked) == 1


def test_that_a_file_touched_but_not_changed_is_saved_unasked(open_window: Callable[[], Window], file: Path) -> None:
    window = open_window()
    window.documents.open(file)
    window.session.edit(NAME, "mine")
    file.write_bytes(file.read_bytes())
    asked = answered(window, -1)
    assert window.documents.save() and not asked


def test_that_a_second_window_opens_a_copy_or_nothing(
    open_window: Callable[[], Window], file: Path, said: list[str]
) -> None:
    first, second = open_window(), open_window()
    assert first.documents.open(file)
    asked = answered(second, -1)
    assert not second.documents.open(file) and "open in another window" in asked[0]
    answered(second, 0)
    assert second.documents.open(file)
    assert second.session.file is None and second.documents.title == "Copy of plan.fitsheet"
    assert not second.documents.save_to(file)
    assert "open in another window" in said[0]
    first.documents.new()
    assert second.documents.save_to(file), "the first window has another workbook now"


def test_that_a_vanished_folder_is_said_and_the_changes_stay(
    open_window: Callable[[], Window], tmp_path: Path, example: Workbook, said: list[str]
) -> None:
    folder = tmp_path / "share"
    folder.mkdir()
    file = folder / "plan.fitsheet"
    save(file, example)
    window = open_window()
    window.documents.open(file)
    window.session.edit(NAME, "mine")
    answered(window, 0)
    file.rename(tmp_path / "elsewhere")
    folder.rmdir()
    assert not window.documents.save()
    assert "its folder, is not there" in said[0] and "save under another name" in said[0]
    assert window.session.modified
    other = tmp_path / "other.fitsheet"
    assert window.documents.save_to(other) and load(other).workbook == window.session.workbook


def test_that_a_file_is_read_beside_the_window_that_answers_meanwhile(
    open_window: Callable[[], Window], file: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    gate = threading.Event()
    threads: list[threading.Thread] = []
    real = documents.prepared

    def slowly(path: Path) -> opening.Prepared:
        threads.append(threading.current_thread())
        assert gate.wait(20)
        return real(path)

    monkeypatch.setattr(documents, "prepared", slowly)
    window = open_window()
    QTimer.singleShot(0, gate.set)  # an event that the window serves while it waits
    assert window.documents.open(file)
    assert threads != [threading.main_thread()] and len(threads) == 1
    assert window.session.evaluations.scenarios


def _give_up() -> None:
    """Press Cancel on the notice of what stalls as soon as it is there."""
    for widget in QApplication.topLevelWidgets():
        stalls = isinstance(widget, QProgressDialog) and widget.labelText().startswith(("Reading", "Saving"))
        if stalls and widget.isVisible():
            widget.findChild(QPushButton).click()
            return
    QTimer.singleShot(20, _give_up)


def _end_of_work() -> None:
    for thread in threading.enumerate():
        if isinstance(thread, waiting.Work):
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "QUICK_S", 0.0)
    monkeypatch.setattr(waiting, "QUIET_MS", 0)
    monkeypatch.setattr(waiting, "PATIENT_MS", 0)


def test_that_a_folder_that_does_not_answer_can_be_given_up_while_opening(
    open_window: Callable[[], Window], file: Path, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    gate = threading.Event()
    real = documents.prepared
    monkeypatch.setattr(documents, "prepared", lambda path: (gate.wait(20), real(path))[1])
    window = open_window()
    window.show()
    before = window.session.workbook
    QTimer.singleShot(0, _give_up)
    assert not window.documents.open(file)
    assert window.session.workbook is before and window.session.file is None
    gate.set()
    _end_of_work()


def test_that_the_notice_names_the_folder_that_does_not_answer(
    open_window: Callable[[], Window], file: Path, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    gate = threading.Event()
    texts: list[str] = []
    monkeypatch.setattr(documents, "digest_on_disk", lambda path: (gate.wait(20), "")[1])

    def look() -> None:
        found = [each for each in QApplication.topLevelWidgets() if isinstance(each, QProgressDialog)]
        texts.extend(each.labelText() for each in found if each.isVisible())
        if any(str(file.parent) in text for text in texts):
            gate.set()
        else:
            QTimer.singleShot(20, look)

    window = open_window()
    window.show()
    assert window.documents.open(file)
    window.session.edit(NAME, "One")
    monkeypatch.setattr(window.documents, "ask", lambda *_: -1)
    QTimer.singleShot(0, look)
    window.documents.save()
    assert str(file.parent) in texts[-1]
    _end_of_work()


def test_that_a_save_that_was_given_up_stays_whole_and_never_comes_over_a_later_one(
    open_window: Callable[[], Window], file: Path, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    gate = threading.Event()
    real, calls = documents.save, []

    def stalling(*given: Any) -> Any:
        calls.append(given[1])
        if len(calls) == 1:
            assert gate.wait(20)
        return real(*given)

    monkeypatch.setattr(documents, "save", stalling)
    window = open_window()
    window.show()
    assert window.documents.open(file)
    before = file.read_bytes()
    window.session.edit(NAME, "One")
    QTimer.singleShot(0, _give_up)
    assert not window.documents.save()
    assert window.session.modified and file.read_bytes() == before
    window.session.edit(NAME, "Two")
    QTimer.singleShot(100, gate.set)
    asked: list[object] = []
    monkeypatch.setattr(window.documents, "ask", lambda *given: (asked.append(given), -1)[1])
    assert window.documents.save()  # waits for the first one, and knows its content again
    assert asked == [] and not window.session.modified
    assert value_at(load(file).workbook, NAME) == "Two"
    assert [value_at(each, NAME) for each in calls] == ["One", "Two"]
    _end_of_work()


def test_that_a_refused_file_says_why_from_beside_the_window(
    open_window: Callable[[], Window], file: Path, said: list[str], impatient: None
) -> None:
    file.write_bytes(file.read_bytes()[:2000])
    window = open_window()
    assert not window.documents.open(file)
    assert "truncated" in said[0] and "line" in said[0]


def test_that_a_name_that_no_file_can_have_is_refused_in_words(
    open_window: Callable[[], Window], tmp_path: Path, said: list[str]
) -> None:
    window = open_window()
    assert not window.documents.open(tmp_path / "a\0b.fitsheet")
    assert not window.documents.save_to(tmp_path / "a\0b.fitsheet")
    assert "cannot be read" in said[0] and "cannot be saved" in said[1]
