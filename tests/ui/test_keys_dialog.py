"""The list of all commands: by menu, with their keys, and searchable."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from ui.keys_dialog import KeysDialog, commands_of, plain
from ui.window import Window


def actions_of(menu: QMenu) -> list[QAction]:
    menu.aboutToShow.emit()
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found += actions_of(inner)
        elif not action.isSeparator():
            found.append(action)
    return found


def test_that_every_command_of_every_menu_is_listed_with_its_keys(window: Window) -> None:
    listed = {line for _, lines in commands_of(window) for line in lines}
    menus = [action.menu() for action in window.menuBar().actions()]
    there = [action for menu in menus if isinstance(menu, QMenu) for action in actions_of(menu)]
    assert len(there) > 80
    for action in there:
        keys = ", ".join(each.toString() for each in action.shortcuts())
        assert (plain(action.text()), keys) in listed, action.text()
    assert ("Insert row above", "Ctrl+Alt+I") in listed


def test_that_no_two_commands_of_the_window_have_one_key(window: Window) -> None:
    taken: dict[str, set[str]] = {}
    for _, lines in commands_of(window):
        for name, keys in lines:
            for key in filter(None, keys.split(", ")):
                taken.setdefault(key, set()).add(name)
    cells = ("Enter", "Tab", "F2", "Delete", "Del", "Shift+Enter", "Shift+Tab")
    assert {key: names for key, names in taken.items() if len(names) > 1 and key not in cells} == {}


def test_that_the_search_leaves_commands_that_hold_every_word(window: Window, qtbot: QtBot) -> None:
    dialog = KeysDialog(window)
    qtbot.addWidget(dialog)

    def on_show() -> list[str]:
        heads = [dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount())]
        return [
            head.child(at).text(0)
            for head in heads
            if head is not None and not head.isHidden()
            for at in range(head.childCount())
            if not head.child(at).isHidden()
        ]

    everything = on_show()
    dialog.wanted.setText("row ABOVE")
    assert on_show() == ["Insert row above"]
    dialog.wanted.setText("ctrl+alt+i")
    assert on_show() == ["Insert row above"]
    dialog.wanted.setText("no such command")
    assert on_show() == []
    dialog.wanted.clear()
    assert on_show() == everything


def test_that_the_letter_of_a_menu_is_left_out() -> None:
    assert plain("&File") == "File" and plain("文件(&F)") == "文件" and plain("Save &as…") == "Save as…"
    assert plain("查找(&F)…") == "查找…"


def test_that_each_command_has_a_key_that_no_desktop_keeps_for_itself(window: Window) -> None:
    kept = {"Ctrl+Alt+Up", "Ctrl+Alt+Down", "Ctrl+Alt+Left", "Ctrl+Alt+Right", "Ctrl+Alt+L", "Ctrl+Alt+T", "Ctrl+Alt+D",
            "Ctrl+Alt+Del", "Alt+F4"}  # fmt: skip
    listed = {
        name: [key for key in keys.split(", ") if key] for _, lines in commands_of(window) for name, keys in lines
    }
    assert listed["Sort, least first"] == ["Ctrl+Shift+PgUp", "Ctrl+Alt+Up"]
    assert listed["Sort, greatest first"] == ["Ctrl+Shift+PgDown", "Ctrl+Alt+Down"]
    assert listed["Copy the whole ledger"][0] == "Ctrl+Alt+W"
    assert {name: keys for name, keys in listed.items() if keys and set(keys) <= kept} == {}
