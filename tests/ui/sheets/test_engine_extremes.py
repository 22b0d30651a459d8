"""Engines under odd hands: cells with figures that cannot be, rows that scenarios use taken away, doubled, saved."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from planner.checks import check_scenario
from planner.edits import inserted
from planner.evaluations import Planner
from planner.presets import engine_from_preset, engine_presets
from planner.verdict import Verdict
from ui.session import Session
from ui.sheets.table_view import TableView

ODD = (
    "", "0", "-1", "1e18", "nan", "inf", "=1/0", "=2**70", "x", "\uff11\uff16", "0.5", "100%", "yes", "10^18",
    "\u202e", "[1]",
)  # fmt: skip
FIGURES = (
    "weights", "kv_cache", "activations", "overhead", "needed", "reserved", "kv_budget", "kv_budget_low",
    "kv_budget_high", "kv_capacity_tokens", "kv_requests",
)  # fmt: skip


def sane(session: Session) -> None:
    """No figure is negative or no number, what is needed is at least the weights, what fits has room, what is unknown
    has a sentence."""
    for name, plan in session.evaluations.scenarios.items():
        found = [*check_scenario(plan), *session.evaluations.findings]
        assert all(finding.sentence for finding in found)
        values = {key: plan.value(key) for key in FIGURES}
        assert all(value is None or (value >= 0 and math.isfinite(value)) for value in values.values()), values
        if values["needed"] is not None:
            assert values["needed"] >= values["weights"]
        if plan.verdict in (Verdict.FITS, Verdict.TIGHT):
            assert plan.value("free") >= 0
        if plan.verdict is Verdict.UNKNOWN:
            assert found, name


@pytest.fixture(params=["vllm", "llama-cpp", "sglang"])
def engine(request: pytest.FixtureRequest, session: Session) -> str:
    row = engine_from_preset(request.param, "engine")
    session.change(inserted(session.workbook, ("engines",), row), None, "engine")
    for name in ("s1", "s4"):
        session.edit(("scenarios", name, "engine"), "engine")
    return str(request.param)


def test_that_no_figure_of_an_engine_makes_a_plan_absurd(view_of: Any, session: Session, engine: str) -> None:
    view: TableView = view_of("engines")
    for at, column in enumerate(view.table.sheet.columns):
        for typed in ODD:
            before = session.workbook
            if view.table.setData(view.table.index(0, at), typed):
                sane(session)
            else:
                assert session.workbook is before
                assert len(str(view.table.refusal)) > 10, (column.key, typed)
            while session.workbook is not before:
                session.undo()


def test_that_a_plan_whose_engine_is_taken_away_never_fits_and_comes_back(
    view_of: Any, session: Session, engine: str
) -> None:
    view: TableView = view_of("engines")
    view.selectRow(0)
    before = session.workbook
    view.commands.delete_rows()
    assert session.workbook.engines == ()
    assert session.evaluations.scenarios["s1"].verdict is Verdict.UNKNOWN
    (said,) = [finding for finding in session.evaluations.findings if finding.path == ("scenarios", "s1", "engine")]
    assert said.code == "no_engine"
    sane(session)
    session.undo()
    assert session.workbook == before and session.evaluations.scenarios["s1"].verdict is not Verdict.UNKNOWN
    session.redo()
    assert session.workbook.engines == ()


def test_that_a_doubled_engine_is_a_row_of_its_own_and_comes_back_from_a_file(
    view_of: Any, session: Session, engine: str, tmp_path: Path
) -> None:
    view: TableView = view_of("engines")
    view.selectRow(0)
    view.commands.duplicate_rows()
    first, second = session.workbook.engines
    assert first.id != second.id and first.name != second.name
    session.edit(("scenarios", "s4", "engine"), second.id)
    session.edit(("engines", second.id, "memory_fraction"), "50%")
    assert session.evaluations.scenarios["s1"].engine == first
    session.save(tmp_path / "two.fitsheet")
    again = Session()
    again.open(tmp_path / "two.fitsheet")
    assert again.workbook == session.workbook
    sane(again)


@pytest.mark.parametrize("name", sorted(engine_presets()))
def test_that_questions_are_answered_for_every_engine(session: Session, name: str) -> None:
    session.change(inserted(session.workbook, ("engines",), engine_from_preset(name, "engine")), None, "engine")
    session.edit(("scenarios", "s4", "engine"), "engine")
    planner = Planner()
    given = planner.answers(session.workbook, session.evaluations.scenarios["s4"])
    assert given
    assert all(answer.sentence and (answer.value is None or answer.value >= 0) for answer in given)
