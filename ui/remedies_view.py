"""What would help the selected plan: the planner's remedies, computed when this list is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from planner.findings import Finding, Severity
from planner.plan import Evaluation
from ui.figures import memory
from ui.verdicts import verdict_word

if TYPE_CHECKING:
    from planner.remedies import Remedy


def remedy_text(remedy: Remedy) -> str:
    """A remedy with its effect, in the user's language."""
    change = QCoreApplication.translate("remedies", remedy.template).format(**remedy.values)
    if remedy.free < 0:
        effect = QCoreApplication.translate("remedies", "frees {freed} per GPU, {missing} still missing")
        return f"{change}: {effect.format(freed=memory(remedy.freed), missing=memory(-remedy.free))}."
    verdict = verdict_word(remedy.verdict)
    effect = QCoreApplication.translate("remedies", "frees {freed} per GPU: {verdict}, {free} free")
    return f"{change}: {effect.format(freed=memory(remedy.freed), verdict=verdict, free=memory(remedy.free))}."


def as_findings(evaluation: Evaluation, remedies: tuple[Remedy, ...]) -> list[Finding]:
    """The remedies as rows of a list of Findings; applying one is applying its edits."""
    path = ("scenarios", evaluation.scenario.id)
    return [
        Finding(remedy.code, path, Severity.NOTE, "{text}", {"text": remedy_text(remedy)}, "", remedy.edits)
        for remedy in remedies
    ]
