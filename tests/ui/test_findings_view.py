"""The list of Findings: the gravest first, said in words, with ways to the cell and to the remedy."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from planner.findings import Edit, Finding, Severity
from ui.findings_view import FindingsView

NOTE = Finding("note", ("scenarios", "s1", "tp"), Severity.NOTE, "Heads are replicated.")
WARNING = Finding(
    "context", ("scenarios", "s1", "load", "context"), Severity.WARNING, "Context {context:,} is long.",
    {"context": 131072}, "Shorten it.", (Edit(("scenarios", "s1", "load", "context"), 4096),),
)  # fmt: skip
ERROR = Finding("misfit", ("scenarios", "s2"), Severity.ERROR, "Does not fit.", {}, "Use int8 weights.")


@pytest.fixture
def view(qtbot: QtBot) -> FindingsView:
    made = FindingsView(lambda path: " of ".join(reversed(path)))
    qtbot.addWidget(made)
    made.tester = QAbstractItemModelTester(made._model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.resize(420, 300)
    made.show()
    made.set_findings([NOTE, ERROR, WARNING])
    return made


def choose(view: FindingsView, row: int) -> None:
    view._list.setCurrentIndex(view._model.index(row))


def test_that_the_gravest_stand_first_and_severity_place_and_remedy_are_words(view: FindingsView) -> None:
    spoken = [view._model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert spoken == [
        "Error: Does not fit.\ns2 of scenarios\nUse int8 weights.",
        "Warning: Context 131,072 is long.\ncontext of load of s1 of scenarios\nShorten it.",
        "Note: Heads are replicated.\ntp of s1 of scenarios",
    ]


def test_that_enter_double_click_and_the_button_ask_for_the_cell(view: FindingsView, qtbot: QtBot) -> None:
    choose(view, 2)
    rect = view._list.visualRect(view._model.index(2))

    def double_click() -> None:
        # WORKAROUND: after a double click of QTest, Qt holds the button for pressed, in the tests that follow as well.
        for mouse in (qtbot.mouseClick, qtbot.mouseDClick, qtbot.mouseRelease):
            mouse(view._list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    for act in (
        lambda: qtbot.keyClick(view._list, Qt.Key.Key_Return),
        double_click,
        lambda: view._go.click(),
    ):
        with qtbot.waitSignal(view.cell_requested) as asked:
            act()
        assert asked.args == [NOTE.path]


def test_that_apply_is_offered_only_where_there_are_edits(view: FindingsView, qtbot: QtBot) -> None:
    choose(view, 0)
    assert not view._apply.isEnabled() and view._go.isEnabled()
    choose(view, 1)
    with qtbot.waitSignal(view.edits_requested) as asked:
        view._apply.click()
    assert asked.args == [WARNING]


def test_that_the_current_finding_stays_current_while_it_exists(view: FindingsView) -> None:
    choose(view, 2)
    view.set_findings([NOTE])
    assert view.current() == NOTE
    view.set_findings([ERROR])
    assert view.current() is None and not view._go.isEnabled()


def test_that_the_same_findings_with_new_numbers_reset_nothing(view: FindingsView, qtbot: QtBot) -> None:
    changed = Finding(WARNING.code, WARNING.path, WARNING.severity, WARNING.template, {"context": 9})
    choose(view, 1)
    with qtbot.assertNotEmitted(view._model.modelReset), qtbot.waitSignal(view._model.dataChanged):
        view.set_findings([NOTE, ERROR, changed])
    assert not view._apply.isEnabled()


def test_that_rows_grow_when_the_view_becomes_narrow(view: FindingsView, qtbot: QtBot) -> None:
    long = Finding("long", ("a", "b"), Severity.WARNING, "A sentence that wraps. " * 8, {}, "A remedy that wraps. " * 6)
    view.set_findings([long])
    view.resize(900, 300)
    qtbot.waitUntil(lambda: view._list.visualRect(view._model.index(0)).height() > 0)
    wide = view._list.visualRect(view._model.index(0)).height()
    view.resize(260, 300)
    qtbot.waitUntil(lambda: view._list.visualRect(view._model.index(0)).height() > 1.5 * wide)


def test_that_an_empty_list_paints_its_sentence(view: FindingsView) -> None:
    view.set_findings([])
    assert view._model.rowCount() == 0
    assert not view.grab().isNull()


def test_that_the_list_of_another_starts_at_its_first_row(view: FindingsView) -> None:
    many = [Finding(f"code{n}", (), Severity.NOTE, "Something that takes a line.", {}, "") for n in range(60)]
    view.set_findings(many, "one")
    view._list.scrollToBottom()
    low = view._list.verticalScrollBar().value()
    view.set_findings(many, "one")
    assert view._list.verticalScrollBar().value() == low > 0
    view.set_findings(many[:59], "other")
    assert view._list.verticalScrollBar().value() == 0
