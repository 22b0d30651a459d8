"""The main job in one window: edit, watch ledger and chart follow, measure, undo, save, reopen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from planner.files import load
from planner.findings import Severity
from planner.verdict import Verdict
from planner.workbook import Workbook
from tests.ui.conftest import TIGHT
from ui.sheets.selection import visible_columns
from ui.window import Window

GIB = 2**30


def bar(window: Window, row_id: str) -> dict[str, int | None]:
    found = next(each for each in window.chart._bars if each.id == row_id)
    return dict(found.segments)


def test_that_the_example_shows_a_fit_a_tight_fit_and_a_misfit(window: Window) -> None:
    verdicts = {each.verdict for each in window.session.evaluations.scenarios.values()}
    assert {Verdict.FITS, Verdict.TIGHT, Verdict.DOES_NOT_FIT} <= verdicts
    assert window.documents.title == "Example"
    assert not window.isWindowModified()


def test_that_typing_into_a_cell_moves_ledger_chart_and_verdict_and_undo_brings_them_back(
    window: Window, qtbot: QtBot
) -> None:
    table = window.scenarios
    row, column = table.table.position_of((*TIGHT, "load", "batch")) or (-1, -1)
    before = window.session.workbook
    table.setCurrentIndex(table.table.index(row, column))
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_8)
    editor = table.indexWidget(table.table.index(row, column))
    assert editor is not None
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.workbook is not before)
    window.select_scenario(TIGHT[1])
    evaluation = window.evaluation()
    assert evaluation is not None and evaluation.value("kv_cache") == 25 * GIB
    assert evaluation.verdict is Verdict.FITS
    assert bar(window, TIGHT[1])["kv_cache"] == 25 * GIB
    assert window.isWindowModified()
    assert "Batch" in window.session.undo_stack.undoText()
    window.session.undo()
    assert window.session.workbook == before
    assert bar(window, TIGHT[1])["kv_cache"] == 50 * GIB
    assert not window.isWindowModified()


def test_that_a_refused_text_stays_with_its_reason_and_changes_nothing(window: Window, qtbot: QtBot) -> None:
    table = window.scenarios
    row, column = table.table.position_of((*TIGHT, "load", "batch")) or (-1, -1)
    before = window.session.workbook
    table.setCurrentIndex(table.table.index(row, column))
    qtbot.keyClicks(table, "abc")
    editor = table.indexWidget(table.table.index(row, column))
    assert editor is not None
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(table.refusal_text()))
    assert window.session.workbook is before
    assert "abc" in table.refusal_text() or "Batch" in table.refusal_text()
    qtbot.keyClick(editor, Qt.Key.Key_Escape)


def test_that_saving_and_reopening_keeps_workbook_and_observations(
    window: Window, open_window: Callable[[], Window], tmp_path: Path
) -> None:
    window.session.edit((*TIGHT, "load", "context"), "=2*1024")
    file = tmp_path / "plan.fitsheet"
    assert window.documents.save_to(file)
    assert not window.isWindowModified()
    assert window.windowTitle().startswith("plan.fitsheet")
    other = open_window()
    assert other.documents.open(file)
    assert other.session.workbook == window.session.workbook
    assert load(file).workbook.scenarios[1].load.context == "=2*1024"
    assert file in other.settings.recent_files


def test_that_the_recent_list_can_be_cleared_from_its_menu(window: Window, tmp_path: Path) -> None:
    file_menu = window.menuBar().actions()[0].menu()
    recent = next(action.menu() for action in file_menu.actions() if action.text() == "Open recen&t")

    def texts() -> list[str]:
        recent.aboutToShow.emit()
        return [action.text() for action in recent.actions() if not action.isSeparator()]

    assert texts() == ["No recent workbooks"] and not recent.actions()[0].isEnabled()
    window.settings.add_recent_file(tmp_path / "plan.fitsheet")
    assert texts() == ["plan.fitsheet", "&Clear this list"]
    recent.actions()[-1].trigger()
    assert window.settings.recent_files == [] and texts() == ["No recent workbooks"]


def test_that_a_file_that_cannot_be_read_is_said_and_loses_nothing(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given, **_: said.append(str(given[2])))
    broken = tmp_path / "broken.fitsheet"
    broken.write_text('{"format": "fitsheet-workbook", "version"', encoding="utf-8")
    before = window.session.workbook
    assert not window.documents.open(broken)
    assert window.session.workbook is before
    assert said and "broken.fitsheet" in said[0]


def test_that_changes_are_not_lost_without_asking(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.session.edit((*TIGHT, "load", "batch"), "4")
    asked: list[str] = []

    def cancel(*given: object, **_: object) -> QMessageBox.StandardButton:
        asked.append(str(given[2]))
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "warning", cancel)
    assert not window.close()
    assert not window.documents.new()
    assert len(asked) == 2
    assert window.session.workbook.scenarios
    monkeypatch.setattr(QMessageBox, "warning", lambda *_, **__: QMessageBox.StandardButton.Discard)
    assert window.documents.new()
    assert window.session.workbook == Workbook()


def test_that_a_finding_jumps_to_its_cell(window: Window) -> None:
    window.session.edit((*TIGHT, "load", "output"), "100000")
    finding = next(each for each in window.session.evaluations.findings if each.code == "load_exceeds_context")
    window.findings.cell_requested.emit(finding.path)
    current = window.scenarios.currentIndex()
    assert window.scenarios.table.position_of((*TIGHT, "load", "context")) == (current.row(), current.column())
    window.apply_edits(finding)
    assert all(each.code != "load_exceeds_context" for each in window.session.evaluations.findings)


def test_that_links_of_an_explanation_lead_to_cells_of_every_table(window: Window) -> None:
    evaluation = window.evaluation()
    assert evaluation is not None
    for slot, table in (
        ("model.d_model", window.models),
        ("groups.0.attention.kv_heads", window.layers),
        ("accelerator.usable_memory", window.accelerators),
        ("load.batch", window.scenarios),
    ):
        path = evaluation.path(slot)
        assert path is not None
        window.go_to(path)
        current = table.currentIndex()
        assert table.table.position_of(path) == (current.row(), current.column()), slot


def test_that_what_would_help_is_offered_and_applied_as_one_step(window: Window, qtbot: QtBot) -> None:
    window.show_dock("remedies")
    qtbot.waitUntil(lambda: window.remedies._model.rowCount() >= 4)
    remedy = next(each for each in window.remedies._model._findings if each.code == "kv_fp8")
    window.remedies.edits_requested.emit(remedy)
    evaluation = window.evaluation()
    assert evaluation is not None and evaluation.verdict is Verdict.FITS
    window.session.undo()
    evaluation = window.evaluation()
    assert evaluation is not None and evaluation.verdict is Verdict.TIGHT


def test_that_docks_come_back_to_their_places(window: Window) -> None:
    window.docks["ledger"].setFloating(True)
    window.docks["chart"].hide()
    window.default_layout()
    assert not window.docks["ledger"].isFloating()
    assert not window.docks["chart"].isHidden()


def test_that_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "ui", "--smoke", str(report)], env=environment, check=True, timeout=60)
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert seen["heavy_at_first_paint"] == []
    assert seen["scenarios"] >= 3 and seen["presets"] >= 15 and seen["worker_exists"]


def test_that_the_first_window_is_no_larger_than_the_screen_and_shows_the_verdict(window: Window) -> None:
    room = window.screen().availableGeometry()
    assert window.width() <= room.width() and window.height() <= room.height()
    shown = [window.scenarios.table.sheet.columns[at].key for at in visible_columns(window.scenarios)]
    assert shown[:2] == ["name", "verdict"]


def test_that_the_first_window_fits_the_screen_with_a_large_font(
    qapp: QApplication, open_window: Callable[[], Window]
) -> None:
    before = qapp.font()
    large = QFont(before)
    large.setPixelSize(24)  # 18 pt
    qapp.setFont(large)
    try:
        made = open_window()
        room = made.screen().availableGeometry()
        assert made.width() <= room.width() and made.height() <= room.height()
        made.resize(room.width(), 720)
        made.default_layout()
        assert made.height() <= 720 and made.minimumSizeHint().height() <= 720
    finally:
        qapp.setFont(before)


def test_that_the_status_line_counts_errors_and_findings_in_words(window: Window) -> None:
    found = list(window.session.evaluations.findings)
    errors = [each for each in found if each.severity is Severity.ERROR]
    notes = [each for each in found if each.severity is not Severity.ERROR]
    for given, text in (
        ([], "● No findings"), (errors[:1], "✕ 1 error, 1 finding in all"),
        ([*errors[:1], *notes[:2]], "✕ 1 error, 3 findings in all"), (notes[:1], "▲ 1 finding"),
    ):  # fmt: skip
        window.status.show_findings(given)
        assert window.status._findings.text() == text


def test_that_tables_without_rows_say_which_key_adds_one(window: Window) -> None:
    for table in window.tables:
        assert table.hint or table is window.layers
    assert "Ctrl+Shift+N" in window.scenarios.hint
