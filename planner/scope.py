"""What a formula's names stand for: the inputs of a plan, and per layer group the fields and sizes of its parts.

Inputs are named by role, not by row: "scenario.tp", "accelerator.memory_bandwidth", "groups.0.attention.heads". The
paths of the actual rows are put in when a line is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from planner.fields import declared_fields, numbers_in
from planner.ledger import Builder, Slot
from planner.memory.mixes import MIXES
from planner.memory.storage import Storage, Term
from planner.parts.base import Cached, Operator, Part, Phase, Shape, Stored, Weight
from planner.parts.stream import SingleStream, Stream
from planner.shape import structural
from planner.time.call import Call
from planner.time.choices import TimeChoices, rates_of
from planner.time.request_choices import RequestChoices
from planner.training.choices import TrainingChoices
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Assumptions, Engine, Inference, LayerGroup, Model, Scenario, Training

SET_IN_SCENARIO = {
    "memory_fraction": "memory_fraction",
    "tokens_per_step": "max_batched_tokens",
    "max_sequences": "max_sequences",
}
"""Figures of an engine that a scenario may set for itself, and the cell there."""

ELSEWHERE = "weights_elsewhere"
"""The section of what other pipeline stages or the host hold; a step reads it, this rank does not store it."""


class Serving(NamedTuple):
    """What of an engine, and of what a scenario sets in its place, chooses lines. The default is no engine."""

    engine: bool = False
    budget: str = "none"
    kv_policy: str = "exact"
    step: str = "load"
    context_inside: bool = True
    activations_inside: bool = True
    graphs_inside: bool = True
    rope_table: bool = False
    mxfp4_kernels: str = "other"
    rounding: str = ""
    embedding_on_host: bool = False
    flash: bool = True
    large_cards: bool = False
    printed: bool = False
    overheads: tuple[str, ...] = ()
    set_here: tuple[str, ...] = ()
    states_in_pages: bool = False
    expanded: bool = False
    """Whether latent attention keeps the keys and values of every head in place of its small vector."""
    tokens_of: str = "pages"
    packed_sparse: bool = False
    outputs: str = "step"
    masks: str = "fp32"
    cache_copies: bool = False
    cell_padding: str = "256"
    """The name of the figure, or the figure, that llama.cpp fills its cells up to."""
    sampler: str = "stated"
    lora_experts: bool = False
    lora_sharded: bool = False
    grouped_output_wide: bool = False
    towers_divided: bool = False
    absorbed_latents: str = "none"


class Placement(NamedTuple):
    """Which rank the lines are of: whether a degree is above 1, and which ends of the pipeline its stage has."""

    data: bool = False
    pipeline: bool = False
    experts: bool = False
    context: bool = False
    first: bool = True
    last: bool = True
    shares: bool = False
    """Whether the lines are of a rank by its numbers, in place of the fullest."""


class Choices(NamedTuple):
    """What of a scenario chooses lines: formats, engine, memory, link, and whether there is more than one rank."""

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
    sized: tuple[str, ...] = ()
    """The cells of parts that have the size of the checkpoint's files in place of a format."""
    serving: Serving = Serving()
    placement: Placement = Placement()
    draft: bool = False
    shared_prefix: bool = False
    lora: bool = False
    lora_tables: bool = False
    training: TrainingChoices | None = None
    """The choices of a training load; None where the plan serves."""
    memory_basis: str = "usable"
    link: str = "link"
    """How the names of the link's fields begin: "link" or "pcie"."""
    time: TimeChoices = TimeChoices()
    request: RequestChoices = RequestChoices()

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
        if cell in self.sized:
            return Storage(cell, ())
        name: str = getattr(self, cell)
        if name in MIXES:
            mixed = dict(self.mixed)
            return Storage(cell, mixed.get(place) or mixed["embedding" if stored == "embedding" else "matrix"], True)
        return Storage(cell, (Term(name),))


TRAINING_NAMES: Mapping[str, Slot] = {
    "batch": "load.micro_batch",
    "tokens": "tokens_rank",
    "context": "load.sequence",
    "rows": "rows",
    "stream_rows": "stream_rows",
    "run_tokens": "load.tokens",
    "stage_number": "stage.number",
}
"""What the names of a part's formulas stand for in training: one micro-batch on one rank."""

HALVES = (("attention", "beside"), ("feed_forward",))
"""The parts of a layer that share norms, a residual add and an all-reduce."""
BEFORE = {"pre": (1, 1), "post": (0, 0), "both": (1, 1), "shared": (1, 0), "parallel": (2, 0)}
AFTER = {"pre": (0, 0), "post": (1, 1), "both": (1, 1), "shared": (0, 0), "parallel": (0, 0)}


Said = TypeVar("Said")


@cache
def inputs_of(role: str, kind: type[BaseModel]) -> Mapping[str, Slot]:
    """The inputs that the numbers of a record are, by name."""
    return {name: f"{role}.{name}" for name in numbers_in(kind)}


@lru_cache(maxsize=512)
def _sayings(kind: type[Part], shape: tuple[Any, ...]) -> dict[str, tuple[Any, ...]]:
    """What parts of this shape were asked and said; empty at first, and filled by who asks."""
    return {}


class GroupScope:
    """The names of one layer group. `prefix` is "group1"; `parts` in the order of the ledger.

    What its parts say is asked once of all parts of one shape.
    """

    def __init__(
        self,
        role: str,
        prefix: str,
        group: LayerGroup,
        stream: Stream,
        shared: Mapping[str, Slot],
        expanded: bool = False,
    ) -> None:
        self.role = role
        self.group = group
        self.prefix = prefix
        self.label = group.name
        self.place = prefix
        """Where the group's weights stand in their tree: `weights.<place>.layer`."""
        self.shared: dict[str, Slot] = {**shared, "layers": f"{role}.count"}
        self.here: dict[str, Slot] = {}
        """What `layers` stands for in the memory of one rank, where that is not all layers of the group."""
        self.parts: dict[str, Part] = {
            "attention": group.attention.expanded() if expanded else group.attention,
            "beside": group.beside,
            "feed_forward": group.feed_forward,
            "stream": stream,
        }
        self._said: dict[str, dict[str, tuple[Any, ...]]] = {}
        self._own: dict[str, Mapping[str, Slot]] = {}
        self._names: dict[str, Mapping[str, Slot]] = {}

    def renamed(self, changes: Mapping[str, Slot]) -> GroupScope:
        """This scope where some shared names stand for something else."""
        other = copy(self)
        other.shared, other._names = {**self.shared, **changes}, {}
        return other

    def names(self, part: str) -> Mapping[str, Slot]:
        """Names of a part's own fields and derived sizes, over the shared ones."""
        found = self._names.get(part)
        if found is None:
            found = self._names[part] = {**self.shared, **self._own_names(part)}
        return found

    def _own_names(self, part: str) -> Mapping[str, Slot]:
        found = self._own.get(part)
        if found is None:
            role = "stream" if part == "stream" else f"{self.role}.{part}"
            own = {name: f"{role}.{name}" for name in numbers_in(type(self.parts[part]))}
            shapes = {shape.key: f"shapes.{self.prefix}.{part}.{shape.key}" for shape in self.shapes(part)}
            found = self._own[part] = {**own, **shapes}
        return found

    def present(self) -> tuple[bool, bool]:
        """Whether a layer of this group has a token mixer, and a feed-forward network."""
        mixing, feeding = (any(not self.parts[part].absent for part in half) for half in HALVES)
        return mixing, feeding

    def norms(self) -> int:
        """How many norms a layer of this group has; a part of kind none has none."""
        counts = (BEFORE[self.group.norm_placement], AFTER[self.group.norm_placement])
        return sum(count[half] for count in counts for half, there in enumerate(self.present()) if there)

    def shapes(self, part: str) -> Sequence[Shape]:
        """The sizes that a part derives."""
        return self._once("shapes", part, self.parts[part].shapes)

    def caches(self, part: str) -> Sequence[Cached]:
        """What a part keeps between tokens."""
        return self._once("caches", part, self.parts[part].caches)

    def weights(self, part: str) -> Sequence[Weight]:
        """The weights of a part; of the residual stream those that stand in every layer."""
        value = self.parts[part]
        return self._once("weights", part, value.layer_weights if isinstance(value, Stream) else value.weights)

    def operators(self, part: str, phase: Phase) -> Sequence[Operator]:
        """The calls of a part in one layer."""
        value = self.parts[part]
        asked = value.layer_operators if isinstance(value, Stream) else value.operators
        return self._once(phase, part, lambda: asked(phase))

    def _once(self, what: str, part: str, asked: Callable[[], Iterable[Said]]) -> tuple[Said, ...]:
        said = self._said.get(part)
        if said is None:
            value = self.parts[part]
            said = self._said[part] = _sayings(type(value), structural(value))
        found = said.get(what)
        if found is None:
            found = said[what] = tuple(asked())
        return found


class Scopes:
    """All names of a plan: shared inputs, groups, and the choices that the lines depend on."""

    def __init__(self, model: Model, choices: Choices) -> None:
        self.model = model
        self.choices = choices
        self.calls: list[Call] = []
        """The calls that the time lines have placed so far, for the sums over them."""
        self._tables: Mapping[str, Slot] = {}
        self.rates = rates_of(choices.time, choices.request, choices.activations)
        self.shared: dict[str, Slot] = {"activation_bytes": "format.activations.bytes"}
        for role, record in (
            ("scenario", Scenario),
            ("load", Inference if choices.training is None else Training),
            ("accelerator", Accelerator),
            ("assumptions", Assumptions),
        ):
            self.shared |= inputs_of(role, record)
        self.shared |= self._serving()
        self.shared |= {"d_model": "model.d_model", "vocab_size": "model.vocab_size"}
        if choices.training is not None:
            self.shared |= TRAINING_NAMES
            if "global_batch" not in choices.training.stated:
                self.shared["global_batch"] = "global_batch"
        elif choices.placement.data:
            self.shared["batch"] = "sequences"
        expanded = choices.serving.expanded
        self.groups = [
            GroupScope(f"groups.{index}", f"group{index + 1}", group, model.stream, self.shared, expanded)
            for index, group in enumerate(model.groups)
        ]
        if choices.placement.pipeline:
            for group in self.groups:
                group.here = {"layers": f"stage.{group.role}.layers"}
        self.prediction: GroupScope | None = None
        if model.prediction is not None and self.groups:
            like = self.groups[0 if model.prediction.like == "first" else -1]
            self.prediction = GroupScope(like.role, "prediction", like.group, SingleStream(), self.shared, expanded)
            self.prediction.label = QT_TRANSLATE_NOOP("ledger", "Prediction layers")
            self.prediction.place = "prediction.blocks"
            self.prediction.shared |= {"layers": "prediction.layers", "prediction_norms": "prediction.norms"}

    def renamed(self, changes: Mapping[str, Slot]) -> Scopes:
        """These scopes where some shared names stand for something else, such as another batch; calls are collected
        in the same list.
        """
        other = copy(self)
        other.shared, other._tables = {**self.shared, **changes}, {}
        other.groups = [group.renamed(changes) for group in self.groups]
        other.prediction = None if self.prediction is None else self.prediction.renamed(changes)
        return other

    def drafting(self) -> GroupScope | None:
        """The prediction layers where they are used, None where they are not."""
        prediction = self.model.prediction
        return self.prediction if prediction is not None and prediction.drafts else None

    def _serving(self) -> dict[str, Slot]:
        """The engine's figures by the names that formulas use; the scenario's own, or the assumptions', before them."""
        serving = self.choices.serving
        common = declared_fields(Assumptions).keys() - serving.overheads
        figures = {name: slot for name, slot in inputs_of("engine", Engine).items() if name not in common}
        for name in serving.overheads:  # an end of a stated figure's band that is blank is that figure
            for end in (f"{name}_low", f"{name}_high"):
                if end in common:
                    figures[end] = f"engine.{name}"
        if serving.engine:
            figures["tokens_per_step"] = "engine.tokens_per_step"
        if serving.large_cards:
            figures |= {"tokens_per_step": "tokens_per_step", "max_sequences": "max_sequences"}
        for name, here in SET_IN_SCENARIO.items():
            if here in serving.set_here:
                figures[name] = f"scenario.{here}"
        return figures

    def table_parent(self, root: str, ends: str) -> str:
        """Where a tensor of one end of the decoder ("before" or "after" the layers) is counted: among the weights of
        this rank, or among those of other stages.
        """
        placement = self.choices.placement
        here = placement.first if ends == "before" else placement.last
        if here or root in ("parameters", "prediction"):
            return root
        return ELSEWHERE if root == "weights" else f"{root}_elsewhere"

    def tables(self) -> Mapping[str, Slot]:
        """Names of what stands outside the layers: token table, position table, residual stream."""
        if not self._tables:
            self._tables = self._outside()
        return self._tables

    def _outside(self) -> Mapping[str, Slot]:
        own = {**inputs_of("position", type(self.model.position)), **inputs_of("stream", type(self.model.stream))}
        embedding = {"embedding_width": "embedding.width", "extra_rows": "embedding.extra_rows"}
        return {**self.shared, **own, **embedding, "total_layers": "total_layers", "other_stacks": "model.other_stacks"}


def shape_lines(builder: Builder, group: GroupScope, part: str, parent: str) -> None:
    """The sizes that a part derives per rank."""
    scope = group.names(part)
    for shape in group.shapes(part):
        key = f"shapes.{group.prefix}.{part}.{shape.key}"
        builder.add(key, parent, "shapes", shape.label, shape.unit, shape.formula, scope, shape.reference)
