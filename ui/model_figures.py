"""The exact figures of one model at a glance: parameters, active, KV per token, layers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from planner.plan import Evaluation
from planner.units import write
from ui.figures import exact

_DASH = "–"


class ModelFigures(QWidget):
    """Captions over figures; all digits stand there, rounded bytes have theirs in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        captions = (
            self.tr("Parameters"),
            self.tr("Active per token"),
            self.tr("KV per token, bf16"),
            self.tr("Layers"),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        self.values: list[QLabel] = []
        for column, caption in enumerate(captions):
            title, value = QLabel(caption), QLabel(_DASH)
            font = QFont(value.font())
            font.setWeight(QFont.Weight.DemiBold)
            value.setFont(font)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setAccessibleName(caption)
            title.setForegroundRole(self.palette().ColorRole.PlaceholderText)
            grid.addWidget(title, 0, column)
            grid.addWidget(value, 1, column)
            self.values.append(value)
        grid.setColumnStretch(len(captions) - 1, 1)
        grid.setHorizontalSpacing(grid.horizontalSpacing() * 3)

    def show_evaluation(self, evaluation: Evaluation | None) -> None:
        """Show the figures of a model counted by itself; dashes without one."""
        texts = [(_DASH, "")] * len(self.values) if evaluation is None else _texts(evaluation)
        for label, (text, tip) in zip(self.values, texts, strict=True):
            label.setText(text)
            label.setToolTip(tip)


def _texts(evaluation: Evaluation) -> list[tuple[str, str]]:
    layers = sum(group.count for group in evaluation.model.groups if isinstance(group.count, int))
    kv = evaluation.value("kv_bytes_per_new_token")
    return [
        *(_count(evaluation.value(key)) for key in ("parameters", "parameters_active")),
        (_DASH if kv is None else f"{write(kv, 'byte', 'KiB')} KiB", exact(kv, "byte")),
        (f"{layers:,}", ""),
    ]


def _count(value: int | None) -> tuple[str, str]:
    """All digits, and beside them in billions or millions, as models are called."""
    if value is None:
        return _DASH, ""
    for letter, size in (("B", 10**9), ("M", 10**6)):
        if value >= size:
            return f"{value:,} ({value / size:.1f}{letter})", exact(value, "parameter")
    return f"{value:,}", exact(value, "parameter")
