"""What a formula's names stand for: the inputs of a plan, and per layer group the fields and sizes of its parts.

Inputs are named by role, not by row: "scenario.tp", "accelerator.memory_bandwidth", "groups.0.attention.heads". The
paths of the actual rows are put in when a line is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planner.fields import Number, fields_of
from planner.ledger import Builder, Slot
from planner.memory.mixes import MIXES
from planner.memory.storage import Storage, Term
from planner.parts.base import Operator, Part, Phase, Stored, Weight
from planner.parts.stream import SingleStream, Stream
from planner.workbook import Accelerator, Assumptions, Inference, LayerGroup, Model, Scenario


class Choices(NamedTuple):
    """What of a scenario chooses lines: formats, and whether there is more than one rank."""

    weights: str
    attention_weights: str
    feed_forward_weights: str
    expert_weights: str
    embedding_weights: str
    head_weights: str
    other_weights: str
    activations: str
    kv_keys: str
    kv_values: str
    tensor_parallel: bool
    mixed: tuple[tuple[str, tuple[Term, ...]], ...] = ()
    """The terms of each weight by its place, where `weights` is a mix."""
    rope_tables: bool = False
    """Whether the engine keeps tables of rotations beside the weights and counts them among these (vLLM)."""
    triton_experts: bool = False
    """Whether MXFP4 experts run in vLLM's Triton backend, which keeps their scales twice."""
    rounding: str = ""
    """What of torch's rounding of large tensors counts: "allocated" (as vLLM prints), "reserved" (as SGLang does)."""

    def cell_of(self, part: str, stored: Stored) -> str:
        """The cell whose format a weight of a part has; a part is "" outside the layers."""
        if stored == "matrix":
            mixer = part in ("attention", "beside")
            return "attention_weights" if mixer else f"{part}_weights" if part == "feed_forward" else "weights"
        if stored in ("expert", "embedding", "head"):
            return f"{stored}_weights"
        return "other_weights"

    def storage(self, place: str, part: str, stored: Stored) -> Storage:
        """How a weight is stored; `place` is its role and key ("groups.0.attention.v", "head")."""
        cell = self.cell_of(part, stored)
        name: str = getattr(self, cell)
        if name in MIXES:
            mixed = dict(self.mixed)
            return Storage(cell, mixed.get(place) or mixed["embedding" if stored == "embedding" else "matrix"], True)
        return Storage(cell, (Term(name),))


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
