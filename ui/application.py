"""The running program: application, theme, settings, session, window; opens the workbook that was asked for."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

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
    """A dressed window on a session, not yet shown."""
    window = Window(session, settings, Theme(application(), settings.appearance))
    reporter = ErrorReporter(window)
    reporter.install()
    window.destroyed.connect(reporter.uninstall)
    return window


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
