"""A drop-down list with a search: typing parts of a name narrows it; each entry stands for a value."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget

from ui.theme import em

VISIBLE = 18
WIDE = 18
"""Characters that the list is wide at least; long entries are cut off."""


class FieldChooser(QComboBox):
    """`changed` carries the value of the entry that was chosen by a person."""

    changed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(VISIBLE)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(WIDE)
        completer = self.completer()
        assert isinstance(completer, QCompleter)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.line = self.lineEdit()
        assert isinstance(self.line, QLineEdit)
        self.line.installEventFilter(self)
        self.line.editingFinished.connect(self._settle)
        self.activated.connect(self._on_activated)
        self._entries: tuple[tuple[str, str], ...] = ()
        self._told = ""

    def set_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """Value and title of each entry; the chosen value stays where it is among them."""
        if tuple(entries) == self._entries:
            return
        now = self.value()
        self._entries = tuple(entries)
        self.clear()
        for value, title in entries:
            self.addItem(title, value)
            self.setItemData(self.count() - 1, value, Qt.ItemDataRole.ToolTipRole)
        self.choose(now if now in dict(entries) else (entries[0][0] if entries else ""))

    def value(self) -> str:
        """The value of the chosen entry."""
        found = self.currentData()
        return found if isinstance(found, str) else ""

    def choose(self, value: str) -> None:
        """Choose an entry, as a program does it: nothing is told."""
        self.setCurrentIndex(max(self.findData(value), 0) if self.count() else -1)
        self._told = self.value()
        self.setToolTip(f"{self.currentText()}\n{self.value()}".strip())
        # Asked for anew: as the window around it goes, what Python knows as the line is gone before the line loses the
        # keyboard and settles.
        line = self.lineEdit()
        if line is not None:
            line.setCursorPosition(0)

    def showPopup(self) -> None:
        widest = max((self.fontMetrics().horizontalAdvance(title) for _, title in self._entries), default=0)
        self.view().setMinimumWidth(min(widest + em(self) * 2, em(self) * 40))
        super().showPopup()

    def _on_activated(self, _: int) -> None:
        self.choose(self.value())
        self.changed.emit(self.value())

    def _settle(self) -> None:
        """What was typed becomes the first entry that has it in its title, or is its value, or the chosen one again."""
        text = self.currentText().strip().casefold()
        titles = [title.casefold() for _, title in self._entries]
        values = [value.casefold() for value, _ in self._entries]
        words = text.split()
        found = [at for at, title in enumerate(titles) if text in (title, values[at])] or [
            at for at, title in enumerate(titles) if words and all(word in title for word in words)
        ]
        before = self._told
        self.choose(self._entries[found[0]][0] if found else before)
        if self.value() != before:
            self.changed.emit(self.value())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line and event.type() is QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.line.selectAll()
        return super().eventFilter(watched, event)
