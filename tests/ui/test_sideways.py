"""Shift and the wheel move a wide view to the side, and the wheel alone moves it up and down."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication
from pytestqt.qtbot import QtBot

from ui.window import Window


def turn(view: QAbstractScrollArea, down: int, held: Qt.KeyboardModifier) -> None:
    at = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        at, QPointF(view.viewport().mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120 * down),
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.parametrize("name", ["scenarios", "ledger", "operators"])
def test_that_shift_and_the_wheel_move_a_view_to_the_side_and_back(window: Window, qtbot: QtBot, name: str) -> None:
    view = window.operators.table if name == "operators" else getattr(window, name)
    if name == "operators":
        window.show_dock("operators")
    window.resize(900, 700)
    bar = view.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    start = view.verticalScrollBar().value()
    turn(view, 3, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() > 0 and view.verticalScrollBar().value() == start
    turn(view, -30, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == 0
    turn(view, 3, Qt.KeyboardModifier.NoModifier)
    assert bar.value() == 0


def test_that_the_columns_that_are_held_move_the_table_too(window: Window, qtbot: QtBot) -> None:
    window.resize(900, 700)
    bar = window.scenarios.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    turn(window.scenarios, 1, Qt.KeyboardModifier.ShiftModifier)
    held, before = window.scenarios._frozen, bar.value()
    assert held is not None and held.isVisible()
    turn(held, 1, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() > before
