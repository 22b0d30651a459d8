"""A bar for what takes the window more than half a second, which goes on being painted and answers its desktop."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QEventLoop, Qt
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

QUIET_S = 0.5
EVERY_S = 0.1
Flags = QEventLoop.ProcessEventsFlag
QUIETLY = Flags.ExcludeUserInputEvents | Flags.ExcludeSocketNotifiers
"""Nothing that could change the document meanwhile: neither keys and clicks nor a measurement's messages."""


class Progress:
    """Shows how far a window is with a piece of work of its own. `step` is called often and is cheap."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._begun = 0.0
        self._shown = 0.0
        self._dialog: QProgressDialog | None = None

    def step(self, done: int, of: int) -> None:
        """So many of so many plans are evaluated; the first call is with 0, the last with all."""
        now = time.monotonic()
        if done == 0:
            self._begun = self._shown = now
        elif done >= of:
            self._end()
        elif now - self._begun > QUIET_S and now - self._shown > EVERY_S:
            self._show(done, of)
            self._shown = time.monotonic()

    def _show(self, done: int, of: int) -> None:
        if self._dialog is None:
            self._dialog = QProgressDialog(self._window)
            self._dialog.setWindowTitle("Fitsheet")
            text = QCoreApplication.translate("waiting", "Evaluating {count} plans …")
            self._dialog.setLabelText(text.format(count=f"{of:,}"))
            self._dialog.setCancelButton(None)
            self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
            self._dialog.setMinimumDuration(0)
            self._dialog.show()
        self._dialog.setRange(0, of)
        self._dialog.setValue(done)
        QApplication.processEvents(QUIETLY)

    def _end(self) -> None:
        if self._dialog is not None:
            self._dialog.close()
            self._dialog.deleteLater()
            self._dialog = None
