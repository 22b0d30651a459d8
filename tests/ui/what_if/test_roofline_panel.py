"""The roofline in the window: points, readings, keys, and what follows a choice."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from planner.observations import Observation, Timing, fingerprint
from planner.what_if.roofline import roofline_of
from ui.what_if.roofline.panel import RooflinePanel
from ui.window import Window


def panel_of(window: Window, qtbot: QtBot) -> RooflinePanel:
    panel = window.late.panel("roofline")
    assert isinstance(panel, RooflinePanel)
    window.select_scenario("llama_3_8b_vllm")
    window.commands["roofline"].trigger()
    qtbot.waitUntil(lambda: bool(panel.content.points) and panel.plot is not None and panel.plot.isVisible())
    return panel


def test_that_the_plot_is_made_when_it_is_looked_at(window: Window, qtbot: QtBot) -> None:
    panel = window.late.panel("roofline")
    assert isinstance(panel, RooflinePanel) and panel.plot is None
    plan = window.evaluation()
    panel = panel_of(window, qtbot)
    plan = window.evaluation()
    assert plan is not None and panel.content.points == roofline_of(plan).points


def test_that_a_click_on_a_mark_selects_its_line_and_keys_go_on(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    plot = panel.plot
    assert plot is not None
    largest = max(range(len(panel.content.points)), key=lambda n: panel.content.points[n].share)
    qtbot.waitUntil(lambda: plot.point_at(plot.position(largest)) == largest)
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=plot.position(largest).toPoint())
    assert window.ledger.selected_key() == panel.content.points[largest].key
    assert "FLOP/B" in panel.reading.text() and "floor" in panel.reading.text()
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    following = (largest + 1) % len(panel.content.points)
    assert window.ledger.selected_key() == panel.content.points[following].key
    assert plot.point_at(QPointF(-50, -50)) == -1


def test_that_a_pass_can_be_hidden_and_what_is_left_out_is_told(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    panel.boxes["prefill"].setChecked(False)
    assert {point.root for point in panel.content.points} == {"decode_step"}
    assert panel.left_out.text().startswith("Not drawn, having no FLOPs")
    assert "Prefill" not in panel.left_out.text()


def test_that_an_edit_moves_the_points(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    before = panel.content.points
    window.session.edit(("scenarios", "llama_3_8b_vllm", "load", "batch"), "2")
    qtbot.waitUntil(lambda: panel.content.points != before)
    rates = {point.key: point.intensity for point in before}
    head = next(point for point in panel.content.points if point.key == "decode_step.head")
    assert head.intensity < rates["decode_step.head"], "fewer rows use each byte of the head less often"


def test_that_a_training_plan_has_no_points_and_says_so(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    training = next(row for row in window.session.workbook.scenarios if row.load.kind == "training")
    window.select_scenario(training.id)
    qtbot.waitUntil(lambda: not panel.content.points)
    assert panel.left_out.text().startswith("No points")
    assert panel.plot is not None and panel.plot.grab().width()


def test_that_the_table_has_every_point_with_every_digit(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    panel.copy_table()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + len(panel.content.points)
    assert lines[1].split("\t")[4] == repr(panel.content.points[0].intensity)


def test_that_a_measured_block_is_read_with_its_device(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    plan = window.evaluation()
    assert plan is not None
    block = plan.value("block_decode")
    seconds = {name: 2 * block for name in ("median", "quartile_low", "quartile_high", "minimum")}
    observation = Observation(
        id="o1", scenario="llama_3_8b_vllm", fingerprint=fingerprint(plan.model, plan.scenario), device="A100",
        device_kind="cuda", torch="2.13", date="2026-01-01", dtype="bfloat16",
        block={"decode": Timing(**seconds, samples=3)}, details={"device": {"device": "cuda", "name": "A100"}},
    )  # fmt: skip
    window.session.observe([observation])
    panel.set_evaluation(plan)
    number = next(n for n, point in enumerate(panel.content.points) if point.measured is not None)
    assert panel.plot is not None
    panel.plot.select(number)
    assert window.ledger.selected_key() == "decode_step.group1.block"
    assert "measured" in panel.reading.text() and "on A100" in panel.reading.text()
    assert "measured block" in panel.marks.accessibleDescription()
