"""A training load: what a step computes, and how its states and activations are kept."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Flag, Number, Record
from planner.training.recipes import RECIPE_OPTIONS
from planner.words import QT_TRANSLATE_NOOP

ZERO_STAGES = (
    ("0", "0: every rank holds all states"),
    ("1", "1: optimizer states and master weights shared"),
    ("2", "2: gradients shared too"),
    ("3", "3: weights shared too (FSDP, full shard)"),
)
CHECKPOINTING = (
    ("none", "None: all activations are kept"),
    ("selective", "Selective: attention scores are computed again"),
    ("full", "Full: only the input of each layer is kept"),
    ("every_n", "Every n layers: the input of each n-th layer is kept"),
)
IMPLEMENTATIONS = (
    ("eager", "Eager: scores are written out"),
    ("sdpa", "SDPA or FlashAttention"),
    ("fused", "Fused: FlashAttention, fused norms and activations"),
    ("megatron", "Megatron: fused norms and masks, scores written out"),
    ("sdpa_math", "SDPA's math path (dropout on a CPU)"),
    ("sdpa_norms", "SDPA or FlashAttention, fused norms"),
)
SHARDINGS = (
    ("fsdp", "FSDP of torch, flat parameters"),
    ("fsdp2", "FSDP2 of torch (fully_shard)"),
    ("deepspeed", "DeepSpeed ZeRO"),
)
LOSSES = (
    ("held", "Logits upcast to fp32, kept by the caller (transformers)"),
    ("dropped", "Logits upcast to fp32, dropped by the caller"),
    ("shifted_held", "Logits upcast, then shifted, kept (transformers before 4.46)"),
    ("shifted_dropped", "Logits upcast, then shifted, dropped"),
    ("plain_held", "Logits as they are, kept by the caller"),
    ("plain", "Logits as they are, dropped"),
    ("chunked", "Chunks of tokens, computed again in the backward pass"),
    ("fused", "Fused linear and cross-entropy: gradients in the forward pass"),
    ("parallel", "Vocabulary cut by TP (Megatron)"),
)
TARGETS = (
    ("qv", "Query, value"),
    ("qkvo", "All of attention"),
    ("all", "All of attention and feed-forward"),
)
OFFLOADS = (
    ("none", "None"),
    ("optimizer", "Optimizer states and master weights on the host"),
    ("all", "Those and the gradients on the host"),
)
PACKINGS = (
    ("full", "Full sequences"),
    ("packed", "Packed documents"),
    ("padded", "Padded documents"),
)

LEAST = 0.0625
"""Half a bit: there is no training without weights and gradients; master weights and states there may be none."""


def _bytes(title: str, what: str, minimum: float = 0) -> Number:
    return Number(title, f"{what} per trained parameter. Blank: the recipe's.", "recipe", unit="byte", minimum=minimum,
                  maximum=64, whole=False, optional=True)  # fmt: skip


class Training(Record):
    """Sequences of `sequence` tokens, `micro_batch` at once on each replica, `global_batch` per step."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Training")
    kind: Literal["training"] = "training"
    recipe: Annotated[
        str, Choice("Recipe", "Which copies of a parameter exist: optimizer and precisions.", "recipe", RECIPE_OPTIONS)
    ] = "mixed_adamw"
    zero: Annotated[
        str, Choice("ZeRO", "Which states the data-parallel ranks share instead of copying.", "recipe", ZERO_STAGES)
    ] = "0"
    sharding: Annotated[
        str,
        Choice("Sharding", "Which software shares the states: decides what is gathered and reduced at once.", "recipe",
               SHARDINGS),
    ] = "fsdp"  # fmt: skip
    shard_ranks: Annotated[
        Cell | None,
        Number("Shard ranks", "Ranks that share one copy of the states, where these are not all replicas (hybrid "
               "shard). Blank: all.", "recipe", minimum=1, maximum=1_000_000, optional=True),
    ] = None  # fmt: skip
    micro_batch: Annotated[
        Cell, Number("Micro-batch", "Sequences of one forward and backward pass.", "load", minimum=1,
                     maximum=10_000_000),
    ] = 1  # fmt: skip
    global_batch: Annotated[
        Cell | None,
        Number("Global batch", "Sequences of one step over all replicas. Blank: one micro-batch on each.", "load",
               minimum=1, maximum=1_000_000_000, optional=True),
    ] = None  # fmt: skip
    sequence: Annotated[
        Cell, Number("Sequence", "Tokens of one sequence; packed documents, and padding, count with it.", "load",
                     unit="token", minimum=1, binary=True),
    ] = 4096  # fmt: skip
    packing: Annotated[
        str, Choice("Packing", "How documents fill the sequences. Full: one document each, or attention crosses "
                    "documents. Packed: several, each attends to itself only. Padded: one each, filled up with tokens "
                    "that are computed and do not count.", "load", PACKINGS),
    ] = "full"  # fmt: skip
    document_tokens: Annotated[
        Cell, Number("Document", "Mean tokens of a document that is packed or padded. Counted as equal: uneven ones "
                     "have more query-key pairs.", "load", unit="token", minimum=1, binary=True),
    ] = 1024  # fmt: skip
    tokens: Annotated[
        Cell | None,
        Number("Tokens", "Tokens of the whole run, padding left out. Blank: only a step is planned.", "load",
               unit="token", minimum=1, optional=True),
    ] = None  # fmt: skip
    checkpointing: Annotated[
        str, Choice("Checkpointing", "What is computed again in the backward pass.", "backward", CHECKPOINTING)
    ] = "none"
    checkpoint_layers: Annotated[
        Cell, Number("Layers per checkpoint", "For every n layers: how many are computed again at once.",
                     "backward", minimum=1, maximum=10_000),
    ] = 1  # fmt: skip
    attention_implementation: Annotated[
        str, Choice("Implementation", "Which kernels run: what they keep differs.", "backward", IMPLEMENTATIONS)
    ] = "sdpa"
    sequence_parallel: Annotated[
        bool, Flag("Sequence parallel", "TP ranks share the tokens of norms and residuals too.", "parallelism")
    ] = False
    virtual_stages: Annotated[
        Cell, Number("Virtual stages", "Parts of the model that each pipeline stage holds (interleaved 1F1B).",
                     "parallelism", minimum=1, maximum=1000),
    ] = 1  # fmt: skip
    explicit_mask: Annotated[
        bool, Flag("Explicit mask", "A mask is handed to attention (padding): keys and values are repeated.",
                   "backward"),
    ] = False  # fmt: skip
    dropout: Annotated[bool, Flag("Dropout", "Masks of the dropout are kept.", "backward")] = False
    loss: Annotated[
        str, Choice("Loss", "How logits become a loss: decides the peak at the end of the forward pass.",
                    "backward", LOSSES),
    ] = "held"  # fmt: skip
    loss_chunks: Annotated[
        Cell, Number("Loss chunks", "Chunks of tokens of a chunked loss.", "backward", minimum=1, maximum=100_000)
    ] = 8
    lora_targets: Annotated[
        str, Choice("LoRA targets", "Which matrices have an adapter, for the LoRA recipes.", "recipe", TARGETS)
    ] = "all"
    lora_dropout: Annotated[
        bool, Flag("LoRA dropout", "Each adapter drops part of its own copy of the input.", "recipe")
    ] = False
    offload: Annotated[str, Choice("Offload", "States that stand in the host's memory.", "recipe", OFFLOADS)] = "none"
    bucket: Annotated[
        Cell | None,
        Number("Bucket", "Elements of a buffer that collectives work in. Blank: 500,000,000 with DeepSpeed, else none "
               "is counted.", "recipe", minimum=1, optional=True),
    ] = None  # fmt: skip
    weight_bytes: Annotated[Cell | None, _bytes("Weight bytes", "Bytes of the weights", LEAST)] = None
    gradient_bytes: Annotated[Cell | None, _bytes("Gradient bytes", "Bytes of the gradients", LEAST)] = None
    master_bytes: Annotated[Cell | None, _bytes("Master bytes", "Bytes of the master weights")] = None
    optimizer_bytes: Annotated[Cell | None, _bytes("Optimizer bytes", "Bytes of all optimizer states")] = None
    mfu: Annotated[
        Cell | None,
        Number("MFU", "Model FLOPs utilisation of a step. Blank: estimated from the GPU's efficiency.", "time",
               shown="%", minimum=0.0001, maximum=1, whole=False, optional=True),
    ] = None  # fmt: skip
    hour_price: Annotated[
        Cell | None,
        Number("Price", "Price of a GPU hour, in any currency. Blank: the lowest found for the GPU.", "time",
               whole=False, maximum=1_000_000, optional=True),
    ] = None  # fmt: skip
    power: Annotated[
        Cell | None,
        Number("Power", "Watts that one GPU draws. Blank: the limit of its board.", "time", whole=False,
               maximum=100_000, optional=True),
    ] = None  # fmt: skip
