"""Engines in the tables: the row that a chosen preset brings, what blank cells follow, which columns are on show."""

from __future__ import annotations

from typing import Any

import pytest

from planner.edits import inserted
from planner.presets import engine_from_preset
from planner.workbook import Workbook
from ui.session import Session
from ui.sheets.choices import ReferenceColumn
from ui.sheets.sparse import used
from ui.sheets.table_view import TableView


def text(view: TableView, row: int, key: str) -> str:
    return view.table.text(row, view.table.sheet.column(key))


def faint(view: TableView, row: int, key: str) -> bool:
    return view.table.sheet.columns[view.table.sheet.column(key)].faint(view.table.shown_row(row))


def put(view: TableView, row: int, key: str, typed: str) -> bool:
    return view.table.setData(view.table.index(row, view.table.sheet.column(key)), typed)


def on_show(view: TableView) -> list[str]:
    return [column.key for at, column in enumerate(view.table.sheet.columns) if not view.isColumnHidden(at)]


@pytest.fixture
def with_engine(session: Session) -> Session:
    session.change(inserted(session.workbook, ("engines",), engine_from_preset("vllm", "vllm")), None, "engine")
    session.edit(("scenarios", "s1", "engine"), "vllm")
    return session


@pytest.mark.parametrize(
    ("key", "typed", "table", "preset"),
    [
        ("engine", "vLLM", "engines", "vllm"),
        ("engine", "preset:llama-cpp", "engines", "llama-cpp"),
        ("engine", "SGLang", "engines", "sglang"),
        ("model", "meta-llama/Llama-3.1-70B", "models", "llama-3.1-70b"),
        ("accelerator", "t4", "accelerators", "t4"),
        ("draft", "Llama-3.2-1B", "models", "llama-3.2-1b"),
    ],
)
def test_that_a_preset_named_in_a_cell_brings_its_row_in_one_step(
    view: TableView, session: Session, key: str, typed: str, table: str, preset: str
) -> None:
    before = session.workbook
    assert put(view, 0, key, typed), view.table.refusal
    row = getattr(session.workbook, table)[-1]
    assert row.preset == preset and getattr(session.workbook.scenarios[0], key) == row.id
    assert text(view, 0, key) == row.name
    assert put(view, 1, key, typed)
    assert getattr(session.workbook.scenarios[1], key) == row.id, "the row that is there is taken the second time"
    session.undo()
    session.undo()
    assert session.workbook == before


def test_that_a_text_that_names_no_engine_is_refused_with_what_there_is(view: TableView, session: Session) -> None:
    before = session.workbook
    assert not put(view, 0, "engine", "steam")
    assert "llama.cpp" in str(view.table.refusal) and session.workbook is before


def test_that_having_no_engine_can_be_chosen(view: TableView, with_engine: Session) -> None:
    column = view.table.sheet.columns[view.table.sheet.column("engine")]
    assert isinstance(column, ReferenceColumn)
    offered = column.options(with_engine.workbook.scenarios[0], with_engine.workbook)
    assert offered[:2] == [(None, "No engine"), ("vllm", "vLLM")]
    assert put(view, 0, "engine", "No engine")
    assert with_engine.workbook.scenarios[0].engine is None


def test_that_blank_cells_show_what_the_engine_has_and_follow_it(view: TableView, with_engine: Session) -> None:
    assert (text(view, 0, "memory_fraction"), faint(view, 0, "memory_fraction")) == ("90", True)
    assert text(view, 0, "kv_policy").startswith("Whole pages")
    assert (text(view, 0, "max_batched_tokens"), text(view, 0, "max_sequences")) == ("2,048", "256")
    assert (text(view, 1, "memory_fraction"), text(view, 1, "kv_policy")[:5]) == ("", "Exact")
    changed: list[Any] = []
    view.table.dataChanged.connect(lambda top, bottom: changed.append((top.column(), bottom.column())))
    with_engine.edit(("engines", "vllm", "memory_fraction"), "80%")
    assert text(view, 0, "memory_fraction") == "80"
    at = view.table.sheet.column("memory_fraction")
    assert any(left <= at <= right for left, right in changed)
    with_engine.edit(("scenarios", "s1", "memory_fraction"), "95%")
    assert (text(view, 0, "memory_fraction"), faint(view, 0, "memory_fraction")) == ("95", False)


def test_that_the_step_of_a_large_card_is_the_large_one(view: TableView, with_engine: Session) -> None:
    with_engine.edit(("scenarios", "s1", "accelerator"), "h100")
    assert (text(view, 0, "max_batched_tokens"), text(view, 0, "max_sequences")) == ("8,192", "1,024")


def test_that_what_an_engine_reserves_and_holds_stands_in_columns(view: TableView, with_engine: Session) -> None:
    plan = with_engine.evaluations.scenarios["s1"]
    assert text(view, 0, "result.kv_capacity_tokens") == f"{plan.value('kv_capacity_tokens'):,}"
    assert text(view, 0, "result.reserved") == f"{plan.value('reserved') / 2**30:.2f}"
    assert text(view, 0, "result.least_fraction").startswith(f"{100 * plan.value('least_fraction'):.3f}"[:5])
    assert "result.kv_capacity_tokens" in on_show(view) and "result.reserved" not in on_show(view)


def test_that_rare_columns_come_on_show_when_a_row_uses_them(view: TableView, session: Session) -> None:
    rare = view.table.sheet.unless_used
    assert rare and rare.isdisjoint(on_show(view)) and "engine" in on_show(view)
    session.edit(("scenarios", "s2", "pp"), 2)
    session.edit(("scenarios", "s2", "memory_fraction"), "80%")
    assert rare & set(on_show(view)) == {"pp", "memory_fraction"}
    session.edit(("scenarios", "s2", "pp"), 1)
    assert "pp" in on_show(view), "a column does not vanish under the hand that typed into it"
    session.new(Workbook(scenarios=(session.workbook.scenarios[0].model_copy(update={"id": "other", "dp": 2}),)))
    assert rare & set(on_show(view)) == {"dp"}


def test_that_a_column_that_the_user_hides_stays_hidden(view: TableView, session: Session) -> None:
    session.edit(("scenarios", "s2", "pp"), 2)
    view.setColumnHidden(view.table.sheet.column("pp"), True)
    session.edit(("scenarios", "s3", "pp"), 4)
    assert "pp" not in on_show(view)


def test_that_a_cell_counts_as_used_by_its_value_and_not_by_its_kind(view: TableView, session: Session) -> None:
    column = view.table.sheet.columns[view.table.sheet.column("pp")]
    assert not used(column, view.table.shown_row(0))  # type: ignore[arg-type]
    session.edit(("scenarios", "s1", "pp"), "=1+1")
    assert used(column, view.table.shown_row(0))  # type: ignore[arg-type]


def test_that_the_first_look_at_the_engines_leaves_bands_out(view_of: Any, with_engine: Session) -> None:
    view = view_of("engines")
    shown = on_show(view)
    assert shown[:6] == ["name", "verified", "budget", "memory_fraction", "kv_policy", "page_tokens"]
    assert shown[-1] == "preset" and not any(key.endswith(("_low", "_high")) for key in shown)
    groups = [column.group for column in view.table.sheet.columns[:-1]]
    assert groups == sorted(groups, key=groups.index), "every group is one run of columns"


def test_that_a_blank_overhead_of_an_engine_shows_what_the_workbook_assumes(view_of: Any, with_engine: Session) -> None:
    view = view_of("engines")
    assert put(view, 0, "device_context", "")
    assumed = with_engine.workbook.assumptions.device_context
    assert text(view, 0, "device_context") == f"{assumed / 2**30:.2f}" and faint(view, 0, "device_context")
    with_engine.edit(("assumptions", "device_context"), "1 GiB")
    assert text(view, 0, "device_context") == "1.00"


def test_that_an_engine_that_is_added_takes_what_a_load_needs(view_of: Any, session: Session) -> None:
    view = view_of("engines")
    view.commands.insert_row()
    assert [(row.name, row.budget) for row in session.workbook.engines] == [("Engine 1", "none")]
