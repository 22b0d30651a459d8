"""Panels that nobody sees at first: they are there whenever something asks for them, and the start does without."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from ui import panels
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.sheets.table_view import TableView
from ui.theme import Theme
from ui.window import Window

BEHIND = {"accelerators", "engines", "layers", "operators", "assumptions", "breakdown", "block", "roofline"}


def opened(qtbot: QtBot, qapp: QApplication, settings: Settings) -> Window:
    """A window as it is at its first paint, before the example is there."""
    window = Window(Session(), settings, Theme(qapp))
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def click_tab(window: Window, title: str) -> None:
    for bar in window.findChildren(QTabBar):
        for at in range(bar.count()):
            if bar.tabText(at) == title and bar.isVisible():
                QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(at).center())
                return
    raise AssertionError(f"no tab {title}")


def test_that_a_window_is_shown_with_the_two_tables_in_sight_only(
    qtbot: QtBot, qapp: QApplication, settings: Settings
) -> None:
    window = opened(qtbot, qapp, settings)
    assert {table.objectName() for table in window.findChildren(TableView)} == {"scenarios", "models"}
    assert set(window.late.waiting()) == BEHIND


def test_that_a_tab_clicked_at_once_has_its_panel(qtbot: QtBot, qapp: QApplication, settings: Settings) -> None:
    """Before anything else happened: the panel is there in the same round of events."""
    window = opened(qtbot, qapp, settings)
    for name, title in (("layers", "Layers of the model"), ("accelerators", "GPUs"), ("operators", "Operators"),
                        ("roofline", "Roofline"), ("assumptions", "Assumptions")):  # fmt: skip
        click_tab(window, title)
        assert window.late.built[name].isVisible(), name
    assert window.layers.isAncestorOf(window.layers.viewport()) and window.docks["layers"].isAncestorOf(window.layers)


def test_that_a_table_built_late_has_rows_columns_and_commands(
    qtbot: QtBot, qapp: QApplication, settings: Settings
) -> None:
    window = opened(qtbot, qapp, settings)
    window.documents.open_example(example_file())
    assert "accelerators" in window.late.waiting()
    table = window.accelerators
    assert table.table.rowCount() == len(window.session.workbook.accelerators)
    assert table.hint and window.commands["matrix"] in table.commands.shared
    assert window.commands["find"] in table.commands.shared
    name = table.table.sheet.column("name")
    assert table.columnWidth(name) > table.header.minimumSectionSize() and "accelerators" not in window.unfitted
    qtbot.waitUntil(lambda: window.models.current_path() is not None)
    assert window.layers.table.container == (*(window.models.current_path() or ()), "groups")
    assert window.layers.table.rowCount() > 0


def test_that_an_edit_before_a_table_is_built_is_in_it(qtbot: QtBot, qapp: QApplication, settings: Settings) -> None:
    window = opened(qtbot, qapp, settings)
    window.documents.open_example(example_file())
    row = window.session.workbook.accelerators[0]
    window.session.edit(("accelerators", row.id, "name"), "another name")
    place = window.accelerators.table.position_of(("accelerators", row.id, "name"))
    assert place is not None and window.accelerators.table.text(*place) == "another name"
    window.session.undo()
    assert window.accelerators.table.text(*place) == row.name


def test_that_building_the_rest_moves_no_panel(qtbot: QtBot, qapp: QApplication, settings: Settings) -> None:
    window = opened(qtbot, qapp, settings)
    QApplication.processEvents()
    in_sight = [name for name, dock in window.docks.items() if not dock.visibleRegion().isEmpty()]
    before = {name: window.docks[name].geometry() for name in in_sight}
    size = window.size()
    window.late.build_all()
    QApplication.processEvents()
    assert window.late.waiting() == () and set(window.late.built) == BEHIND
    assert window.size() == size
    assert in_sight and {name: window.docks[name].geometry() for name in in_sight} == before


def test_that_the_keyboard_reaches_panels_that_were_not_built(
    qtbot: QtBot, qapp: QApplication, settings: Settings
) -> None:
    window = opened(qtbot, qapp, settings)
    panels.step(window, 1)
    assert window.late.waiting() == ()


def test_that_columns_of_a_table_that_was_never_built_are_still_remembered(
    qtbot: QtBot, qapp: QApplication, settings: Settings
) -> None:
    first = opened(qtbot, qapp, settings)
    name = first.engines.table.sheet.column("name")
    first.engines.setColumnWidth(name, 321)
    first.close()
    second = opened(qtbot, qapp, settings)
    second.close()
    third = opened(qtbot, qapp, settings)
    assert "engines" in third.late.waiting()
    assert third.engines.columnWidth(name) == 321


def test_that_a_remembered_layout_shows_its_panel_from_the_first_paint_on(
    qtbot: QtBot, qapp: QApplication, settings: Settings
) -> None:
    first = opened(qtbot, qapp, settings)
    first.show_dock("engines")
    QApplication.processEvents()
    first.close()
    assert settings.layout != QByteArray()
    second = opened(qtbot, qapp, settings)
    assert "engines" in second.late.built and second.engines.isVisible()
