"""What is read where nobody answers can be given up and read again; the notice, and what waits while it stands."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressDialog
from pytestqt.qtbot import QtBot

from planner import elsewhere
from tests.ui.beside.silence import NAME, Patience, Silent, status
from tests.ui.configs import LLAMA, text_of
from ui import imports, measure_menu, waiting
from ui.checkpoint_dialog import CheckpointDialog
from ui.handover.export_dialog import ExportDialog
from ui.handover.reconcile_dialog import ReconcileDialog
from ui.import_dialog import ImportDialog
from ui.saving import save_or_say
from ui.window import Window


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
