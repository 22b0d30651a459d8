"""The session: one door for changes, one signal, and files."""

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from planner.edits import EditError
from planner.workbook import Inference, Scenario, Workbook
from ui.session import UNDO_LIMIT, Change, Session


@pytest.fixture
def session(qapp: Any) -> Session:
    rows = tuple(Scenario(id=f"s{at}", name=f"Plan {at}", load=Inference(batch=at)) for at in (1, 2, 3))
    return Session(Workbook(scenarios=rows))


BATCH = ("scenarios", "s1", "load", "batch")


def test_that_an_edit_is_told_once_with_its_path(session, qtbot) -> None:
    told: list[object] = []
    session.changed.connect(told.append)
    session.edit(BATCH, "2k")
    assert session.workbook.scenarios[0].load.batch == 2000
    session.undo()
    session.redo()
    assert told == [BATCH] * 3
    session.edit(BATCH, 2000)
    assert told == [BATCH] * 3


def test_that_rows_that_were_not_touched_are_shared(session) -> None:
    before = session.workbook
    session.edit(BATCH, "5")
    assert session.workbook.scenarios[1] is before.scenarios[1]
    assert session.workbook.models is before.models


@pytest.mark.parametrize(
    ("path", "value"),
    [(BATCH, "x"), (BATCH, 0), (("scenarios", "gone", "name"), "x"), (("scenarios", "s1", "id"), "x")],
)
def test_that_a_refused_edit_raises_and_changes_nothing(session, path, value) -> None:
    before = session.workbook
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        session.edit(path, value)
    assert session.workbook is before and not session.modified


def test_that_the_edit_menu_says_what_is_undone(session) -> None:
    session.edit(BATCH, "5")
    assert session.undo_stack.undoText() == "Change Batch of Plan 1"
    session.edit(("assumptions", "tight_share"), "10%")
    assert session.undo_stack.undoText() == "Change Tight below"
    session.remove([("scenarios", "s2"), ("scenarios", "s3")])
    assert session.undo_stack.undoText() == "Delete 2 rows"


def test_that_steps_survive_the_garbage_collector(session) -> None:
    first = session.workbook
    for batch in range(10, 30):
        session.edit(BATCH, batch)
        gc.collect()
    for _ in range(20):
        session.undo()
    assert session.workbook is first


def test_that_the_steps_do_not_keep_a_session_that_nobody_holds(qapp) -> None:
    held = Session(Workbook(scenarios=(Scenario(id="s1", name="Plan 1"),)))
    held.edit(BATCH, 5)
    held.undo_stack.push(Change(held, held.workbook, held.workbook, None, "Nothing"))
    gone = weakref.ref(held)
    del held
    assert gone() is None


def test_that_a_thousand_steps_are_kept(session) -> None:
    for batch in range(10, 10 + UNDO_LIMIT + 5):
        session.edit(BATCH, batch)
    while session.undo_stack.canUndo():
        session.undo()
    assert session.workbook.scenarios[0].load.batch == 14


def test_that_copies_stand_behind_the_last_of_the_originals_under_fresh_ids(session) -> None:
    copies = session.duplicate([("scenarios", "s1"), ("scenarios", "s2")])
    names = [row.name for row in session.workbook.scenarios]
    assert names == ["Plan 1", "Plan 2", "Plan 1 (copy)", "Plan 2 (copy)", "Plan 3"]
    assert [path[1] for path in copies] == [row.id for row in session.workbook.scenarios[2:4]]
    assert len({row.id for row in session.workbook.scenarios}) == 5


def test_that_what_was_saved_opens_again_and_is_not_modified(session, tmp_path: Path) -> None:
    session.edit(BATCH, "=2*s2.batch")
    assert session.modified
    file = tmp_path / "plan.fitsheet"
    session.save(file)
    assert not session.modified and session.file == file
    session.edit(BATCH, "7")
    assert session.modified
    session.undo()
    assert not session.modified
    other = Session()
    other.open(file)
    assert other.workbook == session.workbook and other.file == file
    assert not other.modified and not other.undo_stack.canUndo()


def test_that_a_file_that_cannot_be_read_leaves_the_open_workbook(session, tmp_path: Path) -> None:
    file = tmp_path / "broken.fitsheet"
    file.write_text("{", encoding="utf-8")
    before = session.workbook
    with pytest.raises(ValueError, match="truncated"):
        session.open(file)
    assert session.workbook is before


def test_that_saving_without_a_file_is_refused(session) -> None:
    with pytest.raises(ValueError, match="no file"):
        session.save()


def test_that_a_new_workbook_forgets_steps_and_file(session, tmp_path: Path) -> None:
    session.save(tmp_path / "plan.fitsheet")
    session.edit(BATCH, "7")
    session.new()
    assert session.workbook == Workbook() and session.file is None
    assert not session.undo_stack.canUndo() and not session.modified


def test_that_the_id_of_a_row_never_changes(session) -> None:
    with pytest.raises(EditError):
        session.edit(("scenarios", "s1", "id"), "other")
