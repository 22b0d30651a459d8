"""The status line: a sentence, the measurement at work, what is selected, how many Findings, which Python measures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QToolButton

from planner.findings import Finding, Severity
from ui.counted import counted
from ui.measuring import Measuring
from ui.sheets.selection import summary
from ui.sheets.table_view import TableView
from ui.theme import em

if TYPE_CHECKING:
    from ui.window import Window

SENTENCE_MS = 12_000
_ERRORS = QT_TRANSLATE_NOOP("counted", "1 error"), QT_TRANSLATE_NOOP("counted", "{count} errors")
_FOUND = QT_TRANSLATE_NOOP("counted", "1 finding"), QT_TRANSLATE_NOOP("counted", "{count} findings")


class StatusLine(QObject):
    """Fills the status bar of a window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        bar = window.statusBar()
        # A long sentence is cut off where a measurement is shown beside it.
        bar.messageChanged.connect(lambda sentence: self._window.statusBar().setToolTip(sentence))
        self._stage = QLabel()
        self._stage.setContentsMargins(em(window), 0, 0, 0)
        self._progress = QProgressBar()
        self._progress.setRange(0, 1000)
        self._progress.setFixedWidth(em(window) * 12)
        self._progress.setTextVisible(False)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setAccessibleName(self.tr("Cancel the measurement"))
        self._cancel.clicked.connect(window.measuring.cancel)
        self._selection = QLabel()
        self._findings = QToolButton()
        self._findings.setAutoRaise(True)
        self._findings.clicked.connect(lambda: window.show_dock("findings"))
        for widget in (self._stage, self._progress, self._cancel, self._selection, self._findings):
            bar.addPermanentWidget(widget)
        self.show_measuring(window.measuring)

    def say(self, sentence: str) -> None:
        """Show a sentence for a while."""
        self._window.statusBar().showMessage(sentence, SENTENCE_MS)

    def show_measuring(self, measuring: Measuring) -> None:
        """The stage and progress of a measurement, while one is at work."""
        for widget in (self._stage, self._progress, self._cancel):
            widget.setVisible(measuring.running)
        if measuring.running:
            self._stage.setText(self._progress_text(measuring))
            self._progress.setValue(round(measuring.fraction * 1000))

    def _progress_text(self, measuring: Measuring) -> str:
        """What is measured, its stage, the time left, and how many wait."""
        parts = [self.tr("Measuring {name}: {stage}").format(name=measuring.subject, stage=measuring.stage)]
        if measuring.seconds_left is not None:
            parts.append(self.tr("about {seconds:.0f} s left").format(seconds=measuring.seconds_left))
        if measuring.waiting:
            parts.append(self.tr("{count} waiting").format(count=measuring.waiting))
        return ", ".join(parts)

    def show_selection(self, table: TableView) -> None:
        """Count, sum, least and greatest of the selected numbers."""
        self._selection.setText(summary(table))

    def show_zoom(self, percent: int) -> None:
        """Say how large the text is now."""
        self.say(self.tr("Zoom {percent} %").format(percent=percent))

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """How many Findings there are; a click shows them."""
        found = list(findings)
        grave = sum(1 for finding in found if finding.severity is Severity.ERROR)
        if not found:
            text = self.tr("● No findings")
        elif grave:
            errors = counted(grave, *_ERRORS)
            text = self.tr("✕ {errors}, {findings} in all").format(errors=errors, findings=counted(len(found), *_FOUND))
        else:
            text = f"▲ {counted(len(found), *_FOUND)}"
        self._findings.setText(text)
        self._findings.setToolTip(self.tr("Show what does not go together (Ctrl+Shift+F)"))
