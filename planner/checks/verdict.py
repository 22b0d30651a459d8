"""The word of a plan as a Finding, with the numbers and the line that decide, and what keeps lines from a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit, Finding, Severity
from planner.plan import Evaluation
from planner.unit_table import GIB
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP, Said, listed
from planner.workbook import Path


def check_verdict(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """Why a plan is not said to fit: what is missing, what is tight, which cell is blank."""
    if evaluation.verdict is Verdict.DOES_NOT_FIT:
        yield _states(evaluation, path) if evaluation.value("needed") is None else _missing(evaluation, path)
    elif evaluation.verdict is Verdict.TIGHT:
        yield _tight(evaluation, path)
    else:
        blocked = evaluation.blocked("free") or evaluation.blocked("needed")
        blocked = tuple(slot for slot in blocked if not slot.startswith("unproved."))  # a Finding of its own
        if blocked and evaluation.accelerator is not None:
            yield _blank(
                evaluation,
                path,
                "memory_unknown",
                blocked,
                (
                    QT_TRANSLATE_NOOP("findings", "No verdict: {blank} is blank."),
                    QT_TRANSLATE_NOOP("findings", "No verdict: {blank} are blank."),
                    QT_TRANSLATE_NOOP("findings", "No verdict: {blank} is zero."),
                ),
            )


def _states(evaluation: Evaluation, path: Path) -> Finding:
    """What is needed is not known, but the states alone do not fit."""
    return Finding(
        "states_do_not_fit",
        path,
        Severity.ERROR,
        QT_TRANSLATE_NOOP(
            "findings",
            "Does not fit: the states alone take {states:.2f} GiB per GPU, {usable:.2f} GiB are usable. {decides}",
        ),
        {
            "decides": _decides(evaluation),
            "states": evaluation.value("states") / GIB,
            "usable": evaluation.value("usable") / GIB,
        },
        QT_TRANSLATE_NOOP("findings", "Share the states among more GPUs: raise ZeRO, DP, TP or PP."),
    )


def _missing(evaluation: Evaluation, path: Path) -> Finding:
    """More is needed than there is."""
    return Finding(
        "does_not_fit",
        path,
        Severity.ERROR,
        QT_TRANSLATE_NOOP(
            "findings",
            "Does not fit: {needed:.2f} GiB needed per GPU, {usable:.2f} GiB {whose}, {missing:.2f} GiB missing. "
            "{decides}",
        ),
        _amounts_of(evaluation),
        QT_TRANSLATE_NOOP("findings", "See what would help under the ledger."),
    )


def _tight(evaluation: Evaluation, path: Path) -> Finding:
    """It fits with typical overheads, and might not with others."""
    return Finding(
        "tight",
        path,
        Severity.WARNING,
        QT_TRANSLATE_NOOP(
            "findings",
            "Tight: only {free:.2f} GiB of {usable:.2f} GiB {whose} stay free; overheads may "
            "take {more:.2f} GiB more than typical. {decides}",
        ),
        {
            **_amounts_of(evaluation),
            "free": evaluation.value("free") / GIB,
            "more": (evaluation.value("needed_high") - evaluation.value("needed")) / GIB,
        },
        QT_TRANSLATE_NOOP("findings", "See what would help under the ledger."),
    )


def _amounts_of(evaluation: Evaluation) -> dict[str, Any]:
    """Needed, what it is held against (the card, or what the engine's budget allows of it), and what is missing."""
    within, on_card = evaluation.value("free_within"), evaluation.value("free_on_card")
    needed, usable = evaluation.value("needed"), evaluation.value("usable")
    whose = QT_TRANSLATE_NOOP("findings", "usable")
    if within is not None and within <= on_card:
        usable = needed + within
        whose = QT_TRANSLATE_NOOP("findings", "allowed by the engine")
    return {
        "decides": _decides(evaluation),
        "needed": needed / GIB,
        "usable": usable / GIB,
        "whose": Said("findings", whose),
        "missing": -evaluation.value("free") / GIB,
    }


def _decides(evaluation: Evaluation) -> Said:
    """The sentence of the line that decides."""
    deciding = evaluation.deciding
    return Said("", "") if deciding is None else Said("findings", deciding.template, deciding.values)


def check_time(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What keeps a plan on a card from its times."""
    if evaluation.accelerator is None:
        return
    blocked = evaluation.blocked("prefill") or evaluation.blocked("decode_step") or evaluation.blocked("train_step")
    templates = (
        QT_TRANSLATE_NOOP("findings", "No time estimate: {blank} is blank."),
        QT_TRANSLATE_NOOP("findings", "No time estimate: {blank} are blank."),
        QT_TRANSLATE_NOOP("findings", "No time estimate: {blank} is zero."),
    )
    if not blocked and not evaluation.blocked("free"):  # what keeps memory from a value is said already
        blocked = evaluation.blocked("ttft") or evaluation.blocked("tpot")
        templates = (
            QT_TRANSLATE_NOOP("findings", "No times of requests: {blank} is blank."),
            QT_TRANSLATE_NOOP("findings", "No times of requests: {blank} are blank."),
            QT_TRANSLATE_NOOP("findings", "No times of requests: {blank} is zero."),
        )
    if blocked:
        yield _blank(evaluation, path, "time_unknown", blocked, templates)


def _blank(
    evaluation: Evaluation, path: Path, code: str, blocked: tuple[str, ...], templates: tuple[str, str, str]
) -> Finding:
    """What keeps lines from a value; `templates` say it of one blank cell, of several, and of cells that are zero."""
    blank = [slot for slot in blocked if evaluation.amounts.get(slot) is None]
    template = templates[2 if not blank else min(len(blank), 2) - 1]
    names = listed(evaluation.titled(slot) for slot in blank or blocked)
    edits: tuple[Edit, ...] = ()
    remedy = QT_TRANSLATE_NOOP("findings", "Fill that cell.")
    if not blank:
        remedy = QT_TRANSLATE_NOOP("findings", "Give that cell a number above zero, or clear it.")
    card = evaluation.accelerator
    if blocked == ("accelerator.peak_bf16",) and card is not None and card.peak_fp16 is not None:
        remedy = QT_TRANSLATE_NOOP("findings", "This device has no bf16 rate: compute in fp16.")
        edits = (Edit((*path, "activations"), "fp16"),)
    if blocked == ("accelerator.free_memory",):
        remedy = QT_TRANSLATE_NOOP("findings", "Read it with Refresh free memory, or plan against the usable memory.")
        edits = (Edit((*path, "memory_basis"), "usable"),)
    place = evaluation.path((blank or blocked)[0]) or path
    return Finding(code, place, Severity.WARNING, template, {"blank": names}, remedy, edits)
