"""The view of a table, with the conduct of a spreadsheet: keys, editing in place, clipboard, rows.

`said` carries a sentence for the status line; `refused` what stood in the way of a block (nothing was written then);
`preset_wanted` the path of a row that is to be saved as a preset.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from planner.workbook import Path
from ui.chooser import Chooser
from ui.delegates import REFUSAL, STAY, CellDelegate
from ui.late import Late
from ui.session import Session
from ui.sheets.adaptive import AdaptiveColumns
from ui.sheets.bands import Bands, RowHeader
from ui.sheets.columns import translated
from ui.sheets.commands import Commands
from ui.sheets.fill_handle import FillHandle
from ui.sheets.frozen import FrozenColumns
from ui.sheets.header import GroupedHeader
from ui.sheets.header_menu import HeaderMenu
from ui.sheets.keys import Keys
from ui.sheets.measured_columns import GROUP, group_title
from ui.sheets.moves import Moves
from ui.sheets.painting import CellPainter
from ui.sheets.refusal import RefusalLabel
from ui.sheets.row_lines import row_lines
from ui.sheets.row_view import RowView
from ui.sheets.selection import selected_cells, visible_columns
from ui.sheets.sheet import Sheet
from ui.sheets.sparse import SparseColumns
from ui.sheets.table_model import TableModel
from ui.sheets.view_commands import ViewCommands
from ui.sheets.widths import Widths
from ui.theme import colours, em

sideways = Late("ui.sideways")

Trigger = QAbstractItemView.EditTrigger
EndEditHint = QAbstractItemDelegate.EndEditHint


class TableView(QTableView):
    """A sheet of a session on screen."""

    said = Signal(str)
    refused = Signal(object)
    preset_wanted = Signal(object)
    refresh_wanted = Signal()

    # Qt calls overrides from its own constructor on, before there is one.
    _frozen: FrozenColumns | None = None
    _closing = False
    _compares = False

    hint = ""
    """What is said in place of rows while there are none."""

    def __init__(self, session: Session, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = TableModel(session, sheet, self)
        self.setObjectName(sheet.name)
        self.setAccessibleName(sheet.title)
        self.setModel(self.table)
        self._cells = CellDelegate(self, self._painter())
        self.setItemDelegate(self._cells)
        self.setEditTriggers(Trigger.DoubleClicked | Trigger.EditKeyPressed | Trigger.AnyKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(True)
        self._reason = RefusalLabel(self.viewport())
        self._handle = FillHandle(self)
        self._moves = Moves(self, self.table)
        self._keys = Keys(self, self._moves, self._handle)
        self.viewport().setMouseTracking(True)
        self._place_header(sheet)
        self.commands = Commands(self, self.table)
        self.rows = RowView(self, self.table, self.header)
        self.view_commands = ViewCommands(self)
        self.bands = Bands(self, self.table, self.rows, self._cells)
        self._frozen = FrozenColumns(self, self._painter(), self.bands)
        HeaderMenu(self, self.header, self._frozen.head)
        self.rows.changed.connect(self._frozen.follow_rows)
        self.header.signed.connect(self._frozen.set_signs)
        session.changed.connect(self._title_measured)
        self._title_measured()
        self._widths = Widths(self, self.table, self.header, self._painter())
        self.adaptive = AdaptiveColumns(self, self.table)
        self.adaptive.changed.connect(self._widths.fit_groups)
        self.sparse = SparseColumns(self, self.table, self.adaptive)
        self.sparse.changed.connect(self._widths.fit_groups)
        self._widths.fit_groups()
        self._dress()
        if self.table.rowCount():
            self.setCurrentIndex(self.table.index(0, 0))
        self.adaptive.watch_selection()
        self.table.rowsInserted.connect(lambda: QTimer.singleShot(0, self, self._have_current))

    def _have_current(self) -> None:
        """Rows that come back into an empty table, as by redo, are looked at again."""
        if not self.currentIndex().isValid() and self.table.rowCount():
            self.setCurrentIndex(self.table.index(0, 0))

    # What the window asks

    def show_path(self, path: Path) -> bool:
        """Go to the cell at a path of the document; False when it does not stand in this table."""
        place = self.table.position_of(path)
        if place is None:
            return False
        row, column = place
        if self.isColumnHidden(column):
            self.showColumn(column)
        if self.isRowHidden(row):
            self.rows.clear()
        self.setCurrentIndex(self.table.index(row, column))
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def show_row(self, path: Path) -> None:
        """Go to a row, in the column that is current."""
        place = self.table.position_of(path)
        if place is not None:
            current = self.currentIndex()
            column = current.column() if current.isValid() else self.table.sheet.column("name")
            if self.isRowHidden(place[0]):
                self.rows.clear()
            self.setCurrentIndex(self.table.index(place[0], column))
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def setCurrentIndex(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """The only cell that is selected, whatever keys are held: Qt would extend the selection while the Shift or the
        Ctrl of a command's own key is down.
        """
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def current_path(self) -> Path | None:
        """The row that holds the current cell."""
        index = self.currentIndex()
        return self.table.shown_row(index.row()).path if index.isValid() else None

    def refusal_text(self) -> str:
        """The reason on show at a refused editor; empty when there is none."""
        return "" if self._reason.isHidden() else self._reason.text()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.indexWidget(self.currentIndex()) is not None:
            # The key that ends an edit passes through the editor and arrives here too.
            super().keyPressEvent(event)
            return
        if not self._keys.press(event):
            super().keyPressEvent(event)
            self._keys.pressed(event)

    # The fill handle

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._handle.press(event):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._handle.move(event):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drawn = self._handle.release()
        if drawn is None:
            super().mouseReleaseEvent(event)
        else:
            series = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
            self.commands.extend(drawn[0], *drawn[1], series=series)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        drawn = self._handle.to_the_end(event.position().toPoint())
        if drawn is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.commands.extend(drawn[0], *drawn[1], series=True)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not sideways.moved_sideways(self, event):
            super().wheelEvent(event)

    # Editing

    def begin_editing(self) -> None:
        """Open the editor of the current cell, as F2 does."""
        self.edit(self.currentIndex(), Trigger.EditKeyPressed, None)

    def edit(self, index: QModelIndex | QPersistentModelIndex, *rest: Any) -> Any:
        """Qt's own, noting how the edit began; a chooser that was not typed into opens its list."""
        opened = super().edit(index, *rest)
        if opened and rest:
            self._cells.typed = rest[0] == Trigger.AnyKeyPressed
            if (several := len(selected_cells(self))) > 1:
                self.said.emit(self.tr("Ctrl+Enter puts this into all {count} selected cells").format(count=several))
            editor = self.indexWidget(index)
            if isinstance(editor, Chooser) and not self._cells.typed:
                editor.offer_all()
        return opened

    def finish_editing(self) -> None:
        """Put what is being typed into its cell; a text that is refused stays in its editor."""
        editor = self.indexWidget(self.currentIndex())
        if editor is not None:
            self.commitData(editor)
            self.closeEditor(editor, EndEditHint.NoHint)

    def closeEditor(self, editor: QWidget, hint: EndEditHint) -> None:
        reason = str(editor.property(REFUSAL) or "")
        if reason and hint != EndEditHint.RevertModelCache:
            self._keep(editor, reason)
            return
        within = self._cells.within
        direction = self._cells.leaving if hint != EndEditHint.RevertModelCache else STAY
        self._cells.leaving = STAY
        self._reason.hide()
        self._closing = True
        super().closeEditor(editor, EndEditHint.NoHint)
        self._closing = False
        if direction != STAY:
            self._moves.step(*direction, within=within)

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Qt turns this into a Tab key, also when an editor that is going away gives its focus back.
        if self._closing:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return super().focusNextPrevChild(forward)

    def _keep(self, editor: QWidget, reason: str) -> None:
        """Leave the refused text where it is, with the reason at the cell; editing goes on there."""
        self._cells.leaving = STAY
        self._reason.explain(reason, editor.geometry())
        editor.destroyed.connect(self._reason.hide)
        self.said.emit(reason)
        index = self.indexAt(editor.geometry().center())
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
        if self.isActiveWindow() and not editor.hasFocus():
            editor.setFocus(Qt.FocusReason.OtherFocusReason)

    # Looks

    def scrollTo(self, index: QModelIndex | QPersistentModelIndex,
                 hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible) -> None:  # fmt: skip
        super().scrollTo(index, hint)
        if self._frozen is not None:
            self._frozen.uncover(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._frozen is not None:
            self._frozen.follow()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        if self._frozen is not None:
            self._frozen.follow()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QColor(colours(self.palette()).grid))
        painter.drawLines(row_lines(self, event))
        self.bands.paint(painter, self, named=self._frozen is None or self._frozen.isHidden())
        self._handle.paint(painter, colours(self.palette()))
        if not self.table.rowCount():
            painter.setPen(QColor(colours(self.palette()).muted))
            room = self.viewport().rect().adjusted(em(self), 0, -em(self), 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap), self.hint)
        painter.end()
        if not self._compares:
            # The presets are read after the first paint.
            self._compares = True
            QTimer.singleShot(0, self, self.table.compare_with_presets)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self._frozen is not None:
            self._dress()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        self.commands.fill_context_menu(menu)
        menu.addSeparator()
        self.view_commands.fill_menu(menu.addMenu(self.tr("&View of the table")))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _place_header(self, sheet: Sheet) -> None:
        self.header = GroupedHeader(sheet.columns, self)
        self.setHorizontalHeader(self.header)
        rows = RowHeader(self)
        self.setVerticalHeader(rows)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        for position, column in enumerate(sheet.columns):
            self.setColumnHidden(position, column.key in sheet.hidden)

    def _title_measured(self, *_: object) -> None:
        self.header.set_group(translated(GROUP), group_title(self.table.session.measured.values()))

    def _dress(self) -> None:
        painter = self._painter()
        self._cells.dress(painter)
        if self._frozen is not None:
            self._frozen.dress(painter)
            self._widths.dress(painter)
        self.verticalHeader().setDefaultSectionSize(round(em(self) * 1.75))
        self.bands.again()
        self.viewport().update()

    def _painter(self) -> CellPainter:
        return CellPainter(self.table, self.palette(), self.font())

    def show_column(self, key: str) -> None:
        """Bring a hidden column to sight."""
        self.setColumnHidden(self.table.sheet.column(key), False)

    def hide_column(self, position: int) -> None:
        """Take a column out of sight; the current cell moves to a neighbour."""
        self.adaptive.want(position, False)
        self.setColumnHidden(position, True)
        if self.currentIndex().column() == position and (shown := visible_columns(self)):
            head = self.horizontalHeader()
            near = min(shown, key=lambda column: abs(head.visualIndex(column) - head.visualIndex(position)))
            self.setCurrentIndex(self.table.index(self.currentIndex().row(), near))

    @property
    def held_columns(self) -> int:
        """How many of the first columns stay in sight while the others are scrolled."""
        return self._frozen.count if self._frozen is not None else 0

    def hold_columns(self, count: int) -> None:
        """Keep so many of the first columns in sight."""
        if self._frozen is not None:
            self._frozen.set_count(count)

    def default_columns(self) -> None:
        """Columns, their order and widths as they were in the beginning."""
        for position, column in enumerate(self.table.sheet.columns):
            self.header.moveSection(self.header.visualIndex(position), position)
            self.setColumnHidden(position, column.key in self.table.sheet.hidden)
        self.hold_columns(1)
        self.adaptive.again()
        self.sparse.again()
        self._widths.fit()

    def fit_columns(self) -> None:
        """Every column as wide as what stands in it now."""
        self._widths.fit()
