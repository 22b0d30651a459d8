"""Expressions in the cells of the tables: text kept and shown while editing, live value, meaning kept by every way of
copying, mistakes said at the cell, nothing of Python within reach."""

import pytest
from PySide6.QtGui import QGuiApplication

from planner.files import dumps, loads
from planner.findings import Severity
from ui.sheets.selection import select_block
from ui.sheets.table_model import EDIT, TOOLTIP
from ui.sheets.table_view import TableView


def put(view: TableView, row: int, key: str, text: str) -> None:
    assert view.table.setData(view.table.index(row, view.table.sheet.column(key)), text), view.table.refusal


def shown(view: TableView, row: int, key: str) -> str:
    return str(view.table.index(row, view.table.sheet.column(key)).data())


def edited(view: TableView, row: int, key: str) -> str:
    return str(view.table.index(row, view.table.sheet.column(key)).data(EDIT))


def said(view: TableView, row: int, key: str) -> str:
    return str(view.table.index(row, view.table.sheet.column(key)).data(TOOLTIP))


def codes(session, row: int) -> set[str]:
    key = session.workbook.scenarios[row].id
    return {f.code for f in session.evaluations.findings if f.path[:2] == ("scenarios", key) and f.severity is
            Severity.ERROR}  # fmt: skip


def select(view: TableView, rows: range, key: str) -> None:
    column = view.table.sheet.column(key)
    view.setCurrentIndex(view.table.index(rows[0], column))
    select_block(view, rows, [column])


def test_that_the_rule_of_llama_2_gives_its_width_and_follows_d_model(view_of, session) -> None:
    layers, models = view_of("layers"), view_of("models")
    put(layers, 0, "feed_forward.width", "=round_up(8/3*d_model, 256)")
    assert shown(layers, 0, "feed_forward.width") == "11,008"
    assert edited(layers, 0, "feed_forward.width") == "=round_up(8/3*d_model, 256)"
    put(models, 0, "d_model", "8192")
    assert shown(layers, 0, "feed_forward.width") == "22,016"
    put(layers, 0, "feed_forward.width", "=8/3*d_model")
    assert shown(layers, 0, "feed_forward.width") == "" and "whole" in said(layers, 0, "feed_forward.width")


def test_that_an_expression_is_kept_in_the_file_as_it_was_typed(view, session) -> None:
    put(view, 0, "load.context", "=512 * batch")
    assert '"=512 * batch"' in dumps(session.workbook, ()).decode()
    assert loads(dumps(session.workbook, ())).workbook == session.workbook
    assert shown(view, 0, "load.context") == "4,096"


def test_that_a_cell_of_another_row_is_named_by_its_row_and_followed_through_renaming(view, session) -> None:
    put(view, 1, "load.batch", "='Plan s1'.batch * 2")
    assert shown(view, 1, "load.batch") == "16"
    put(view, 0, "load.batch", "5")
    assert shown(view, 1, "load.batch") == "10"
    put(view, 0, "name", "It's called so")
    assert edited(view, 1, "load.batch") == "='It''s called so'.batch * 2"
    assert shown(view, 1, "load.batch") == "10"
    # What the editor shows can be typed in again.
    put(view, 1, "load.batch", edited(view, 1, "load.batch"))
    assert session.undo_stack.undoText() == "Change Name of Plan s1", "the same expression is no step"
    session.remove([("scenarios", "s1")])
    assert shown(view, 0, "load.batch") == "" and "gone" in said(view, 0, "load.batch")
    session.undo()
    assert shown(view, 1, "load.batch") == "10"


def test_that_a_circle_and_an_unknown_name_are_said_at_their_cells(view, session) -> None:
    put(view, 0, "load.batch", "=context/1024")
    put(view, 0, "load.context", "=1024*batch")
    for key in ("load.batch", "load.context"):
        assert shown(view, 0, key) == "" and "depends on itself" in said(view, 0, key)
    assert codes(session, 0) >= {"cycle"}
    put(view, 0, "load.context", "=contexts")
    assert "contexts" in said(view, 0, "load.context") and "there are" in said(view, 0, "load.context")
    assert codes(session, 0) >= {"unknown_name"}
    put(view, 0, "load.context", "4096")
    assert shown(view, 0, "load.batch") == "4" and not codes(session, 0) & {"cycle", "unknown_name"}


def test_that_fill_paste_and_duplicate_keep_what_an_expression_means(view, session) -> None:
    put(view, 0, "load.context", "=512*batch")
    select(view, range(3), "load.context")
    view.commands.actions["fill_down"].trigger()
    assert [shown(view, row, "load.context") for row in range(3)] == ["4,096", "8,192", "16,384"]
    put(view, 3, "load.batch", "='Plan s1'.batch + 1")
    select(view, range(3, 4), "load.batch")
    view.commands.actions["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "9", "other programs are given the value"
    select(view, range(2, 3), "load.batch")
    view.commands.actions["paste"].trigger()
    assert edited(view, 2, "load.batch") == "='Plan s1'.batch + 1" and shown(view, 2, "load.batch") == "9"
    select(view, range(2, 3), "load.batch")
    view.commands.actions["duplicate_rows"].trigger()
    put(view, 0, "load.batch", "20")
    assert [shown(view, row, "load.batch") for row in (2, 3, 4)] == ["21", "21", "21"]
    assert shown(view, 3, "load.context") == "10,752", "a copy reads its own batch"


@pytest.mark.parametrize(
    "text",
    [
        "=__import__('os').system('true')",
        "=().__class__",
        "=batch.__class__",
        "=[c for c in (1,)]",
        "=(lambda: 1)()",
        "=open('x')",
        "=eval('1')",
        "=batch if 1 else 2",
        "=f'{batch}'",
        "=batch[0]",
        "=9**9**9",
        "=10**1000",
        "=" + "-" * 200 + "1",
        "=1;2",
        "=batch:=2",
    ],
)
def test_that_nothing_of_python_is_reached_from_a_cell(view, session, text) -> None:
    index = view.table.index(0, view.table.sheet.column("load.batch"))
    before = session.workbook
    if view.table.setData(index, text):
        assert shown(view, 0, "load.batch") == "" and codes(session, 0)
    else:
        assert str(view.table.refusal) and session.workbook is before


@pytest.mark.parametrize(
    ("name", "key", "text", "value"),
    [
        ("scenarios", "tp", "=2*2", "4"),
        ("models", "vocab_size", "=2**15", "32,768"),
        ("accelerators", "usable_memory", "=80*2**30", "80.00"),
        ("layers", "attention.heads", "=d_model/128", "32"),
    ],
)
def test_that_every_table_takes_expressions(view_of, session, name, key, text, value) -> None:
    view = view_of(name)
    put(view, 0, key, text)
    assert (shown(view, 0, key), edited(view, 0, key)) == (value, text)
