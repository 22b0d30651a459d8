"""Find, replace and go to a row, in the table in use, by keys and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QMenu, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from ui.examples import example_file
from ui.find_dialog import FindDialog
from ui.row_dialog import RowDialog
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, qapp: Any, tmp_path: Path) -> Iterator[Window]:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    yield made
    made.session.undo_stack.setClean()


def opened(window: Window, name: str = "find") -> FindDialog:
    window.commands[name].trigger()
    dialog = window.findChild(FindDialog)
    assert isinstance(dialog, FindDialog)
    return dialog


def press(dialog: FindDialog, text: str) -> None:
    button = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == text)
    button.click()


def ask(dialog: FindDialog, find: str, new: str = "") -> None:
    first, second = dialog.findChildren(QLineEdit)
    first.setText(find)
    second.setText(new)


def said(dialog: FindDialog) -> str:
    return next(label.text() for label in dialog.findChildren(QLabel) if label.accessibleName() == "What was found")


def test_that_find_goes_round_the_cells_that_have_the_text(window: Window) -> None:
    dialog, table = opened(window), window.scenarios
    name = table.table.sheet.column("name")
    ask(dialog, "13b")
    seen = []
    for _ in range(3):
        press(dialog, "Find next")
        seen.append((table.currentIndex().row(), table.currentIndex().column()))
        assert "13b" in table.currentIndex().data().casefold()
    assert len(set(seen)) == 3 and name in {column for _, column in seen}
    press(dialog, "Find previous")
    assert (table.currentIndex().row(), table.currentIndex().column()) == seen[1]
    ask(dialog, "no such text")
    press(dialog, "Find next")
    assert "no such text" in said(dialog)


def test_that_f3_repeats_the_search_without_the_dialog(window: Window) -> None:
    dialog = opened(window)
    ask(dialog, "13b")
    press(dialog, "Find next")
    dialog.close()
    before = window.scenarios.currentIndex()
    window.commands["find_next"].trigger()
    assert window.scenarios.currentIndex() != before and not dialog.isVisible()
    window.commands["find_previous"].trigger()
    assert window.scenarios.currentIndex() == before


def test_that_replace_all_is_one_step_and_finds_what_an_expression_says(window: Window) -> None:
    session = window.session
    rows = [row.id for row in session.workbook.scenarios][:2]
    for row in rows:
        session.edit(("scenarios", row, "load", "context"), "=512*batch")
    before, steps = session.workbook, session.undo_stack.count()
    dialog = opened(window, "replace")
    ask(dialog, "512*", "1024*")
    press(dialog, "Replace all")
    assert [row.load.context for row in session.workbook.scenarios[:2]] == ["=1024*batch"] * 2
    assert session.undo_stack.count() == steps + 1 and said(dialog) == "Replaced in 2 cells."
    session.undo()
    assert session.workbook is before


def test_that_replace_changes_the_current_cell_and_goes_on(window: Window) -> None:
    table = window.scenarios
    dialog = opened(window)
    ask(dialog, "batch", "lot")
    table.setCurrentIndex(table.table.index(table.table.rowCount() - 1, table.table.sheet.column("verdict")))
    press(dialog, "Find next")
    first = table.currentIndex()
    before = first.data()
    press(dialog, "Replace")
    assert first.data() == before.replace("batch", "lot") and table.currentIndex() != first
    assert window.session.undo_stack.count() == 1


def test_that_a_replacement_that_some_cell_refuses_changes_none(window: Window) -> None:
    before = window.session.workbook
    dialog = opened(window)
    ask(dialog, "4,096", "x")
    press(dialog, "Replace all")
    assert window.session.workbook is before
    ask(dialog, "4096", "x")
    press(dialog, "Replace all")
    assert window.session.workbook is before
    for box in window.findChildren(QMessageBox):
        box.close()


def test_that_find_works_in_the_table_that_has_the_keyboard(window: Window, qtbot: QtBot) -> None:
    window.show_dock("models")
    window.models.setFocus()
    assert window.focusWidget() is window.models
    dialog = opened(window)
    assert window.models.accessibleName() in dialog.windowTitle()
    ask(dialog, window.models.table.index(1, 0).data())
    press(dialog, "Find next")
    assert window.models.currentIndex().row() == 1


def test_that_part_of_a_name_leads_to_its_row_in_any_table(window: Window, qtbot: QtBot) -> None:
    for text, table in (("13b b16", window.scenarios), ("a100 gpus", window.accelerators)):
        words = text.split()
        window.commands["go_to_row"].trigger()
        dialog = window.findChild(RowDialog)
        assert isinstance(dialog, RowDialog)
        line, listed = dialog.findChild(QLineEdit), dialog.findChild(QListWidget)
        assert isinstance(line, QLineEdit) and isinstance(listed, QListWidget)
        QTest.keyClicks(line, words[0])
        offered = [listed.item(at).text() for at in range(listed.count())]
        assert offered and all(words[0] in label.casefold() for label in offered)
        label = next(label for label in offered if table.accessibleName() in label)
        for _ in range(offered.index(label)):
            QTest.keyClick(line, Qt.Key.Key_Down)
        QTest.keyClick(line, Qt.Key.Key_Return)
        row = table.table.index(table.currentIndex().row(), 0).data()
        assert label.startswith(row)
        assert window.table_in_use() is table
        qtbot.waitUntil(lambda: window.findChild(RowDialog) is None)


def test_that_the_commands_about_a_table_stand_in_edit_and_in_each_context_menu(window: Window) -> None:
    edit = next(action.menu() for action in window.menuBar().actions() if action.text() == "&Edit")
    assert isinstance(edit, QMenu)
    for table in window.tables:
        if table.objectName() != "scenarios":
            window.show_dock(table.objectName())
        table.setFocus()
        edit.aboutToShow.emit()
        menu = QMenu(table)
        table.commands.fill_context_menu(menu)
        of_table, offered = ({a for a in each.actions() if not a.isSeparator()} for each in (edit, menu))
        assert of_table <= offered
        others = {action for top in window.menuBar().actions() for action in top.menu().actions()}
        assert offered - of_table <= others, "a command of a context menu stands in a menu of the window too"
        keys = {action.shortcut().toString() for action in edit.actions()}
        assert {"Ctrl+Z", "Ctrl+Y", "Ctrl+F", "Ctrl+H", "F3", "Ctrl+G", "F2", "Ctrl+D", "Ctrl+R", "Ctrl+X", "Ctrl+C",
                "Ctrl+V", "Del", "Ctrl+I"} <= keys  # fmt: skip
