"""What else a change of the document does: the plan before and after, and other scenarios that take the same row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner.edits import applied
from planner.evaluations import Planner
from planner.findings import Edit
from planner.plan import Evaluation
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Workbook

FITTING = (Verdict.FITS, Verdict.TIGHT)


@dataclass(frozen=True, slots=True)
class Effects:
    """`others` are the names of other scenarios whose numbers change, `misfits` of those that then no longer fit."""

    before: Evaluation
    after: Evaluation
    others: tuple[str, ...] = ()
    misfits: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[Said, ...]:
        """What is said of the other scenarios; nothing where none changes."""
        if not self.others:
            return ()
        template = QT_TRANSLATE_NOOP("seek", "{count} other scenarios change with it: {names}.")
        if len(self.others) == 1:
            template = QT_TRANSLATE_NOOP("seek", "One other scenario changes with it: {names}.")
        found = [Said("seek", template, {"count": len(self.others), "names": _few(self.others)})]
        if self.misfits:
            found.append(Said("seek", QT_TRANSLATE_NOOP("seek", "Of these no longer fit: {names}."),
                              {"names": _few(self.misfits)}))  # fmt: skip
        return tuple(found)


def _few(names: Sequence[str], most: int = 5) -> str:
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")


def effects_of(planner: Planner, workbook: Workbook, before: Evaluation, edits: Sequence[Edit]) -> Effects:
    """The effects of edits on the scenario of `before` and on all others of its workbook."""
    own = before.scenario.id
    changed = applied(workbook, edits)
    others, misfits = [], []
    for row in workbook.scenarios:
        if row.id == own or row.model is None or not any(model.id == row.model for model in workbook.models):
            continue
        was, now = planner.trial(workbook, row.id)(()), planner.trial(changed, row.id)(())
        if was.values.values != now.values.values or was.verdict is not now.verdict:
            others.append(row.name)
            if was.verdict in FITTING and now.verdict not in FITTING:
                misfits.append(row.name)
    return Effects(before, planner.trial(changed, own)(()), tuple(others), tuple(misfits))
