"""Work on files beside the window, which goes on answering: a network folder may not answer for minutes.

Quick work is waited for without an event between: to the caller it is a call like any other. Whatever the window reads
or writes where a person may have put it goes this way; tests/ui/beside/test_disk.py lists what does not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

Result = TypeVar("Result")

QUICK_S = 0.15
"""So long the caller is held up before the window's events are served: less than a person notices."""
SHORT_S = 0.5
"""So long a folder has to answer that is only looked at for convenience; none is waited for at the end of a program."""
QUIET_MS = 500
PATIENT_MS = 2_000
LOOK_MS = 20


class GaveUp(Exception):
    """The user does not want to wait any longer. The work may still come to its end."""

    def __init__(self, place: Path | None) -> None:
        super().__init__(str(place))
        self.place = place

    @property
    def reason(self) -> str:
        """Why there is no result and what helps, as the end of a sentence without its full stop."""
        if self.place is None:
            return QCoreApplication.translate("waiting", "you did not wait for it")
        text = QCoreApplication.translate(
            "waiting", "{place} did not answer. Try again when it does, or choose another place"
        )
        return text.format(place=self.place)


class Work(threading.Thread, Generic[Result]):
    """One piece of work on its way, after another one that it may not overtake. It keeps no program from ending."""

    def __init__(
        self, work: Callable[[], Result], after: threading.Thread | None = None, file: Path | None = None
    ) -> None:
        super().__init__(name="files", daemon=True)
        self.file = file
        self._work = work
        self._after = after
        self._result: Result | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            if self._after is not None:
                self._after.join()
            self._result = self._work()
        except BaseException as error:  # told on the thread that waits
            self._error = error
        self._after = None

    def result(self) -> Result:
        """What came of it, or the error that it ended with."""
        self.join()
        if self._error is not None:
            raise self._error
        return cast(Result, self._result)


def still_waiting(place: Path) -> str:
    """What is said of a place that takes long."""
    text = QCoreApplication.translate("waiting", "This takes longer than usual: {place} may not be answering.")
    return text.format(place=place)


def last_work_on(file: Path) -> Work[Any] | None:
    """What was begun last on a file and still runs, for whichever window it was begun."""
    running = [each for each in threading.enumerate() if isinstance(each, Work) and each.file == file]
    return running[-1] if running else None


def shortly(work: Callable[[], Result], otherwise: Result) -> Result:
    """What comes of a short look at a folder; `otherwise` where it fails or does not come within half a second."""
    running = Work(work)
    running.start()
    running.join(SHORT_S)
    try:
        return otherwise if running.is_alive() else running.result()
    except (OSError, ValueError):
        return otherwise


class Notice(QProgressDialog):
    """Says what is waited for, once that takes long; there from the beginning, so that others can see that one waits.

    Nothing of what asked for the work goes before the work has its end: a window that is to close meanwhile, as its
    frame can ask at any moment, closes afterwards.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.ended = False
        self._to_close: list[QWidget] = []
        self._held: list[QWidget] = []
        widget: QWidget | None = window
        while widget is not None:
            self._held.append(widget.window())
            widget.window().installEventFilter(self)
            widget = widget.window().parentWidget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close and isinstance(watched, QWidget) and watched in self._held:
            event.ignore()
            if watched not in self._to_close:
                self._to_close.append(watched)
            return True
        return super().eventFilter(watched, event)

    def end(self) -> None:
        """The work has its end."""
        self.ended = True
        for window in self._held:
            window.removeEventFilter(self)
        self.close()
        for window in self._to_close:
            QTimer.singleShot(0, window, window.close)
        self.deleteLater()


def under_way(window: QWidget) -> bool:
    """Whether something is waited for in a window, or in one that stands over it."""
    return any(not notice.ended for notice in window.findChildren(Notice))


class Files:
    """Work on files for one window; what is done to a file is done in the order in which it was asked for."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._given_up: dict[Path, Work[Any]] = {}

    def make(self, file: Path, sentence: str, work: Callable[[], Result]) -> Result:
        """The same for the content of a file, which waits for no folder and for no other work."""
        return self._done(Work(work), file, sentence, None)

    def do(self, file: Path, sentence: str, work: Callable[[], Result], place: Path | None = None) -> Result:
        """The result of some work on a file, or its error; GaveUp when the user does not wait for it.

        `sentence` says what is being done, once that takes longer than half a second. Work that was given up goes on as
        long as the system holds it; later work on the same file waits for it, so that an old save cannot come over a
        new one. `place` is what is named as not answering; None for the folder of the file.
        """
        return self._done(Work(work, last_work_on(file), file), file, sentence, place or file.parent)

    def _done(self, running: Work[Result], file: Path, sentence: str, place: Path | None) -> Result:
        running.start()
        running.join(QUICK_S)
        if running.is_alive():
            self._wait(running, file, sentence, place)
        return running.result()

    def late(self, file: Path) -> Any:
        """What work on a file that was given up came to after all; None when there was none, or it failed."""
        work = self._given_up.get(file)
        if work is None or work.is_alive():
            return None
        del self._given_up[file]
        try:
            return work.result()
        except Exception:
            return None

    def _wait(self, running: Work[Result], file: Path, sentence: str, place: Path | None) -> None:
        loop = QEventLoop()
        look = QTimer(interval=LOOK_MS)
        look.timeout.connect(lambda: running.is_alive() or loop.quit())
        look.start()
        dialog = Notice(self._window)
        dialog.setWindowTitle(file.name)
        dialog.setLabelText(sentence)
        dialog.setCancelButtonText(QCoreApplication.translate("waiting", "Cancel"))
        dialog.setRange(0, 0)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setMinimumDuration(1_000_000)  # shown below, whatever it thinks of its own progress
        QTimer.singleShot(QUIET_MS, dialog, loop.quit)
        if place is not None:
            said = f"{sentence}\n{still_waiting(place)}"
            QTimer.singleShot(PATIENT_MS, dialog, lambda: dialog.setLabelText(said))

        def cancel() -> None:
            loop.quit()

        dialog.canceled.connect(cancel)
        dialog.rejected.connect(cancel)  # by Escape where its shortcut does not reach the dialog
        dialog.setValue(0)
        # Until the notice stands over the window, keys and clicks wait: they could ask for the same work again.
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        if running.is_alive():
            dialog.show()
            loop.exec(QEventLoop.ProcessEventsFlag.AllEvents)
        look.stop()
        given_up = running.is_alive()  # cancelled, or the program ends
        dialog.canceled.disconnect(cancel)
        dialog.rejected.disconnect(cancel)
        dialog.end()
        if given_up:
            if running.file is not None:
                self._given_up[file] = running
            raise GaveUp(place)
