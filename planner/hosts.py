"""The cards that a plan takes of its host, and the word that it has where they are unequal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from planner.plan import Evaluation
from planner.verdict import Verdict
from planner.workbook import Accelerator, Scenario, Training


def gpus_of(scenario: Scenario) -> int:
    """How many GPUs a resolved scenario has; 0 where a degree is not known."""
    names = ("tp", "pp", "dp", "cp") if isinstance(scenario.load, Training) else ("tp", "pp", "dp")
    degrees: list[Any] = [getattr(scenario, name) for name in names]
    return prod(degrees) if all(isinstance(degree, int) for degree in degrees) else 0


def taken_in(cards: Sequence[Accelerator], scenario: Scenario) -> Accelerator | None:
    """The smallest card of a host where a plan needs more GPUs than the host has of its own card, and the others are
    smaller; None where the cards that it takes are equal, or the plan is by the smallest already.

    Such a plan has no verdict: each of its ranks is counted as if it had the larger card.
    """
    card = next((row for row in cards if row.id == scenario.accelerator), None)
    if card is None or card.host is None:
        return None
    same_host = of_host(cards, card)
    if not same_host or not cards_of(card) < gpus_of(scenario) <= sum(map(cards_of, same_host)):
        return None
    smallest = min(same_host, key=_memory)
    return None if _memory(smallest) >= _memory(card) else smallest


def withheld(evaluation: Evaluation, smaller: Accelerator | None) -> Evaluation:
    """The plan without its word where it takes in smaller cards (`taken_in`); what does not fit the larger fits the
    smaller no better.
    """
    if smaller is None or evaluation.verdict is Verdict.DOES_NOT_FIT:
        return evaluation
    return replace(evaluation, verdict=Verdict.UNKNOWN)


def of_host(cards: Sequence[Accelerator], card: Accelerator) -> list[Accelerator]:
    """The rows of a card's host that say how many of them are there."""
    return [row for row in cards if row.host == card.host and row.cards_per_host is not None]


def cards_of(row: Accelerator) -> int:
    """How many of a card its host has; 0 where that is not known."""
    return row.cards_per_host if isinstance(row.cards_per_host, int) else 0


def _memory(row: Accelerator) -> float:
    for value in (row.usable_memory, row.driver_memory):
        if isinstance(value, int | float):
            return value
    return float("inf")
