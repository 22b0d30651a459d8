"""Which sign and colour each class of operation has: a row of swatches that wraps where it must."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme
from ui.what_if.block_paint import class_colour, draw_sign
from ui.what_if.block_text import class_title

ORDER = ("gemm", "grouped_gemm", "prefill_attention", "decode_attention", "scan", "elementwise", "collective")


class ClassLegend(QWidget):
    """Swatch and word for each class that is on show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._classes: tuple[str, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Classes of operation"))

    def set_classes(self, present: set[str]) -> None:
        """Name these."""
        titles: dict[str, str] = {}
        for each in ORDER:
            if each in present:
                titles.setdefault(class_title(each), each)
        if tuple(titles.values()) != self._classes:
            self._classes = tuple(titles.values())
            self.setAccessibleDescription(", ".join(titles))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = theme.em(self) * 24
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.em(self) * 8, round(theme.em(self) * 1.4))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        placed = self._placed(width)
        return int(placed[-1][1].bottom()) if placed else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        of, em = theme.colours(self.palette()), theme.em(self)
        for each, cell in self._placed(self.width()):
            swatch = QRectF(cell.left(), cell.center().y() - em * 0.5, em, em)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(class_colour(each, of))
            painter.drawRoundedRect(swatch, em * 0.15, em * 0.15)
            sign = QRectF(0, 0, em * 0.62, em * 0.62)
            sign.moveCenter(QPointF(swatch.center()))
            draw_sign(painter, sign, each, "", QColor("#FFFFFF"))
            painter.setPen(QColor(of.text))
            painter.drawText(cell.adjusted(em * 1.4, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, class_title(each))

    def _placed(self, width: int) -> list[tuple[str, QRectF]]:
        em, metrics = theme.em(self), self.fontMetrics()
        x, y, high = 0.0, 0.0, em * 1.4
        found = []
        for each in self._classes:
            wide = em * 1.4 + metrics.horizontalAdvance(class_title(each)) + 2
            if x and x + wide > width:
                x, y = 0.0, y + high
            found.append((each, QRectF(x, y, wide, high)))
            x += wide + em * 0.9
        return found
