"""The explanation of a line: everything about it, and links that lead to the cell or the line they name."""

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.planner import rows
from ui.explain import ExplainPanel, Explanation
from ui.theme import LIGHT


@pytest.fixture
def panel(qtbot: QtBot) -> ExplainPanel:
    made = ExplainPanel()
    qtbot.addWidget(made)
    made.set_evaluation(rows.evaluated(rows.llama_2_13b(), rows.a100(), {"batch": 8}))
    return made


def test_that_a_line_is_shown_with_all_that_belongs_to_it(panel: ExplainPanel) -> None:
    panel.show_line("kv_cache.group1.keys")
    text = panel.toPlainText()
    for part in (
        "Keys", "12.50", "GiB", "13,421,772,800 byte", "layers * batch * context * bytes_per_token",
        "40 * 8 * 4,096 * 10,240", "Batch", "Per token and layer", "10.00 KiB/token", "Used by", "25.00 GiB",
    ):  # fmt: skip
        assert part in text


def test_that_a_blocked_line_names_what_is_blank(panel: ExplainPanel) -> None:
    blank = rows.a100().model_copy(update={"usable_memory": None})
    panel.set_evaluation(rows.evaluated(rows.llama_2_13b(), blank, {"batch": 8}))
    panel.show_line("free")
    assert "blocked: Usable memory of A100" in panel.toPlainText()


def test_that_numbers_follow_the_evaluation_and_the_line_stays(panel: ExplainPanel) -> None:
    panel.show_line("kv_cache.group1.keys")
    panel.set_evaluation(rows.evaluated(rows.llama_2_13b(), rows.a100(), {"batch": 9}))
    assert "40 * 9 * 4,096 * 10,240" in panel.toPlainText()


def test_that_links_ask_for_the_cell_and_the_line(panel: ExplainPanel, qtbot: QtBot) -> None:
    panel.show_line("kv_cache.group1.keys")
    with qtbot.waitSignal(panel.cell_requested) as asked:
        panel.anchorClicked.emit(QUrl("cell:load.batch"))
    assert asked.args == [("scenarios", "s1", "load", "batch")]
    with qtbot.waitSignal(panel.line_requested) as asked:
        panel.anchorClicked.emit(QUrl("line:kv_cache.group1"))
    assert asked.args == ["kv_cache.group1"]
    panel.go_back()
    for link in ("cell:load.batch", "cell:groups.0.count", "line:kv_cache.group1.keys.token", "line:kv_cache.group1"):
        assert f'href="{link}"' in panel.toHtml()


def test_that_every_line_of_the_ledger_can_be_explained_and_every_cell_link_leads_somewhere(qtbot: QtBot) -> None:
    for model in (rows.llama_2_13b(), rows.gpt_2()):
        evaluation = rows.evaluated(model, rows.a100(), {"batch": 8}, tp=2)
        explanation = Explanation(evaluation, LIGHT)
        for line in evaluation.lines():
            assert "<b>" in explanation.html(line.key)
            for source in line.sources.values():
                if source.kind == "cell":
                    assert evaluation.path(source.slot) is not None
                else:
                    assert source.slot in evaluation.structure.index


def test_that_names_with_markup_are_text(qtbot: QtBot) -> None:
    card = rows.a100().model_copy(update={"name": "<i>A&B</i>", "usable_memory": None})
    html = Explanation(rows.evaluated(rows.llama_2_13b(), card), LIGHT).html("free")
    assert "<i>" not in html and "&lt;i&gt;A&amp;B&lt;/i&gt;" in html


def test_that_an_unknown_line_shows_how_to_choose_one(panel: ExplainPanel) -> None:
    hint = "Choose a computed cell or a line of the ledger to see how it is computed."
    panel.show_line("no such line")
    assert panel.toPlainText() == hint
    panel.show_line("needed")
    panel.set_evaluation(None)
    assert panel.toPlainText().endswith(hint)
