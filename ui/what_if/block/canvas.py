"""The picture of a data flow on screen: hovered, stepped through by keys, zoomed; it asks by signals."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from planner.what_if.block.flow import Dataflow, one
from planner.what_if.block.mask import Mask
from ui import theme
from ui.what_if.block import text as words
from ui.what_if.block.layout import Box, Picture, laid_out, order_of
from ui.what_if.block.lines import Fonts
from ui.what_if.block.paint import paint

NOTHING = Dataflow({}, one(""))
LEAST, MOST, STEP = 0.5, 3.0, 1.1
NEXT = (int(Qt.Key.Key_Down), int(Qt.Key.Key_Right), int(Qt.Key.Key_PageDown))
BEFORE = (int(Qt.Key.Key_Up), int(Qt.Key.Key_Left), int(Qt.Key.Key_PageUp))
ENTER = (int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter))


class Canvas(QWidget):
    """Paints the picture. `chosen(key)` and `pointed(key)` name a step or store; `opened(key)` asks for its inside."""

    chosen = Signal(str)
    pointed = Signal(str)
    opened = Signal(str)
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dataflow = NOTHING
        self.current = ""
        self.under = ""
        self.zoom = 1.0
        self._masks: Mapping[str, Mask] = {}
        self._room = 0
        self.fonts = Fonts(QFont(self.font()))
        self.picture = Picture((), (), 0, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Data flow"))

    def show_flow(self, dataflow: Dataflow, masks: Mapping[str, Mask]) -> None:
        """Show this data flow, keeping the current step where there is one of the same key."""
        self.dataflow, self._masks = dataflow, masks
        self.under = ""
        self.again()
        if self.picture.box_of(self.current) is None:
            self.current = ""

    def fit(self, width: int) -> None:
        """Lay the picture out for a room of this width."""
        if width != self._room:
            self._room = width
            self.again()

    def set_zoom(self, zoom: float) -> None:
        """Larger or smaller letters; above 1 the picture is wider than its room."""
        self.zoom = min(max(zoom, LEAST), MOST)
        self.again()
        self.zoomed.emit()

    def again(self) -> None:
        """Lay out and paint anew."""
        font = QFont(self.font())
        font.setPointSizeF(max(font.pointSizeF() * self.zoom, 4.0))
        self.fonts = Fonts(font)
        if self.dataflow.steps:
            room = self._room * max(self.zoom, 1.0)
            self.picture = laid_out(self.dataflow, self.fonts, room, self._masks)
        else:
            self.picture = Picture((), (), 0, 0)
        self.setFixedSize(QSize(round(max(self.picture.width, 1)), round(max(self.picture.height, 1))))
        self.update()

    def select(self, key: str, tell: bool = True) -> None:
        """Make a step (or store) the current one."""
        self.current = key
        box = self.picture.box_of(key)
        text = "" if box is None or box.step is None else "\n".join(words.details(box.step))
        self.setAccessibleDescription(text)
        self.update()
        if tell and key:
            self.chosen.emit(key)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        of = theme.colours(self.palette())
        painter.fillRect(event.rect(), self.palette().base())
        paint(painter, self.picture, self.fonts, of, self.current, self.under)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        box = self.picture.box_at(QPointF(event.position()))
        key = "" if box is None else box.key
        if key != self.under:
            self.under = key
            self.pointed.emit(key)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.under:
            self.under = ""
            self.pointed.emit("")
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box = self.picture.box_at(QPointF(event.position()))
        if event.button() == Qt.MouseButton.LeftButton and box is not None:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.select(box.key)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        box = self.picture.box_at(QPointF(event.position()))
        if box is not None:
            self.opened.emit(box.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        order = order_of(self.dataflow) if self.dataflow.steps else []
        key = event.key()
        if order and key in (*NEXT, *BEFORE, int(Qt.Key.Key_Home), int(Qt.Key.Key_End)):
            at = order.index(self.current) if self.current in order else None
            if key in NEXT:
                at = 0 if at is None else min(at + 1, len(order) - 1)
            elif key in BEFORE:
                at = len(order) - 1 if at is None else max(at - 1, 0)
            else:
                at = 0 if key == int(Qt.Key.Key_Home) else len(order) - 1
            self.select(order[at])
            return
        if key in ENTER and self.current:
            self.opened.emit(self.current)
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * (STEP if event.angleDelta().y() > 0 else 1 / STEP))
            event.accept()
            return
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "picture"):
            self.again()


class Scroller(QScrollArea):
    """Holds the canvas, as wide as there is room, and keeps the current step in sight."""

    def __init__(self, canvas: Canvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.setWidget(canvas)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setBackgroundRole(self.viewport().palette().ColorRole.Base)
        canvas.chosen.connect(self.reveal)

    def viewportEvent(self, event: QEvent) -> bool:
        found = super().viewportEvent(event)
        if event.type() == QEvent.Type.Resize:
            self.canvas.fit(self.viewport().width())
        return found

    def reveal(self, key: str) -> None:
        """Scroll as little as brings a box into sight."""
        box: Box | None = self.canvas.picture.box_of(key)
        if box is not None:
            rect: QRectF = box.rect
            margin = round(self.canvas.fonts.em)
            self.ensureVisible(round(rect.center().x()), round(rect.top()), 0, margin)
            self.ensureVisible(round(rect.center().x()), round(rect.bottom()), 0, margin)
