"""A row of the scenarios table: a model on a device under a load."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from planner.engine_options import KV_POLICIES, LATENT_CACHES
from planner.fields import Cell, Choice, Flag, Number, Reference, RowRecord, Text
from planner.inference_load import Inference
from planner.memory.formats import UNQUANTISED_FORMATS, WEIGHT_FORMATS
from planner.memory.mixes import MIX_OPTIONS
from planner.training_load import Training
from planner.words import QT_TRANSLATE_NOOP

LOAD_KINDS = (Inference, Training)
Load = Annotated[Inference | Training, Field(discriminator="kind")]
"""The union over LOAD_KINDS, told apart by `kind`."""

MEMORY_BASES = (
    ("usable", QT_TRANSLATE_NOOP("fields", "usable")),
    ("free", QT_TRANSLATE_NOOP("fields", "free now")),
)
LINKS = (
    ("fastest", QT_TRANSLATE_NOOP("fields", "fastest")),
    ("nvlink", QT_TRANSLATE_NOOP("fields", "NVLink or its like")),
    ("pcie", QT_TRANSLATE_NOOP("fields", "PCIe")),
)
CONSTANTS = (
    ("classes", QT_TRANSLATE_NOOP("fields", "per class where known")),
    ("three", QT_TRANSLATE_NOOP("fields", "three constants")),
)


class Scenario(RowRecord):
    """A model row on an accelerator row under a load."""

    group: Annotated[
        str | None,
        Text("Group", "Scenarios of one name stand together where the table is grouped. Blank: no group.", "plan",
             longest=80, optional=True),
    ] = None  # fmt: skip
    model: Annotated[str | None, Reference("Model", "The row of the models table.", "plan", "models")] = None
    accelerator: Annotated[str | None, Reference("GPU", "The row of the GPUs table.", "plan", "accelerators")] = None
    engine: Annotated[
        str | None,
        Reference("Engine", "The row of the engines table: how memory is budgeted and cached. Blank: none.", "plan",
                  "engines"),
    ] = None  # fmt: skip
    tp: Annotated[
        Cell,
        Number("TP", "Tensor-parallel degree: GPUs that share each layer.", "parallelism", minimum=1, maximum=4096),
    ] = 1
    pp: Annotated[
        Cell,
        Number("PP", "Pipeline-parallel degree: stages that the layers are cut into, in order.", "parallelism",
               minimum=1, maximum=4096),
    ] = 1  # fmt: skip
    dp: Annotated[
        Cell,
        Number("DP", "Data-parallel degree: copies of the attention layers that share the batch. Experts are copied "
               "too, unless EP spreads them.", "parallelism", minimum=1, maximum=4096),
    ] = 1  # fmt: skip
    ep: Annotated[
        Cell,
        Number("EP", "Expert-parallel degree: ranks that whole experts are spread over, at most TP times DP (in "
               "training times CP too). At 1 each expert is cut by TP.", "parallelism", minimum=1, maximum=4096),
    ] = 1  # fmt: skip
    cp: Annotated[
        Cell,
        Number("CP", "Context-parallel degree. Serving: ranks of the TP group that share the tokens of the KV cache. "
               "Training: GPUs beside those of TP, PP and DP that share the tokens of a sequence.", "parallelism",
               minimum=1, maximum=4096),
    ] = 1  # fmt: skip
    stages: Annotated[
        str | None,
        Text("Layers per stage", "How many layers each pipeline stage has, in order: “16, 16, 17, 15”. Blank: even, "
             "as vLLM does it.", "parallelism", longest=1000, optional=True),
    ] = None  # fmt: skip
    memory_fraction: Annotated[
        Cell | None,
        Number("Memory fraction", "Share of the memory that the engine may take. Blank: the engine's.", "engine",
               shown="%", minimum=0.01, maximum=1, whole=False, optional=True),
    ] = None  # fmt: skip
    max_batched_tokens: Annotated[
        Cell | None,
        Number("Tokens per step", "Most tokens that one forward pass takes. Blank: the engine's.", "engine",
               unit="token", minimum=1, binary=True, optional=True),
    ] = None  # fmt: skip
    max_sequences: Annotated[
        Cell | None,
        Number("Sequences per step", "Most sequences of one forward pass. Blank: the engine's.", "engine", minimum=1,
               maximum=10_000_000, optional=True),
    ] = None  # fmt: skip
    kv_policy: Annotated[
        str | None,
        Choice("KV policy", "How many tokens the cache holds for each kind of layer. Blank: the engine's.", "engine",
               KV_POLICIES, optional=True),
    ] = None  # fmt: skip
    latent_cache: Annotated[
        str | None,
        Choice("Latent cache", "What multi-head latent attention keeps of a token. Blank: the engine's.", "engine",
               LATENT_CACHES, optional=True),
    ] = None  # fmt: skip
    lora_slots: Annotated[
        Cell | None,
        Number("LoRA adapters", "Adapters held at the same time beside the matrices of attention and feed-forward; "
               "beside experts where the engine does that. Blank: none.", "engine", minimum=1, maximum=100_000,
               optional=True),
    ] = None  # fmt: skip
    lora_tables: Annotated[
        bool, Flag("LoRA beside tables", "There is room for adapters beside the token table and the head too. vLLM has "
                   "it for models whose class names them: Llama, Mistral, Mixtral, Granite; not Qwen2.", "engine")
    ] = False  # fmt: skip
    lora_rank: Annotated[
        Cell,
        Number("LoRA rank", "Rank of the adapters: serving keeps room for the largest, the LoRA recipes of training "
               "train adapters of this one.", "engine", minimum=1, maximum=65536),
    ] = 16  # fmt: skip
    draft: Annotated[
        str | None,
        Reference("Draft model", "A small model that is loaded too and guesses ahead (speculative decoding).", "engine",
                  "models"),
    ] = None  # fmt: skip
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
    constants: Annotated[
        str,
        Choice("Constants", "Which constants of the GPU the time estimate uses.", "time", CONSTANTS),
    ] = "classes"
    load: Load = Inference()

    @property
    def serving(self) -> Inference:
        """The load of a scenario that serves; TypeError for one that trains, which such code is not asked of."""
        if not isinstance(self.load, Inference):
            raise TypeError(f"{self.name} does not serve")
        return self.load
