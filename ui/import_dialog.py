"""Model from config: a file, a folder or a pasted text is read and shown before it becomes a row of the models table.

The text of a chosen config stands in the field at the left and can be amended there; the files are never written.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from planner.fields import field_of
from planner.readers.hf_config import Reading, Refused
from planner.workbook import Model, new_id
from planner.workbook import Path as CellPath
from ui.choosing import ask_file, ask_folder
from ui.importing import Offered, Source, offered, read_text
from ui.model_figures import ModelFigures
from ui.reading_view import ReadingView
from ui.session import Session
from ui.theme import colours, em, give_size
from ui.waiting import Files, GaveUp

READ_AFTER_MS = 250
FEW_LINES = 4


class ImportDialog(QDialog):
    """`added` carries the path of the new row; `checkpoint_asked` a chosen source and the model that was read."""

    added = Signal(object)
    checkpoint_asked = Signal(object, object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._source: Source | None = None
        self._of_source: Reading | Refused | None = None
        self._loaded = ""
        self.outcome: Reading | Refused | None = None
        self.setWindowTitle(self.tr("Model from config"))
        self.place = QLabel()
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = QPlainTextEdit()
        self.text.setPlaceholderText(self.tr("Paste the text of a config.json here"))
        self.text.setAccessibleName(self.tr("Text of the config"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.name = QLineEdit()
        self.figures = ModelFigures()
        self.account = ReadingView()
        self.reason = QLabel()
        self._later = QTimer(self, singleShot=True, interval=READ_AFTER_MS)
        self._later.timeout.connect(self._read)
        self._lay_out()
        self.text.textChanged.connect(self._later.start)
        self.name.textChanged.connect(self._enable)
        self._show(None)

    def _lay_out(self) -> None:
        file = QPushButton(self.tr("Choose &file…"))
        folder = QPushButton(self.tr("Choose f&older…"))
        file.clicked.connect(self.ask_file)
        folder.clicked.connect(self.ask_folder)
        top = QHBoxLayout()
        for widget in (file, folder):
            widget.setAutoDefault(False)
            top.addWidget(widget)
        top.addSpacing(em(self) // 2)
        top.addWidget(self.place, 1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        label = QLabel(self.tr("&Text of the config, to be amended here"))
        label.setBuddy(self.text)
        label.setMinimumWidth(em(self) * 8)  # cut off rather than wider than a small screen
        label.setToolTip(self.tr("What is changed here is read again at once; no file is changed."))
        column.addWidget(label)
        column.addWidget(self.text, 1)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(em(self) // 2, 0, 0, 0)
        form = QFormLayout()
        form.addRow(self.tr("&Name"), self.name)
        column.addLayout(form)
        column.addWidget(self.figures)
        column.addWidget(self.account, 1)
        split = QSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setSizes([em(self) * 24, em(self) * 46])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add = buttons.addButton(self.tr("&Add the model"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.checkpoint = buttons.addButton(self.tr("Check&point…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.checkpoint.setToolTip(self.tr("Hold the tensors in the folder against the ledger of this model"))
        self.checkpoint.clicked.connect(self._ask_checkpoint)
        for button in buttons.buttons():
            button.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        bottom = QHBoxLayout()
        bottom.addWidget(self.reason, 1)
        bottom.addWidget(buttons)
        whole = QVBoxLayout(self)
        whole.addLayout(top)
        whole.addWidget(split, 1)
        whole.addLayout(bottom)
        give_size(self, 72, 44)

    # Where a config comes from

    def ask_file(self) -> None:
        """Ask for a file and read it."""
        kinds = self.tr("Configs and checkpoints (*.json *.safetensors *.gguf);;All files (*)")
        file = ask_file(self, self.tr("Config of a model"), kinds, self._start())
        if file is not None:
            self.show_path(file)

    def ask_folder(self) -> None:
        """Ask for the folder of a model and read the config in it."""
        folder = ask_folder(self, self.tr("Folder of a model"), self._start())
        if folder is not None:
            self.show_path(folder)

    def _start(self) -> Path | None:
        return None if self._source is None else self._source.chosen.parent

    def show_path(self, path: Path) -> None:
        """Read what a path offers, beside the window."""
        sentence = self.tr("Reading {name} …").format(name=path.name)
        try:
            found = Files(self).do(path, sentence, lambda: offered(path), place=path)
        except GaveUp as error:
            what = self.tr("{name} was not read: {reason}.").format(name=path.name, reason=error.reason)
            found = Offered(Source(path, None, ()), "", Refused("file", what))
        self._source, self._of_source = found.source, found.outcome
        self.place.setText(str(path))
        self.place.setToolTip(str(path))
        self.text.setPlainText(found.text)
        self._wrap()
        self._loaded = self.text.toPlainText()
        self.name.clear()
        self._read()

    def show_text(self, text: str) -> None:
        """Read a text that was pasted."""
        self._source = None
        self._loaded = ""
        self.place.setText("")
        self.text.setPlainText(text)
        self._wrap()
        self.name.clear()
        self._read()

    def _wrap(self) -> None:
        """A config that is written on one line is broken at the edge, one of several lines is not."""
        modes, lines = QPlainTextEdit.LineWrapMode, self.text.document().blockCount()
        self.text.setLineWrapMode(modes.WidgetWidth if lines < FEW_LINES else modes.NoWrap)

    def _read(self) -> None:
        self._later.stop()
        text = self.text.toPlainText()
        if self._source is not None and text == self._loaded:
            self._show(self._of_source)
        else:
            self._show(read_text(text) if text.strip() else None)

    # What came of it

    def _show(self, outcome: Reading | Refused | None) -> None:
        self.outcome = outcome
        self.account.show_outcome(outcome)
        reading = outcome if isinstance(outcome, Reading) else None
        self.figures.show_evaluation(None if reading is None else self._session.alone(reading.model))
        # A name that the user typed, or that a config had before it was amended, stays.
        if reading is not None and not self.name.text():
            self.name.setText(self._unused(reading.model.name))
        self.name.setEnabled(reading is not None)
        self.checkpoint.setEnabled(self._source is not None and bool(self._source.checkpoints))
        self._enable()

    def _unused(self, name: str) -> str:
        taken = {row.name for row in self._session.workbook.models}
        number, found = 2, name
        while found in taken:
            found, number = f"{name} ({number})", number + 1
        return found

    def _enable(self) -> None:
        reason = ""
        if isinstance(self.outcome, Reading):
            try:
                field_of(Model, "name").check(self.name.text().strip())
            except ValueError as error:
                reason = str(error)
        self.reason.setText(f"<span style='color:{colours(self.palette()).misfit}'>{reason}</span>" if reason else "")
        self.add.setEnabled(isinstance(self.outcome, Reading) and not reason)
        self.add.setDefault(self.add.isEnabled())

    def accept(self) -> None:
        """Put the model into the table as one step; nothing happens while there is none."""
        if self._later.isActive():
            self._read()
        if not isinstance(self.outcome, Reading) or not self.add.isEnabled():
            return
        row = self.outcome.model.model_copy(update={"id": new_id("m"), "name": self.name.text().strip()})
        self._session.insert(("models",), len(self._session.workbook.models), [row])
        path: CellPath = ("models", row.id)
        super().accept()
        self.added.emit(path)

    def _ask_checkpoint(self) -> None:
        if self._source is not None:
            model = self.outcome.model if isinstance(self.outcome, Reading) else None
            self.checkpoint_asked.emit(self._source, model)
