"""What tensors a model's ledger expects: its parameter lines as elements per layer, with the layers of each group."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planner.layers import placed
from planner.plan import Evaluation

ROOT = "parameters"
PREDICTION = "prediction"
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
    """All lines, and for each group the numbers of its layers, counted from 0 over the whole decoder.

    `optional` is a group that a checkpoint may leave out whole: the layers that predict further tokens.
    """

    lines: tuple[ExpectedLine, ...]
    layers: tuple[tuple[int, ...], ...]
    optional: int | None = None


def expected_model(evaluation: Evaluation, layers: Sequence[Sequence[int]] | None = None) -> ExpectedModel:
    """The lines under `parameters`, and after the last group those under `prediction`, where the model has them.

    `layers` gives the layers of each group; None: as the groups say themselves.
    """
    placed = _placed(evaluation) if layers is None else tuple(tuple(group) for group in layers)
    lines = tuple(_lines(evaluation, ROOT, None))
    if PREDICTION not in evaluation.structure.index:
        return ExpectedModel(lines, placed)
    count, last = _count(evaluation, "prediction.layers"), sum(len(group) for group in placed)
    ahead = tuple(_lines(evaluation, PREDICTION, len(placed)))
    shared = tuple(_per_layer(line, count) for line in ahead)
    return ExpectedModel((*lines, *shared), (*placed, tuple(range(last, last + count))), len(placed))


def _lines(evaluation: Evaluation, root: str, group: int | None) -> Iterator[ExpectedLine]:
    structure = evaluation.structure
    pending = [(key, group, root) for key in reversed(structure.children.get(root, ()))]
    while pending:
        key, group, before = pending.pop()
        line = structure.lines[structure.index[key]]
        children = structure.children.get(key, ())
        if line.formula is None:
            pending += [(child, group, before) for child in reversed(children)]
        elif line.sources.get("layer") == f"{key}.layer":
            match = _GROUP.fullmatch(key.removeprefix(f"{root}."))
            pending.append((f"{key}.layer", int(match[1]) - 1 if match else group, f"{key}.layer"))
        else:
            # Children of a line with a formula are its factors (the scale and bias of "2 * (scale + bias)").
            yield ExpectedLine(key, key.removeprefix(f"{before}."), group, line.label, evaluation.value(key))


def _per_layer(line: ExpectedLine, count: int) -> ExpectedLine:
    """A line of the prediction layers; those that join them to the decoder count all layers at once."""
    if line.key.startswith(f"{PREDICTION}.blocks."):
        return line
    each = None if line.each is None or not count else line.each // count
    return ExpectedLine(line.key, f"{PREDICTION}.{line.role}", line.group, line.label, each)


def _placed(evaluation: Evaluation) -> tuple[tuple[int, ...], ...]:
    groups = enumerate(evaluation.model.groups)
    return placed([(group.positions, _count(evaluation, f"groups.{index}.count")) for index, group in groups])


def _count(evaluation: Evaluation, slot: str) -> int:
    value = evaluation.amounts.get(slot)
    return value if isinstance(value, int) else 0
