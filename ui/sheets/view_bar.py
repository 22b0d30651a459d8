"""The line over a table that says that it is sorted or filtered, with the ways out of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from ui.sheets.row_view import RowView
from ui.theme import colours, em


class ViewBar(QFrame):
    """Visible while the view of a table is not the document's own."""

    def __init__(self, rows: RowView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Sort and filter"))
        self.label = QLabel()
        bold = QFont()
        bold.setWeight(QFont.Weight.DemiBold)
        self.label.setFont(bold)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.again = QToolButton()
        self.again.setText(self.tr("Apply again"))
        self.again.setToolTip(self.tr("Rows that were added or changed stay in sight until then"))
        self.again.clicked.connect(rows.apply)
        self.all = QToolButton()
        self.all.setText(self.tr("Show all rows"))
        self.all.setToolTip(self.tr("Every row, in the order of the document"))
        self.all.clicked.connect(rows.clear)
        row = QHBoxLayout(self)
        pad = max(em(self) // 5, 2)
        row.setContentsMargins(pad * 3, pad, pad, pad)
        row.addWidget(self.label, 1)
        row.addWidget(self.again)
        row.addWidget(self.all)
        rows.changed.connect(self._show)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "label"):
            self._dress()

    def _show(self) -> None:
        text = self._rows.text()
        self.label.setText(text)
        self.label.setToolTip(text)
        self.again.setVisible(self._rows.stale)
        self._dress()
        self.setVisible(bool(text))

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours(self.palette()).tight))
        self.label.setPalette(palette)  # a style sheet would keep the font from before a zoom
