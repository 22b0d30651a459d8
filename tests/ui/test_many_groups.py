"""A model of many layer groups in the window: what is done for each line or mark is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from planner.bounds import MOST_GROUPS
from planner.files import dumps
from planner.ledger import Structure
from planner.workbook import Workbook
from ui.what_if.roofline import plot
from ui.window import Window

SHOWN = "llama_3_8b_vllm"


def with_groups(workbook: Workbook, count: int) -> Workbook:
    """The workbook with the model of `SHOWN` cut into so many layers of their own widths."""
    scenario = next(row for row in workbook.scenarios if row.id == SHOWN)
    models = []
    for model in workbook.models:
        if model.id == scenario.model:
            group = model.groups[0]
            part = group.feed_forward
            groups = [
                group.model_copy(
                    update={
                        "id": f"g{at}",
                        "name": f"Layer {at}",
                        "count": 1,
                        "feed_forward": part.model_copy(update={"width": 512 + at}),
                    }
                )
                for at in range(count)
            ]
            model = model.model_copy(update={"groups": tuple(groups)})
        models.append(model)
    return workbook.model_copy(update={"models": tuple(models)})


def test_that_of_a_long_ledger_the_lines_in_sight_are_made(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.select_scenario(SHOWN)
    made: list[int] = []
    real = Structure.line
    monkeypatch.setattr(Structure, "line", lambda self, at, *given: (made.append(at), real(self, at, *given))[1])
    window.session.new(with_groups(window.session.workbook, 40))
    window.select_scenario(SHOWN)
    QApplication.processEvents()
    plan = window.evaluation()
    assert plan is not None and len(plan.structure.lines) > 8_000
    assert 0 < len(made) < 300


def test_that_open_branches_stay_open_in_a_ledger_of_other_lines(window: Window) -> None:
    window.select_scenario(SHOWN)
    model = window.ledger.model()
    window.ledger.select("weights.group1")
    window.session.new(with_groups(window.session.workbook, 3))
    window.select_scenario(SHOWN)
    for key in ("needed", "weights"):
        assert window.ledger.isExpanded(model.index_of(key))
    assert not window.ledger.isExpanded(model.index_of("weights.group2"))


def test_that_a_roofline_of_many_calls_tries_few_labels(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.new(with_groups(window.session.workbook, 40))
    window.select_scenario(SHOWN)
    named: list[object] = []
    real = plot.words.name
    monkeypatch.setattr(plot.words, "name", lambda point: (named.append(point), real(point))[1])
    window.commands["roofline"].trigger()
    panel: Any = window.docks["roofline"].widget()
    qtbot.waitUntil(lambda: panel.plot is not None and len(panel.content.points) > 400)
    QApplication.processEvents()
    named.clear()
    panel.plot.grab()
    assert 0 < len(named) <= plot.TRIED


def test_that_a_model_of_too_many_groups_is_said_to_be_left_out_and_its_file_is_not_written_over(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: said.append(given[2]))
    file = tmp_path / "large.fitsheet"
    file.write_bytes(dumps(with_groups(window.session.workbook, MOST_GROUPS + 1)))
    count = len(window.session.workbook.models)
    assert window.documents.open(file)
    assert "Not all of large.fitsheet was opened" in said[0] and "201 layer groups, and up to 200" in said[0]
    assert len(window.session.workbook.models) == count - 1
    assert window.session.file is None and window.documents.title == "Copy of large.fitsheet"
