"""No folder holds up the window: what it reads and writes goes beside it, can be given up, and is not done by half.

The folder of these tests answers nobody until its gate opens, and notes who asks it on the window's own thread.
"""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from planner import elsewhere, own_files, own_presets, presets
from planner.journal import About, Journal, leftovers, open_elsewhere
from tests.ui.configs import LLAMA, text_of
from ui import choosing, doctor, imports, logs, measure_menu, preset_dialogs, recovery, waiting
from ui.checkpoint_dialog import CheckpointDialog
from ui.errors import ErrorDialog
from ui.handover.export_dialog import ExportDialog
from ui.handover.reconcile_dialog import ReconcileDialog
from ui.history_dialog import HistoryDialog
from ui.import_dialog import ImportDialog
from ui.measurement import Measurement
from ui.recovery import Recovery
from ui.recovery_dialog import RecoveryDialog
from ui.saving import save_or_say
from ui.session import Session
from ui.what_if.sweep.curves import Curves
from ui.what_if.sweep.heat import HeatMap
from ui.what_if.sweep.window import SweepWindow
from ui.window import Window

ROOT = Path(__file__).resolve().parents[2]
NAME = ("scenarios", "chat_13b_b16", "name")
KINDS = ("xlsx", "csv", "md", "pdf", "png", "svg")


class Silent:
    """A folder whose every call hangs, and the calls that came on the window's thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gate = threading.Event()
        self.on_the_window: list[str] = []

    def over(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and os.fspath(path).startswith(str(self.folder)):
                if threading.current_thread() is threading.main_thread():
                    if not self.gate.is_set():
                        self.on_the_window.append(f"{name} {path}")
                else:
                    assert self.gate.wait(30)
            return real(path, *arguments, **named)

        return call

    def answers(self) -> None:
        """Open the gate, and wait until all that was begun has come to its end."""
        self.gate.set()
        for thread in threading.enumerate():
            if isinstance(thread, waiting.Work):
                thread.join(30)
                assert not thread.is_alive()


@pytest.fixture
def silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    made = Silent(tmp_path / "share")
    made.folder.mkdir()
    for name in ("stat", "lstat", "open", "listdir", "scandir", "mkdir", "replace", "access", "readlink", "unlink"):
        monkeypatch.setattr(os, name, made.over(name, getattr(os, name)))
    monkeypatch.setattr(io, "open", made.over("open", io.open))
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    monkeypatch.setattr(waiting, "QUIET_MS", 0)
    yield made
    made.answers()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every sentence of a warning, which would else wait for a person."""
    found: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: found.append(given[2]))
    return found


class Patience:
    """A person who sees the window go on for a while and then presses Cancel on a notice that begins with a word."""

    def __init__(self, *words: str) -> None:
        self.ticks = 0
        self.cancelled: list[str] = []
        self._words = words or ("Writing", "Reading", "Looking", "Saving")
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(self._tick)

    def _tick(self) -> None:
        shown = [each for each in QApplication.topLevelWidgets() if isinstance(each, QProgressDialog)]
        for notice in shown:
            if notice.isVisible() and notice.labelText().startswith(self._words):
                self.ticks += 1
                if self.ticks % 5 == 0:
                    self.cancelled.append(notice.labelText())
                    notice.findChild(QPushButton).click()
                return

    def __enter__(self) -> Patience:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.stop()


def status(window: Window) -> str:
    return window.statusBar().currentMessage()


def message(said: list[str]) -> str:
    return said[-1] if said else ""


# What is written: (window, file, what was said) -> what a person reads


def exported(kind: str) -> Callable[[Window, Path, list[str]], str]:
    def export(window: Window, file: Path, said: list[str]) -> str:
        dialog = ExportDialog(window.session, "plan", (), window)
        dialog.formats.setCurrentRow(KINDS.index(kind))
        dialog.open()
        dialog.write(file)
        written = dialog.written
        dialog.close()
        dialog.deleteLater()
        return "" if written else message(said)

    return export


def pictured(window: Window, file: Path, said: list[str]) -> str:
    return "" if save_or_say(window, file, lambda: b"picture") else message(said)


def history(window: Window, file: Path, said: list[str]) -> str:
    dialog = HistoryDialog(window.session, window)
    dialog.open()
    dialog.export_to(file)
    note = dialog.note.text()
    dialog.close()
    return "" if note.startswith("Written") else note


def folder_of_jobs(window: Window, folder: Path, said: list[str]) -> str:
    measure_menu.export_to(window, folder)
    return "" if "jobs were written" in status(window) else status(window)


def report(window: Window, file: Path, said: list[str]) -> str:
    dialog = ErrorDialog(window)
    dialog.add(RuntimeError("no"))
    dialog.open()
    done = dialog.save_report(file)
    dialog.close()
    dialog.deleteLater()
    return "" if done else message(said)


def saved(window: Window, file: Path, said: list[str]) -> str:
    return "" if window.documents.save_to(file) else status(window)


WRITTEN = {
    **{kind: exported(kind) for kind in KINDS},
    "picture": pictured, "history": history, "jobs": folder_of_jobs, "report": report,
}  # fmt: skip


@pytest.mark.parametrize("what", WRITTEN)
def test_that_what_is_written_where_nobody_answers_can_be_given_up_and_leaves_nothing(
    what: str, window: Window, silent: Silent, said: list[str]
) -> None:
    write, file = WRITTEN[what], silent.folder / f"it.{what}"
    with Patience() as person:
        reason = write(window, file, said)
    assert person.ticks >= 5 and person.cancelled == [f"Writing it.{what} …"]
    assert str(silent.folder) in reason and "did not answer. Try again" in reason
    assert silent.on_the_window == []
    silent.answers()
    assert list(silent.folder.iterdir()) == [], "it does not come when nobody waits for it any more"
    said.clear()
    assert write(window, file, said) == "" and file.exists()
    assert [each.name for each in silent.folder.iterdir()] == [file.name]


def test_that_a_save_is_given_up_and_done_again(window: Window, silent: Silent, said: list[str]) -> None:
    file = silent.folder / "plan.fitsheet"
    with Patience() as person:
        reason = saved(window, file, said)
    assert person.cancelled and "does not answer" in reason and silent.on_the_window == []
    silent.answers()
    assert saved(window, file, said) == "" and file.exists() and not said


def test_that_a_preset_is_given_up_and_saved_again(
    window: Window, silent: Silent, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presets, "own_folder", lambda table: silent.folder / table)
    monkeypatch.setattr(preset_dialogs.QInputDialog, "getText", lambda *_: ("mine", True))
    path = ("models", window.session.workbook.models[0].id)
    with Patience() as person:
        preset_dialogs.save_as_preset(window, path)
    assert person.cancelled == ["Writing mine.json …"]
    assert "mine.json was not written" in said[-1] and "did not answer" in said[-1]
    silent.answers()
    assert not list(silent.folder.rglob("*.json"))
    preset_dialogs.save_as_preset(window, path)
    assert own_presets.file_of("mine", "models").exists() and len(said) == 1
    presets.read_again()


# What is read


def log_read(window: Window, file: Path) -> str:
    dialog = ReconcileDialog(window.session, NAME[1], window)
    dialog.show()
    dialog.show_file(file)
    found = "" if dialog.log.toPlainText() else dialog.notes.text()
    dialog.close()
    dialog.deleteLater()
    return found


def results_read(window: Window, file: Path) -> str:
    measure_menu.import_from(window, file)
    return "" if "were imported" in status(window) else status(window)


def config_read(window: Window, path: Path) -> str:
    dialog = imports.import_model(window)
    dialog.show_path(path)
    found = "" if dialog.add.isEnabled() else dialog.account.toPlainText()
    dialog.close()
    return found


def checkpoint_read(window: Window, path: Path) -> str:
    dialog = imports.check_checkpoint(window)
    (dialog.show_folder if path.suffix == "" else lambda file: dialog.show_paths((file,)))(path)
    found = "" if dialog._reading is not None else dialog.verdict.text()
    dialog.close()
    return found


def workbook_read(window: Window, file: Path) -> str:
    return "" if window.documents.open(file) else str(file)


def make_model(folder: Path) -> None:
    folder.mkdir()
    (folder / "config.json").write_text(text_of(LLAMA))


READ: dict[str, tuple[Callable[[Window, Path], str], str, Callable[[Path], object]]] = {
    "log": (log_read, "server.log", lambda file: file.write_text("INFO")),
    "results": (results_read, "results.json", lambda file: file.write_text(
        json.dumps({"format": elsewhere.RESULTS, "version": 1, "results": []}))),
    "config": (config_read, "config.json", lambda file: file.write_text(text_of(LLAMA))),
    "model folder": (config_read, "model", make_model),
    "checkpoint folder": (checkpoint_read, "model", make_model),
    "checkpoint file": (checkpoint_read, "m.gguf", lambda file: file.write_bytes(b"GGUF")),
}  # fmt: skip


@pytest.mark.parametrize("what", READ)
def test_that_what_is_read_where_nobody_answers_can_be_given_up_and_read_again(
    what: str, window: Window, silent: Silent, said: list[str]
) -> None:
    read, name, make = READ[what]
    with Patience() as person:
        reason = read(window, silent.folder / name)
    assert person.ticks >= 5 and person.cancelled == [f"Reading {name} …"]
    assert str(silent.folder) in reason and "did not answer" in reason
    assert silent.on_the_window == []
    silent.answers()
    make(silent.folder / name)
    assert read(window, silent.folder / name) == ""


def test_that_a_dropped_folder_that_does_not_answer_is_given_up(window: Window, silent: Silent, qtbot: QtBot) -> None:
    with Patience() as person:
        window.open_dropped(silent.folder / "model")
        qtbot.waitUntil(lambda: "was not opened" in status(window))
    assert person.cancelled == ["Looking for model …"] and silent.on_the_window == []
    silent.answers()
    make_model(silent.folder / "model")
    window.open_dropped(silent.folder / "model")
    qtbot.waitUntil(lambda: any(each.add.isEnabled() for each in window.findChildren(ImportDialog)))
    for dialog in window.findChildren(ImportDialog):
        dialog.close()


def test_that_a_checkpoint_that_takes_long_names_what_it_waits_for(
    window: Window, silent: Silent, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.checkpoint_dialog.PATIENT_MS", 80)
    monkeypatch.setattr(CheckpointDialog, "_looked_at", lambda *_: [False])
    dialog = imports.check_checkpoint(window)
    dialog.show_paths((silent.folder / "m.gguf",))
    qtbot.waitUntil(lambda: "longer than usual" in dialog.verdict.text())
    assert "m.gguf may not be answering" in dialog.verdict.text() and silent.on_the_window == []
    silent.answers()
    qtbot.waitUntil(lambda: "cannot be read" in dialog.verdict.text())
    dialog.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of POSIX")
def test_that_a_pipe_is_no_file_and_is_not_waited_for(window: Window, tmp_path: Path) -> None:
    pipe = tmp_path / "config.json"
    os.mkfifo(pipe)
    assert "is not a file" in config_read(window, pipe)
    assert "is not a file" in log_read(window, pipe)
    assert "is not a file" in results_read(window, pipe)


@pytest.mark.parametrize("how", ["escape", "close", "reject"])
def test_that_a_notice_is_left_by_escape_and_by_its_close_button_as_by_cancel(
    how: str, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    monkeypatch.setattr(waiting, "QUIET_MS", 0)
    gate = threading.Event()

    def leave() -> None:
        for notice in window.findChildren(QProgressDialog):
            if notice.isVisible():
                match how:
                    case "escape":
                        QTest.keyClick(notice, Qt.Key.Key_Escape)
                    case "close":
                        notice.close()
                    case _:
                        notice.reject()
                return
        QTimer.singleShot(10, leave)

    leave()
    with pytest.raises(waiting.GaveUp):
        waiting.Files(window).do(tmp_path / "a.csv", "Writing", lambda: gate.wait(10))
    gate.set()


def test_that_a_window_that_is_to_close_while_a_file_is_made_closes_afterwards(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its frame can ask for it before the notice stands over it: what waits would go on without its window."""
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    dialog = ExportDialog(window.session, "plan", (), window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    gone: list[str] = []
    dialog.destroyed.connect(lambda: gone.append("dialog"))
    gate = threading.Event()
    asked = (dialog.close, window.close, dialog.close, gate.set)
    for at, call in enumerate(asked):
        QTimer.singleShot(20 * at, call)
    assert waiting.Files(dialog).make(tmp_path / "a.pdf", "Making", lambda: gate.wait(10))
    assert dialog.isVisible() and window.isVisible() and not waiting.under_way(window)
    qtbot.waitUntil(lambda: gone == ["dialog"] and not window.isVisible())


def test_that_a_file_dropped_while_another_is_worked_on_or_a_question_stands_is_not_taken(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    opened: list[Path] = []
    monkeypatch.setattr(window, "open_dropped", opened.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "other.fitsheet"))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

    def drop() -> bool:
        entered = QDragEnterEvent(QPoint(5, 5), copy, data, left, none)
        entered.ignore()
        window.dragEnterEvent(entered)
        window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
        return entered.isAccepted()

    gate = threading.Event()
    accepted: list[bool] = []
    QTimer.singleShot(20, lambda: (accepted.append(drop()), gate.set()))
    waiting.Files(window).do(tmp_path / "a.fitsheet", "Saving", lambda: gate.wait(10))
    question = ExportDialog(window.session, "plan", (), window)
    question.open()
    accepted.append(drop())
    question.reject()
    question.deleteLater()
    assert accepted == [False, False] and opened == []
    assert drop() and opened == [tmp_path / "other.fitsheet"]


def test_that_the_content_of_a_file_is_made_beside_the_window_and_no_folder_is_blamed(
    window: Window, tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    monkeypatch.setattr(waiting, "QUIET_MS", 0)
    monkeypatch.setattr(waiting, "PATIENT_MS", 0)
    gate = threading.Event()
    with Patience("Making") as person:
        assert not save_or_say(window, tmp_path / "t.csv", lambda: b"late" if gate.wait(30) else b"")
    assert person.cancelled == ["Making t.csv …"] and "you did not wait for it" in said[0]
    gate.set()
    assert save_or_say(window, tmp_path / "t.csv", lambda: b"now") and (tmp_path / "t.csv").read_bytes() == b"now"


# Dialogs of the system


def test_that_no_dialog_begins_in_a_folder_that_does_not_answer(
    window: Window, silent: Silent, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(waiting, "SHORT_S", 0.05)
    begun: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given: (begun.append(given[2]), ("", ""))[1])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: (begun.append(given[2]), ("", ""))[1])
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *given: (begun.append(given[2]), "")[1])
    monkeypatch.chdir(tmp_path)
    window.session._file = silent.folder / "plan.fitsheet"
    before = QApplication.instance().property(choosing.LAST)
    QApplication.instance().setProperty(choosing.LAST, str(silent.folder))
    window.documents.ask_open()
    window.documents.ask_save()
    choosing.ask_folder(window, "Folder")
    assert begun == [str(tmp_path), str(tmp_path / "plan.fitsheet"), str(tmp_path)]
    assert silent.on_the_window == []
    silent.answers()
    window.documents.ask_open()
    assert begun[-1] == str(silent.folder)
    QApplication.instance().setProperty(choosing.LAST, before)


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder that a program is in")
def test_that_a_dialog_begins_somewhere_although_the_folder_of_the_program_is_gone(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given: (begun.append(given[2]), ("", ""))[1])
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    before = QApplication.instance().property(choosing.LAST)
    QApplication.instance().setProperty(choosing.LAST, str(tmp_path / "gone"))
    assert choosing.ask_file(window, "Open") is None
    assert begun == [str(Path.home())]
    QApplication.instance().setProperty(choosing.LAST, before)


@pytest.mark.parametrize(("answer", "kept"), [("No", True), ("Yes", False)])
def test_that_a_name_given_an_ending_replaces_no_other_file_unasked(
    answer: str, kept: bool, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plan.csv").write_text("another")
    asked: list[str] = []
    monkeypatch.setattr(
        QMessageBox, "question", lambda *given: (asked.append(given[2]), getattr(QMessageBox.StandardButton, answer))[1]
    )
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "plan"), "Table (*.csv)"))
    chosen = choosing.ask_target(window, "Save CSV", "plan.csv", "Table (*.csv)")
    assert chosen == (None if kept else tmp_path / "plan.csv")
    assert asked == ["plan.csv is there already. Replace it?"]


# The home folder: journal, presets, log


@pytest.fixture
def journalled(silent: Silent, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recovery]:
    monkeypatch.setattr(recovery, "QUICK_S", 0.02)
    monkeypatch.setattr(recovery, "LATE_S", 0.05)
    monkeypatch.setattr(recovery, "AT_THE_END_S", 0.1)
    from planner.files import load
    from ui.examples import example_file

    session = Session(load(example_file()).workbook)
    made = Recovery(session, silent.folder / "recovery", session)
    yield made
    silent.answers()
    made.close()


def test_that_edits_go_on_while_the_journal_does_not_answer_and_are_in_it_when_it_does(
    journalled: Recovery, silent: Silent, qtbot: QtBot
) -> None:
    session, sentences = journalled._session, []
    journalled.said.connect(sentences.append)
    begun = time.monotonic()
    for number in range(20):
        session.edit(NAME, f"Edit {number}")
    assert time.monotonic() - begun < 2.0 and not journalled.kept()
    qtbot.waitUntil(lambda: len(sentences) == 1)
    assert "it does not answer. Save your workbook" in sentences[0] and silent.on_the_window == []
    silent.answers()
    qtbot.waitUntil(lambda: not journalled.failing)
    assert journalled._journal is not None and b"Edit 19" in journalled._journal.path.read_bytes()
    session.edit(NAME, "After")
    assert not journalled.failing and b"After" in journalled._journal.path.read_bytes()


def test_that_a_window_closes_although_its_journal_does_not_answer(journalled: Recovery, silent: Silent) -> None:
    journalled._session.edit(NAME, "Edit")
    begun = time.monotonic()
    journalled.close()
    assert time.monotonic() - begun < 1.0 and silent.on_the_window == []
    silent.answers()
    assert leftovers(silent.folder / "recovery") == [], "it goes when its folder answers after all"


def test_that_unsaved_work_is_looked_for_beside_the_window_and_offered_later(
    window: Window, silent: Silent, tmp_path: Path, qtbot: QtBot
) -> None:
    silent.gate.set()
    left = Journal(silent.folder / "recovery")
    left.record(window.session.workbook, (), About(None, "Left"))
    left._end()
    left._lock.release()  # as when its process is killed
    silent.gate.clear()
    kept = Recovery(Session(), tmp_path / "own", window)
    kept._folder = silent.folder / "recovery"
    window.documents.recovery = kept
    with Patience() as person:
        assert not window.documents.recover()
    assert person.cancelled == ["Looking for unsaved work …"] and "was not looked for" in status(window)
    assert silent.on_the_window == []
    silent.answers()
    (offer,) = kept.offers()
    assert offer.about.title == "Left"
    offer.discard()


def test_that_unsaved_work_is_discarded_and_released_beside_the_window(
    silent: Silent, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "SHORT_S", 0.05)
    silent.gate.set()
    for title in ("One", "Two"):
        left = Journal(silent.folder / "recovery")
        left.record(window.session.workbook, (), About(None, title))
        left._end()
        left._lock.release()  # as when its process is killed
    offers = leftovers(silent.folder / "recovery")
    silent.gate.clear()
    dialog = RecoveryDialog(offers, lambda _: False, window)
    dialog.show()
    with Patience("Removing") as person:
        dialog.discard_button.click()
    assert len(person.cancelled) == 1 and dialog.list.count() == 1
    dialog.later_button.click()
    assert silent.on_the_window == []
    silent.answers()
    (kept,) = leftovers(silent.folder / "recovery")
    assert kept.path == offers[1].path
    kept.discard()
    dialog.deleteLater()


def test_that_unsaved_work_that_cannot_be_removed_stays_in_the_list(
    window: Window, tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = Journal(tmp_path / "recovery")
    left.record(window.session.workbook, (), About(None, "One"))
    left._end()
    left._lock.release()
    offers = leftovers(tmp_path / "recovery")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    dialog = RecoveryDialog(offers, lambda _: False, window)
    dialog.show()
    with monkeypatch.context() as on_the_way:
        on_the_way.setattr(Path, "unlink", refused)
        dialog.discard_button.click()
    assert dialog.list.count() == 1 and "was not removed" in said[0]
    dialog.discard_button.click()
    assert leftovers(tmp_path / "recovery") == []
    dialog.deleteLater()


def test_that_the_picture_of_a_sweep_is_drawn_beside_the_window(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.commands["sweep"].trigger()
    (sweep,) = window.findChildren(SweepWindow)
    qtbot.waitUntil(lambda: sweep.sweep is not None)
    drew: list[bool] = []
    for kind in (HeatMap, Curves):
        real = kind.paint

        def paint(self: Any, *given: Any, real: Any = real) -> None:
            if given[0].device() is not sweep.canvas:
                drew.append(threading.current_thread() is threading.main_thread())
            real(self, *given)

        monkeypatch.setattr(kind, "paint", paint)
    sweep.copy_picture()
    for name in ("sweep.png", "sweep.svg"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        assert sweep.ask_picture() == tmp_path / name
    assert drew == [False] * 3
    picture = QGuiApplication.clipboard().image()
    assert picture.size() == 2 * sweep.canvas.size() and (tmp_path / "sweep.png").stat().st_size > 1_000
    sweep.close()


def test_that_a_file_opens_although_that_of_another_window_lies_where_nobody_answers(
    silent: Silent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner.journal.PATIENCE_S", 0.05)
    folder, mine = tmp_path / "recovery", tmp_path / "mine.fitsheet"
    other = Journal(folder)
    other.clear(About(str(silent.folder / "other.fitsheet")))
    assert not open_elsewhere(folder, mine, None)
    other.clear(About(str(mine)))
    assert open_elsewhere(folder, mine, None)
    silent.answers()
    other.close()


def test_that_presets_in_a_home_that_does_not_answer_are_left_out_and_said(
    silent: Silent, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    for table in ("models", "accelerators", "engines"):
        assert presets.built_in(table)  # read before
    monkeypatch.setattr(presets, "own_folder", lambda table: silent.folder / table)
    monkeypatch.setattr(own_files, "PATIENCE_S", 0.3)
    presets.read_again()
    begun = time.monotonic()
    assert "llama-2-7b" in presets.listed("models")
    assert presets.listed("accelerators") and presets.listed("engines")
    assert time.monotonic() - begun < 0.6, "it is waited for once, not for each table"
    assert f"{silent.folder / 'models'} does not answer" in presets.problems("models")[0].sentence
    assert silent.on_the_window == []
    silent.answers()
    qtbot.waitUntil(lambda: presets.problems("models") == ())
    presets.read_again()


def test_that_a_log_that_does_not_answer_holds_up_nothing_and_has_everything_later(
    silent: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "QUICK_S", 0.05)
    begun = time.monotonic()
    logs.start(silent.folder / "state" / "fitsheet.log", "9.9")
    for number in range(100):
        logs.LOG.warning("entry %d", number)
    assert time.monotonic() - begun < 2.0 and silent.on_the_window == []
    silent.answers()
    logs.stop()
    text = (silent.folder / "state" / "fitsheet.log").read_text()
    assert "Fitsheet 9.9 started" in text and text.count("entry ") == 100


def test_that_the_doctor_says_which_folder_does_not_answer(
    silent: Silent, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setattr(waiting, "SHORT_S", 0.05)
    monkeypatch.setenv("XDG_STATE_HOME", str(silent.folder))
    lines = list(doctor.folders())
    assert any(line.startswith("recovery: ") and line.endswith("(does not answer)") for line in lines)


def test_that_a_python_that_does_not_answer_is_not_started(
    silent: Silent, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "SHORT_S", 0.05)
    run = Measurement()
    run.start(str(silent.folder / "python3"))
    assert run.outcome is not None and run.outcome.kind == "not_started" and not run.is_running()
    assert f"{silent.folder / 'python3'} did not answer" in run.outcome.sentence and silent.on_the_window == []


HANGING = """
import os, sys, threading
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton, QWidget
from ui.waiting import Files, GaveUp
application = QApplication([])
window = QWidget()
window.show()
def cancel():
    for each in QApplication.topLevelWidgets():
        if isinstance(each, QProgressDialog) and each.isVisible():
            each.findChild(QPushButton).click()
            return
    QTimer.singleShot(20, cancel)
cancel()
try:
    Files(window).do(Path(sys.argv[1]), "Reading", lambda: open(sys.argv[1]).read())
except GaveUp:
    print("given up", flush=True)
sys.exit(7)
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of POSIX")
def test_that_a_call_that_hangs_in_the_system_does_not_keep_the_program_from_ending(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", HANGING, str(pipe)], env=environment, timeout=60, capture_output=True)
    assert done.returncode == 7 and b"given up" in done.stdout, done.stderr


ENDING = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from ui.waiting import Files, GaveUp
application = QApplication([])
window = QWidget()
window.show()
def read():
    try:
        Files(window).do(Path(sys.argv[1]), "Reading", lambda: open(sys.argv[1]).read())
    except GaveUp:
        print("given up", flush=True)
QTimer.singleShot(0, read)
QTimer.singleShot(300, lambda: application.exit(7))
sys.exit(application.exec())
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of POSIX")
def test_that_a_program_that_ends_while_a_file_does_not_answer_ends(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", ENDING, str(pipe)], env=environment, timeout=60, capture_output=True)
    assert done.returncode == 7 and b"given up" in done.stdout, done.stderr


# The list of what touches a disk

OF_PATHS = frozenset(
    {
        "write_text", "read_bytes", "write_bytes", "exists", "is_file", "is_dir", "iterdir", "stat", "lstat", "mkdir",
        "unlink", "glob", "rglob", "resolve", "rename", "touch", "samefile", "expanduser",
    }
)  # fmt: skip
OF_MODULES = ("os.path.", "shutil.", "tempfile.")
OF_OS = frozenset(
    f"os.{name}" for name in ("access", "listdir", "makedirs", "mkdir", "open", "remove", "replace", "scandir", "stat")
)
NAMED = frozenset(
    {"write_whole", "refuse_no_file", "QFile", "QSaveFile", "QFileInfo", "QDir", "QFileDialog", "QSettings"}
)
ALLOWED = {
    "choosing.py": "asks only with ui.waiting.shortly where a dialog begins",
    "saving.py": "writes in work of ui.waiting",
    "importing.py": "called in work of ui.waiting",
    "handover/reconcile_dialog.py": "reads in work of ui.waiting",
    "checkpoint_dialog.py": "looks in work of ui.waiting",
    "preset_dialogs.py": "looks with ui.waiting.shortly",
    "external_python.py": "called with ui.waiting.shortly; what lies beside the program",
    "logs.py": "the thread that writes the log",
    "doctor.py": "no window; each look with ui.waiting.shortly",
    "smoke.py": "no window of a person's",
    "start.py": "what the system says of the process",
    "languages.py": "what lies beside the program",
    "compiled_texts.py": "what lies beside the program; before there is a window",
    "guide.py": "what lies beside the program",
    "private_paths.py": "what lies beside the program",
    "measurement.py": "what lies beside the program; the Python with ui.waiting.shortly",
    "settings.py": "Qt's settings, which Qt reads and writes itself",
    "__main__.py": "before there is a window, and only a name without a folder",
}
"""Why each module of the window may touch a disk."""


def touched(source: str) -> set[str]:
    """What a module calls or names that touches a disk.

    >>> sorted(touched("path.exists() and open(path) and dialog.open() and file.open('rb')"))
    ['exists', 'open']
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and (node.id in NAMED or node.id == "open"):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            if node.attr in OF_PATHS or ast.unparse(node).startswith(OF_MODULES) or ast.unparse(node) in OF_OS:
                found.add(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "open":
            mode = node.args[0] if node.args else None
            if isinstance(mode, ast.Constant) and isinstance(mode.value, str):
                found.add("open")
    return found


def test_that_every_module_of_the_window_that_touches_a_disk_is_known() -> None:
    folder = ROOT / "ui"
    found = {path.relative_to(folder).as_posix(): touched(path.read_text("utf-8")) for path in folder.rglob("*.py")}
    unknown = {name: sorted(names) for name, names in found.items() if names and name not in ALLOWED}
    assert not unknown, "give this work to ui.waiting, or say in ALLOWED why it may stay"
    assert not [name for name in ALLOWED if not found.get(name)], "no reason without a need"
