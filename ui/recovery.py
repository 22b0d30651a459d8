"""Keeps the recovery journal of a window in step with its session, and offers what an earlier window left behind.

Made before the window, so that an edit is in the journal before any view shows it. The journal is written beside the
window and waited for as long as nobody notices: the folder of a home that does not answer holds up nothing, and what
came in meanwhile is put down when it answers.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from planner.atomic import reason_of
from planner.journal import About, Journal, Leftover, leftovers, open_elsewhere
from ui.session import Session
from ui.waiting import LOOK_MS, QUICK_S, Work, shortly

SYNC_MS = 400
LATE_S = 1.0
"""A record that takes longer is said not to be kept."""
AT_THE_END_S = 1.8
"""So long the journal of a window that closes may take to go."""


class Recovery(QObject):
    """The journal of one session. `said` has a sentence when it cannot be written, once until it can again."""

    said = Signal(str)

    def __init__(self, session: Session, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folder = folder
        self._journal: Journal | None = None
        self._work: Work[None] | None = None
        self._begun = 0.0
        self._behind = False
        self._failing = False
        self.problem = ""
        """What `said` has told, while it lasts; for those who come too late to hear it."""
        self._closed = False
        self._sync = QTimer(self, singleShot=True, interval=SYNC_MS)
        self._sync.timeout.connect(self._to_disk)
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._take)
        session.changed.connect(self.keep)
        self.keep()

    @property
    def failing(self) -> bool:
        """Whether the last record could not be written, or is not yet."""
        return self._failing or self._work is not None

    def keep(self, *_: object) -> None:
        """Put down what the session holds now, when that is not what its file holds."""
        if self._closed:
            return
        if self._work is not None:
            self._behind = True
            return
        self._behind, self._begun = False, time.monotonic()
        self._work = Work(self._record())
        self._work.start()
        self._work.join(QUICK_S)
        self._take()
        if self._work is not None:
            self._look.start()

    def _take(self) -> None:
        """See what came of the record that is being written."""
        if self._work is None:
            return
        if self._work.is_alive():
            if time.monotonic() - self._begun > LATE_S:
                self._say(QCoreApplication.translate("recovery", "it does not answer"))
            return
        done, self._work = self._work, None
        self._look.stop()
        try:
            done.result()
            self._failing, self.problem = False, ""
        except (OSError, ValueError) as error:
            self._say(QCoreApplication.translate("files", reason_of(error)))
        if self._behind:
            self.keep()

    def kept(self) -> bool:
        """Put down what the session holds now, and say whether that is on record."""
        self.keep()
        return not self.failing

    @property
    def folder(self) -> Path:
        """Where the journals are."""
        return self._folder

    def offers(self) -> list[Leftover]:
        """Unsaved work of windows that are gone, the latest first; held until each is discarded or released."""
        return leftovers(self._folder)

    def open_elsewhere(self, file: Path) -> bool:
        """Whether another window on this computer has the file open."""
        return open_elsewhere(self._folder, file, self._journal.path if self._journal is not None else None)

    def restore(self, leftover: Leftover) -> None:
        """Show unsaved work in this session. The old journal goes only when the new one holds it."""
        assert leftover.document is not None
        about = leftover.about
        file = Path(about.file) if about.file else None
        self._session.recover(leftover.document, file, about.digest, "" if file else about.title)
        shortly(leftover.release if self.failing else leftover.discard, None)

    def close(self) -> None:
        """The workbook was saved, or given up by the user: its journal goes."""
        if self._closed:
            return
        self._closed = True
        self._sync.stop()
        self._look.stop()
        going = Work(self._go, after=self._work)
        self._work = None
        going.start()
        going.join(AT_THE_END_S)

    def _go(self) -> None:
        with contextlib.suppress(OSError):  # it is offered at the next start, which is better than nothing
            if self._journal is not None:
                self._journal.close()

    def _record(self) -> Callable[[], None]:
        """What writes down the session as it is now, on another thread than the session's."""
        session = self._session
        about = About(str(session.file.absolute()) if session.file else None, session.label, session.digest)
        as_saved, workbook, observations = session.as_saved, session.workbook, session.observations
        if not as_saved and not self._sync.isActive():
            self._sync.start()

        def record() -> None:
            if self._journal is None:
                self._journal = Journal(self._folder)
            if as_saved:
                self._journal.clear(about)
            else:
                self._journal.record(workbook, observations, about)

        return record

    def _to_disk(self) -> None:
        if self._work is not None:
            self._sync.start()
        elif self._journal is not None:
            self._journal.sync()

    def _say(self, reason: str) -> None:
        if not self._failing:
            self._failing = True
            text = QCoreApplication.translate(
                "recovery", "Unsaved changes cannot be kept for recovery in {folder}: {reason}. Save your workbook."
            )
            self.problem = text.format(folder=self._folder, reason=reason)
            self.said.emit(self.problem)
