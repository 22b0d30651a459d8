"""Dialogs of the system begin in no folder that does not answer, and replace no file unasked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from tests.ui.beside.silence import Silent
from ui import choosing, waiting
from ui.window import Window


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
