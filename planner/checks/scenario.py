"""Findings of a plan: a scenario with its rows and the numbers of its ledger, each check in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.checks.cards import check_cards
from planner.checks.engine import check_engine
from planner.checks.load import check_draft, check_load
from planner.checks.placement import check_placement
from planner.checks.rows import of_part
from planner.checks.training import check_training
from planner.checks.verdict import check_time, check_verdict
from planner.findings import Finding, Severity
from planner.plan import Evaluation
from planner.precision import PART_CELLS, decided, label_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import QUANTISATION, Path, Training


def check_scenario(evaluation: Evaluation) -> Iterator[Finding]:
    """What of a plan does not go together, with its numbers; what groups of layers have in common is said once."""
    said: list[Finding] = []
    for finding in _of_scenario(evaluation):
        if finding not in said:
            said.append(finding)
            yield finding


def _of_scenario(evaluation: Evaluation) -> Iterator[Finding]:
    path: Path = ("scenarios", evaluation.scenario.id)
    if isinstance(evaluation.scenario.load, Training):
        yield from check_training(evaluation, path)
    else:
        yield from check_load(evaluation, evaluation.scenario.load, path)
        yield from _quantised(evaluation, path)
    tp: Any = evaluation.scenario.tp
    ep: Any = evaluation.scenario.ep
    if isinstance(tp, int) and tp > 1:
        for group in evaluation.model.groups:
            for part in (group.attention, group.beside, group.feed_forward):
                cut = tp // ep if part.kind == "mixture" and isinstance(ep, int) and ep > 1 else tp
                for check in part.rank_checks(cut) if cut > 1 else ():
                    yield of_part(check, (*path, "tp"))
    yield from check_placement(evaluation, path)
    if not isinstance(evaluation.scenario.load, Training):
        yield from check_draft(evaluation, path)
        yield from check_engine(evaluation, path)
    yield from check_cards(evaluation, path)
    yield from check_verdict(evaluation, path)
    yield from check_time(evaluation, path)


def _quantised(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """The model's config states a quantisation, and the plan counts 16 or 32 bits for every matrix."""
    stated = evaluation.model.sources.get(QUANTISATION)
    if stated is None:
        return
    formats = decided(evaluation.scenario, evaluation.model.stored_formats)
    if not any(formats[cell].quantised for cell in PART_CELLS):
        yield Finding(
            "config_is_quantised",
            (*path, "weights"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "{stated} This plan counts the weights in {format}."),
            {"stated": stated, "format": label_of(formats["weights"].format)},
            QT_TRANSLATE_NOOP("findings", "Choose the format of the checkpoint."),
        )
