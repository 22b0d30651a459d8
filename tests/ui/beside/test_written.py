"""What is written where nobody answers can be given up, leaves nothing behind and is done again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from planner import own_presets, presets
from tests.ui.beside.silence import KINDS, Patience, Silent, message, status
from ui import measure_menu, preset_dialogs
from ui.errors import ErrorDialog
from ui.handover.export_dialog import ExportDialog
from ui.history_dialog import HistoryDialog
from ui.saving import save_or_say
from ui.window import Window


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
