"""Findings on what a step computes: batches that do not divide, bubbles, documents, an MFU out of reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit, Finding, Severity, warning
from planner.plan import Evaluation
from planner.plan_inputs import training_choices_of
from planner.training.choices import WRITTEN
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Training


def check_batch(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    """What of a step's sizes does not go together, each at its cell; `at` is the path of the load."""
    yield from _global_batch(evaluation, load, at)
    yield from _bubble(evaluation, load, at)
    yield from _shared_tokens(evaluation, load, at)
    yield from _documents(evaluation, load, at)
    yield from _mfu(evaluation, load, at)


def _global_batch(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    whole, micro, dp = (load.global_batch, load.micro_batch, evaluation.scenario.dp)
    if not (isinstance(whole, int) and isinstance(micro, int) and isinstance(dp, int)) or not whole % (micro * dp):
        return
    nearest = nearest_multiple(whole, micro * dp)
    yield warning("global_batch_not_divisible", (*at, "global_batch"), QT_TRANSLATE_NOOP(
        "findings", "The global batch {whole:,} is no multiple of micro-batch {micro:,} times DP {dp:,}: the last pass "
        "of a step is not full. The nearest is {nearest:,}."),
        {"whole": whole, "micro": micro, "dp": dp, "nearest": nearest},
        QT_TRANSLATE_NOOP("findings", "Take the nearest multiple of their product."), nearest)  # fmt: skip


def nearest_multiple(value: int, of: int) -> int:
    """The multiple of `of` that is nearest to `value`, at least one of them; the larger of two that are as near.

    >>> nearest_multiple(3, 2), nearest_multiple(65, 16), nearest_multiple(1, 8)
    (4, 64, 8)
    """
    return max((2 * value + of) // (2 * of), 1) * of


def _bubble(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    stages, passes, bubble = (evaluation.scenario.pp, evaluation.value("micro_batches"), evaluation.value("bubble"))
    micro, dp = load.micro_batch, evaluation.scenario.dp
    if not (isinstance(stages, int) and isinstance(micro, int) and isinstance(dp, int)) or bubble is None:
        return
    if stages == 1 or passes >= stages:
        return
    yield warning("fewer_micro_batches_than_stages", (*at, "global_batch"), QT_TRANSLATE_NOOP(
        "findings", "Micro-batches of a step, {passes:,}, do not fill {stages:,} pipeline stages: the stages wait "
        "{share:.0%} of the time."),
        {"passes": passes, "stages": stages, "share": bubble / (1 + bubble)},
        QT_TRANSLATE_NOOP("findings", "Accumulate at least as many micro-batches as there are stages."),
        micro * dp * stages)  # fmt: skip


def _shared_tokens(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    scenario, sequence = evaluation.scenario, load.sequence
    tp = scenario.tp if load.sequence_parallel else 1
    if not (isinstance(sequence, int) and isinstance(tp, int) and isinstance(scenario.cp, int)):
        return
    ranks = tp * scenario.cp
    if sequence % ranks:
        yield warning("sequence_not_divisible", (*at, "sequence"), QT_TRANSLATE_NOOP(
            "findings", "{ranks:,} ranks share the tokens of a sequence, and {sequence:,} is no multiple of that: the "
            "fullest rank is counted."), {"ranks": ranks, "sequence": sequence},
            QT_TRANSLATE_NOOP("findings", "Take the nearest multiple."),
            nearest_multiple(sequence, ranks))  # fmt: skip


def _documents(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    training = training_choices_of(evaluation.scenario, load, evaluation.model.stored_formats)
    sequence, document = load.sequence, load.document_tokens
    if load.packing == "full" or not (isinstance(sequence, int) and isinstance(document, int)):
        return
    if document > sequence:
        yield warning("document_longer_than_sequence", (*at, "document_tokens"), QT_TRANSLATE_NOOP(
            "findings", "Documents of {document:,} tokens do not stand in a sequence of {sequence:,}: they are counted "
            "as cut."), {"document": document, "sequence": sequence},
            QT_TRANSLATE_NOOP("findings", "Shorten the document to the sequence."), sequence)  # fmt: skip
    padding = evaluation.value("padding")
    if padding:
        yield Finding("padding_is_computed", (*at, "packing"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "{share:.0%} of the tokens that a step computes are padding and count for nothing."),
            {"share": padding}, QT_TRANSLATE_NOOP("findings", "Pack the documents."),
            (Edit((*at, "packing"), "packed"),))  # fmt: skip
    if load.packing == "packed" and document < sequence and not training.skips_other_documents:
        pairs = document / sequence
        edits = [Edit((*at, "explicit_mask"), False)] if load.explicit_mask else []
        if load.attention_implementation in WRITTEN:
            edits.append(Edit((*at, "attention_implementation"), "sdpa"))
        yield Finding("packing_computes_all_pairs", (*at, "packing"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "Pairs of different documents are computed and masked: only about {pairs:.0%} of the "
            "attention's pairs count."), {"pairs": pairs},
            QT_TRANSLATE_NOOP("findings", "Choose FlashAttention without an explicit mask: it is told where documents "
                              "begin."), tuple(edits))  # fmt: skip


def _mfu(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    card, hfu = evaluation.accelerator, evaluation.value("hfu")
    reached: Any = None if card is None else card.compute_efficiency
    if load.mfu is None or hfu is None or card is None or not isinstance(reached, int | float) or hfu <= reached:
        return
    yield warning("mfu_out_of_reach", (*at, "mfu"), QT_TRANSLATE_NOOP(
        "findings", "An MFU of {mfu:.0%} is {hfu:.0%} of the peak with what is computed again, and matrix products on "
        "{name} reach {reached:.0%}."),
        {"mfu": load.mfu, "hfu": hfu, "name": card.name, "reached": reached},
        QT_TRANSLATE_NOOP("findings", "Clear the cell: then the time is estimated from what the GPU reaches."),
        None)  # fmt: skip
