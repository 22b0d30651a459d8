"""Files and windows: unsaved work is offered, no one's changes are overwritten unasked, every refusal is said."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from planner.atomic import backup_of
from planner.edits import replaced, value_at
from planner.files import load, save
from planner.journal import leftovers
from planner.workbook import Workbook
from ui import application, documents, opening, waiting
from ui.examples import example_file
from ui.recovery import Recovery
from ui.recovery_dialog import RecoveryDialog, described
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

ROOT = Path(__file__).resolve().parents[2]
NAME = ("scenarios", "chat_13b_b16", "name")


@pytest.fixture
def example() -> Workbook:
    return load(example_file()).workbook


@pytest.fixture
def file(tmp_path: Path, example: Workbook) -> Path:
    path = tmp_path / "plan.fitsheet"
    save(path, example)
    return path


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every sentence of a warning, which would else wait for a person."""
    found: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: found.append(given[2]))
    yield found


@pytest.fixture
def open_window(qtbot: QtBot, qapp: Any, tmp_path: Path) -> Iterator[Callable[[], Window]]:
    made: list[Window] = []

    def opened() -> Window:
        session = Session()
        recovery = Recovery(session, tmp_path / "recovery")
        settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
        window = Window(session, settings, Theme(qapp))
        recovery.setParent(window)
        window.documents.recovery = recovery
        recovery.said.connect(window.status.say)
        qtbot.addWidget(window, before_close_func=forget_changes)
        made.append(window)
        return window

    def forget_changes(window: Any) -> None:
        window.documents.may_leave = lambda: True

    yield opened


def answered(window: Window, answer: int) -> list[str]:
    """Answers every question of the documents with the button of this number; the list has the questions."""
    asked: list[str] = []

    def ask(title: str, text: str, answers: object) -> int:
        asked.append(text)
        return answer

    window.documents.ask = ask  # type: ignore[method-assign]
    return asked


KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from ui.application import open_window
from ui.recovery import Recovery
from ui.session import Session
from ui.settings import Settings
application = QApplication([])
session = Session()
window = open_window(Settings(), session, Recovery(session, Path(sys.argv[1])))
window.show()
window.documents.open(Path(sys.argv[2]))
session.edit(("scenarios", "chat_13b_b16", "name"), "Not saved yet")
session.edit(("scenarios", "chat_13b_b16", "load", "batch"), "=2*7")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL of POSIX")
def test_that_the_start_after_a_kill_offers_exactly_what_was_there_and_names_the_file(
    open_window: Callable[[], Window], tmp_path: Path, file: Path, example: Workbook, qtbot: QtBot
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "recovery"), str(file)], env=environment,
                          timeout=60, capture_output=True)  # fmt: skip
    assert done.returncode == -9, done.stderr
    window = open_window()
    shown: list[str] = []

    def restore() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, RecoveryDialog)
        shown.append(dialog.list.item(0).text())
        dialog.restore_button.click()

    QTimer.singleShot(0, restore)
    assert window.documents.recover(asked=False)
    assert "plan.fitsheet" in shown[0] and str(file) in shown[0]
    expected = replaced(replaced(example, NAME, "Not saved yet"), (*NAME[:2], "load", "batch"), "=2*7")
    assert window.session.workbook == expected
    assert window.session.modified and window.documents.title == "plan.fitsheet"
    assert load(file).workbook == example, "the file is not touched before the user saves"
    assert window.documents.save() and load(file).workbook == expected and not window.session.modified
    assert not window.documents.recover(asked=False)


def test_that_restored_work_is_in_the_new_journal_before_the_old_one_goes(
    open_window: Callable[[], Window], tmp_path: Path, file: Path
) -> None:
    first = open_window()
    first.documents.open(file)
    first.session.edit(NAME, "Not saved yet")
    recovery = first.documents.recovery
    assert recovery is not None and recovery._journal is not None
    recovery._closed = True
    recovery._journal._end()
    recovery._journal._lock.release()  # as when its process is killed
    second = open_window()
    assert second.documents.recovery is not None
    (offer,) = second.documents.recovery.offers()
    second.documents.recovery.restore(offer)
    journals = sorted((tmp_path / "recovery").glob("*.journal"))
    assert len(journals) == 1 and journals[0] != offer.path
    again = second.documents.recovery._journal
    assert again is not None and again._workbook is second.session.workbook


def test_that_saving_or_closing_leaves_no_journal_behind(
    open_window: Callable[[], Window], tmp_path: Path, file: Path
) -> None:
    window = open_window()
    window.documents.open(file)
    window.session.edit(NAME, "Another name")
    (journal,) = (tmp_path / "recovery").glob("*.journal")
    assert journal.stat().st_size > 10_000
    window.session.undo()
    assert journal.stat().st_size < 1_000, "as the file has it: nothing to recover"
    window.session.redo()
    assert window.documents.save()
    assert journal.stat().st_size < 1_000
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]
    window.close()
    assert list((tmp_path / "recovery").iterdir()) == []


def test_that_what_is_not_restored_is_offered_again_and_what_is_discarded_is_not(
    open_window: Callable[[], Window], tmp_path: Path, file: Path, qtbot: QtBot
) -> None:
    first = open_window()
    first.documents.open(file)
    first.session.edit(NAME, "Not saved yet")
    recovery = first.documents.recovery
    assert recovery is not None and recovery._journal is not None
    recovery._closed = True
    recovery._journal._end()
    recovery._journal._lock.release()
    second = open_window()
    for button, left in (("later_button", 1), ("discard_button", 0)):
        QTimer.singleShot(0, lambda button=button: getattr(QApplication.activeModalWidget(), button).click())
        assert not second.documents.recover()
        found = leftovers(tmp_path / "recovery")
        assert len(found) == left
        for each in found:
            assert "last changed" in described(each)
            each.release()


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


def test_that_a_journal_that_cannot_be_written_is_said_once_and_editing_goes_on(
    open_window: Callable[[], Window], tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    window.documents.open(file)
    recovery = window.documents.recovery
    assert recovery is not None
    sentences: list[str] = []
    recovery.said.connect(sentences.append)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        window.session.edit(NAME, "One")
        window.session.edit(NAME, "Two")
    assert len(sentences) == 1 and "the disk is full" in sentences[0] and recovery.failing
    window.session.edit(NAME, "Three")
    assert not recovery.failing and recovery._journal is not None
    assert b"Three" in recovery._journal.path.read_bytes()


def test_that_a_journal_that_cannot_be_begun_is_said_in_the_window(
    qtbot: QtBot, qapp: Any, tmp_path: Path, example: Workbook
) -> None:
    (tmp_path / "file").write_text("")
    session = Session(example)
    recovery = Recovery(session, tmp_path / "file" / "recovery")
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    window = application.open_window(settings, session, recovery)
    recovery.setParent(window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(window)
    assert "cannot be kept for recovery" in window.statusBar().currentMessage()
    session.edit(NAME, "One")
    assert session.workbook != example and not recovery.offers()


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
