"""The running program: application, theme, settings, session, window; opens the workbook that was asked for."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from planner import __version__
from ui.errors import ErrorReporter
from ui.examples import example_file
from ui.folders import log_file, recovery_folder
from ui.recovery import Recovery
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


def open_window(settings: Settings, session: Session, recovery: Recovery | None = None) -> Window:
    """A dressed window on a session, not yet shown. `recovery` keeps its journal, from before the first edit."""
    window = Window(session, settings, Theme(application(), settings.appearance))
    if recovery is not None:
        window.documents.recovery = recovery
        recovery.said.connect(window.status.say)
    reporter = ErrorReporter(window, None if recovery is None else recovery.kept)
    reporter.install()
    window.destroyed.connect(reporter.uninstall)
    return window


def run(file: str | None) -> int:
    """Opens the window on a file, or on the example; gives the exit status of the event loop."""
    program = application()
    session = Session()
    recovery = Recovery(session, recovery_folder(), program)
    window = open_window(Settings(), session, recovery)
    if file is None:
        window.documents.open_example(example_file())

    def stop_log() -> None:
        from ui import logs

        logs.stop()

    def after_the_first_paint() -> None:
        """What may end in a dialog comes when there is a window below it; the log, when there is time."""
        from ui import logs

        logs.start(log_file(), __version__)
        window.measuring.ended.connect(
            lambda outcome: logs.LOG.info("measurement %s: %s", outcome.kind, outcome.sentence)
        )
        recovery.said.connect(logs.LOG.warning)
        if not window.documents.recover(asked=False) and file is not None:
            window.documents.open(Path(file))

    QTimer.singleShot(1, window, after_the_first_paint)
    window.show()
    status = program.exec()
    stop_log()
    return status
