"""Two rows side by side: which fields differ, by how much."""

from __future__ import annotations

import pytest

from planner.edits import inserted
from planner.workbook import Inference, Scenario, Workbook
from tests.planner import rows
from ui.comparing import Pair, pairs
from ui.session import Session
from ui.sheets.models_sheet import models_sheet
from ui.sheets.scenarios_sheet import scenarios_sheet


@pytest.fixture
def session(qapp: object) -> Session:
    made = Workbook()
    for row in (rows.llama_2_13b(), rows.gpt_2()):
        made = inserted(made, ("models",), row)
    made = inserted(made, ("accelerators",), rows.a100())
    for name, batch in (("a", 8), ("b", 10)):
        load = Inference(batch=batch, context=4096)
        row = Scenario(id=name, name=name, model=rows.llama_2_13b().id, accelerator=rows.a100().id, load=load)
        made = inserted(made, ("scenarios",), row)
    return Session(made)


def by_title(found: list[Pair]) -> dict[tuple[str, str], Pair]:
    return {(pair.group, pair.title): pair for pair in found}


def test_that_scenarios_differ_by_numbers_and_percent(session: Session) -> None:
    found = by_title(pairs(session, scenarios_sheet(), ("scenarios",), ("scenarios", "a"), ("scenarios", "b")))
    batch = found["Load", "Batch"]
    assert (batch.first, batch.second, batch.difference, batch.percent) == ("8", "10", "+2", "+25.0 %")
    cache = found["Memory per GPU", "KV cache"]
    assert (cache.first, cache.second, cache.difference, cache.percent) == ("25.00", "31.25", "+6.25", "+25.0 %")
    assert found["Memory per GPU", "Weights"].same
    assert found["Memory per GPU", "Free"].difference.startswith("−")


def test_that_models_are_compared_down_to_their_layers(session: Session) -> None:
    one, other = (("models", row.id) for row in session.workbook.models)
    found = by_title(pairs(session, models_sheet(), ("models",), one, other))
    parameters = found["Parameters", "Parameters"]
    assert parameters.first == "13,015,864,320" and parameters.difference == "−12,891,424,512"
    heads = found["Layers, group 1", "Heads"]
    assert (heads.first, heads.second, heads.difference, heads.percent) == ("40", "12", "−28", "−70.0 %")


def test_that_a_row_that_is_gone_compares_with_nothing(session: Session) -> None:
    assert pairs(session, scenarios_sheet(), ("scenarios",), ("scenarios", "a"), ("scenarios", "x")) == []
