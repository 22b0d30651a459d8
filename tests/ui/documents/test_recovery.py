"""Unsaved work: kept in a journal beside the window, offered at the next start, gone once it is saved."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from planner.edits import replaced
from planner.files import load
from planner.journal import leftovers
from planner.workbook import Workbook
from tests.ui.documents.conftest import NAME
from ui import application
from ui.recovery import Recovery
from ui.recovery_dialog import RecoveryDialog, described
from ui.session import Session
from ui.settings import Settings
from ui.window import Window

ROOT = Path(__file__).resolve().parents[3]


def killed(window: Window) -> None:
    """Leave the window's journal as it is when its process is killed."""
    recovery = window.documents.recovery
    assert recovery is not None and recovery._journal is not None
    recovery._closed = True
    recovery._journal._end()
    recovery._journal._lock.release()


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
    killed(first)
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
    killed(first)
    second = open_window()
    for button, left in (("later_button", 1), ("discard_button", 0)):
        QTimer.singleShot(0, lambda button=button: getattr(QApplication.activeModalWidget(), button).click())
        assert not second.documents.recover()
        found = leftovers(tmp_path / "recovery")
        assert len(found) == left
        for each in found:
            assert "last changed" in described(each)
            each.release()


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
