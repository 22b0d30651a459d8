"""The dialog that fits a card's constants: cells before and after, residuals, and a plot of measured and estimated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from planner.calibration import Calibration, NotCalibrated
from ui import calibrating
from ui.charts.agreement import Agreement
from ui.handover import pictures
from ui.measured_results import refused
from ui.plain_table import WARNING, PlainTable, Table
from ui.session import Session
from ui.theme import em, give_size
from ui.worker_words import point

if TYPE_CHECKING:
    from ui.window import Window


class CalibrationDialog(QDialog):
    """Shows the fit of one row; Apply writes it as one undoable step and closes."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.calibration: Calibration | None = None
        self.setWindowTitle(self.tr("Calibrate a GPU"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.choices = calibrating.rows_with_points(session)
        self.row = QComboBox()
        self.row.setAccessibleName(self.tr("GPU"))
        for row, samples in self.choices:
            self.row.addItem(self.tr("{name} ({count} points)").format(name=row.name, count=len(samples)))
        self.row.activated.connect(self.refresh)
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.plot = Agreement()
        pictures.offer(self.plot, self.tr("Measured against estimated"))
        self.legend = QLabel(
            self.tr(
                "□ before, ● after; the line is perfect agreement, the dotted lines 25 % off. All times are of one "
                "block (or the LM head); whole models that are predicted with these constants follow from one block."
            )
        )
        self.legend.setWordWrap(True)
        self.tables = QSplitter(Qt.Orientation.Vertical)
        right = QWidget()
        beside = QVBoxLayout(right)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(self.plot, 1)
        beside.addWidget(self.legend)
        halves = QSplitter()
        halves.addWidget(self.tables)
        halves.addWidget(right)
        halves.setSizes([em(self) * 44, em(self) * 32])
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Apply | QDialogButtonBox.StandardButton.Close
        )  # fmt: skip
        self.buttons.rejected.connect(self.reject)
        self.apply_button = self.buttons.button(QDialogButtonBox.StandardButton.Apply)
        self.apply_button.clicked.connect(self.apply)
        top = QHBoxLayout()
        top.addWidget(QLabel(self.tr("GPU")))
        top.addWidget(self.row, 1)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.said)
        column.addWidget(halves, 1)
        column.addWidget(self.buttons)
        give_size(self, 84, 42)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Fit the chosen row and show it."""
        self.calibration = None
        if not self.choices:
            self.said.setText(
                self.tr(
                    "Nothing was measured on a device of the GPUs table yet. Add this computer with its rates, then "
                    "measure a calibration run."
                )
            )
        else:
            row, samples = self.choices[max(0, self.row.currentIndex())]
            try:
                self.calibration = calibrating.fit(self.session, row, samples)
            except NotCalibrated as reason:
                self.said.setText(refused(reason))
        self.apply_button.setEnabled(self.calibration is not None and bool(self.calibration.changes))
        self._show()

    def _show(self) -> None:
        found = self.calibration
        if found is not None:
            before, after = (found.errors(when) for when in ("before", "after"))
            text = self.tr(
                "{count} of {all} points can be used. Median error {before:.1%} before, {after:.1%} after; nine in "
                "ten within "
                "{high_before:.1%} before, {high_after:.1%} after. {kind}"
            )
            kind = self.tr("Constants by class.") if found.by_class else self.tr("Three constants.")
            said = text.format(count=len(found.residuals), all=len(self.choices[max(0, self.row.currentIndex())][1]),
                               before=before[0], after=after[0], high_before=before[1],
                               high_after=after[1], kind=kind)  # fmt: skip
            warnings = [QCoreApplication.translate("measure", warning) for warning in found.warnings]
            self.said.setText(" ".join([said, *(f"{WARNING} {each}" for each in warnings)]))
        residuals = () if found is None else found.residuals
        self.plot.set_points([(each.sample.seconds, each.before, each.after) for each in residuals])
        cells = () if found is None else found.changes
        header = (self.tr("Constant"), self.tr("Before"), self.tr("After"))
        rows = tuple((calibrating.title_of(name), calibrating.cell_text(name, old), calibrating.cell_text(name, new))
                     for name, old, new in cells)  # fmt: skip
        self._put(0, Table(self.tr("Constants"), header, rows))
        header = (self.tr("Point"), self.tr("Error before, %"), self.tr("After, %"), self.tr("Measured, ms"),
                  self.tr("Before, ms"), self.tr("After, ms"))  # fmt: skip
        self._put(
            1,
            Table(
                self.tr("Residuals"),
                header,
                tuple(
                    (
                        ("" if each.sample.steady else f"{WARNING} ") + point(each.sample.label),
                        100 * (each.before / each.sample.seconds - 1),
                        100 * (each.after / each.sample.seconds - 1),
                        each.sample.seconds * 1e3,
                        each.before * 1e3,
                        each.after * 1e3,
                    )
                    for each in residuals
                ),
                signed=frozenset({1, 2}),
            ),
        )
        # Each list as tall as it has rows, as far as there is room.
        self.tables.setSizes([(len(each) + 2) * em(self) * 2 for each in (rows, residuals)])

    def _put(self, at: int, table: Table) -> None:
        widget = PlainTable(table)
        if self.tables.count() > at:
            self.tables.replaceWidget(at, widget).deleteLater()
        else:
            self.tables.addWidget(widget)
        widget.show()

    def apply(self) -> None:
        """Write the constants and close."""
        if self.calibration is not None:
            calibrating.apply(self.session, self.calibration)
        self.accept()


def open_calibration(window: Window) -> CalibrationDialog:
    """Show the dialog over the window."""
    dialog = CalibrationDialog(window.session, window)
    dialog.open()
    return dialog
