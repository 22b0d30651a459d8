"""What was not saved when Fitsheet ended: which workbooks, from when, and what to do with each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from planner.atomic import reason_of
from planner.journal import Leftover
from ui.theme import em
from ui.waiting import Files, GaveUp, shortly

ROLE = QDialogButtonBox.ButtonRole


def described(leftover: Leftover) -> str:
    """Two or three lines: the workbook's name, where its file is, when it was changed last and by how many edits."""
    file = leftover.about.file
    name = Path(file).name if file else leftover.about.title or QCoreApplication.translate("Documents", "Untitled")
    lines = [name, file or QCoreApplication.translate("recovery", "not saved to a file yet")]
    if leftover.document is None:
        text = QCoreApplication.translate("recovery", "Cannot be read: {reason}")
        lines.append(text.format(reason=leftover.problem))
        return "\n".join(lines)
    try:
        when = QLocale().toString(datetime.fromisoformat(leftover.at), QLocale.FormatType.ShortFormat)
    except ValueError:
        when = leftover.at
    book = leftover.document.workbook
    text = QCoreApplication.translate("recovery", "last changed {when}; scenarios: {scenarios}, models: {models}")
    lines.append(text.format(when=when, scenarios=len(book.scenarios), models=len(book.models)))
    return "\n".join(lines)


class RecoveryDialog(QDialog):
    """`restore` is called with the chosen one; what is neither restored nor discarded is offered again later."""

    def __init__(
        self, offers: Sequence[Leftover], restore: Callable[[Leftover], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._offers = list(offers)
        self._restore = restore
        self.setWindowTitle(self.tr("Recover unsaved work"))
        message = QLabel(
            self.tr(
                "Fitsheet ended before these workbooks were saved. Restoring one shows it here exactly as it was; its "
                "file is not touched until you save."
            )
        )
        message.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Unsaved workbooks"))
        self.list.setWordWrap(True)
        self.list.setSpacing(em(self) // 4)
        self.list.currentRowChanged.connect(self._show_buttons)
        self.list.itemActivated.connect(lambda _: self._on_restore())
        buttons = QDialogButtonBox()
        self.restore_button = buttons.addButton(self.tr("&Restore"), ROLE.AcceptRole)
        self.discard_button = buttons.addButton(self.tr("&Discard"), ROLE.DestructiveRole)
        self.later_button = buttons.addButton(self.tr("Not &now"), ROLE.RejectRole)
        self.restore_button.setDefault(True)
        self.restore_button.clicked.connect(self._on_restore)
        self.discard_button.clicked.connect(self._on_discard)
        self.later_button.clicked.connect(self.reject)
        self.finished.connect(lambda _: shortly(self._release, None))
        size = em(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(size, size, size, size)
        column.setSpacing(size)
        for widget in (message, self.list, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(size * 40)
        self._fill()

    def _fill(self) -> None:
        self.list.clear()
        for leftover in self._offers:
            item = QListWidgetItem(described(leftover))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, described(leftover))
            self.list.addItem(item)
        self.list.setMinimumHeight(self.list.sizeHintForRow(0) * min(len(self._offers), 4) + em(self))
        self.list.setCurrentRow(0)

    def _chosen(self) -> Leftover | None:
        row = self.list.currentRow()
        return self._offers[row] if 0 <= row < len(self._offers) else None

    def _show_buttons(self, _: int) -> None:
        chosen = self._chosen()
        self.restore_button.setEnabled(chosen is not None and chosen.document is not None)
        self.discard_button.setEnabled(chosen is not None)

    def _on_restore(self) -> None:
        chosen = self._chosen()
        if chosen is not None and chosen.document is not None and self._restore(chosen):
            self._offers.remove(chosen)
            self.accept()

    def _on_discard(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        if not self._discarded(chosen):
            return
        self._offers.remove(chosen)
        if self._offers:
            self._fill()
        else:
            self.reject()

    def _discarded(self, leftover: Leftover) -> bool:
        """Remove unsaved work beside the window; False where it cannot be removed, which is then said."""
        name, folder = leftover.path.name, leftover.path.parent
        try:
            Files(self).do(leftover.path, self.tr("Removing {name} …").format(name=name), leftover.discard)
        except GaveUp:
            pass  # it goes when its folder answers; where it does not, it is offered again at the next start
        except OSError as error:
            text = self.tr("The unsaved work in {folder} was not removed: {reason}.")
            reason = QCoreApplication.translate("files", reason_of(error))
            QMessageBox.warning(self, self.windowTitle(), text.format(folder=folder, reason=reason))
            return False
        return True

    def _release(self) -> None:
        for each in self._offers:
            each.release()
