"""The font of the whole window: its family and size, and a zoom in percent over both."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QDockWidget, QToolTip

LEAST, MOST, STEP, PLAIN = 50, 300, 10, 100
SMALLEST_POINT = 5.0
OWN_FONTS = ("QDockWidgetTitle", "QMessageBox", "QTipLabel", "QMenuBar", "QMenu", "QStatusBar")
"""Parts of a window that platforms may give fonts of their own."""


class Zoom(QObject):
    """Gives the application its font; every size in the window is a multiple of that, so rows and charts follow."""

    changed = Signal()

    def __init__(self, application: QApplication, percent: int = PLAIN, family: str = "", points: int = 0) -> None:
        super().__init__(application)
        self._platform = QFont(_platform_font(application))
        self.percent = PLAIN
        self.family = ""
        self.points = 0
        self.set(percent=percent, family=family, points=points)

    def set(self, *, percent: int | None = None, family: str | None = None, points: int | None = None) -> None:
        """Change what is given. An empty family and 0 points are those of the platform."""
        if percent is not None:
            self.percent = min(max(percent, LEAST), MOST)
        if family is not None:
            self.family = family
        if points is not None:
            self.points = points
        font = QFont(self._platform)
        if self.family:
            font.setFamilies([self.family, *self._platform.families()])
        base = float(self.points) or _points(self._platform)
        font.setPointSizeF(max(base * self.percent / 100, SMALLEST_POINT))
        if font != QApplication.font():
            QApplication.setFont(font)
            QToolTip.setFont(font)
            for part in OWN_FONTS:
                QApplication.setFont(font, part)
            _let_titles_follow()
            self.changed.emit()

    def larger(self) -> None:
        """One step up."""
        self.set(percent=self.percent // STEP * STEP + STEP)

    def smaller(self) -> None:
        """One step down."""
        self.set(percent=-(-self.percent // STEP) * STEP - STEP)

    def plain(self) -> None:
        """Back to 100 %."""
        self.set(percent=PLAIN)

    @property
    def platform_points(self) -> int:
        """The size that the platform's font has."""
        return round(_points(self._platform))


def _let_titles_follow() -> None:
    """Titles of docks in the font that their docks have now.

    WORKAROUND: a dock whose font equals that of its class paints its title in the font that titles had when it was made
    (QDockWidget::paintEvent). A preference that says nothing of family and size makes them unequal, and inherits.
    """
    own = QFont()
    own.setStyleStrategy(QFont.StyleStrategy.PreferOutline)
    for widget in QApplication.allWidgets():
        if isinstance(widget, QDockWidget):
            widget.setFont(own)


def _platform_font(application: QApplication) -> QFont:
    """The font before any zoom; remembered on the application, which outlives its windows."""
    kept = application.property(_KEPT)
    if isinstance(kept, QFont):
        return kept
    application.setProperty(_KEPT, QApplication.font())
    return QApplication.font()


_KEPT = "platform_font"


def _points(font: QFont) -> float:
    return font.pointSizeF() if font.pointSizeF() > 0 else font.pixelSize() * 0.75
