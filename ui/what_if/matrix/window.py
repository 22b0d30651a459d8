"""Models against GPUs as a live grid in a window of its own; it follows the workbook while it can be seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
)  # fmt: skip

from planner.what_if.arrays import FITS, TIGHT
from planner.what_if.matrix.entries import Entry, entries, matching, question_of
from planner.what_if.matrix.grid import Grid, Question
from planner.what_if.matrix.opening import opened
from planner.what_if.matrix.tables import csv_of
from planner.workbook import Scenario
from ui.saving import ask_csv, save_or_say
from ui.theme import VERDICT_SYMBOLS, em
from ui.what_if.companion import Companion
from ui.what_if.matrix.controls import CURRENT, STANDARD, MatrixControls
from ui.what_if.matrix.model import MatrixModel
from ui.what_if.matrix.saying import said
from ui.what_if.matrix.view import MatrixView
from ui.what_if.matrix.work import MatrixWork
from ui.what_if.slices import WorkBar

if TYPE_CHECKING:
    from ui.window import Window

NAME = "matrix"


class MatrixWindow(Companion):
    """Asks, shows and opens; the numbers are the planner's."""

    def __init__(self, window: Window) -> None:
        super().__init__(NAME, window.session, window.settings, window)
        self._window = window
        self.setWindowTitle(self.tr("Matrix of models and GPUs"))
        self.controls = MatrixControls()
        self.cells = MatrixModel(self)
        self.cells.stated = self.controls.stated()
        self.view = MatrixView(self.cells)
        self.view.setAccessibleName(self.windowTitle())
        self.work = MatrixWork(self)
        self.sentence, self.legend = QLabel(), QLabel()
        self.nothing = QLabel()
        self.busy = WorkBar(self.work)
        self.open = QPushButton(self.tr("Open as &scenario"))
        self.save = QPushButton(self.tr("Save as CS&V…"))
        self._asked: tuple[list[Entry], list[Entry]] = ([], [])
        """The rows and columns of the question that is being answered, and of the one on show."""
        self._shown = self._asked
        self._slow = False
        self._looked: QPersistentModelIndex | None = None
        self._say_later = QTimer(self, singleShot=True, interval=30)
        self._lay_out()
        self._connect()
        self.place(74, 44)

    def _lay_out(self) -> None:
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentence.setFixedHeight(round(em(self) * 3.4))
        self.sentence.setAccessibleName(self.tr("The cell in words"))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.legend.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        column.addWidget(self.controls)
        column.addWidget(self.view, 1)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.legend)
        column.addWidget(self.sentence)
        row = QHBoxLayout()
        row.addWidget(self.busy, 1)
        row.addStretch()
        row.addWidget(self.open)
        row.addWidget(self.save)
        column.addLayout(row)

    def _connect(self) -> None:
        self.controls.changed.connect(self.catch_up)
        self.controls.filtered.connect(self._show)
        self.work.progressed.connect(self._on_progress)
        self.work.finished.connect(lambda _: self._show())
        self.work.cancelled.connect(self._on_cancelled)
        self.open.clicked.connect(lambda: self.open_cell(self.view.currentIndex()))
        self.save.clicked.connect(lambda: self.ask_save())
        self.view.opened.connect(self.open_cell)
        self.view.looked_at.connect(self._look)
        self.view.menu_wanted.connect(self._menu)
        self._say_later.timeout.connect(self._say)
        self._window.scenarios.selectionModel().currentChanged.connect(self._on_scenario)

    # Asking

    def _on_scenario(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.row() != previous.row():
            self.fall_behind()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "sentence"):
            self.sentence.setFixedHeight(round(em(self) * 3.4))

    def scenario(self) -> Scenario | None:
        """The scenario of the workbook that gives the load, as it is written; None for the standard one."""
        wanted = self.controls.load.currentData()
        wanted = self._window.scenario_id() if wanted in (None, CURRENT) else wanted
        return next((row for row in self._session.workbook.scenarios if row.id == wanted), None)

    def follow(self) -> None:
        """Ask what the controls say, of the workbook as it is now."""
        plain = self._session.evaluations.workbook
        current = next((row.name for row in plain.scenarios if row.id == self._window.scenario_id()), "")
        self.controls.set_scenarios([(row.id, row.name) for row in plain.scenarios], current)
        where = self.controls.chosen_from()
        models, cards = entries(plain, "models", where), entries(plain, "accelerators", where)
        rows = [models[at] for at in matching(models, "models", self.controls.models.text())]
        columns = [cards[at] for at in matching(cards, "accelerators", self.controls.cards.text())]
        shown, scenario = self.controls.shown(), self.scenario()
        standard = self.controls.load.currentData() == STANDARD or scenario is None
        question = question_of(
            plain, None if standard or scenario is None else scenario.id, rows, columns,
            precisions=self.controls.precisions(), timed=shown in ("tokens", "tpot", "cost"), least=shown == "gpus",
        )  # fmt: skip
        self._asked, self._slow = (rows, columns), False
        self.work.ask(question)

    def _on_progress(self, _: float) -> None:
        if not self._slow:
            self._slow = True
            self._show()  # what is there already can be looked at meanwhile

    def _on_cancelled(self) -> None:
        self._show()
        grid = self.work.grid
        if grid is not None:
            text = self.tr("Cancelled: {count} of {total} rows are answered. Another edit asks again.")
            self.sentence.setText(text.format(count=f"{int(grid.done.sum()):,}", total=f"{grid.done.size:,}"))

    # Showing

    def _show(self) -> None:
        grid = self.work.grid
        if grid is None:
            return
        rows, cards = self._fitting(grid)
        kept = self._looked
        at = None if kept is None or not kept.isValid() else (kept.row(), kept.column())
        self._shown = self._asked
        self.cells.show_grid(grid, rows, cards, self.controls.shown())
        there = bool(rows and cards)
        self.view.setVisible(there)
        self.nothing.setVisible(not there)
        self.nothing.setText("" if there else self._why_nothing(grid))
        self.legend.setText(self._legend())
        for button in (self.open, self.save):
            button.setEnabled(there)
        if there and not self.view.currentIndex().isValid():
            row, column = at or (0, 0)
            self.view.setCurrentIndex(
                self.cells.index(min(row, len(rows) - 1), min(column, len(self.cells.columns) - 1))
            )
        self._say()

    def _fitting(self, grid: Grid) -> tuple[list[int], list[int]]:
        """The models and cards on show: all, or those with a plan that fits or is tight."""
        models, _, cards = grid.words.shape
        if not self.controls.fitting.isChecked():
            return list(range(models)), list(range(cards))
        fits = ((grid.words == FITS) | (grid.words == TIGHT)) & grid.done[:, :, None]
        return [at for at in range(models) if fits[at].any()], [at for at in range(cards) if fits[:, :, at].any()]

    def _why_nothing(self, grid: Grid) -> str:
        if not grid.question.models:
            if not self.controls.models.text().strip():
                return self.tr("There are no models yet: insert one, or take the rows from the presets.")
            return self.tr("No model has this in its name, its family or its size.")
        if not grid.question.cards:
            if not self.controls.cards.text().strip():
                return self.tr("There are no GPUs yet: insert one, or take the rows from the presets.")
            return self.tr("No GPU has this in its name, its family or its memory.")
        return self.tr("Nothing fits under this load.")

    def _legend(self) -> str:
        words = [self.tr("Fits"), self.tr("Tight"), self.tr("Does not fit"), self.tr("Unknown")]
        marks = "   ".join(f"{sign} {word}" for sign, word in zip(VERDICT_SYMBOLS.values(), words, strict=True))
        texts = {
            "verdict": self.tr("GiB of each GPU that stay free; − is missing"),
            "needed": self.tr("GiB that the fullest GPU needs"),
            "gpus": self.tr("GPUs at the least TP with which it fits; all else as in the scenario"),
            "tokens": self.tr("Tokens per second of all requests, where it fits"),
            "tpot": self.tr("Milliseconds per output token of one request, where it fits"),
            "cost": self.tr("USD per million output tokens at the lowest price of the GPU's row, where it fits"),
        }
        return f"{marks}   |   {texts[self.controls.shown()]}"

    # Cells

    def _look(self, index: QModelIndex) -> None:
        self._looked = QPersistentModelIndex(index) if index.isValid() else None
        self._say_later.start()

    def _say(self) -> None:
        index = self._looked
        grid = self.cells.grid
        if index is None or not index.isValid() or grid is None:
            self.sentence.clear()
            return
        cell = self.cells.cell(index)
        if cell is None:
            self.sentence.setText(self.tr("This cell is not answered yet."))
            return
        at, nth, card = self.cells.place(index)
        question = grid.question
        precision = question.precisions[nth]
        asked = (question, question.models[at], precision, question.cards[card])
        plan, fitting = self.work.matrix.exact(*asked), self.work.matrix.fitting(*asked)
        self.sentence.setText(said(plan, cell, precision, self.controls.stated(), fitting))

    def open_cell(self, index: QModelIndex) -> None:
        """Go to the scenario of a cell, which is put into the workbook first where it has none; one step."""
        grid = self.cells.grid
        if not index.isValid() or grid is None:
            return
        at, nth, card = self.cells.place(index)
        question: Question = grid.question
        model = next(entry for entry in self._shown[0] if entry.row is question.models[at])
        entry = next(entry for entry in self._shown[1] if entry.row is question.cards[card])
        base = question.written(question.length(question.models[at])) or self._written(question)
        after, row_id = opened(self._session.workbook, base, model, entry, question.precisions[nth])
        name = next(row.name for row in after.scenarios if row.id == row_id)
        self._session.change(after, None, self.tr("Add scenario {name}").format(name=name))
        self._window.select_scenario(row_id)
        self._window.raise_()
        self._window.activateWindow()
        self._window.status.say(self.tr("Scenario {name} is on show").format(name=name))

    def _written(self, question: Question) -> Scenario:
        """The scenario of the question with its expressions."""
        rows = self._session.workbook.scenarios
        return next((row for row in rows if row.id == question.scenario.id), question.scenario)

    def menu(self) -> QMenu:
        """The commands of the current cell."""
        menu = QMenu(self)
        menu.addAction(self.tr("Open as &scenario"), lambda: self.open_cell(self.view.currentIndex()))
        menu.addAction(self.tr("&Copy"), self.view.copy)
        menu.addAction(self.tr("Save as CS&V…"), self.ask_save)
        return menu

    def _menu(self, place: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def ask_save(self) -> None:
        """Write the grid of the result on show, every model and GPU that was asked, to a file that is asked for."""
        if self.cells.grid is None:
            return
        file = ask_csv(self, NAME)
        if file is not None:
            self.save_to(file)

    def save_to(self, file: Path) -> None:
        """Write the grid; why it was not written is said."""
        grid, result = self.cells.grid, self.controls.shown()
        assert grid is not None
        if save_or_say(self, file, lambda: csv_of(grid, result).encode("utf-8-sig")):
            self._window.status.say(self.tr("{name} was written").format(name=file.name))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.work.running:
            self.work.cancel()
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.work.stop()
        super().closeEvent(event)


def show_matrix(window: Window) -> MatrixWindow:
    """The window of the matrix: made once, brought to the front after that."""
    found = window.findChild(MatrixWindow, NAME)
    if not isinstance(found, MatrixWindow):
        found = MatrixWindow(window)
    found.come_up()
    return found
