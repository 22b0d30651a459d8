"""Baseline, copies and groups in the window: set, shown in table, ledger and chart, taken back; by key and by menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QLineEdit, QTabBar
from pytestqt.qtbot import QtBot

from planner.files import load
from ui.charts.bars import HEADING, beside_text, summary, tops
from ui.ledger_model import DIFFERENCE, KEY, PERCENT, VALUE
from ui.sheets.beside import GAP, Mode
from ui.what_if.baseline_bar import BaselineBar
from ui.what_if.groups import put_into_group
from ui.window import Window

B8, B16, B24, QLORA = "chat_13b_b8", "chat_13b_b16", "chat_13b_b24", "llama_3_8b_qlora"
COMMANDS = ("set_baseline", "clear_baseline", "duplicate_and_edit", "put_into_group", "group_scenarios")


@pytest.fixture
def compared(window: Window) -> Window:
    window.commands["set_baseline"].trigger()
    window.select_scenario(B16)
    return window


def cell(window: Window, row: str, column: str) -> str:
    table = window.scenarios.table
    place = table.position_of(("scenarios", row))
    assert place is not None
    return table.text(place[0], table.sheet.column(column))


def select(window: Window, row: str, column: str) -> QModelIndex:
    table = window.scenarios.table
    place = table.position_of(("scenarios", row))
    assert place is not None
    index = table.index(place[0], table.sheet.column(column))
    # not the view's own: that extends the selection while Qt remembers the Ctrl of another test's key
    window.scenarios.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    return index


def ledger_texts(window: Window, key: str, *columns: int) -> list[str]:
    assert window.ledger.select(key)
    index = window.ledger.currentIndex()
    return [index.siblingAtColumn(column).data() for column in columns]


def order(window: Window) -> list[str]:
    head = window.scenarios.verticalHeader()
    return [window.scenarios.table.shown_row(head.logicalIndex(at)).path[1] for at in range(head.count())]


def test_that_every_command_has_a_key_of_its_own_and_stands_in_the_context_menus(window: Window) -> None:
    keys = [key.toString() for action in window.commands.values() for key in action.shortcuts()]
    tables = {action.shortcut().toString() for table in window.tables for action in table.commands.actions.values()}
    tables |= {action.shortcut().toString() for action in window.scenarios.view_commands.actions.values()}
    for name in COMMANDS:
        action = window.commands[name]
        key = action.shortcut().toString()
        assert key and keys.count(key) == 1 and key not in tables and action.statusTip()
        assert action in window.scenarios.commands.shared
    assert window.commands["set_baseline"] in window.chart.actions()


def test_that_the_key_sets_the_baseline_in_one_step(window: Window, qtbot: QtBot) -> None:
    window.scenarios.setFocus()
    before = window.session.undo_stack.count()
    window.commands["set_baseline"].trigger()
    window.commands["set_baseline"].trigger()
    assert window.session.workbook.baseline == B8 and window.session.undo_stack.count() == before + 1
    window.session.undo()
    assert window.session.workbook.baseline is None and GAP not in cell(window, B16, "result.kv_cache")
    window.session.redo()
    assert cell(window, B16, "result.kv_cache") == GAP.join(("50.00", "+25.00", "+100.0 %"))
    window.commands["clear_baseline"].trigger()
    assert window.session.workbook.baseline is None and not window.commands["clear_baseline"].isEnabled()


def test_that_deleting_the_baseline_leaves_none_and_undo_brings_both_back(compared: Window) -> None:
    select(compared, B8, "name")
    compared.scenarios.commands.delete_rows()
    assert compared.session.workbook.baseline is None
    assert cell(compared, B16, "result.kv_cache") == "50.00"
    compared.session.undo()
    assert compared.session.workbook.baseline == B8
    assert cell(compared, B16, "result.kv_cache") == GAP.join(("50.00", "+25.00", "+100.0 %"))


def test_that_the_baseline_is_saved_with_the_file(compared: Window, tmp_path: Path) -> None:
    compared.session.save(tmp_path / "plan.fitsheet")
    assert load(tmp_path / "plan.fitsheet").workbook.baseline == B8


def test_that_the_table_shows_values_differences_and_percent(compared: Window) -> None:
    assert cell(compared, B16, "result.weights") == GAP.join(("24.24", "", "="))
    assert cell(compared, B8, "result.weights") == GAP.join(("24.24", "", ""))
    value, *rest = cell(compared, QLORA, "result.adapters").split(GAP)
    assert value and rest == ["", ""]  # the baseline has no adapters
    for name, text in (("difference", "+25.00"), ("percent", "+100.0 %"), ("values", "50.00")):
        compared.commands[f"results_{name}"].trigger()
        assert cell(compared, B16, "result.kv_cache") == text and cell(compared, B8, "result.kv_cache") != text
        assert compared.settings.beside is Mode(name)
    bar = compared.findChild(BaselineBar)
    assert bar.isVisibleTo(compared) and bar.mode.currentData() == "values"


def test_that_a_change_of_the_baseline_changes_the_others(compared: Window) -> None:
    compared.session.edit(("scenarios", B8, "load", "batch"), 4)
    assert cell(compared, B16, "result.kv_cache") == GAP.join(("50.00", "+37.50", "+300.0 %"))


def test_that_what_is_copied_is_the_value_unless_differences_are_shown(compared: Window) -> None:
    select(compared, B16, "result.kv_cache")
    for name, text in (("both", "50"), ("difference", "25"), ("percent", "100"), ("values", "50")):
        compared.commands[f"results_{name}"].trigger()
        compared.scenarios.commands.copy()
        assert QGuiApplication.clipboard().text().strip() == text


def test_that_the_baseline_is_marked_in_words(compared: Window) -> None:
    table = compared.scenarios.table
    said = {row: table.data(table.index(row, 0), int(Qt.ItemDataRole.AccessibleTextRole)) for row in range(2)}
    assert said[0].endswith("13B chat, batch 8, baseline") and "baseline" not in said[1]
    marked = compared.scenarios.sizeHintForIndex(table.index(0, 0)).width()
    compared.commands["clear_baseline"].trigger()
    assert marked > compared.scenarios.sizeHintForIndex(table.index(0, 0)).width()


def test_that_a_hover_says_the_baseline_in_full(compared: Window) -> None:
    index = select(compared, B16, "result.kv_cache")
    said = index.data(int(Qt.ItemDataRole.ToolTipRole))
    assert "Baseline 13B chat, batch 8: 26,843,545,600 B." in said and "+25.00 GiB (+100.0 %)" in said
    verdict = select(compared, B16, "verdict").data(int(Qt.ItemDataRole.ToolTipRole))
    assert "Baseline 13B chat, batch 8: Fits." in verdict


def test_that_the_ledger_has_differences_line_by_line(compared: Window) -> None:
    assert ledger_texts(compared, "kv_cache", VALUE, DIFFERENCE, PERCENT) == ["50.00", "+25.00 GiB", "+100.0 %"]
    assert ledger_texts(compared, "weights", DIFFERENCE, PERCENT) == ["=", ""]
    assert not compared.ledger.isColumnHidden(DIFFERENCE)
    compared.select_scenario(B8)
    assert ledger_texts(compared, "kv_cache", DIFFERENCE, PERCENT) == ["", ""]
    compared.commands["clear_baseline"].trigger()
    assert compared.ledger.isColumnHidden(DIFFERENCE) and compared.ledger.isColumnHidden(PERCENT)


def test_that_lines_of_one_ledger_only_are_shown_and_said_so(compared: Window) -> None:
    compared.select_scenario(QLORA)
    assert ledger_texts(compared, "adapters", DIFFERENCE) == ["not in the baseline"]
    assert ledger_texts(compared, "kv_cache", VALUE, DIFFERENCE) == ["–", "only in the baseline"]
    assert compared.ledger.currentIndex().parent().data(KEY) == "needed"
    compared.ledger.copy()
    assert "53687091200" not in QGuiApplication.clipboard().text()


def test_that_the_explanation_states_the_baseline(compared: Window) -> None:
    compared.explain.show_line("kv_cache")
    said = compared.explain.toPlainText()
    assert "Baseline 13B chat, batch 8: 25.00 GiB; +25.00 GiB (+100.0 %)" in said


def test_that_bars_say_what_differs_from_the_baseline(compared: Window) -> None:
    bars = {bar.id: bar for bar in compared.chart._bars}
    assert beside_text(bars[B16]) == "+25.00 GiB (+49.0 %)" and beside_text(bars[B8]) == "the baseline"
    assert bars[B16].baseline == bars[B8].needed
    assert summary(bars[B16]).endswith("beside the baseline: +25.00 GiB (+49.0 %)")
    compared.commands["clear_baseline"].trigger()
    assert all(not beside_text(bar) for bar in compared.chart._bars)


def test_that_one_key_duplicates_and_opens_the_same_cell(window: Window, qtbot: QtBot) -> None:
    index = select(window, B8, "load.batch")
    before = window.session.undo_stack.count()
    window.commands["duplicate_and_edit"].trigger()
    now = window.scenarios.currentIndex()
    assert (now.row(), now.column()) == (index.row() + 1, index.column())
    assert window.session.undo_stack.count() == before + 1
    editor = window.scenarios.indexWidget(now)
    assert isinstance(editor, QLineEdit) and editor.text() == "8"
    editor.setText("12")
    editor.setModified(True)
    window.scenarios.finish_editing()
    copy = window.session.workbook.scenarios[index.row() + 1]
    assert copy.name == "13B chat, batch 8 (copy)" and copy.serving.batch == 12
    window.session.undo()
    window.session.undo()
    assert [row.id for row in window.session.workbook.scenarios][:2] == [B8, B16]


def test_that_a_copy_from_a_computed_cell_opens_its_name(window: Window) -> None:
    select(window, B8, "result.kv_cache")
    window.commands["duplicate_and_edit"].trigger()
    now = window.scenarios.currentIndex()
    assert now.column() == 0 and window.scenarios.indexWidget(now) is not None


def test_that_groups_stand_together_below_their_names_in_table_and_chart(window: Window) -> None:
    document = order(window)
    put_into_group(window, [B8, B24], "Chat")
    assert order(window) == [B8, B24, *(row for row in document if row not in (B8, B24))]
    assert window.scenarios.bands.titles == {
        0: "Chat  ·  2 scenarios",
        1: f"No group  ·  {len(document) - 2} scenarios",
    }
    plain = window.scenarios.verticalHeader().defaultSectionSize()
    assert window.scenarios.rowHeight(0) == plain + window.scenarios.bands.height()
    assert window.scenarios.rowHeight(2) == plain
    bars = window.chart._bars
    assert [bar.id for bar in bars] == order(window)
    assert [bar.heading for bar in bars][:3] == ["Chat", "", "No group"]
    assert tops(bars)[:3] == (HEADING, HEADING + 1, 2 * HEADING + 2)
    assert [row.id for row in window.session.workbook.scenarios] == document
    window.session.undo()
    assert not window.scenarios.bands.titles and window.scenarios.rowHeight(0) == plain


def test_that_keys_walk_through_groups_as_they_are_shown(window: Window, qtbot: QtBot) -> None:
    put_into_group(window, [B8, B24], "Chat")
    select(window, B8, "name")
    qtbot.keyClick(window.scenarios, Qt.Key.Key_Down)
    assert window.scenario_id() == B24
    qtbot.keyClick(window.scenarios, Qt.Key.Key_Down)
    assert window.scenario_id() == B16


def test_that_an_editor_opens_below_the_heading_of_its_group(window: Window) -> None:
    put_into_group(window, [B8, B24], "Chat")
    index = select(window, B8, "load.batch")
    window.scenarios.begin_editing()
    editor = window.scenarios.indexWidget(index)
    assert editor.geometry().top() >= window.scenarios.visualRect(index).top() + window.scenarios.bands.height()


def test_that_grouping_is_turned_off_and_remembered(window: Window) -> None:
    document = order(window)
    put_into_group(window, [B8, B24], "Chat")
    assert window.settings.grouped and window.commands["group_scenarios"].isChecked()
    window.commands["group_scenarios"].trigger()
    assert order(window) == document and not window.scenarios.bands.titles and not window.settings.grouped
    assert [bar.id for bar in window.chart._bars] == document


def test_that_a_group_is_asked_for_with_those_that_there_are(window: Window) -> None:
    put_into_group(window, [B24], "Chat")
    select(window, B16, "name")
    window.commands["put_into_group"].trigger()
    (dialog,) = window.findChildren(QInputDialog)
    assert dialog.comboBoxItems() == ["Chat"]
    dialog.setTextValue("Chat")
    dialog.accept()
    rows = {row.id: row.group for row in window.session.workbook.scenarios}
    assert rows[B16] == rows[B24] == "Chat" and rows[B8] is None


def test_that_a_group_goes_along_when_a_row_is_copied(window: Window) -> None:
    put_into_group(window, [B8], "Chat")
    table = window.scenarios.table
    window.scenarios.showColumn(table.sheet.column("group"))
    select(window, B8, "group")
    window.scenarios.commands.copy()
    select(window, B24, "group")
    window.scenarios.commands.paste()
    assert window.session.workbook.scenarios[2].group == "Chat"


def test_that_from_the_baseline_to_another_row_equal_lines_say_so(compared: Window) -> None:
    compared.select_scenario(B8)
    assert ledger_texts(compared, "weights", DIFFERENCE) == [""]
    compared.select_scenario(B16)
    assert ledger_texts(compared, "weights", DIFFERENCE) == ["="]


def test_that_the_column_of_differences_has_room_for_its_words(compared: Window) -> None:
    words = compared.ledger.fontMetrics().horizontalAdvance("not in the baseline")
    assert compared.ledger.columnWidth(DIFFERENCE) > words


def test_that_the_view_menu_calls_the_ledger_by_its_name(compared: Window) -> None:
    dock = compared.docks["ledger"]
    assert "13B chat, batch 16" in dock.windowTitle() and dock.toggleViewAction().text() == "Ledger"


def test_that_a_long_title_of_the_ledger_leaves_room_for_the_tabs_beside_it(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("chat_13b_b8")
    window.commands["set_baseline"].trigger()
    window.select_scenario("llama_3_70b_tp4")
    dock = window.docks["ledger"]
    whole = "Ledger of Llama-3-70B on 4 x H100 beside 13B chat, batch 8"
    qtbot.waitUntil(lambda: dock.windowTitle() == whole)
    window.tabifyDockWidget(dock, window.docks["explain"])
    qtbot.waitUntil(lambda: dock.windowTitle() != whole)
    shown = dock.windowTitle()
    assert shown.startswith("Ledger of Llama") and shown.endswith("…")
    width = max(each.width() for each in (dock, window.docks["explain"]) if each.isVisible())
    assert dock.fontMetrics().horizontalAdvance(shown) <= 0.4 * width
    assert dock.toggleViewAction().text() == "Ledger"
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    tips = [bar.tabToolTip(at) for bar in bars for at in range(bar.count()) if bar.tabText(at) == shown]
    assert whole in tips
    window.removeDockWidget(window.docks["explain"])
    qtbot.waitUntil(lambda: dock.windowTitle() == whole)


def test_that_the_name_of_the_baseline_is_elided_and_never_cut(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("chat_13b_b8")
    window.commands["set_baseline"].trigger()
    bar = next(iter(window.findChildren(BaselineBar)))
    bar.label.resize(60, 20)
    assert bar.label.shown().endswith("…") and bar.label.text() == "Compared with 13B chat, batch 8"
    bar.label.resize(600, 20)
    assert bar.label.shown() == bar.label.text()
