"""What goes from GPU to GPU in a pass: all-reduces, rows between stages, rows to the experts and back."""

from __future__ import annotations

from collections.abc import Iterable

from planner.ledger import Builder, Slot
from planner.parts.base import Phase
from planner.scope import GroupScope, Scopes
from planner.time.choices import SIZES
from planner.time.flops import phase_names
from planner.words import QT_TRANSLATE_NOOP

ALL_REDUCE = "Thakur et al. 2005 (ring all-reduce): each rank sends 2(n-1)/n of the bytes"
BETWEEN = "Between the numbers of cards that were fitted, on straight lines; beyond the largest the latency goes on"
BEYOND = (
    "Lepikhin et al. 2020, arXiv:2006.16668; inside a tensor-parallel group every rank has the rows, and the "
    "all-reduce brings the results together"
)


def all_reduce_lines(builder: Builder, scopes: Scopes) -> None:
    """Latency and efficiency of an all-reduce of `tp` cards, where the card has them by number of cards."""
    choices = scopes.choices.time
    if not (scopes.choices.tensor_parallel and choices.sized):
        return
    for what, label, unit, last in (
        ("latency", QT_TRANSLATE_NOOP("ledger", "Latency of an all-reduce"), "s", "max(tp - 4, 0)"),
        ("efficiency", QT_TRANSLATE_NOOP("ledger", "Efficiency of an all-reduce"), "", "max(min(tp - 4, 4), 0)"),
    ):
        names: dict[str, Slot] = {
            f"{what}_{cards}": f"accelerator.{choices.collective}_{what}_{cards}" for cards in SIZES
        }
        text = f"{what}_2 + ({what}_4 - {what}_2) * max(min(tp - 2, 2), 0) / 2 + ({what}_8 - {what}_4) * {last} / 4"
        key = f"all_reduce_{what}"
        builder.add(key, None, "collectives", label, unit, text, {"tp": "scenario.tp", **names}, BETWEEN)


def collective_lines(builder: Builder, scopes: Scopes, groups: Iterable[GroupScope], phase: Phase, root: str) -> None:
    """The all-reduces after the halves of each layer of these groups."""
    key, link = f"{root}.collectives", scopes.choices.link
    builder.section(key, root, root, QT_TRANSLATE_NOOP("ledger", "All-reduces"), "s", ALL_REDUCE)
    sized = scopes.choices.time.sized
    for group in groups:
        halves = sum(group.present())
        if not halves:
            continue
        names = {
            **group.shared,
            **phase_names(phase, group.shared),
            "latency": "all_reduce_latency" if sized else f"accelerator.{link}_latency",
            "efficiency": "all_reduce_efficiency" if sized else f"accelerator.{link}_efficiency",
            "bandwidth": f"accelerator.{link}_bandwidth",
        }
        builder.add(
            f"{key}.{group.prefix}",
            key,
            root,
            group.label,
            "s",
            f"{halves} * layers * (latency + 2 * (tp - 1) / tp * activation_bytes * rows * d_model"
            " / (efficiency * bandwidth))",
            names,
            ALL_REDUCE,
        )


def exchange_lines(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """What goes from GPU to GPU beside the all-reduces: between pipeline stages, and to the experts and back."""
    placement = scopes.choices.placement
    link = scopes.choices.link
    sent = f"{link}_latency + activation_bytes * rows{{times}} * d_model / ({link}_efficiency * {link}_bandwidth)"
    if placement.pipeline:
        names = {**scopes.shared, **phase_names(phase, scopes.shared)}
        label = QT_TRANSLATE_NOOP("ledger", "Between pipeline stages")
        text = f"(pp - 1) * ({sent.format(times='')})"
        builder.add(f"{root}.stages", root, root, label, "s", text, names, "One row of d_model per token and stage")
    if placement.context and phase == "decode":
        for group in scopes.groups:
            names = {**group.names("attention"), **phase_names(phase, group.shared)}
            text = f"2 * layers * ({sent.format(times=' * (cp - 1) / cp')})"
            label = QT_TRANSLATE_NOOP("ledger", "Queries and partial results of context ranks")
            key = f"{root}.context_{group.prefix}"
            builder.add(key, root, root, label, "s", text, names, "A row of d_model per token there and back")
    if placement.experts:
        for group in scopes.groups:
            if group.parts["feed_forward"].kind == "mixture":
                names = {**group.names("feed_forward"), **phase_names(phase, group.shared)}
                sent_there = sent.format(times=" * active * (ep - tp) / ep / tp")
                text = f"2 * layers * min(max(ep // tp, 1) - 1, 1) * ({sent_there})"
                label = QT_TRANSLATE_NOOP("ledger", "To the experts and back")
                key = f"{root}.experts_{group.prefix}"
                builder.add(key, root, root, label, "s", text, names, BEYOND)
