"""Reads and evaluates a large workbook beside the window, which goes on answering and shows that it is at work.

Small files are read at once: a thread would only make them later.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from planner import files
from planner.evaluations import Evaluations, Planner

AT_ONCE = 200_000
"""Bytes up to which a file is read by the window itself (the example, with nine scenarios, has 88,000)."""
QUIET_MS = 500


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file's content with what a planner of its own makes of it."""

    document: files.Loaded
    planner: Planner
    evaluations: Evaluations


def prepared(file: Path) -> Prepared:
    """Read and evaluate; FileError says what is wrong with a file that cannot be read."""
    document = files.load(file)
    planner = Planner()
    return Prepared(document, planner, planner.evaluate(document.workbook))


class Opening(QObject):
    """One large file on its way in."""

    _done = Signal()

    def __init__(self, file: Path, window: QWidget) -> None:
        super().__init__(window)
        self._file = file
        self._window = window
        self._prepared: Prepared | None = None
        self._error: BaseException | None = None

    def wait(self) -> Prepared | None:
        """What was read; None when the user gave up waiting. FileError as from `prepared`."""
        loop = QEventLoop()
        self._done.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
        dialog = QProgressDialog(self._window)
        dialog.setWindowTitle(self.tr("Opening"))
        dialog.setLabelText(self.tr("Reading {name} and evaluating its scenarios …").format(name=self._file.name))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.setRange(0, 0)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setMinimumDuration(1_000_000)  # shown below, whatever it thinks of its own progress
        QTimer.singleShot(QUIET_MS, dialog, dialog.show)
        dialog.canceled.connect(loop.quit)
        dialog.setValue(0)
        thread = threading.Thread(target=self._read, name="opening", daemon=True)
        thread.start()
        loop.exec(QEventLoop.ProcessEventsFlag.AllEvents)
        dialog.canceled.disconnect(loop.quit)
        given_up = dialog.wasCanceled() and thread.is_alive()
        dialog.close()
        dialog.deleteLater()
        self.deleteLater()
        if given_up:
            return None
        thread.join()
        if self._error is not None:
            raise self._error
        return self._prepared

    def _read(self) -> None:
        try:
            self._prepared = prepared(self._file)
        except BaseException as error:  # told on the thread that waits
            self._error = error
        with contextlib.suppress(RuntimeError):  # the user gave up waiting and the object is gone
            self._done.emit()


def opened(file: Path, window: QWidget) -> Prepared | None:
    """Read a file, at once or beside the window, by its size; None when the user gave up waiting."""
    try:
        large = file.stat().st_size > AT_ONCE
    except (OSError, ValueError):
        large = False  # the reader says why
    return Opening(file, window).wait() if large else prepared(file)
