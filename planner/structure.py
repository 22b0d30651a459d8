"""Which lines a plan has: the parts' formulas placed into one ledger, remembered by kinds and choices.

Numbers never choose lines: editing `d_model` reuses the structure, changing a kind or a format makes another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from planner.dealing import share_of
from planner.ledger import Builder, Structure
from planner.memory.lines import memory_lines
from planner.scope import Choices, Scopes
from planner.tally import parameter_lines
from planner.time.drafting import draft_lines
from planner.time.floors import floor_lines
from planner.time.flops import flop_lines
from planner.time.lines import time_lines
from planner.time.requests import request_lines
from planner.time.sums import sum_lines
from planner.training.flops import training_flop_lines
from planner.training.peak import training_memory_lines
from planner.training.time import training_time_lines
from planner.workbook import Model

SECTIONS = (
    memory_lines, parameter_lines, flop_lines, time_lines, draft_lines, floor_lines, sum_lines, request_lines,
)  # fmt: skip
TRAINING_SECTIONS = (training_memory_lines, parameter_lines, training_flop_lines, training_time_lines)


class StructureMemory:
    """Remembers structures by shape and choices: those that a plan has, and others up to a number of them and of their
    lines, since a session meets few combinations at a time.
    """

    def __init__(self, size: int = 512, most_lines: int = 120_000) -> None:
        self._size = size
        self._most_lines = most_lines
        self._lines = 0
        self._kept: dict[tuple[Any, Choices], Structure] = {}
        self._held = WeakValueDictionary[tuple[Any, Choices], Structure]()

    def structure(self, model: Model, shape: tuple[Any, ...], choices: Choices) -> Structure:
        """The ledger's lines for a model of this shape (`structural(model)`) under these choices."""
        key = (shape, choices)
        found = self._kept.pop(key, None)
        if found is None:
            found = self._held.get(key) or build(model, choices)
            self._held[key] = found
            self._lines += len(found.lines)
        self._kept[key] = found
        while len(self._kept) > self._size or (self._lines > self._most_lines and len(self._kept) > 1):
            self._lines -= len(self._kept.pop(next(iter(self._kept))).lines)
        return found


def build(
    model: Model, choices: Choices, sections: Sequence[Callable[[Builder, Scopes], None]] | None = None
) -> Structure:
    """All lines of a plan of this model, in display order; or those of some sections, in their usual order."""
    builder = Builder(share_of if choices.placement.shares else None)
    scopes = Scopes(model, choices)
    if sections is None:
        sections = SECTIONS if choices.training is None else TRAINING_SECTIONS
    for section in sections:
        section(builder, scopes)
    structure = builder.structure()
    structure.calls = tuple(scopes.calls)
    return structure
