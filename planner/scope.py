"""What a formula's names stand for: the inputs of a plan, and per layer group the fields and sizes of its parts.

Inputs are named by role, not by row: "scenario.tp", "accelerator.memory_bandwidth", "groups.0.attention.heads". The
paths of the actual rows are put in when a line is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planner.fields import Number, fields_of
from planner.ledger import Builder, Slot
from planner.memory.formats import FORMATS, Format
from planner.parts.base import Part, Stored, Weight
from planner.workbook import Accelerator, Assumptions, Inference, LayerGroup, Model, Scenario


class Choices(NamedTuple):
    """What of a scenario chooses lines: formats, and whether there is more than one rank."""

    weights: str
    other_weights: str
    activations: str
    kv_keys: str
    kv_values: str
    tensor_parallel: bool

    def format_of(self, stored: Stored) -> tuple[str, Format]:
        """Cell name and format of a weight: matrices take the scenario's format, all else stays unquantised."""
        cell = "weights" if stored == "matrix" else "other_weights"
        return cell, FORMATS[self.weights if stored == "matrix" else self.other_weights]


class GroupScope:
    """The names of one layer group. `prefix` is "group1"; `parts` in the order of the ledger."""

    def __init__(self, index: int, group: LayerGroup, shared: Mapping[str, Slot]) -> None:
        self.index = index
        self.group = group
        self.prefix = f"group{index + 1}"
        self.shared = {**shared, "layers": f"groups.{index}.count"}
        self.parts: dict[str, Part] = {"attention": group.attention, "feed_forward": group.feed_forward}

    def names(self, part: str) -> dict[str, Slot]:
        """Names of a part's own fields and derived sizes, over the shared ones."""
        value = self.parts[part]
        own = {
            name: f"groups.{self.index}.{part}.{name}" for name, kind in fields_of(value) if isinstance(kind, Number)
        }
        shapes = {shape.key: f"shapes.{self.prefix}.{part}.{shape.key}" for shape in value.shapes()}
        return {**self.shared, **own, **shapes}

    def norms(self) -> int:
        """How many norms a layer of this group has."""
        return {"pre": 2, "post": 2, "both": 4, "shared": 1, "parallel": 2}[self.group.norm_placement]

    def weights(self, part: str) -> Iterator[Weight]:
        """The weights of a part."""
        return iter(self.parts[part].weights())


class Scopes:
    """All names of a plan: shared inputs, groups, and the choices that the lines depend on."""

    def __init__(self, model: Model, choices: Choices) -> None:
        self.model = model
        self.choices = choices
        self.shared: dict[str, Slot] = {"activation_bytes": "format.activations.bytes"}
        for role, record in (
            ("scenario", Scenario),
            ("load", Inference),
            ("accelerator", Accelerator),
            ("assumptions", Assumptions),
        ):
            self.shared |= {name: f"{role}.{name}" for name, kind in fields_of(record) if isinstance(kind, Number)}
        self.shared |= {"d_model": "model.d_model", "vocab_size": "model.vocab_size"}
        self.groups = [GroupScope(index, group, self.shared) for index, group in enumerate(model.groups)]

    def position(self) -> dict[str, Slot]:
        """Names of the position table."""
        own = {n: f"position.{n}" for n, kind in fields_of(self.model.position) if isinstance(kind, Number)}
        return {**self.shared, **own}


def shape_lines(builder: Builder, group: GroupScope, part: str, parent: str) -> None:
    """The sizes that a part derives per rank."""
    scope = group.names(part)
    for shape in group.parts[part].shapes():
        key = f"shapes.{group.prefix}.{part}.{shape.key}"
        builder.add(key, parent, "shapes", shape.label, shape.unit, shape.formula, scope, shape.reference)
