"""The running program: application, theme, settings, session, window; opens the workbook that was asked for."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from planner import __version__
from ui import arrangement, languages, start, waiting
from ui.collector import Collector
from ui.errors import ErrorReporter
from ui.examples import example_file
from ui.first_paint import FirstPaint
from ui.folders import log_file, recovery_folder
from ui.measurement import Outcome
from ui.recovery import Recovery
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.what_if import reopening
from ui.window import Window

SETTLED_MS = 2_000
"""When the start is over: nothing of it is in the way of what is seen first."""
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
    """A dressed window on a session, not yet shown, in the language of the settings.

    `recovery` keeps the session's journal, from before the first edit.
    """
    languages.install(application(), settings.language)
    window = Window(session, settings, Theme(application(), settings.appearance))
    Collector(session, window)
    if recovery is not None:
        window.documents.recovery = recovery
        recovery.said.connect(window.status.say)
        if recovery.problem:  # from before there was a window
            window.status.say(recovery.problem)
    reporter = ErrorReporter(window, None if recovery is None else recovery.kept)
    reporter.install()
    window.destroyed.connect(reporter.uninstall)
    window.measuring.ended.connect(_log_outcome)
    window.language_wanted.connect(lambda _: QTimer.singleShot(0, window, lambda: _change_words(window)))
    return window


def _change_words(window: Window) -> None:
    """The other language, once nothing is waited for any more: what waits needs the window that it began in."""
    if waiting.under_way(window):
        QTimer.singleShot(waiting.LOOK_MS, window, lambda: _change_words(window))
    else:
        in_other_words(window)


def _log_outcome(outcome: Outcome) -> None:
    from ui import logs  # after the first paint

    logs.LOG.info("measurement %s: %s", outcome.kind, outcome.sentence)


def in_other_words(window: Window) -> Window:
    """A window in the language that the settings now say, in the place of this one: same workbook, same steps of undo,
    same panels, rows and columns, same windows of what if. With hundreds of scenarios it takes a second, as the cursor
    says.
    """
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        return _followed_by(window)
    finally:
        QApplication.restoreOverrideCursor()


def _followed_by(window: Window) -> Window:
    session, settings, recovery = window.session, window.settings, window.documents.recovery
    at = arrangement.place_in_tables(window)
    window.documents.settling.emit()
    opened = reopening.noted(window)
    window.leave()
    shown, example = window.isVisible(), window.documents.example
    quits = QApplication.quitOnLastWindowClosed()
    QApplication.setQuitOnLastWindowClosed(False)
    window.hide()
    window.deleteLater()
    # Gone before the other one comes, so that nothing of the session calls both.
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    fresh = open_window(settings, session, recovery)
    fresh.documents.example = example
    fresh.documents.named.emit()
    arrangement.go_to_place(fresh, at)
    if shown:
        fresh.show()
        for again in opened:
            again(fresh)
    QApplication.setQuitOnLastWindowClosed(quits)
    application().setProperty("window", fresh)  # somebody has to hold it
    return fresh


def run(file: str | None) -> int:
    """Opens the window on a file, or on the example; gives the exit status of the event loop."""
    program = application()
    session = Session()
    recovery = Recovery(session, recovery_folder(), program)
    window = open_window(Settings(), session, recovery)

    def stop_log() -> None:
        from ui import logs

        logs.stop()

    def after_the_first_paint() -> None:
        """What may end in a dialog comes when there is a window below it; the log, when there is time."""
        from ui import logs

        logs.start(log_file(), __version__)
        recovery.said.connect(logs.LOG.warning)
        if not window.documents.recover(asked=False):
            if file is None:
                window.documents.open_example(example_file())
            else:
                window.documents.open(Path(file))
        window.late.build_all()
        start.give_back()

    QTimer.singleShot(SETTLED_MS, window, start.after_first_paint)
    FirstPaint(window.scenarios.viewport(), after_the_first_paint)
    start.give_back()
    window.show()
    status = program.exec()
    # Its last words, as it is taken apart, would come to a window that is half taken apart itself.
    session.undo_stack.blockSignals(True)
    stop_log()
    return status
