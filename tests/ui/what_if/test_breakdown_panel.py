"""The breakdown as columns: what is drawn, what a cell selects, in and out by mouse and by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.what_if.breakdown import breakdown_of
from ui.handover import pictures
from ui.what_if.breakdown.icicle import Cell, cells_of
from ui.what_if.breakdown.panel import BreakdownPanel


@pytest.fixture(scope="module")
def plan() -> Evaluation:
    asked = {"model": "deepseek-v3", "gpu": "h200-sxm", "set": {"tp": 8}}
    return Planner().evaluate(request_workbook(asked)).scenarios["scenario"]


@pytest.fixture
def panel(qtbot: QtBot, plan: Evaluation) -> BreakdownPanel:
    made = BreakdownPanel()
    qtbot.addWidget(made)
    made.resize(900, 420)
    made.set_evaluation(plan)
    made.show()
    return made


def named(panel: BreakdownPanel, name: str) -> Cell:
    return next(cell for cell in panel.chart.cells if str(cell.segment.label) == name)


def centre(cell: Cell) -> QPoint:
    return cell.place.center().toPoint()


def test_that_cells_are_as_high_as_their_share_and_fill_the_cell_at_their_left(plan: Evaluation) -> None:
    whole = breakdown_of(plan, "active", "group")
    assert whole is not None
    cells = list(cells_of(whole, QRectF(0, 0, 1000, 500), 16))
    assert cells[0].place.height() == 500 and len({cell.depth for cell in cells}) == 4
    for cell in cells:
        assert cell.place.height() == pytest.approx(500 * cell.segment.value / whole.value, abs=1e-6)
        inner = [each for each in cells if each.above is cell]
        if inner:
            assert sum(each.place.height() for each in inner) == pytest.approx(cell.place.height())
            assert sum(each.segment.value for each in inner) == cell.segment.value
        assert not cell.others or len(cell.segment.parts) == cell.others > 1


def test_that_a_click_selects_the_line_of_a_part(panel: BreakdownPanel, qtbot: QtBot) -> None:
    panel.show_quantity("active", "group")
    lines: list[str] = []
    panel.line_selected.connect(lines.append)
    qtbot.mouseClick(panel.chart, Qt.MouseButton.LeftButton, pos=centre(named(panel, "Experts")))
    assert lines == ["parameters.group2.layer.feed_forward.experts"]
    assert "20,434,649,088 parameters" in panel.chart.accessibleDescription()
    assert "54.4 %" in panel.chart.accessibleDescription()


def test_that_arrows_lead_through_parts_and_enter_opens_what_is_too_small(panel: BreakdownPanel, qtbot: QtBot) -> None:
    panel.show_quantity("parameters", "group")
    lines: list[str] = []
    panel.line_selected.connect(lines.append)
    panel.chart.choose(panel.chart.cells[0])
    qtbot.keyClick(panel.chart, Qt.Key.Key_Right)
    assert panel.chart.current is not None and str(panel.chart.current.segment.label) == "Mixture of experts"
    qtbot.keyClick(panel.chart, Qt.Key.Key_Down)
    assert panel.chart.current is not None and panel.chart.current.others == 4
    qtbot.keyClick(panel.chart, Qt.Key.Key_Return)
    assert {str(cell.segment.label) for cell in panel.chart.cells} >= {"Gated", "Token embedding", "LM head"}
    assert panel.back.isEnabled()
    qtbot.keyClick(panel.chart, Qt.Key.Key_Backspace)
    assert str(panel.chart.cells[0].segment.label) == "Parameters" and not panel.back.isEnabled()
    assert lines[1] == "parameters.group2"


def test_that_a_double_click_opens_a_part_and_an_edit_keeps_it_open(
    panel: BreakdownPanel, qtbot: QtBot, plan: Evaluation
) -> None:
    panel.show_quantity("weights", "group")
    for name in ("Mixture of experts", "Feed-forward"):
        qtbot.mouseDClick(panel.chart, Qt.MouseButton.LeftButton, pos=centre(named(panel, name)))  # type: ignore[no-untyped-call]
        qtbot.mouseRelease(panel.chart, Qt.MouseButton.LeftButton)
    assert str(panel.chart.cells[0].segment.label) == "Feed-forward"
    other = request_workbook({"model": "deepseek-v3", "gpu": "h200-sxm", "set": {"tp": 4}})
    panel.set_evaluation(Planner().evaluate(other).scenarios["scenario"])
    assert str(panel.chart.cells[0].segment.label) == "Feed-forward" and panel.quantity.currentData() == "weights"
    panel.leave()
    assert str(panel.chart.cells[0].segment.label) == "Mixture of experts"


def test_that_the_table_that_is_copied_has_every_part_exactly(panel: BreakdownPanel, plan: Evaluation) -> None:
    panel.show_quantity("weights", "component")
    panel.copy()
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    whole = breakdown_of(plan, "weights", "component")
    assert whole is not None and len(rows) == 1 + len(list(whole.walk()))
    assert rows[1][1:3] == [str(plan.value("weights")), "byte"] and rows[0][0] == "part"


def test_that_the_picture_is_written(panel: BreakdownPanel, tmp_path: Path) -> None:
    for ending in ("png", "svg"):
        file = tmp_path / f"breakdown.{ending}"
        file.write_bytes(pictures.content_of(pictures.drawing_of(panel.chart, "Breakdown"), file))
        assert file.stat().st_size > 2000
    assert panel.chart.actions()[0].text() == "Copy as a table"


def test_that_nothing_is_shown_without_a_plan(panel: BreakdownPanel) -> None:
    panel.set_evaluation(None)
    assert panel.empty.isVisible() and not panel.chart.isVisible() and panel.chart.cells == ()
