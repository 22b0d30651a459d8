"""The roofline of the scenario on show as the window places it: passes to choose, legends, plot, reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from planner.plan import Evaluation
from planner.what_if.roofline import Roofline, roofline_of
from ui.copying import copy_rows
from ui.handover import pictures
from ui.session import Session
from ui.theme import em
from ui.what_if.class_legend import ClassLegend
from ui.what_if.roofline import text as words
from ui.what_if.roofline.marks import MarkLegend, mark_icon

if TYPE_CHECKING:
    from ui.what_if.roofline.plot import RooflinePlot

ROOM_FOR_READING, ROOM_FOR_LEGENDS = 26, 17
"""Heights in em from which on a reading stands below the plot (else it is a tooltip), and legends above it."""
EMPTY = Roofline((), (), {})


class RooflinePanel(QWidget):
    """Shows the calls of prefill and decode step; `line_selected(key)` says which line the current one is.

    The plot, and pyqtgraph with it, is made when the first plan is shown.
    """

    line_selected = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation: Evaluation | None = None
        self._measured: object = None
        self.content = EMPTY
        self.plot: RooflinePlot | None = None
        self.boxes: dict[str, QCheckBox] = {}
        self.legend, self.marks = ClassLegend(), MarkLegend()
        self.reading, self.left_out = QLabel(), QLabel()
        for label in (self.reading, self.left_out):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.reading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._column = QVBoxLayout(self)
        self._column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        self._place()
        self._read(-1)

    def _place(self) -> None:
        pad = round(em(self) * 0.4)
        row = QHBoxLayout()
        for root, text in (("prefill", self.tr("&Prefill")), ("decode_step", self.tr("&Decode step"))):
            box = QCheckBox(text)
            box.setChecked(True)
            box.setToolTip(self.tr("Show the operators of this pass"))
            box.toggled.connect(lambda _: self._render())
            box.setIcon(mark_icon(root, self))
            self.boxes[root] = box
            row.addWidget(box)
        row.addStretch(1)
        self._column.setContentsMargins(pad, pad, pad, pad)
        self._column.setSpacing(pad // 2)
        self._column.addLayout(row)
        self._column.addWidget(self.marks)
        self._column.addWidget(self.legend)
        self._column.addWidget(self.left_out)
        self._column.addWidget(self.reading)
        self.setFocusProxy(self.boxes["prefill"])

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Show this plan, and what was measured of it."""
        measured = None if evaluation is None else self._session.measured.get(evaluation.scenario.id)
        if evaluation is not self._evaluation or measured is not self._measured or self.plot is None:
            self._evaluation, self._measured = evaluation, measured
            self._build()
            self._render()

    def minimumSizeHint(self) -> QSize:
        return QSize(min(em(self) * 24, self.screen().availableSize().width() // 3), em(self) * 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = event.size().height() / em(self)
        self.reading.setVisible(height > ROOM_FOR_READING)
        for widget in (self.legend, self.marks):
            widget.setVisible(height > ROOM_FOR_LEGENDS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            for root, box in getattr(self, "boxes", {}).items():
                box.setIcon(mark_icon(root, self))

    def _build(self) -> None:
        if self.plot is not None:
            return
        from ui.what_if.roofline.plot import RooflinePlot  # pyqtgraph and numpy come with it

        self.plot = RooflinePlot()
        self.plot.setAccessibleName(self.tr("Roofline"))
        self.plot.chosen.connect(self._choose)
        self.plot.pointed.connect(self._read)
        self._column.insertWidget(3, self.plot, 1)
        pictures.offer(self.plot, self.tr("Roofline"))
        table = QAction(self.tr("Copy as &table"), self.plot)
        table.triggered.connect(lambda _=False: self.copy_table())
        self.plot.addAction(table)

    def _render(self) -> None:
        plan = self._evaluation
        measured = None if plan is None else self._session.measured.get(plan.scenario.id)
        whole = EMPTY if plan is None else roofline_of(plan, measured)
        wanted = {root for root, box in self.boxes.items() if box.isChecked()}
        points = tuple(point for point in whole.points if point.root in wanted)
        without = {root: share for root, share in whole.without.items() if root in wanted}
        self.content = Roofline(whole.roofs, points, without)
        if self.plot is not None:
            self.plot.show_content(self.content)
        self.legend.set_classes({point.operator_class for point in points})
        self.marks.set_marks(any(point.measured is not None for point in points))
        text = words.left_out(self.content)
        if plan is None:
            text = self.tr("Choose a scenario that has a model to see its operators.")
        elif not whole.points:
            text = self.tr("No points: a training plan, or its Findings say what is blank.")
        self.left_out.setText(text)
        self._read(-1)

    def copy_table(self) -> None:
        """Put the points on the clipboard with every digit, for a spreadsheet."""
        copy_rows(words.table(self.content))

    def _choose(self, number: int) -> None:
        self._read(number)
        if number >= 0:
            self.line_selected.emit(self.content.points[number].key)

    def _read(self, number: int) -> None:
        if number < 0 and self.plot is not None:
            number = self.plot.item.chosen
        if 0 <= number < len(self.content.points):
            point = self.content.points[number]
            text = "\n".join(words.reading(point, self._group(point.group)))
            if self.plot is not None:
                self.plot.setAccessibleDescription(text)
        else:
            text = self.tr("Point at a mark for its figures; click it, or use the arrow keys, for its line of the "
                           "ledger. The area of a mark is its share of the pass.")  # fmt: skip
        self.reading.setText(text)
        if self.plot is not None:
            self.plot.setToolTip(text if self.reading.isHidden() and number >= 0 else "")
        self.reading.setMinimumHeight(self.reading.fontMetrics().lineSpacing() * 4)

    def _group(self, prefix: str) -> str:
        if not prefix or self._evaluation is None:
            return ""
        groups = self._evaluation.model.groups
        name = groups[int(prefix.removeprefix("group")) - 1].name
        return QCoreApplication.translate("ledger", name) if len(groups) > 1 else ""
