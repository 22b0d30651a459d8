"""The document: frozen values of models, accelerators, scenarios and assumptions. Nothing here is computed.

Rows carry a stable id; a path such as ("scenarios", "s1", "tp") names a cell by ids, never by position. A numeric
cell is a number in SI base units or an expression text ("=2*batch"). Values that do not fit together are allowed here
(people edit through such states) and are reported by `planner.checks`.
"""

from __future__ import annotations

import os
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from planner.accelerator import Accelerator
from planner.assumptions import Assumptions
from planner.bounds import MOST_GROUPS
from planner.engine import Engine
from planner.fields import Cell, Choice, Flag, Name, Number, Record, Reference, RowRecord, Sources, Text
from planner.inference_load import Inference
from planner.parts.attention import Attention
from planner.parts.attention.none import NoAttention
from planner.parts.feed_forward import FeedForward
from planner.parts.norm import Norm
from planner.parts.position import NoPosition, Position
from planner.parts.stream import SingleStream, StreamKind
from planner.scenario import Scenario
from planner.stored_formats import StoredFormats
from planner.training_load import Training
from planner.words import QT_TRANSLATE_NOOP

Path: TypeAlias = tuple[str, ...]
PLACEMENTS = (
    ("pre", "Before attention and feed-forward"),
    ("post", "After attention and feed-forward"),
    ("both", "Before and after each"),
    ("shared", "One, before both in parallel"),
    ("parallel", "Two, before both in parallel"),
)


class LayerGroup(RowRecord):
    """`count` identical decoder layers: an attention, a feed-forward network and their norms.

    `beside` is a second token mixer on the same input as attention (Falcon-H1). A part of kind none has no norm.
    """

    name: Name = "Decoder layers"
    count: Annotated[
        Cell, Number("Layers", "Identical layers of this group.", "architecture", minimum=1, maximum=10_000)
    ] = 32
    positions: Annotated[
        str | None,
        Text(
            "Positions",
            "Which layers these are, counted from 0: “0-2, 5, 8-60/4” (every fourth from 8 to 60). Blank: the groups "
            "follow each other.",
            "architecture",
            longest=4000,
            optional=True,
        ),
    ] = None
    attention: Attention
    beside: Attention = NoAttention()
    feed_forward: FeedForward
    norm: Norm = Norm()
    norm_placement: Annotated[
        str, Choice("Norm placement", "Where the norms stand; decides how many there are.", "architecture", PLACEMENTS)
    ] = "pre"


class Embedding(Record):
    """The token table, vocab_size x d_model, and what stands between it and the first layer."""

    scaled: Annotated[bool, Flag("Scaled embedding", "Multiplied by sqrt(d_model), as in Gemma; no parameters.")] = (
        False
    )
    width: Annotated[
        Cell | None,
        Number(
            "Embedding width",
            "Width of the table where it is not d_model: one matrix widens what it gives, one narrows what the head "
            "reads (OPT-350m). Blank: d_model.",
            "architecture",
            minimum=1,
            maximum=1_000_000,
            optional=True,
        ),
    ] = None
    extra_rows: Annotated[
        Cell | None,
        Number(
            "Extra rows",
            "Rows of the table that the head does not have (image tokens of Llama 3.2 Vision). Blank: none.",
            "architecture",
            unit="token",
            maximum=1_000_000,
            optional=True,
        ),
    ] = None
    norm: Norm | None = None


class Head(Record):
    """The matrix from d_model to the vocabulary; `tied` uses the token table and adds nothing."""

    tied: Annotated[
        bool, Flag("Tied head", "The LM head is the token table itself and is counted once.", "architecture")
    ] = False
    bias: Annotated[bool, Flag("Head bias", "A bias of vocab_size elements on the LM head.", "architecture")] = False
    cap: Annotated[bool, Flag("Logit cap", "Logits are bounded by a hyperbolic tangent (Gemma 2).", "architecture")] = (
        False
    )


LIKE = (("first", "The first layer group"), ("last", "The last layer group"))


class Prediction(Record):
    """Layers that predict tokens further ahead, in training and for speculative decoding; counted apart.

    Each has a projection of two d_model rows to one, `norms` norms, and a layer as in one of the groups.
    """

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Prediction layers")
    kind: Literal["prediction"] = "prediction"
    layers: Annotated[
        Cell, Number("Prediction layers", "How many there are.", "architecture", minimum=1, maximum=100)
    ] = 1
    like: Annotated[str, Choice("Layers like", "The group whose layer each of them repeats.", "architecture", LIKE)] = (
        "last"
    )
    norms: Annotated[
        Cell, Number("Prediction norms", "Norms besides those of the layer.", "architecture", maximum=100)
    ] = 3
    tables: Annotated[bool, Flag("Own tables", "Each layer stores its own token table and head.", "architecture")] = (
        False
    )
    loaded: Annotated[
        bool, Flag("Loaded", "These layers are loaded too: their bytes count among the weights.", "architecture")
    ] = False
    drafts: Annotated[
        bool,
        Flag(
            "Used to draft",
            "These layers are loaded and draft tokens: they keep a KV cache of their own, and drafting takes time.",
            "architecture",
        ),
    ] = False

    @property
    def held(self) -> bool:
        """Whether the layers stand in memory: loaded, or used."""
        return self.loaded or self.drafts


class Model(RowRecord):
    """A decoder: embedding, position, a tuple of layer groups, a final norm and a head."""

    preset: Annotated[str | None, Text("Preset", "The preset this row was copied from.", optional=True)] = None
    d_model: Annotated[
        Cell, Number("d_model", "Width of the residual stream.", "architecture", minimum=1, maximum=1_000_000)
    ] = 4096
    vocab_size: Annotated[
        Cell,
        Number(
            "Vocabulary",
            "Rows of the token table and of the LM head.",
            "architecture",
            unit="token",
            minimum=1,
            maximum=100_000_000,
        ),
    ] = 32000
    max_context: Annotated[
        Cell | None,
        Number(
            "Max context",
            "Longest sequence the model was made for; blank when not stated.",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
            optional=True,
        ),
    ] = None
    rotary_positions: Annotated[
        Cell | None,
        Number(
            "Rotary positions",
            "Positions of the table of rotations that engines keep, where they are not the longest context: stretched "
            "contexts, or four times as many for the times of videos. Blank: the longest context.",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
            optional=True,
        ),
    ] = None
    embedding: Embedding = Embedding()
    position: Position = NoPosition()
    groups: Annotated[tuple[LayerGroup, ...], Field(strict=False, max_length=MOST_GROUPS)]
    stream: StreamKind = SingleStream()
    final_norm: Norm | None = Norm()
    head: Head = Head()
    prediction: Prediction | None = None
    kept_measured: Annotated[
        bool,
        Flag(
            "Layers as measured",
            "In training, the layers keep for the backward pass what layers of these kinds were measured to keep. "
            "Off for families of transformers that compute the same in another way: without fused kernels a training "
            "plan of them has no verdict.",
            "architecture",
        ),
    ] = True
    other_stacks: Annotated[
        Cell | None,
        Number(
            "Other stacks",
            "Parameters of vision and audio towers and of what joins them to the decoder, as stated; not part of the "
            "decoder's count. Blank: none, or not stated.",
            "architecture",
            unit="parameter",
            optional=True,
        ),
    ] = None
    stored_formats: StoredFormats = StoredFormats()
    sources: Sources


class Workbook(Record):
    """Everything a file holds besides observations."""

    models: Annotated[tuple[Model, ...], Field(strict=False)] = ()
    accelerators: Annotated[tuple[Accelerator, ...], Field(strict=False)] = ()
    engines: Annotated[tuple[Engine, ...], Field(strict=False)] = ()
    scenarios: Annotated[tuple[Scenario, ...], Field(strict=False)] = ()
    assumptions: Assumptions = Assumptions()
    baseline: Annotated[
        str | None,
        Reference("Baseline", "The scenario that the others are compared with. Blank: none.", "plan", "scenarios"),
    ] = None


TABLES = ("models", "accelerators", "engines", "scenarios")

QUANTISATION = "quantization_config"
"""Among a model's sources: what its config states of the format of its weights, as a sentence."""


def new_id(prefix: str) -> str:
    """A fresh row id: an identifier that expressions can name. Ids are never reused, so references cannot go astray."""
    return f"{prefix}_{os.urandom(4).hex()}"


__all__ = [
    "QUANTISATION",
    "TABLES",
    "Accelerator",
    "Assumptions",
    "Embedding",
    "Engine",
    "Head",
    "Inference",
    "LayerGroup",
    "Model",
    "Path",
    "Prediction",
    "Scenario",
    "StoredFormats",
    "Training",
    "Workbook",
    "new_id",
]
