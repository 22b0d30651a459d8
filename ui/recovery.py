"""Keeps the recovery journal of a window in step with its session, and offers what an earlier window left behind.

Made before the window, so that an edit is in the journal before any view shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from planner.atomic import reason_of
from planner.journal import About, Journal, Leftover, leftovers, open_elsewhere
from ui.session import Session

SYNC_MS = 400


class Recovery(QObject):
    """The journal of one session. `said` has a sentence when it cannot be written, once until it can again."""

    said = Signal(str)

    def __init__(self, session: Session, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folder = folder
        self._journal: Journal | None = None
        self._failing = False
        self.problem = ""
        """What `said` has told, while it lasts; for those who come too late to hear it."""
        self._closed = False
        self._sync = QTimer(self, singleShot=True, interval=SYNC_MS)
        self._sync.timeout.connect(self._to_disk)
        session.changed.connect(self.keep)
        self.keep()

    @property
    def failing(self) -> bool:
        """Whether the last record could not be written."""
        return self._failing

    def keep(self, *_: object) -> None:
        """Put down what the session holds now, when that is not what its file holds."""
        if self._closed:
            return
        self._attempt(self._record)

    def kept(self) -> bool:
        """Put down what the session holds now, and say whether that is on record."""
        self.keep()
        return not self._failing

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
        if self._failing:
            leftover.release()
        else:
            leftover.discard()

    def close(self) -> None:
        """The workbook was saved, or given up by the user: its journal goes."""
        if self._closed:
            return
        self._closed = True
        self._sync.stop()
        if self._journal is not None:
            self._attempt(self._journal.close)

    def _record(self) -> None:
        if self._journal is None:
            self._journal = Journal(self._folder)
        session = self._session
        about = About(str(session.file.absolute()) if session.file else None, session.label, session.digest)
        if session.as_saved:
            self._journal.clear(about)
        else:
            self._journal.record(session.workbook, session.observations, about)
            if not self._sync.isActive():
                self._sync.start()

    def _to_disk(self) -> None:
        if self._journal is not None:
            self._journal.sync()

    def _attempt(self, write: Callable[[], None]) -> None:
        try:
            write()
            self._failing, self.problem = False, ""
        except (OSError, ValueError) as error:
            if not self._failing:
                self._failing = True
                text = QCoreApplication.translate(
                    "recovery", "Unsaved changes cannot be kept for recovery in {folder}: {reason}. Save your workbook."
                )
                reason = QCoreApplication.translate("files", reason_of(error))
                self.problem = text.format(folder=self._folder, reason=reason)
                self.said.emit(self.problem)
