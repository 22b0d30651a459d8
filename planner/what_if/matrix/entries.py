"""The rows and columns of a matrix: models and accelerators of a workbook, of the presets, or of both; resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from planner.presets import find, listed
from planner.resolve import resolve
from planner.what_if.matrix.grid import Question, plain, standard
from planner.workbook import Accelerator, Model, Workbook

_ALTERNATIVES = re.compile("[,\uff0c\u3001]")

Side: TypeAlias = Literal["models", "accelerators"]
From: TypeAlias = Literal["workbook", "presets", "both"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One row or column: a resolved row, and the preset that it is where it does not stand in the workbook."""

    row: Any
    preset: str = ""

    @property
    def name(self) -> str:
        """What the row is called."""
        name: str = self.row.name
        return name

    @property
    def family(self) -> str:
        """The family of its preset; empty for a row of one's own."""
        preset = self.preset or self.row.preset or ""
        of: Side = "models" if isinstance(self.row, Model) else "accelerators"
        found = listed(of).get(preset)
        return "" if found is None else found.family


def entries(of: Workbook, side: Side, where: From) -> tuple[Entry, ...]:
    """The rows of a resolved workbook, then the presets that no row of it was copied from.

    >>> len(entries(Workbook(), "models", "presets")) == len(listed("models"))
    True
    """
    own = () if where == "presets" else tuple(Entry(row) for row in getattr(of, side))
    if where == "workbook":
        return own
    taken = {entry.row.preset for entry in own}
    return (*own, *(entry for entry in preset_entries(side) if entry.preset not in taken))


def preset_entries(side: Side) -> Iterator[Entry]:
    """Every preset of a table as a row; its id is its own, so that it is no row of a workbook."""
    found = listed(side)
    rows: tuple[Model | Accelerator, ...] = tuple(preset.row for preset in found.values())
    resolved: Sequence[Any] = getattr(resolve(Workbook().model_copy(update={side: rows})).workbook, side)
    for preset_id, row in zip(found, resolved, strict=True):
        yield Entry(row, preset_id)


def preset_row(side: Side, preset_id: str) -> Any:
    """One preset as a resolved row; KeyError when there is none."""
    row = listed(side)[preset_id].row
    return getattr(resolve(Workbook().model_copy(update={side: (row,)})).workbook, side)[0]


def matching(those: Sequence[Entry], side: Side, text: str) -> list[int]:
    """The places of the entries that hold every word of a text, as the search for presets has it.

    Commas, Chinese ones too, part alternatives: "l40s, a100 80gb, h100 sxm" finds what one of the three would find.

    >>> those = entries(Workbook(), "models", "presets")
    >>> [those[at].preset for at in matching(those, "models", "llama-2-70b, qwen3-235b-a22b-2507")]
    ['llama-2-70b', 'qwen3-235b-a22b-2507']
    """
    asked = [part for part in _ALTERNATIVES.split(text) if part.strip()]
    return sorted(set().union(*(_found(those, side, part) for part in asked))) if asked else list(range(len(those)))


def _found(those: Sequence[Entry], side: Side, text: str) -> set[int]:
    words, known = text.casefold().split(), set(find(text, side))
    return {
        at for at, entry in enumerate(those)
        if (entry.preset or entry.row.preset) in known or all(word in entry.name.casefold() for word in words)
    }  # fmt: skip


def question_of(
    of: Workbook, scenario_id: str | None, models: Sequence[Entry], cards: Sequence[Entry], **asked: Any
) -> Question:
    """The question of these rows and columns under a scenario of a resolved workbook, or under the standard one."""
    scenario = next((row for row in of.scenarios if row.id == scenario_id), None)
    chosen = plain(standard()) if scenario is None else scenario
    drafts = {entry.row.id: entry.row for entry in models} | {row.id: row for row in of.models}
    return Question(
        models=[entry.row for entry in models],
        cards=[entry.row for entry in cards],
        scenario=chosen,
        assumptions=of.assumptions,
        engine=next((row for row in of.engines if row.id == chosen.engine), None),
        draft=drafts.get(chosen.draft or ""),
        hosts=of.accelerators,
        shortened=standard() if scenario is None else None,
        **asked,
    )
