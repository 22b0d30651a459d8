"""How a cell looks: ground, sign of a Finding, check box or text, current and selected cells, the verdict.

Painting reads the model's written texts straight, without a call of Qt per role: 400 cells take about 5 ms this way.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen, QPolygonF, QStaticText, QTextLayout
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from planner.findings import Finding, Severity
from planner.verdict import Verdict
from ui.sheets.beside import GAP
from ui.sheets.beside_painting import mark_width, paint_mark, part_widths, shown_parts
from ui.sheets.columns import APPROXIMATE, FlagColumn, InputColumn
from ui.sheets.marks import blended, severity_colour, severity_icon
from ui.sheets.results import VerdictColumn
from ui.sheets.table_model import Shown, TableModel
from ui.theme import VERDICT_SYMBOLS, Colours, colours

SELECTED = QStyle.StateFlag.State_Selected.value
ACTIVE = QStyle.StateFlag.State_Active.value
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT_CENTRE = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)
ELIDED = Qt.TextElideMode.ElideRight
ABSENT_SIGN = "–"
REMEMBERED = 20_000
"""So many texts are kept laid out."""
LARGER = 1.18
"""The verdict's word is so much larger than the row's other texts."""


class CellPainter:
    """Paints the cells of one model; made anew when colours or font change."""

    def __init__(self, model: TableModel, palette: QPalette, font: QFont) -> None:
        self._model = model
        self._columns = model.sheet.columns
        self._inputs = [isinstance(column, InputColumn) for column in self._columns]
        of = self._of = colours(palette)
        self._plain, self._strong, self._word = font, QFont(font), larger(font)
        self._strong.setWeight(QFont.Weight.DemiBold)
        self._metrics, self._strong_metrics = QFontMetrics(font), QFontMetrics(self._strong)
        self.line = self._metrics.height()
        self.pad = padding(self.line)
        self._gap = max(round(self.line * 0.2), 2)
        self._ink, self._result_ink, self._faint_ink = QColor(of.text), QColor(of.result_text), QColor(of.muted)
        self._sign_ink = QColor(of.link)
        self._result_ground = QColor(of.result_ground)
        self._selection, self._faded_selection = QColor(of.selection), QColor(of.selection_inactive)
        self._accent = QPen(QColor(of.accent), 2)
        self._texts: dict[tuple[str, bool], tuple[QStaticText, int]] = {}
        self._parts: dict[tuple[str, bool], tuple[list[int], list[str]]] = {}
        self._rises: dict[tuple[str, bool], int] = {}
        self._marked = {s: blended(severity_colour(s, of), QColor(of.base), 0.16) for s in Severity}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex,
              *, current: bool) -> None:  # fmt: skip
        """One cell. `current` draws the frame around it."""
        position, row = index.column(), index.row()
        shown, column = self._model.shown(row), self._columns[position]
        rect, state = option.rect, option.state.value
        findings = shown.marks.get(position)
        is_input = self._inputs[position]
        ground = self._ground(position, shown, findings)
        idle = position in shown.idle
        if state & SELECTED:
            ground = self._selection if state & ACTIVE else self._faded_selection
        if ground is not None:
            painter.fillRect(rect, ground)
        if isinstance(column, VerdictColumn):
            self._paint_verdict(painter, rect, shown, column)
        else:
            inner = rect.adjusted(self.pad, 0, -self.pad, 0)
            if findings:
                inner = self._paint_sign(painter, inner, findings)
            if is_input and not column.everywhere and not column.present(shown.row.record):
                # Told from a blank cell, which a value could be put into.
                painter.setPen(self._faint_ink)
                painter.setFont(self._plain)
                painter.drawText(rect, CENTRE, ABSENT_SIGN)
            elif isinstance(column, FlagColumn):
                value = column.stored(shown.row.record)
                if isinstance(value, bool):
                    paint_check(painter, box_of(rect, self.line), value, self._of, live=not idle)
            else:
                faint = not is_input or idle or column.faint(shown.row)
                text = self._model.text(row, position)
                if shown.row.is_baseline and position == 0:
                    inner = self._paint_mark(painter, inner, text)
                width = self._paint_text(painter, inner, text, position, faint)
                if is_input and text and column.approximate(shown.row) and position not in shown.differs:
                    self._paint_approximate(painter, inner.adjusted(0, 0, -width, 0))
        if position in shown.differs:
            paint_corner(painter, rect, self.line, self._accent.color())
        if current:
            painter.setPen(self._accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -2))

    def sample_width(self, position: int) -> int:
        """Pixels of the text that a column has room for from the start; 0 where it names none."""
        column = self._columns[position]
        metrics = QFontMetrics(self._word) if isinstance(column, VerdictColumn) else self._strong_metrics
        return metrics.horizontalAdvance(column.sample) + 2 * self.pad + self.line if column.sample else 0

    def width_of(self, row: int, position: int) -> int:
        """Pixels that a cell takes with nothing cut off."""
        column, shown = self._columns[position], self._model.shown(row)
        # A number keeps room for the sign of a Finding, which must not turn it into ###.
        extra = 2 * self.pad + (self.line + 2 if position in shown.marks or (column.right and column.editable) else 0)
        if isinstance(column, VerdictColumn):
            word, amount = column.parts(shown.row)
            wide = QFontMetrics(self._word).horizontalAdvance(word) + self._metrics.horizontalAdvance(amount)
            return wide + 2 * self.line + 2 * self.pad
        if isinstance(column, FlagColumn):
            return self.line + extra
        metrics, text = self._strong_metrics if column.strong else self._metrics, self._model.text(row, position)
        if GAP in text:
            return sum(part_widths(text, self._metrics, metrics)) + extra
        if position == 0 and shown.row.is_baseline:
            extra += mark_width(self._metrics)
        return metrics.horizontalAdvance(text) + extra

    def _ground(self, position: int, shown: Shown, findings: tuple[Finding, ...] | None) -> QColor | None:
        if not self._inputs[position]:
            return self._result_ground
        if findings:
            return self._marked[max(finding.severity for finding in findings)]
        column = self._columns[position]
        assert isinstance(column, InputColumn)
        live = column.present(shown.row.record) and position not in shown.idle
        return None if live else self._result_ground

    def _paint_approximate(self, painter: QPainter, room: QRect) -> None:
        """The sign of a derived figure, before its number."""
        painter.setFont(self._plain)
        painter.setPen(self._sign_ink)
        painter.drawText(room.adjusted(0, 0, -self._gap, 0), RIGHT_CENTRE, APPROXIMATE)

    def _paint_text(self, painter: QPainter, inner: QRect, text: str, position: int, faint: bool) -> int:
        """Draws a text; the pixels that it takes."""
        if not text:
            return 0
        column = self._columns[position]
        strong = column.strong
        font = self._strong if strong else self._plain
        painter.setFont(font)
        quiet = self._faint_ink if self._inputs[position] else self._result_ink
        ink = quiet if faint and not strong else self._ink
        painter.setPen(ink)
        if GAP in text:
            if self._paint_parts(painter, inner, text, strong):
                return inner.width()
            painter.setFont(font)
            painter.setPen(ink)
        laid_out, width = self._laid_out(text, strong)
        if width > inner.width():
            metrics = self._strong_metrics if strong else self._metrics
            # A number that is cut off reads as another number.
            short = "###" if column.right else metrics.elidedText(text, ELIDED, inner.width())
            laid_out, width = self._laid_out(short, strong)
        left = inner.left() + inner.width() - width if column.right else inner.left()
        at = QPoint(left, inner.top() + (inner.height() - self.line) // 2 - self._rise(laid_out, text, strong))
        if width <= inner.width():
            painter.drawStaticText(at, laid_out)
            return width
        painter.save()
        painter.setClipRect(inner)
        painter.drawStaticText(at, laid_out)
        painter.restore()
        return width

    def _paint_parts(self, painter: QPainter, inner: QRect, text: str, strong: bool) -> bool:
        """Draws value, difference and percentage from the right edge on, as many as have room; False for none.

        Font and ink are those of the value.
        """
        found = self._parts.get((text, strong))
        if found is None:
            if len(self._parts) >= REMEMBERED:
                self._parts.clear()
            widths = part_widths(text, self._metrics, self._strong_metrics if strong else self._metrics)
            found = self._parts[text, strong] = widths, text.split(GAP)
        widths, parts = found
        count = shown_parts(widths, inner.width())
        right = inner.left() + inner.width() - sum(widths[:count])
        middle = inner.top() + (inner.height() - self.line) // 2
        for at in range(count):
            right += widths[at]
            if at == 1:
                painter.setFont(self._plain)
                painter.setPen(self._faint_ink)
            if parts[at]:
                own = strong and at == 0
                laid_out, width = self._laid_out(parts[at], own)
                top = middle - self._rise(laid_out, parts[at], own)
                painter.drawStaticText(QPoint(right - width, top), laid_out)
        return count > 0

    def _paint_mark(self, painter: QPainter, inner: QRect, text: str) -> QRect:
        """Marks the baseline at the end of its name; the room that is left for the name."""
        painter.setFont(self._plain)
        room = inner.width() - self._metrics.horizontalAdvance(text)
        word = room >= mark_width(self._metrics)
        paint_mark(painter, inner, self._metrics, self._of, word=word)
        return inner.adjusted(0, 0, -mark_width(self._metrics, word=word), 0)

    def _laid_out(self, text: str, strong: bool) -> tuple[QStaticText, int]:
        """A text ready to be drawn, and its width; remembered, since laying out costs more than drawing."""
        found = self._texts.get((text, strong))
        if found is None:
            if len(self._texts) >= REMEMBERED:
                self._texts.clear()
                self._rises.clear()
            static = QStaticText(text)
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.prepare(font=self._strong if strong else self._plain)
            width = (self._strong_metrics if strong else self._metrics).horizontalAdvance(text)
            found = self._texts[text, strong] = static, width
        return found

    def _rise(self, laid_out: QStaticText, text: str, strong: bool) -> int:
        """How much higher a text is drawn so that its baseline is that of the row: the signs of another script come
        from a font that is taller above the baseline, and Qt lays a text out from its top.
        """
        if text.isascii() or laid_out.size().height() <= self.line + 1:
            return 0
        found = self._rises.get((text, strong))
        if found is None:
            layout = QTextLayout(text, self._strong if strong else self._plain)
            layout.beginLayout()
            line = layout.createLine()
            layout.endLayout()  # before it, a line has no height
            own = (self._strong_metrics if strong else self._metrics).ascent()
            found = self._rises[text, strong] = max(round(line.ascent() - own), 0)
        return found

    def _paint_sign(self, painter: QPainter, inner: QRect, findings: tuple[Finding, ...]) -> QRect:
        side = round(self.line * 0.9)
        icon = severity_icon(max(finding.severity for finding in findings), self._of)
        icon.paint(painter, QRect(inner.left() - 1, inner.center().y() - side // 2 + 1, side, side))
        return inner.adjusted(side + 2, 0, 0, 0)

    def _paint_verdict(self, painter: QPainter, rect: QRect, shown: Shown, column: VerdictColumn) -> None:
        word = str(Verdict.UNKNOWN if shown.row.evaluation is None else shown.row.evaluation.verdict)
        translated, amount = column.parts(shown.row)
        left = rect.left() + self.pad
        painter.setPen(self._of.verdict(word))
        painter.setFont(self._word)
        painter.drawText(QRect(left, rect.top(), self.line, rect.height()), CENTRE, VERDICT_SYMBOLS.get(word, ""))
        left += self.line + self.pad // 2
        end = rect.right() - self.pad
        metrics = QFontMetrics(self._word)
        word_text = metrics.elidedText(translated, ELIDED, max(end - left, 0))
        painter.drawText(QRect(left, rect.top(), max(end - left, 0), rect.height()), LEFT, word_text)
        left += metrics.horizontalAdvance(translated) + self.pad
        painter.setFont(self._plain)
        painter.setPen(self._result_ink)
        amount = self._metrics.elidedText(amount, ELIDED, max(end - left, 0))
        painter.drawText(QRect(left, rect.top(), max(end - left, 0), rect.height()), LEFT, amount)


def padding(line: int) -> int:
    """Pixels between a cell's edge and its text, for a font of this height; headers keep the same."""
    return round(line * 0.45)


def larger(base: QFont) -> QFont:
    """The font of the verdict's word."""
    font = QFont(base)
    if base.pointSizeF() > 0:
        font.setPointSizeF(base.pointSizeF() * LARGER)
    else:
        font.setPixelSize(round(base.pixelSize() * LARGER))
    font.setBold(True)
    return font


def box_of(cell: QRect, line: int) -> QRect:
    """Where in a cell its check box stands."""
    side = round(line * 0.82)
    return QRect(cell.center().x() - side // 2, cell.center().y() - side // 2, side, side)


def paint_corner(painter: QPainter, cell: QRect, line: int, colour: QColor) -> None:
    """The mark of a cell that differs from its preset: its upper right corner is turned down."""
    side = max(round(line * 0.42), 5)
    right, top = cell.right() + 1, cell.top()
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(right - side, top), QPointF(right, top), QPointF(right, top + side)]))
    painter.restore()


def paint_check(painter: QPainter, box: QRect, checked: bool, of: Colours, *, live: bool = True) -> None:
    """A check box that can be told from its ground in light and dark; muted where it changes nothing."""
    filled = of.accent if live else of.muted
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rect = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(QColor(filled if checked else of.muted), 1))
    painter.setBrush(QColor(filled) if checked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect, 2.5, 2.5)
    if checked:
        painter.setPen(QPen(QColor(of.accent_text), max(rect.width() * 0.14, 1.4)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        at = [(0.24, 0.52), (0.43, 0.71), (0.77, 0.31)]
        painter.drawPolyline(
            QPolygonF([QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height()) for x, y in at])
        )
    painter.restore()
