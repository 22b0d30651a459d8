"""Which GPU of a plan the ledger is of: the fullest, which the verdict is about, or one of any other kind."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from planner.plan import Evaluation
from planner.ranks import EVERY, Rank, fullest_of, joined, ranks_of
from ui.theme import em

MOST = 512
"""So many kinds are offered one by one."""


def rank_text(rank: Rank) -> str:
    """What a kind of GPU is called, in the user's language."""
    templates = [QCoreApplication.translate("ranks", piece.template) for piece in rank.pieces]
    return joined(rank.pieces, templates) or QCoreApplication.translate("ranks", EVERY)


class RankChooser(QWidget):
    """On show where not all GPUs of a plan hold the same. `chosen` says that another kind is to be looked at."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of: tuple[str, tuple[Rank, ...], Rank | None] | None = None
        label = QLabel(self.tr("&GPU:"))
        self.list = QComboBox()
        self.list.setAccessibleName(self.tr("GPU whose ledger is shown"))
        self.list.setToolTip(self.tr("Each kind of GPU that this plan has. The verdict is that of the fullest."))
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

    def rank(self) -> Rank | None:
        """The kind that is looked at; None for the fullest."""
        at = self.list.currentIndex()
        return None if self._of is None or self.isHidden() or at <= 0 else self._of[1][at - 1]

    def show_fullest(self) -> None:
        """Look at the kind that the verdict is about."""
        self.list.setCurrentIndex(0)

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Offer the kinds of this plan. The choice stays while it is the same scenario with as many kinds."""
        ranks = () if evaluation is None else ranks_of(evaluation)
        if evaluation is None or len(ranks) < 2:
            self._of = None
            self.hide()
            return
        of = (evaluation.scenario.id, ranks, fullest_of(ranks, evaluation))
        if of != self._of:
            before = self._of
            kept = before is not None and before[0] == of[0] and len(before[1]) == len(ranks)
            self._of = of
            self._fill(of, self.list.currentIndex() if kept else 0)
        self.show()

    def _fill(self, of: tuple[str, tuple[Rank, ...], Rank | None], current: int) -> None:
        _, ranks, fullest = of
        with QSignalBlocker(self.list):
            self.list.clear()
            name = "" if fullest is None else rank_text(fullest)
            self.list.addItem(self.tr("Fullest: {name}").format(name=name))
            for rank in ranks[:MOST]:
                counted = self.tr("{name} · 1 GPU") if rank.gpus == 1 else self.tr("{name} · {gpus:,} GPUs")
                self.list.addItem(counted.format(name=rank_text(rank), gpus=rank.gpus))
            for at in range(self.list.count()):  # the list is narrower than some names
                self.list.setItemData(at, self.list.itemText(at), Qt.ItemDataRole.ToolTipRole)
            self.list.setCurrentIndex(current)


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
