"""Findings on how a model is laid over GPUs: degrees that do not go together, stages that cannot be dealt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit, Finding, Severity
from planner.parts.feed_forward import Mixture
from planner.placement import copies_of
from planner.plan import Evaluation
from planner.verdict import misplaced
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Training

IMPOSSIBLE = frozenset({"more_stages_than_layers", "ep_beyond_ranks", "cp_does_not_divide_tp", "cp_beyond_copies"})
"""What no set of ranks can have: `planner.placement.impossible` withholds the verdict."""


def check_placement(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What of the degrees does not go together, each at its cell."""
    scenario, model = evaluation.scenario, evaluation.model
    tp, pp, dp, ep, cp = (getattr(scenario, name) for name in ("tp", "pp", "dp", "ep", "cp"))
    if not all(isinstance(degree, int) for degree in (tp, pp, dp, ep, cp)):
        return
    yield from _stages(evaluation, path)
    mixtures = [group.feed_forward for group in model.groups if isinstance(group.feed_forward, Mixture)]
    if ep > 1 and not mixtures:
        yield _finding("ep_without_experts", (*path, "ep"), QT_TRANSLATE_NOOP(
            "findings", "EP {ep} spreads experts, and {name} has none."), {"ep": ep, "name": model.name},
            QT_TRANSLATE_NOOP("findings", "Set EP to 1."), 1)  # fmt: skip
    elif ep > 1 and isinstance(scenario.load, Training) and (tp * dp * cp) % ep:
        yield _finding("ep_beyond_ranks", (*path, "ep"), QT_TRANSLATE_NOOP(
            "findings", "EP {ep} does not divide TP times DP times CP, {ranks}: it is not said to fit."),
            {"ep": ep, "ranks": tp * dp * cp},
            QT_TRANSLATE_NOOP("findings", "Set EP to their product, or to a divisor of it."), tp * dp * cp)  # fmt: skip
    elif ep > 1 and not isinstance(scenario.load, Training) and (tp * dp) % ep:
        yield _finding("ep_beyond_ranks", (*path, "ep"), QT_TRANSLATE_NOOP(
            "findings", "EP {ep} does not divide TP times DP, {ranks}: it is not said to fit."),
            {"ep": ep, "ranks": tp * dp},
            QT_TRANSLATE_NOOP("findings", "Set EP to TP times DP, or to a divisor of it."), tp * dp)  # fmt: skip
    elif ep > 1:
        for mixture in mixtures:
            experts: Any = mixture.experts
            if isinstance(experts, int) and experts % ep:
                yield _finding("ep_does_not_divide_experts", (*path, "ep"), QT_TRANSLATE_NOOP(
                    "findings", "EP {ep} does not divide {experts} experts: the fullest rank is counted."),
                    {"ep": ep, "experts": experts},
                    QT_TRANSLATE_NOOP("findings", "Choose an EP that divides the experts."))  # fmt: skip
                break
    yield from _context(evaluation, path, tp, cp)


def _stages(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    scenario, model = evaluation.scenario, evaluation.model
    reason = misplaced(model, scenario)
    if reason is not None:
        yield Finding("stages_not_dealt", (*path, "stages"), Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "Layers per stage: {reason}. It is not said to fit."), {"reason": reason},
            QT_TRANSLATE_NOOP("findings", "Correct the text, or clear it: then the layers are dealt evenly."),
            (Edit((*path, "stages"), None),))  # fmt: skip
    layers = sum(group.count for group in model.groups if isinstance(group.count, int))
    if isinstance(scenario.pp, int) and scenario.pp > max(layers, 1):
        yield _finding("more_stages_than_layers", (*path, "pp"), QT_TRANSLATE_NOOP(
            "findings", "PP {pp} is more than the {layers} layers of {name}: some stages have none. "
            "It is not said to fit."),
            {"pp": scenario.pp, "layers": layers, "name": model.name},
            QT_TRANSLATE_NOOP("findings", "Choose at most as many stages as layers."), max(layers, 1))  # fmt: skip


def _context(evaluation: Evaluation, path: Path, tp: int, cp: int) -> Iterator[Finding]:
    if cp == 1 or isinstance(evaluation.scenario.load, Training):
        return  # in training CP is a degree of its own
    if tp % cp:
        yield _finding("cp_does_not_divide_tp", (*path, "cp"), QT_TRANSLATE_NOOP(
            "findings", "CP {cp} does not divide TP {tp}, whose ranks share the tokens: it is not said to fit."),
            {"cp": cp, "tp": tp}, QT_TRANSLATE_NOOP("findings", "Choose a CP that divides TP."))  # fmt: skip
        return
    for group in evaluation.model.groups:
        copies = copies_of(group, tp)
        if cp > copies:
            yield _finding("cp_beyond_copies", (*path, "cp"), QT_TRANSLATE_NOOP(
                "findings", "CP {cp} is more than the {copies} copies that TP {tp} keeps of each KV head: "
                "it is not said to fit."),
                {"cp": cp, "copies": copies, "tp": tp},
                QT_TRANSLATE_NOOP("findings", "Choose a CP of at most TP over the KV heads."), copies)  # fmt: skip
            return


def _finding(code: str, path: Path, template: str, values: dict[str, Any], remedy: str, value: Any = None) -> Finding:
    edits = () if value is None else (Edit(path, value),)
    severity = Severity.ERROR if code in IMPOSSIBLE else Severity.WARNING
    return Finding(code, path, severity, template, values, remedy, edits)
