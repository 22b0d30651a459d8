"""Which sign and colour each class of operation has: a row of swatches that wraps where it must."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from ui.theme import Colours
from ui.what_if.block.paint import class_colour, draw_sign
from ui.what_if.block.text import class_title
from ui.what_if.wrapped_legend import WrappedLegend

ORDER = ("gemm", "grouped_gemm", "prefill_attention", "decode_attention", "scan", "elementwise", "collective")


class ClassLegend(WrappedLegend):
    """Swatch and word for each class that is on show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Classes of operation"))

    def set_classes(self, present: set[str]) -> None:
        """Name these."""
        titles: dict[str, str] = {}
        for each in ORDER:
            if each in present:
                titles.setdefault(class_title(each), each)
        self.set_entries([(each, title) for title, each in titles.items()])

    def draw(self, painter: QPainter, name: str, cell: QRectF, of: Colours, em: int) -> None:
        swatch = QRectF(cell.left(), cell.center().y() - em * 0.5, em, em)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(class_colour(name, of))
        painter.drawRoundedRect(swatch, em * 0.15, em * 0.15)
        sign = QRectF(0, 0, em * 0.62, em * 0.62)
        sign.moveCenter(QPointF(swatch.center()))
        draw_sign(painter, sign, name, "", QColor("#FFFFFF"))
