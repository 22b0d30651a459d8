"""How much fits: the largest batch and context, what the KV cache holds, the fewest GPUs, the least memory fraction.

Every answer is found by trying: edits are applied to the workbook, and the plan is resolved and evaluated as after an
edit by hand. So what an answer says is what applying it gives.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from planner.asked import Answer, Try
from planner.fewest import fewest_gpus
from planner.fields import Number, field_of
from planner.findings import Edit
from planner.load_edits import context_edits
from planner.plan import Evaluation
from planner.searching import MOST, largest
from planner.unit_table import GIB
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Inference, Training


def answers(evaluation: Evaluation, attempt: Try) -> tuple[Answer, ...]:
    """What people ask of a plan, in a fixed order; nothing for a plan whose memory is not known.

    `attempt(edits)` evaluates the plan under edits. Costs some hundred evaluations.
    """
    if evaluation.verdict is Verdict.UNKNOWN:
        return ()
    found: tuple[Callable[[Evaluation, Try], Answer | None], ...] = (
        _batch,
        _context,
        _tokens,
        _requests,
        fewest_gpus,
        _fraction,
    )
    if isinstance(evaluation.scenario.load, Training):
        found = (partial(_of_training, MICRO_BATCH), partial(_of_training, SEQUENCE), fewest_gpus)
    return tuple(answer for ask in found if (answer := ask(evaluation, attempt)) is not None)


def _fits(attempt: Try, edits: tuple[Edit, ...], tight: bool = False) -> bool:
    return attempt(edits).verdict in ((Verdict.FITS, Verdict.TIGHT) if tight else (Verdict.FITS,))


def _batch(evaluation: Evaluation, attempt: Try) -> Answer | None:
    load, path = evaluation.scenario.serving, ("scenarios", evaluation.scenario.id, "load", "batch")
    title = QT_TRANSLATE_NOOP("capacity", "Largest batch")
    bound = field_of(Inference, "batch")
    ceiling = int(bound.maximum) if isinstance(bound, Number) else MOST

    def edits(value: int) -> tuple[Edit, ...]:
        return (Edit(path, value),)

    most = largest(lambda value: _fits(attempt, edits(value)), ceiling)
    values = {"context": load.context}
    if most is None:
        template = QT_TRANSLATE_NOOP("capacity", "Not even one sequence of {context:,} tokens fits.")
        return Answer("batch", title, None, "", template, values)
    tight = largest(lambda value: _fits(attempt, edits(value), True), ceiling)
    template = QT_TRANSLATE_NOOP("capacity", "{most:,} sequences of {context:,} tokens fit; up to {tight:,} are tight.")
    if tight == most:
        template = QT_TRANSLATE_NOOP("capacity", "{most:,} sequences of {context:,} tokens fit.")
    changed = () if most == load.batch else edits(most)
    return Answer("batch", title, most, "", template, {**values, "most": most, "tight": tight}, changed)


def _context(evaluation: Evaluation, attempt: Try) -> Answer | None:
    scenario, model = evaluation.scenario, evaluation.model
    title = QT_TRANSLATE_NOOP("capacity", "Longest context")
    made_for: Any = model.max_context
    ceiling = made_for if isinstance(made_for, int) else MOST

    edits = context_edits(scenario, attempt)
    most = largest(lambda value: _fits(attempt, edits(value)), ceiling)
    values: dict[str, Any] = {"batch": scenario.serving.batch, "model": model.name}
    if most is None:
        template = QT_TRANSLATE_NOOP("capacity", "No context fits at batch {batch:,}.")
        return Answer("context", title, None, "token", template, values)
    values["most"] = most
    if most == made_for:
        template = QT_TRANSLATE_NOOP(
            "capacity", "All {most:,} tokens that {model} was made for fit at batch {batch:,}."
        )
    elif most == MOST:
        template = QT_TRANSLATE_NOOP(
            "capacity", "{most:,} tokens per sequence fit at batch {batch:,}; no more were tried."
        )
    else:
        values["tight"] = largest(lambda value: _fits(attempt, edits(value), True), ceiling)
        template = QT_TRANSLATE_NOOP(
            "capacity", "{most:,} tokens per sequence fit at batch {batch:,}; up to {tight:,} are tight."
        )
    changed = () if most == scenario.serving.context else edits(most)
    return Answer("context", title, most, "token", template, values, changed)


class _Asked(NamedTuple):
    """What is asked of a training plan: the cell that grows, and what is said of the largest that fits, and of none."""

    cell: str
    title: str
    unit: str
    most: str
    none: str


MICRO_BATCH = _Asked(
    "micro_batch",
    QT_TRANSLATE_NOOP("capacity", "Largest micro-batch"),
    "",
    QT_TRANSLATE_NOOP("capacity", "A micro-batch of {most:,} fits; up to {tight:,} are tight."),
    QT_TRANSLATE_NOOP("capacity", "Not even one sequence fits."),
)
SEQUENCE = _Asked(
    "sequence",
    QT_TRANSLATE_NOOP("capacity", "Longest sequence"),
    "token",
    QT_TRANSLATE_NOOP("capacity", "Sequences of {most:,} tokens fit; up to {tight:,} are tight."),
    QT_TRANSLATE_NOOP("capacity", "No sequence fits at this micro-batch."),
)


def _of_training(asked: _Asked, evaluation: Evaluation, attempt: Try) -> Answer:
    """The largest value of a cell that fits, the largest that is tight, and the edit for the first."""
    path = ("scenarios", evaluation.scenario.id, "load", asked.cell)
    most = largest(lambda value: _fits(attempt, (Edit(path, value),)))
    if most is None:
        return Answer(asked.cell, asked.title, None, asked.unit, asked.none)
    tight = largest(lambda value: _fits(attempt, (Edit(path, value),), True))
    changed = () if most == getattr(evaluation.scenario.load, asked.cell) else (Edit(path, most),)
    return Answer(asked.cell, asked.title, most, asked.unit, asked.most, {"most": most, "tight": tight}, changed)


def _tokens(evaluation: Evaluation, attempt: Try) -> Answer | None:
    tokens, room = evaluation.value("kv_capacity_tokens"), evaluation.value("kv_budget")
    if tokens is None or room is None:
        return None
    title = QT_TRANSLATE_NOOP("capacity", "Tokens in the KV cache")
    template = QT_TRANSLATE_NOOP("capacity", "{room:.2f} GiB per GPU stay for the KV cache.")
    return Answer("tokens", title, tokens, "token", template, {"room": room / GIB})


def _requests(evaluation: Evaluation, attempt: Try) -> Answer | None:
    requests = evaluation.value("kv_requests")
    load = evaluation.scenario.serving
    if requests is None:
        return None
    title = QT_TRANSLATE_NOOP("capacity", "Requests at a time")
    template = QT_TRANSLATE_NOOP(
        "capacity", "So many requests of {context:,} tokens are held at a time in the room for the KV cache."
    )
    replicas: Any = evaluation.scenario.dp
    replicas = replicas if isinstance(replicas, int) else 1
    path = ("scenarios", evaluation.scenario.id, "load", "batch")
    within = "free" if evaluation.value("free_within") is None else "free_within"

    def held(each: int) -> bool:
        left = attempt((Edit(path, each * replicas),)).value(within)
        return left is not None and left >= 0

    bound = field_of(Inference, "batch")
    ceiling = int(bound.maximum) // replicas if isinstance(bound, Number) else MOST
    each = min(int(requests), ceiling)
    printed = (each == 0 or held(each)) and (each == ceiling or not held(each + 1))
    if not printed:  # where a step takes more for more sequences, the room shrinks as they come
        each = largest(held, ceiling) or 0
    whole = each * replicas
    changed = (Edit(path, whole),) if whole >= 1 and whole != load.batch else ()
    value = float(requests) if printed and replicas == 1 else whole
    return Answer("requests", title, value, "", template, {"context": load.context}, changed)


def _fraction(evaluation: Evaluation, attempt: Try) -> Answer | None:
    engine = evaluation.engine
    if engine is None or engine.budget == "none":
        return None
    title = QT_TRANSLATE_NOOP("capacity", "Least memory fraction")

    def edits(percent: int) -> tuple[Edit, ...]:
        return (Edit(("scenarios", evaluation.scenario.id, "memory_fraction"), percent / 100),)

    lacking = largest(lambda percent: not _fits(attempt, edits(percent)), 100) or 0
    if lacking == 100:
        template = QT_TRANSLATE_NOOP("capacity", "No memory fraction leaves enough free for this load to fit.")
        return Answer("fraction", title, None, "", template)
    least, now = lacking + 1, evaluation.scenario.memory_fraction
    if now is None:
        now = engine.memory_fraction
    template = QT_TRANSLATE_NOOP("capacity", "With a memory fraction of {least} % {engine} holds this load.")
    changed = () if now == least / 100 else edits(least)
    return Answer("fraction", title, least / 100, "", template, {"least": least, "engine": engine.name}, changed)
