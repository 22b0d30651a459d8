"""The line above the scenarios while there is a baseline: which one, what results show, and the way out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from ui.sheets.beside import TITLES, Mode
from ui.sheets.beside_painting import paint_flag
from ui.theme import colours, em

ROOM_FOR_WORDS = 42
"""Width in em from which on a word stands before the ways to show results; below, the baseline's name needs it more."""


class _Flag(QWidget):
    """The sign by which the baseline is marked in table and chart."""

    def sizeHint(self) -> QSize:
        return QSize(em(self), em(self))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = round(em(self) * 0.7)
        place = self.rect().adjusted(0, (self.height() - side) // 2, 0, 0)
        place.setSize(QSize(side, side))
        paint_flag(painter, place, QColor(colours(self.palette()).link))
        painter.end()


class ElidedLabel(QLabel):
    """A line that takes what room there is and asks for none: an ellipsis ends it, and a hover has it whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def shown(self) -> str:
        """The text as it stands there now."""
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.shown()
        self.setToolTip(self.text() if shown != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment() | Qt.TextFlag.TextSingleLine), shown)
        painter.end()


class BaselineBar(QFrame):
    """Asks for another way to show results by `mode_wanted`, and for no baseline by `clear_wanted`."""

    mode_wanted = Signal(str)
    clear_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Comparison with the baseline"))
        self.label = ElidedLabel()
        bold = QFont()
        bold.setWeight(QFont.Weight.DemiBold)
        self.label.setFont(bold)
        self.said = QLabel(self.tr("Results sho&w:"))
        self.mode = QComboBox()
        for mode, title in TITLES.items():
            self.mode.addItem(QCoreApplication.translate("sheets", title), mode.value)
        self.mode.setAccessibleName(self.tr("Results show"))
        self.mode.activated.connect(lambda at: self.mode_wanted.emit(self.mode.itemData(at)))
        self.said.setBuddy(self.mode)
        self.clear = QToolButton()
        self.clear.setText(self.tr("Clear baseline"))
        self.clear.clicked.connect(self.clear_wanted)
        row = QHBoxLayout(self)
        pad = max(em(self) // 5, 2)
        row.setContentsMargins(pad * 3, pad, pad, pad)
        row.addWidget(_Flag())
        row.addWidget(self.label, 1)
        for widget in (self.said, self.mode, self.clear):
            row.addWidget(widget)
        self.hide()

    def show_baseline(self, name: str, mode: Mode) -> None:
        """Name the baseline, empty for none, and how results are shown."""
        text = self.tr("Compared with {name}").format(name=name) if name else ""
        self.label.setText(text)
        with QSignalBlocker(self.mode):
            self.mode.setCurrentIndex(self.mode.findData(mode.value))
        self._dress()
        self.setVisible(bool(name))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.said.setVisible(event.size().width() > em(self) * ROOM_FOR_WORDS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "clear"):
            self._dress()

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours(self.palette()).link))
        self.label.setPalette(palette)  # a style sheet would keep the font from before a zoom
