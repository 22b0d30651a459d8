"""The window of a sweep: opened by key and menus, read by mouse and keys, made a scenario, and following edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from planner.files import load
from planner.verdict import Verdict
from ui.application import open_window
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.sheets.tsv import read
from ui.theme import DARK, LIGHT, Appearance
from ui.what_if import slices
from ui.what_if.sweep.commands import open_sweep
from ui.what_if.sweep.curves import Curves, chosen_rows
from ui.what_if.sweep.heat import HeatMap
from ui.what_if.sweep.shown import Look, cell_of
from ui.what_if.sweep.window import SweepWindow
from ui.what_if.sweep.words import results_in_order
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = open_window(settings, Session(load(example_file()).workbook))
    qtbot.addWidget(made, before_close_func=lambda each: each.session.undo_stack.setClean())
    made.show()
    made.select_scenario(made.session.workbook.scenarios[1].id)
    yield made
    made.session.undo_stack.clear()


@pytest.fixture
def sweep(window: Window, qtbot: QtBot) -> SweepWindow:
    found = open_sweep(window)
    assert found is not None
    settle(found, qtbot)
    return found


def settle(of: SweepWindow, qtbot: QtBot) -> None:
    """Wait until the sweep that is asked for is on show."""
    qtbot.waitUntil(lambda: not of.run.running and of.settled)


def hover(of: SweepWindow, place: QPointF) -> None:
    """Move the mouse over the picture; a test's window may lie under another one, where no pointer reaches it."""
    none = Qt.MouseButton.NoButton
    globally = QPointF(of.canvas.mapToGlobal(place.toPoint()))
    event = QMouseEvent(QEvent.Type.MouseMove, place, globally, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(of.canvas, event)


def asked(of: SweepWindow, qtbot: QtBot, x: tuple[str, str], y: tuple[str, str] | None, result: str) -> None:
    """Choose fields, ranges and result."""
    controls = of.controls
    controls.x.choose(x[0])
    controls.x_range.setText(x[1])
    controls.y.choose(y[0] if y else "")
    controls.y_range.setText(y[1] if y else "")
    controls.result.choose(result)
    of.again()
    settle(of, qtbot)


def test_that_the_key_opens_one_sweep_of_the_current_scenario(window: Window, qtbot: QtBot) -> None:
    action = window.commands["sweep"]
    assert action.shortcut().toString() == "Ctrl+Alt+S"
    assert action in window.scenarios.commands.shared
    action.trigger()
    action.trigger()
    (found,) = window.findChildren(SweepWindow)
    settle(found, qtbot)
    name = window.session.workbook.scenarios[1].name
    assert found.isWindow() and name in found.windowTitle()
    assert found.sweep is not None and found.sweep.x.swept.name == "batch" and found.sweep.y is not None
    window.select_scenario(window.session.workbook.scenarios[0].id)
    action.trigger()
    settle(found, qtbot)
    assert window.session.workbook.scenarios[0].name in found.windowTitle()


def test_that_arrow_keys_read_points_by_plans_of_their_own(sweep: SweepWindow, qtbot: QtBot) -> None:
    asked(sweep, qtbot, ("batch", "1..64 by powers of two"), ("context", "1k, 2k, 4k"), "needed")
    canvas = sweep.canvas
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert canvas.cursor_point == (0, 0)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.cursor_point == (1, 1)
    assert sweep._sweeper is not None and sweep.sweep is not None
    plan = sweep._sweeper.plan(sweep.sweep.settings(1, 1))
    text = sweep.reading.text()
    assert text.startswith("Batch 2 · Context 2k tokens:") and f"{plan.value('needed'):,} B" in text
    assert str(plan.verdict) in text and "free" in text
    qtbot.keyClick(canvas, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert canvas.cursor_point == (2, 6)
    assert str(Verdict.DOES_NOT_FIT) in sweep.reading.text() and "missing" in sweep.reading.text()


def test_that_the_mouse_reads_the_cell_below_it_and_a_double_click_makes_the_scenario(
    sweep: SweepWindow, window: Window, qtbot: QtBot
) -> None:
    asked(sweep, qtbot, ("batch", "1, 2, 3"), ("context", "1k, 2k"), "decode_step")
    drawn = sweep.canvas.drawn()
    assert isinstance(drawn, HeatMap)
    place = cell_of(drawn.shown, drawn.plot(sweep.canvas.rect().toRectF()), 1, 2).center().toPoint()
    hover(sweep, place.toPointF())
    assert sweep.canvas.cursor_point == (1, 2)
    assert "Batch 3 · Context 2k tokens:  Decode step" in sweep.reading.text()
    before = window.session.workbook
    qtbot.mouseDClick(sweep.canvas, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseRelease(sweep.canvas, Qt.MouseButton.LeftButton, pos=place)
    after = window.session.workbook
    assert len(after.scenarios) == len(before.scenarios) + 1
    made = after.scenarios[2]
    assert made.serving.batch == 3 and made.serving.context == 2048
    assert made.name == f"{before.scenarios[1].name} (Batch 3, Context 2k tokens)"
    assert window.scenario_id() == made.id
    window.session.undo()
    assert window.session.workbook is before


def test_that_enter_makes_a_scenario_of_the_point_that_is_looked_at(
    sweep: SweepWindow, window: Window, qtbot: QtBot
) -> None:
    asked(sweep, qtbot, ("tp", "1, 2"), ("weights", "bf16, fp8"), "verdict")
    sweep._make_current()
    assert "Point at the picture" in sweep.note.text()
    qtbot.keyClick(sweep.canvas, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(sweep.canvas, Qt.Key.Key_Return)
    made = window.session.workbook.scenarios[2]
    assert (made.tp, made.weights) == (2, "fp8") and not sweep.note.text()


def test_that_an_edit_of_the_workbook_is_followed(sweep: SweepWindow, window: Window, qtbot: QtBot) -> None:
    asked(sweep, qtbot, ("batch", "1, 2"), None, "needed")
    first = sweep.sweep
    assert first is not None
    scenario = sweep.controls.scenario.value()
    window.session.edit(("scenarios", scenario, "tp"), 2)
    settle(sweep, qtbot)
    assert sweep.sweep is not first and sweep.sweep is not None
    assert sweep.sweep.values[0, 0] < first.values[0, 0]
    window.session.undo()
    settle(sweep, qtbot)
    assert (sweep.sweep.values == first.values).all()
    window.session.remove([("scenarios", scenario)])
    settle(sweep, qtbot)
    assert sweep.controls.scenario.value() != scenario


def test_that_a_range_that_cannot_be_read_is_refused_and_the_picture_stays(sweep: SweepWindow, qtbot: QtBot) -> None:
    before = sweep.sweep
    sweep.controls.x_range.setText("1,024")
    sweep.controls.x_range.returnPressed.emit()
    assert "write a thousand as 1_000" in sweep.note.text() and not sweep.note.isHidden()
    assert sweep.sweep is before
    sweep.controls.x_range.setText("1..8")
    sweep.controls.x_range.textEdited.emit("1..8")
    qtbot.waitUntil(lambda: not sweep.note.text())
    settle(sweep, qtbot)
    assert sweep.sweep is not before


def test_that_a_slow_sweep_shows_its_progress_and_is_cancelled(
    sweep: SweepWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "SHOW_AFTER_S", 0.0)
    monkeypatch.setattr(slices, "SLICE_S", 0.0)
    before = sweep.sweep
    sweep.controls.x_range.setText("1..1000")
    sweep.controls.y_range.setText("1k..1000k step 1k")
    with qtbot.waitSignal(sweep.run.progressed):
        sweep.again()
    assert sweep.busy.isVisible()
    sweep.busy.cancel.click()
    assert not sweep.run.running and sweep.busy.isHidden()
    assert "stopped" in sweep.note.text() and sweep.sweep is before


def test_that_a_curve_of_millions_of_points_is_painted_of_as_many_as_can_be_told_apart(
    sweep: SweepWindow, qtbot: QtBot
) -> None:
    asked(sweep, qtbot, ("batch", "1..1000000"), None, "needed")
    drawn = sweep.canvas.drawn()
    assert isinstance(drawn, Curves) and sweep.sweep is not None
    plot = drawn.plot(sweep.canvas.rect().toRectF())
    columns = drawn._drawn(plot, 0)
    assert columns[0] == 0 and columns[-1] == 999_999 and len(columns) < 6 * plot.width()
    sweep.sweep.values[0, 123_457] = 1e15
    sweep.sweep.values[0, 765_433] = float("nan")
    assert {123_457, 765_433} <= set(drawn._drawn(plot, 0)), "a peak and a gap are never left out"


def test_that_choosing_a_field_offers_a_range_around_its_present_value(sweep: SweepWindow, qtbot: QtBot) -> None:
    controls = sweep.controls
    controls.x.line.setText("bandwidth of a100")
    controls.x._settle()
    settle(sweep, qtbot)
    assert controls.x.value() == "accelerator.memory_bandwidth"
    assert controls.x_range.text().endswith("in 13 log")
    assert sweep.sweep is not None and len(sweep.sweep.x.values) == 13
    controls.y.choose("")
    controls.y.changed.emit("")
    settle(sweep, qtbot)
    assert not controls.y_range.isEnabled() and sweep.sweep.y is None
    assert isinstance(sweep.canvas.drawn(), Curves)


def test_that_curves_are_read_along_the_curve_and_across_them(sweep: SweepWindow, qtbot: QtBot) -> None:
    asked(sweep, qtbot, ("batch", "1..16"), ("context", "256..4k step 256"), "tpot")
    sweep.controls.as_curves.setChecked(True)
    drawn = sweep.canvas.drawn()
    assert isinstance(drawn, Curves) and drawn.rows == chosen_rows(16) and len(drawn.rows) == 12
    sweep.canvas.move_to(0, 0)
    for _ in range(3):
        qtbot.keyClick(sweep.canvas, Qt.Key.Key_Up)
    assert sweep.canvas.cursor_point == (drawn.rows[3], 0)
    place = drawn._place(drawn.plot(sweep.canvas.rect().toRectF()), drawn.rows[5], 7)
    assert place is not None
    hover(sweep, place)
    assert sweep.canvas.cursor_point == (drawn.rows[5], 7)


def test_that_table_csv_and_pictures_leave_the_window(sweep: SweepWindow, qtbot: QtBot, tmp_path: Path) -> None:
    asked(sweep, qtbot, ("batch", "1, 2"), ("kv_keys", "bf16, fp8"), "kv_cache")
    sweep.copy_table()
    rows = read(QGuiApplication.clipboard().text())
    assert rows[0] == ["kv_keys \\ batch", "1", "2"] and [row[0] for row in rows[1:]] == ["bf16", "fp8 (per tensor)"]
    assert sweep.sweep is not None
    assert [int(cell) for cell in rows[1][1:]] == sweep.sweep.values[0].tolist()
    sweep.save_csv(tmp_path / "sweep.csv")
    lines = (tmp_path / "sweep.csv").read_text("utf-8").splitlines()
    assert lines[0] == "batch,kv_keys,kv_cache,free_bytes,verdict" and len(lines) == 5
    draw = sweep.canvas.drawing("Sweep")
    assert draw("png").startswith(b"\x89PNG") and b"<svg" in draw("svg")
    sweep.copy_picture()
    assert QGuiApplication.clipboard().mimeData().hasImage()


def test_that_colours_follow_the_appearance_and_every_field_has_a_name(
    sweep: SweepWindow, window: Window, qtbot: QtBot
) -> None:
    for appearance, of in ((Appearance.DARK, DARK), (Appearance.LIGHT, LIGHT)):
        window.theme.set_appearance(appearance)
        QApplication.processEvents()
        drawn = sweep.canvas.drawn()
        assert drawn is not None and drawn.look == Look(sweep.canvas.font(), of)
        assert sweep.canvas.grab().toImage().pixelColor(QPoint(3, 3)).name() == of.base.casefold()
    controls = sweep.controls
    for widget in (controls.x, controls.y, controls.x_range, controls.y_range, controls.result, controls.scenario,
                   sweep.canvas, sweep.reading, sweep.busy.bar):  # fmt: skip
        assert widget.accessibleName()


def test_that_the_window_keeps_its_size_and_ends_with_its_sweep(
    sweep: SweepWindow, window: Window, qtbot: QtBot
) -> None:
    sweep.resize(777, 555)
    with qtbot.waitSignal(sweep.destroyed):
        sweep.close()
        again = open_sweep(window)
    assert again is not None and (again.width(), again.height()) == (777, 555)
    settle(again, qtbot)


def test_that_a_workbook_without_a_plan_opens_no_sweep(qtbot: QtBot, window: Window) -> None:
    window.session.new()
    assert open_sweep(window) is None
    assert not window.findChildren(SweepWindow)


def test_that_results_are_offered_by_title_and_not_by_key(window: Window) -> None:
    plan = window.evaluation()
    assert plan is not None
    offered = dict(results_in_order(plan))
    assert offered["needed"] == "Needed per GPU" and offered["kv_cache"] == "KV cache"
    assert offered["kv_cache.group1.keys"] == "Needed per GPU ▸ KV cache ▸ Decoder layers ▸ Keys"
    assert len(set(offered.values())) == len(offered)
    # A key stands only where two lines with one name stand under the same line: the two norms of a block.
    bare = Counter(title.partition(" — ")[0] for title in offered.values())
    assert all(bare[title.partition(" — ")[0]] > 1 for title in offered.values() if " — " in title)


def test_that_a_result_is_found_by_its_key_too(window: Window, qtbot: QtBot) -> None:
    found = open_sweep(window)
    assert found is not None
    chooser = found.controls.result
    assert chooser.line is not None
    chooser.line.setText("kv_cache.group1.keys")
    chooser.line.editingFinished.emit()
    assert chooser.value() == "kv_cache.group1.keys" and chooser.toolTip().endswith("kv_cache.group1.keys")
    found.close()


def test_that_a_group_with_braces_in_its_name_is_a_result_as_it_is_called(window: Window) -> None:
    session = window.session
    plan = session.evaluations.scenarios[window.session.workbook.scenarios[1].id]
    session.edit(("models", plan.model.id, "groups", plan.model.groups[0].id, "name"), "{wide} layers")
    plan = session.evaluations.scenarios[plan.scenario.id]
    assert any("{wide} layers" in title for _, title in results_in_order(plan))
