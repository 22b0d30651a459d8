"""The history of measurements: per device, two beside each other, deleted or exported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelection, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from planner import history
from planner.observations import Observation
from ui.choosing import ask_target
from ui.plain_table import WARNING, PlainTable, Table, Value
from ui.saving import not_written, why_not_written
from ui.session import Session
from ui.theme import em, give_size
from ui.worker_words import failure, note, point


class HistoryDialog(QDialog):
    """All observations of the workbook, the latest first. Deleting is not an undoable step, and is asked for once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setWindowTitle(self.tr("History of measurements"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.device = QComboBox()
        self.device.setAccessibleName(self.tr("Device"))
        self.device.activated.connect(self.refresh)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.delete = QPushButton(self.tr("&Delete"))
        self.delete.clicked.connect(self.ask_remove)
        self.export = QPushButton(self.tr("&Export…"))
        self.export.clicked.connect(self.ask_export)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self._table: PlainTable | None = None
        self._points: PlainTable | None = None
        self._rows: list[Observation] = []
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        buttons.addButton(self.delete, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.export, QDialogButtonBox.ButtonRole.ActionRole)
        top = QHBoxLayout()
        top.addWidget(QLabel(self.tr("Device")))
        top.addWidget(self.device, 1)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.note)
        column.addWidget(buttons)
        give_size(self, 78, 36)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Fill device chooser and table from the session."""
        observations = self.session.observations
        devices = list(dict.fromkeys(each.device for each in observations))
        chosen = self.device.currentText()
        everything = self.tr("All devices")
        self.device.clear()
        self.device.addItems([everything, *devices])
        self.device.setCurrentText(chosen if chosen in devices else everything)
        shown = self.device.currentText()
        self._rows = [each for each in reversed(observations) if shown in (everything, each.device)]
        table = PlainTable(self._summary())
        table.selectionModel().selectionChanged.connect(self._on_selection)
        self._replace(0, table)
        self._table = table
        if self._rows:
            table.selectRow(0)
        else:
            self._show_points([])

    def _summary(self) -> Table:
        words = {
            "gone": self.tr("its scenario is gone"),
            "stale": self.tr("stale: the row has changed since"),
            "unsteady": self.tr("unsteady machine"),
            "": "",
        }
        plans = self.session.evaluations.scenarios
        rows: list[tuple[Value, ...]] = []
        for each in self._rows:
            date, name, device, dtype, torch, *times, memory, state = history.summary_row(
                each, plans.get(each.scenario)
            )
            mark = f"{WARNING} " if state in ("gone", "stale") else ""
            peak = None if memory is None else memory / 2**20
            rows.append((f"{mark}{str(date)[:16].replace('T', ' ')}", name, *(_ms(time) for time in times), peak,
                         dtype, words[state], device, torch))  # fmt: skip
        header = (
            self.tr("Date"), self.tr("Scenario"), self.tr("Prefill, ms"), self.tr("Decode, ms"), self.tr("Head, ms"),
            self.tr("Peak, MiB"), self.tr("Type"), self.tr("State"), self.tr("Device"), "torch",
        )  # fmt: skip
        return Table(self.tr("Measurements"), header, tuple(rows))

    def selected(self) -> list[Observation]:
        """The selected observations, in the table's order."""
        if self._table is None:
            return []
        return [self._rows[index.row()] for index in sorted(self._table.selectionModel().selectedRows())]

    def _on_selection(self, *_: QItemSelection) -> None:
        self._show_points(self.selected())

    def _show_points(self, chosen: list[Observation]) -> None:
        """The points of one observation, or two beside each other."""
        self.delete.setEnabled(bool(chosen))
        self.export.setEnabled(bool(self._rows))
        rows: list[tuple[Value, ...]]
        if len(chosen) == 2:
            first, second = sorted(chosen, key=lambda each: each.date)
            header = (self.tr("Point"), self.tr("Earlier, ms"), self.tr("Later, ms"), self.tr("Later over earlier"))
            rows = [(point(label), _ms(a), _ms(b), ratio) for label, a, b, ratio in history.compared(first, second)]
            same = first.device == second.device
            self.note.setText("" if same else self.tr("These are of two devices: {first}; {second}.").format(
                first=first.device, second=second.device))  # fmt: skip
        else:
            header = (self.tr("Point"), self.tr("ms"), self.tr("Lower quartile"), self.tr("Upper quartile"),
                      self.tr("Samples"), self.tr("Blocks in turn"), self.tr("Attention"), self.tr("Said"))  # fmt: skip
            one = chosen[0] if len(chosen) == 1 else None
            rows = (
                []
                if one is None
                else [
                    self._point(row, at.get("failed"))
                    for row, at in zip(history.point_rows(one, None), one.details.get("points", ()), strict=True)
                ]
            )
            self.note.setText(self.tr("Select two to compare them."))
        self._points = PlainTable(Table(self.tr("Points"), header, tuple(rows)))
        self._replace(1, self._points)

    def _point(self, row: tuple[object, ...], failed: Mapping[str, Any] | None) -> tuple[Value, ...]:
        _, _, _, _, _, label, seconds, low, high, _, samples, blocks, _, kernel, _, said = row
        figures = (_ms(seconds), _ms(low), _ms(high))
        last = failure(failed) if failed else note(str(said))
        return (point(str(label)), *figures, samples, blocks, kernel, last)  # type: ignore[return-value]  # objects there

    def _replace(self, at: int, widget: QWidget) -> None:
        if self.splitter.count() > at:
            old = self.splitter.replaceWidget(at, widget)
            old.deleteLater()
        else:
            self.splitter.addWidget(widget)
        widget.show()
        widget.setMinimumHeight(em(self) * 6)

    def ask_remove(self) -> None:
        """Delete the selected observations once that is confirmed: no undo brings them back."""
        text = self.tr("Delete the selected measurements: {count}? This cannot be undone.")
        answer = QMessageBox.question(self, self.windowTitle(), text.format(count=len(self.selected())))
        if answer == QMessageBox.StandardButton.Yes:
            self.remove_selected()

    def remove_selected(self) -> None:
        """Delete the selected observations; estimates are untouched."""
        gone = self.selected()
        self.session.observe([each for each in self.session.observations if each not in gone])
        self.refresh()

    def ask_export(self) -> None:
        """Ask for a file and write the points of what is selected, or of all that is shown."""
        file = ask_target(self, self.tr("Export measurements"), "measurements.csv", "CSV (*.csv)")
        if file is not None:
            self.export_to(file)

    def export_to(self, file: Path) -> None:
        """Write the points as CSV, and say what came of it."""
        chosen = self.selected()
        text = history.csv_text(chosen if len(chosen) > 1 else self._rows, self.session.evaluations.scenarios)
        reason = why_not_written(self, file, text.encode)
        self.note.setText(not_written(file, reason) if reason else self.tr("Written to {name}").format(name=file))


def _ms(seconds: object) -> float | None:
    return seconds * 1e3 if isinstance(seconds, float | int) else None
