"""Tables whose first row names columns: matched by heading and by name, whatever their order and units."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from ui.sheets.headed import headings
from ui.sheets.selection import select_block, selected_block
from ui.sheets.table_view import TableView


def paste(view: TableView, text: str, row: int = 0, key: str = "load.batch") -> None:
    QGuiApplication.clipboard().setText(text)
    view.setCurrentIndex(view.table.index(row, view.table.sheet.column(key)))
    view.commands.paste()


def loads(session) -> list[tuple[str, object, object]]:
    return [(row.name, row.load.batch, row.load.context) for row in session.workbook.scenarios]


def test_that_columns_are_found_by_heading_and_rows_by_name(view, session, qtbot) -> None:
    before = session.workbook
    with qtbot.waitSignal(view.said) as told:
        paste(view, "Context (tokens)\tName\tBatch\r\n2048\tPlan s2\t3\r\n8192\tNew\t5\r\n")
    assert loads(session) == [
        ("Plan s1", 8, 4096),
        ("Plan s2", 3, 2048),
        ("Plan s3", 32, 4096),
        ("Plan s4", 1, 4096),
        ("New", 5, 8192),
    ]
    assert told.args[0] == "Matched by headings. Rows changed: 1, added: 1."
    assert selected_block(view).rows == (1, 4)
    assert session.undo_stack.count() == 1
    session.undo()
    assert session.workbook is before


def test_that_without_names_rows_are_written_from_the_current_one_on(view, session) -> None:
    paste(view, "Batch\tContext\n2\t1024\n3\t2048\n", row=2, key="model")
    assert [row[1:] for row in loads(session)] == [(8, 4096), (16, 4096), (2, 1024), (3, 2048)]


def test_that_a_heading_that_names_no_column_is_left_out_and_said(view, session, qtbot) -> None:
    with qtbot.waitSignal(view.said) as told:
        paste(view, "Name\tBatch\tPrice of tea\nPlan s1\t2\t9\n")
    assert "“Price of tea”" in told.args[0] and loads(session)[0] == ("Plan s1", 2, 4096)


def test_that_the_unit_of_a_heading_holds_for_its_numbers(view_of, session) -> None:
    view = view_of("accelerators")
    text = "Name\tUsable memory (GB)\nNVIDIA A100 SXM4 80GB\t80\n"
    name = session.workbook.accelerators[0].name
    paste(view, text.replace("NVIDIA A100 SXM4 80GB", name), key="name")
    assert session.workbook.accelerators[0].usable_memory == 80 * 10**9


def test_that_a_bad_cell_refuses_the_whole_table(view, session, qtbot) -> None:
    before = session.workbook
    with qtbot.waitSignal(view.refused) as told:
        paste(view, "Name\tBatch\tContext\nPlan s1\t2\tx\nNew\t0\t4\n")
    assert [cell.text for cell in told.args[0].cells] == ["x", "0"]
    assert session.workbook is before
    view.findChild(QMessageBox).close()


def test_that_a_hidden_column_is_found_and_brought_to_sight(view, session) -> None:
    column = view.table.sheet.column("other_weights")
    assert view.isColumnHidden(column)
    paste(view, "other_weights\n3\n")
    assert session.workbook.scenarios[0].other_weights is not None and not view.isColumnHidden(column)


def test_that_values_are_no_headings(view, session) -> None:
    paste(view, "5\t512\n6\t1024\n")
    assert [row[1:] for row in loads(session)][:2] == [(5, 512), (6, 1024)]
    paste(view, "fp8\nfp16\n", key="weights")
    assert [row.weights for row in session.workbook.scenarios][:2] == ["fp8", "fp16"]
    paste(view, "Batch\n", key="name")
    assert session.workbook.scenarios[0].name == "Batch", "one row cannot be headings only"


def test_that_a_title_of_two_columns_is_copied_with_its_group(view_of) -> None:
    columns = view_of("scenarios").table.sheet.columns
    twice = [at for at, column in enumerate(columns) if column.heading == "Tokens/s"]
    assert len(twice) == 2
    assert headings(columns, twice) == [f"{columns[at].group}: Tokens/s" for at in twice]
    assert len(set(headings(columns, range(len(columns))))) == len(columns)


@pytest.mark.parametrize("name", ["scenarios", "models", "accelerators", "layers"])
def test_that_a_copy_with_headings_comes_back_from_another_program_as_it_was(view_of, session, name) -> None:
    view = view_of(name)
    before = session.evaluations.workbook
    assert name != "scenarios" or before.scenarios[0].weights is None
    inputs = [at for at, column in enumerate(view.table.sheet.columns) if not view.isColumnHidden(at)]
    view.setCurrentIndex(view.table.index(0, 0))
    select_block(view, range(view.table.rowCount()), inputs)
    view.commands.actions["copy_headed"].trigger()
    text = QGuiApplication.clipboard().text()
    # Another program keeps texts and numbers only, and may show the columns in another order.
    lines = [line.split("\t")[::-1] for line in text.split("\r\n") if line]
    paste(view, "\n".join("\t".join(line) for line in lines), key="name")
    assert view.table.rowCount() == len(lines) - 1
    assert session.evaluations.workbook == before, "numbers for expressions; what follows another goes on to follow it"
