"""The main job in one window: edit, watch ledger and chart follow, measure, undo, save, reopen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QFont, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from planner.files import load
from planner.verdict import Verdict
from planner.workbook import Workbook
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.sheets.selection import visible_columns
from ui.theme import Theme
from ui.window import Window

TIGHT = ("scenarios", "chat_13b_b16")
GIB = 2**30


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


def forget_changes(window: QWidget) -> None:
    """So that closing a window after its test does not ask."""
    assert isinstance(window, Window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]


@pytest.fixture
def open_window(qtbot: QtBot, qapp: object, settings: Settings) -> Callable[[], Window]:
    def opened() -> Window:
        window = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
        window.documents.open_example(example_file())
        qtbot.addWidget(window, before_close_func=forget_changes)
        window.show()
        return window

    return opened


@pytest.fixture
def window(open_window: Callable[[], Window]) -> Window:
    made = open_window()
    made.select_scenario(TIGHT[1])
    return made


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


def shrink(window: Window) -> None:
    """Make the tight scenario's model and load tiny, so that its block runs in no time."""
    session = window.session
    model = session.workbook.scenarios[1].model
    assert model is not None
    group = ("models", model, "groups", session.workbook.models[0].groups[0].id)
    for path, text in (
        (("models", model, "d_model"), "64"),
        ((*group, "attention", "heads"), "4"),
        ((*group, "attention", "kv_heads"), "2"),
        ((*group, "attention", "head_dim"), "16"),
        ((*group, "feed_forward", "width"), "96"),
        ((*TIGHT, "load", "context"), "32"),
        ((*TIGHT, "load", "output"), "16"),
        ((*TIGHT, "load", "batch"), "1"),
    ):
        session.edit(path, text)
    session.edit((*TIGHT, "weights"), "fp32")


STUB = """
import json, sys
DEVICE = {"device": "cpu", "name": "Test CPU", "threads": 2, "total_bytes": 2**34}
def say(**message): print(json.dumps(message), flush=True)
def point(phase, seconds, **rest):
    return {"point": {"phase": phase, "batch": 1, **rest}, "seconds": seconds, "lower_quartile_s": seconds,
            "upper_quartile_s": seconds, "minimum_s": seconds, "n": 5, "date": "2026-01-02T03:04:05+00:00",
            "memory": {"one_block_bytes": 123456}}
for line in sys.stdin:
    order = json.loads(line)
    if order["type"] == "hello":
        say(type="hello", protocol=1, python="3", torch="2", cuda=False, devices=[DEVICE])
    elif order["type"] == "measure":
        say(type="progress", id=order["id"], stage="Timing", fraction=0.5, seconds_left=1)
        points = [point("prefill", 2e-3, tokens=16), point("decode", 1e-3, context=32)]
        say(type="result", id=order["id"], device=DEVICE, dtype=order["dtype"], torch="2", threads=2, points=points,
            probe={"gemm_flops_per_s": {"float32": 1e9}, "read_bytes_per_s": 1e9, "call_s": 1e-6}, notes=[])
    elif order["type"] == "probe":
        say(type="result", id=order["id"], device=DEVICE, points=[], notes=[],
            probe={"gemm_flops_per_s": {"float32": 1e9, "bfloat16": 2e9}, "read_bytes_per_s": 3e9, "call_s": 1e-6})
    elif order["type"] == "quit":
        break
"""


def check_measured(window: Window, qtbot: QtBot) -> None:
    """Measure the tight scenario and look at what stands beside the estimate."""
    session = window.session
    before = session.workbook
    said: list[str] = []
    window.measuring.said.connect(said.append)
    with qtbot.waitSignal(window.measuring.ended, timeout=200_000) as ended:
        assert window.measuring.start(window.evaluation())
        assert window.measuring.running
    assert ended.args[0].kind == "finished", ended.args[0]
    assert session.workbook is before
    assert TIGHT[1] in session.measured, said
    measured = session.measured[TIGHT[1]]
    for phase in ("prefill", "decode"):
        assert measured.figure(phase, "observed") > 0
        assert measured.figure(phase, "estimate") > 0
        ratio = measured.figure(phase, "observed") / measured.figure(phase, "estimate")
        assert measured.figure(phase, "ratio") == ratio
    assert measured.observation.device.startswith("CPU") is measured.on_cpu
    assert not measured.stale
    session.edit((*TIGHT, "load", "batch"), "2")
    stale = session.measured[TIGHT[1]]
    # What was measured is marked, and is not held against the estimate of another row than it was measured of.
    assert stale.stale and stale.figure("decode", "observed") == measured.figure("decode", "observed")
    assert stale.figure("decode", "ratio") is None and stale.outside("decode") == 0
    session.undo()
    assert not session.measured[TIGHT[1]].stale


def test_that_what_a_worker_observed_stands_beside_the_estimate_for_its_device(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "__main__.py").write_text(STUB, encoding="utf-8")
    window.measuring.folder = tmp_path
    shrink(window)
    check_measured(window, qtbot)
    measured = window.session.measured[TIGHT[1]]
    assert measured.figure("prefill", "observed") == 2e-3
    assert measured.observation.device == "CPU: Test CPU, 2 threads"
    assert measured.observation.peak_memory == 123456
    memory = window.scenarios.table.sheet.column("measured.peak_memory")
    at = window.scenarios.table.position_of(TIGHT)
    assert at is not None and window.scenarios.table.index(at[0], memory).data() == "0.12"
    column = window.scenarios.table.sheet.column("measured.prefill.observed")
    row = (window.scenarios.table.position_of(TIGHT) or (-1,))[0]
    assert window.scenarios.table.index(row, column).data().startswith("2.00")


def test_that_this_computer_is_added_with_what_it_achieved(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "__main__.py").write_text(STUB, encoding="utf-8")
    window.measuring.folder = tmp_path
    before = window.session.workbook
    with qtbot.waitSignal(window.measuring.ended, timeout=60_000):
        assert window.measuring.start_probe()
    row = window.session.workbook.accelerators[-1]
    assert (row.name, row.usable_memory, row.memory_bandwidth) == ("Test CPU", 2**34, 3e9)
    assert (row.peak_bf16, row.peak_fp32, row.peak_fp16) == (2e9, 1e9, None)
    assert row.sources["memory_bandwidth"]
    window.session.undo()
    assert window.session.workbook == before


def test_that_this_computer_is_added_without_rates_where_no_worker_runs(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.measuring.folder = tmp_path / "nowhere"
    with qtbot.waitSignal(window.measuring.ended, timeout=60_000):
        assert window.measuring.start_probe()
    row = window.session.workbook.accelerators[-1]
    assert row.name and row.memory_bandwidth is None and row.peak_bf16 is None


@pytest.mark.slow
def test_that_a_real_block_is_measured_from_the_window(window: Window, qtbot: QtBot) -> None:
    shrink(window)
    check_measured(window, qtbot)


def test_that_what_cannot_be_measured_is_said_by_name(window: Window, qtbot: QtBot) -> None:
    window.session.edit((*TIGHT, "weights"), "int8")
    with qtbot.waitSignal(window.measuring.said) as said:
        assert not window.measuring.start(window.evaluation())
    assert "int8" in said.args[0]


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


def type_batch(window: Window, qtbot: QtBot, text: str) -> None:
    table = window.scenarios
    row, column = table.table.position_of((*TIGHT, "load", "batch")) or (-1, -1)
    table.setCurrentIndex(table.table.index(row, column))
    table.setFocus()
    qtbot.keyClicks(table, text[0])
    editor = table.indexWidget(table.currentIndex())
    assert editor is not None
    qtbot.keyClicks(editor, text[1:])


def test_that_saving_takes_what_is_being_typed(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    type_batch(window, qtbot, "77")
    assert window.documents.save_to(tmp_path / "plan.fitsheet")
    assert load(tmp_path / "plan.fitsheet").workbook.scenarios[1].load.batch == 77
    assert not window.session.modified


def test_that_closing_asks_before_what_is_being_typed_is_lost(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        QMessageBox, "warning", lambda *given, **_: asked.append(given[2]) or QMessageBox.StandardButton.Cancel
    )
    type_batch(window, qtbot, "77")
    assert not window.close()
    assert asked


def test_that_a_refused_assumption_is_given_up_with_escape_or_with_another_workbook(
    window: Window, qtbot: QtBot
) -> None:
    window.show_dock("assumptions")
    line, reason = window.assumptions._lines["tokens_per_step"], window.assumptions._reasons["tokens_per_step"]
    before = line.text()
    escape = line.findChild(QShortcut)
    assert escape is not None and escape.key() == QKeySequence(Qt.Key.Key_Escape)
    for give_up in (
        escape.activated.emit,  # not by the key, which needs an active window: there is none without a window manager
        lambda: window.documents.open_example(example_file()),
    ):
        line.setFocus()
        line.selectAll()
        qtbot.keyClicks(line, "abc")
        qtbot.keyClick(line, Qt.Key.Key_Return)
        assert not reason.isHidden()
        give_up()
        assert reason.isHidden() and line.text() == before


def test_that_pasting_from_a_clipboard_that_holds_nothing_does_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Nothing:
        def mimeData(self) -> None:
            return None

    before = window.session.workbook
    monkeypatch.setattr(QGuiApplication, "clipboard", staticmethod(Nothing))
    window.scenarios.commands.paste()
    assert window.session.workbook is before


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
