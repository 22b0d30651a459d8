"""Journal, presets, log and programs in a home folder that does not answer."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from planner import own_files, presets
from planner.journal import About, Journal, leftovers, open_elsewhere
from tests.ui.beside.silence import NAME, ROOT, Patience, Silent, status
from ui import doctor, logs, recovery, waiting
from ui.measurement import Measurement
from ui.recovery import Recovery
from ui.recovery_dialog import RecoveryDialog
from ui.session import Session
from ui.what_if.sweep.curves import Curves
from ui.what_if.sweep.heat import HeatMap
from ui.what_if.sweep.window import SweepWindow
from ui.window import Window


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
