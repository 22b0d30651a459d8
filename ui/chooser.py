"""A line edit over a list of names: typing parts of a name finds it, Enter takes the first that is offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QStyle, QWidget

SHOWN_AT_ONCE = 14
WIDEST = 640
"""Pixels that the list of names takes at most; longer ones are cut off."""
_MOVING = {
    int(Qt.Key.Key_Down): 1, int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_PageDown): SHOWN_AT_ONCE,
    int(Qt.Key.Key_PageUp): -SHOWN_AT_ONCE,
}  # fmt: skip
"""How many rows of the list a key moves by."""


class Chooser(QLineEdit):
    """`options` are value and label. `picked` tells that one was clicked, which ends the edit as in a combo box."""

    picked = Signal(object)

    def __init__(self, options: Sequence[tuple[Any, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = tuple(options)
        self._choice: int | None = None
        self._offered = QStringListModel([label for _, label in self._options], self)
        self._list = QCompleter(self._offered, self)
        self._list.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)  # filtered here, by words
        self._list.setMaxVisibleItems(SHOWN_AT_ONCE)
        self.setCompleter(self._list)
        # WORKAROUND: a popup of Qt grabs the keyboard, and X drops the keys that are typed ahead while it closes, since
        # they are addressed to its window. A window that takes no focus leaves every key to this line.
        self._list.popup().setParent(self, Qt.WindowType.ToolTip)
        # The cell may be narrower than what it offers.
        popup = self._list.popup()
        widest = max((popup.fontMetrics().horizontalAdvance(label) for _, label in self._options), default=0)
        bar = popup.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        popup.setMinimumWidth(min(widest + 2 * bar, WIDEST))
        self._list.popup().clicked.connect(self._click)
        self.textEdited.connect(self._forget)

    def chosen_text(self) -> str:
        """The text to read: the value that was picked, else the first that is offered, else what was typed."""
        text = self.text().strip()
        if self._choice is not None:
            return self._value(self._choice)
        wanted = text.casefold()
        if not wanted:
            return ""
        labels = [label.casefold() for _, label in self._options]
        for fits in (str.__eq__, str.startswith, str.__contains__, has_words):
            if found := [at for at, label in enumerate(labels) if fits(label, wanted)]:
                return self._value(found[0])
        return text

    def offer_all(self) -> None:
        """Open the list with every option, whatever stands in the line."""
        self._narrow("")
        self._list.setCompletionPrefix("")
        self._list.complete()

    def take_highlighted(self) -> None:
        """Choose what is highlighted in the open list, if anything is, and close it."""
        popup = self._list.popup()
        if popup.isVisible():
            self._choose(popup.currentIndex())
            popup.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self._list.popup()
        if popup.isVisible() and event.key() in _MOVING:
            self._move(_MOVING[event.key()])
        elif event.key() == Qt.Key.Key_Down:
            self.offer_all()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if not self._list.popup().isVisible():
            self.offer_all()

    def hideEvent(self, event: QHideEvent) -> None:
        self._list.popup().hide()
        super().hideEvent(event)

    def _move(self, by: int) -> None:
        """Highlight another row of the open list; from above the first one on."""
        popup = self._list.popup()
        row = popup.currentIndex().row() + by
        last = popup.model().rowCount() - 1
        popup.setCurrentIndex(popup.model().index(min(max(row, 0), last), 0))

    def _click(self, index: QModelIndex) -> None:
        self._choose(index)
        self.picked.emit(self)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            label = str(index.data())
            same = [at for at, (_, text) in enumerate(self._options) if text == label]
            # Two rows may have one name: the list shows them in the order of the options.
            before = [index.sibling(row, 0).data() for row in range(index.row())].count(label)
            self._choice = same[min(before, len(same) - 1)]
            self.setText(label)
            self.setModified(True)

    def _value(self, at: int) -> str:
        value = self._options[at][0]
        return "" if value is None else str(value)

    def _forget(self, text: str) -> None:
        self._choice = None
        self._narrow(text)

    def _narrow(self, text: str) -> None:
        """Offer the names that have every word of a text; Qt opens the list after this."""
        wanted = text.strip().casefold()
        self._offered.setStringList([label for _, label in self._options if has_words(label.casefold(), wanted)])


def has_words(label: str, wanted: str) -> bool:
    """Whether a name has every word that is wanted, in any order; both in one case.

    >>> has_words("llama-3-70b", "70b llama"), has_words("llama-3-8b", "70b llama")
    (True, False)
    """
    return all(word in label for word in wanted.split())
