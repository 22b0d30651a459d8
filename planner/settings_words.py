"""What helps a plan, in the words of the command line: the fields to set, never a place in the window."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from planner.findings import Edit, Finding
from planner.remedies import Remedy

PLACES = re.compile(r"\b(cells?|rows?|tables?|ledger|windows?|panels?|menus?|buttons?|columns?|click)\b", re.IGNORECASE)
"""Words of the window. A remedy that has one is said by its fields alone; a sentence about a window of attention or a
row of a matrix is no remedy.
"""
MEMORY_CODES = frozenset({"does_not_fit", "tight", "states_do_not_fit"})
"""Findings whose remedies are computed."""


def settings_of(edits: Iterable[Edit]) -> dict[str, Any]:
    """Fields of a scenario and their values, as `--set` takes them; nothing for a change of another row.

    >>> settings_of([Edit(("scenarios", "s", "load", "kv_keys"), "fp8"), Edit(("scenarios", "s", "tp"), 2)])
    {'kv_keys': 'fp8', 'tp': 2}
    """
    return {str(edit.path[-1]): edit.value for edit in edits if edit.path[0] == "scenarios"}


def set_sentence(edits: Iterable[Edit]) -> str:
    """Which fields to set, as a sentence; empty where there are none.

    >>> set_sentence([Edit(("scenarios", "s", "tp"), 2), Edit(("scenarios", "s", "stages"), None)])
    'Set tp=2; leave stages out.'
    """
    edits = list(edits)
    fields = settings_of(edits)
    given = [f"{name}={_value(value)}" for name, value in fields.items() if value is not None]
    parts = [f"set {' and '.join(given)}"] if given else []
    blank = [name for name, value in fields.items() if value is None]
    if blank:
        parts.append(f"leave {' and '.join(blank)} out")
    parts += [
        f"set {edit.path[-1]} of {edit.path[0][:-1]} {edit.path[1]} to {_value(edit.value)}"
        for edit in edits
        if edit.path[0] != "scenarios" and len(edit.path) > 2
    ]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _value(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}"


def finding_remedy(finding: Finding, remedies: tuple[Remedy, ...] | None = None) -> str:
    """What to do about a Finding: its own words where they name no place of the window, and the fields to set.

    Of a plan whose memory is short it is the first of the remedies, with its computed effect; None says that they were
    not computed.
    """
    if finding.code in MEMORY_CODES:
        if remedies is None:
            return "Leave --summary out: the remedies then say which fields to set, and what each gives."
        return remedy_text(remedies[0]) if remedies else "No change that the planner knows of frees memory."
    own = "" if PLACES.search(finding.remedy) else finding.remedy
    text = " ".join(part for part in (own, set_sentence(finding.edits)) if part)
    if text or not finding.remedy or len(finding.path) < 3:
        return text
    field, of = finding.path[-1], finding.path[0]
    return f"Change {field}." if of == "scenarios" else f"Change {field} of {of[:-1]} {finding.path[1]}."


def remedy_text(remedy: Remedy) -> str:
    """A remedy with its effect and the fields that it sets."""
    return " ".join(part for part in (remedy.sentence, set_sentence(remedy.edits)) if part)


def remedy_answer(remedy: Remedy) -> dict[str, Any]:
    """A remedy as scripts get it; `set` is empty where it asks for another model."""
    return {
        "code": remedy.code,
        "sentence": remedy_text(remedy),
        "set": settings_of(remedy.edits),
        "freed_bytes": remedy.freed,
        "free_bytes": remedy.free,
        "verdict": str(remedy.verdict),
    }
