"""Whether a plan meets its targets, and the cheapest change that makes it: found by trying, as after an edit by hand.

Tried are smaller and larger batches, more GPUs by TP and by DP, weights in fp8, and the other GPUs of the workbook. Of
what meets all targets and fits, the least price of an hour wins where GPUs have prices, else the fewest GPUs, the
plan's own kind before others; then the fewest cells that change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from planner.accelerator import Accelerator
from planner.asked import Answer, Try
from planner.findings import Edit
from planner.placement import divides
from planner.plan import Evaluation
from planner.precision import decided
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP, Said, listed
from planner.workbook import Training

DEGREES = (1, 2, 4, 8)
BATCHES = tuple(2**power for power in range(11))
FITTING = (Verdict.FITS, Verdict.TIGHT)


def meets(evaluation: Evaluation) -> bool | None:
    """Whether a plan meets all of its targets; None when it has none, or when a time is not known."""
    over = evaluation.value("over_target")
    return None if over is None else bool(over <= 1)


def target_answer(evaluation: Evaluation, attempt: Try, cards: Sequence[Accelerator] = ()) -> Answer | None:
    """The answer for a plan that states targets: met, the cheapest change that meets them, or that none was found.

    `cards` are the GPUs of the workbook.
    """
    load = evaluation.scenario.load
    if isinstance(load, Training) or not load.targets():
        return None
    title = QT_TRANSLATE_NOOP("capacity", "Targets")
    now = meets(evaluation)
    if now is None:
        template = QT_TRANSLATE_NOOP("capacity", "The times of this plan are not known.")
        return Answer("targets", title, None, "", template)
    if now and evaluation.verdict in FITTING:
        return Answer("targets", title, _gpus(evaluation), "GPU", QT_TRANSLATE_NOOP("capacity", "All targets are met."))
    limits: dict[tuple[Edit, ...], bool] = {}
    for edits in _by_cost(evaluation, cards):
        kind = tuple(edit for edit in edits if edit.path[-1] in KIND)
        if kind not in limits:
            limits[kind] = _hopeless(evaluation, kind, attempt)
        if limits[kind]:
            continue
        found = attempt(edits)
        if found.verdict in FITTING and meets(found):
            names = {card.id: card.name for card in cards}
            changed = listed(
                Said("capacity", CHANGED[edit.path[-1]], {"value": names.get(edit.value, edit.value)}) for edit in edits
            )
            template = QT_TRANSLATE_NOOP("capacity", "Met at the least cost by {changed}, on {gpus} GPUs.")
            gpus = _gpus(found)
            return Answer("targets", title, gpus, "GPU", template, {"changed": changed, "gpus": gpus}, edits)
    template = QT_TRANSLATE_NOOP(
        "capacity", "Missed: no batch, TP, DP, weights in fp8 or GPU of this workbook that were tried meet them."
    )
    return Answer("targets", title, None, "GPU", template)


KIND = ("accelerator", "tp", "weights")
"""What sets the times of one sequence; replicas and batches share them."""
CHANGED = {
    "accelerator": QT_TRANSLATE_NOOP("capacity", "GPU {value}"),
    "batch": QT_TRANSLATE_NOOP("capacity", "batch {value}"),
    "tp": QT_TRANSLATE_NOOP("capacity", "TP {value}"),
    "dp": QT_TRANSLATE_NOOP("capacity", "DP {value}"),
    "weights": QT_TRANSLATE_NOOP("capacity", "weights {value}"),
}


def _hopeless(evaluation: Evaluation, kind: tuple[Edit, ...], attempt: Try) -> bool:
    """Whether no batch on no replicas of this kind can meet the targets: none is faster than one sequence on one
    replica, and none finishes more requests than the largest batch on the most replicas.
    """
    row = ("scenarios", evaluation.scenario.id)

    def over(dp: int, batch: int, *names: str) -> bool:
        tried = attempt((*kind, Edit((*row, "dp"), dp), Edit((*row, "load", "batch"), batch)))
        return any((tried.value(f"over_{name}") or 0) > 1 for name in names)

    if over(1, 1, "ttft", "tpot"):
        return True
    asked = evaluation.scenario.load
    return not isinstance(asked, Training) and asked.target_rate is not None and (
        over(DEGREES[-1], BATCHES[-1] * DEGREES[-1], "rate")
    )  # fmt: skip


def _gpus(evaluation: Evaluation) -> int:
    found = evaluation.value("pool_gpus")
    return int(evaluation.value("serving_gpus") if found is None else found)


def _by_cost(evaluation: Evaluation, cards: Sequence[Accelerator]) -> Iterator[tuple[Edit, ...]]:
    """Changes of a plan: the cheapest GPUs first, among these the fewest cells, and then the larger batches."""
    scenario, own = evaluation.scenario, evaluation.accelerator
    row = ("scenarios", scenario.id)
    pp: Any = scenario.pp
    plain = not decided(scenario, evaluation.model.stored_formats)["weights"].quantised
    kinds = ([] if own is None else [own]) + [card for card in cards if own is None or card.id != own.id]
    found = []
    for card in kinds:
        formats = [None, "fp8"] if plain and card.peak_fp8 is not None else [None]
        later, price = _price(card, own)
        for tp in DEGREES:
            if not divides(evaluation.model, tp, scenario.ep):
                continue
            for dp in DEGREES:
                for batch in BATCHES:
                    for stored in formats:
                        load = (*row, "load")
                        stated = ((row, "accelerator", card.id), (row, "tp", tp), (row, "dp", dp),
                                  (load, "batch", batch * dp))  # fmt: skip
                        cells = [
                            Edit((*path, name), value)
                            for path, name, value in stated
                            if value != getattr(scenario.load if name == "batch" else scenario, name)
                        ]
                        if stored is not None:
                            cells.append(Edit((*row, "weights"), stored))
                        if cells:
                            gpus = tp * dp * (pp or 1)
                            found.append((later, price * gpus, gpus, len(cells), -batch, tuple(cells)))
    found.sort(key=lambda each: each[:5])
    return (edits for *_, edits in found)


def _price(card: Accelerator, own: Accelerator | None) -> tuple[bool, float]:
    """Whether a kind of GPU comes after those that can be compared by price, and its price of an hour (1 without)."""
    if own is None or card.id == own.id or own.price_low is not None:
        return card.price_low is None and card is not own, float(card.price_low or 1)
    return True, 1.0
