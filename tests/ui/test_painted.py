"""What an edit compares and paints: the cells, bars and rows that differ, found by identity; counts, not times."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.charts.items import BarsItem
from ui.sheets.adaptive import AdaptiveColumns
from ui.sheets.changes import CellChanges
from ui.sheets.columns import Row
from ui.sheets.painting import CellPainter
from ui.window import Window

BATCH = ("scenarios", "chat_13b_b8", "load", "batch")


class Counted:
    """How often a method was called since it was last looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        self.calls: list[tuple[Any, ...]] = []
        method = getattr(owner, name)

        def counted(this: Any, *rest: Any, **named: Any) -> Any:
            self.calls.append((this, *rest))
            return method(this, *rest, **named)

        monkeypatch.setattr(owner, name, counted)


@pytest.fixture
def settled(window: Window, qtbot: QtBot) -> Window:
    """The example's window when nothing is left to paint."""
    window.resize(1600, 900)
    qtbot.waitUntil(lambda: window.chart.plot is not None)
    window.raise_()
    for batch in (7, 8, 7):
        window.session.edit(BATCH, batch)
        qtbot.wait(150)
    return window


def test_that_an_edit_of_one_scenario_compares_one_row(settled: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = Counted(monkeypatch, CellChanges, "between")
    settled.session.edit(BATCH, 6)
    assert [row.record.id for _, row, _ in compared.calls] == [BATCH[1]]
    settled.session.undo()
    assert len(compared.calls) == 2


def test_that_an_edit_of_one_scenario_paints_one_bar_and_a_few_cells(
    settled: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = Counted(monkeypatch, BarsItem, "_paint_row")
    cells = Counted(monkeypatch, CellPainter, "paint")
    settled.session.edit(BATCH, 6)
    qtbot.wait(100)
    assert settled.chart.plot is not None
    assert {index for _, _, _, index in bars.calls} <= {0, 1}, "what is exposed reaches a pixel into the next row"
    scenarios = settled.scenarios.table
    own = [index for painter, _, _, index in cells.calls if painter._model is scenarios]
    assert own and {index.row() for index in own} == {0}
    assert not [painter for painter, *_ in cells.calls if painter._model is settled.models.table]


def test_that_columns_are_looked_at_again_only_for_another_kind_of_row(
    settled: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Counted(monkeypatch, AdaptiveColumns, "_shape")
    settled.session.edit(BATCH, 6)
    assert len(asked.calls) == 1
    shared = next(row.id for row in settled.session.workbook.accelerators)
    asked.calls.clear()
    settled.session.edit(("accelerators", shared, "usable_memory"), "70 GiB")
    assert [record.id for _, record in asked.calls] in ([], [shared])


def test_that_findings_out_of_sight_are_not_laid_out_and_are_there_when_they_are_shown(
    settled: Window, qtbot: QtBot
) -> None:
    assert "findings" not in settled.sights.shown
    settled.session.edit(BATCH, 4096)
    QApplication.processEvents()
    there = settled.session.evaluations.findings
    settled.show_dock("findings")
    qtbot.waitUntil(lambda: settled.findings._model.rowCount() == len(there))


def test_that_a_row_of_which_nothing_has_changed_is_the_same_object(settled: Window) -> None:
    table = settled.scenarios.table

    def rows() -> list[Row]:
        return [table.shown_row(at) for at in range(table.rowCount())]

    before = rows()
    settled.session.edit(BATCH, 6)
    assert [a is b for a, b in zip(before, rows(), strict=True)] == [False] + [True] * (len(before) - 1)
    named = settled.session.workbook.scenarios[0].model
    assert named is not None
    settled.session.edit(("models", named, "name"), "Another name")
    shown = [table.text(at, table.sheet.column("model")) for at in range(table.rowCount())]
    models = {row.id: row.name for row in settled.session.workbook.models}
    assert shown == [models[row.model or ""] for row in settled.session.workbook.scenarios]
