"""The thin lines between the rows of a table, and of the copy of its first columns."""

from __future__ import annotations

from PySide6.QtCore import QLine
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QTableView


def row_lines(view: QTableView, event: QPaintEvent) -> list[QLine]:
    """A line under every row in the area of a repaint."""
    area, head = event.rect(), view.verticalHeader()
    lines = []
    for visual in range(max(head.visualIndexAt(area.top()), 0), head.count()):
        row = head.logicalIndex(visual)
        if head.isSectionHidden(row):
            continue
        bottom = view.rowViewportPosition(row) + head.sectionSize(row) - 1
        if bottom > area.bottom():
            break
        lines.append(QLine(area.left(), bottom, area.right(), bottom))
    return lines
