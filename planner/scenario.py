"""A row of the scenarios table: a model on a device under a load."""

from __future__ import annotations

from typing import Annotated, Literal

from planner.fields import Cell, Choice, Name, Number, Record, Reference, RowId
from planner.memory.formats import CACHE_FORMATS, UNQUANTISED_FORMATS, WEIGHT_FORMATS
from planner.words import QT_TRANSLATE_NOOP


class Inference(Record):
    """A serving load: `batch` sequences that reach `context` tokens each, of which `prompt` are read at once."""

    kind: Literal["inference"] = "inference"
    batch: Annotated[
        Cell, Number("Batch", "Sequences held at the same time.", "load", minimum=1, maximum=10_000_000)
    ] = 1
    context: Annotated[
        Cell,
        Number(
            "Context",
            "Tokens each sequence may reach; the KV cache holds this many.",
            "load",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 4096
    prompt: Annotated[
        Cell,
        Number(
            "Prompt",
            "Tokens of each sequence that prefill reads at once.",
            "load",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = "=max(context - output, 1)"
    output: Annotated[
        Cell,
        Number("Output", "Tokens generated for each sequence.", "load", unit="token", minimum=1, binary=True),
    ] = 256
    kv_keys: Annotated[
        str | None,
        Choice(
            "Key format",
            "Format of the keys in the cache. Blank: as the activations.",
            "precision",
            CACHE_FORMATS,
            optional=True,
        ),
    ] = None
    kv_values: Annotated[
        str | None,
        Choice(
            "Value format",
            "Format of the values in the cache. Blank: as the activations.",
            "precision",
            CACHE_FORMATS,
            optional=True,
        ),
    ] = None


MEMORY_BASES = (
    ("usable", QT_TRANSLATE_NOOP("fields", "usable")),
    ("free", QT_TRANSLATE_NOOP("fields", "free now")),
)
LINKS = (
    ("fastest", QT_TRANSLATE_NOOP("fields", "fastest")),
    ("nvlink", QT_TRANSLATE_NOOP("fields", "NVLink or its like")),
    ("pcie", QT_TRANSLATE_NOOP("fields", "PCIe")),
)


class Scenario(Record):
    """A model row on an accelerator row under a load."""

    id: RowId
    name: Name
    model: Annotated[str | None, Reference("Model", "The row of the models table.", "plan", "models")] = None
    accelerator: Annotated[
        str | None, Reference("GPU", "The row of the accelerators table.", "plan", "accelerators")
    ] = None
    tp: Annotated[
        Cell,
        Number("TP", "Tensor-parallel degree: GPUs that share each layer.", "parallelism", minimum=1, maximum=4096),
    ] = 1
    weights: Annotated[str, Choice("Weights", "Format of the layers' matrices.", "precision", WEIGHT_FORMATS)] = "bf16"
    other_weights: Annotated[
        str | None,
        Choice(
            "Other weights",
            "Format of embeddings, LM head, norms and biases, which quantised checkpoints keep in 16 bit. Blank: the "
            "format of the weights, or the type they are computed in when they are quantised.",
            "precision",
            UNQUANTISED_FORMATS,
            optional=True,
        ),
    ] = None
    activations: Annotated[
        str | None,
        Choice(
            "Activations",
            "Format of activations and of the arithmetic. Blank: as the other weights.",
            "precision",
            UNQUANTISED_FORMATS,
            optional=True,
        ),
    ] = None
    memory_basis: Annotated[
        str,
        Choice(
            "Memory basis",
            "What the plan is held against: all that software can allocate on the card, or what was free when it was "
            "read.",
            "plan",
            MEMORY_BASES,
        ),
    ] = "usable"
    link: Annotated[
        str,
        Choice("Link", "What the GPUs of a tensor-parallel group exchange their sums over.", "parallelism", LINKS),
    ] = "fastest"
    load: Inference = Inference()
