"""The least GPUs of each cell: the least TP with which the plan fits, everything else as the scenario has it.

Tried are 1, 2, 4 ... up to the cards of a host (8 where the row does not say) that divide the model; PP, DP, CP and EP
stay. `planner.fewest` tries every placement and takes far longer; `fewest` asks it for one cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from planner.fewest import USUAL_HOST, fewest_gpus
from planner.hosts import gpus_of, taken_in, withheld
from planner.parts.feed_forward import Mixture
from planner.placement import divides
from planner.plan import Evaluation
from planner.what_if.arrays import FITS
from planner.what_if.matrix.cards import Cards
from planner.what_if.matrix.rows import Load, Pantry, values_of
from planner.what_if.matrix.words import words_of
from planner.workbook import Accelerator, Model, Scenario, Training


def degrees(model: Model, scenario: Scenario, most: int) -> list[int]:
    """The tensor-parallel degrees that are tried, ascending; none where another degree is not known."""
    if not gpus_of(scenario.model_copy(update={"tp": 1})) or not isinstance(scenario.ep, int):
        return []
    mixture = any(isinstance(group.feed_forward, Mixture) for group in model.groups)
    found, tp = [], 1
    while tp <= most:
        beside: Any = scenario.dp
        if isinstance(scenario.load, Training):
            beside *= scenario.cp
        if divides(model, tp, scenario.ep) and (not mixture or (tp * beside) % scenario.ep == 0):
            found.append(tp)
        tp *= 2
    return found


def least_gpus(pantry: Pantry, model: Model, cards: Cards, load: Load, hosts: Sequence[Accelerator]) -> Any:
    """The least number of GPUs per card, of all degrees together; NaN where no degree fits or one is not known."""
    present = numpy.array([host_of(card) for card in cards.rows])
    found = numpy.full(len(cards.rows), numpy.nan)
    for tp in degrees(model, load.scenario, int(present.max(initial=0))):
        tried = load.at(tp)
        values = values_of(pantry, model, cards, tried, timed=False)
        words, _ = words_of(values, model, cards.rows, tried, hosts)
        new = numpy.isnan(found) & (words == FITS) & (tp <= present)
        found[new] = gpus_of(tried.scenario)
        if not numpy.isnan(found).any():
            break
    return found


def host_of(card: Accelerator) -> int:
    """How many cards of a sort a host has, as far as its row says."""
    return card.cards_per_host if isinstance(card.cards_per_host, int) else USUAL_HOST


def fewest(pantry: Pantry, evaluation: Evaluation, load: Load, hosts: Sequence[Accelerator]) -> int | None:
    """The fewest GPUs of one cell's plan over all placements; None where none fits or a degree is not known."""

    def attempt(changes: Any) -> Evaluation:
        update = {change.path[-1]: change.value for change in changes}
        scenario = evaluation.scenario.model_copy(update=update)
        after = pantry.kitchen.evaluate(
            evaluation.model, evaluation.accelerator, scenario, load.assumptions, load.engine, load.draft
        )
        return withheld(after, taken_in(hosts, scenario))

    answer = fewest_gpus(evaluation, attempt)
    return None if answer is None or answer.value is None else int(answer.value)
