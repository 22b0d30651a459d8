"""The decoder block of a layer group, or the whole decoder, as a picture of the data flow that follows edits."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from planner.plan import Evaluation
from planner.what_if.block.dataflow import TITLES, Pass, block_flow, passes_of
from planner.what_if.block.flow import Dataflow
from planner.what_if.block.mask import Mask, mask_of
from planner.what_if.block.model_flow import model_flow
from ui.copying import copy_rows
from ui.handover import pictures
from ui.theme import em
from ui.what_if.block import text as words
from ui.what_if.block.canvas import NOTHING, Canvas, Scroller
from ui.what_if.class_legend import ClassLegend

WHOLE = ""
"""What the chooser of groups has in place of a group's id: the whole decoder."""
DETAIL_LINES = 5
ROOM_FOR_DETAILS, ROOM_FOR_LEGEND, ROOM_FOR_TOTALS = 30, 17, 12
"""Heights in em from which on details stand below (else they are a tooltip), and legend and sums above the picture."""


class BlockPanel(QWidget):
    """Shows one block or the whole decoder in one pass; `line_selected(key)` says which line the current step is."""

    line_selected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self._wanted: str | None = None
        self.groups = QComboBox()
        self.groups.setAccessibleName(self.tr("Layer group that is shown"))
        self.groups.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.passes = QComboBox()
        self.passes.setAccessibleName(self.tr("Pass that is shown"))
        self.totals = QLabel()
        self.totals.setWordWrap(True)
        self.totals.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.untimed = QLabel()
        self.untimed.setWordWrap(True)
        self.untimed.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.untimed.setTextFormat(Qt.TextFormat.RichText)
        self.untimed.hide()
        self.legend = ClassLegend()
        self.canvas = Canvas()
        self.scroller = Scroller(self.canvas)
        self.details = QLabel()
        self.details.setWordWrap(True)
        self.details.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._place()
        self.groups.activated.connect(self._choose_group)
        self.passes.activated.connect(lambda _: self._render())
        self.untimed.linkActivated.connect(self.line_selected)
        self.canvas.chosen.connect(self._chosen)
        self.canvas.pointed.connect(self._pointed)
        self.canvas.opened.connect(self._opened)
        pictures.offer(self.canvas, self.tr("Data flow"))
        table = QAction(self.tr("Copy as &table"), self.canvas)
        table.triggered.connect(lambda _=False: self.copy_table())
        self.canvas.addAction(table)
        self._render()

    def _place(self) -> None:
        pad = round(em(self) * 0.4)
        groups, passes = QLabel(self.tr("&Show:")), QLabel(self.tr("&Pass:"))
        groups.setBuddy(self.groups)
        passes.setBuddy(self.passes)
        row = QHBoxLayout()
        row.setContentsMargins(pad, pad, pad, 0)
        row.addWidget(groups)
        row.addWidget(self.groups, 3)
        row.addSpacing(pad)
        row.addWidget(passes)
        row.addWidget(self.passes, 2)
        self.setFocusProxy(self.groups)
        head = QVBoxLayout()
        head.setContentsMargins(pad, pad // 2, pad, pad)
        head.setSpacing(pad // 2)
        head.addWidget(self.totals)
        head.addWidget(self.untimed)
        head.addWidget(self.legend)
        foot = QVBoxLayout()
        foot.setContentsMargins(pad, pad // 2, pad, pad // 2)
        foot.addWidget(self.details)
        box = QVBoxLayout(self)
        box.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addLayout(row)
        box.addLayout(head)
        box.addWidget(self.scroller, 1)
        box.addLayout(foot)

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Show this plan."""
        if evaluation is not self._evaluation:
            self._evaluation = evaluation
            self._render()

    def show_group(self, group: str) -> None:
        """Show the layer group of this id, from now on; WHOLE for the whole decoder."""
        self._wanted = group
        self._render()

    def minimumSizeHint(self) -> QSize:
        return QSize(min(em(self) * 24, self.screen().availableSize().width() // 3), em(self) * 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = em(self)
        self.details.setVisible(event.size().height() > size * ROOM_FOR_DETAILS)
        self.legend.setVisible(event.size().height() > size * ROOM_FOR_LEGEND)
        self.totals.setVisible(event.size().height() > size * ROOM_FOR_TOTALS)

    def dataflow(self) -> Dataflow:
        """What is on show."""
        return self.canvas.dataflow

    def copy_table(self) -> None:
        """Put the steps on the clipboard with every digit, for a spreadsheet."""
        rows = [words.row(step) for step in self.dataflow().steps.values()]
        copy_rows([words.header(), *rows])

    def _render(self) -> None:
        evaluation = self._evaluation
        self._fill_choosers()
        if evaluation is None or not evaluation.model.groups:
            self.canvas.show_flow(NOTHING, {})
            self.legend.set_classes(set())
            self.untimed.hide()
            self.totals.setText(self.tr("No scenario with a model is selected."))
            self._show_details("")
            return
        at, which = self._at(evaluation), self._pass()
        masks: dict[str, Mask] = {}
        if at is None:
            dataflow = model_flow(evaluation, which)
        else:
            dataflow = block_flow(evaluation, at, which)
            masks = self._masks(evaluation, at, which, dataflow)
        self.canvas.show_flow(dataflow, masks)
        self.legend.set_classes({step.operator_class for step in dataflow.steps.values()})
        self._show_totals(evaluation, at, dataflow)
        self._show_untimed(evaluation)
        self._show_details(self.canvas.current)

    def _masks(self, evaluation: Evaluation, at: int, which: Pass, dataflow: Dataflow) -> dict[str, Mask]:
        """The masks by the steps that they belong to: the scores, or what stands in their place."""
        found: dict[str, Mask] = {}
        for part in ("attention", "beside"):
            mask = mask_of(evaluation, at, which, part)
            mixing = [step.key for step in dataflow.steps.values() if f".block.{part}." in step.key]
            for ending in (f".{part}.attention", f".{part}.recurrence", f".{part}.conv"):
                step = next((key for key in mixing if key.endswith(ending)), None)
                if step is not None:
                    found[step] = mask
                    break
        return found

    def _fill_choosers(self) -> None:
        evaluation = self._evaluation
        groups = () if evaluation is None else evaluation.model.groups
        with QSignalBlocker(self.groups), QSignalBlocker(self.passes):
            kept, which = self._wanted, self._pass()
            self.groups.clear()
            for number, group in enumerate(groups, 1):
                name = QCoreApplication.translate("ledger", group.name) or str(number)
                self.groups.addItem(self.tr("{name}: one of {count}").format(name=name, count=group.count), group.id)
            self.groups.addItem(self.tr("Whole model"), WHOLE)
            self.groups.setCurrentIndex(max(self.groups.findData(kept), 0) if kept is not None else 0)
            self.passes.clear()
            for each in () if evaluation is None else passes_of(evaluation):
                text = QCoreApplication.translate("ledger", TITLES[each])
                if text == TITLES[each]:
                    text = QCoreApplication.translate("dataflow", TITLES[each])
                self.passes.addItem(text, each)
            self.passes.setCurrentIndex(max(self.passes.findData(which), 0))

    def _pass(self) -> Pass:
        found: Pass | None = self.passes.currentData()
        return found or "prefill"

    def _at(self, evaluation: Evaluation) -> int | None:
        chosen = self.groups.currentData()
        return next((at for at, group in enumerate(evaluation.model.groups) if group.id == chosen), None)

    def _choose_group(self, _: int) -> None:
        self._wanted = self.groups.currentData()
        self._render()

    def _show_totals(self, evaluation: Evaluation, at: int | None, dataflow: Dataflow) -> None:
        whole = evaluation.value(dataflow.total_line) if dataflow.total_line else None
        sums = words.totals(dataflow.counted(), whole)
        text = self.tr("Whole model: {sums}").format(sums=sums) if at is None else sums
        tp = evaluation.scenario.tp
        if tp != 1:
            text = self.tr("{text}. FLOPs, bytes and shapes of one of {tp} GPUs.").format(text=text, tp=tp)
        self.totals.setText(text)

    def _show_untimed(self, evaluation: Evaluation) -> None:
        """Why the operations of a training step have no FLOPs and times, and which line has the time that there is."""
        if self._pass() == "forward":
            said = self.tr("No FLOPs and times of single operations: the ledger counts the FLOPs of a training step by "
                           "layer group, and times it as a whole. {line}: {time}, forward and backward.")  # fmt: skip
            line = QCoreApplication.translate("ledger", evaluation.line("train_step").label)
            time = words.amount(evaluation.value("train_step"), "s")
            self.untimed.setText(said.format(line=f'<a href="train_step">{escape(line)}</a>', time=escape(time)))
        self.untimed.setVisible(self._pass() == "forward")

    def _chosen(self, key: str) -> None:
        self._show_details(key)
        line = self._line(key)
        if line:
            self.line_selected.emit(line)

    def _line(self, key: str) -> str:
        dataflow = self.dataflow()
        if key in dataflow.steps:
            step = dataflow.steps[key]
            return step.line or next(iter(step.parameter_lines), "")
        store = next((store for store in dataflow.stores if store.key == key), None)
        return "" if store is None else next((kept.line for kept in store.kept if kept.line), "")

    def _pointed(self, key: str) -> None:
        self._show_details(key or self.canvas.current)
        self.canvas.setToolTip(self.details.text() if key and self.details.isHidden() else "")

    def _opened(self, key: str) -> None:
        """Into the block of a layer group; what has nothing inside stays."""
        evaluation, step = self._evaluation, self.dataflow().steps.get(key)
        if evaluation is None or step is None or step.role != "layers":
            return
        self.show_group(evaluation.model.groups[int(step.group.removeprefix("group")) - 1].id)

    def _show_details(self, key: str) -> None:
        dataflow = self.dataflow()
        step = dataflow.steps.get(key)
        store = next((store for store in dataflow.stores if store.key == key), None)
        if step is not None:
            lines = list(words.details(step))
            if step.operator_class and self._pass() == "forward":
                lines.append(self.tr("The ledger has neither FLOPs nor a time of this operation alone."))
        elif store is not None:
            lines = list(words.store_details(store))
        else:
            lines = [self.tr("Point at a step for its figures; click it, or use the arrow keys, for its line of the "
                             "ledger. Ctrl and the wheel zoom.")]  # fmt: skip
        self.details.setText("\n".join(lines))
        self.details.setMinimumHeight(round(self.details.fontMetrics().lineSpacing() * DETAIL_LINES))
