"""A scenario that trains: the cell of its load's kind brings its columns, its bar has segments of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel

from planner.workbook import Inference, Training
from ui.charts.bars import TRAINING, bar_of
from ui.session import Session
from ui.sheets.results import ResultColumn
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
    came = {"load.recipe", "load.zero", "load.sequence", "dp", "result.optimizer", "result.train_step", "result.gpus"}
    assert came <= shown(view)
    assert not {"load.bucket", "load.batch", "result.kv_cache", "engine", "weights", "lora_rank"} & shown(view)
    session.undo_stack.undo()
    assert isinstance(session.workbook.scenarios[0].load, Inference)
    assert not {"load.recipe", "result.gradients"} & shown(view)


def test_that_the_columns_of_serving_go_when_every_row_trains(view: TableView) -> None:
    view.adaptive.set_narrow(False)
    for row in range(view.table.rowCount()):
        assert {"load.batch", "result.kv_cache", "result.prefill"} <= shown(view)
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


@pytest.mark.parametrize(("recipe", "offload"), [("qlora_adamw", "none"), ("mixed_adamw", "all")])
def test_that_the_columns_of_a_row_add_up_to_its_total(
    view: TableView, session: Session, recipe: str, offload: str
) -> None:
    for name, value in (("kind", "training"), ("recipe", recipe), ("offload", offload)):
        session.edit(("scenarios", "s4", "load", name), value)
    evaluation = session.evaluations.scenarios["s4"]
    columns = [column for column in view.table.sheet.columns if isinstance(column, ResultColumn)]
    lines = {column.line for column in columns if column.load in ("", "training")}
    host = evaluation.value("host") or 0
    assert "host" in lines and bool(host) == (offload == "all")
    assert sum(evaluation.value(line) or 0 for line in lines & {*TRAINING}) - host == evaluation.value("needed")


SERVING = {"load.batch", "load.context", "engine", "weights", "result.kv_cache", "result.prefill"}
TRAINS = {"load.recipe", "load.zero", "dp", "load.micro_batch", "result.optimizer", "result.gpus", "result.train_step"}


def choose(view: TableView, *rows: int) -> None:
    flags = QItemSelectionModel.SelectionFlag
    view.setCurrentIndex(view.table.index(rows[0], 0))
    for row in rows[1:]:
        view.selectionModel().select(view.table.index(row, 0), flags.Select)


def test_that_the_sheet_has_the_columns_of_the_load_that_is_selected(view: TableView, qtbot: Any) -> None:
    put(view.table, 1, "load.kind", "Training")
    choose(view, 1)
    qtbot.waitUntil(lambda: shown(view) >= TRAINS and not SERVING & shown(view))
    choose(view, 0)
    qtbot.waitUntil(lambda: shown(view) >= SERVING and not (TRAINS - {"dp"}) & shown(view))
    choose(view, 0, 1)
    qtbot.waitUntil(lambda: shown(view) >= SERVING | TRAINS)
    choose(view, 0)
    qtbot.waitUntil(lambda: not (TRAINS - {"dp"}) & shown(view))
    view.adaptive.set_narrow(False)
    assert shown(view) >= SERVING | TRAINS


def test_that_the_current_cell_stays_in_sight_when_its_column_goes(view: TableView, qtbot: Any) -> None:
    put(view.table, 1, "load.kind", "Training")
    view.setCurrentIndex(view.table.index(0, view.table.sheet.column("load.batch")))
    view.setCurrentIndex(view.table.index(1, view.table.sheet.column("load.batch")))
    qtbot.waitUntil(lambda: shown(view) >= TRAINS)
    assert view.currentIndex().row() == 1 and not view.isColumnHidden(view.currentIndex().column())


ADAPTERS = {"lora_rank", "load.lora_targets", "weights", "result.adapters"}


@pytest.mark.parametrize(
    "recipe", ["LoRA, adapters in fp32 with AdamW", "QLoRA, nf4 base, adapters in fp32 with AdamW"]
)
def test_that_a_recipe_brings_its_columns_and_takes_them_away(view: TableView, recipe: str) -> None:
    put(view.table, 0, "load.kind", "Training")
    assert not ADAPTERS & shown(view) and "result.master" in shown(view)
    put(view.table, 0, "load.recipe", recipe)
    assert shown(view) >= ADAPTERS and "result.master" not in shown(view)
    put(view.table, 0, "load.recipe", "AdamW, all bf16 (torch)")
    assert not (ADAPTERS | {"result.master"}) & shown(view)


def test_that_a_recipe_of_another_row_brings_nothing_to_the_selected_one(view: TableView, qtbot: Any) -> None:
    for row, recipe in ((0, "qlora_adamw"), (1, "mixed_adamw")):
        put(view.table, row, "load.kind", "Training")
        put(view.table, row, "load.recipe", recipe)
    choose(view, 0)
    qtbot.waitUntil(lambda: shown(view) >= ADAPTERS)
    choose(view, 1)
    qtbot.waitUntil(lambda: not {"load.lora_targets", "lora_rank", "result.adapters"} & shown(view))
    assert "load.recipe" in shown(view)
    choose(view, 0, 1)
    qtbot.waitUntil(lambda: shown(view) >= ADAPTERS)


@pytest.mark.parametrize(
    ("cell", "value", "brought"),
    [
        ("load.checkpointing", "every_n", {"load.checkpoint_layers"}),
        ("load.loss", "chunked", {"load.loss_chunks"}),
        ("load.packing", "packed", {"load.packing", "load.document_tokens"}),
        ("load.tokens", 10**9, {"load.hour_price", "load.power", "result.run_days", "result.gpu_hours",
                                "result.run_cost", "result.run_energy"}),
        ("load.offload", "all", {"load.offload", "result.host"}),
    ],
)  # fmt: skip
def test_that_a_choice_brings_the_cells_that_it_makes_matter(
    view: TableView, session: Session, cell: str, value: Any, brought: set[str]
) -> None:
    session.edit(("scenarios", "s1", "load", "kind"), "training")
    assert not brought & shown(view)
    session.edit(("scenarios", "s1", *cell.split(".")), value)
    assert brought <= shown(view)
    session.undo_stack.undo()
    assert not (brought - {cell}) & shown(view)


def test_that_a_cell_that_is_filled_in_stays_in_sight_though_it_has_no_part(view: TableView, session: Session) -> None:
    session.edit(("scenarios", "s1", "load", "kind"), "training")
    session.edit(("scenarios", "s1", "weights"), "int8")
    assert "weights" in shown(view)
    session.edit(("scenarios", "s1", "weights"), None)
    assert "weights" not in shown(view)


def test_that_what_the_user_hides_stays_hidden_while_the_loads_change(view: TableView, qtbot: Any) -> None:
    put(view.table, 1, "load.kind", "Training")
    view.setColumnHidden(view.table.sheet.column("load.context"), True)
    choose(view, 1)
    qtbot.waitUntil(lambda: shown(view) >= TRAINS)
    choose(view, 0)
    qtbot.waitUntil(lambda: "load.batch" in shown(view))
    assert "load.context" not in shown(view)


def test_that_cells_follow_the_estimate_and_the_card_while_they_are_blank(view: TableView, session: Session) -> None:
    session.edit(("scenarios", "s1", "load", "kind"), "training")
    evaluation = session.evaluations.scenarios["s1"]
    model = view.table
    for key, value in (("load.mfu", evaluation.value("mfu_exact")), ("load.global_batch", 1)):
        column = model.sheet.columns[model.sheet.column(key)]
        assert column.faint(model.shown_row(0)) and model.text(0, model.sheet.column(key))
        assert column.value(model.shown_row(0))[-1] == pytest.approx(value, abs=0.0006)
