"""When the program itself fails: one dialog that says so in words, a report without private paths, and it goes on.

An exception inside a Qt callback would otherwise end in a traceback on a terminal that nobody sees.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import PySide6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, QTimer, Signal, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from planner import __version__
from ui import theme
from ui.late import Late
from ui.private_paths import without_private_paths

choosing, saving = Late("ui.choosing"), Late("ui.saving")
LONGEST_REPORT = 20_000


def report_text(error: BaseException) -> str:
    """What a maintainer needs: versions and the traceback, without private paths."""
    import platform  # with what it imports itself, not needed as long as nothing fails

    lines = traceback.format_exception(type(error), error, error.__traceback__)
    about = (
        f"Fitsheet {__version__}, Python {platform.python_version()}, PySide {PySide6.__version__}, Qt {qVersion()}, "
        f"{platform.system()} {platform.release()} {platform.machine()}, {QGuiApplication.platformName()}"
    )
    text = without_private_paths("".join(lines).rstrip())
    if len(text) > LONGEST_REPORT:
        text = f"{text[: LONGEST_REPORT // 2]}\n…\n{text[-LONGEST_REPORT // 2 :]}"
    return f"{about}\n\n{text}\n"


def what_happened(error: BaseException) -> str:
    """The error in one line, without private paths."""
    text = without_private_paths(str(error)).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__


class ErrorDialog(QDialog):
    """Says that something went wrong; more errors while it is open are added to it and open no second one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reports: list[str] = []
        self._count = 0
        self.setWindowTitle(QCoreApplication.translate("errors", "Something went wrong"))
        self._message = QLabel()
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._report = QPlainTextEdit()
        self._report.setReadOnly(True)
        self._report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._report.setAccessibleName(QCoreApplication.translate("errors", "Report"))
        self._report.setVisible(False)
        buttons = QDialogButtonBox()
        self._details = buttons.addButton(
            QCoreApplication.translate("errors", "Show &report"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self._details.setCheckable(True)
        self._details.toggled.connect(self._show_report)
        copy = buttons.addButton(
            QCoreApplication.translate("errors", "&Copy report"), QDialogButtonBox.ButtonRole.ActionRole
        )
        copy.clicked.connect(self.copy_report)
        save = buttons.addButton(
            QCoreApplication.translate("errors", "&Save report…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        save.clicked.connect(self.ask_report_file)
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setDefault(True)
        close.setFocus()
        buttons.rejected.connect(self.reject)
        em = theme.em(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(em, em, em, em)
        column.setSpacing(em)
        column.addWidget(self._message)
        column.addWidget(self._report, 1)
        column.addWidget(buttons)
        self._message.setMinimumWidth(em * 32)

    @property
    def report(self) -> str:
        """The text that Copy puts on the clipboard."""
        more = self._count - len(self._reports)
        tail = [f"and {more} more errors\n"] if more else []
        return "\n".join([*self._reports, *tail])

    @property
    def message(self) -> str:
        """What the dialog says."""
        return self._message.text()

    def add(self, error: BaseException, kept: bool | None = None) -> None:
        """Tell of one more error; the first five are kept in the report, the rest are counted.

        `kept` says whether unsaved changes are in the recovery journal; None where nothing keeps one.
        """
        self._count += 1
        if len(self._reports) < 5:
            self._reports.append(report_text(error))
            self._report.setPlainText(self.report)
        first = QCoreApplication.translate(
            "errors",
            "An error in Fitsheet itself stopped the last action. Your workbook is as it was before that action, and "
            "you can go on working; saving a copy under a new name is wise.",
        )
        text = f"{first}\n\n{what_happened(error)}"
        if kept:
            text += "\n\n" + QCoreApplication.translate(
                "errors", "Changes that are not saved are in the recovery journal, should Fitsheet end."
            )
        elif kept is False:
            text += "\n\n" + QCoreApplication.translate(
                "errors", "The recovery journal could not be written: save your workbook now."
            )
        if self._count > 1:
            text += "\n\n" + QCoreApplication.translate("errors", "{count} errors so far.").format(count=self._count)
        self._message.setText(text)

    def copy_report(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self.report)

    def ask_report_file(self) -> None:
        """Ask where to put the report, and write it."""
        title = QCoreApplication.translate("errors", "Save report")
        file = choosing.ask_target(self, title, "fitsheet-report.txt", start=Path.home())
        if file is not None:
            self.save_report(file)

    def save_report(self, file: Path) -> bool:
        """Write the report to a file; the reason is said when that fails."""
        data = self.report.encode("utf-8", "replace")
        reason = saving.why_not_written(self, file, lambda: data)
        if reason:
            title = QCoreApplication.translate("errors", "Save report")
            QMessageBox.warning(self, title, saving.not_written(file, reason))
        return not reason

    def _show_report(self, shown: bool) -> None:
        self._report.setVisible(shown)
        self.adjustSize()


class ErrorReporter(QObject):
    """Catches what nothing else caught, on any thread, and shows it in one dialog over the window."""

    _failed = Signal(object)

    def __init__(self, window: QWidget | None = None, keep: Callable[[], bool] | None = None) -> None:
        """`keep` puts unsaved changes into the journal and says whether they are there."""
        super().__init__(window)
        self._window = window
        self._keep = keep
        self._dialog: ErrorDialog | None = None
        self._waiting: list[BaseException] = []
        self._before: tuple[Any, Any, Any] | None = None
        self._failed.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def dialog(self) -> ErrorDialog | None:
        """The dialog on show."""
        return self._dialog

    def install(self) -> None:
        """Take over Python's hooks, until `uninstall`."""
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._uncaught
        threading.excepthook = lambda args: self._uncaught(args.exc_type, args.exc_value, args.exc_traceback)
        sys.unraisablehook = lambda args: self._uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    def uninstall(self) -> None:
        """Give Python's hooks back."""
        if self._before is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
            self._before = None

    def handle(self, error: BaseException) -> None:
        """Tell the user of an error. The dialog opens later, never inside the paint or model call that failed."""
        if QThread.currentThread() is self.thread():
            self._take(error)
        else:
            self._failed.emit(error)

    def _uncaught(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt | SystemExit):
            QCoreApplication.exit(130 if issubclass(kind, KeyboardInterrupt) else 0)
            return
        found = kind() if error is None else error
        if sys.stderr is not None:
            # Whoever started it from a terminal sees it there; a program without one has no stderr.
            traceback.print_exception(kind, found, trace)
        self.handle(found)

    def _take(self, error: BaseException) -> None:
        self._waiting.append(error)
        if len(self._waiting) == 1:
            QTimer.singleShot(0, self, self._show)

    def _show(self) -> None:
        errors, self._waiting = self._waiting, []
        if self._dialog is None:
            self._dialog = ErrorDialog(self._window)
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.finished.connect(self._closed)
            self._add(errors)
            self._dialog.open()
        else:
            self._add(errors)

    def _add(self, errors: Iterable[BaseException]) -> None:
        assert self._dialog is not None
        kept = self._kept()
        for error in errors:
            _log("unexpected error", error)
            self._dialog.add(error, kept)

    def _kept(self) -> bool | None:
        if self._keep is None:
            return None
        try:
            return self._keep()
        except Exception as error:  # what failed before may fail here again: it is told, and no more comes of it
            _log("the journal could not be kept", error)
            return False

    def _closed(self) -> None:
        self._dialog = None


def _log(what: str, error: BaseException) -> None:
    from ui.logs import LOG  # no start needs it

    LOG.error(what, exc_info=error)
