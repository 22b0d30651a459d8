"""The log: starts, failures, what Qt complains of and how measurements ended, without private paths.

Two files of half a megabyte at most (ui.folders.log_file); a log that cannot be written stops nothing. It is written
on a thread of its own, since the folder of a home may not answer.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from ui.private_paths import without_private_paths
from ui.waiting import QUICK_S, SHORT_S

LARGEST = 512 * 2**10
LOG = logging.getLogger("fitsheet")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class _Private(logging.Formatter):
    """Cuts private paths out of the whole entry, its traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        return without_private_paths(super().format(record))


class _Quiet(RotatingFileHandler):
    """A full disk or a folder that is gone is no reason to write to a terminal that nobody sees."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing: the entry is lost, the program goes on."""


class _Beside(logging.Handler):
    """Hands entries to the thread that writes, and waits until they are written where that is soon."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._entries: SimpleQueue[tuple[logging.LogRecord | None, threading.Event]] = SimpleQueue()
        self._last: threading.Event | None = None
        threading.Thread(target=self._write, args=(file,), name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Behind entries that are not written yet it is not waited for."""
        self._put(record, QUICK_S if self._last is None or self._last.is_set() else 0.0)

    def close(self) -> None:
        """Write what there is, as long as that is worth waiting for."""
        self._put(None, SHORT_S)
        super().close()

    def _put(self, record: logging.LogRecord | None, patience_s: float) -> None:
        self._last = threading.Event()
        self._entries.put((record, self._last))
        self._last.wait(patience_s)

    def _write(self, file: Path) -> None:
        handler: logging.Handler
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handler = _Quiet(file, maxBytes=LARGEST, backupCount=1, encoding="utf-8", errors="replace")
        except OSError:
            handler = logging.NullHandler()
        handler.setFormatter(_Private("%(asctime)s %(process)d %(levelname)s %(message)s"))
        while True:
            record, written = self._entries.get()
            if record is None:
                with contextlib.suppress(OSError):  # what a full disk did not take is lost
                    handler.close()
                written.set()
                return
            handler.handle(record)
            written.set()


def start(file: Path, version: str) -> None:
    """Log to this file from here on, until `stop`."""
    stop()
    LOG.addHandler(_Beside(file))
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    qInstallMessageHandler(_from_qt)
    LOG.info("Fitsheet %s started, Python %s, %s", version, sys.version.split()[0], sys.platform)


def stop() -> None:
    """Close the log and give Qt's messages back."""
    for handler in list(LOG.handlers):
        qInstallMessageHandler(None)
        LOG.removeHandler(handler)
        handler.close()


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    LOG.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", message)
    if sys.stderr is not None and kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
        print(message, file=sys.stderr)
