"""What a sweep is of: scenario, two fields with their ranges, the result, map or curves."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QRadioButton, QWidget

from planner.plan import Evaluation
from planner.what_if.sweep.axes import Swept
from planner.workbook import Training
from ui.session import Session
from ui.what_if.field_chooser import FieldChooser
from ui.what_if.sweep.words import field_title, fields_in_order, results_in_order, start_range

TYPED_MS = 400
"""So long after the last key a range is read."""


class SweepControls(QWidget):
    """`changed` says that another sweep is wanted, `look_changed` that the same one is to be drawn in another way."""

    changed = Signal()
    look_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.scenario = FieldChooser(self.tr("Scenario"))
        self.x, self.y = FieldChooser(self.tr("Field along x")), FieldChooser(self.tr("Field along y"))
        self.x_range, self.y_range = QLineEdit(), QLineEdit()
        self.result = FieldChooser(self.tr("Result"))
        self.as_map, self.as_curves = QRadioButton(self.tr("&Map")), QRadioButton(self.tr("C&urves"))
        self._fields: dict[str, Swept] = {}
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self.changed)
        self._lay_out()
        self.scenario.changed.connect(lambda _: self._on_scenario())
        self.x.changed.connect(lambda name: self._on_field(self.x_range, name))
        self.y.changed.connect(lambda name: self._on_field(self.y_range, name))
        self.result.changed.connect(lambda _: self.changed.emit())
        for line, name in ((self.x_range, self.tr("Values along x")), (self.y_range, self.tr("Values along y"))):
            line.setAccessibleName(name)
            line.setToolTip(
                self.tr(
                    "1..64 by powers of two; 1k..128k step 1k; 0.5..2 in 10; 1..1_000 in 50 log; 1, 2, 4; all; blank"
                )
            )
            line.setPlaceholderText(self.tr("1..64 by powers of two, or 1, 2, 4, or all"))
            line.textEdited.connect(lambda _: self._typed.start())
            line.returnPressed.connect(self._at_once)
        self.as_map.setChecked(True)
        self.as_map.toggled.connect(lambda _: self.look_changed.emit())

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)

        def labelled(row: int, column: int, text: str, widget: QWidget) -> None:
            label = QLabel(text)
            label.setBuddy(widget)
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, row, column)
            grid.addWidget(widget, row, column + 1)

        labelled(0, 0, self.tr("&Scenario"), self.scenario)
        labelled(0, 2, self.tr("&Result"), self.result)
        labelled(1, 0, self.tr("Along &x"), self.x)
        labelled(1, 2, self.tr("V&alues"), self.x_range)
        labelled(2, 0, self.tr("Along &y"), self.y)
        labelled(2, 2, self.tr("Va&lues"), self.y_range)
        ways = QHBoxLayout()
        group = QButtonGroup(self)
        for way in (self.as_map, self.as_curves):
            group.addButton(way)
            ways.addWidget(way)
        grid.addLayout(ways, 0, 4)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(3, 4)

    def evaluation(self) -> Evaluation | None:
        """The plan of the chosen scenario; None without a model."""
        return self._session.evaluations.scenarios.get(self.scenario.value())

    def choose_scenario(self, scenario: str) -> None:
        """Sweep this scenario from now on."""
        self._list_scenarios()
        self.scenario.choose(scenario)
        self._on_scenario()

    def refresh(self) -> None:
        """Follow the workbook: its scenarios, and what the chosen one can be swept over."""
        self._list_scenarios()
        self._offer()

    def _list_scenarios(self) -> None:
        self.scenario.set_entries([(row.id, row.name) for row in self._session.workbook.scenarios])

    def _offer(self) -> None:
        evaluation = self.evaluation()
        if evaluation is None:
            return
        workbook = self._session.workbook
        first = not self._fields
        self._fields = {swept.name: swept for swept in fields_in_order(workbook, self.scenario.value())}
        entries = [(name, field_title(swept, evaluation)) for name, swept in self._fields.items()]
        before = self.x.value(), self.y.value()
        self.x.set_entries(entries)
        self.y.set_entries([("", self.tr("(none)")), *entries])
        self.result.set_entries(list(results_in_order(evaluation)))
        start = ("micro_batch", "sequence") if isinstance(evaluation.scenario.load, Training) else ("batch", "context")
        for chooser, line, name, had in zip((self.x, self.y), (self.x_range, self.y_range), start, before, strict=True):
            if first or (had and had not in self._fields):
                chooser.choose(name)
                line.setText(start_range(workbook, evaluation, self._fields[chooser.value()]))

    def _on_scenario(self) -> None:
        self._offer()
        self.changed.emit()

    def _on_field(self, line: QLineEdit, name: str) -> None:
        evaluation = self.evaluation()
        swept = self._fields.get(name)
        line.setEnabled(bool(name))
        if evaluation is not None and swept is not None:
            line.setText(start_range(self._session.workbook, evaluation, swept))
        self._at_once()

    def _at_once(self) -> None:
        self._typed.stop()
        self.changed.emit()

    @property
    def curves(self) -> bool:
        """Whether curves are wanted; without a second field there is nothing else."""
        return self.as_curves.isChecked() or not self.y.value()

    def asked(self) -> tuple[tuple[str, str], tuple[str, str] | None, str]:
        """The fields with their ranges as typed, and the result."""
        y = (self.y.value(), self.y_range.text()) if self.y.value() else None
        return (self.x.value(), self.x_range.text()), y, self.result.value() or "needed"
