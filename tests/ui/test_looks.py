"""Zoom, font, panels by keyboard, the guide and the explanation of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QUrl
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui import guide, panels
from ui.examples import example_file
from ui.preferences import PreferencesDialog
from ui.session import Session
from ui.settings import Settings
from ui.sheets.column_chooser import ColumnChooser
from ui.theme import Appearance, Theme
from ui.window import Window


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


def leave(window: QWidget) -> None:
    assert isinstance(window, Window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, settings: Settings) -> Iterator[Window]:
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    qtbot.addWidget(made, before_close_func=leave)
    made.show()
    yield made
    made.zoom.set(percent=100, family="", points=0)


def test_that_zoom_enlarges_rows_columns_ledger_and_chart(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.chart.plot is not None)
    plot = window.chart.plot
    assert plot is not None
    table = window.scenarios

    def sizes() -> tuple[float, ...]:
        return (
            table.verticalHeader().defaultSectionSize(), table.columnWidth(0), table.header.height(),
            window.ledger.columnWidth(0), plot.item.look.em, window.menuBar().fontMetrics().height(),
            window.models.verticalHeader().defaultSectionSize(),
        )  # fmt: skip

    before = sizes()
    for _ in range(5):
        window.zoom.larger()
    assert window.zoom.percent == window.settings.zoom == 150
    qtbot.waitUntil(lambda: all(now >= 1.3 * then for now, then in zip(sizes(), before, strict=True)))
    window.zoom.plain()
    qtbot.waitUntil(lambda: all(abs(now - then) <= 0.15 * then for now, then in zip(sizes(), before, strict=True)))


def test_that_titles_of_panels_follow_a_zoom(window: Window, qtbot: QtBot) -> None:
    dock = window.docks["explain"]

    def ink() -> int:
        """Rows of pixels from the top of the title's text to its bottom."""
        title = dock.grab(dock.rect().adjusted(0, 0, -dock.width() * 2 // 3, 0)).toImage()
        high = dock.fontMetrics().height()
        dark = [y for y in range(high) if any(title.pixelColor(x, y).lightness() < 100 for x in range(high * 3))]
        return max(dark) - min(dark) + 1

    window.set_appearance(Appearance.LIGHT)
    before = ink()
    window.zoom.set(percent=200)
    qtbot.waitUntil(lambda: 1.7 * before <= ink() <= 2.4 * before)
    window.zoom.plain()
    qtbot.waitUntil(lambda: ink() == before)


def test_that_zoom_has_bounds_and_takes_round_steps(window: Window) -> None:
    window.zoom.set(percent=104)
    window.zoom.smaller()
    assert window.zoom.percent == 100
    window.zoom.set(percent=1)
    assert window.zoom.percent == 50
    window.zoom.set(percent=900)
    assert window.zoom.percent == 300


def test_that_preferences_set_font_colours_and_columns(window: Window, qtbot: QtBot) -> None:
    dialog = PreferencesDialog(window)
    qtbot.addWidget(dialog)
    dialog.own_font.setChecked(True)
    dialog.points.setValue(14)
    dialog.colours.setCurrentIndex(list(Appearance).index(Appearance.DARK))
    dialog.narrow.setChecked(False)
    dialog.apply()
    assert round(QApplication.font().pointSizeF()) == 14
    assert window.settings.font[1] == 14 and window.settings.appearance is Appearance.DARK
    assert not window.settings.narrow and not window.scenarios.adaptive.narrow
    dialog.own_font.setChecked(False)
    dialog.colours.setCurrentIndex(list(Appearance).index(Appearance.SYSTEM))
    dialog.apply()
    assert window.settings.font == ("", 0)


def test_that_f6_reaches_every_panel_and_comes_back(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.chart.plot is not None and window.chart.plot.isVisible())
    window.scenarios.setFocus()
    reached = []
    for _ in range(len(window.docks)):
        panels.step(window, 1)
        holder = window.focusWidget()
        reached.append(next((name for name, dock in window.docks.items() if dock.isAncestorOf(holder)), ""))
    assert reached == list(window.docks)
    panels.step(window, 1)
    assert window.focusWidget() is window.scenarios
    panels.step(window, -1)
    assert window.docks["assumptions"].isAncestorOf(window.focusWidget())


def test_that_the_default_layout_leaves_no_stray_tabs(window: Window, qtbot: QtBot) -> None:
    window.default_layout()
    window.default_layout()
    direct = Qt.FindChildOption.FindDirectChildrenOnly

    def counts() -> list[int]:
        return sorted(bar.count() for bar in window.findChildren(QTabBar, options=direct) if bar.isVisible())

    places = ("chart", "models", "explain")
    behind = sorted(len(window.tabifiedDockWidgets(window.docks[name])) + 1 for name in places)
    qtbot.waitUntil(lambda: counts() == behind)


def test_that_every_control_of_the_window_has_a_name_for_the_screen_reader(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.chart.plot is not None)
    dialogs = (PreferencesDialog(window), guide.Guide(window), ColumnChooser(window.scenarios))
    nameless = [
        f"{type(widget).__name__} in {type(top).__name__} {widget.objectName()}"
        for top in (window, *dialogs)
        for widget in top.findChildren(QWidget)
        if isinstance(widget, CONTROLS) and not _named(widget, top)
    ]
    for dialog in dialogs:
        dialog.deleteLater()
    assert not nameless


CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QTextEdit)


def _named(widget: QWidget, top: QWidget) -> bool:
    """By itself, by its text, by a label that leads to it, or as a part of Qt's own that what holds it names."""
    if widget.accessibleName() or (isinstance(widget, QAbstractButton) and (widget.text() or widget.toolTip())):
        return True
    if any(label.buddy() is widget for label in top.findChildren(QLabel)):
        return True
    holder = widget.parentWidget()
    if widget.objectName().startswith("qt_"):
        return True
    while holder is not None and holder is not top and not isinstance(holder, QMainWindow):
        if isinstance(holder, CONTROLS) or (
            type(holder).__module__.startswith("PySide6")
            and type(holder).__name__ in ("QTabBar", "QComboBoxPrivateContainer", "QMenuBar", "QToolBar")
        ):
            return True
        if type(holder).__module__.startswith("pyqtgraph") or type(holder).__name__ == "Plot":
            return True
        holder = holder.parentWidget()
    return False


def test_that_a_computed_cell_is_explained_and_one_can_go_there_and_back(window: Window, qtbot: QtBot) -> None:
    table = window.scenarios
    table.setFocus()
    cache = table.table.index(1, table.table.sheet.column("result.kv_cache"))
    table.setCurrentIndex(cache)
    qtbot.waitUntil(lambda: "53,687,091,200 byte" in window.explain.toPlainText())
    assert "Used by" in window.explain.toPlainText()
    window.explain.anchorClicked.emit(_link("line:kv_cache.group1.keys"))
    assert "layers * batch * context * bytes_per_token" in window.explain.toPlainText()
    window.explain.anchorClicked.emit(_link("cell:load.batch"))
    qtbot.waitUntil(lambda: "Sequences held at the same time." in window.explain.toPlainText())
    assert table.currentIndex() == table.table.index(1, table.table.sheet.column("load.batch"))
    assert "Keys" in window.explain.toPlainText()
    few = window.explain.toPlainText()
    assert "more lines" in few
    window.explain.anchorClicked.emit(_link("more:"))
    assert len(window.explain.toPlainText()) > 2 * len(few)
    window.explain.go_back()
    assert "layers * batch * context" in window.explain.toPlainText()
    window.explain.go_back()
    assert "53,687,091,200 byte" in window.explain.toPlainText() and table.currentIndex() == cache
    window.explain.go_forward()
    assert "layers * batch * context" in window.explain.toPlainText()


def test_that_an_input_of_another_table_names_the_lines_that_read_it(window: Window, qtbot: QtBot) -> None:
    table = window.models
    table.setFocus()
    table.setCurrentIndex(table.table.index(0, table.table.sheet.column("d_model")))
    qtbot.waitUntil(lambda: "d_model" in window.explain.toPlainText() and "5,120" in window.explain.toPlainText())
    assert "Used by" in window.explain.toPlainText()
    table.setCurrentIndex(table.table.index(1, table.table.sheet.column("result.parameters")))
    qtbot.waitUntil(lambda: "70,553,706,496" in window.explain.toPlainText())


def _link(text: str) -> QUrl:
    return QUrl(text)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_the_guide_has_its_sections_and_finds_words(
    window: Window, qtbot: QtBot, settings: Settings, language: str
) -> None:
    settings.language = language
    made = guide.Guide(window)
    qtbot.addWidget(made)
    sections = made.sections.count()
    assert sections >= 12
    made.search.setText("GiB")
    places = int("".join(sign for sign in made.found.text() if sign.isdigit()))
    assert places >= 2 and made.page.textCursor().selectedText() == "GiB"
    first = made.page.textCursor().position()
    made.find_next()
    assert made.page.textCursor().position() > first
    assert 0 < sum(not made.sections.item(at).isHidden() for at in range(sections)) < sections
    settings.language = ""


def test_that_both_guides_say_the_same_in_as_many_sections_with_the_same_keys() -> None:
    texts = [(guide.FOLDER / f"{language}.md").read_text(encoding="utf-8") for language in ("en", "zh_CN")]
    heads = [[line.split(" ")[0] for line in text.splitlines() if line.startswith("#")] for text in texts]
    assert heads[0] == heads[1]
    keys = [sorted(set(re.findall(r"(?:Ctrl|Shift|Alt)\+[A-Z][A-Za-z0-9+]*|F\d", text))) for text in texts]
    assert keys[0] == keys[1]
