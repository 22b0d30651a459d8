"""The fewest GPUs that a plan fits on, and how it is laid over them.

Tried are all placements of TP (powers of two within a host that divide the model) and PP (up to one layer a stage; in
training the divisors of the layers), and for mixtures of EP: experts cut like everything else, spread whole over all
ranks, or as the plan has it. DP, and CP in training, stay as they are. The least product wins; of equal ones the
largest TP, whose exchanges stay within a host; then the plan's own EP, then cut experts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planner.asked import Answer, Try
from planner.findings import Edit
from planner.parts.feed_forward import Mixture
from planner.placement import divides
from planner.plan import Evaluation
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Training

USUAL_HOST = 8
"""Cards of a host where its row does not say."""
SURELY = 0.97
"""A bound from sums is taken this much lower: what a program rounds is not the same on each stage."""


@dataclass(slots=True)
class _Way:
    """A TP and EP to try with any number of stages: at least `first` are needed; `open` while some may fit."""

    tp: int
    ep: int
    order: int
    first: int = 1
    open: bool = True
    bounded: bool = False


def fewest_gpus(evaluation: Evaluation, attempt: Try) -> Answer | None:
    """The answer, with the edits that lay the plan over these GPUs; None where a degree is not known."""
    scenario = evaluation.scenario
    now = (scenario.tp, scenario.pp, scenario.ep)
    if not all(isinstance(degree, int) for degree in (*now, scenario.dp, scenario.cp)):
        return None
    title = QT_TRANSLATE_NOOP("capacity", "Fewest GPUs")
    found = _found(evaluation, attempt)
    if found is None:
        template = QT_TRANSLATE_NOOP(
            "capacity", "No TP of 1, 2, 4 … up to {most:,} that divides the model fits, with any PP up to {stages:,}."
        )
        values: dict[str, Any] = {"most": _host(evaluation), "stages": max(_counts(evaluation)[-1:], default=1)}
        return Answer("gpus", title, None, "GPU", template, values)
    tp, pp, ep = found
    training = isinstance(scenario.load, Training)
    kept: Any = scenario.dp * scenario.cp if training else scenario.dp  # type: ignore[operator]  # numbers: the plan fits
    degrees = [("TP", tp), ("PP", pp), ("EP", ep), ("DP", scenario.dp)]
    if training:
        degrees.append(("CP", scenario.cp))
    placement = ", ".join(f"{name} {degree}" for name, degree in degrees if degree != 1 or name == "TP")
    values = {"placement": placement, "tp": tp, "pp": pp, "ep": ep}
    template = QT_TRANSLATE_NOOP("capacity", "The plan fits at {placement}.")
    return Answer("gpus", title, tp * pp * kept, "GPU", template, values, edits_of(evaluation, tp, pp, ep))


def edits_of(evaluation: Evaluation, tp: int, pp: int, ep: int) -> tuple[Edit, ...]:
    """The edits that give a plan these degrees; stated layers per stage go where they are of another PP."""
    scenario = evaluation.scenario
    wanted: list[tuple[str, Any]] = [("tp", tp), ("pp", pp), ("ep", ep)]
    if pp != scenario.pp:
        wanted.append(("stages", None))
    return tuple(
        Edit(("scenarios", scenario.id, name), value) for name, value in wanted if getattr(scenario, name) != value
    )


def _host(evaluation: Evaluation) -> int:
    card = evaluation.accelerator
    present: Any = None if card is None else card.cards_per_host
    return present if isinstance(present, int) else USUAL_HOST


def _counts(evaluation: Evaluation) -> list[int]:
    """The numbers of stages that are tried, ascending."""
    counts: list[Any] = [group.count for group in evaluation.model.groups]
    layers = sum(counts) if all(isinstance(count, int) for count in counts) else 1
    if isinstance(evaluation.scenario.load, Training):
        return [stages for stages in range(1, layers + 1) if layers % stages == 0]
    return list(range(1, max(layers, 1) + 1))


def _ways(evaluation: Evaluation) -> Iterator[_Way]:
    model, scenario = evaluation.model, evaluation.scenario
    mixture = any(isinstance(group.feed_forward, Mixture) for group in model.groups)
    beside: Any = scenario.dp
    if isinstance(scenario.load, Training):
        beside *= scenario.cp
    own: Any = scenario.ep
    tp = 1
    while tp <= _host(evaluation):
        ranks = tp * beside
        degrees = [own]
        if mixture:
            degrees.append(1)
            if beside > 1 or not divides(model, tp):  # else whole experts are never less than cut ones
                degrees.append(ranks)
        for order, ep in enumerate(dict.fromkeys(degrees)):
            if (ranks % ep == 0 or not mixture) and divides(model, tp, ep):
                yield _Way(tp, ep, order)
        tp *= 2


def _found(evaluation: Evaluation, attempt: Try) -> tuple[int, int, int] | None:
    """TP, PP and EP of the placement; placements are tried in the order of the answer until one fits."""
    counts = _counts(evaluation)
    ways = list(_ways(evaluation))
    serves = not isinstance(evaluation.scenario.load, Training)

    def plan(way: _Way, stages: int) -> Evaluation:
        return attempt(edits_of(evaluation, way.tp, stages, way.ep))

    waiting = sorted(
        (way.tp * stages, -way.tp, way.order, stages, at) for at, way in enumerate(ways) for stages in counts
    )
    for _, _, _, stages, at in waiting:
        way = ways[at]
        if not way.open or stages < way.first:
            continue
        if stages > 1 and not way.bounded and serves:
            way.bounded = True
            # A stage of one layer holds no more than any stage that has this layer and others.
            way.open = plan(way, counts[-1]).verdict is Verdict.FITS
            if not way.open:
                continue
        found = plan(way, stages)
        if found.verdict is Verdict.FITS:
            return way.tp, stages, way.ep
        if stages == 1:
            way.first = _least_stages(found)
    return None


def _least_stages(whole: Evaluation) -> int:
    """How many stages are needed at least: together they hold the weights and the cache of one, none more than fits."""
    usable, parts = whole.value("usable"), whole.structure.children.get("needed", ())
    held = sum(whole.value(key) or 0 for key in ("weights", "kv_cache") if key in parts)
    if whole.verdict is Verdict.UNKNOWN or not usable or usable <= 0:
        return 1
    return max(-(-int(held * SURELY) // int(usable)), 1)
