"""How much fits in the selected plan: each answer as a number, a sentence, and a button that puts it into the plan."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QWidget

from planner import units
from planner.asked import Answer
from ui.theme import colours, em
from ui.titles import filled

NUMBER, WORDS, BUTTON = range(3)
APPLIED = frozenset({"batch", "context", "requests", "gpus", "fraction"})
"""Answers that are cells of a plan."""


def value_text(answer: Answer) -> str:
    """The number of an answer as it is read: counts in full, a fraction in percent, requests to two places."""
    if answer.value is None:
        return QCoreApplication.translate("capacity", "none")
    if answer.code == "fraction":
        return f"{units.write(answer.value, '', '%')} %"
    if answer.code == "requests":
        return f"{answer.value:,.2f}"
    return f"{answer.value:,}"


def sentence(answer: Answer) -> str:
    """The answer in words, in the user's language."""
    return QCoreApplication.translate("capacity", answer.template).format(**filled(answer.values))


class _Row:
    """The widgets of one answer, in two lines of the grid: title over sentence, beside the number and the button."""

    def __init__(self, panel: AnswersPanel, grid: QGridLayout, at: int) -> None:
        self.answer: Answer | None = None
        self.number, self.title, self.words = QLabel(), QLabel(), QLabel()
        self.button = QPushButton(QCoreApplication.translate("capacity", "Apply"))
        self.words.setWordWrap(True)
        for label in (self.number, self.title, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.number, 2 * at, NUMBER, 2, 1, right)
        grid.addWidget(self.title, 2 * at, WORDS)
        grid.addWidget(self.words, 2 * at + 1, WORDS)
        grid.addWidget(self.button, 2 * at, BUTTON, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        self.button.clicked.connect(lambda: panel.ask(self.answer))

    def show(self, answer: Answer | None) -> None:
        self.answer = answer
        for widget in (self.number, self.title, self.words, self.button):
            widget.setVisible(answer is not None)
        if answer is None:
            return
        title = QCoreApplication.translate("capacity", answer.title)
        self.title.setText(title)
        self.number.setText(value_text(answer))
        self.words.setText(sentence(answer))
        self.button.setVisible(answer.code in APPLIED)
        # A button that does nothing now keeps its place, so that none jumps under the pointer.
        self.button.setEnabled(bool(answer.edits))
        self.button.setAccessibleName(
            QCoreApplication.translate("capacity", "Apply: {title}, {number}").format(
                title=title, number=value_text(answer)
            )
        )


class AnswersPanel(QScrollArea):
    """Asks for the edits of an answer by `edits_requested(answer)`."""

    edits_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(QCoreApplication.translate("capacity", "How much fits"))
        body = QWidget()
        self._grid = QGridLayout(body)
        self._grid.setColumnStretch(WORDS, 1)
        self._grid.setHorizontalSpacing(em(self))
        self._grid.setVerticalSpacing(0)
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._grid.addWidget(self._empty, 0, NUMBER, 1, 3)
        self._rows: list[_Row] = []
        self.setWidget(body)
        self._dress()
        self.set_answers(None)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What is on show."""
        return tuple(row.answer for row in self._rows if row.answer is not None)

    def set_answers(self, found: Sequence[Answer] | None, *, waiting: bool = False) -> None:
        """Show these in the places of those before; None where there is no plan to ask about. `waiting` says that there
        are none yet.
        """
        answers = found or ()
        while len(self._rows) < len(answers):
            at = len(self._rows) + 1
            self._rows.append(_Row(self, self._grid, at))
            self._grid.setRowStretch(2 * at, 0)
            self._grid.setRowStretch(2 * at + 2, 1)
            self._dress()
        for at, row in enumerate(self._rows):
            row.show(answers[at] if at < len(answers) else None)
        self._empty.setVisible(not answers)
        text = QCoreApplication.translate("capacity", "The memory of this plan is not known yet: its Findings say why.")
        if found is None:
            text = QCoreApplication.translate("capacity", "Choose a scenario that has a model to see how much fits.")
        elif waiting:
            text = QCoreApplication.translate("capacity", "Trying plans …")
        self._empty.setText(text)

    def button_of(self, code: str) -> QPushButton:
        """The button of one answer; KeyError when it is not on show."""
        for row in self._rows:
            if row.answer is not None and row.answer.code == code:
                return row.button
        raise KeyError(code)

    def ask(self, answer: Answer | None) -> None:
        """Ask for what an answer would change."""
        if answer is not None and answer.edits:
            self.edits_requested.emit(answer)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_rows"):
            self._dress()

    def _dress(self) -> None:
        large, strong = QFont(self.font()), QFont(self.font())
        if large.pointSizeF() > 0:
            large.setPointSizeF(large.pointSizeF() * 1.3)
        for font in (large, strong):
            font.setWeight(QFont.Weight.DemiBold)
        for row in self._rows:
            row.number.setFont(large)
            row.number.setMinimumWidth(em(self) * 5)
            row.number.setAlignment(Qt.AlignmentFlag.AlignRight)
            row.title.setFont(strong)
            row.words.setStyleSheet(f"color: {colours(self.palette()).muted}")
            row.words.setContentsMargins(0, 0, 0, round(em(self) * 0.5))
