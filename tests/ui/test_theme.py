"""Both appearances: readable on every ground, in step with setting and desktop, colours that never change."""

from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QTableView
from pytestqt.qtbot import QtBot

from ui import theme
from ui.plain_table import PlainTable, Table
from ui.theme import DARK, FUSION_DARKENS, LIGHT, Appearance, Colours, Theme, colours, contrast, outlined, palette

GROUNDS = ("base", "alternate", "selection", "selection_inactive", "input_ground", "result_ground", "window", "header")
INKS = ("text", "muted", "result_text", "fits", "tight", "misfit", "unknown", "link")


@pytest.fixture
def restored_palette(qapp: QApplication):
    before, style = QApplication.palette(), qapp.style().objectName()
    yield
    QGuiApplication.styleHints().unsetColorScheme()
    QApplication.setPalette(before)
    for name in ("QAbstractItemView", *theme.OUTLINED, *theme.CHECKED_LISTS):
        QApplication.setPalette(before, name)
    qapp.setStyle(style)


@pytest.mark.parametrize(("of", "ink", "ground"), tuple(product((LIGHT, DARK), INKS, GROUNDS)))
def test_that_every_ink_reaches_the_contrast_of_text_on_every_ground(of: Colours, ink: str, ground: str) -> None:
    assert theme.contrast(QColor(getattr(of, ink)), QColor(getattr(of, ground))) >= 4.5


@pytest.mark.parametrize("of", (LIGHT, DARK))
def test_that_labels_inside_segments_and_on_the_accent_are_readable(of: Colours) -> None:
    for name in theme.COMPONENT_COLOURS.values():
        assert theme.contrast(theme.text_on(QColor(name)), QColor(name)) >= 4.5
    assert theme.contrast(QColor(of.accent_text), QColor(of.accent)) >= 4.0


@pytest.mark.parametrize("of", (LIGHT, DARK))
def test_that_inputs_and_results_stand_on_different_grounds(of: Colours) -> None:
    assert of.input_ground != of.result_ground


def test_that_each_verdict_has_its_own_colour_and_its_own_sign() -> None:
    assert len(set(theme.VERDICT_SYMBOLS.values())) == 4
    for of in (LIGHT, DARK):
        assert len({of.verdict(word).name() for word in theme.VERDICTS}) == 4


def test_that_the_setting_changes_the_palette_at_once_and_says_so(
    qapp: QApplication, qtbot: QtBot, restored_palette: None
) -> None:
    dressed = Theme(qapp, Appearance.LIGHT)
    label, table = QLabel("x"), QTableView()
    qtbot.addWidget(label)
    qtbot.addWidget(table)
    assert theme.colours(label.palette()) is LIGHT
    with qtbot.waitSignal(dressed.changed):
        dressed.set_appearance(Appearance.DARK)
    qtbot.waitUntil(lambda: theme.colours(label.palette()) is DARK)
    assert theme.colours(table.palette()) is DARK
    assert table.palette().color(QPalette.ColorRole.Highlight).name() == DARK.selection.lower()
    with qtbot.assertNotEmitted(dressed.changed):
        dressed.set_appearance(Appearance.DARK)
    dressed.deleteLater()


def test_that_the_header_of_a_plain_table_changes_with_the_palette(
    qapp: QApplication, qtbot: QtBot, restored_palette: None
) -> None:
    dressed = Theme(qapp, Appearance.LIGHT)
    table = PlainTable(Table("Calls", ("Call",), (("▲ late",),)))
    qtbot.addWidget(table)
    assert LIGHT.header in table.horizontalHeader().styleSheet()
    dressed.set_appearance(Appearance.DARK)
    qtbot.waitUntil(lambda: DARK.header in table.horizontalHeader().styleSheet())
    ink = table.model().index(0, 0).data(Qt.ItemDataRole.ForegroundRole)
    assert ink.name() == DARK.tight.lower()
    dressed.deleteLater()


def test_that_the_system_setting_follows_the_desktop_and_an_own_choice_does_not(
    qapp: QApplication, restored_palette: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hints:
        scheme = Qt.ColorScheme.Dark

        def __init__(self) -> None:
            self.colorSchemeChanged = QGuiApplication.styleHints().colorSchemeChanged

        def colorScheme(self) -> Qt.ColorScheme:
            return self.scheme

        def setColorScheme(self, scheme: Qt.ColorScheme) -> None:
            pass

    hints = Hints()
    monkeypatch.setattr(QGuiApplication, "styleHints", lambda: hints)
    dressed = Theme(qapp)
    assert dressed.colours is DARK
    hints.scheme = Qt.ColorScheme.Light
    hints.colorSchemeChanged.emit(hints.scheme)
    assert theme.colours(QApplication.palette()) is LIGHT
    dressed.set_appearance(Appearance.DARK)
    hints.colorSchemeChanged.emit(hints.scheme)
    assert theme.colours(QApplication.palette()) is DARK
    dressed.deleteLater()


def test_that_sizes_follow_the_font(qtbot: QtBot) -> None:
    label = QLabel("x")
    qtbot.addWidget(label)
    before = theme.em(label)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    label.setFont(font)
    assert 1.7 * before < theme.em(label) < 2.3 * before


@pytest.mark.parametrize("of", [LIGHT, DARK])
def test_that_outlines_of_boxes_and_lines_can_be_made_out(of: Colours) -> None:
    """3 to 1 against the ground inside and around them (WCAG 2.1, non-text contrast)."""
    window = outlined(of, palette(of)).color(QPalette.ColorRole.Window)
    assert contrast(window.darker(round(FUSION_DARKENS * 100)), QColor(of.base)) >= 3
    assert contrast(window.darker(round(FUSION_DARKENS * 100)), QColor(of.window)) >= 3
    assert colours(outlined(of, palette(of))) is of, "who asks for its colours by the palette gets the same set"
