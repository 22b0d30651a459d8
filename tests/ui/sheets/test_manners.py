"""Manners of a table that are seen: cells without effect, the menu of a column's head, rows inserted above."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from planner.relevance import WHY, WHY_SERVING, without_part
from planner.training.recipes import RECIPES
from planner.workbook import Scenario, Training
from tests.ui.sheets.hands import go
from ui.sheets.painting import CellPainter
from ui.sheets.table_model import ACCESSIBLE, TOOLTIP


def test_that_a_cell_without_effect_is_muted_and_says_why(view, session) -> None:
    table, rank = view.table, view.table.sheet.column("lora_rank")
    assert rank in table.shown(0).idle
    index = table.index(0, rank)
    assert "no adapters are served" in index.data(TOOLTIP) and "no adapters are served" in index.data(ACCESSIBLE)
    painter = CellPainter(table, view.palette(), view.font())
    assert painter._ground(rank, table.shown(0), None) is not None
    told = []
    table.dataChanged.connect(lambda top, bottom: told.append((top.column(), bottom.column())))
    session.edit((*table.shown_row(0).path, "lora_slots"), "2")
    assert rank not in table.shown(0).idle and any(left <= rank <= right for left, right in told)
    assert painter._ground(rank, table.shown(0), None) is None
    session.undo()
    assert rank in table.shown(0).idle


@pytest.mark.parametrize("recipe", list(RECIPES))
def test_that_every_cell_without_effect_has_its_reason(recipe: str) -> None:
    scenario = Scenario(id="s", name="s", load=Training(recipe=recipe))
    assert without_part(scenario) <= WHY.keys()
    assert without_part(Scenario(id="s", name="s")) <= WHY_SERVING.keys()


def test_that_the_arrow_of_a_head_opens_its_menu_and_the_title_selects_the_column(view, qtbot) -> None:
    view.resize(900, 400)
    view.show()
    qtbot.waitExposed(view)
    head, batch = view.header, view.table.sheet.column("load.batch")
    view.scrollTo(view.table.index(0, batch))
    spot = head.arrow_rect(batch).center()
    QTest.mouseMove(head.viewport(), spot)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    menu = next(menu for menu in head.findChildren(QMenu) if menu.isVisible())
    texts = [action.text() for action in menu.actions()]
    assert any("least" in text for text in texts) and any("Filter" in text for text in texts)
    menu.actions()[0].trigger()
    menu.close()
    assert view.rows.sorted_by == ("load.batch", False)
    title = QPoint(head.sectionViewportPosition(batch) + head.sectionSize(batch) - 8, head.height() - 10)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=title)
    assert {index.column() for index in view.selectedIndexes()} == {batch}
    assert len(view.selectedIndexes()) == view.table.rowCount()


def test_that_a_row_is_inserted_above_the_current_one(view, session) -> None:
    names = [row.name for row in session.workbook.scenarios]
    go(view, 1, "load.batch")
    above = view.commands.actions["insert_above"]
    assert above.shortcut().toString() == "Ctrl+Alt+I"
    above.trigger()
    after = [row.name for row in session.workbook.scenarios]
    assert after[:1] + after[2:] == names and len(after) == len(names) + 1
    assert view.currentIndex().row() == 1
    session.undo()
    assert [row.name for row in session.workbook.scenarios] == names
