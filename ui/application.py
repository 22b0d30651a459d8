"""The running program: application, theme, settings, session, window; opens the workbook that was asked for."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from ui import arrangement, languages
from ui.errors import ErrorReporter
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

ICON = Path(__file__).parent / "icons" / "fitsheet.svg"


def application() -> QApplication:
    """The one QApplication, named so that settings and window managers know it."""
    found = QApplication.instance()
    made = found if isinstance(found, QApplication) else QApplication(sys.argv[:1])
    made.setApplicationName("Fitsheet")
    made.setOrganizationName("Fitsheet")
    made.setDesktopFileName("fitsheet")
    made.setWindowIcon(QIcon(str(ICON)))
    return made


def open_window(settings: Settings, session: Session) -> Window:
    """A dressed window on a session, not yet shown, in the language of the settings."""
    languages.install(application(), settings.language)
    window = Window(session, settings, Theme(application(), settings.appearance))
    reporter = ErrorReporter(window)
    reporter.install()
    window.destroyed.connect(reporter.uninstall)
    window.language_wanted.connect(lambda _: QTimer.singleShot(0, window, lambda: in_other_words(window)))
    return window


def in_other_words(window: Window) -> Window:
    """A window in the language that the settings now say, in the place of this one: same workbook, same steps of undo,
    same panels, rows and columns.
    """
    session, settings = window.session, window.settings
    at = arrangement.place_in_tables(window)
    window.documents.settling.emit()
    window.leave()
    shown, example = window.isVisible(), window.documents.example
    quits = QApplication.quitOnLastWindowClosed()
    QApplication.setQuitOnLastWindowClosed(False)
    window.hide()
    window.deleteLater()
    # Gone before the other one comes, so that nothing of the session calls both.
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    fresh = open_window(settings, session)
    fresh.documents.example = example
    fresh.documents.named.emit()
    arrangement.go_to_place(fresh, at)
    if shown:
        fresh.show()
    QApplication.setQuitOnLastWindowClosed(quits)
    application().setProperty("window", fresh)  # somebody has to hold it
    return fresh


def run(file: str | None) -> int:
    """Opens the window on a file, or on the example; gives the exit status of the event loop."""
    program = application()
    window = open_window(Settings(), Session())
    if file is None:
        window.documents.open_example(example_file())
    else:
        # After the window is up: a file that cannot be read is said in a dialog over it.
        QTimer.singleShot(0, window, lambda: window.documents.open(Path(file)))
    window.show()
    return program.exec()
