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
from planner.parts.base import Operator, Part, Phase, Stored, Weight
from planner.parts.stream import SingleStream, Stream
from planner.workbook import Accelerator, Assumptions, Inference, LayerGroup, Model, Scenario


class Choices(NamedTuple):
    """What of a scenario chooses lines: formats, whether there is more than one rank, which memory and which link."""

    weights: str
    other_weights: str
    activations: str
    kv_keys: str
    kv_values: str
    tensor_parallel: bool
    memory_basis: str = "usable"
    link: str = "link"
    """How the names of the link's fields begin: "link" or "pcie"."""

    def format_of(self, stored: Stored) -> tuple[str, Format]:
        """Cell name and format of a weight: matrices take the scenario's format, all else stays unquantised."""
        cell = "weights" if stored == "matrix" else "other_weights"
        return cell, FORMATS[self.weights if stored == "matrix" else self.other_weights]


HALVES = (("attention", "beside"), ("feed_forward",))
"""The parts of a layer that share norms, a residual add and an all-reduce."""
BEFORE = {"pre": (1, 1), "post": (0, 0), "both": (1, 1), "shared": (1, 0), "parallel": (2, 0)}
AFTER = {"pre": (0, 0), "post": (1, 1), "both": (1, 1), "shared": (0, 0), "parallel": (0, 0)}


class GroupScope:
    """The names of one layer group. `prefix` is "group1"; `parts` in the order of the ledger."""

    def __init__(self, role: str, prefix: str, group: LayerGroup, stream: Stream, shared: Mapping[str, Slot]) -> None:
        self.role = role
        self.group = group
        self.prefix = prefix
        self.shared: dict[str, Slot] = {**shared, "layers": f"{role}.count"}
        self.parts: dict[str, Part] = {
            "attention": group.attention,
            "beside": group.beside,
            "feed_forward": group.feed_forward,
            "stream": stream,
        }

    def names(self, part: str) -> dict[str, Slot]:
        """Names of a part's own fields and derived sizes, over the shared ones."""
        value = self.parts[part]
        role = "stream" if part == "stream" else f"{self.role}.{part}"
        own = {name: f"{role}.{name}" for name, kind in fields_of(value) if isinstance(kind, Number)}
        shapes = {shape.key: f"shapes.{self.prefix}.{part}.{shape.key}" for shape in value.shapes()}
        return {**self.shared, **own, **shapes}

    def present(self) -> tuple[bool, bool]:
        """Whether a layer of this group has a token mixer, and a feed-forward network."""
        mixing, feeding = (any(not self.parts[part].absent for part in half) for half in HALVES)
        return mixing, feeding

    def norms(self) -> int:
        """How many norms a layer of this group has; a part of kind none has none."""
        counts = (BEFORE[self.group.norm_placement], AFTER[self.group.norm_placement])
        return sum(count[half] for count in counts for half, there in enumerate(self.present()) if there)

    def weights(self, part: str) -> Iterator[Weight]:
        """The weights of a part; of the residual stream those that stand in every layer."""
        value = self.parts[part]
        return iter(value.layer_weights() if isinstance(value, Stream) else value.weights())

    def operators(self, part: str, phase: Phase) -> Iterator[Operator]:
        """The calls of a part in one layer."""
        value = self.parts[part]
        return iter(value.layer_operators(phase) if isinstance(value, Stream) else value.operators(phase))


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
        self.groups = [
            GroupScope(f"groups.{index}", f"group{index + 1}", group, model.stream, self.shared)
            for index, group in enumerate(model.groups)
        ]
        self.prediction: GroupScope | None = None
        if model.prediction is not None and self.groups:
            like = self.groups[0 if model.prediction.like == "first" else -1]
            self.prediction = GroupScope(like.role, "prediction", like.group, SingleStream(), self.shared)
            self.prediction.shared |= {"layers": "prediction.layers", "prediction_norms": "prediction.norms"}

    def tables(self) -> dict[str, Slot]:
        """Names of what stands outside the layers: token table, position table, residual stream."""
        own = {
            name: f"{role}.{name}"
            for role, record in (("position", self.model.position), ("stream", self.model.stream))
            for name, kind in fields_of(record)
            if isinstance(kind, Number)
        }
        embedding = {"embedding_width": "embedding.width", "extra_rows": "embedding.extra_rows"}
        return {**self.shared, **own, **embedding, "total_layers": "total_layers", "other_stacks": "model.other_stacks"}


def shape_lines(builder: Builder, group: GroupScope, part: str, parent: str) -> None:
    """The sizes that a part derives per rank."""
    scope = group.names(part)
    for shape in group.parts[part].shapes():
        key = f"shapes.{group.prefix}.{part}.{shape.key}"
        builder.add(key, parent, "shapes", shape.label, shape.unit, shape.formula, scope, shape.reference)
