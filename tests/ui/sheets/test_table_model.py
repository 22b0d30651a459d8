"""Every table model: what it shows, what it does to the document, and what it tells its view."""

import pytest
from PySide6.QtCore import QModelIndex, Qt

from planner.findings import Edit
from ui.session import Session
from ui.sheets.table_model import TableModel
from ui.sheets.writing import CellText, RefusedCells

EDIT = Qt.ItemDataRole.EditRole
CHECK = Qt.ItemDataRole.CheckStateRole
TABLES = ["scenarios", "models", "accelerators", "layers"]


def cell(table: TableModel, row: int, key: str) -> QModelIndex:
    return table.index(row, table.sheet.column(key))


def texts(table: TableModel) -> list[list[str]]:
    return [[str(table.index(r, c).data()) for c in range(table.columnCount())] for r in range(table.rowCount())]


@pytest.mark.parametrize("name", TABLES)
def test_that_a_table_hands_qt_texts_only(view_of, name) -> None:
    table = view_of(name).table
    assert table.rowCount() > 0
    for row in range(table.rowCount()):
        for column in range(table.columnCount()):
            for role in (Qt.ItemDataRole.DisplayRole, EDIT, Qt.ItemDataRole.ToolTipRole):
                assert isinstance(table.data(table.index(row, column), int(role)), str)


@pytest.mark.parametrize("name", TABLES)
def test_that_every_input_reads_back_what_its_editor_opens_with(view_of, session, name) -> None:
    table = view_of(name).table
    before = session.workbook
    for row in range(table.rowCount()):
        for column in range(table.columnCount()):
            index = table.index(row, column)
            if table.flags(index) & Qt.ItemFlag.ItemIsEditable:
                assert table.setData(index, index.data(EDIT)), (table.refusal, index.data(EDIT))
    assert session.workbook is before
    assert session.undo_stack.count() == 0


@pytest.mark.parametrize(
    ("name", "key", "text"),
    [
        ("scenarios", "load.batch", "9"),
        ("scenarios", "load.context", "8k"),
        ("scenarios", "load.prompt", "=2*batch"),
        ("scenarios", "model", "llama-2-7b"),
        ("scenarios", "accelerator", "H100"),
        ("scenarios", "weights", "groups of 128 (AWQ"),
        ("scenarios", "load.kv_keys", "fp8"),
        ("scenarios", "name", "Another"),
        ("models", "d_model", "1_024"),
        ("models", "head.tied", "yes"),
        ("models", "position.kind", "Learned"),
        ("models", "final_norm.kind", "none"),
        ("accelerators", "usable_memory", "40 GiB"),
        ("accelerators", "memory_bandwidth", "1.5 TB/s"),
        ("accelerators", "compute_efficiency", "50%"),
        ("layers", "count", "16"),
        ("layers", "attention.kv_heads", "=heads/4"),
        ("layers", "feed_forward.kind", "Plain"),
        ("layers", "norm.kind", "LayerNorm"),
        ("layers", "attention.query_bias", "TRUE"),
    ],
)
def test_that_an_edit_reaches_the_evaluation_and_undo_brings_everything_back(
    view_of, session: Session, name, key, text
) -> None:
    table = view_of(name).table
    before, shown = session.workbook, texts(table)
    others = view_of("scenarios").table
    results = texts(others)
    assert table.setData(cell(table, 0, key), text), table.refusal
    assert session.workbook != before
    assert session.undo_stack.count() == 1
    assert texts(table) == texts(TableModelLike(session, table))
    if key != "name":
        assert texts(table) != shown or texts(others) != results
    session.undo()
    assert session.workbook is before
    assert texts(table) == shown
    assert texts(others) == results
    session.redo()
    assert texts(table) == texts(TableModelLike(session, table))


def TableModelLike(session: Session, table: TableModel) -> TableModel:
    """A table built afresh from the session, of which no cell was ever changed."""
    made = TableModel(session, table.sheet, table)
    made.set_container(table.container)
    return made


def test_that_the_batch_of_a_plan_decides_its_verdict(view) -> None:
    table = view.table
    assert [cell(table, row, "verdict").data().split(" ")[0] for row in range(4)] == ["Fits", "Tight", "Does", "Fits"]
    assert cell(table, 0, "result.weights").data() == "24.24"
    assert cell(table, 0, "result.kv_cache").data() == "25.00"
    assert table.setData(cell(table, 0, "load.batch"), "16")
    assert cell(table, 0, "result.kv_cache").data() == "50.00"
    assert cell(table, 0, "verdict").data().startswith("Tight")


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("load.batch", "abc", "Batch"),
        ("load.batch", "0", "from 1 to"),
        ("load.batch", "1,5", "1,5"),
        ("load.batch", "=2*", "expression"),
        ("model", "zzz", "Llama-2-7B, Llama-2-13B"),
        ("model", "llama", "could be any of"),
        ("weights", "gguf", "could be any of"),
        ("name", "  ", "not empty"),
    ],
)
def test_that_a_refused_text_changes_nothing_and_says_why(view, session, key, text, reason) -> None:
    before = session.workbook
    assert not view.table.setData(cell(view.table, 0, key), text)
    assert reason in str(view.table.refusal)
    assert session.workbook is before
    assert session.undo_stack.count() == 0


def test_that_computed_cells_cannot_be_edited(view, session) -> None:
    index = cell(view.table, 0, "result.needed")
    assert not view.table.flags(index) & Qt.ItemFlag.ItemIsEditable
    assert not view.table.setData(index, "3")
    assert "computed" in str(view.table.refusal)


def test_that_a_cell_its_kind_of_part_does_not_have_is_blank_and_closed(view_of) -> None:
    table = view_of("models").table
    index = cell(table, 0, "position.positions")
    assert index.data() == "" and not table.flags(index) & Qt.ItemFlag.ItemIsEditable
    assert not table.setData(index, "5")
    assert "has no Positions" in str(table.refusal)
    assert table.setData(cell(table, 0, "position.kind"), "learned")
    assert index.data() == "1,024" and table.flags(index) & Qt.ItemFlag.ItemIsEditable


def test_that_a_flag_is_turned_by_its_check_box(view_of, session) -> None:
    table = view_of("models").table
    index = cell(table, 0, "head.tied")
    assert index.data(CHECK) == 0
    assert table.setData(index, 2, CHECK)
    assert session.workbook.models[0].head.tied and index.data(CHECK) == 2


def test_that_only_the_cells_that_differ_are_told_to_the_view(view, session, qtbot) -> None:
    table = view.table
    told: list[tuple[int, int, int, int]] = []
    table.dataChanged.connect(lambda a, b, _roles: told.append((a.row(), a.column(), b.row(), b.column())))
    assert table.setData(cell(table, 1, "name"), "Renamed")
    assert told == [(1, 0, 1, 0)]
    told.clear()
    session.edit(("models", "m13", "name"), "Renamed too")
    model = table.sheet.column("model")
    assert told == [(0, model, 2, model)]
    told.clear()
    session.edit(("accelerators", "h100", "usable_memory"), "70")
    assert told == []
    session.edit(("accelerators", "a100", "usable_memory"), "70")
    assert told and all(top == 0 and bottom == 3 for top, _, bottom, _ in told)
    usable = table.sheet.column("result.usable")
    assert any(left <= usable <= right for _, left, _, right in told)
    assert not any(left <= table.sheet.column("result.weights") <= right for _, left, _, right in told)


def test_that_untouched_scenarios_keep_their_evaluation(view, session) -> None:
    before = dict(session.evaluations.scenarios)
    assert view.table.setData(cell(view.table, 0, "load.batch"), "3")
    after = session.evaluations.scenarios
    assert [name for name in after if after[name] is not before[name]] == ["s1"]


def test_that_a_finding_marks_its_cell_and_the_tooltip_says_it(view) -> None:
    table = view.table
    assert table.setData(cell(table, 0, "tp"), "3")
    assert table.sheet.column("tp") in table.shown(0).marks
    assert "Warning" in cell(table, 0, "tp").data(Qt.ItemDataRole.ToolTipRole)
    assert table.setData(cell(table, 0, "tp"), "2")
    assert table.sheet.column("tp") not in table.shown(0).marks
    assert table.sheet.column("verdict") in table.shown(2).marks


def test_that_an_expression_shows_its_value_and_its_text_in_the_editor(view, session) -> None:
    table = view.table
    index = cell(table, 1, "load.batch")
    assert table.setData(index, "=2*'Plan s1'.batch")
    assert session.workbook.scenarios[1].load.batch == "=2*s1.batch"
    assert (index.data(), index.data(EDIT)) == ("16", "=2*'Plan s1'.batch")
    assert table.setData(cell(table, 0, "load.batch"), "5")
    assert index.data() == "10"


def test_that_an_unknown_name_in_an_expression_is_said_at_the_cell(view) -> None:
    table = view.table
    assert table.setData(cell(table, 0, "load.batch"), "=2*nothing")
    assert cell(table, 0, "load.batch").data() == ""
    assert "nothing" in cell(table, 0, "load.batch").data(Qt.ItemDataRole.ToolTipRole)
    assert cell(table, 0, "verdict").data().startswith("Unknown")


def test_that_the_layers_table_follows_the_model_it_is_set_to(view_of) -> None:
    table = view_of("layers").table
    assert cell(table, 0, "attention.heads").data() == "32"
    table.set_container(("models", "m13", "groups"))
    assert cell(table, 0, "attention.heads").data() == "40"
    table.session.remove([("models", "m13")])
    assert table.rowCount() == 0


def test_that_rows_come_move_and_go_with_the_document(view, session) -> None:
    table = view.table
    names = lambda: [cell(table, row, "name").data() for row in range(table.rowCount())]  # noqa: E731
    session.move([("scenarios", "s1"), ("scenarios", "s2")], 1)
    assert names() == ["Plan s3", "Plan s1", "Plan s2", "Plan s4"]
    session.remove([("scenarios", "s2"), ("scenarios", "s4")])
    assert names() == ["Plan s3", "Plan s1"]
    session.duplicate([("scenarios", "s3")])
    assert names() == ["Plan s3", "Plan s3 (copy)", "Plan s1"]
    for _ in range(3):
        session.undo()
    assert names() == ["Plan s1", "Plan s2", "Plan s3", "Plan s4"]


def test_that_a_block_is_written_whole_or_not_at_all(view, session) -> None:
    table, batch = view.table, view.table.sheet.column("load.batch")
    before = session.workbook
    cells = [CellText(0, batch, "2"), CellText(1, batch, "x"), CellText(2, batch, "0"), CellText(4, batch, "4")]
    with pytest.raises(RefusedCells) as refused:
        table.write(cells, "Paste")
    assert [(bad.row, bad.column, bad.place) for bad in refused.value.cells] == [
        (1, batch, "Batch of Plan s2"),
        (2, batch, "Batch of Plan s3"),
    ]
    assert session.workbook is before
    table.write([c for c in cells if c.text in "24"], "Paste")
    assert table.rowCount() == 5 and session.undo_stack.count() == 1
    assert [row.load.batch for row in session.workbook.scenarios] == [2, 16, 32, 1, 4]
    session.undo()
    assert session.workbook is before


def test_that_several_edits_are_one_step_or_none(session) -> None:
    good = Edit(("scenarios", "s1", "load", "batch"), 2)
    bad = Edit(("scenarios", "s1", "load", "context"), 0)
    before = session.workbook
    with pytest.raises(ValueError, match="Context"):
        session.apply([good, bad], "Remedy")
    assert session.workbook is before and session.undo_stack.count() == 0
    session.apply([good, Edit(("scenarios", "s1", "load", "context"), 10)], "Remedy")
    assert session.undo_stack.undoText() == "Remedy" and session.undo_stack.count() == 1


def test_that_a_blank_format_shows_what_it_follows_and_stays_blank_when_edited(view, session) -> None:
    table = view.table
    index = cell(table, 0, "load.kv_keys")
    column = table.sheet.columns[index.column()]
    assert (index.data(), index.data(EDIT)) == ("bf16", "") and column.faint(table.shown_row(0))
    assert table.setData(cell(table, 0, "weights"), "fp16")
    assert index.data() == "fp16"
    assert table.setData(index, "fp8")
    assert (index.data(), index.data(EDIT)) == ("fp8 (per tensor)", "fp8 (per tensor)")
    assert not column.faint(table.shown_row(0))
    assert table.setData(index, "")
    assert session.workbook.scenarios[0].load.kv_keys is None and index.data() == "fp16"
