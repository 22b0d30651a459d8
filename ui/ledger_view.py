"""The ledger of the selected scenario as a tree that keeps what is open, what is selected and where it is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from planner.plan import Evaluation
from planner.what_if.compare import SCENARIO
from ui import theme
from ui.copying import copy_rows
from ui.late import Late
from ui.ledger_model import (
    AMOUNT,
    DIFFERENCE,
    FORMULA,
    KEY,
    NUMBERS,
    PERCENT,
    UNIT,
    VALUE,
    Index,
    LedgerModel,
    within_text,
)

sideways = Late("ui.sideways")

_WIDTHS = {AMOUNT: 17, VALUE: 8, UNIT: 6, FORMULA: 17, NUMBERS: 17}
"""Column widths at the start, in em."""
LEAST_LABEL = 9
_BESIDE = {AMOUNT: 11.5, VALUE: 6.5, UNIT: 5, DIFFERENCE: 7.5, PERCENT: 5.5}
"""While there is a baseline, so that the difference is in sight."""


class _LineDelegate(QStyledItemDelegate):
    """Formula and numbers in a quieter ink, blocked lines in the ink of a doubt, rows with air."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        model = index.model()
        line = model.line(index) if isinstance(model, LedgerModel) else None
        if line is None:
            return
        colours = theme.colours(option.palette)
        if line.blocked and index.column() in (VALUE, NUMBERS):
            ink = colours.tight
        elif index.column() >= UNIT and index.column() != DIFFERENCE:
            ink = colours.muted
        else:
            return
        for role in (option.palette.ColorRole.Text, option.palette.ColorRole.HighlightedText):
            option.palette.setColor(role, QColor(ink))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> object:
        size = super().sizeHint(option, index)
        size.setHeight(round(option.fontMetrics.height() * 1.55))
        return size


class LedgerView(QTreeView):
    """Says the selected line by `line_selected(key)`; Ctrl+C copies the selected lines with exact values."""

    line_selected = Signal(str)

    _em = 1
    """The height of the font that the columns are sized for; Qt tells of fonts before there is one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open: set[str] | None = None
        self._restoring = False
        self._shown = False
        self._widths: dict[int, float] = {}
        self._lines = LedgerModel(self)
        self.setModel(self._lines)
        self.setItemDelegate(_LineDelegate(self))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QTreeView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setAllColumnsShowFocus(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setHorizontalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(self.tr("Ledger"))
        self.expanded.connect(self._opened)
        self.collapsed.connect(self._closed)
        em = self._em = theme.em(self)
        self.setIndentation(round(em * 1.1))
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, em * width)
        for place, column in ((UNIT + 1, DIFFERENCE), (UNIT + 2, PERCENT)):
            header.moveSection(header.visualIndex(column), place)
            self.setColumnHidden(column, True)
        self._dress()

    def dataChanged(self, top: QModelIndex, bottom: QModelIndex, roles: list[int] | None = None) -> None:
        """Repaints what is in sight; Qt's own looks up every index of every run first, which costs more."""
        self.viewport().update()

    def set_evaluation(self, evaluation: Evaluation | None, baseline: Evaluation | None = None) -> None:
        """Show this ledger, with what it differs by from the baseline's. Open branches, selection and scroll position
        stay; at first the first level is open.
        """
        self._make_room(baseline is not None)
        current, scroll = self.selected_key(), self.verticalScrollBar().value()
        self._restoring = True
        try:
            if self._lines.set_evaluation(evaluation, baseline):
                self._restore(current, scroll)
        finally:
            self._restoring = False

    def _make_room(self, compared: bool) -> None:
        """Show the two columns of the comparison, or hide them; the widths from before come back."""
        if compared != self.isColumnHidden(DIFFERENCE):
            return
        if compared:
            self._widths = {column: self.columnWidth(column) / self._em for column in (AMOUNT, VALUE, UNIT)}
        for column in (DIFFERENCE, PERCENT):
            self.setColumnHidden(column, not compared)
        for column, width in (_BESIDE if compared else self._widths).items():
            self.setColumnWidth(column, round(self._em * width))
        if compared:
            words = QFontMetrics(self.font()).horizontalAdvance(within_text(SCENARIO))
            self.setColumnWidth(DIFFERENCE, max(self.columnWidth(DIFFERENCE), words + self._em))

    def selected_key(self) -> str:
        """Key of the current line, empty when there is none."""
        line = self._lines.line(self.currentIndex())
        return "" if line is None else line.key

    def select(self, key: str) -> bool:
        """Make the line current, opening what it is inside of; False when there is no such line."""
        index = self._lines.index_of(key)
        if not index.isValid():
            return False
        above = index.parent()
        while above.isValid():
            self.expand(above)
            above = above.parent()
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def copy(self) -> None:
        """Put the selected lines on the clipboard: label, exact value, base unit, formula, numbers."""
        chosen = sorted(self.selectionModel().selectedRows(AMOUNT), key=lambda index: index.internalId())
        if chosen:
            copy_rows(self._lines.exact_cells(index) for index in chosen)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and not self._restoring:
            self.line_selected.emit(current.data(KEY))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not sideways.moved_sideways(self, event):
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().drawRow(painter, option, index)
        painter.fillRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1,
                         QColor(theme.colours(self.palette()).grid))  # fmt: skip

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._follow_font()
            self._dress()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            QTimer.singleShot(0, self, self._keep_values_in_sight)

    def _keep_values_in_sight(self) -> None:
        """In a narrow panel the labels are cut off, and not the values beside them."""
        beside = self.columnWidth(VALUE) + self.columnWidth(UNIT)
        room = max(self.viewport().width() - beside, self._em * LEAST_LABEL)
        self.setColumnWidth(AMOUNT, min(self.columnWidth(AMOUNT), room))

    def _follow_font(self) -> None:
        """Columns as wide for another font as they were for the one before."""
        before, self._em = self._em, theme.em(self)
        if before != self._em:
            self.setIndentation(round(self._em * 1.1))
            for column in (*_WIDTHS, DIFFERENCE, PERCENT):
                self.setColumnWidth(column, round(self.columnWidth(column) * self._em / before))

    def _dress(self) -> None:
        self.header().setStyleSheet(theme.header_sheet(theme.colours(self.palette()), theme.em(self)))

    def _restore(self, current: str, scroll: int) -> None:
        if self._open is None:
            self._open = set(self._lines.roots()) or None
        for opened in self._lines.among(self._open or ()):
            self.setExpanded(opened, True)
        index = self._lines.index_of(current)
        if index.isValid():
            self.setCurrentIndex(index)
        self.verticalScrollBar().setValue(scroll)

    def _opened(self, index: Index) -> None:
        if self._open is not None and not self._restoring:
            self._open.add(index.data(KEY))

    def _closed(self, index: Index) -> None:
        if self._open is not None and not self._restoring:
            self._open.discard(index.data(KEY))
