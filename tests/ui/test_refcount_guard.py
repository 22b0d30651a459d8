"""The platform's guard: calls into Qt that return nothing must not use up references to None."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

CALLS = 2_000


def test_that_nones_reference_count_stays_level_over_calls_that_return_nothing(qapp: object) -> None:
    """PySide6 6.12.0 on Python 3.11 loses one reference a call and aborts (`none_dealloc`) after some 5,000 calls.

    From Python 3.12 None is immortal, its count never moves, and the test holds trivially.
    """
    image = QImage(64, 64, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    try:
        before = sys.getrefcount(None)
        for row in range(CALLS):
            painter.drawLine(0, row % 64, 63, row % 64)
        moved = sys.getrefcount(None) - before
    finally:
        painter.end()
    assert abs(moved) < CALLS // 10, f"None's reference count moved by {moved} in {CALLS} calls of QPainter.drawLine"
