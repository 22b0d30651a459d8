"""New, Open, Save and the question before changes are lost. Every refusal is a dialog with the planner's sentence."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from planner.files import FileError, load
from planner.workbook import Workbook
from ui.session import Session
from ui.settings import Settings

SUFFIX = ".fitsheet"
Button = QMessageBox.StandardButton


class Documents(QObject):
    """Which workbook is open in a window. `named` says that its file, and so the title, changed.

    `settling` asks for what is being typed, before it is saved or left.
    """

    named = Signal()
    settling = Signal()

    def __init__(self, session: Session, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self._window = window
        self.example = False

    @property
    def title(self) -> str:
        """What the window is titled: the file's name, or what an unsaved workbook is called."""
        file = self._session.file
        if file is not None:
            return file.name
        return self.tr("Example") if self.example else self.tr("Untitled")

    def new(self) -> bool:
        """Starts an empty workbook; False when the user keeps the present one."""
        if not self.may_leave():
            return False
        self.example = False
        self._session.new(Workbook())
        self.named.emit()
        return True

    def open_example(self, file: Path) -> bool:
        """Shows an example as an unsaved workbook, so that saving asks for a place of the user's own."""
        if not self.may_leave():
            return False
        try:
            loaded = load(file)
        except FileError as error:
            self._say(self.tr("The example cannot be opened"), str(error))
            return False
        self.example = True
        self._session.new(loaded.workbook)
        self.named.emit()
        return True

    def ask_open(self) -> bool:
        """Asks for a file and opens it."""
        start = str(self._session.file.parent) if self._session.file else ""
        chosen, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open workbook"), start, self._filter())
        return bool(chosen) and self.open(Path(chosen))

    def open(self, file: Path) -> bool:
        """Opens a file; the present workbook stays when it cannot be read or the user keeps it."""
        if not self.may_leave():
            return False
        try:
            self._session.open(file)
        except (FileError, OSError) as error:
            self._settings.forget_recent_file(file)
            self._say(self.tr("{name} was not opened").format(name=file.name), str(error))
            return False
        self._settings.add_recent_file(file)
        self.named.emit()
        return True

    def save(self) -> bool:
        """Saves to its file, asking for one when there is none yet."""
        return self.ask_save() if self._session.file is None else self.save_to(self._session.file)

    def ask_save(self) -> bool:
        """Asks where to save."""
        start = str(self._session.file or Path.home() / f"{self.title.removesuffix(SUFFIX)}{SUFFIX}")
        chosen, _ = QFileDialog.getSaveFileName(self._window, self.tr("Save workbook"), start, self._filter())
        if not chosen:
            return False
        return self.save_to(Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(SUFFIX))

    def save_to(self, file: Path) -> bool:
        """Saves to a file; the reason is said and nothing is lost when that fails."""
        self.settling.emit()
        try:
            self._session.save(file)
        except (FileError, OSError) as error:
            self._say(self.tr("The workbook was not saved"), str(error))
            return False
        self._settings.add_recent_file(file)
        self.named.emit()
        return True

    def may_leave(self) -> bool:
        """Whether the present workbook may be left: nothing to lose, saved now, or given up by the user."""
        self.settling.emit()
        if not self._session.modified:
            return True
        answer = QMessageBox.warning(
            self._window,
            self.tr("Unsaved changes"),
            self.tr("{name} has changes that are not saved.").format(name=self.title),
            Button.Save | Button.Discard | Button.Cancel,
            Button.Save,
        )
        return self.save() if answer == Button.Save else answer == Button.Discard

    def _filter(self) -> str:
        return self.tr("Fitsheet workbooks (*{suffix});;All files (*)").format(suffix=SUFFIX)

    def _say(self, title: str, sentence: str) -> None:
        QMessageBox.warning(self._window, title, f"{title}.\n\n{sentence}")
