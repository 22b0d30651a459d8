"""Sweep: one or two fields of a scenario over ranges, as a map or as curves; a point becomes a scenario.

A window of its own beside the main one. It follows the workbook, computes in slices that leave the window at work, and
reads the point under the mouse or the keys by a plan of its own, to the last digit.
"""

from __future__ import annotations

import io
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QColor, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.what_if.sweep.axes import axis_of
from planner.what_if.sweep.command import write_csv
from planner.what_if.sweep.point import with_point
from planner.what_if.sweep.sweeper import Sweep, Sweeper
from planner.words import Refused
from ui.copying import copy_rows
from ui.handover import pictures
from ui.refusals import refusal
from ui.saving import ask_csv, save_or_say
from ui.session import Session
from ui.settings import Settings
from ui.theme import colours
from ui.what_if.companion import Companion
from ui.what_if.slices import Slices, WorkBar
from ui.what_if.sweep.canvas import SweepCanvas
from ui.what_if.sweep.controls import SweepControls
from ui.what_if.sweep.reading import sentence_of, shown_of, table_of
from ui.what_if.sweep.shown import Shown
from ui.what_if.sweep.words import said

MOST_COPIED = 250_000
"""Larger sweeps are saved as CSV, not put on the clipboard."""


class SweepWindow(Companion):
    """`made` carries the id of a scenario that was made of a point."""

    made = Signal(str)

    def __init__(self, session: Session, settings: Settings, parent: QWidget) -> None:
        super().__init__("sweep", session, settings, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._planner = Planner()
        self._asked: Sweeper | None = None
        """Of the sweep under way; the picture stays that of the one before until it is there."""
        self._sweeper: Sweeper | None = None
        self.sweep: Sweep | None = None
        self.controls = SweepControls(session)
        self.canvas = SweepCanvas()
        self.run = Slices(self)
        self.busy = WorkBar(self.run)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.reading = QLabel()
        self.reading.setTextFormat(Qt.TextFormat.PlainText)
        self.reading.setWordWrap(True)
        self.reading.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reading.setAccessibleName(self.tr("Point that is looked at"))
        self.actions_by_name: dict[str, QAction] = {}
        self._make_actions()
        self._lay_out()
        self.controls.changed.connect(self.again)
        self.controls.look_changed.connect(self._draw)
        self.canvas.moved.connect(self._read)
        self.canvas.chosen.connect(self.make_scenario)
        self.run.finished.connect(self._on_finished)
        self.run.failed.connect(self._on_failed)
        self.run.cancelled.connect(self._on_cancelled)
        self._enable()
        self.place(62, 44)

    # Where things stand

    def _make_actions(self) -> None:
        for name, text, keys, run in (
            ("make", self.tr("Ma&ke this point a scenario"), "Ctrl+Return", self._make_current),
            ("copy", self.tr("&Copy table"), QKeySequence(QKeySequence.StandardKey.Copy), self.copy_table),
            ("copy_picture", self.tr("Copy p&icture"), "Ctrl+Shift+C", self.copy_picture),
            ("picture", self.tr("Save &picture…"), "Ctrl+Shift+S", self.ask_picture),
            ("csv", self.tr("Save CS&V…"), QKeySequence(QKeySequence.StandardKey.Save), self.ask_csv),
            ("close", self.tr("Close"), "Esc", self.close),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _=False, run=run: run())
            self.addAction(action)
            self.actions_by_name[name] = action
            if name != "close":
                self.canvas.addAction(action)
        copy = self.actions_by_name["copy"]
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # a range that is edited keeps its own Ctrl+C
        self.removeAction(copy)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        for name in ("make", "copy", "picture", "csv"):
            action = self.actions_by_name[name]
            button = QPushButton(action.text())
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{action.text().replace('&', '')} ({keys})")
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            buttons.addWidget(button)
            if name == "make":
                buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(self.controls)
        column.addWidget(self.note)
        column.addWidget(self.canvas, 1)
        column.addWidget(self.reading)
        column.addWidget(self.busy)
        column.addLayout(buttons)

    # What is swept

    def show_scenario(self, scenario: str) -> None:
        """Sweep this scenario."""
        self.controls.choose_scenario(scenario)

    def follow(self) -> None:
        self.controls.refresh()
        self.again()

    def again(self) -> None:
        """Make the sweep that is asked for, from the workbook as it is."""
        evaluation = self.controls.evaluation()
        name = "" if evaluation is None else evaluation.scenario.name
        self.setWindowTitle(self.tr("Sweep of {scenario}").format(scenario=name) if name else self.tr("Sweep"))
        if evaluation is None:
            self.sweep = self._sweeper = None  # that of a scenario which is gone tells of nothing any more
            self._enable()
            self.reading.clear()
            self._refuse(self.tr("Choose a scenario that has a model: there is nothing to sweep yet."))
            return
        (x_name, x_text), y_asked, result = self.controls.asked()
        workbook, scenario = self._session.workbook, self.controls.scenario.value()
        try:
            x = axis_of(workbook, scenario, x_name, x_text)
            y = None if y_asked is None else axis_of(workbook, scenario, *y_asked)
            self._asked = Sweeper(workbook, scenario, self._planner)
        except Refused as refused:
            self._on_failed(refused)
            return
        self.run.start(self._asked.steps(x, y, result))

    def _on_cancelled(self) -> None:
        self._warn(self.tr("The sweep was stopped. Change a range to begin another one."))

    def _on_failed(self, refused: Refused) -> None:
        self._refuse(refusal(refused, "sweep", "units"))

    def _refuse(self, sentence: str) -> None:
        self.run.stop()
        self._warn(sentence)
        if self.sweep is None:
            self.canvas.say(sentence)

    def _warn(self, sentence: str) -> None:
        """A sentence below the choosers, or nothing."""
        self.note.setText(f"▲ {sentence}" if sentence else "")
        self.note.setVisible(bool(sentence))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours(self.palette()).misfit))
        self.note.setPalette(palette)

    # What was found

    def _on_finished(self, found: Sweep) -> None:
        self._warn("")
        self.canvas.say("")
        self.sweep, self._sweeper = found, self._asked
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        found, sweeper = self.sweep, self._sweeper
        if found is None or sweeper is None:
            return
        evaluation = sweeper.plan(())
        curves = self.controls.curves or found.y is None
        self.controls.as_map.setEnabled(found.y is not None)
        if curves and found.key is None:
            curves = found.y is None
            self._warn(self.tr("A verdict has no curve: choose another result, or the map.") if curves else "")
        self.canvas.show_sweep(self.shown(found, evaluation, curves), curves)
        self._enable()
        if self.canvas.cursor_point is not None:
            self._read(*self.canvas.cursor_point)
        else:
            self.reading.setText(self.tr("Point at the picture, or use the arrow keys, to read a value."))

    def shown(self, found: Sweep, evaluation: Evaluation, curves: bool) -> Shown:
        """The picture's content."""
        workbook = self._session.workbook if self._sweeper is None else self._sweeper.workbook
        return shown_of(found, evaluation, workbook, curves)

    def _read(self, row: int, column: int) -> None:
        """The exact plan of a point, in words."""
        found = self.sweep
        if found is None or self._sweeper is None:
            return
        settings = found.settings(row, column)
        try:
            plan = self._sweeper.plan(settings)
        except Refused as refused:
            self.reading.setText(refusal(refused, "sweep", "edits"))
            return
        self.reading.setText(sentence_of(found, settings, plan, self._sweeper.workbook))

    def _enable(self) -> None:
        for name in ("copy", "copy_picture", "picture", "csv"):
            self.actions_by_name[name].setEnabled(self.sweep is not None)
        self.actions_by_name["make"].setEnabled(self.sweep is not None)

    # What is done with it

    def _make_current(self) -> None:
        point = self.canvas.cursor_point
        if point is None:
            self._warn(self.tr("Point at the picture first, or go there with the arrow keys."))
        else:
            self.make_scenario(*point)

    def make_scenario(self, row: int, column: int) -> None:
        """Add one scenario with the cells of a point below the swept one, as one step of undo."""
        found, sweeper = self.sweep, self._sweeper
        if found is None or sweeper is None:
            return
        settings = found.settings(row, column)
        workbook = self._session.workbook
        words = ", ".join(said(workbook, axis, value) for axis, value in settings)
        try:
            after, made = with_point(workbook, sweeper.scenario.id, settings, words)
        except Refused as refused:
            self._on_failed(refused)
            return
        self._session.change(after, ("scenarios",), self.tr("Scenario from a sweep"))
        self._warn("")
        self.made.emit(made)

    def table(self) -> list[list[str]]:
        """The sweep as rows of exact values."""
        assert self.sweep is not None
        return table_of(self.sweep, self._session.workbook)

    def copy_table(self) -> None:
        """Put the values on the clipboard for a spreadsheet."""
        if self.sweep is None:
            return
        if self.sweep.values.size > MOST_COPIED:
            self._warn(self.tr("That is too much for the clipboard: save it as CSV."))
            return
        copy_rows(self.table())

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        if self.sweep is not None:
            pictures.copy_beside(self.canvas.drawing(self.windowTitle()), self.windowTitle(), self)

    def ask_picture(self) -> Path | None:
        """Ask for a file and write the picture, as PNG or SVG."""
        if self.sweep is None:
            return None
        title = self.windowTitle()
        return pictures.ask_save(self.canvas.drawing(title), title, self, beside=True)

    def ask_csv(self) -> None:
        """Ask for a file and write every point, as the command line does."""
        if self.sweep is None:
            return
        file = ask_csv(self, self.windowTitle())
        if file is not None:
            self.save_csv(file)

    def save_csv(self, file: Path) -> None:
        """Write every point; what goes wrong is said."""
        assert self.sweep is not None
        sweep, workbook = self.sweep, self._session.workbook

        def content() -> bytes:
            text = io.StringIO()
            write_csv(sweep, sweep.key or "verdict", workbook, text)
            return text.getvalue().encode("utf-8")

        save_or_say(self, file, content)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.run.stop()
        super().closeEvent(event)
