"""The wheel with Shift held moves a view to the side, as in browsers and spreadsheets; Qt's own key for it is Alt."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

NOTCH = 120
"""What QWheelEvent.angleDelta says for one notch of a wheel."""


def moved_sideways(view: QAbstractScrollArea, event: QWheelEvent) -> bool:
    """Move `view` to the side if that is what the event asks for; what a desktop has turned already is left to Qt."""
    turned = event.angleDelta()
    if event.modifiers() != Qt.KeyboardModifier.ShiftModifier or turned.x() or not turned.y():
        return False
    bar = view.horizontalScrollBar()
    step = bar.singleStep() * QApplication.wheelScrollLines()
    bar.setValue(round(bar.value() - turned.y() / NOTCH * step))
    event.accept()
    return True
