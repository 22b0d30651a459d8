"""The document: frozen values of models, accelerators, scenarios and assumptions. Nothing here is computed.

Rows carry a stable id; a path such as ("scenarios", "s1", "tp") names a cell by ids, never by position. A numeric
cell is a number in SI base units or an expression text ("=2*batch"). Values that do not fit together are allowed here
(people edit through such states) and are reported by `planner.checks`.
"""

from __future__ import annotations

import secrets
from typing import Annotated, TypeAlias

from pydantic import Field

from planner.accelerator import Accelerator
from planner.assumptions import Assumptions
from planner.fields import Cell, Choice, Flag, Name, Number, Record, RowId, Sources, Text
from planner.parts.attention import Attention
from planner.parts.feed_forward import FeedForward
from planner.parts.norm import Norm
from planner.parts.position import NoPosition, Position
from planner.scenario import Inference, Scenario

Path: TypeAlias = tuple[str, ...]
PLACEMENTS = (
    ("pre", "Before attention and feed-forward"),
    ("post", "After attention and feed-forward"),
    ("both", "Before and after each"),
    ("shared", "One, before both in parallel"),
    ("parallel", "Two, before both in parallel"),
)


class LayerGroup(Record):
    """`count` identical decoder layers: an attention, a feed-forward network and their norms."""

    id: RowId
    name: Name = "Decoder layers"
    count: Annotated[
        Cell, Number("Layers", "Identical layers of this group.", "architecture", minimum=1, maximum=10_000)
    ] = 32
    attention: Attention
    feed_forward: FeedForward
    norm: Norm = Norm()
    norm_placement: Annotated[
        str, Choice("Norm placement", "Where the norms stand; decides how many there are.", "architecture", PLACEMENTS)
    ] = "pre"


class Embedding(Record):
    """The token table, vocab_size x d_model."""

    scaled: Annotated[bool, Flag("Scaled embedding", "Multiplied by sqrt(d_model), as in Gemma; no parameters.")] = (
        False
    )


class Head(Record):
    """The matrix from d_model to the vocabulary; `tied` uses the token table and adds nothing."""

    tied: Annotated[
        bool, Flag("Tied head", "The LM head is the token table itself and is counted once.", "architecture")
    ] = False
    bias: Annotated[bool, Flag("Head bias", "A bias of vocab_size elements on the LM head.", "architecture")] = False


class Model(Record):
    """A decoder: embedding, position, a tuple of layer groups, a final norm and a head."""

    id: RowId
    name: Name
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
    embedding: Embedding = Embedding()
    position: Position = NoPosition()
    groups: Annotated[tuple[LayerGroup, ...], Field(strict=False)]
    final_norm: Norm | None = Norm()
    head: Head = Head()
    sources: Sources


class Workbook(Record):
    """Everything a file holds besides observations."""

    models: Annotated[tuple[Model, ...], Field(strict=False)] = ()
    accelerators: Annotated[tuple[Accelerator, ...], Field(strict=False)] = ()
    scenarios: Annotated[tuple[Scenario, ...], Field(strict=False)] = ()
    assumptions: Assumptions = Assumptions()


TABLES = ("models", "accelerators", "scenarios")


def new_id(prefix: str) -> str:
    """A fresh row id: an identifier that expressions can name. Ids are never reused, so references cannot go astray."""
    return f"{prefix}_{secrets.token_hex(4)}"


__all__ = [
    "TABLES",
    "Accelerator",
    "Assumptions",
    "Embedding",
    "Head",
    "Inference",
    "LayerGroup",
    "Model",
    "Path",
    "Scenario",
    "Workbook",
    "new_id",
]
