"""Launch line: the command that a plan stands for, to copy, and what each flag says with its source."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from planner.launch import launch_of
from planner.plan import Evaluation
from ui.plain_table import PlainTable, Table
from ui.theme import give_size


class LaunchDialog(QDialog):
    """Shows the command of one plan; Copy puts it on the clipboard, remarks and all."""

    def __init__(self, plan: Evaluation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Launch line of {scenario}").format(scenario=plan.scenario.name))
        self.launch = launch_of(plan)
        self.text = QPlainTextEdit(self.launch.text())
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.tr("Command"))
        self.text.setTabChangesFocus(True)
        rows = tuple((" ".join(each.words), each.meaning, each.source) for each in self.launch.arguments)
        header = (self.tr("Flag"), self.tr("What of the plan it says"), self.tr("Source"))
        self.flags = PlainTable(Table(self.tr("Flags"), header, rows))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.text)
        split.addWidget(self.flags)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        self.flags.setVisible(bool(rows))
        note = QLabel(
            self.tr("Lines that begin with # are what the program has no flag for; a shell passes them over.")
        )
        note.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(self.tr("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        for button in buttons.buttons():
            button.setAutoDefault(False)
        self.copy_button.setDefault(True)
        self.copy_button.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(split, 1)
        column.addWidget(note)
        column.addWidget(buttons)
        give_size(self, 62, 40)

    def copy(self) -> None:
        """Put the text on the clipboard."""
        QGuiApplication.clipboard().setText(self.launch.text())
