"""A scenario that trains: the cell of its load's kind brings its columns, its bar has segments of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from planner.workbook import Inference, Training
from ui.charts.bars import TRAINING, bar_of
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


def put(model: TableModel, row: int, key: str, text: str) -> None:
    assert model.setData(model.index(row, model.sheet.column(key)), text), model.refusal


def shown(view: TableView) -> set[str]:
    return {column.key for at, column in enumerate(view.table.sheet.columns) if not view.isColumnHidden(at)}


def test_that_the_kind_of_a_load_brings_its_columns_and_takes_them_away(view: TableView, session: Session) -> None:
    assert not {"load.recipe", "result.gradients"} & shown(view)
    put(view.table, 0, "load.kind", "Training")
    assert isinstance(session.workbook.scenarios[0].load, Training)
    came = {"load.recipe", "load.zero", "load.sequence", "load.batch", "result.optimizer", "result.train_step"}
    assert came <= shown(view)
    assert "load.bucket" not in shown(view)
    session.undo_stack.undo()
    assert isinstance(session.workbook.scenarios[0].load, Inference)
    assert not {"load.recipe", "result.gradients"} & shown(view)


def test_that_the_columns_of_serving_go_when_every_row_trains(view: TableView) -> None:
    for row in range(view.table.rowCount()):
        put(view.table, row, "load.kind", "Training")
    assert not {"load.batch", "result.kv_cache", "result.prefill"} & shown(view)
    put(view.table, 0, "load.kind", "Inference")
    assert {"load.batch", "result.kv_cache", "result.prefill"} <= shown(view)
    assert "load.kv_keys" not in shown(view)


def test_that_a_rare_column_comes_when_a_row_uses_it(view: TableView) -> None:
    put(view.table, 0, "load.kind", "Training")
    assert "load.offload" not in shown(view)
    put(view.table, 0, "load.offload", "Optimizer states and master weights on the host")
    assert "load.offload" in shown(view)


def test_that_a_row_has_no_cells_of_the_other_load(view: TableView) -> None:
    put(view.table, 0, "load.kind", "Training")
    model = view.table
    for row, key in ((0, "load.batch"), (0, "load.kv_keys"), (1, "load.recipe"), (1, "load.sequence_parallel")):
        assert not model.setData(model.index(row, model.sheet.column(key)), "1")
        assert model.text(row, model.sheet.column(key)) in ("", "–")


def test_that_edits_of_a_training_load_reach_its_results(view: TableView, session: Session) -> None:
    put(view.table, 3, "load.kind", "Training")
    at = view.table.sheet.column("result.optimizer")
    whole = view.table.text(3, at)
    put(view.table, 3, "dp", "8")
    put(view.table, 3, "load.zero", "3: weights shared too (FSDP, full shard)")
    assert float(view.table.text(3, at)) == pytest.approx(float(whole) / 8, abs=0.01)


def test_that_the_bar_of_a_training_scenario_is_the_sum_of_its_segments(session: Session) -> None:
    session.edit(("scenarios", "s4", "load", "kind"), "training")
    row = session.workbook.scenarios[3]
    assert row.load == Training()
    bar = bar_of(row, session.evaluations.scenarios["s4"])
    assert [component for component, _ in bar.segments] == [
        "weights", "gradients", "master", "optimizer", "activations", "overhead",
    ]  # fmt: skip
    assert {component for component, _ in bar.segments} <= set(TRAINING)
    assert bar.known == bar.needed
