"""Which columns of the scenarios matter to a scenario: cells without a part in its plan, and lines that it lacks."""

from __future__ import annotations

from collections.abc import Iterator

from planner.relevance import asked_for, without_part
from planner.training.recipes import RECIPES
from planner.workbook import Scenario, Training
from ui.sheets.sheet import Matters

OF_A_RUN = ("result.run_steps", "result.run_days", "result.gpu_hours", "result.run_cost", "result.run_energy")
OF_POOLS = ("result.pool_prefill", "result.pool_decode")
OF_AN_ENGINE = ("result.reserved", "result.kv_budget", "result.kv_requests", "result.least_fraction")


def matters_to(scenario: Scenario) -> Matters:
    """The columns that may be left out for a scenario, and those that it asks for.

    A cell that somebody filled in is never left out, so that what a Finding says of it can be seen.
    """
    cells = frozenset(cell for cell in without_part(scenario) if not _filled(scenario, cell))
    return Matters(
        cells | frozenset(_lines_that_lack(scenario)),
        asked_for(scenario) | frozenset(_lines_asked_for(scenario)),
    )


def _filled(scenario: Scenario, cell: str) -> bool:
    owner = scenario.load if cell.startswith("load.") else scenario
    name = cell.rpartition(".")[2]
    return bool(getattr(owner, name) != type(owner).model_fields[name].default)


def _lines_that_lack(scenario: Scenario) -> Iterator[str]:
    load = scenario.load
    if not isinstance(load, Training):
        if not load.targets():
            yield "targets"
        return
    recipe = RECIPES[load.recipe]
    yield from OF_AN_ENGINE
    if load.tokens is None:
        yield from OF_A_RUN
    if not recipe.adapters:
        yield "result.adapters"
    if not recipe.master and load.master_bytes is None:
        yield "result.master"
    if load.offload == "none":
        yield "result.host"


def _lines_asked_for(scenario: Scenario) -> Iterator[str]:
    load = scenario.load
    if not isinstance(load, Training):
        if load.targets():
            yield "targets"
        if load.pools == "apart" and "rate" in load.targets():
            yield from OF_POOLS
    else:
        if load.tokens is not None:
            yield from OF_A_RUN
        if RECIPES[load.recipe].adapters:
            yield "result.adapters"
        if load.offload != "none":
            yield "result.host"
