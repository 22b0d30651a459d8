"""What all commands of what if have in common: keys of their own, letters of their own, and fonts that follow."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QListView, QMenu
from pytestqt.qtbot import QtBot

from planner.edits import replaced
from ui import languages
from ui.sheets.view_bar import ViewBar
from ui.what_if.baseline_bar import BaselineBar
from ui.what_if.matrix.window import show_matrix
from ui.what_if.seek import menu as seek_menu
from ui.what_if.seek.dialog import SeekDialog
from ui.what_if.sweep.commands import open_sweep
from ui.what_if.sweep.window import SweepWindow
from ui.window import Window

OF_ITS_OWN_PARTS = Qt.ShortcutContext.WidgetShortcut


def settle(of: SweepWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not of.run.running and of.settled)


def test_that_no_two_commands_of_the_window_have_one_key(window: Window) -> None:
    everywhere: dict[str, set[str]] = defaultdict(set)
    inside: dict[str, set[str]] = defaultdict(set)
    for action in window.findChildren(QAction):
        owner = action.parent()
        if owner.isWidgetType() and owner.window() is not window:  # type: ignore[attr-defined]
            continue
        for keys in action.shortcuts():
            own = action.shortcutContext() == OF_ITS_OWN_PARTS
            (inside if own else everywhere)[keys.toString()].add(action.text().replace("&", ""))
    assert len(everywhere) > 40 and len(inside) >= 20
    assert {keys: names for keys, names in everywhere.items() if len(names) > 1} == {}
    assert {keys: (names, everywhere[keys]) for keys, names in inside.items() if keys in everywhere} == {}


def letters_twice(menu: QMenu) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for action in menu.actions():
        letter = re.search(r"&([^&])", action.text())
        if letter:
            found[letter[1].casefold()].append(action.text())
    return {letter: texts for letter, texts in found.items() if len(texts) > 1}


def with_submenus(menu: QMenu) -> Iterator[QMenu]:
    menu.aboutToShow.emit()  # some are filled when they open
    yield menu
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from with_submenus(below)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_no_menu_has_a_letter_twice(
    language: str, request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages.install(qapp, language)
    try:
        window: Window = request.getfixturevalue("window")
        menus = [action.menu() for action in window.menuBar().actions()]
        assert len(menus) == 7
        for table in window.tables:  # of which the Edit menu has the commands
            monkeypatch.setattr(window, "table_in_use", lambda table=table: table)
            for menu in menus:
                assert isinstance(menu, QMenu)
                assert {each.title(): letters_twice(each) for each in with_submenus(menu) if letters_twice(each)} == {}
        what_if, of_file = menus[5], menus[0]
        assert isinstance(what_if, QMenu) and window.commands["seek"] in what_if.actions()
        assert all("&" in action.text() for action in what_if.actions() if not action.isSeparator())
        handover = {window.commands[name] for name in ("export", "reconcile")}
        assert isinstance(of_file, QMenu) and handover <= set(of_file.actions())
    finally:
        languages.install(qapp, "en")


def test_that_a_picture_is_given_room_and_leaves_the_ledger_some_rows(window: Window, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    window.default_layout()

    def rows() -> float:
        return window.ledger.viewport().height() / window.ledger.visualRect(window.ledger.model().index(0, 0)).height()

    for name in ("breakdown", "roofline", "block"):
        window.commands[name].trigger()
        qtbot.waitUntil(lambda name=name: window.docks[name].height() > 280 and rows() > 4.5)  # type: ignore[misc]


def test_that_labels_follow_a_zoom_while_they_are_shown(window: Window, qtbot: QtBot) -> None:
    window.commands["set_baseline"].trigger()
    window.commands["seek"].trigger()
    (dialog,) = window.findChildren(SeekDialog)
    labels: list[QLabel] = [dialog.answer, dialog.goal, dialog.more, dialog.now]
    labels += [bar.label for kind in (BaselineBar, ViewBar) for bar in window.findChildren(kind)]
    try:
        for percent in (150, 80):
            window.zoom.set(percent=percent)
            assert {label.font().pointSizeF() for label in labels} == {window.font().pointSizeF()}
    finally:
        window.zoom.plain()
        dialog.close()


def test_that_a_sweep_begins_around_the_scenario_that_it_is_opened_on(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("llama_3_70b_tp4")
    found = open_sweep(window)
    assert found is not None
    settle(found, qtbot)
    assert found.controls.y_range.text() == "1k..8k by powers of two", "not up to the 4k of the first scenario's model"
    assert found.canvas.drawn() is not None and found.shown(
        found.sweep, window.session.evaluations.scenarios["llama_3_70b_tp4"], False  # type: ignore[arg-type]
    ).here is not None  # fmt: skip
    found.close()


def test_that_a_picture_is_read_as_what_it_shows_until_the_next_one_is_there(window: Window, qtbot: QtBot) -> None:
    window.select_scenario(window.session.workbook.scenarios[0].id)
    found = open_sweep(window)
    assert found is not None
    settle(found, qtbot)
    first = window.session.workbook.scenarios[0]
    found._read(0, 0)
    before = found.reading.text()
    found.controls.scenario.choose(window.session.workbook.scenarios[4].id)
    found.again()  # the picture is still that of the first scenario
    found._read(0, 0)
    assert found.run.running and found.reading.text() == before
    found.make_scenario(0, 0)
    made = window.session.workbook.scenarios[1]
    assert made.name.startswith(first.name) and made.model == first.model
    found.close()


def test_that_a_point_whose_row_is_gone_is_refused_in_words(window: Window, qtbot: QtBot) -> None:
    row = window.session.workbook.scenarios[0]
    window.select_scenario(row.id)
    found = open_sweep(window)
    assert found is not None
    found.controls.x.choose("accelerator.memory_bandwidth")
    found.controls.x_range.setText("1 TB/s..2 TB/s in 2")
    found.again()
    settle(found, qtbot)
    assert found.sweep is not None and found.sweep.x.swept.role == "accelerator"
    window.session.change(replaced(window.session.workbook, ("scenarios", row.id, "accelerator"), None), None, "")
    before = window.session.workbook
    found.make_scenario(0, 0)
    assert "choose one first" in found.note.text() and window.session.workbook is before
    found.close()


def test_that_a_sweep_of_a_scenario_that_is_gone_shows_no_old_picture_and_offers_none(
    window: Window, qtbot: QtBot
) -> None:
    sweep = open_sweep(window)
    assert sweep is not None
    settle(sweep, qtbot)
    offered = [sweep.actions_by_name[name] for name in ("make", "copy", "picture", "csv")]
    assert all(action.isEnabled() for action in offered) and sweep.canvas.message == ""
    window.session.remove([("scenarios", row.id) for row in window.session.workbook.scenarios])
    settle(sweep, qtbot)
    assert "Choose a scenario" in sweep.canvas.message and sweep.reading.text() == ""
    assert not any(action.isEnabled() for action in offered)
    window.session.undo()
    settle(sweep, qtbot)
    assert all(action.isEnabled() for action in offered) and sweep.canvas.message == ""
    sweep.close()


def test_that_the_windows_of_what_if_are_titled_by_the_new_name_of_a_scenario(window: Window, qtbot: QtBot) -> None:
    sweep, seek = open_sweep(window), seek_menu.show(window)
    assert sweep is not None and seek is not None
    window.session.edit(("scenarios", window.scenario_id() or "", "name"), "another name")
    qtbot.waitUntil(lambda: sweep.windowTitle() == "Sweep of another name")
    assert seek.windowTitle() == "Seek in another name"
    sweep.close()
    seek.close()


def test_that_panels_without_a_plan_offer_nothing_of_the_last_one_and_say_what_to_do(
    window: Window, qtbot: QtBot
) -> None:
    window.select_scenario("chat_13b_b24")
    window.show_dock("remedies")
    shown = window.remedies.findChild(QListView)
    qtbot.waitUntil(lambda: shown.model().rowCount() > 0)
    window.session.remove([("models", row.id) for row in window.session.workbook.models])
    qtbot.waitUntil(lambda: shown.model().rowCount() == 0)
    for name in ("answers", "roofline", "operators"):
        window.show_dock(name)
        panel = window.docks[name]
        qtbot.waitUntil(
            lambda panel=panel: any(
                label.text().startswith("Choose a scenario that has a model") and label.isVisible()
                for label in panel.findChildren(QLabel)
            )
        )


def test_that_a_matrix_without_rows_says_so_and_blames_no_search(window: Window, qtbot: QtBot) -> None:
    matrix = show_matrix(window)
    window.session.remove([("models", row.id) for row in window.session.workbook.models])
    qtbot.waitUntil(lambda: "There are no models yet" in matrix.nothing.text())
    window.session.undo()
    matrix.controls.models.setText("no such model")
    qtbot.waitUntil(lambda: "No model has this" in matrix.nothing.text())
    matrix.close()
