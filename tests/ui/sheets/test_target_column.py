"""Targets of a scenario in its row: the column comes with a target, and says met or missed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from planner.evaluations import Planner
from ui.session import Session
from ui.sheets.scenarios_sheet import scenarios_sheet
from ui.sheets.table_model import TableModel
from ui.sheets.table_view import TableView


@pytest.fixture
def view(session: Session, qtbot: Any, watched: Callable[[Any], Any]) -> TableView:
    table = TableView(session, scenarios_sheet())
    qtbot.addWidget(table)
    watched(table.table)
    return table


def put(model: TableModel, key: str, text: str) -> None:
    assert model.setData(model.index(0, model.sheet.column(key)), text), model.refusal


def said(model: TableModel, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    return str(model.data(model.index(0, model.sheet.column("targets")), role) or "")


def test_that_a_target_brings_its_column_and_the_row_says_whether_it_is_met(view: TableView, session: Session) -> None:
    column = view.table.sheet.column("targets")
    assert view.isColumnHidden(column) and said(view.table) == ""
    put(view.table, "load.target_tpot", "1 s")
    assert not view.isColumnHidden(column)
    assert said(view.table) == "met"
    put(view.table, "load.target_tpot", "1 µs")
    assert said(view.table).startswith("missed by ")
    assert "TPOT" in said(view.table, Qt.ItemDataRole.ToolTipRole)
    session.undo_stack.undo()
    assert said(view.table) == "met"
    session.undo_stack.undo()
    assert view.isColumnHidden(column)


def test_that_the_answers_say_what_would_meet_a_target(view: TableView, session: Session) -> None:
    put(view.table, "load.target_tpot", "1 µs")
    evaluation = session.evaluations.scenarios[session.workbook.scenarios[0].id]
    found = [answer for answer in Planner().answers(session.workbook, evaluation) if answer.code == "targets"]
    assert len(found) == 1 and found[0].value is None
