"""The Preferences dialog: language, colours, font, zoom, and what the tables show from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFontComboBox,
    QFormLayout,
    QHBoxLayout,
    QSpinBox,
    QWidget,
)

from ui import languages
from ui.theme import Appearance
from ui.zoom import LEAST, MOST, STEP

if TYPE_CHECKING:
    from ui.window import Window

SMALLEST, LARGEST = 6, 40


class PreferencesDialog(QDialog):
    """Shows what is set; `apply` sets what stands in it."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        settings, zoom = window.settings, window.zoom
        self.setWindowTitle(self.tr("Preferences"))
        self.language = QComboBox()
        for code, name in languages.offered(self.tr("As the system")):
            self.language.addItem(name, code)
        self.language.setCurrentIndex(max(self.language.findData(settings.language), 0))
        self.colours = QComboBox()
        for appearance, text in (
            (Appearance.SYSTEM, self.tr("As the system")),
            (Appearance.LIGHT, self.tr("Light")),
            (Appearance.DARK, self.tr("Dark")),
        ):
            self.colours.addItem(text, appearance)
        self.colours.setCurrentIndex(list(Appearance).index(settings.appearance))
        self.own_font = QCheckBox(self.tr("&Another font than the system's"))
        self.own_font.setChecked(bool(zoom.family or zoom.points))
        self.family = QFontComboBox()
        self.family.setCurrentFont(QFont(zoom.family) if zoom.family else QFont(window.font().family()))
        self.points = QSpinBox()
        self.points.setRange(SMALLEST, LARGEST)
        self.points.setValue(zoom.points or zoom.platform_points)
        self.points.setSuffix(self.tr(" pt"))
        self.points.setAccessibleName(self.tr("Size of the font"))
        self.percent = QSpinBox()
        self.percent.setRange(LEAST, MOST)
        self.percent.setSingleStep(STEP)
        self.percent.setSuffix(" %")
        self.percent.setValue(zoom.percent)
        self.narrow = QCheckBox(self.tr("&Only columns of the selected load"))
        self.narrow.setChecked(settings.narrow)
        font = QWidget()
        row = QHBoxLayout(font)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.family, 1)
        row.addWidget(self.points)
        form = QFormLayout(self)
        form.addRow(self.tr("&Language"), self.language)
        form.addRow(self.tr("&Colours"), self.colours)
        form.addRow(self.own_font)
        form.addRow(self.tr("Font"), font)
        form.addRow(self.tr("&Zoom"), self.percent)
        form.addRow(self.narrow)
        self.family.setAccessibleName(self.tr("Font"))
        self.own_font.toggled.connect(font.setEnabled)
        font.setEnabled(self.own_font.isChecked())
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Apply | standard.Cancel)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        buttons.button(standard.Apply).clicked.connect(self.apply)
        form.addRow(buttons)

    def apply(self) -> None:
        """Set what stands here; another language comes with a window of its own."""
        window = self._window
        own = self.own_font.isChecked()
        window.zoom.set(
            percent=self.percent.value(),
            family=self.family.currentFont().family() if own else "",
            points=self.points.value() if own else 0,
        )
        window.set_appearance(Appearance(self.colours.currentData()))
        window.commands["narrow"].setChecked(self.narrow.isChecked())
        window.set_language(str(self.language.currentData()))

    def _accept(self) -> None:
        self.accept()
        self.apply()
