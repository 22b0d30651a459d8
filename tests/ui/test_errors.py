"""Failures of the program: one dialog, no private paths, and the program goes on."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMessageBox
from pytestqt.qtbot import QtBot

from planner.files import load
from ui.errors import ErrorReporter, report_text, what_happened
from ui.examples import example_file
from ui.private_paths import ROOT, without_private_paths
from ui.recovery import Recovery
from ui.session import Session


@pytest.fixture
def reporter(qtbot: QtBot) -> Iterator[ErrorReporter]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.show()
    made = ErrorReporter(window)
    yield made
    made.uninstall()
    if made.dialog is not None:
        made.dialog.reject()


def failure(text: str = "boom") -> BaseException:
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        return error


@pytest.mark.parametrize(
    ("text", "shown"),
    (
        ("cannot read /home/jane/plans/a.json now", "cannot read …/a.json now"),
        (r"C:\Users\Jane\plans\a.json: denied", "…/a.json: denied"),
        (r"\\server\share\jane\a.json", "…/a.json"),
        (f'File "{ROOT}/ui/errors.py", line 3', 'File "ui/errors.py", line 3'),
        ("/opt/x/lib/python3.11/site-packages/numpy/core.py", "numpy/core.py"),
        ("~/private/notes.txt", "…/notes.txt"),
        ("51.06 / 79.15 GiB, byte/token, a/b", "51.06 / 79.15 GiB, byte/token, a/b"),
    ),
)
def test_that_private_paths_are_cut_and_other_text_is_left(text: str, shown: str) -> None:
    assert without_private_paths(text) == shown


def test_that_the_report_names_versions_and_place_without_a_private_path(qtbot: QtBot) -> None:
    text = report_text(failure("no such file: /home/jane/secret/plan.fitsheet"))
    assert "Fitsheet" in text and "RuntimeError" in text and "test_errors.py" in text
    assert "jane" not in text and str(ROOT) not in text
    assert what_happened(failure("")) == "RuntimeError"


def test_that_an_error_in_a_callback_opens_one_dialog_and_the_program_goes_on(
    reporter: ErrorReporter, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    reporter.install()
    QTimer.singleShot(0, lambda: 1 / 0)
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    dialog = reporter.dialog
    assert "ZeroDivisionError" in dialog.message and "Traceback" not in dialog.message
    sys.excepthook(RuntimeError, failure("again"), None)
    qtbot.waitUntil(lambda: "2 errors so far." in dialog.message)
    assert reporter.dialog is dialog
    dialog.copy_report()
    assert "Traceback" in QGuiApplication.clipboard().text()
    dialog.reject()
    qtbot.waitUntil(lambda: reporter.dialog is None)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_that_an_error_on_another_thread_reaches_the_dialog(
    reporter: ErrorReporter, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    reporter.install()

    def fail() -> None:
        raise RuntimeError("elsewhere")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "elsewhere" in reporter.dialog.message


def test_that_a_flood_of_errors_keeps_five_and_counts_the_rest(reporter: ErrorReporter, qtbot: QtBot) -> None:
    for number in range(200):
        reporter.handle(failure(f"number {number}"))
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    report = reporter.dialog.report
    assert "number 4" in report and "number 5" not in report and "and 195 more errors" in report


def test_that_the_report_can_be_saved_to_a_file(
    reporter: ErrorReporter, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reporter.handle(failure("no such file: /home/jane/secret/plan.fitsheet"))
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    file = tmp_path / "report.txt"
    assert reporter.dialog.save_report(file)
    text = file.read_text(encoding="utf-8")
    assert "RuntimeError" in text and "…/plan.fitsheet" in text and "jane" not in text
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: said.append(given[2]))
    assert not reporter.dialog.save_report(tmp_path / "gone" / "report.txt")
    assert "report.txt was not written" in said[0]


def test_that_an_error_saves_the_journal_and_the_dialog_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    """The edit that failed inside a view may have missed its record; the handling of the error makes up for it."""
    window = QMainWindow()
    qtbot.addWidget(window)
    session = Session(load(example_file()).workbook)
    recovery = Recovery(session, tmp_path, window)
    reporter = ErrorReporter(window, keep=recovery.kept)
    session.changed.disconnect(recovery.keep)
    session.edit(("scenarios", "chat_13b_b16", "name"), "Not in the journal yet")
    (journal,) = tmp_path.glob("*.journal")
    assert b"Not in the journal yet" not in journal.read_bytes()
    reporter.handle(failure())
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert b"Not in the journal yet" in journal.read_bytes()
    assert "are in the recovery journal" in reporter.dialog.message
    reporter.dialog.reject()
    recovery.close()


def test_that_a_journal_that_cannot_be_kept_is_said_in_the_same_dialog(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)

    def broken() -> bool:
        raise RuntimeError("again")

    reporter = ErrorReporter(window, keep=broken)
    reporter.handle(failure())
    qtbot.waitUntil(lambda: reporter.dialog is not None)
    assert "save your workbook now" in reporter.dialog.message
    reporter.dialog.reject()


def test_that_the_hooks_are_given_back(reporter: ErrorReporter) -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    reporter.install()
    assert sys.excepthook is not before[0]
    reporter.uninstall()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
