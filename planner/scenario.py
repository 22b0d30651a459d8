"""A row of the scenarios table: a model on a device under a load."""

from __future__ import annotations

from typing import Annotated, Literal

from planner.fields import Cell, Choice, Name, Number, Record, Reference, RowId
from planner.memory.formats import CACHE_FORMATS, UNQUANTISED_FORMATS, WEIGHT_FORMATS
from planner.memory.mixes import MIX_OPTIONS


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
    weights: Annotated[
        str | None,
        Choice(
            "Weights",
            "Format of the layers' matrices, or a stated mix of GGUF types by tensor. Blank: as the model's published "
            "checkpoint stores each part, bf16 where that is not known.",
            "precision",
            (*WEIGHT_FORMATS, *MIX_OPTIONS),
            optional=True,
        ),
    ] = None
    attention_weights: Annotated[
        str | None,
        Choice(
            "Attention weights",
            "Format of the matrices of attention and other token mixers. Blank: as the weights.",
            "precision",
            WEIGHT_FORMATS,
            optional=True,
        ),
    ] = None
    feed_forward_weights: Annotated[
        str | None,
        Choice(
            "Feed-forward weights",
            "Format of dense feed-forward networks and of shared experts. Blank: as the weights.",
            "precision",
            WEIGHT_FORMATS,
            optional=True,
        ),
    ] = None
    expert_weights: Annotated[
        str | None,
        Choice(
            "Expert weights",
            "Format of the experts that a router chooses from. Blank: as the weights.",
            "precision",
            WEIGHT_FORMATS,
            optional=True,
        ),
    ] = None
    embedding_weights: Annotated[
        str | None,
        Choice(
            "Embedding weights",
            "Format of the token table. Blank: as the other weights; a mix has its own.",
            "precision",
            WEIGHT_FORMATS,
            optional=True,
        ),
    ] = None
    head_weights: Annotated[
        str | None,
        Choice(
            "Head weights",
            "Format of the LM head; a tied head has that of the token table. Blank: as the other weights; a mix has "
            "its own.",
            "precision",
            WEIGHT_FORMATS,
            optional=True,
        ),
    ] = None
    other_weights: Annotated[
        str | None,
        Choice(
            "Other weights",
            "Format of norms, biases and routers, and of embedding and head that state none: quantised checkpoints "
            "keep them in 16 bit. Blank: the format of the weights, or the type they are computed in when they are "
            "quantised.",
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
    load: Inference = Inference()
