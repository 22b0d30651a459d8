"""The grid of a matrix: a mark and a number per cell, on a ground of the verdict's colour; titles that wrap."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
)  # fmt: skip
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)  # fmt: skip

from planner.what_if.matrix.tables import RESULTS
from ui.copying import copy_rows
from ui.sheets.marks import blended
from ui.sheets.painting import ACTIVE, CENTRE, RIGHT_CENTRE, SELECTED
from ui.theme import VERDICTS, Colours, colours, em, header_sheet
from ui.what_if.matrix.model import PENDING, MatrixModel, mark, short

WIDE = 6.2
"""Height of the font times this is the least width of a column."""
WIDEST = 9.0
NAMES = 17
"""The names of models take so many times the font's height at most."""
LINES = 5
GROUND = 0.13
"""Share of the verdict's colour in a cell's ground."""


class MatrixDelegate(QStyledItemDelegate):
    """Paints a cell: the shape of the verdict at the left, the number at the right."""

    def __init__(self, view: QTableView, model: MatrixModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model
        self.dress()

    def dress(self) -> None:
        """Colours of the palette."""
        of = self._of = colours(self._view.palette())
        self._grounds = {word: blended(of.verdict(word), QColor(of.base), GROUND) for word in VERDICTS[:3]}

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect, state, of = option.rect, option.state.value, self._of
        cell = self._model.cell(index)
        word = "" if cell is None else str(cell.verdict)
        ground = self._grounds.get(word)
        if state & SELECTED:
            ground = QColor(of.selection if state & ACTIVE else of.selection_inactive)
        if ground is not None:
            painter.fillRect(rect, ground)
        pad = round(em(self._view) * 0.4)
        inner = rect.adjusted(pad, 0, -pad, 0)
        painter.setFont(self._view.font())
        if cell is None:
            painter.setPen(QColor(of.muted))
            painter.drawText(rect, CENTRE, PENDING)
        else:
            painter.setPen(of.verdict(word))
            side = em(self._view)
            painter.drawText(QRect(inner.left(), inner.top(), side, inner.height()), CENTRE, mark(cell))
            painter.setPen(QColor(of.muted if word in ("Does not fit", "Unknown") else of.text))
            painter.drawText(inner, RIGHT_CENTRE, short(self._model.result, cell))
        painter.setPen(QColor(of.grid))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if self._model.last_of_card(index.column()):
            painter.setPen(QColor(of.border))
            painter.drawLine(rect.topRight(), rect.bottomRight())
        if self._view.currentIndex() == index:
            painter.setPen(QPen(QColor(of.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -2))


class Titles(QHeaderView):
    """Titles of columns on as many lines as they need."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setDefaultAlignment(Qt.AlignmentFlag(int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self.height_of() if self.count() else hint.height())

    def height_of(self) -> int:
        """Pixels that the tallest title takes, five lines at most."""
        metrics, most = self.fontMetrics(), em(self) * LINES
        wide = self.defaultSectionSize() - em(self)
        model = self.model()
        tall = em(self)
        for section in range(self.count()):
            text = str(model.headerData(section, Qt.Orientation.Horizontal) or "")
            box = metrics.boundingRect(QRect(0, 0, wide, 10_000), int(Qt.TextFlag.TextWordWrap), text)
            tall = max(tall, box.height())
        return min(tall, most) + em(self)


def names_sheet(of: Colours, height: int) -> str:
    """Style sheet of the names of rows: nothing above and below a name, so that no letter is cut off."""
    return f"{header_sheet(of, height)} QHeaderView::section {{ padding: 0 {round(height * 0.4)}px; }}"


def dress_corner(view: QTableView, of: Colours) -> None:
    """The corner between both headers looks like them. A style sheet of the view itself would hold its font."""
    corner = view.findChild(QAbstractButton)
    if corner is not None:
        corner.setStyleSheet(f"QTableCornerButton::section {{ background: {of.header}; border: 0; }}")


class MatrixView(QTableView):
    """Shows a MatrixModel. `opened` asks for the scenario of a cell, `looked_at` says which cell is looked at."""

    opened = Signal(QModelIndex)
    looked_at = Signal(QModelIndex)
    menu_wanted = Signal(QPoint)

    def __init__(self, model: MatrixModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells = model
        self.setModel(model)
        self.setMouseTracking(True)
        self._painter = MatrixDelegate(self, model)
        self.setItemDelegate(self._painter)
        self.titles = Titles(self)
        self.setHorizontalHeader(self.titles)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(True)
        model.modelReset.connect(self.fit)
        self.doubleClicked.connect(self.opened)
        self.entered.connect(self.looked_at)
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_painter"):
            self._dress()

    def _dress(self) -> None:
        of = colours(self.palette())
        sheet = header_sheet(of, em(self))
        self.titles.setStyleSheet(sheet)
        self.verticalHeader().setStyleSheet(names_sheet(of, em(self)))
        dress_corner(self, of)
        self._painter.dress()
        self.verticalHeader().setDefaultSectionSize(round(em(self) * 1.6))
        self.fit()

    def fit(self) -> None:
        """Widths of the columns by their titles, height of the titles, width of the names."""
        metrics, line = QFontMetrics(self.titles.font()), em(self)
        rows, columns = self._cells.headings()
        words = (word for title in columns for word in title.split())
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0) + 2 * line
        self.titles.setMinimumSectionSize(line * 2)
        self.titles.setDefaultSectionSize(round(min(max(longest, WIDE * line), WIDEST * line)))
        self.titles.setFixedHeight(self.titles.height_of())
        names = max((metrics.horizontalAdvance(name) for name in rows), default=0) + 2 * line
        self.verticalHeader().setFixedWidth(min(max(names, 4 * line), NAMES * line))
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.updateGeometries()  # the margins follow a height that was fixed only when the view is laid out again

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.looked_at.emit(current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        else:
            place = event.globalPos()
        self.menu_wanted.emit(place)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.looked_at.emit(self.currentIndex())

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if index.isValid():
                QToolTip.showText(event.globalPos(), self._cells.spoken(index), self)
                return True
        return super().viewportEvent(event)

    def copy(self) -> None:
        """The selected cells with the titles of their rows and columns, every digit, for a spreadsheet."""
        copy_rows(self.selected_rows())

    def selected_rows(self) -> list[list[str]]:
        """The block around the selected cells as text; all cells while none is selected."""
        chosen = self.selectionModel().selectedIndexes()
        rows = sorted({index.row() for index in chosen}) or range(self._cells.rowCount())
        columns = sorted({index.column() for index in chosen}) or range(self._cells.columnCount())
        names, titles = self._cells.headings()
        lines = [["", *(titles[at].replace("\n", " · ") for at in columns)]]
        result = RESULTS[self._cells.result]
        for row in rows:
            cells = [self._cells.cell(self._cells.index(row, at)) for at in columns]
            values = [None if cell is None else result.value(cell) for cell in cells]
            texts = ["" if value is None else value if isinstance(value, str) else repr(value) for value in values]
            lines.append([names[row], *texts])
        return lines
