"""What a matrix is asked with: the load, the result, where rows and columns come from, formats, searches."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)  # fmt: skip

from planner.fields import Choice, field_of
from planner.what_if.matrix.entries import From
from planner.what_if.matrix.tables import RESULTS, precision_name
from planner.workbook import Scenario
from ui.theme import em
from ui.ticking_menu import TickingMenu

CURRENT, STANDARD = "current", "standard"
USUAL = ("bf16", "fp8", "int8", "int4_g128", "nvfp4", "mxfp4", "Q8_0", "Q4_K_M")
OFFERED = tuple(name for name in RESULTS if name != "margin")
"""The verdict's cells have the margin beside their mark."""
LATER = 250
"""Milliseconds after the last letter before a search is asked."""


class MatrixControls(QWidget):
    """`changed` says that another question is asked, `filtered` that other cells of the same one are on show."""

    changed = Signal()
    filtered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.load, self.result, self.where = QComboBox(), QComboBox(), QComboBox()
        self.models, self.cards = QLineEdit(), QLineEdit()
        self.fitting = QCheckBox(self.tr("&Only models and GPUs where something fits"))
        self.formats = QToolButton()
        self.formats.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.formats.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.formats.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._precisions: list[str | None] = [None]
        for name in OFFERED:
            title, help_ = (
                QCoreApplication.translate("matrix", text) for text in (RESULTS[name].title, RESULTS[name].help)
            )
            self.result.addItem(title, name)
            self.result.setItemData(self.result.count() - 1, help_, Qt.ItemDataRole.ToolTipRole)
        for where, text in (
            ("workbook", self.tr("Workbook")), ("presets", self.tr("Presets")),
            ("both", self.tr("Workbook and presets")),
        ):  # fmt: skip
            self.where.addItem(text, where)
        for field, text in (
            (self.models, self.tr("Name, family or “70b, 8b”")), (self.cards, self.tr("Name, vendor or “l40s, h100”")),
        ):  # fmt: skip
            field.setPlaceholderText(text)
            field.setClearButtonEnabled(True)
        self._later = QTimer(self, singleShot=True, interval=LATER)
        self._later.timeout.connect(self.changed)
        self._lay_out()
        self._fill_formats()
        for box in (self.load, self.result, self.where):
            box.currentIndexChanged.connect(lambda _: self.changed.emit())
        for field in (self.models, self.cards):
            field.textChanged.connect(lambda _: self._later.start())
        self.fitting.toggled.connect(lambda _: self.filtered.emit())

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        placed = (
            (0, 0, self.tr("&Load of"), self.load), (0, 2, self.tr("&Result"), self.result),
            (0, 4, self.tr("Rows &from"), self.where), (1, 0, self.tr("&Models"), self.models),
            (1, 2, self.tr("&GPUs"), self.cards), (1, 4, self.tr("&Weights"), self.formats),
        )  # fmt: skip
        for row, column, text, widget in placed:
            label = QLabel(text)
            label.setBuddy(widget)
            widget.setAccessibleName(text.replace("&", ""))
            widget.setMinimumWidth(em(self) * 4)
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, row, column)
            grid.addWidget(widget, row, column + 1)
        grid.addWidget(self.fitting, 2, 1, 1, 5)
        for column, share in ((1, 4), (3, 3), (5, 3)):
            grid.setColumnStretch(column, share)

    def _fill_formats(self) -> None:
        menu = TickingMenu(self.formats)
        menu.setToolTipsVisible(True)
        self._add_format(menu, None)
        menu.addSeparator()
        for name in USUAL:
            self._add_format(menu, name)
        more = TickingMenu(self.tr("&More formats"), menu)
        menu.addMenu(more)
        options = field_of(Scenario, "weights")
        assert isinstance(options, Choice)
        for name, _ in options.options:
            if name not in USUAL:
                self._add_format(more, name)
        self.formats.setMenu(menu)
        self._show_formats()

    def _add_format(self, menu: QMenu, name: str | None) -> None:
        action = menu.addAction(precision_name(name, self.stated()))
        action.setCheckable(True)
        action.setChecked(name in self._precisions)
        action.setData(name)
        action.toggled.connect(lambda on, name=name: self._choose(name, on))

    def stated(self) -> str:
        """What the precision of the load itself is called."""
        return self.tr("as stated")

    def precisions(self) -> list[str | None]:
        """The formats side by side, in the order of the menu; never none."""
        return list(self._precisions)

    def set_precisions(self, precisions: Sequence[str | None]) -> None:
        """Ask for these formats."""
        self._precisions = list(precisions) or [None]
        menus = [self.formats.menu(), *(each.menu() for each in self.formats.menu().actions() if each.menu())]
        for menu in menus:
            for action in menu.actions():
                with QSignalBlocker(action):
                    if action.isCheckable():
                        action.setChecked(action.data() in self._precisions)
        self._show_formats()
        self.changed.emit()

    def _choose(self, name: str | None, on: bool) -> None:
        chosen = [each for each in self._precisions if each != name] + ([name] if on else [])
        order = [None, *USUAL]
        self.set_precisions(sorted(chosen, key=lambda each: order.index(each) if each in order else len(order)))

    def _show_formats(self) -> None:
        self.formats.setText(", ".join(precision_name(name, self.stated()) for name in self._precisions))

    def set_scenarios(self, scenarios: Sequence[tuple[str, str]], current: str) -> None:
        """Offer the load of these scenarios by id and name; `current` is the name of the one on show."""
        entries = [
            (CURRENT, self.tr("{name} (on show)").format(name=current or "–")),
            (STANDARD, self.tr("the standard scenario")), *scenarios,
        ]  # fmt: skip
        present = [(self.load.itemData(at), self.load.itemText(at)) for at in range(self.load.count())]
        if present == entries:
            return
        kept = self.load.currentData()
        with QSignalBlocker(self.load):
            self.load.clear()
            for data, text in entries:
                self.load.addItem(text, data)
            self.load.setCurrentIndex(max(self.load.findData(kept), 0))

    def chosen_from(self) -> From:
        """Where rows and columns come from."""
        where: From = self.where.currentData()
        return where

    def shown(self) -> str:
        """The result on show, by name."""
        return str(self.result.currentData())

    def choose(self, box: QComboBox, data: str) -> None:
        """Choose an entry of one of the boxes by what it stands for."""
        box.setCurrentIndex(box.findData(data))
