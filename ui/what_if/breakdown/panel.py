"""Breakdown: where parameters, bytes, FLOPs and seconds of the selected plan are, as parts that select their lines."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from planner import units
from planner.plan import Evaluation
from planner.what_if import figures
from planner.what_if.breakdown import (
    GROUPINGS,
    QUANTITIES,
    Segment,
    breakdown_of,
    offered,
    unit_of,
)
from ui.copying import copy_rows
from ui.handover import pictures
from ui.theme import COMPONENT_COLOURS, em
from ui.what_if.breakdown.icicle import PARTS_COLOURS, Cell, Icicle


class BreakdownPanel(QWidget):
    """`line_selected(key)` says which line of the ledger the current part is of."""

    line_selected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self._whole: Segment | None = None
        self._opened: tuple[str, ...] = ()
        self._wanted = "needed"
        self.quantity = QComboBox()
        self.quantity.setAccessibleName(self.tr("What is broken down"))
        self.grouping = QComboBox()
        self.grouping.setAccessibleName(self.tr("How it is grouped"))
        for name, title in GROUPINGS.items():
            self.grouping.addItem(QCoreApplication.translate("breakdown", title), name)
        self.back = QToolButton()
        self.back.setText(self.tr("Back"))
        self.back.setToolTip(self.tr("Show the part around this one (Backspace)"))
        self.chart = Icicle(self._told, self._colour)
        self.chart.setAccessibleName(self.tr("Breakdown"))
        self.empty = QLabel(self.tr("Nothing to break down: choose a scenario with a model."))
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self.quantity.currentIndexChanged.connect(self._on_quantity)
        self.grouping.currentIndexChanged.connect(lambda _: self._render())
        self.back.clicked.connect(self.leave)
        self.chart.chosen.connect(lambda segment: self.line_selected.emit(segment.line))
        self.chart.opened.connect(self.open)
        self.chart.left.connect(self.leave)
        self._fill()

    def _lay_out(self) -> None:
        pad = round(em(self) * 0.4)
        row = QHBoxLayout()
        row.setContentsMargins(pad, pad // 2, pad, pad // 2)
        for box in (self.quantity, self.grouping):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMinimumWidth(em(self) * 5)
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for widget in (self.quantity, self.grouping, self.back):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.chart, 1)
        column.addWidget(self.empty, 1)
        table = QAction(self.tr("Copy as a table"), self.chart)
        table.setShortcut(QKeySequence.StandardKey.Copy)
        table.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        table.triggered.connect(self.copy)
        self.chart.addAction(table)
        pictures.offer(self.chart, self.tr("Breakdown"))

    # What is shown

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Show this plan; the quantity and the part that is open stay where the plan has them."""
        if evaluation is not self._evaluation:
            self._evaluation = evaluation
            self._fill()

    def show_quantity(self, name: str, grouping: str = "") -> None:
        """Show a quantity by its name in `planner.what_if.breakdown`."""
        self.quantity.setCurrentIndex(self.quantity.findData(name))
        if grouping:
            self.grouping.setCurrentIndex(self.grouping.findData(grouping))

    def _fill(self) -> None:
        names = () if self._evaluation is None else offered(self._evaluation)
        with QSignalBlocker(self.quantity):
            self.quantity.clear()
            for name in names:
                self.quantity.addItem(QCoreApplication.translate("breakdown", QUANTITIES[name].title), name)
            self.quantity.setCurrentIndex(max(self.quantity.findData(self._wanted), 0) if names else -1)
        self._render()

    def _on_quantity(self, _: int) -> None:
        self._wanted = self.quantity.currentData() or self._wanted
        self._opened = ()
        self._render()

    def _render(self) -> None:
        name, evaluation = self.quantity.currentData(), self._evaluation
        found = None if evaluation is None or not name else breakdown_of(evaluation, name, self.grouping.currentData())
        self._whole = found
        shown = found
        kept: list[str] = []
        for label in self._opened:
            inner = None if shown is None else next((each for each in shown.parts if str(each.label) == label), None)
            if inner is None:
                break
            kept.append(label)
            shown = inner
        self._opened = tuple(kept)
        self._show(shown)

    def _show(self, shown: Segment | None) -> None:
        self.chart.setVisible(shown is not None)
        self.empty.setVisible(shown is None)
        self.back.setEnabled(shown is not None and shown is not self._whole)
        self.chart.set_whole(shown)

    # In and out of parts

    def open(self, segment: Segment) -> None:
        """Make a part the whole that is shown; parts of "others" too."""
        trail = _trail(self._whole, segment)
        if trail is not None:
            self._opened = trail
        self._show(segment)
        self.chart.setFocus()
        if self.chart.cells:
            self.chart.choose(self.chart.cells[0])

    def leave(self) -> None:
        """Show the part around the one that is shown."""
        trail = () if self._whole is None or self.chart.cells == () else self._opened
        shown = self.chart.cells[0].segment if self.chart.cells else None
        inside_others = shown is not None and _trail(self._whole, shown) is None
        self._opened = trail if inside_others else trail[:-1]
        self._render()
        self.chart.setFocus()

    def copy(self) -> None:
        """Put every part on the clipboard as a table: levels, exact value, unit, share, line."""
        if self._whole is None or self._evaluation is None:
            return
        unit = unit_of(self._evaluation, self.quantity.currentData())
        rows: list[tuple[str, ...]] = [("part", "value", "unit", "share", "line")]

        def walk(segment: Segment, above: tuple[str, ...]) -> None:
            names = (*above, segment.label.words(QCoreApplication.translate))
            rows.append((" / ".join(names), repr(segment.value), unit, repr(segment.value / self._total), segment.line))
            for part in segment.parts:
                walk(part, names)

        walk(self._whole, ())
        copy_rows(rows)

    # Texts and colours

    @property
    def _total(self) -> Any:
        return 1 if self._whole is None else self._whole.value

    def _unit(self) -> str:
        assert self._evaluation is not None
        return unit_of(self._evaluation, self.quantity.currentData())

    def _amount(self, value: Any) -> str:
        return figures.amount(value, self._unit())

    def _share(self, value: Any) -> str:
        share = value / self._total
        return "< 0.1 %" if 0 < share < 0.0005 else f"{share:.1%}".replace("%", " %")

    def _told(self, cell: Cell) -> tuple[str, str, str, str]:
        segment = cell.segment
        name = segment.label.words(QCoreApplication.translate)
        amount, share = self._amount(segment.value), self._share(segment.value)
        lines = [name, f"{units.exact(segment.value, self._unit())} · {share}"]
        if cell.above is not None and cell.depth > 1:
            of = cell.above.segment
            inner = f"{segment.value / of.value:.1%}".replace("%", " %")
            lines.append(self.tr("{share} of {part}").format(
                share=inner, part=of.label.words(QCoreApplication.translate)))  # fmt: skip
        lines.append(self.tr("Line of the ledger: {key}").format(key=segment.line))
        if cell.others:
            few = [part.label.words(QCoreApplication.translate) for part in segment.parts[:4]]
            lines.insert(2, ", ".join(few) + (" …" if len(segment.parts) > len(few) else ""))
        if segment.parts and cell.depth:
            lines.append(self.tr("Double click or Enter opens it"))
        return name, amount, share, "\n".join(lines)

    def _colour(self, cell: Cell) -> str | None:
        """The colour of the component, or of the part of a model, that a cell is in; none for what has several."""
        current: Cell | None = cell
        found = None
        while current is not None:
            label = current.segment.label.template
            found = found or PARTS_COLOURS.get(label)
            section = SECTIONS.get(label)
            if section is not None:
                return section
            current = current.above
        return found


SECTIONS = {
    "Weights": COMPONENT_COLOURS["weights"],
    "KV cache": COMPONENT_COLOURS["kv_cache"],
    "Activations": COMPONENT_COLOURS["activations"],
    "Gradients": COMPONENT_COLOURS["gradients"],
    "Master weights": COMPONENT_COLOURS["master"],
    "Optimizer states": COMPONENT_COLOURS["optimizer"],
    "Overheads": COMPONENT_COLOURS["overhead"],
    "Adapters": COMPONENT_COLOURS["adapters"],
}
"""The colours of the chart of memory, by the labels of its lines."""


def _trail(whole: Segment | None, segment: Segment) -> tuple[str, ...] | None:
    """The names of the parts that lead from the whole to a part; None where it is none of its own."""
    if whole is segment:
        return ()
    for part in () if whole is None else whole.parts:
        inner = _trail(part, segment)
        if inner is not None:
            return (str(part.label), *inner)
    return None
