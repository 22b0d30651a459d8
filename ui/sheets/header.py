"""The head of a table: group over title over unit, each group written once above its neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from ui.sheets.columns import Column
from ui.sheets.painting import padding
from ui.theme import colours, em

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class GroupedHeader(QHeaderView):
    """A horizontal header in three lines, painted by itself; sections move, hide and resize as in any header."""

    signed = Signal(object)
    menu_wanted = Signal(int, QPoint)
    """The arrow of a section was clicked: the section, and where on the screen its menu belongs."""

    # Qt calls overrides from its own constructor on, before there is one.
    _hovered = -1
    _covered = 0

    def __init__(self, columns: tuple[Column, ...], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._columns = columns
        self._groups = [column.group for column in columns]
        self._signs: dict[int, str] = {}
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(True)
        self.setMinimumSectionSize(em(self) * 2)
        self.viewport().setMouseTracking(True)

    def copy(self, parent: QWidget) -> GroupedHeader:
        """A header of the same columns, for a second view of the table."""
        return GroupedHeader(self._columns, parent)

    def set_group(self, of: str, title: str) -> None:
        """Write another title over the columns whose declared group is `of`."""
        groups = [title if column.group == of else column.group for column in self._columns]
        if groups != self._groups:
            self._groups = groups
            self.viewport().update()

    def set_covered(self, width: int) -> None:
        """Pixels at the left edge that held columns lie over; the titles of groups start beside them."""
        if width != self._covered:
            self._covered = width
            self.viewport().update()

    def set_signs(self, signs: dict[int, str]) -> None:
        """Signs of sorting and filtering beside the units of these sections."""
        if signs != self._signs:
            self._signs = dict(signs)
            self.viewport().update()
            self.signed.emit(self._signs)

    def group_titles(self) -> tuple[str, ...]:
        """The title over each column, by logical position."""
        return tuple(self._groups)

    def sizeHint(self) -> QSize:
        # A table asks for the height only; Qt would ask the model for every title, font and picture to find the width.
        line = QFontMetrics(self._small()).height()
        return QSize(self.length(), 2 * line + em(self) + round(em(self) * 0.75))

    def section_width(self, section: int) -> int:
        """Pixels that a section's own title and unit take."""
        column = self._columns[section]
        small = QFontMetrics(self._small())
        title = QFontMetrics(self._title_font()).horizontalAdvance(column.title)
        return max(title, small.horizontalAdvance(column.unit)) + 2 * padding(em(self)) + 1

    def group_width(self, title: str) -> int:
        """Pixels that a group's title takes over its columns."""
        return QFontMetrics(self._small()).horizontalAdvance(title) + 2 * padding(em(self)) + 2 if title else 0

    def arrow_rect(self, section: int) -> QRect:
        """Where the arrow of a section stands that opens its menu: in the line of the unit, away from the unit."""
        left, side = self.sectionViewportPosition(section), em(self)
        away = left + 2 if self._columns[section].right else left + self.sectionSize(section) - side - 3
        return QRect(away, self._group_height() + side + 5, side, QFontMetrics(self._small()).height() - 1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.logicalIndexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        section = self.logicalIndexAt(at)
        if event.button() is Qt.MouseButton.LeftButton and section >= 0 and self.arrow_rect(section).contains(at):
            place = QPoint(self.arrow_rect(section).left(), self.height())
            self.menu_wanted.emit(section, self.viewport().mapToGlobal(place))
            event.accept()
            return
        super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def _hover(self, section: int) -> None:
        if section != self._hovered:
            before, self._hovered = self._hovered, section
            for changed in (before, section):
                if 0 <= changed < self.count():
                    self.updateSection(changed)

    def paintEvent(self, event: QPaintEvent) -> None:
        of = colours(self.palette())
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(of.header))
        top = self._group_height()
        bottom = self.height()
        painter.setPen(QColor(of.border))
        painter.drawLine(0, bottom - 1, self.width(), bottom - 1)
        for first, last, title in self._spans():
            self._paint_group(painter, self._span_rect(first, last, 0, top), title)
            for visual in range(first, last + 1):
                section = self.logicalIndex(visual)
                if not self.isSectionHidden(section):
                    self._paint_section(painter, self._span_rect(visual, visual, top, bottom - top), section)
        painter.end()

    def _paint_group(self, painter: QPainter, rect: QRect, title: str) -> None:
        of = colours(self.palette())
        painter.setPen(QColor(of.border))
        painter.drawLine(rect.right(), 3, rect.right(), self.height() - 1)
        if not title:
            return
        painter.setPen(QColor(of.muted))
        painter.setFont(self._small())
        # The title follows the part of its span that is in sight.
        sight = self.viewport().rect().adjusted(self._covered, 0, 0, 0)
        seen = rect.intersected(sight).adjusted(padding(em(self)), 0, -2, 0)
        text = QFontMetrics(self._small()).elidedText(title, Qt.TextElideMode.ElideRight, max(seen.width(), 0))
        painter.drawText(seen, LEFT, text)
        painter.setPen(QColor(of.border))
        inset = padding(em(self))
        painter.drawLine(rect.left() + inset, rect.bottom(), rect.right() - inset, rect.bottom())

    def _paint_section(self, painter: QPainter, rect: QRect, section: int) -> None:
        of, column = colours(self.palette()), self._columns[section]
        if self._has_current(section):
            painter.fillRect(rect.adjusted(0, 1, -1, -1), QColor(of.selection))
        painter.setPen(QColor(of.grid))
        painter.drawLine(rect.right(), rect.top() + 4, rect.right(), rect.bottom() - 4)
        pad = padding(em(self))
        inner = rect.adjusted(pad, 0, -pad, 0)
        small = QFontMetrics(self._small()).height()
        align = RIGHT if column.right else LEFT
        title = QRect(inner.left(), inner.top() + 2, inner.width(), em(self) + 2)
        painter.setPen(QColor(of.text))
        painter.setFont(self._title_font())
        shown = QFontMetrics(self._title_font()).elidedText(column.title, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(title, align, shown)
        painter.setPen(QColor(of.muted))
        painter.setFont(self._small())
        below = QRect(inner.left(), title.bottom() - 1, inner.width(), small + 2)
        painter.drawText(below, align, column.unit)
        if sign := self._signs.get(section):
            painter.setPen(QColor(of.tight))
            painter.drawText(below, LEFT if column.right else RIGHT, sign)
        if section == self._hovered or (self._has_current(section) and not sign):
            self._paint_arrow(painter, section)

    def _paint_arrow(self, painter: QPainter, section: int) -> None:
        of, rect = colours(self.palette()), self.arrow_rect(section)
        painter.setPen(QColor(of.border))
        painter.setBrush(QColor(of.button))
        painter.drawRect(rect)
        painter.setPen(QColor(of.text))
        painter.setFont(self._small())
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "▾")

    def _has_current(self, section: int) -> bool:
        selection = self.selectionModel()
        return selection is not None and selection.currentIndex().column() == section

    def _spans(self) -> Iterator[tuple[int, int, str]]:
        """Neighbouring visual positions of one group, hidden sections passed over."""
        first, last, group = -1, -1, ""
        for visual in range(self.count()):
            section = self.logicalIndex(visual)
            if self.isSectionHidden(section):
                continue
            if first >= 0 and self._groups[section] == group:
                last = visual
                continue
            if first >= 0:
                yield first, last, group
            first, last, group = visual, visual, self._groups[section]
        if first >= 0:
            yield first, last, group

    def _span_rect(self, first: int, last: int, top: int, height: int) -> QRect:
        left = self.sectionViewportPosition(self.logicalIndex(first))
        end = self.logicalIndex(last)
        right = self.sectionViewportPosition(end) + self.sectionSize(end)
        return QRect(left, top, right - left, height)

    def _group_height(self) -> int:
        return QFontMetrics(self._small()).height() + em(self) // 4

    def _title_font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _small(self) -> QFont:
        font = QFont(self.font())
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * 0.88)
        else:
            font.setPixelSize(max(round(font.pixelSize() * 0.88), 6))
        return font
