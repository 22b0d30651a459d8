"""What goes from GPU to GPU in a pass: all-reduces, rows between stages, rows to the experts and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from planner.ledger import Builder, Slot
from planner.parts.base import Phase
from planner.scope import GroupScope, Scopes
from planner.time.choices import SIZES
from planner.time.flops import phase_names
from planner.words import QT_TRANSLATE_NOOP

ALL_REDUCE = QT_TRANSLATE_NOOP(
    "references", "Thakur et al. 2005 (ring all-reduce): each rank sends 2(n-1)/n of the bytes"
)
BETWEEN = QT_TRANSLATE_NOOP(
    "references",
    "Between the numbers of cards that were fitted, on straight lines; beyond the largest the latency goes on",
)
BEYOND = QT_TRANSLATE_NOOP(
    "references",
    "Lepikhin et al. 2020, arXiv:2006.16668; inside a tensor-parallel group every rank has the rows, and the "
    "all-reduce brings the results together",
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
        names = {**group.shared, **phase_names(phase, group.shared)}
        if sized:
            names |= {"latency": "all_reduce_latency", "efficiency": "all_reduce_efficiency"}
        else:
            names |= {"latency": f"accelerator.{link}_latency", "efficiency": f"accelerator.{link}_efficiency"}
        names["bandwidth"] = f"accelerator.{link}_bandwidth"
        sent = "ceil_div(2 * (tp - 1) * activation_bytes * rows * d_model, tp)"
        found = Exchange(group.label, f"{halves} * layers", sent, names, ALL_REDUCE)
        _exchange(builder, f"{key}.{group.prefix}", key, root, found)


def exchange_lines(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """What goes from GPU to GPU beside the all-reduces: between pipeline stages, and to the experts and back."""
    placement, link = scopes.choices.placement, scopes.choices.link
    over = {name: f"accelerator.{link}_{name}" for name in ("latency", "efficiency", "bandwidth")}
    row = "activation_bytes * rows * d_model"
    if placement.pipeline:
        names = {**scopes.shared, **phase_names(phase, scopes.shared), **over}
        label = QT_TRANSLATE_NOOP("ledger", "Between pipeline stages")
        why = QT_TRANSLATE_NOOP("references", "One row of d_model per token and stage")
        _exchange(builder, f"{root}.stages", root, root, Exchange(label, "(pp - 1)", row, names, why))
    if placement.context and phase == "decode":
        for group in scopes.groups:
            names = {**group.names("attention"), **phase_names(phase, group.shared), **over}
            label = QT_TRANSLATE_NOOP("ledger", "Queries and partial results of context ranks")
            why = QT_TRANSLATE_NOOP("references", "A row of d_model per token there and back")
            found = Exchange(label, "2 * layers", f"ceil_div({row} * (cp - 1), cp)", names, why)
            _exchange(builder, f"{root}.context_{group.prefix}", root, root, found)
    if placement.experts:
        for group in scopes.groups:
            if group.parts["feed_forward"].kind == "mixture":
                names = {**group.names("feed_forward"), **phase_names(phase, group.shared), **over}
                times = "2 * layers * min(max(ep // tp, 1) - 1, 1)"
                label = QT_TRANSLATE_NOOP("ledger", "To the experts and back")
                sent = f"ceil_div({row} * active * max(ep - tp, 0), ep * tp)"
                found = Exchange(label, times, sent, names, BEYOND)
                _exchange(builder, f"{root}.experts_{group.prefix}", root, root, found)


class Exchange(NamedTuple):
    """Exchanges of one kind: the formula of how often, and of the bytes that a rank sends in one."""

    label: str
    times: str
    sent: str
    names: Mapping[str, Slot]
    reference: str


def _exchange(builder: Builder, key: str, parent: str, root: str, found: Exchange) -> None:
    """How often, what one takes, and the bytes of it."""
    names = {**found.names, "one": f"{key}.one", "sent": f"{key}.sent"}
    builder.add(key, parent, root, found.label, "s", f"{found.times} * one", names, found.reference)
    one, text = QT_TRANSLATE_NOOP("ledger", "One exchange"), "latency + sent / (efficiency * bandwidth)"
    builder.add(
        f"{key}.one",
        key,
        root,
        one,
        "s",
        text,
        names,
        QT_TRANSLATE_NOOP("references", "Latency, and the bytes over the link's reached share"),
    )
    sent = QT_TRANSLATE_NOOP("ledger", "Bytes sent")
    builder.add(f"{key}.sent", key, root, sent, "byte", found.sent, names, found.reference)
