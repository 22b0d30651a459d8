"""Find and replace in the table that is in use; stays open beside the window, and repeats by F3 without it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from planner.words import QT_TRANSLATE_NOOP
from ui.counted import counted
from ui.sheets.finding import Wanted, found, nearest, replacements
from ui.sheets.selection import visible_columns, visible_rows
from ui.sheets.table_view import TableView
from ui.theme import em


class FindDialog(QDialog):
    """`table` tells which table is searched, each time anew."""

    def __init__(self, table: Callable[[], TableView], parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self.setWindowTitle(self.tr("Find and replace"))
        self._find, self._new = QLineEdit(), QLineEdit()
        self._same_case, self._whole = QCheckBox(self.tr("Match &case")), QCheckBox(self.tr("&Whole cell"))
        self._said = QLabel()
        self._said.setAccessibleName(self.tr("What was found"))
        self._find.textChanged.connect(lambda: self._said.clear())
        find, new = QLabel(self.tr("&Find")), QLabel(self.tr("Re&place with"))
        find.setBuddy(self._find)
        new.setBuddy(self._new)
        grid = QGridLayout(self)
        grid.addWidget(find, 0, 0)
        grid.addWidget(self._find, 0, 1)
        grid.addWidget(new, 1, 0)
        grid.addWidget(self._new, 1, 1)
        checks = QHBoxLayout()
        checks.addWidget(self._same_case)
        checks.addWidget(self._whole)
        checks.addStretch(1)
        grid.addLayout(checks, 2, 1)
        buttons = QHBoxLayout()
        for text, run in (
            (self.tr("Find ne&xt"), self.find_next),
            (self.tr("Find pre&vious"), self.find_previous),
            (self.tr("&Replace"), self.replace),
            (self.tr("Replace &all"), self.replace_all),
            (self.tr("Close"), self.reject),
        ):
            button = QPushButton(text)
            button.clicked.connect(run)
            button.setDefault(run == self.find_next)
            buttons.addWidget(button)
        grid.addWidget(self._said, 3, 0, 1, 2)
        grid.addLayout(buttons, 4, 0, 1, 2)
        self.setMinimumWidth(em(self) * 34)
        for keys, run in (("F3", self.find_next), ("Shift+F3", self.find_previous)):
            QShortcut(QKeySequence(keys), self).activated.connect(run)

    def ask(self, *, replacing: bool = False) -> None:
        """Come to the front, ready for a text to find, or one to put in its place."""
        self._table().finish_editing()
        self.setWindowTitle(self.tr("Find and replace in {table}").format(table=self._table().accessibleName()))
        self.show()
        self.raise_()
        self.activateWindow()
        line = self._new if replacing and self._find.text() else self._find
        line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        line.selectAll()

    def find_next(self) -> None:
        """Go to the next cell that has the text."""
        self._go(back=False)

    def find_previous(self) -> None:
        """Go to the cell before that has the text."""
        self._go(back=True)

    def replace(self) -> None:
        """Replace in the current cell if it has the text, and go to the next that has it."""
        table = self._table()
        index = table.currentIndex()
        here = (index.row(), index.column())
        if here in found(table.table, visible_rows(table), visible_columns(table), self._wanted()):
            cells = replacements(table.table, [here], self._wanted(), self._new.text())
            if cells and not table.commands.write(cells, table.table.describe(index)):
                return
            if not cells:
                self._said.setText(self.tr("This cell is computed and cannot be changed."))
                return
        self._go(back=False)

    def replace_all(self) -> None:
        """Replace in every cell on show as one step; none when one cell cannot take its text."""
        table, wanted = self._table(), self._wanted()
        if not wanted.text:
            return
        places = found(table.table, visible_rows(table), visible_columns(table), wanted)
        cells = replacements(table.table, places, wanted, self._new.text())
        one = QT_TRANSLATE_NOOP("counted", "Replace in a cell")
        many = QT_TRANSLATE_NOOP("counted", "Replace in {count} cells")
        if not cells:
            self._said.setText(self.tr("“{text}” stands in no cell that can be edited.").format(text=wanted.text))
        elif table.commands.write(cells, counted(len(cells), one, many)):
            one = QT_TRANSLATE_NOOP("counted", "Replaced in one cell.")
            many = QT_TRANSLATE_NOOP("counted", "Replaced in {count} cells.")
            self._said.setText(counted(len(cells), one, many))

    def _wanted(self) -> Wanted:
        return Wanted(self._find.text(), self._same_case.isChecked(), self._whole.isChecked())

    def _go(self, *, back: bool) -> None:
        if not self._find.text():
            self.ask()
            return
        table = self._table()
        rows, columns = visible_rows(table), visible_columns(table)
        places = found(table.table, rows, columns, self._wanted())
        index = table.currentIndex()
        place = nearest(places, rows, columns, (index.row(), index.column()), back=back)
        if place is None:
            self._say(self.tr("“{text}” stands in no cell on show.").format(text=self._find.text()))
            return
        table.setCurrentIndex(table.table.index(*place))
        sentence = self.tr("{place} of {count}")
        self._say(sentence.format(place=f"{places.index(place) + 1:,}", count=f"{len(places):,}"))

    def _say(self, sentence: str) -> None:
        self._said.setText(sentence)
        if not self.isVisible():
            self._table().said.emit(sentence)
