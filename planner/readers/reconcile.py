"""A checkpoint held against the ledger, tensor by tensor: what each line expects and what the files have.

A tensor is laid to the lines that its name stands for (`planner.readers.tensor_names`). Lines that one tensor fills
together (fused query, key and value) stand in one row. A name that is not known fills no line: it is listed with its
bytes and never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from planner.plan import Evaluation
from planner.readers.checkpoint import Checkpoint
from planner.readers.expected import ExpectedLine, ExpectedModel, expected_model
from planner.readers.packed import StoredWeight, schemes, stored_weights
from planner.readers.reconcile_findings import findings_of
from planner.readers.reconciliation import OUTSIDE, Extra, Reason, Reconciliation, Row, total
from planner.readers.roles import Meaning, meaning


def reconcile(
    evaluation: Evaluation, checkpoint: Checkpoint, layers: Sequence[Sequence[int]] | None = None
) -> Reconciliation:
    """The checkpoint against a model's ledger; `layers` as in `expected_model`."""
    return reconcile_model(expected_model(evaluation, layers), checkpoint, evaluation.model.id)


def reconcile_model(model: ExpectedModel, checkpoint: Checkpoint, model_id: str) -> Reconciliation:
    """The same for lines that are given."""
    weights = stored_weights(checkpoint)
    sorting = _Sorting(model)
    meanings = [meaning(weight.name) for weight in weights]
    halved = any(said.half is not None for said in meanings)
    for weight, said in zip(weights, meanings, strict=True):
        if halved and said.layer is not None:
            said = replace(said, layer=2 * said.layer + (said.half or 0))
        sorting.take(weight, said)
    sorting.let_the_head_be_the_table()
    rows, extras = sorting.rows(), tuple(sorting.extras)
    found = dict(schemes(weights))
    findings = findings_of(model_id, checkpoint, rows, extras, found)
    return Reconciliation(rows, extras, found, checkpoint.bytes, checkpoint.bytes_by_dtype, findings)


Slot = tuple[int | None, str]
"""A line by its group and role."""


@dataclass(slots=True)
class _Found:
    """What one layer has of one slot's row: elements (None: not known) and the weights."""

    elements: int | None = 0
    weights: list[StoredWeight] = field(default_factory=list)


class _Sorting:
    """Lays weights to lines; lines that share a weight are joined to one row (their representative in `_joined`)."""

    def __init__(self, model: ExpectedModel) -> None:
        self.model = model
        self.extras: list[Extra] = []
        self._lines: dict[Slot, ExpectedLine] = {(line.group, line.role): line for line in model.lines}
        self._group_of = {layer: index for index, layers in enumerate(model.layers) for layer in layers}
        self._joined: dict[Slot, Slot] = {slot: slot for slot in self._lines}
        self._taken: list[tuple[Slot, int, StoredWeight]] = []

    def take(self, weight: StoredWeight, said: Meaning) -> None:
        """Lay one weight to its lines, or to the extras with the reason."""
        group = None if said.layer is None else self._group_of.get(said.layer)
        if said.layer is not None and group is None and not said.other:
            self.extras.append(Extra(weight, Reason.BEYOND))
            return
        slots = self._slots(group, said)
        if not slots:
            self.extras.append(Extra(weight, self._reason(said)))
            return
        first = self._representative(slots[0])
        for slot in slots[1:]:
            self._joined[self._representative(slot)] = first
        self._taken.append((slots[0], OUTSIDE if said.layer is None else said.layer, weight))

    def _slots(self, group: int | None, said: Meaning) -> list[Slot]:
        """The lines of the first meaning that the ledger has a line for."""
        for roles in said.alternatives:
            slots = [(group, role) for role in roles if (group, role) in self._lines]
            if slots:
                return slots
        return []

    def _reason(self, said: Meaning) -> Reason:
        if said.other:
            return Reason.OTHER_STACK
        if ("head",) in said.alternatives:
            return Reason.TIED
        if said.buffer:
            return Reason.BUFFER
        return Reason.NO_LINE if said.alternatives else Reason.UNKNOWN

    def _representative(self, slot: Slot) -> Slot:
        while self._joined[slot] != slot:
            slot = self._joined[slot]
        return slot

    def let_the_head_be_the_table(self) -> None:
        """Of two tied tables a file may keep the head only: it is then the token table."""
        table: Slot = (None, "embedding")
        if table not in self._lines or any(slot == table for slot, _, _ in self._taken):
            return
        for extra in self.extras:
            if extra.reason == Reason.TIED and extra.weight.elements in (None, self._lines[table].each):
                self.extras.remove(extra)
                self._taken.append((table, OUTSIDE, extra.weight))
                return

    def rows(self) -> tuple[Row, ...]:
        """The rows in the order of the ledger's lines."""
        members: dict[Slot, list[ExpectedLine]] = {}
        left_out = self.model.optional if all(slot[0] != self.model.optional for slot, _, _ in self._taken) else None
        for slot, line in self._lines.items():
            if left_out is not None and slot[0] == left_out:
                continue
            members.setdefault(self._representative(slot), []).append(line)
        found: dict[Slot, dict[int, _Found]] = {}
        for slot, layer, weight in self._taken:
            there = found.setdefault(self._representative(slot), {}).setdefault(layer, _Found())
            there.weights.append(weight)
            if there.elements is not None:
                there.elements = None if weight.elements is None else there.elements + weight.elements
        return tuple(self._row(lines, found.get(slot, {})) for slot, lines in members.items())

    def _row(self, lines: list[ExpectedLine], found: Mapping[int, _Found]) -> Row:
        group = lines[0].group
        layers = (OUTSIDE,) if group is None else self.model.layers[group]
        each = total(line.each for line in lines)
        weights = [weight for there in found.values() for weight in there.weights]
        dtypes: dict[str, int] = {}
        for weight in weights:
            for tensor in weight.tensors:
                if tensor.dtype is not None and tensor.bytes is not None:
                    dtypes[tensor.dtype] = dtypes.get(tensor.dtype, 0) + tensor.bytes
        return Row(
            tuple(line.key for line in lines),
            tuple(line.label for line in lines),
            group,
            None if each is None else each * len(layers),
            total(there.elements for there in found.values()),
            total(weight.bytes for weight in weights),
            sum(len(weight.tensors) for weight in weights),
            dtypes,
            tuple(layer for layer in layers if layer not in found) if each != 0 else (),
            tuple(
                layer
                for layer, there in found.items()
                if there.elements is not None and each is not None and there.elements != each
            ),
        )
