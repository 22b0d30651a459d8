"""The document: frozen values of models, accelerators, scenarios and assumptions. Nothing here is computed.

Rows carry a stable id; a path such as ("scenarios", "s1", "tp") names a cell by ids, never by position. A numeric
cell is a number in SI base units or an expression text ("=2*batch"). Values that do not fit together are allowed here
(people edit through such states) and are reported by `planner.checks`.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from planner.fields import Cell, Choice, Flag, Number, Record, Reference, Text
from planner.memory.formats import CACHE_FORMATS, UNQUANTISED_FORMATS, WEIGHT_FORMATS
from planner.parts.attention import Attention
from planner.parts.feed_forward import FeedForward
from planner.parts.norm import Norm
from planner.parts.position import NoPosition, Position

Path: TypeAlias = tuple[str, ...]
RowId = Annotated[str, Reference("Id", "The row's stable name in the file.", optional=False)]
Name = Annotated[str, Text("Name", "What this row is called in the tables.")]
Sources = Annotated[dict[str, str], Field(default_factory=dict)]
"""Where each figure of a row comes from: field name to a citation."""

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


class Accelerator(Record):
    """A device: memory, bandwidth, dense peaks, links, and the constants of its time estimate. Blank is not known."""

    id: RowId
    name: Name
    preset: Annotated[str | None, Text("Preset", "The preset this row was copied from.", optional=True)] = None
    vendor: Annotated[str, Text("Vendor", "Maker of the device.", "identity")] = "unknown"
    nominal_memory: Annotated[
        Cell | None,
        Number("Nominal memory", "What the label says.", "memory", unit="byte", shown="GiB", optional=True),
    ] = None
    usable_memory: Annotated[
        Cell | None,
        Number(
            "Usable memory",
            "What software can allocate (torch's total), less than the label. The verdict is against this.",
            "memory",
            unit="byte",
            shown="GiB",
            optional=True,
        ),
    ] = None
    memory_bandwidth: Annotated[
        Cell | None,
        Number(
            "Bandwidth", "Memory bandwidth, decimal.", "rates", unit="byte/s", shown="GB/s", whole=False, optional=True
        ),
    ] = None
    peak_bf16: Annotated[
        Cell | None,
        Number(
            "bf16 peak",
            "Dense bf16 rate with fp32 accumulation.",
            "rates",
            unit="FLOP/s",
            shown="TFLOP/s",
            whole=False,
            optional=True,
        ),
    ] = None
    peak_fp16: Annotated[
        Cell | None,
        Number(
            "fp16 peak",
            "Dense fp16 rate with fp32 accumulation.",
            "rates",
            unit="FLOP/s",
            shown="TFLOP/s",
            whole=False,
            optional=True,
        ),
    ] = None
    peak_fp32: Annotated[
        Cell | None,
        Number(
            "fp32 peak",
            "Dense fp32 rate (not TF32).",
            "rates",
            unit="FLOP/s",
            shown="TFLOP/s",
            whole=False,
            optional=True,
        ),
    ] = None
    link_bandwidth: Annotated[
        Cell | None,
        Number(
            "Link",
            "Bandwidth to a neighbour, ONE direction; brochures print both.",
            "rates",
            unit="byte/s",
            shown="GB/s",
            whole=False,
            optional=True,
        ),
    ] = None
    compute_efficiency: Annotated[
        Cell | None,
        Number(
            "Compute efficiency",
            "Share of the peak that matrix products reach (mfu).",
            "constants",
            shown="%",
            minimum=0.001,
            maximum=1,
            whole=False,
            optional=True,
        ),
    ] = None
    bandwidth_efficiency: Annotated[
        Cell | None,
        Number(
            "Bandwidth efficiency",
            "Share of the bandwidth that kernels reach (mbu).",
            "constants",
            shown="%",
            minimum=0.001,
            maximum=1,
            whole=False,
            optional=True,
        ),
    ] = None
    call_time: Annotated[
        Cell | None,
        Number(
            "Time per call",
            "Fixed time of one kernel (t0).",
            "constants",
            unit="s",
            shown="µs",
            whole=False,
            maximum=1,
            optional=True,
        ),
    ] = None
    link_latency: Annotated[
        Cell | None,
        Number(
            "Collective latency",
            "Fixed time of one all-reduce (alpha).",
            "constants",
            unit="s",
            shown="µs",
            whole=False,
            maximum=1,
            optional=True,
        ),
    ] = None
    link_efficiency: Annotated[
        Cell | None,
        Number(
            "Link efficiency",
            "Share of the link that an all-reduce reaches.",
            "constants",
            shown="%",
            minimum=0.001,
            maximum=1,
            whole=False,
            optional=True,
        ),
    ] = None
    driver_names: Annotated[tuple[str, ...], Field(strict=False)] = ()
    sources: Sources


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
    load: Inference = Inference()


class Assumptions(Record):
    """Figures that hold for every scenario of the workbook; each is a band or a convention that a user may change."""

    tokens_per_step: Annotated[
        Cell,
        Number(
            "Tokens per step",
            "Most tokens that one forward pass of a server takes.",
            "activations",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 8192
    device_context_low: Annotated[
        Cell, Number("Device context, low", "Lower end of the band.", "overhead", "byte", "GiB")
    ] = 322122547
    device_context: Annotated[
        Cell,
        Number("Device context", "What a process takes on the device before any tensor.", "overhead", "byte", "GiB"),
    ] = 483183820
    device_context_high: Annotated[
        Cell, Number("Device context, high", "Upper end of the band.", "overhead", "byte", "GiB")
    ] = 590558003
    runtime_low: Annotated[Cell, Number("Runtime, low", "Lower end of the band.", "overhead", "byte", "GiB")] = 21474836
    runtime: Annotated[
        Cell,
        Number("Runtime", "Libraries and workspaces outside the framework's allocator.", "overhead", "byte", "GiB"),
    ] = 85899346
    runtime_high: Annotated[Cell, Number("Runtime, high", "Upper end of the band.", "overhead", "byte", "GiB")] = (
        150323855
    )
    graphs_low: Annotated[Cell, Number("CUDA graphs, low", "Lower end of the band.", "overhead", "byte", "GiB")] = (
        214748365
    )
    graphs: Annotated[Cell, Number("CUDA graphs", "Captured graphs of a server.", "overhead", "byte", "GiB")] = (
        536870912
    )
    graphs_high: Annotated[Cell, Number("CUDA graphs, high", "Upper end of the band.", "overhead", "byte", "GiB")] = (
        1288490189
    )
    communicator_low: Annotated[
        Cell, Number("Communicator, low", "Lower end of the band.", "overhead", "byte", "GiB")
    ] = 214748365
    communicator: Annotated[
        Cell,
        Number("Communicator", "Buffers of the collectives library, when TP is above 1.", "overhead", "byte", "GiB"),
    ] = 429496730
    communicator_high: Annotated[
        Cell, Number("Communicator, high", "Upper end of the band.", "overhead", "byte", "GiB")
    ] = 734003200
    tight_share: Annotated[
        Cell,
        Number(
            "Tight below",
            "A plan that leaves less than this share of the usable memory is Tight.",
            "verdict",
            shown="%",
            minimum=0,
            maximum=1,
            whole=False,
        ),
    ] = 0.05
    roofline_exponent: Annotated[
        Cell,
        Number(
            "Roofline exponent",
            "How sharply compute and memory time overlap (p); 1 adds them.",
            "time",
            minimum=1,
            maximum=16,
            whole=False,
        ),
    ] = 2.5


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
