"""Asks by which condition a column's rows are chosen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from ui.sheets.columns import Column
from ui.sheets.conditions import BLANKS, Condition, met_by, relations
from ui.theme import em


class FilterDialog(QDialog):
    """`condition` is what was asked for; a number that cannot be read is said here and not accepted."""

    def __init__(self, column: Column, given: Condition | None, values: list[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._column = column
        self.setWindowTitle(self.tr("Filter by {title}").format(title=column.heading))
        self.relation = QComboBox()
        for key, label in relations(column).items():
            self.relation.addItem(QCoreApplication.translate("sheets", label), key)
        self.wanted, self.end = QLineEdit(), QLineEdit()
        for line in (self.wanted, self.end):
            line.setMinimumWidth(em(self) * 16)
            found = QCompleter(values, line)
            found.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            found.setFilterMode(Qt.MatchFlag.MatchContains)
            line.setCompleter(found)
        self.reason = QLabel()
        self.reason.setWordWrap(True)
        self.reason.hide()
        form = QFormLayout(self)
        form.addRow(self.tr("&Rows whose {title}").format(title=column.title.replace("&", "&&")), self.relation)
        form.addRow(self.tr("&Value"), self.wanted)
        form.addRow(self.tr("&And"), self.end)
        form.addRow(self.reason)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
        self._form = form
        self.relation.currentIndexChanged.connect(self._show_lines)
        if given is not None:
            self.relation.setCurrentIndex(self.relation.findData(given.relation))
            self.wanted.setText(given.wanted)
            self.end.setText(given.end)
        self._show_lines()
        self.wanted.setFocus()

    def condition(self) -> Condition:
        """What stands in the dialog."""
        return Condition(str(self.relation.currentData()), self.wanted.text().strip(), self.end.text().strip())

    def _show_lines(self) -> None:
        relation = self.relation.currentData()
        self._form.setRowVisible(self.wanted, relation not in BLANKS)
        self._form.setRowVisible(self.end, relation == "between")

    def _take(self) -> None:
        try:
            met_by(self._column, self.condition())
        except ValueError as error:
            self.reason.setText(str(error))
            self.reason.show()
            return
        self.accept()
