"""What would help a plan that is tight or does not fit: changes with their computed effect, best first.

Nothing here is canned: every candidate is a changed copy of the scenario, evaluated by the same ledger.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from planner.findings import Edit
from planner.load_edits import load_edits, load_with
from planner.parts.attention import GroupedQuery
from planner.placement import divides
from planner.plan import Evaluation
from planner.precision import PART_CELLS, bits_of, decided, label_of
from planner.searching import MOST, largest
from planner.serving_remedies import serving_candidates
from planner.training_remedies import training_candidates
from planner.unit_table import GIB
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Scenario, Training

Evaluate = Callable[..., Evaluation]
LARGE_FRACTION = 0.95
"""As much of a card as an engine is commonly given when nothing else runs there."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change that would help: its sentence, its edits (empty when it asks for another model), and the outcome."""

    code: str
    template: str
    values: dict[str, Any]
    edits: tuple[Edit, ...]
    freed: int
    free: int
    verdict: Verdict

    @property
    def sentence(self) -> str:
        """What to change, and what that does, in English."""
        effect = f"frees {self.freed / GIB:.2f} GiB per GPU: {self.verdict}, {self.free / GIB:.2f} GiB free"
        if self.free < 0:
            effect = f"frees {self.freed / GIB:.2f} GiB per GPU, {-self.free / GIB:.2f} GiB still missing"
        return f"{self.template.format(**self.values)}: {effect}."


def remedies(evaluation: Evaluation, evaluate: Evaluate) -> tuple[Remedy, ...]:
    """Changes that leave more memory free, those that reach "Fits" first, then by how much they free.

    Of one verdict, what asks for another model comes last: it is no change of this plan.

    `evaluate(model, scenario)` computes a changed plan on the same device. Nothing is offered for an Unknown plan,
    nor where states alone do not fit and the rest is not known: no effect can be computed then.
    """
    if evaluation.verdict is Verdict.UNKNOWN or evaluation.value("free") is None:
        return ()
    found: list[Remedy] = []
    for code, template, values, model, scenario, edits in _candidates(evaluation, evaluate):
        after = evaluate(model, scenario)
        freed = after.value("free") - evaluation.value("free") if after.value("free") is not None else 0
        if freed > 0:
            found.append(Remedy(code, template, values, edits, freed, after.value("free"), after.verdict))
    order = list(Verdict)
    return tuple(sorted(found, key=lambda remedy: (order.index(remedy.verdict), not remedy.edits, -remedy.freed)))


def _candidates(evaluation: Evaluation, evaluate: Evaluate) -> Iterator[tuple[Any, ...]]:
    scenario = evaluation.scenario
    path: Path = ("scenarios", scenario.id)
    if isinstance(scenario.load, Training):
        yield from training_candidates(evaluation, scenario.load, path)
        yield from _more_gpus(evaluation, path)
        yield from _more_stages(evaluation, path)
        return
    yield from _smaller_weights(evaluation, path)
    yield from _smaller_cache(evaluation, path)
    yield from _shorter(evaluation, evaluate)
    yield from _more_gpus(evaluation, path)
    yield from _more_stages(evaluation, path)
    yield from _larger_fraction(evaluation, path)
    yield from serving_candidates(evaluation, path)
    yield from _fewer_kv_heads(evaluation)


def _of_files(evaluation: Evaluation) -> bool:
    """Whether the engine is llama.cpp or one made of it: they have formats of their own, and no fp8."""
    engine = evaluation.engine
    return engine is not None and (evaluation.scenario.kv_policy or engine.kv_policy) == "cells"


def _smaller_weights(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """The first format that is clearly smaller than the smallest there is; fp8 in blocks is not made so by int8."""
    model, scenario = evaluation.model, evaluation.scenario
    formats = decided(scenario, model.stored_formats)
    least = min(formats[cell].bits for cell in PART_CELLS)
    offered = ("q8_0", "Q4_K_M") if _of_files(evaluation) else ("int8", "int4_g128")
    name = next((name for name in offered if bits_of(name) < 0.9 * least), None)
    if name is not None:
        yield (
            f"weights_{name}",
            QT_TRANSLATE_NOOP("remedies", "Weights in {format}"),
            {"format": label_of(name)},
            model,
            scenario.model_copy(update={"weights": name}),
            (Edit((*path, "weights"), name),),
        )


def _smaller_cache(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """Keys and values in about one byte each, where they take more."""
    model, scenario = evaluation.model, evaluation.scenario
    cache = "q8_0" if _of_files(evaluation) else "fp8"
    if decided(scenario, model.stored_formats)["kv_keys"].bits > bits_of(cache):
        load = scenario.serving.model_copy(update={"kv_keys": cache, "kv_values": cache})
        yield (
            f"kv_{cache}",
            QT_TRANSLATE_NOOP("remedies", "KV cache in {format}"),
            {"format": cache},
            model,
            scenario.model_copy(update={"load": load}),
            (Edit((*path, "load", "kv_keys"), cache), Edit((*path, "load", "kv_values"), cache)),
        )


def _shorter(evaluation: Evaluation, evaluate: Evaluate) -> Iterator[tuple[Any, ...]]:
    """The longest context, and the largest batch, that fits."""
    model, scenario = evaluation.model, evaluation.scenario

    def fits_with(name: str, value: int) -> bool:
        return _fits(evaluate(model, _smaller(scenario, name, value)))

    for name, template in (
        ("context", QT_TRANSLATE_NOOP("remedies", "Context of {most:,} in place of {now:,}")),
        ("batch", QT_TRANSLATE_NOOP("remedies", "Batch of {most:,} in place of {now:,}")),
    ):
        now = getattr(scenario.serving, name)
        most = largest(partial(fits_with, name), now) if isinstance(now, int) and now <= MOST else None
        if most is not None and most < now:
            values = {"most": most, "now": now}
            edits = load_edits(scenario, name, most)
            yield f"shorter_{name}", template, values, model, _smaller(scenario, name, most), edits


def _more_gpus(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """Twice the tensor-parallel degree, where it divides the model."""
    model, scenario = evaluation.model, evaluation.scenario
    tp: Any = scenario.tp
    if isinstance(tp, int) and divides(model, 2 * tp, scenario.ep):
        yield (
            "more_gpus",
            QT_TRANSLATE_NOOP("remedies", "TP {tp} in place of {now}, {gpus} GPUs in all"),
            {"tp": 2 * tp, "now": tp, "gpus": 2 * _gpus(evaluation)},
            model,
            scenario.model_copy(update={"tp": 2 * tp}),
            (Edit((*path, "tp"), 2 * tp),),
        )


def _more_stages(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """Twice the pipeline stages, where there are layers for them and nobody has dealt them by hand."""
    model, scenario = evaluation.model, evaluation.scenario
    pp: Any = scenario.pp
    layers = sum(group.count for group in model.groups if isinstance(group.count, int))
    if isinstance(pp, int) and 2 * pp <= layers and scenario.stages is None:
        yield (
            "more_stages",
            QT_TRANSLATE_NOOP("remedies", "PP {pp} in place of {now}, {gpus} GPUs in all"),
            {"pp": 2 * pp, "now": pp, "gpus": 2 * _gpus(evaluation)},
            model,
            scenario.model_copy(update={"pp": 2 * pp}),
            (Edit((*path, "pp"), 2 * pp),),
        )


def _gpus(evaluation: Evaluation) -> int:
    """GPUs of the plan as it is, over all its degrees."""
    scenario = evaluation.scenario
    degrees: list[Any] = [scenario.tp, scenario.pp, scenario.dp]
    if isinstance(scenario.load, Training):
        degrees.append(scenario.cp)  # in serving the ranks of CP are ranks of TP
    return math.prod(each for each in degrees if isinstance(each, int))


def _larger_fraction(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """More of the card for an engine that takes a smaller share of it."""
    engine, scenario = evaluation.engine, evaluation.scenario
    if engine is None or engine.budget == "none":
        return
    now: Any = engine.memory_fraction if scenario.memory_fraction is None else scenario.memory_fraction
    if isinstance(now, int | float) and now < LARGE_FRACTION:
        yield (
            "larger_fraction",
            QT_TRANSLATE_NOOP("remedies", "Memory fraction {most} % in place of {now} %"),
            {"most": f"{100 * LARGE_FRACTION:.4g}", "now": f"{100 * now:.4g}"},
            evaluation.model,
            scenario.model_copy(update={"memory_fraction": LARGE_FRACTION}),
            (Edit((*path, "memory_fraction"), LARGE_FRACTION),),
        )


def _fits(evaluation: Evaluation) -> bool:
    return evaluation.verdict is Verdict.FITS


def _smaller(scenario: Scenario, name: str, value: int) -> Scenario:
    load = scenario.load.model_copy(update=load_with(scenario, name, value))
    return scenario.model_copy(update={"load": load})


def _fewer_kv_heads(evaluation: Evaluation) -> Iterator[tuple[Any, ...]]:
    """Another model, one with fewer KV heads, holds less; offered as knowledge, without edits."""
    groups = evaluation.model.groups
    widest = max((g.attention.kv_heads for g in groups if isinstance(g.attention, GroupedQuery)), default=0)
    fewer = max(
        (count for count in range(1, 9) if isinstance(widest, int) and widest and widest % count == 0), default=0
    )
    if not isinstance(widest, int) or not 0 < fewer < widest:
        return
    changed = tuple(
        group.model_copy(update={"attention": group.attention.model_copy(update={"kv_heads": fewer})})
        if isinstance(group.attention, GroupedQuery)
        else group
        for group in groups
    )
    yield (
        "fewer_kv_heads",
        QT_TRANSLATE_NOOP("remedies", "A model with {fewer} KV heads in place of {now}"),
        {"fewer": fewer, "now": widest},
        evaluation.model.model_copy(update={"groups": changed}),
        evaluation.scenario,
        (),
    )
