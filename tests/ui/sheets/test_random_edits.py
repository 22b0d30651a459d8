"""Random edits, pastes, rows, undo and redo: undoing all gives the first workbook, views equal freshly built ones."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from ui.session import Session
from ui.sheets.finding import Wanted, found, replacements
from ui.sheets.selection import Block, select_block, selected_block, visible_columns, visible_rows
from ui.sheets.table_model import TableModel
from ui.sheets.table_view import TableView

TEXTS = [
    "", "1", "2", "3", "7", "128", "4k", "8192", "=2*batch", "=heads", "=context/2", "=nothing", "1,5", "abc", "bf16",
    "fp8", "llama-2", "llama-2-7b", "h100", "yes", "no", "Learned", "Plain", "none", "80 GiB", "50%", "Name",
]  # fmt: skip
STEPS = 25


def texts(table: TableModel) -> list[list[str]]:
    return [[table.text(row, column) for column in range(table.columnCount())] for row in range(table.rowCount())]


def act(chance: random.Random, view: TableView, session: Session) -> None:
    """One random action of a person at one table."""
    table = view.table
    shown = visible_columns(view)
    if table.rowCount():
        rows = sorted(chance.choices(range(table.rowCount()), k=2))
        first = chance.randrange(len(shown))
        view.setCurrentIndex(table.index(rows[0], shown[first]))
        select_block(view, range(rows[0], rows[1] + 1), shown[first : first + chance.randint(1, 3)])
    actions = ["type"] * 6 + ["paste"] * 3 + ["undo"] * 3 + ["redo", "copy", "commands", "commands"]
    action = chance.choice([*actions, "everywhere", "headed", "replace", "handle"])
    if action == "type" and table.rowCount():
        table.setData(view.currentIndex(), chance.choice(TEXTS))
    elif action == "paste":
        block = [[chance.choice(TEXTS) for _ in range(chance.randint(1, 2))] for _ in range(1)]
        rows = "\r\n".join("\t".join(row) for row in block * chance.randint(1, 3))
        QGuiApplication.clipboard().setText(rows)
        view.commands.paste()
    elif action == "everywhere" and table.rowCount():
        cells = [(row, column) for row in selected_block(view).rows for column in selected_block(view).columns]
        table.set_cells(cells, chance.choice(TEXTS), "Change cells")
    elif action == "headed":
        columns = [table.sheet.columns[at] for at in chance.sample(shown, 3)]
        names = [f"Row {chance.randint(1, 3)}" for _ in range(2)]
        lines = [[column.heading for column in columns], *([chance.choice(TEXTS) for _ in columns] for _ in names)]
        if chance.random() < 0.5:
            lines = [["Name", *lines[0]], *([name, *line] for name, line in zip(names, lines[1:], strict=True))]
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))
        view.commands.paste()
    elif action == "replace":
        wanted = Wanted(chance.choice(["1", "8", "a", "b"]))
        places = found(table, visible_rows(view), shown, wanted)
        cells = replacements(table, places, wanted, chance.choice(["2", "", "x"]))
        if cells:
            view.commands.write(cells, "Replace")
    elif action == "handle" and table.rowCount() > 1:
        source, rest = selected_block(view), chance.randint(1, table.rowCount() - 1)
        if source.rows[-1] < rest:
            target = Block(tuple(range(source.rows[-1] + 1, rest + 1)), source.columns)
            view.commands.extend(source, target, False, series=chance.random() < 0.5)
    elif action == "copy":
        view.commands.copy()
        view.commands.paste()
    elif action == "undo":
        session.undo()
    elif action == "redo":
        session.redo()
    else:
        name = chance.choice(sorted(set(view.commands.actions) - {"copy", "paste", "edit_cell"}))
        view.commands.actions[name].trigger()
    for box in view.findChildren(QMessageBox):
        box.close()


def run(seed: int, views: list[TableView], session: Session) -> None:
    chance = random.Random(seed)
    first, shown = session.workbook, [texts(view.table) for view in views]
    for _ in range(STEPS):
        act(chance, chance.choice(views), session)
        for view in views:
            fresh = TableModel(session, view.table.sheet)
            fresh.set_container(view.table.container)
            assert texts(view.table) == texts(fresh), f"seed {seed}: {view.objectName()}"
            assert [view.table.shown(row).marks for row in range(view.table.rowCount())] == [
                fresh.shown(row).marks for row in range(fresh.rowCount())
            ]
            session.changed.disconnect(fresh._refresh)
            fresh.deleteLater()
    through(session.redo, session.undo_stack.canRedo)
    last = session.workbook
    through(session.undo, session.undo_stack.canUndo)
    assert session.workbook is first
    assert [texts(view.table) for view in views] == shown
    through(session.redo, session.undo_stack.canRedo)
    assert session.workbook is last
    through(session.undo, session.undo_stack.canUndo)


def through(step: Callable[[], None], possible: Callable[[], bool]) -> None:
    while possible():
        step()


@pytest.mark.parametrize("start", range(0, 50, 10))
def test_that_undoing_random_edits_gives_the_first_workbook(view_of, session, start) -> None:
    views = [view_of(name) for name in ("scenarios", "models", "accelerators", "engines", "layers")]
    for seed in range(start, start + 10):
        session.undo_stack.clear()
        run(seed, views, session)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(1000, 1500, 25))
def test_that_undoing_many_random_edits_gives_the_first_workbook(view_of, session, start, record_property) -> None:
    views = [view_of(name) for name in ("scenarios", "models", "accelerators", "engines", "layers")]
    for seed in range(start, start + 25):
        session.undo_stack.clear()
        run(seed, views, session)
    record_property("sequences", 25)
