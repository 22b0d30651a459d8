"""Editors of cells: a line for numbers, texts and expressions, a chooser with search, a check box in the cell.

The keys that end an edit also say where to go next; the view reads `leaving` when the editor closes. A refused text
stays: the delegate puts the reason into the editor's `refusal` property, and the view then keeps the editor open.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from planner.words import QT_TRANSLATE_NOOP
from ui.chooser import Chooser
from ui.counted import counted
from ui.sheets.choices import ChooserColumn
from ui.sheets.columns import NO, YES, Column, FlagColumn
from ui.sheets.painting import CellPainter, box_of
from ui.sheets.selection import selected_cells
from ui.sheets.table_model import TableModel

Index = QModelIndex | QPersistentModelIndex
Direction = tuple[int, int]
"""Rows down and columns right."""

STAY: Direction = (0, 0)
_ENDING: dict[int, Direction] = {
    int(Qt.Key.Key_Return): (1, 0), int(Qt.Key.Key_Enter): (1, 0), int(Qt.Key.Key_Tab): (0, 1),
    int(Qt.Key.Key_Backtab): (0, -1),
}  # fmt: skip
_ARROWS: dict[int, Direction] = {
    int(Qt.Key.Key_Down): (1, 0), int(Qt.Key.Key_Up): (-1, 0), int(Qt.Key.Key_Right): (0, 1),
    int(Qt.Key.Key_Left): (0, -1),
}  # fmt: skip
KEY_PRESS = QEvent.Type.KeyPress
CLICKS = (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
EVERYWHERE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
"""With one of these Enter puts a text into every selected cell: Ctrl as in Excel, Alt as in LibreOffice."""
CHECKABLE = Qt.ItemFlag.ItemIsUserCheckable
CHECK_ROLE = Qt.ItemDataRole.CheckStateRole
REFUSAL = "refusal"


class CellDelegate(QStyledItemDelegate):
    """The delegate of every table. `typed` tells whether the present edit began by typing over the cell, `within`
    whether the key that ended it moves on inside the selected cells.
    """

    def __init__(self, view: QAbstractItemView, painter: CellPainter) -> None:
        super().__init__(view)
        self._view = view
        self._painter = painter
        self.leaving: Direction = STAY
        self.within = False
        self.typed = False
        self._everywhere = False
        self.plain_height = 0
        """Of a row without a heading, while some rows have one above their cells; else 0."""

    def dress(self, painter: CellPainter) -> None:
        """Paint cells with this."""
        self._painter = painter

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._below_heading(option)
        self._painter.paint(painter, option, index, current=index == self._view.currentIndex())

    def _below_heading(self, option: QStyleOptionViewItem) -> None:
        """Leave the heading of a group its room above the cell."""
        if self.plain_height and option.rect.height() > self.plain_height:
            option.rect = option.rect.adjusted(0, option.rect.height() - self.plain_height, 0, 0)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        self._below_heading(option)
        super().updateEditorGeometry(editor, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._painter.width_of(index.row(), index.column()), round(self._painter.line * 1.75))

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """A click on the check box, or the space bar, turns a flag."""
        if not isinstance(_column(index), FlagColumn) or not index.flags() & CHECKABLE:
            return False
        self._below_heading(option)
        if isinstance(event, QMouseEvent) and event.type() in CLICKS:
            box = box_of(option.rect, self._painter.line).adjusted(-3, -3, 3, 3)
            if event.button() != Qt.MouseButton.LeftButton or not box.contains(event.position().toPoint()):
                return False
        elif not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Space:
            return False
        checked = int(index.data(CHECK_ROLE)) == int(Qt.CheckState.Checked.value)
        turned = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
        cells = self._selected(index) if isinstance(event, QKeyEvent) else []
        flags = [at for at in cells if isinstance(_model(index).sheet.columns[at[1]], FlagColumn)]
        if len(flags) > 1:
            word = NO if checked else YES
            return _model(index).set_cells(flags, word, self._title(flags))
        return model.setData(index, int(turned.value), CHECK_ROLE)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        self.leaving = STAY
        column = _column(index)
        model = _model(index)
        editor: QLineEdit
        if isinstance(column, ChooserColumn):
            record = model.shown_row(index.row()).record
            editor = Chooser(column.options(record, model.session.workbook), parent)
            editor.picked.connect(self._finish)
        else:
            editor = QLineEdit(parent)
        editor.setFrame(False)
        editor.setAutoFillBackground(True)
        editor.setAlignment(Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft)
        editor.setAccessibleName(column.heading)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        # Qt asks again when the row changes under an open editor; what was typed must survive that.
        if isinstance(editor, QLineEdit) and not editor.isModified() and not editor.property(REFUSAL):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QLineEdit) and isinstance(model, TableModel)
        cells = self._selected(index) if self._everywhere else []
        if not editor.isModified() and len(cells) < 2:
            editor.setProperty(REFUSAL, "")
            return
        text = editor.chosen_text() if isinstance(editor, Chooser) else editor.text()
        accepted = model.set_cells(cells, text, self._title(cells)) if len(cells) > 1 else model.setData(index, text)
        editor.setProperty(REFUSAL, "" if accepted else str(model.refusal))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if event.type() == KEY_PRESS and isinstance(event, QKeyEvent) and isinstance(editor, QLineEdit):
            direction = _ENDING.get(event.key())
            self.within = direction is not None
            if direction is not None:
                self._end(editor, event, direction)
                return True
            arrow = _ARROWS.get(event.key())
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if arrow is not None and self.typed and plain and not isinstance(editor, Chooser):
                self.leaving = arrow
                self._finish(editor)
                return True
        return super().eventFilter(editor, event)

    def _end(self, editor: QLineEdit, event: QKeyEvent, direction: Direction) -> None:
        """Commit and close now. Qt would do that later, and keys that come meanwhile would go into the old editor."""
        back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier and event.key() != Qt.Key.Key_Backtab
        self.leaving = (-direction[0], -direction[1]) if back else direction
        self._everywhere = bool(direction[0] and event.modifiers() & EVERYWHERE)
        if self._everywhere:
            self.leaving = STAY
        if isinstance(editor, Chooser):
            editor.take_highlighted()
        self._finish(editor)
        self._everywhere = False

    def _selected(self, index: Index) -> list[tuple[int, int]]:
        """The selected cells, if the one at `index` is among them."""
        assert isinstance(self._view, QTableView)
        cells = selected_cells(self._view)
        return cells if (index.row(), index.column()) in cells else []

    def _title(self, cells: Sequence[tuple[int, int]]) -> str:
        one, many = QT_TRANSLATE_NOOP("counted", "Change cell"), QT_TRANSLATE_NOOP("counted", "Change {count} cells")
        return counted(len(cells), one, many)

    def _finish(self, editor: QLineEdit) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)


def _model(index: Index) -> TableModel:
    model = index.model()
    assert isinstance(model, TableModel)
    return model


def _column(index: Index) -> Column:
    return _model(index).sheet.columns[index.column()]
