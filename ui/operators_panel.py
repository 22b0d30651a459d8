"""The operators of a plan as a table: class, shape, FLOPs, bytes and calls of each, its time and what bounds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from planner.plan import Evaluation
from planner.precision import decided, label_of
from planner.time.operations import BOUNDS, CLASSES, PASSES, Operation, operations_of
from planner.time.terms import terms_below
from ui.figures import rounded
from ui.plain_table import PlainTable, Table, Value
from ui.theme import em


class OperatorsPanel(QWidget):
    """Shows the operators of one pass; `line_selected(key)` says which line of the ledger the current one is."""

    line_selected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self._operations: Sequence[Operation] = ()
        label = QLabel(self.tr("&Pass:"))
        self.list = QComboBox()
        self.list.setAccessibleName(self.tr("Pass whose operators are shown"))
        for root, title in PASSES.items():
            self.list.addItem(QCoreApplication.translate("ledger", title), root)
        label.setBuddy(self.list)
        self.sums = QLabel()
        self.sums.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sums.setWordWrap(True)
        self.table = PlainTable(Table(self.tr("Operators"), _header(), ()))
        row = QHBoxLayout()
        pad = round(em(self) * 0.4)
        row.setContentsMargins(pad, pad // 2, pad, pad // 2)
        row.addWidget(label)
        row.addWidget(self.list)
        row.addSpacing(pad)
        row.addWidget(self.sums, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addLayout(row)
        box.addWidget(self.table, 1)
        self.list.currentIndexChanged.connect(lambda _: self._render())
        self.table.row_chosen.connect(self._choose)
        self._render()

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Show the operators of this plan; none of one that trains, or whose times are not known."""
        if evaluation is not self._evaluation:
            self._evaluation = evaluation
            self._render()

    def show_pass(self, root: str) -> None:
        """Show a pass by its name in the ledger."""
        self.list.setCurrentIndex(self.list.findData(root))

    def _render(self) -> None:
        evaluation, root = self._evaluation, self.list.currentData()
        self._operations = () if evaluation is None else tuple(operations_of(evaluation, root))
        rows = () if evaluation is None else tuple(_rows(evaluation, self._operations, root))
        self.table.show_table(Table(self.tr("Operators"), _header(), rows))
        self.sums.setText(self._sentence(root))

    def _sentence(self, root: str) -> str:
        evaluation = self._evaluation
        terms = None if evaluation is None or not self._operations else terms_below(evaluation, root)
        if evaluation is None:
            return self.tr("Choose a scenario that has a model to see the calls of its passes.")
        if terms is None:
            return self.tr("No times: a training plan, or its Findings say what is blank.")
        parts = {"fixed": terms.fixed, "compute": terms.compute, "memory": terms.memory}
        told = ", ".join(f"{_bound(name)} {_time(seconds)}" for name, seconds in parts.items())
        head = self.tr("{whole} on one GPU.")
        if evaluation.scenario.tp != 1:
            head = self.tr("{whole} with each layer on {tp} GPUs; the calls are those of one of them.")
        rest = self.tr("Terms of all calls: {told}. The largest: {bound}.")
        return f"{head} {rest}".format(
            whole=_time(evaluation.value(root)), tp=evaluation.scenario.tp, told=told, bound=_bound(terms.dominates)
        )

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._operations):
            self.line_selected.emit(self._operations[row].key)


def _header() -> tuple[str, ...]:
    translate = QCoreApplication.translate
    return (
        translate("operators", "Operator"), translate("operators", "Layers"), translate("operators", "Class"),
        translate("operators", "Type"), translate("operators", "M × N × K"), translate("operators", "Calls"),
        translate("operators", "FLOPs of a call"), translate("operators", "Bytes of a call"),
        translate("operators", "Time of a call, µs"), translate("operators", "Time of all, µs"),
        translate("operators", "Share, %"), translate("operators", "Bound by"),
    )  # fmt: skip


def _rows(evaluation: Evaluation, operations: Sequence[Operation], root: str) -> Iterator[tuple[Value, ...]]:
    whole = evaluation.value(root)
    plain = label_of(decided(evaluation.scenario, evaluation.model.stored_formats)["activations"].format)
    for each in operations:
        yield _row(evaluation, each, each.operand or (plain if each.flops else ""), whole)


def _row(evaluation: Evaluation, each: Operation, operand: str, whole: float) -> tuple[Value, ...]:
    seconds = each.calls * each.seconds
    return (
        QCoreApplication.translate("ledger", each.label),
        _place(evaluation, each.key),
        QCoreApplication.translate("ledger", CLASSES[each.operator_class]),
        operand,
        "" if each.shape is None else " × ".join(f"{side:,}" for side in each.shape),
        each.calls,
        each.flops or None,
        round(each.bytes_moved),
        each.seconds * 1e6,
        seconds * 1e6,
        100 * seconds / whole if whole else None,
        _bound(each.bound),
    )


def _place(evaluation: Evaluation, key: str) -> str:
    """The group of layers that a call stands in; a dash outside them."""
    for name in key.replace("_group", ".group").split("."):
        number = name.removeprefix("group")
        if number != name and number.isdecimal():
            group = evaluation.model.groups[int(number) - 1]
            return QCoreApplication.translate("ledger", group.name) if group.name else number
    return "–"


def _time(seconds: float) -> str:
    return " ".join(rounded(seconds, "s"))


def _bound(name: str) -> str:
    return QCoreApplication.translate("ledger", BOUNDS[name])
