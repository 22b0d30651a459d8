"""The picture of a sweep as a widget: mouse and keys move over its points, Enter and a double click choose one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.handover.pictures import Draw, drawing
from ui.what_if.sweep.curves import Curves
from ui.what_if.sweep.heat import HeatMap
from ui.what_if.sweep.shown import Look, Shown

FAR = 10
"""Points that Page Up and Page Down move by."""


class SweepCanvas(QWidget):
    """`moved` carries the row and column that is looked at, `chosen` one that is to become a scenario."""

    moved = Signal(int, int)
    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self._drawn: HeatMap | Curves | None = None
        self._as_curves = False
        self.cursor_point: tuple[int, int] | None = None
        self.message = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(theme.em(self) * 16, theme.em(self) * 10))
        self.setAccessibleName(QCoreApplication.translate("sweep", "Map of the sweep"))

    @property
    def shown(self) -> Shown | None:
        """What is drawn."""
        return self._shown

    def show_sweep(self, shown: Shown | None, as_curves: bool) -> None:
        """Draw this from now on; the point that was looked at stays where the map still has it."""
        self._shown, self._as_curves, self._drawn = shown, as_curves, None
        if shown is None:
            self.cursor_point = None
        elif self.cursor_point is not None:
            rows, columns = shown.sweep.values.shape
            row, column = min(self.cursor_point[0], rows - 1), min(self.cursor_point[1], columns - 1)
            self.cursor_point = (self._stepped(row, 0, rows), column)
        self.update()

    def say(self, message: str) -> None:
        """A sentence in place of a picture; empty to show the picture."""
        self.message = message
        self.update()

    def look(self) -> Look:
        """Fonts and colours of now."""
        return Look(self.font(), theme.colours(self.palette()))

    def drawn(self) -> HeatMap | Curves | None:
        """The picture, made when it is first needed."""
        if self._drawn is None and self._shown is not None:
            self._drawn = (Curves if self._as_curves else HeatMap)(self._shown, self.look())
        return self._drawn

    def drawing(self, title: str) -> Draw:
        """What gives the picture as it stands now as a file's content; touches no widget, and may be drawn beside."""
        shown, look, cursor = self._shown, self.look(), self.cursor_point
        kind, place = Curves if self._as_curves else HeatMap, QRectF(self.rect())

        def paint(painter: QPainter) -> None:
            painter.setFont(look.font)
            if shown is not None:
                kind(shown, look).paint(painter, place, cursor)

        return drawing(self.size(), QColor(look.colours.base), title, paint)

    def move_to(self, row: int, column: int) -> None:
        """Look at a point, or at the nearest that there is."""
        if self._shown is None:
            return
        rows, columns = self._shown.sweep.values.shape
        row, column = min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)
        if (row, column) != self.cursor_point:
            self.cursor_point = (row, column)
            self.update()
        self.moved.emit(row, column)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        place = QRectF(self.rect())
        painter.fillRect(place, QColor(theme.colours(self.palette()).base))
        drawn = self.drawn()
        if drawn is not None and not self.message:
            drawn.paint(painter, place, self.cursor_point)
        if self.message:
            painter.setPen(QColor(theme.colours(self.palette()).text))
            room = place.adjusted(theme.em(self) * 2, 0, -theme.em(self) * 2, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.message)
        if self.hasFocus():
            painter.setPen(QColor(theme.colours(self.palette()).accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.end()

    def point_at(self, at: QPointF) -> tuple[int, int] | None:
        """The point at a place of the widget."""
        drawn = self.drawn()
        return None if drawn is None or self.message else drawn.point_at(QRectF(self.rect()), at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.point_at(event.position())
        if found is not None and found != self.cursor_point:
            self.move_to(*found)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.point_at(event.position())
        if found is not None:
            self.move_to(*found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.point_at(event.position())
        if found is not None and event.button() is Qt.MouseButton.LeftButton:
            self.move_to(*found)
            self.chosen.emit(*found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        drawn = self.drawn()
        if drawn is None or self._shown is None or self.message:
            event.ignore()
            return
        rows, columns = self._shown.sweep.values.shape
        row, column = self.cursor_point or self._shown.here or (0, 0)
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cursor_point is not None:
            self.chosen.emit(row, column)
            return
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        steps = {
            Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (1, 0), Qt.Key.Key_Down: (-1, 0),
            Qt.Key.Key_PageUp: (FAR, 0), Qt.Key.Key_PageDown: (-FAR, 0),
            Qt.Key.Key_Home: (-rows if control else 0, -columns), Qt.Key.Key_End: (rows if control else 0, columns),
        }  # fmt: skip
        if key not in steps:
            super().keyPressEvent(event)
            return
        up, right = steps[key]
        if self.cursor_point is not None or key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row, column = self._stepped(row, up, rows), min(max(column + right, 0), columns - 1)
        self.move_to(row, column)

    def _stepped(self, row: int, up: int, rows: int) -> int:
        """The next row; among curves the next one that is drawn."""
        drawn = self.drawn()
        if isinstance(drawn, Curves):
            at = min(range(len(drawn.rows)), key=lambda each: abs(drawn.rows[each] - row))
            return drawn.rows[min(max(at + up, 0), len(drawn.rows) - 1)]
        return min(max(row + up, 0), rows - 1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._drawn = None
            self.update()
