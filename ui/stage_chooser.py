"""Which GPU of a pipeline the ledger is of: the fullest, which the verdict is about, or any stage."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from planner.placement import Stage
from planner.plan import Evaluation
from planner.verdict import stages
from ui.theme import em

MOST = 512
"""So many stages are offered one by one."""


class StageChooser(QWidget):
    """On show where a plan has more than one stage. `chosen` says that another one is to be looked at."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of: tuple[str, tuple[Stage, ...], int] | None = None
        label = QLabel(self.tr("&GPU:"))
        self.list = QComboBox()
        self.list.setAccessibleName(self.tr("GPU whose ledger is shown"))
        self.list.setToolTip(self.tr("The ranks of a stage are alike. The verdict is that of the fullest."))
        self.list.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.list.setMinimumContentsLength(24)
        label.setBuddy(self.list)
        row = QHBoxLayout(self)
        pad = round(em(self) * 0.4)
        row.setContentsMargins(pad, pad // 2, pad, pad // 2)
        row.addWidget(label)
        row.addWidget(self.list, 1)
        self.hide()
        self.list.currentIndexChanged.connect(lambda _: self.chosen.emit())

    def number(self) -> int | None:
        """The stage that is looked at, from 0; None for the fullest."""
        return None if self.isHidden() or self.list.currentIndex() <= 0 else self.list.currentIndex() - 1

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Offer the stages of this plan. The choice stays while it is the same scenario with as many stages."""
        dealt = () if evaluation is None else stages(evaluation.model, evaluation.scenario)
        if evaluation is None or evaluation.stage is None or len(dealt) < 2:
            self._of = None
            self.hide()
            return
        of = (evaluation.scenario.id, dealt, evaluation.stage.number)
        if of != self._of:
            before = self._of
            kept = before is not None and before[0] == of[0] and len(before[1]) == len(dealt)
            self._fill(of, self.list.currentIndex() if kept else 0)
            self._of = of
        self.show()

    def _fill(self, of: tuple[str, tuple[Stage, ...], int], current: int) -> None:
        _, dealt, fullest = of
        with QSignalBlocker(self.list):
            self.list.clear()
            self.list.addItem(
                self.tr("Fullest: stage {number} of {count}").format(number=fullest + 1, count=len(dealt))
            )
            self.list.addItems([self._text(stage) for stage in dealt[:MOST]])
            self.list.setCurrentIndex(current)

    def _text(self, stage: Stage) -> str:
        text = self.tr("Stage {number} of {count}: {layers} layers")
        if stage.first and not stage.last:
            text = self.tr("Stage {number} of {count}: token table, {layers} layers")
        elif stage.last and not stage.first:
            text = self.tr("Stage {number} of {count}: {layers} layers, LM head")
        return text.format(number=stage.number + 1, count=stage.of, layers=sum(stage.layers))


def stacked(above: QWidget, below: QWidget) -> QWidget:
    """One widget over another, without margins; the keyboard goes to the one below."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(above)
    column.addWidget(below, 1)
    holder.setFocusProxy(below)
    return holder
