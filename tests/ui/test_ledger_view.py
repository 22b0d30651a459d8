"""The ledger as a tree: a sound model, values told apart from structure, nothing that closes, jumps or overflows."""

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from planner.plan import Evaluation
from tests.planner import rows
from ui.ledger_model import AMOUNT, FORMULA, NUMBERS, PERCENT, UNIT, VALUE, LedgerModel
from ui.ledger_view import LedgerView

Role = Qt.ItemDataRole


def plan(batch: int = 8, **changes: Any) -> Evaluation:
    return rows.evaluated(rows.llama_2_13b(), changes.pop("card", rows.a100()), {"batch": batch}, **changes)


def watched() -> tuple[LedgerModel, QAbstractItemModelTester]:
    model = LedgerModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return model, tester


def cell(model: QAbstractItemModel, key: str, column: int, role: int = Role.DisplayRole) -> Any:
    return model.index_of(key).siblingAtColumn(column).data(role)


def test_that_the_model_keeps_qts_rules_through_values_structures_and_nothing(qtbot: QtBot) -> None:
    model, _tester = watched()
    for evaluation in (plan(), plan(9), plan(tp=2), rows.evaluated(rows.gpt_2(), rows.a100()), None, plan(card=None)):
        model.set_evaluation(evaluation)
        assert len(model.lines()) == (0 if evaluation is None else len(evaluation.lines()))


def test_that_every_line_is_reached_once_from_the_root(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan())
    found: list[str] = []

    def walk(parent: Any) -> None:
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            found.append(model.line(index).key)
            assert model.index_of(found[-1]) == index
            walk(index)

    walk(model.index_of("no such line"))
    assert sorted(found) == sorted(line.key for line in model.lines())


def test_that_a_line_shows_a_rounded_value_with_its_unit_and_the_exact_one_in_the_tooltip(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan())
    assert cell(model, "weights", VALUE) == "24.24"
    assert cell(model, "weights", UNIT) == "GiB"
    assert cell(model, "weights", VALUE, Role.ToolTipRole) == "26,031,728,640 byte"
    assert cell(model, "parameters", VALUE) == "13,015,864,320"
    assert cell(model, "kv_cache.group1.keys", FORMULA) == "layers * batch * context * bytes_per_token"
    assert cell(model, "kv_cache.group1.keys", NUMBERS) == "40 * 8 * 4,096 * 10,240"


def test_that_total_rows_are_bold_and_their_parts_are_not(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan())
    assert cell(model, "needed", AMOUNT, Role.FontRole).bold()
    assert cell(model, "overhead.runtime", AMOUNT, Role.FontRole) is None


def test_that_a_blank_cell_is_named_where_it_blocks_and_nowhere_else(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan(card=rows.a100().model_copy(update={"usable_memory": None})))
    assert cell(model, "free", VALUE) == "blocked"
    assert cell(model, "free", NUMBERS) == "blocked: Usable memory of A100"
    assert cell(model, "needed", VALUE) != "blocked"


def test_that_new_values_change_only_the_cells_of_lines_that_differ(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan(8))
    told: set[str] = set()

    def note(first: Any, last: Any, _roles: Any) -> None:
        assert (first.column(), last.column(), first.parent()) == (AMOUNT, PERCENT, last.parent())
        told.update(model.line(model.index(row, 0, first.parent())).key for row in range(first.row(), last.row() + 1))

    model.dataChanged.connect(note)
    before = {line.key: line for line in model.lines()}
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.layoutChanged):
        assert model.set_evaluation(plan(9)) is False
    shown = ("value", "substitution", "formula", "blocked")
    differing = {
        line.key for line in model.lines() if any(getattr(line, n) != getattr(before[line.key], n) for n in shown)
    }
    assert told == differing
    assert "kv_cache.group1.keys" in told and "weights" not in told
    assert cell(model, "kv_cache.group1.keys", NUMBERS) == "40 * 9 * 4,096 * 10,240"


def test_that_the_same_values_again_change_nothing(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan(8))
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_evaluation(plan(8))


def test_that_values_past_63_bits_reach_qt_as_text(qtbot: QtBot) -> None:
    model, _tester = watched()
    model.set_evaluation(plan())
    model._made = [replace(line, value=2**90) if line.key == "free" else line for line in model.lines()]
    for role in range(16):
        for column in range(5):
            assert not isinstance(cell(model, "free", column, role), float)
    assert cell(model, "free", VALUE, Role.ToolTipRole) == f"{2**90:,} byte"


@pytest.fixture
def view(qtbot: QtBot) -> LedgerView:
    made = LedgerView()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    made.set_evaluation(plan())
    return made


def test_that_what_is_open_selected_and_scrolled_stays_through_values_and_structures(
    view: LedgerView, qtbot: QtBot
) -> None:
    model = view.model()
    view.collapse(model.index_of("parameters"))
    assert view.select("kv_cache.group1.keys")
    for changed in (plan(9), plan(10, tp=2)):
        with qtbot.assertNotEmitted(view.line_selected):
            view.set_evaluation(changed)
        assert view.selected_key() == "kv_cache.group1.keys"
        assert view.isExpanded(model.index_of("kv_cache.group1"))
        assert view.isExpanded(model.index_of("needed"))
        assert not view.isExpanded(model.index_of("parameters"))


def test_that_a_branch_opened_for_one_structure_is_open_again_when_it_returns(view: LedgerView) -> None:
    model = view.model()
    view.expand(model.index_of("weights"))
    view.set_evaluation(None)
    view.set_evaluation(plan())
    assert view.isExpanded(model.index_of("weights"))


def test_that_choosing_a_line_says_its_key(view: LedgerView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.line_selected) as said:
        view.select("overhead.graphs")
    assert said.args == ["overhead.graphs"]
    assert not view.select("no such line")
    with qtbot.waitSignal(view.line_selected) as said:
        qtbot.keyClick(view, Qt.Key.Key_Up)
    assert said.args == ["overhead.runtime"]


def test_that_copy_puts_exact_values_on_the_clipboard(view: LedgerView, qtbot: QtBot) -> None:
    view.select("overhead.device_context")
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().replace("\r\n", "\n").splitlines()
    assert [line.split("\t")[:3] for line in lines] == [
        ["Device context", "483183820", "byte"],
        ["Runtime outside the allocator", "85899346", "byte"],
    ]
