"""A checkpoint held against a model: exact bytes, the ledger line by line, what is missing and what is extra.

Headers of a large checkpoint take a second or two, so they are read beside the window; the dialog looks for the answer
now and then and says which folder keeps it waiting, and a closed dialog lets the work end by itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from planner.findings import Edit, Finding
from planner.plan import Evaluation
from planner.readers.checkpoint import CheckpointError
from planner.readers.file_formats import PARTS
from planner.workbook import Model, StoredFormats
from ui.checkpoint_account import GOOD, Account, account_of
from ui.choosing import ask_file, ask_folder
from ui.findings_model import SIGNS, severity_word
from ui.importing import checkpoints_in
from ui.plain_table import WARNING, PlainTable
from ui.session import Session
from ui.theme import colours, em, give_size
from ui.waiting import PATIENT_MS, Files, GaveUp, Work, still_waiting

Result = TypeVar("Result")
LOOK_EVERY_MS = 40


class CheckpointDialog(QDialog):
    """`model` may be one that is not in the workbook; `current` is the row of the workbook to begin with."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, model: Model | None = None, current: str = ""
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._reading: Work[Account | CheckpointError] | None = None
        self._paths: tuple[Path, ...] = ()
        self._evaluate: list[Callable[[], Evaluation]] = []
        self._rows: list[str] = []
        self._said = ""
        self.outcome: Account | CheckpointError | None = None
        self.setWindowTitle(self.tr("Check a checkpoint"))
        self.place = QLabel()
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sources = QComboBox()
        self.models = QComboBox()
        self.verdict = QLabel(self.tr("Choose the folder of a checkpoint, or one of its files."))
        self.verdict.setWordWrap(True)
        self.verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.figures = QGridLayout()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(max(em(self) // 3, 4))
        self._look = QTimer(self, interval=LOOK_EVERY_MS)
        self._look.timeout.connect(self._take)
        for widget in (self.busy, self.tabs):
            # Their room stays while they are hidden, so that nothing jumps.
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
        self._offer_models(model, current)
        self._lay_out()
        self._show_busy(False)
        self._enable()
        self.sources.activated.connect(lambda _: self._read())
        self.models.activated.connect(lambda _: self._read())

    def _offer_models(self, model: Model | None, current: str) -> None:
        if model is not None:
            self.models.addItem(self.tr("{name} (not added yet)").format(name=model.name))
            self._evaluate.append(partial(self._session.alone, model))
            self._rows.append("")
        for row in self._session.workbook.models:
            self.models.addItem(row.name)
            self._evaluate.append(partial(self._session.evaluations.models.__getitem__, row.id))
            self._rows.append(row.id)
            if row.id == current:
                self.models.setCurrentIndex(self.models.count() - 1)
        self.models.setEnabled(self.models.count() > 0)

    def _lay_out(self) -> None:
        file, folder = QPushButton(self.tr("Choose &file…")), QPushButton(self.tr("Choose f&older…"))
        file.clicked.connect(self.ask_file)
        folder.clicked.connect(self.ask_folder)
        top = QHBoxLayout()
        for button in (file, folder):
            button.setAutoDefault(False)
            top.addWidget(button)
        top.addSpacing(em(self) // 2)
        top.addWidget(self.place, 1)
        form = QFormLayout()
        form.addRow(self.tr("&Checkpoint"), self.sources)
        form.addRow(self.tr("Against the &model"), self.models)
        for box in (self.sources, self.models):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMinimumContentsLength(24)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(self.tr("Cop&y the table"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.setToolTip(self.tr("The table on show as tab-separated text, with every digit"))
        self.copy.clicked.connect(self.copy_table)
        self.copy.setAutoDefault(False)
        self.take = buttons.addButton(self.tr("&Take its formats"), QDialogButtonBox.ButtonRole.ActionRole)
        self.take.setToolTip(
            self.tr("Keep with the model in which formats these files store its parts; plans that state no weights use "
                    "them. Of a part of several formats its exact bytes and elements are kept.")
        )  # fmt: skip
        self.take.clicked.connect(self.take_formats)
        self.take.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        self.tabs.currentChanged.connect(self._enable)
        whole = QVBoxLayout(self)
        whole.addLayout(top)
        whole.addLayout(form)
        whole.addWidget(self.busy)
        whole.addWidget(self.verdict)
        whole.addLayout(self.figures)
        whole.addWidget(self.tabs, 1)
        whole.addWidget(buttons)
        give_size(self, 76, 46)

    # What is looked at

    def ask_file(self) -> None:
        """Ask for a file of a checkpoint and read it."""
        kinds = self.tr("Checkpoints (*.safetensors *.gguf *.json);;All files (*)")
        file = ask_file(self, self.tr("File of a checkpoint"), kinds, self._start())
        if file is not None:
            self.show_paths((file,))

    def ask_folder(self) -> None:
        """Ask for a folder and read the checkpoints in it."""
        folder = ask_folder(self, self.tr("Folder of a checkpoint"), self._start())
        if folder is not None:
            self.show_folder(folder)

    def _start(self) -> Path | None:
        return self._paths[0].parent if self._paths else None

    def show_folder(self, folder: Path) -> None:
        """Offer the checkpoints in a folder and read the first."""
        paths = self._looked_at(folder, lambda: checkpoints_in(folder) or (folder,))
        if paths is not None:
            self.show_paths(paths)

    def show_paths(self, paths: tuple[Path, ...]) -> None:
        """Offer these checkpoints and read the first."""
        folders = self._looked_at(paths[0], lambda: [os.path.isdir(path) for path in paths])
        if folders is None:
            return
        self.place.setText(str(paths[0]))
        self.sources.clear()
        self._paths = paths
        for path, is_folder in zip(paths, folders, strict=True):
            self.sources.addItem(self.tr("safetensors in {name}").format(name=path.name) if is_folder else path.name)
            self.sources.setItemData(self.sources.count() - 1, path)
        self._read()

    def _looked_at(self, path: Path, work: Callable[[], Result]) -> Result | None:
        """What a look at a path gives; None, which is then said, when the user does not wait for it."""
        try:
            return Files(self).do(path, self.tr("Reading {name} …").format(name=path.name), work, place=path)
        except GaveUp as error:
            self._clear()
            text = self.tr("{name} was not read: {reason}.").format(name=path.name, reason=error.reason)
            self._say("✕", text, colours(self.palette()).misfit)
            return None

    def _read(self) -> None:
        if not self._paths:
            return
        path = self._paths[max(self.sources.currentIndex(), 0)]
        self.place.setText(str(path))
        chosen = self.models.currentIndex()
        evaluation = self._evaluate[chosen]() if chosen >= 0 else None
        self._reading = Work(partial(account_of, path, evaluation), file=path)
        self._reading.start()
        self._looks = 0
        self._look.start()
        self._show_busy(True)

    def _take(self) -> None:
        """Show the answer to the last question, once it is there; earlier ones are of no interest any more."""
        self._looks += 1
        if self._reading is None:
            return
        if self._reading.is_alive():
            if self._looks * LOOK_EVERY_MS == PATIENT_MS:
                self.verdict.setText(escape(still_waiting(self._paths[max(self.sources.currentIndex(), 0)])))
            return
        self._look.stop()
        self._show_busy(False)
        done, self._reading = self._reading, None
        self._show(done.result())

    # What came of it

    def _show(self, outcome: Account | CheckpointError) -> None:
        self.outcome = outcome
        self._clear()
        of = colours(self.palette())
        if isinstance(outcome, CheckpointError):
            translate = QCoreApplication.translate
            said = {**outcome.values}
            if "reason" in said:  # of the system
                said["reason"] = translate("files", str(said["reason"]))
            self._say("✕", translate("checkpoints", outcome.template).format(**said), of.misfit)
            return
        sign, _, sentence = outcome.verdict.partition(" ")
        self._say(sign, sentence, {GOOD: of.fits, WARNING: of.tight}.get(sign, of.muted))
        for column, (caption, text) in enumerate(outcome.figures):
            title, value = QLabel(caption), QLabel(text)
            title.setForegroundRole(self.palette().ColorRole.PlaceholderText)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.figures.addWidget(title, 0, column)
            self.figures.addWidget(value, 1, column)
        self.figures.setVerticalSpacing(0)
        self.figures.setHorizontalSpacing(em(self) * 2)
        self.figures.setColumnStretch(len(outcome.figures), 1)
        for table in outcome.tables:
            self.tabs.addTab(PlainTable(table), table.title)
        if outcome.findings:
            title = self.tr("Findings: {count}").format(count=len(outcome.findings))
            self.tabs.addTab(self._findings(outcome.findings), title)
        self._enable()

    def _say(self, sign: str, sentence: str, ink: str) -> None:
        self._said = f"<span style='color:{ink}'><b>{escape(sign)}</b></span> <b>{escape(sentence)}</b>"
        self.verdict.setText(self._said)

    def _clear(self) -> None:
        while self.tabs.count():
            page: Any = self.tabs.widget(0)
            self.tabs.removeTab(0)
            page.deleteLater()
        while self.figures.count():
            widget = self.figures.takeAt(0).widget()
            if widget is not None:
                widget.deleteLater()
        self._enable()

    def _findings(self, findings: tuple[Finding, ...]) -> QTextBrowser:
        page = QTextBrowser()
        page.setAccessibleName(self.tr("Findings"))
        page.document().setDocumentMargin(em(self) * 0.7)
        lines = []
        for finding in sorted(findings, key=lambda each: -each.severity):
            text = QCoreApplication.translate("checkpoints", finding.template).format(**finding.values)
            what = QCoreApplication.translate("checkpoints", finding.remedy) if finding.remedy else ""
            head = f"<b>{SIGNS[finding.severity]} {escape(severity_word(finding.severity))}</b>"
            lines.append(f"<p style='margin:0 0 6px 0'>{head} {escape(text)} {escape(what)}</p>")
        page.setHtml("".join(lines))
        return page

    def _show_busy(self, busy: bool) -> None:
        self.busy.setVisible(busy)

    def _enable(self, *_: int) -> None:
        self.tabs.setVisible(self.tabs.count() > 0)
        self.copy.setEnabled(isinstance(self.tabs.currentWidget(), PlainTable))
        known = isinstance(self.outcome, Account) and self.outcome.formats.stored != StoredFormats()
        self.take.setEnabled(known and bool(self._row()))

    def _row(self) -> str:
        """The id of the model it is held against; nothing for one that is not in the workbook."""
        chosen = self.models.currentIndex()
        return self._rows[chosen] if chosen >= 0 else ""

    def take_formats(self) -> None:
        """Keep the formats and sizes of the parts with the model's row, as one step of the undo stack, and say so."""
        row = self._row()
        if isinstance(self.outcome, Account) and row:
            stored = self.outcome.formats.stored
            changes = [Edit(("models", row, "stored_formats", name), value) for name, value in stored]
            name = self.models.currentText()
            self._session.apply(changes, self.tr("Take the formats of {name}").format(name=name))
            self.verdict.setText(f"{self._said}<br>{escape(self._taken(stored, name))}")

    def _taken(self, stored: StoredFormats, name: str) -> str:
        """What was kept, in words."""
        sized = [
            QCoreApplication.translate("checkpoints", part)
            for cell, part in PARTS.items()
            if stored.size(cell) is not None
        ]
        if not sized:
            return self.tr("{name} has the formats of these files now.").format(name=name)
        return self.tr("{name} has the formats of these files now, and the exact size of: {parts}.").format(
            name=name, parts=", ".join(sized)
        )

    def copy_table(self) -> None:
        """Put the table on show on the clipboard."""
        page = self.tabs.currentWidget()
        if isinstance(page, PlainTable):
            page.copy()
