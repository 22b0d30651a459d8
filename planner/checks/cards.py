"""What does not go together about the cards of a plan: free memory unread, links that end, packages, unequal hosts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit, Finding, Severity
from planner.hosts import cards_of, gpus_of, of_host, taken_in
from planner.plan import Evaluation
from planner.plan_inputs import link_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Path, Scenario, Training, Workbook


def check_cards(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """Findings about one scenario and its card."""
    card, scenario = evaluation.accelerator, evaluation.scenario
    if card is None:
        return
    devices: Any = card.package_devices
    if isinstance(devices, int) and devices > 1:
        yield Finding(
            "package_of_devices",
            (*path, "accelerator"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "Software sees {name} as {devices} devices. One of them has a part of the memory and the rates: no "
                "rank can use all that this plan counts with.",
            ),
            {"name": card.name, "devices": devices},
            QT_TRANSLATE_NOOP("findings", "Plan with a row of one of its devices."),
        )
    yield from _link(card, scenario, path)


def _link(card: Accelerator, scenario: Scenario, path: Path) -> Iterator[Finding]:
    """More ranks than the link joins, or than one host has."""
    tp: Any = scenario.tp
    joined: Any = card.link_cards
    if not isinstance(tp, int) or tp <= 1:
        return
    over_link = link_of(scenario, card) == "link" and card.link_bandwidth is not None
    remedy, edit = QT_TRANSLATE_NOOP("findings", "Plan the exchange over PCIe."), Edit((*path, "link"), "pcie")
    if isinstance(scenario.load, Training):  # its time comes from an MFU, and no line of it reads the link
        remedy, edit = QT_TRANSLATE_NOOP("findings", "Choose a TP within the link."), Edit((*path, "tp"), joined)
    if over_link and isinstance(joined, int) and tp > joined:
        yield Finding(
            "beyond_the_link",
            (*path, "link"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "The link of {name} joins {joined} cards, and TP is {tp}: sums between the others take a slower way "
                "than this plan counts with.",
            ),
            {"name": card.name, "joined": joined, "tp": tp},
            remedy,
            (edit,),
        )
    present: Any = card.cards_per_host
    if isinstance(present, int) and tp > present and card.host is None:
        yield Finding(
            "beyond_the_host",
            (*path, "tp"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "TP is {tp}, and one host has {present} of {name}: sums between hosts take a slower way than this plan "
                "counts with.",
            ),
            {"name": card.name, "present": present, "tp": tp},
            QT_TRANSLATE_NOOP("findings", "Keep a tensor-parallel group within one host."),
            (Edit((*path, "tp"), present),),
        )


def check_host(workbook: Workbook, scenario: Scenario) -> Iterator[Finding]:
    """A plan that needs more cards than its host has of this sort; unequal ones are refused, or count as the
    smallest.
    """
    card = next((row for row in workbook.accelerators if row.id == scenario.accelerator), None)
    gpus = gpus_of(scenario)
    if card is None or card.host is None or gpus <= 1:
        return
    same_host = of_host(workbook.accelerators, card)
    own, every = cards_of(card), sum(map(cards_of, same_host))
    if gpus <= own or not same_host:
        return
    values = {"host": card.host, "gpus": gpus, "name": card.name, "own": own, "every": every}
    path: Path = ("scenarios", scenario.id)
    smaller = taken_in(workbook.accelerators, scenario)
    if gpus > every:
        yield Finding(
            "more_than_the_host",
            (*path, "tp"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "This plan has {gpus} GPUs, and {host} has {every} cards."),
            values,
            QT_TRANSLATE_NOOP("findings", "Lower TP to the cards that are there."),
            (Edit((*path, "tp"), every),) if every and scenario.tp == gpus else (),
        )
    elif smaller is not None:
        yield Finding(
            "unequal_cards",
            (*path, "accelerator"),
            Severity.ERROR,
            QT_TRANSLATE_NOOP(
                "findings",
                "{host} has {own} of {name}, and this plan has {gpus} GPUs: it takes in smaller cards, and a plan "
                "counts with equal ones. {smallest} is the smallest. It is not said to fit.",
            ),
            {**values, "smallest": smaller.name},
            QT_TRANSLATE_NOOP("findings", "Plan by the smallest card."),
            (Edit((*path, "accelerator"), smaller.id),),
        )
    else:
        yield Finding(
            "planned_by_the_smallest",
            (*path, "accelerator"),
            Severity.NOTE,
            QT_TRANSLATE_NOOP(
                "findings", "The cards of {host} are unequal: this plan takes each as {name}, the smallest."
            ),
            values,
        )
