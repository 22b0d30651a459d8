"""Editing a cell by real keys: how it begins and ends, what is refused, choosers, flags."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.ui.sheets.hands import SHIFT, Key, batches, editor, enter, go, place, typed
from ui.chooser import Chooser


def test_that_typing_replaces_and_enter_commits_and_moves_down(view, session, qtbot) -> None:
    go(view, 0, "load.batch")
    typed(view, "12")
    enter(view, qtbot)
    assert batches(session) == [12, 16, 32, 1]
    assert place(view) == (1, "load.batch")
    assert session.undo_stack.undoText() == "Change Batch of Plan s1"


@pytest.mark.parametrize(
    ("key", "modifier", "end"),
    [
        (Key.Key_Return, SHIFT, (0, "load.batch")),
        (Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier, (2, "load.batch")),
        (Key.Key_Tab, Qt.KeyboardModifier.NoModifier, (1, "load.context")),
        (Key.Key_Backtab, SHIFT, (1, "weights")),
        (Key.Key_Down, Qt.KeyboardModifier.NoModifier, (2, "load.batch")),
        (Key.Key_Right, Qt.KeyboardModifier.NoModifier, (1, "load.context")),
    ],
)
def test_that_the_key_that_ends_an_edit_says_where_to_go(view, session, qtbot, key, modifier, end) -> None:
    go(view, 1, "load.batch")
    typed(view, "12")
    enter(view, qtbot, key=key, modifier=modifier)
    assert batches(session)[1] == 12
    assert place(view) == end
    assert editor(view) is None


def test_that_arrows_move_the_caret_when_the_edit_began_with_f2(view, qtbot) -> None:
    go(view, 1, "load.batch")
    QTest.keyClick(view, Key.Key_F2)
    QTest.keyClick(editor(view), Key.Key_Left)
    assert editor(view) is not None
    enter(view, qtbot, key=Key.Key_Escape)
    assert place(view) == (1, "load.batch")


def test_that_escape_leaves_the_cell_as_it_was(view, session, qtbot) -> None:
    before = session.workbook
    go(view, 0, "load.batch")
    typed(view, "77")
    enter(view, qtbot, key=Key.Key_Escape)
    assert session.workbook is before and place(view) == (0, "load.batch")


def test_that_an_unchanged_edit_is_no_step(view, session, qtbot) -> None:
    go(view, 0, "load.prompt")
    QTest.keyClick(view, Key.Key_F2)
    assert editor(view).text() == "=max(context - output, 1)"
    enter(view, qtbot)
    assert session.undo_stack.count() == 0


def test_that_a_refused_text_stays_with_its_reason_until_it_is_right(view, session, qtbot) -> None:
    before = session.workbook
    go(view, 0, "load.batch")
    typed(view, "1,5")
    QTest.keyClick(editor(view), Key.Key_Return)
    qtbot.waitUntil(lambda: view.refusal_text() != "")
    assert editor(view).text() == "1,5" and "1,5" in view.refusal_text()
    assert place(view) == (0, "load.batch") and session.workbook is before
    editor(view).setText("")
    QTest.keyClicks(editor(view), "15")
    enter(view, qtbot)
    assert batches(session)[0] == 15 and view.refusal_text() == ""
    assert place(view) == (1, "load.batch")


def test_that_a_click_elsewhere_does_not_lose_a_refused_text(view, session, qtbot) -> None:
    go(view, 0, "load.batch")
    typed(view, "abc")
    other = view.visualRect(view.table.index(2, view.table.sheet.column("load.context")))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=other.center())
    qtbot.waitUntil(lambda: view.refusal_text() != "")
    index = view.table.index(0, view.table.sheet.column("load.batch"))
    assert view.indexWidget(index).text() == "abc"
    QTest.keyClick(view.indexWidget(index), Key.Key_Escape)
    qtbot.waitUntil(lambda: view.indexWidget(index) is None)
    assert view.refusal_text() == "" and session.undo_stack.count() == 0


def test_that_undo_under_a_refused_editor_takes_it_away_with_its_row(view, session, qtbot) -> None:
    session.duplicate([("scenarios", "s4")])
    go(view, 4, "load.batch")
    typed(view, "x")
    QTest.keyClick(editor(view), Key.Key_Return)
    qtbot.waitUntil(lambda: view.refusal_text() != "")
    session.undo()
    qtbot.waitUntil(lambda: view.refusal_text() == "")
    assert view.table.rowCount() == 4


def test_that_part_of_a_name_is_enough_in_a_chooser(view, session, qtbot) -> None:
    go(view, 0, "model")
    typed(view, "7b")
    assert isinstance(editor(view), Chooser)
    enter(view, qtbot)
    assert session.workbook.scenarios[0].model == "m7"
    assert place(view) == (1, "model")


def test_that_a_chooser_takes_what_is_highlighted_in_its_list(view, session, qtbot) -> None:
    go(view, 0, "weights")
    QTest.keyClick(view, Key.Key_F2)
    chooser = editor(view)
    popup = chooser.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    at = next(row for row in range(popup.model().rowCount()) if popup.model().index(row, 0).data().startswith("int8"))
    popup.setCurrentIndex(popup.model().index(at, 0))
    label = popup.currentIndex().data()
    QTest.keyClick(chooser, Key.Key_Return)
    index = view.table.index(0, view.table.sheet.column("weights"))
    qtbot.waitUntil(lambda: view.indexWidget(index) is None)
    assert index.data() == label == "int8 (per tensor)"
    assert place(view) == (1, "weights")


def test_that_a_click_in_a_choosers_list_ends_the_edit(view, session, qtbot) -> None:
    go(view, 0, "accelerator")
    QTest.keyClick(view, Key.Key_F2)
    popup = editor(view).completer().popup()
    qtbot.waitUntil(popup.isVisible)
    rect = popup.visualRect(popup.model().index(1, 0))
    QTest.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    qtbot.waitUntil(lambda: session.workbook.scenarios[0].accelerator == "h100")
    assert editor(view) is None and place(view) == (0, "accelerator")


def test_that_a_name_of_no_option_is_refused_in_the_chooser(view, session, qtbot) -> None:
    go(view, 0, "model")
    typed(view, "zzz")
    QTest.keyClick(editor(view), Key.Key_Return)
    qtbot.waitUntil(lambda: view.refusal_text() != "")
    assert "Llama-2-7B" in view.refusal_text()
    enter(view, qtbot, key=Key.Key_Escape)
    assert session.undo_stack.count() == 0


def test_that_a_blank_reference_can_be_chosen_by_clearing(view, session) -> None:
    go(view, 0, "accelerator")
    QTest.keyClick(view, Key.Key_Delete)
    assert session.workbook.scenarios[0].accelerator is None


def test_that_a_flag_is_turned_by_space_and_by_a_click_on_its_box(view_of, session) -> None:
    view = view_of("models")
    go(view, 0, "head.tied")
    QTest.keyClick(view, Key.Key_Space)
    assert session.workbook.models[0].head.tied
    rect = view.visualRect(view.currentIndex())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert not session.workbook.models[0].head.tied
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(3, 3))
    assert not session.workbook.models[0].head.tied


def test_that_a_preset_that_is_not_there_yet_is_copied_in_by_choosing_it(view, session, qtbot) -> None:
    before = session.workbook
    go(view, 0, "model")
    typed(view, "llama-3-8b")
    enter(view, qtbot)
    added = session.workbook.models[-1]
    assert added.preset == "llama-3-8b" and session.workbook.scenarios[0].model == added.id
    assert view.table.index(0, view.table.sheet.column("model")).data() == added.name
    assert session.undo_stack.count() == 1
    session.undo()
    assert session.workbook is before


def test_that_choosing_a_preset_in_its_column_copies_all_its_values_into_the_row(view_of, session, qtbot) -> None:
    view = view_of("models")
    go(view, 0, "preset")
    typed(view, "mistral")
    enter(view, qtbot)
    model = session.workbook.models[0]
    assert (model.id, model.preset, model.groups[0].attention.kv_heads) == ("m7", "mistral-7b", 8)
    assert session.evaluations.models["m7"].value("parameters") == 7_241_732_096
    session.undo()
    assert session.workbook.models[0].preset == "llama-2-7b"
