"""Seek: make a computed line what it shall be by changing one cell; the answer, what binds, what else changes.

The search runs in slices between the events of the window, so a long one shows its progress and can be cancelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from planner.plan import Evaluation
from planner.units import UNITS
from planner.what_if import figures
from planner.what_if.seek.binding import verdict_said
from planner.what_if.seek.changing import cells_behind, that_change, title_of
from planner.what_if.seek.effects import Effects
from planner.what_if.seek.goals import AT_LEAST, AT_MOST, EQUAL, FITS, RELATIONS, Goal, goal_of, label_of, unit_of
from planner.what_if.seek.seeking import Seeking
from planner.what_if.seek.sought import Sought
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Training
from ui.refusals import refusal
from ui.session import Session
from ui.theme import em, give_size
from ui.verdicts import verdict_word
from ui.what_if.companion import OF_NO_PLAN
from ui.what_if.slices import Slices, WorkBar

if TYPE_CHECKING:
    from planner.words import Said

VERDICT_LINES = ("free", "needed_high", "tight_below")
"""What a verdict is computed from."""
SMALLER_BETTER = ("s", "byte", "USD", "J/token", "byte/token")
"""Lines in these units are wanted at most, others at least."""
QUICK = (
    ("batch", QT_TRANSLATE_NOOP("seek", "Largest batch that fits"), FITS, "", "batch"),
    ("context", QT_TRANSLATE_NOOP("seek", "Longest context at 40 ms per token"), "tpot", "40 ms", "context"),
    ("bandwidth", QT_TRANSLATE_NOOP("seek", "Bandwidth needed for 20 ms per token"), "tpot", "20 ms",
     "memory_bandwidth"),
)  # fmt: skip


def said(sentence: Said) -> str:
    """A sentence in the language of the window."""
    return sentence.words(QCoreApplication.translate)


class SeekDialog(QDialog):
    """`line_requested(key)` asks for a line of the ledger; `applied` follows a step. Not modal: it follows edits."""

    line_requested = Signal(str)
    applied = Signal()

    def __init__(self, session: Session, scenario: str, line: str, shown: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._scenario = scenario
        self._line = line
        self._shown = shown
        self._own = False
        self.found: Sought | None = None
        self.work = Slices(self)
        self.busy = WorkBar(self.work)
        self.work.finished.connect(self._show)
        self.work.cancelled.connect(self._on_cancelled)
        self.work.ended.connect(self._enable)
        self._make()
        self._lay_out()
        self.turn_to(scenario, line, shown)
        session.changed.connect(self._on_changed)

    # The parts

    def _make(self) -> None:
        self.goal = QLabel()
        self.relation = QComboBox()
        for relation in (AT_MOST, AT_LEAST, EQUAL):
            self.relation.addItem(QCoreApplication.translate("seek", RELATIONS[relation]), relation)
        self.relation.setAccessibleName(self.tr("At most, at least or equal"))
        self.value = QLineEdit()
        self.value.setAccessibleName(self.tr("Wanted value"))
        self.now = QLabel()
        self.fits = QCheckBox(self.tr("and the plan &fits"))
        self.cell = QComboBox()
        self.cell.setAccessibleName(self.tr("Cell that is changed"))
        self.cell.setMaxVisibleItems(20)
        self.seek = QPushButton(self.tr("&Seek"))
        self.seek.setDefault(True)
        self.answer, self.more = QLabel(), QLabel()
        self.answer.setAccessibleName(self.tr("Answer"))
        self.more.setAccessibleName(self.tr("What binds, and what else changes"))
        for label in (self.answer, self.more):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.binds = QPushButton()
        self.binds.setFlat(True)
        self.apply = QPushButton(self.tr("&Apply"))
        self.seek.clicked.connect(self.start)
        self.value.returnPressed.connect(self.start)
        self.apply.clicked.connect(self.put)
        for box in (self.relation, self.cell):
            box.currentIndexChanged.connect(lambda _: self._forget())
        self.value.textEdited.connect(lambda _: self._forget())
        self.fits.toggled.connect(lambda _: self._forget())

    def _lay_out(self) -> None:
        quick = QHBoxLayout()
        self.quick: dict[str, QPushButton] = {}
        for name, title, line, value, cell in QUICK:
            button = QPushButton(QCoreApplication.translate("seek", title))
            button.setAutoDefault(False)
            button.clicked.connect(partial(self.ask, line, value, cell))
            quick.addWidget(button)
            self.quick[name] = button
        quick.addStretch(1)
        wanted = QHBoxLayout()
        for widget in (self.relation, self.value):
            wanted.addWidget(widget)
        wanted.addWidget(self.now, 1)
        form = QFormLayout()
        form.addRow(self.tr("Make the line"), self.goal)
        form.addRow(self.tr("be"), wanted)
        form.addRow("", self.fits)
        form.addRow(self.tr("by &changing"), self.cell)
        self._form = form
        running = QHBoxLayout()
        running.addWidget(self.seek)
        running.addWidget(self.busy, 1)
        running.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.apply, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.binds, QDialogButtonBox.ButtonRole.ActionRole)
        self.binds.setFlat(False)
        self.binds.setText(self.tr("Show what &binds"))
        self.binds.clicked.connect(self._show_binding)
        for button in buttons.buttons():
            button.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(quick)
        column.addLayout(form)
        column.addLayout(running)
        column.addWidget(self.answer)
        column.addWidget(self.more)
        column.addStretch(1)
        column.addWidget(buttons)
        give_size(self, 46, 27)
        self._dress()

    def _dress(self) -> None:
        bold = QFont()  # of the dialog's in all else, so that it follows a zoom
        bold.setBold(True)
        self.answer.setFont(bold)
        self.goal.setFont(bold)
        for label in (self.now, self.more):
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.value.setMinimumWidth(em(self) * 8)

    # What is asked

    def _plan(self) -> Evaluation | None:
        return self._session.evaluations.scenarios.get(self._scenario)

    def ask(self, line: str, value: str, cell: str) -> None:
        """Fill in a whole question, "" for the value where it is a verdict, and answer it."""
        self._offer(line)
        self.value.setText(value)
        at = next((n for n in range(self.cell.count()) if self.cell.itemData(n)[-1] == cell), -1)
        if at >= 0:
            self.cell.setCurrentIndex(at)
        self.start()

    def turn_to(self, scenario: str, line: str, shown: str = "") -> None:
        """Ask about this line of this scenario, whatever was asked before."""
        self._scenario, self._shown = scenario, shown
        self._show_title()
        self._offer(line)

    def _show_title(self) -> None:
        plan = self._plan()
        name = "" if plan is None else plan.scenario.name
        self.setWindowTitle(self.tr("Seek in {scenario}").format(scenario=name))

    def question(self) -> tuple[tuple[str, str, str], str, str, Path, bool]:
        """What is asked: as `turn_to` takes it, then value, relation and cell, and whether the plan is to fit too."""
        about = (self._scenario, self._line, self._shown)
        return about, self.value.text(), self.relation.currentData(), self.cell.currentData(), self.fits.isChecked()

    def choose(self, path: Path) -> None:
        """Make a cell the one that is changed."""
        self.cell.setCurrentIndex(next(n for n in range(self.cell.count()) if self.cell.itemData(n) == path))

    def _offer(self, line: str) -> None:
        """Ask about this line, FITS for the verdict: its present value, and the cells that it is computed from."""
        plan = self._plan()
        self._line = line if plan is None or line == FITS or line in plan.structure.index else FITS
        self._forget()
        self.cell.clear()
        verdict = self._line == FITS
        for widget in (self.relation, self.value, self.now, self.fits):
            widget.setVisible(not verdict)
        self._form.setRowVisible(1, not verdict)
        self._form.setRowVisible(2, not verdict)
        if plan is None:
            return
        keys: Sequence[str] = VERDICT_LINES if verdict else (self._line,)
        if verdict:
            self.goal.setText(self.tr("The plan fits"))
        else:
            unit = unit_of(plan, self._line)
            self.goal.setText(said(label_of(plan, self._line)))
            present = plan.value(self._line)
            text = "" if present is None else figures.amount(present, unit)
            self.now.setText(self.tr("now {value}").format(value=text) if text else self.tr("now unknown"))
            self.value.setText(text)
            self.relation.setCurrentIndex(self.relation.findData(AT_MOST if unit in SMALLER_BETTER else AT_LEAST))
        trial = self._session.trial(self._scenario)
        behind = cells_behind(self._session.workbook, plan, keys)
        for path in (*behind, *(path for path in that_change(plan, keys, trial) if path not in behind)):
            self.cell.addItem(said(title_of(self._session.workbook, path)), path)
        names = [self.cell.itemData(at)[-1] for at in range(self.cell.count())]
        training = isinstance(plan.scenario.load, Training)
        first = next((name for name in (("micro_batch",) if training else ("batch",)) if name in names), None)
        self.cell.setCurrentIndex(0 if first is None else names.index(first))
        self._enable()
        if not self.cell.count():
            self.answer.setText(self.tr("No cell that can be changed moves this line."))

    def _goals(self, plan: Evaluation) -> list[Goal]:
        """What is asked; ValueError with a sentence for a text that is no value."""
        if self._line == FITS:
            return [Goal(FITS)]
        unit = self._shown if self._shown in UNITS else ""
        found = [goal_of(plan, self._line, self.relation.currentData(), self.value.text(), unit)]
        return [*found, Goal(FITS)] if self.fits.isChecked() else found

    # Running

    def start(self) -> None:
        """Begin to seek."""
        plan, path = self._plan(), self.cell.currentData()
        self._forget()
        if plan is None or path is None:
            return
        try:
            goals = self._goals(plan)
        except ValueError as error:
            self.answer.setText(refusal(error, "units", "seek"))
            return
        seeking = Seeking(self._session.workbook, plan, self._session.trial(self._scenario), path, goals)
        self.work.start(seeking.steps())
        self._enable()

    def _on_cancelled(self) -> None:
        self.answer.setText(self.tr("Cancelled."))

    def _enable(self) -> None:
        self.seek.setEnabled(self.cell.count() > 0 and not self.work.running)

    def _forget(self) -> None:
        """An answer is one to a question; another question has none yet."""
        self.work.stop()
        self.found = None
        self.answer.setText("")
        self.more.setText("")
        self.apply.setEnabled(False)
        self.binds.setEnabled(False)

    # The answer

    def _show(self, found: Sought) -> None:
        self.found = found
        self.answer.setText(said(found.said))
        lines = []
        if found.found:
            effects = self._session.effects(found.before, found.edits)
            lines = [self.tr("What binds: {why}").format(why=said(found.binding.said))]
            lines += [said(remark) for remark in found.remarks]
            lines += [*self._beside(effects), *(said(each) for each in effects.said)]
            if not found.edits:
                lines.append(self.tr("The cell has this value already."))
        self.more.setText("\n".join(lines))
        self.apply.setEnabled(bool(found.edits))
        self.binds.setEnabled(bool(found.binding.line))

    def _beside(self, effects: Effects) -> list[str]:
        """The plan before and after: its verdict, what it needs, its time per token."""
        before, after = effects.before, effects.after
        word = verdict_word(before.verdict)
        lines = [self.tr("Verdict: {before} → {after}").format(before=word, after=said(verdict_said(after)))]
        for key in ("needed", "tpot", "train_step"):
            if after.value(key) is not None:
                unit = unit_of(after, key)
                lines.append(self.tr("{line}: {before} → {after}").format(
                    line=said(label_of(after, key)), before=figures.amount(before.value(key), unit) or "?",
                    after=figures.amount(after.value(key), unit)))  # fmt: skip
        return lines

    def _show_binding(self) -> None:
        if self.found is not None and self.found.binding.line:
            self.line_requested.emit(self.found.binding.line)

    def put(self) -> None:
        """Put the answer into the cell, as one step of undo."""
        found = self.found
        if found is None or not found.edits:
            return
        title = said(title_of(self._session.workbook, found.path))
        self._own = True
        try:
            self._session.apply(found.edits, self.tr("Seek: {cell}").format(cell=title))
        finally:
            self._own = False
        self.apply.setEnabled(False)
        self.applied.emit()

    def _on_changed(self, path: Any) -> None:
        """Another edit makes an answer old; the question stays."""
        if self._own or path in OF_NO_PLAN:
            return
        if self._plan() is None:
            self.reject()
            return
        self._show_title()
        self._forget()

    def reject(self) -> None:
        self.work.stop()
        super().reject()
