"""What a key does in a table beyond what Qt's own views do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from ui.sheets.fill_handle import FillHandle
    from ui.sheets.moves import Moves
    from ui.sheets.table_view import TableView

CHANGEABLE = Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
MOVES = {
    int(Qt.Key.Key_Return): (1, 0), int(Qt.Key.Key_Enter): (1, 0), int(Qt.Key.Key_Tab): (0, 1),
    int(Qt.Key.Key_Backtab): (0, -1),
}  # fmt: skip
JUMPS = {
    int(Qt.Key.Key_Down): (1, 0), int(Qt.Key.Key_Up): (-1, 0), int(Qt.Key.Key_Right): (0, 1),
    int(Qt.Key.Key_Left): (0, -1),
}  # fmt: skip
ENDS = {int(Qt.Key.Key_Home): 0, int(Qt.Key.Key_End): -1}
MOVING = {*JUMPS, *ENDS, int(Qt.Key.Key_PageUp), int(Qt.Key.Key_PageDown)}


class Keys:
    """The keys of one table while no cell is edited; `press` is False for a key that is Qt's."""

    def __init__(self, view: TableView, moves: Moves, handle: FillHandle) -> None:
        self._view = view
        self._moves = moves
        self._handle = handle

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key asks for."""
        key, modifiers = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift, others = bool(modifiers & SHIFT), modifiers & ~SHIFT
        move, jump = MOVES.get(key), JUMPS.get(key)
        if move is not None and not others:
            back = shift and key != Qt.Key.Key_Backtab
            self._moves.step(-move[0] if back else move[0], -move[1] if back else move[1], within=True)
        elif key == Qt.Key.Key_Escape and self._handle.dragging:
            self._handle.give_up()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not modifiers:
            self._view.commands.clear()
        elif jump is not None and others == CONTROL:
            self._moves.jump(*jump, select=shift)
        elif key in ENDS and others == CONTROL:
            self._moves.to_corner(ENDS[key], select=shift)
        else:
            if (text := event.text()).isprintable() and text.strip() and not others:
                self._say_if_fixed(self._view.currentIndex())
            return False
        return True

    def pressed(self, event: QKeyEvent) -> None:
        """After Qt has done what a key asks for: one that moves without Shift ends a selection."""
        if event.key() in MOVING and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._moves.collapse()

    def _say_if_fixed(self, index: QModelIndex) -> None:
        """Why nothing happens when somebody types into a cell that cannot be edited."""
        if index.isValid() and not index.flags() & CHANGEABLE:
            view = self._view
            column = view.table.sheet.columns[index.column()]
            sentence = view.tr("This row has no {title}") if column.editable else view.tr("{title} is computed")
            view.said.emit(sentence.format(title=column.title))
