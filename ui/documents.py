"""New, Open, Save and the question before changes are lost. Every refusal is a dialog with the planner's sentence."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from planner.atomic import backup_of
from planner.file_errors import MOST_PROBLEMS
from planner.files import FileError, Saved, digest_on_disk, load, save
from planner.findings import Finding, Severity
from planner.journal import Leftover
from planner.observations import Observation
from planner.workbook import Workbook
from ui.late import Late
from ui.opening import prepared
from ui.recovery import Recovery
from ui.session import Session
from ui.settings import Settings
from ui.waiting import Files, GaveUp

choosing = Late("ui.choosing")
SUFFIX = ".fitsheet"
Button = QMessageBox.StandardButton
Role = QMessageBox.ButtonRole


def plain(text: str) -> str:
    """The text as it is in a message box, which takes what looks like HTML in a file or its name for HTML."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if "<" in text else text


class Documents(QObject):
    """Which workbook is open in a window. `named` says that its file, and so the title, changed.

    `settling` asks for what is being typed, before it is saved or left. `said` has a sentence for the status line.
    """

    named = Signal()
    settling = Signal()
    said = Signal(str)

    def __init__(self, session: Session, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self._window = window
        self._files = Files(window)
        self.recovery: Recovery | None = None
        """The window's journal; a window without one (in a test) recovers nothing."""
        self.example = False

    @property
    def title(self) -> str:
        """What the window is titled: the file's name, or what an unsaved workbook is called."""
        file = self._session.file
        if file is not None:
            return file.name
        return self.tr("Example") if self.example else self._session.label or self.tr("Untitled")

    def new(self) -> bool:
        """Starts an empty workbook; False when the user keeps the present one."""
        if not self.may_leave():
            return False
        self.example = False
        self._session.new()
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
        self._session.new(loaded.workbook, self.tr("Example"))
        self.named.emit()
        return True

    def ask_open(self) -> bool:
        """Asks for a file and opens it."""
        start = self._session.file.parent if self._session.file else None
        file = choosing.ask_file(self._window, self.tr("Open workbook"), self._filter(), start)
        return file is not None and self.open(file)

    def open(self, file: Path) -> bool:
        """Opens a file; the present workbook stays when it cannot be read or the user keeps it."""
        if not self.may_leave():
            return False
        try:
            return self._open(file)
        except GaveUp:
            return False

    def _open(self, file: Path) -> bool:
        copy = False
        if self._is_open_elsewhere(file):
            text = self.tr(
                "{name} is open in another window of Fitsheet. Go on there, or open a copy here, which is saved under "
                "a name of its own."
            )
            answer = self.ask(self.tr("Open in another window"), text.format(name=file.name), [self.tr("Open a &copy")])
            if answer != 0:
                return False
            copy = True
        try:
            text = self.tr("Reading {name} and evaluating its scenarios …").format(name=file.name)
            read = self._files.do(file, text, lambda: prepared(file))
        except (FileError, OSError) as error:
            self._settings.forget_recent_file(file)
            self._say(self.tr("{name} was not opened").format(name=file.name), str(error))
            return False
        copy = copy or read.document.partial
        label = self.tr("Copy of {name}").format(name=file.name) if copy else ""
        self.example = False
        self._session.take(read.document, None if copy else file, label, read)
        self._settings.add_recent_file(file)
        self.named.emit()
        self._say_of(file, read.document.findings)
        return True

    def _say_of(self, file: Path, findings: Sequence[Finding]) -> None:
        """What a person should know of a file that was opened: in the status line; left-out rows in a dialog."""
        translate, grave = QCoreApplication.translate, []
        for finding in findings:
            text = translate("findings", finding.template).format(**finding.values)
            if finding.severity > Severity.NOTE:
                grave.append(f"{text} {translate('findings', finding.remedy)}")
            else:
                self.said.emit(text)
        if grave:
            shown = [*grave[:MOST_PROBLEMS], *(["…"] if len(grave) > MOST_PROBLEMS else [])]
            shown.append(self.tr("What is shown is a copy: saving asks for a name."))
            self._say(self.tr("Not all of {name} was opened").format(name=file.name), "\n\n".join(shown))

    def save(self) -> bool:
        """Saves to its file, asking for one when there is none yet."""
        return self.ask_save() if self._session.file is None else self.save_to(self._session.file)

    def ask_save(self) -> bool:
        """Asks where to save."""
        present = self._session.file or Path.home() / f"{self.title.removesuffix(SUFFIX)}{SUFFIX}"
        file = choosing.ask_target(self._window, self.tr("Save workbook"), present.name, self._filter(), present.parent)
        return file is not None and self.save_to(file)

    def save_to(self, file: Path) -> bool:
        """Saves to a file; the reason is said and nothing is lost when that fails."""
        self.settling.emit()
        try:
            return self._save_to(file)
        except GaveUp:
            self.said.emit(
                self.tr("{name} is not saved, or not yet: its folder does not answer.").format(name=file.name)
            )
            return False

    def _save_to(self, file: Path) -> bool:
        if file != self._session.file and self._is_open_elsewhere(file):
            text = self.tr("{name} is open in another window of Fitsheet. Save under another name.")
            self._say(self.tr("The workbook was not saved"), text.format(name=file.name))
            return False
        if file == self._session.file and (now := self._changed_on_disk(file)):
            answer = self._ask_about(file)
            if answer == 1:
                return self.ask_save()
            # What was seen just now may be replaced; what comes in between is asked about again.
            if answer != 0 or self._changed_on_disk(file) != now:
                return False
        try:
            no_backup = self._session.save(file, self._write)
        except (FileError, OSError) as error:
            self._say(self.tr("The workbook was not saved"), str(error))
            return False
        self._settings.add_recent_file(file)
        self.named.emit()
        if no_backup:
            text = self.tr("Saved. The version before could not be kept as {name}: {reason}.")
            reason = QCoreApplication.translate("files", no_backup)
            self.said.emit(text.format(name=backup_of(file).name, reason=reason))
        return True

    def _write(self, file: Path, workbook: Workbook, observations: Iterable[Observation]) -> Saved:
        text = self.tr("Saving {name} …").format(name=file.name)
        return self._files.do(file, text, lambda: save(file, workbook, observations))

    def may_leave(self) -> bool:
        """Whether the present workbook may be left: nothing to lose, saved now, or given up by the user."""
        self.settling.emit()
        if not self._session.modified:
            return True
        answer = QMessageBox.warning(
            self._window,
            self.tr("Unsaved changes"),
            plain(self.tr("{name} has changes that are not saved.").format(name=self.title)),
            Button.Save | Button.Discard | Button.Cancel,
            Button.Save,
        )
        return self.save() if answer == Button.Save else answer == Button.Discard

    # What an earlier window left behind

    def recover(self, *, asked: bool = True) -> bool:
        """Offers unsaved work of windows that are gone; True when some was restored here.

        Asked for from the menu, it says so when there is none; at the start it says nothing then.
        """
        try:
            offers = self._offers()
        except GaveUp as error:
            self.said.emit(self.tr("Unsaved work was not looked for: {reason}.").format(reason=error.reason))
            return False
        if not offers:
            if asked:
                self.said.emit(self.tr("There is no unsaved work to recover."))
            return False
        from ui.recovery_dialog import RecoveryDialog

        dialog = RecoveryDialog(offers, self._restore, self._window)
        restored = dialog.exec() == RecoveryDialog.DialogCode.Accepted
        dialog.deleteLater()
        return restored

    def _offers(self) -> list[Leftover]:
        recovery = self.recovery
        if recovery is None:
            return []
        given_up = threading.Event()

        def look() -> list[Leftover]:
            found = recovery.offers()
            if given_up.is_set():  # nobody will see them, and another window may want to offer them
                for each in found:
                    each.release()
            return found

        try:
            return self._files.do(recovery.folder, self.tr("Looking for unsaved work …"), look, place=recovery.folder)
        except GaveUp:
            given_up.set()
            raise

    def _restore(self, leftover: Leftover) -> bool:
        if self.recovery is None or not self.may_leave():
            return False
        self.recovery.restore(leftover)
        self.example = False
        self.named.emit()
        return True

    # Questions

    def ask(self, title: str, text: str, answers: Sequence[str]) -> int:
        """The number of the answer that was chosen; -1 for Cancel, which is the default."""
        box = QMessageBox(QMessageBox.Icon.Warning, title, plain(text), Button.Cancel, self._window)
        buttons = [box.addButton(answer, Role.AcceptRole) for answer in answers]
        box.setDefaultButton(Button.Cancel)
        box.exec()
        chosen = box.clickedButton()
        box.deleteLater()
        return next((number for number, button in enumerate(buttons) if button is chosen), -1)

    def _is_open_elsewhere(self, file: Path) -> bool:
        recovery = self.recovery
        if recovery is None:
            return False
        text = self.tr("Looking for {name} …").format(name=file.name)
        return self._files.do(file, text, lambda: recovery.open_elsewhere(file))

    def _changed_on_disk(self, file: Path) -> str:
        """The digest of the file, when it is not the one that was opened or saved here; else empty."""
        text = self.tr("Looking for {name} …").format(name=file.name)
        now = self._files.do(file, text, lambda: digest_on_disk(file))
        late = self._files.late(file)  # a save that was given up and came to its end after all
        known = {self._session.digest, late.digest if isinstance(late, Saved) else ""}
        return now if self._session.digest and now not in known else ""

    def _ask_about(self, file: Path) -> int:
        """0 to replace a file that another program changed, 1 to save under another name."""
        text = self.tr(
            "{name} was changed by another program since it was opened here. Saving replaces those changes; they are "
            "kept as {backup}."
        ).format(name=file.name, backup=backup_of(file).name)
        return self.ask(self.tr("Changed on disk"), text, [self.tr("&Replace them"), self.tr("Save &as…")])

    def _filter(self) -> str:
        return self.tr("Fitsheet workbooks (*{suffix});;All files (*)").format(suffix=SUFFIX)

    def _say(self, title: str, sentence: str) -> None:
        QMessageBox.warning(self._window, title, plain(f"{title}.\n\n{sentence}"))
