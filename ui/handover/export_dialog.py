"""Export: which format, which scenarios; then where to. The file is made from the workbook as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from ui.choosing import ask_target
from ui.saving import not_written, why_not_written
from ui.session import Session
from ui.theme import em, give_size

DRAWN = ("pdf", "png", "svg")
KIND = Qt.ItemDataRole.UserRole


class ExportDialog(QDialog):
    """`written` is the file after a successful export."""

    def __init__(self, session: Session, title: str, selected: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._title = title
        self._selected = tuple(selected)
        self.written: Path | None = None
        self.setWindowTitle(self.tr("Export"))
        self.formats = QListWidget()
        self.formats.setAccessibleName(self.tr("Format"))
        self.formats.setSpacing(em(self) // 5)
        for kind, name, what in (
            (
                "xlsx",
                self.tr("Spreadsheet (XLSX)"),
                self.tr("Every line of every ledger as a live formula over named input cells"),
            ),
            ("csv", self.tr("Table (CSV)"), self.tr("Every line with every digit, its formula and its numbers")),
            ("md", self.tr("Report (Markdown)"), self.tr("Tables, assumptions and sources as text")),
            ("pdf", self.tr("Report (PDF)"), self.tr("The same with the chart, on A4")),
            ("png", self.tr("Chart (PNG)"), self.tr("Memory per GPU as a picture")),
            ("svg", self.tr("Chart (SVG)"), self.tr("Memory per GPU as a drawing that scales")),
        ):
            item = QListWidgetItem(f"{name}\n{what}")
            item.setData(KIND, kind)
            self.formats.addItem(item)
        self.formats.setCurrentRow(0)
        self.only = QCheckBox(self.tr("Only the &selected scenarios ({count})").format(count=len(self._selected)))
        self.only.setEnabled(bool(self._selected))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(self.tr("&Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.buttons():
            button.setAutoDefault(False)
        self.go.setDefault(True)
        buttons.accepted.connect(self.ask)
        buttons.rejected.connect(self.reject)
        self.formats.itemActivated.connect(lambda _: self.ask())
        label = QLabel(self.tr("&Format"))
        label.setBuddy(self.formats)
        column = QVBoxLayout(self)
        column.addWidget(label)
        column.addWidget(self.formats, 1)
        column.addWidget(self.only)
        column.addWidget(buttons)
        give_size(self, 40, 27)

    def kind(self) -> str:
        """The ending of the chosen format."""
        kind: str = self.formats.currentItem().data(KIND)
        return kind

    def chosen(self) -> tuple[str, ...]:
        """Ids of the scenarios to export; empty for all."""
        return self._selected if self.only.isChecked() else ()

    def ask(self) -> None:
        """Ask where to, and write."""
        kind = self.kind()
        start = self._session.file.parent if self._session.file is not None else Path.home()
        kinds = f"{kind.upper()} (*.{kind})"
        file = ask_target(self, self.tr("Export"), f"{self._title}.{kind}", kinds, start)
        if file is not None:
            self.write(file)

    def write(self, file: Path) -> None:
        """Write the file and close; the reason is said and the dialog stays when that fails."""
        workbook, evaluations = self._session.workbook, self._session.evaluations
        wanted = self.kind(), workbook, evaluations, self._title, self.chosen()
        if self.kind() in DRAWN:
            from ui.handover.drawn import drawn as content
        else:
            from planner.export.content import content
        reason = why_not_written(self, file, lambda: content(*wanted))
        if reason:
            QMessageBox.warning(self, self.tr("Nothing was exported"), not_written(file, reason))
            return
        self.written = file
        self.accept()
