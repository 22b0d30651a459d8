"""What tensors a model's ledger expects: its parameter lines as elements per layer, with the layers of each group."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planner.plan import Evaluation

ROOT = "parameters"
_GROUP = re.compile(r"group(\d+)")


@dataclass(frozen=True, slots=True)
class ExpectedLine:
    """One tensor-like line of the ledger.

    `role` is its key after the group; `group` counts from 0 (None: outside the layers); `each` is the elements in one
    layer, or in the model for a line outside the layers (None: the ledger is blocked there).
    """

    key: str
    role: str
    group: int | None
    label: str
    each: int | None


@dataclass(frozen=True, slots=True)
class ExpectedModel:
    """All lines, and for each group the numbers of its layers, counted from 0 over the whole decoder."""

    lines: tuple[ExpectedLine, ...]
    layers: tuple[tuple[int, ...], ...]


def expected_model(evaluation: Evaluation, layers: Sequence[Sequence[int]] | None = None) -> ExpectedModel:
    """The lines of the tree under `parameters`; `layers` gives each group's layers, None: groups follow each other."""
    return ExpectedModel(tuple(_lines(evaluation)), _placed(evaluation) if layers is None else _given(layers))


def _lines(evaluation: Evaluation) -> Iterator[ExpectedLine]:
    structure = evaluation.structure
    pending: list[tuple[str, int | None]] = [(key, None) for key in reversed(structure.children.get(ROOT, ()))]
    while pending:
        key, group = pending.pop()
        line = structure.lines[structure.index[key]]
        children = structure.children.get(key, ())
        if line.formula is None:
            pending += [(child, group) for child in reversed(children)]
        elif line.sources.get("layer") == f"{key}.layer":
            match = _GROUP.fullmatch(key.removeprefix(f"{ROOT}."))
            pending.append((f"{key}.layer", int(match[1]) - 1 if match else None))
        else:
            # Children of a line with a formula are its factors (the scale and bias of "2 * (scale + bias)").
            before = ROOT if group is None else f"{ROOT}.group{group + 1}.layer"
            yield ExpectedLine(key, key.removeprefix(f"{before}."), group, line.label, evaluation.value(key))


def _placed(evaluation: Evaluation) -> tuple[tuple[int, ...], ...]:
    placed = []
    first = 0
    for index in range(len(evaluation.model.groups)):
        count = evaluation.amounts.get(f"groups.{index}.count") or 0
        placed.append(tuple(range(first, first + count)))
        first += count
    return tuple(placed)


def _given(layers: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(group) for group in layers)
