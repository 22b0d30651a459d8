"""Findings on how a model is laid over GPUs: degrees that do not go together, stages that cannot be dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from planner.findings import Edit, Finding, Severity, warning
from planner.parts.feed_forward import Mixture
from planner.placement import copies_of, impossible, ranks_of_experts
from planner.plan import Evaluation
from planner.verdict import misplaced
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Scenario, Training


def check_placement(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What of the degrees does not go together, each at its cell; what cannot be is as `planner.placement` has it."""
    scenario, model = evaluation.scenario, evaluation.model
    tp, pp, dp, ep, cp = (getattr(scenario, name) for name in ("tp", "pp", "dp", "ep", "cp"))
    if not all(isinstance(degree, int) for degree in (tp, pp, dp, ep, cp)):
        return
    broken = impossible(model.groups, scenario)
    yield from _stages(evaluation, path, broken)
    mixtures = [group.feed_forward for group in model.groups if isinstance(group.feed_forward, Mixture)]
    if ep > 1 and not mixtures:
        yield warning("ep_without_experts", (*path, "ep"), QT_TRANSLATE_NOOP(
            "findings", "EP {ep} spreads experts, and {name} has none."), {"ep": ep, "name": model.name},
            QT_TRANSLATE_NOOP("findings", "Set EP to 1."), 1)  # fmt: skip
    elif "ep_beyond_ranks" in broken:
        yield _beyond_ranks(scenario, path)
    elif ep > 1:
        for mixture in mixtures:
            experts: Any = mixture.experts
            if isinstance(experts, int) and experts % ep:
                yield Finding("ep_does_not_divide_experts", (*path, "ep"), Severity.WARNING, QT_TRANSLATE_NOOP(
                    "findings", "EP {ep} does not divide {experts} experts: the fullest rank is counted."),
                    {"ep": ep, "experts": experts},
                    QT_TRANSLATE_NOOP("findings", "Choose an EP that divides the experts."))  # fmt: skip
                break
    yield from _context(evaluation, path, broken)


def _beyond_ranks(scenario: Scenario, path: Path) -> Finding:
    ranks = ranks_of_experts(scenario)
    template = QT_TRANSLATE_NOOP("findings", "EP {ep} does not divide TP times DP, {ranks}: it is not said to fit.")
    remedy = QT_TRANSLATE_NOOP("findings", "Set EP to TP times DP, or to a divisor of it.")
    if isinstance(scenario.load, Training):
        template = QT_TRANSLATE_NOOP(
            "findings", "EP {ep} does not divide TP times DP times CP, {ranks}: it is not said to fit."
        )
        remedy = QT_TRANSLATE_NOOP("findings", "Set EP to their product, or to a divisor of it.")
    values = {"ep": scenario.ep, "ranks": ranks}
    return _cannot_be("ep_beyond_ranks", (*path, "ep"), template, values, remedy, ranks)


def _stages(evaluation: Evaluation, path: Path, broken: Collection[str]) -> Iterator[Finding]:
    scenario, model = evaluation.scenario, evaluation.model
    reason = misplaced(model, scenario)
    if reason is not None:
        yield Finding("stages_not_dealt", (*path, "stages"), Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "Layers per stage: {reason}. It is not said to fit."), {"reason": reason},
            QT_TRANSLATE_NOOP("findings", "Correct the text, or clear it: then the layers are dealt evenly."),
            (Edit((*path, "stages"), None),))  # fmt: skip
    if "more_stages_than_layers" in broken:
        layers = sum(group.count for group in model.groups if isinstance(group.count, int))
        yield _cannot_be("more_stages_than_layers", (*path, "pp"), QT_TRANSLATE_NOOP(
            "findings", "PP {pp} is more than the {layers} layers of {name}: some stages have none. "
            "It is not said to fit."),
            {"pp": scenario.pp, "layers": layers, "name": model.name},
            QT_TRANSLATE_NOOP("findings", "Choose at most as many stages as layers."), max(layers, 1))  # fmt: skip


def _context(evaluation: Evaluation, path: Path, broken: Collection[str]) -> Iterator[Finding]:
    tp, cp = (getattr(evaluation.scenario, name) for name in ("tp", "cp"))
    if "cp_does_not_divide_tp" in broken:
        yield _cannot_be("cp_does_not_divide_tp", (*path, "cp"), QT_TRANSLATE_NOOP(
            "findings", "CP {cp} does not divide TP {tp}, whose ranks share the tokens: it is not said to fit."),
            {"cp": cp, "tp": tp}, QT_TRANSLATE_NOOP("findings", "Choose a CP that divides TP."))  # fmt: skip
    if "cp_beyond_copies" in broken:
        copies = next(copies for group in evaluation.model.groups if cp > (copies := copies_of(group, tp)))
        yield _cannot_be("cp_beyond_copies", (*path, "cp"), QT_TRANSLATE_NOOP(
            "findings", "CP {cp} is more than the {copies} copies that TP {tp} keeps of each KV head: "
            "it is not said to fit."),
            {"cp": cp, "copies": copies, "tp": tp},
            QT_TRANSLATE_NOOP("findings", "Choose a CP of at most TP over the KV heads."), copies)  # fmt: skip


def _cannot_be(code: str, path: Path, template: str, values: dict[str, Any], remedy: str, value: Any = None) -> Finding:
    """What withholds the verdict."""
    edits = () if value is None else (Edit(path, value),)
    return Finding(code, path, Severity.ERROR, template, values, remedy, edits)
