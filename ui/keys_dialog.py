"""Every command of the window by menu, with its keys, and what keys do in a table; a list that can be searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from ui.theme import give_size

if TYPE_CHECKING:
    from ui.window import Window

Line = tuple[str, str]
"""What a command is called, and its keys."""


def show_keys(window: Window) -> None:
    """The list, over the window."""
    dialog = KeysDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def commands_of(window: Window) -> Iterator[tuple[str, list[Line]]]:
    """The commands of each menu, those of its own menus under "menu: submenu"; last the keys of the tables."""
    for action in window.menuBar().actions():
        if isinstance(menu := action.menu(), QMenu):
            yield from _of_menu(menu, plain(action.text()))
    yield (
        window.tr("Cells of the tables"),
        [
            (window.tr("commit and go down, up"), window.tr("Enter, Shift+Enter")),
            (window.tr("commit and go right, left"), window.tr("Tab, Shift+Tab")),
            (window.tr("put the text into all selected cells"), "Ctrl+Enter"),
            (window.tr("edit the cell"), "F2"),
            (window.tr("leave the cell as it was"), "Esc"),
            (window.tr("back to the default"), window.tr("Delete")),
            (window.tr("to the edge of the block; with Shift select"), window.tr("Ctrl+arrows")),
            (window.tr("to the first or last cell; with Shift select"), "Ctrl+Home, Ctrl+End"),
        ],
    )


def plain(text: str) -> str:
    """The text of an action without the mark of its letter: "(&F)" behind it goes too."""
    head, mark, rest = text.partition("(&")
    return head + rest[2:] if mark and rest[1:2] == ")" else text.replace("&", "")


def _of_menu(menu: QMenu, title: str) -> Iterator[tuple[str, list[Line]]]:
    menu.aboutToShow.emit()  # some are filled when they are opened
    lines: list[Line] = []
    below: list[tuple[QMenu, str]] = []
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            below.append((inner, f"{title}: {plain(action.text())}"))
        elif not action.isSeparator() and action.text():
            lines.append(_line(action))
    if lines:
        yield title, lines
    for inner, name in below:
        yield from _of_menu(inner, name)


def _line(action: QAction) -> Line:
    keys = (keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts())
    return plain(action.text()), ", ".join(keys)


class KeysDialog(QDialog):
    """A line to search by, and the commands below their menus."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setWindowTitle(window.tr("Commands and keys"))
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText(window.tr("Search: a word of a command, or a key"))
        self.wanted.setAccessibleName(window.tr("Search the commands"))
        self.wanted.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderLabels([window.tr("Command"), window.tr("Keys")])
        self.list.setAccessibleName(self.windowTitle())
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for title, lines in commands_of(window):
            head = QTreeWidgetItem(self.list, [title])
            head.setFirstColumnSpanned(True)
            for name, keys in lines:
                QTreeWidgetItem(head, [name, keys])
        self.list.expandAll()
        head_of_list = self.list.header()
        head_of_list.setStretchLastSection(False)
        head_of_list.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head_of_list.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        hint = QLabel(window.tr("A number may be written 4k, 80 GiB, 1_000, 90%, or as an expression: =2*batch."))
        hint.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.wanted, self.list, hint, buttons):
            layout.addWidget(widget)
        self.wanted.textChanged.connect(self.search)
        give_size(self, 34, 34)

    def search(self, text: str) -> None:
        """Leave the lines on show that hold every word of the text, in command, keys or menu."""
        words = text.casefold().split()
        for at in range(self.list.topLevelItemCount()):
            head = self.list.topLevelItem(at)
            assert head is not None
            shown = 0
            for below in range(head.childCount()):
                item = head.child(below)
                said = f"{head.text(0)} {item.text(0)} {item.text(1)}".casefold()
                item.setHidden(not all(word in said for word in words))
                shown += not item.isHidden()
            head.setHidden(not shown)
