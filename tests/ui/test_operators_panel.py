"""The operators of a plan in the window: what is in the table, and where its rows lead."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from planner.time.operations import operations_of
from ui.examples import example_file
from ui.operators_panel import OperatorsPanel
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    made.select_scenario("llama_3_8b_vllm")
    made.docks["operators"].raise_()
    qtbot.waitUntil(lambda: bool(made.operators.table.table.rows))
    return made


def test_that_every_operator_of_a_pass_has_a_row_and_their_times_make_the_pass(window: Window) -> None:
    evaluation = window.evaluation()
    assert evaluation is not None
    for root in ("prefill", "decode_step", "prefill_request", "decode_mean"):
        window.operators.show_pass(root)
        rows, expected = window.operators.table.table.rows, list(operations_of(evaluation, root))
        assert [row[5] for row in rows] == [each.calls for each in expected] != []
        shares = sum(float(str(row[10])) for row in rows)
        engine = sum(evaluation.value(f"{root}.{name}") or 0 for name in ("fused", "gaps", "host"))
        assert shares == pytest.approx(100 * (1 - engine / evaluation.value(root)), rel=1e-9)
        assert window.operators.sums.text()


def test_that_a_row_has_class_shape_flops_and_what_bounds_it(window: Window) -> None:
    window.operators.show_pass("decode_step")
    rows = {row[0]: row for row in window.operators.table.table.rows}
    head = rows["LM head"]
    assert head[1] == "–" and head[2] == "Matrix products" and head[3] == "bf16" and head[11] == "bandwidth"
    assert str(head[4]).endswith(" × 128,256 × 4,096")
    batch = int(str(head[4]).split(" ")[0])
    assert head[6] == 2 * batch * 128_256 * 4096


def test_that_choosing_a_row_shows_its_line_in_the_ledger(window: Window) -> None:
    evaluation = window.evaluation()
    assert evaluation is not None
    window.operators.show_pass("prefill")
    window.operators.table.selectRow(2)
    window.operators.table.setCurrentIndex(window.operators.table.model().index(3, 0))
    assert window.ledger.selected_key() == list(operations_of(evaluation, "prefill"))[3].key


def test_that_another_scenario_and_an_edit_bring_other_operators(window: Window, qtbot: QtBot) -> None:
    before = window.operators.table.table.rows
    window.session.edit(("scenarios", "llama_3_8b_vllm", "load", "batch"), "3")
    qtbot.waitUntil(lambda: window.operators.table.table.rows != before)
    edited = window.operators.table.table.rows
    window.select_scenario("chat_13b_b24")
    qtbot.waitUntil(lambda: window.operators.table.table.rows != edited)


def test_that_the_sentence_says_on_how_many_gpus_a_layer_is(window: Window, qtbot: QtBot) -> None:
    assert "on one GPU." in window.operators.sums.text()
    window.select_scenario("llama_3_70b_tp4")
    qtbot.waitUntil(lambda: "with each layer on 4 GPUs" in window.operators.sums.text())


def test_that_a_plan_without_times_says_so(qtbot: QtBot) -> None:
    panel = OperatorsPanel()
    qtbot.addWidget(panel)
    panel.set_evaluation(None)
    assert panel.table.table.rows == ()
    assert panel.sums.text().startswith("Choose a scenario")
