"""Whether a plan meets its targets, and the cheapest change that makes it: found by trying, as after an edit by hand.

Tried are smaller and larger batches, more GPUs by TP and by DP, and weights in fp8; of what meets all targets and fits
the fewest GPUs win, then the fewest cells that change. The price is that of the GPUs; another kind of GPU is not tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.asked import Answer, Try
from planner.findings import Edit
from planner.placement import divides
from planner.plan import Evaluation
from planner.precision import decided
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Training

DEGREES = (1, 2, 4, 8)
BATCHES = tuple(2**power for power in range(11))
FITTING = (Verdict.FITS, Verdict.TIGHT)


def meets(evaluation: Evaluation) -> bool | None:
    """Whether a plan meets all of its targets; None when it has none, or when a time is not known."""
    over = evaluation.value("over_target")
    return None if over is None else bool(over <= 1)


def target_answer(evaluation: Evaluation, attempt: Try) -> Answer | None:
    """The answer for a plan that states targets: met, the cheapest change that meets them, or that none was found."""
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
    hopeless: dict[tuple[Edit, ...], bool] = {}
    for edits in _by_cost(evaluation):
        alone = _alone(evaluation, edits)
        if alone not in hopeless:  # no batch is faster than one sequence on one replica
            least = attempt(alone)
            hopeless[alone] = any((least.value(f"over_{name}") or 0) > 1 for name in ("ttft", "tpot"))
        if hopeless[alone]:
            continue
        found = attempt(edits)
        if found.verdict in FITTING and meets(found):
            changed = ", ".join(f"{_cell(edit)} {edit.value}" for edit in edits)
            template = QT_TRANSLATE_NOOP("capacity", "Met at the least cost by {changed}, on {gpus} GPUs.")
            gpus = _gpus(found)
            return Answer("targets", title, gpus, "GPU", template, {"changed": changed, "gpus": gpus}, edits)
    template = QT_TRANSLATE_NOOP("capacity", "Missed: no batch, TP, DP or weights in fp8 that were tried meet them.")
    return Answer("targets", title, None, "GPU", template)


def _alone(evaluation: Evaluation, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The same TP and weights with one sequence on one replica."""
    row = ("scenarios", evaluation.scenario.id)
    kept = tuple(edit for edit in edits if edit.path[-1] in ("tp", "weights"))
    return (*kept, Edit((*row, "dp"), 1), Edit((*row, "load", "batch"), 1))


def _gpus(evaluation: Evaluation) -> int:
    found = evaluation.value("pool_gpus")
    return int(evaluation.value("serving_gpus") if found is None else found)


def _cell(edit: Edit) -> str:
    return {"batch": "batch", "tp": "TP", "dp": "DP", "weights": "weights"}[edit.path[-1]]


def _by_cost(evaluation: Evaluation) -> Iterator[tuple[Edit, ...]]:
    """Changes of a plan: the fewest GPUs first, among these the fewest cells, and then the larger batches."""
    scenario = evaluation.scenario
    row = ("scenarios", scenario.id)
    pp: Any = scenario.pp
    formats: list[str | None] = [None]
    weights = decided(scenario, evaluation.model.stored_formats)["weights"]
    if not weights.quantised and evaluation.accelerator is not None and evaluation.accelerator.peak_fp8 is not None:
        formats.append("fp8")
    found = []
    for tp in DEGREES:
        if not divides(evaluation.model, tp, scenario.ep):
            continue
        for dp in DEGREES:
            for batch in BATCHES:
                for stored in formats:
                    stated = ((row, "tp", tp), (row, "dp", dp), ((*row, "load"), "batch", batch * dp))
                    cells = [
                        Edit((*path, name), value)
                        for path, name, value in stated
                        if value != getattr(scenario.load if name == "batch" else scenario, name)
                    ]
                    if stored is not None:
                        cells.append(Edit((*row, "weights"), stored))
                    if cells:
                        found.append((tp * dp * (pp or 1), len(cells), -batch, tuple(cells)))
    found.sort(key=lambda each: each[:3])
    return (edits for *_, edits in found)
