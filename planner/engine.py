"""A row of the engines table: what a serving program does with memory, as figures that a user may change.

Each figure is data with its evidence in `sources`. A blank overhead is the workbook's own (`planner.assumptions`).
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from planner.engine_options import (
    ABSORBED,
    BATCHINGS,
    BUDGETS,
    COLLECTIVES,
    KERNELS,
    KV_POLICIES,
    LATENT_CACHES,
    MASKS,
    OUTPUTS,
    QUANTISING,
    ROUNDINGS,
    SAMPLERS,
    STEPS,
    TOKENS,
)
from planner.fields import Cell, Choice, Flag, Number, RowRecord, Sources, Text

_overhead = partial(Number, group="overhead", unit="byte", shown="GiB", optional=True)


class Engine(RowRecord):
    """A serving program: its budget, its KV cache, its step, and what it takes beside tensors."""

    preset: Annotated[str | None, Text("Preset", "The preset this row was copied from.", optional=True)] = None
    verified: bool = False
    """Of a built-in preset: its figures were held against what it printed on real cards. Of a row it says nothing:
    `planner.engine_standing` reads how that stands off its preset."""
    budget: Annotated[
        str, Choice("Budget", "What the memory fraction is a fraction of, and what it bounds.", "budget", BUDGETS)
    ] = "none"
    memory_fraction: Annotated[
        Cell,
        Number("Memory fraction", "Share that the engine may take; a scenario may have its own.", "budget", shown="%",
               minimum=0.01, maximum=1, whole=False),
    ] = 0.9  # fmt: skip
    context_inside: Annotated[
        bool, Flag("Device context inside", "The budget covers the device context.", "budget")
    ] = False
    activations_inside: Annotated[
        bool, Flag("Activations inside", "The budget covers the activations of a step.", "budget")
    ] = True
    graphs_inside: Annotated[bool, Flag("CUDA graphs inside", "The budget covers the captured graphs.", "budget")] = (
        True
    )
    kv_policy: Annotated[
        str, Choice("KV policy", "How many tokens the cache holds for each kind of layer.", "kv_cache", KV_POLICIES)
    ] = "exact"
    page_tokens: Annotated[
        Cell,
        Number("Page", "Tokens of one page of the cache.", "kv_cache", unit="token", minimum=1, maximum=65536),
    ] = 16  # fmt: skip
    states_in_pages: Annotated[
        bool,
        Flag("States in pages", "A recurrent state takes whole pages of the cache, and a page is at least as large as "
             "a state.", "kv_cache"),
    ] = False  # fmt: skip
    state_pages: Annotated[
        Cell,
        Number("Pages of a state", "Pages that a sequence has for the state of a layer: two with prefix caching, one "
               "without.", "kv_cache", minimum=1, maximum=64),
    ] = 2  # fmt: skip
    tokens_of: Annotated[
        str, Choice("Printed tokens", "What the tokens are that the program says its cache holds.", "kv_cache", TOKENS)
    ] = "pages"
    packed_sparse: Annotated[
        bool,
        Flag("Packed sparse cache", "Sparse latent attention keeps index keys in fp8 with a scale, and an fp8 latent "
             "with its scales and a rotated part of 16 bits.", "kv_cache"),
    ] = False  # fmt: skip
    plain_padding: Annotated[
        Cell | None,
        Number("Padding without flash attention", "Cells are filled up to a multiple of this where flash attention is "
               "off. Blank: of 256, as where it is on.", "kv_cache", unit="token", minimum=1, maximum=65536,
               optional=True),
    ] = None  # fmt: skip
    latent_cache: Annotated[
        str, Choice("Latent cache", "What multi-head latent attention keeps of a token.", "kv_cache", LATENT_CACHES)
    ] = "latent"
    step: Annotated[
        str, Choice("Step", "Which step the activations are reserved for.", "activations", STEPS)
    ] = "load"  # fmt: skip
    tokens_per_step: Annotated[
        Cell,
        Number("Tokens per step", "Most tokens that one forward pass takes.", "activations", unit="token", minimum=1,
               binary=True),
    ] = 8192  # fmt: skip
    max_sequences: Annotated[
        Cell,
        Number("Sequences per step", "Most sequences of one forward pass; their logits are reserved.", "activations",
               minimum=1, maximum=10_000_000),
    ] = 256  # fmt: skip
    large_card: Annotated[
        Cell | None,
        Number("Large card", "Usable memory from which the figures of a large card hold. Blank: none do.",
               "activations", unit="byte", shown="GiB", optional=True),
    ] = None  # fmt: skip
    large_except: Annotated[
        str | None, Text("Never large", "Part of the name of cards that count as small whatever their memory.",
                         "activations", optional=True)
    ] = None  # fmt: skip
    large_tokens: Annotated[
        Cell,
        Number("Tokens per step, large card", "Most tokens of one forward pass on a large card.", "activations",
               unit="token", minimum=1, binary=True),
    ] = 8192  # fmt: skip
    large_sequences: Annotated[
        Cell,
        Number("Sequences per step, large card", "Most sequences of one forward pass on a large card.", "activations",
               minimum=1, maximum=10_000_000),
    ] = 256  # fmt: skip
    printed_activations: Annotated[
        Cell | None,
        Number("Activations, as printed", "What the engine printed for its step, in place of the formula. Blank: the "
               "formula.", "activations", unit="byte", shown="GiB", optional=True),
    ] = None  # fmt: skip
    residual_rows: Annotated[
        Cell,
        Number("Rows of d_model", "Rows of d_model elements per token that live beside the widest part.",
               "activations", minimum=0, maximum=64),
    ] = 2  # fmt: skip
    sampler: Annotated[
        str, Choice("Sampler", "What picks tokens by top-k and top-p: it decides how many copies of the logits live at "
                    "once in the step that is tried at the start. The log names it.", "activations", SAMPLERS)
    ] = "stated"  # fmt: skip
    logit_copies_low: Annotated[
        Cell,
        Number("Logit copies, low", "Lower end of the band.", "activations", maximum=64, whole=False),
    ] = 1  # fmt: skip
    logit_copies: Annotated[
        Cell,
        Number("Logit copies", "Rows of fp32 logits per sequence that live while it samples, where the sampler is "
               "“as stated”.", "activations", maximum=64, whole=False),
    ] = 1  # fmt: skip
    logit_copies_high: Annotated[
        Cell,
        Number("Logit copies, high", "Upper end of the band.", "activations", maximum=64, whole=False),
    ] = 1  # fmt: skip
    wide_rows: Annotated[
        Cell,
        Number("Rows of the width", "Rows of a gated feed-forward network's width that live at once: three where the "
               "product has a place of its own, two where it takes the gate's.", "activations", minimum=1, maximum=8),
    ] = 3  # fmt: skip
    kept_keys: Annotated[
        Cell,
        Number("New keys and values", "Whether a step's keys and values live beside its scores (1) or not (0).",
               "activations", minimum=0, maximum=2),
    ] = 0  # fmt: skip
    outputs: Annotated[
        str, Choice("Tokens with logits", "Which tokens of a step logits are reserved for.", "activations", OUTPUTS)
    ] = "step"  # fmt: skip
    masks: Annotated[
        str, Choice("Masks", "How the mask of attention is held.", "activations", MASKS)
    ] = "fp32"  # fmt: skip
    cache_copies: Annotated[
        bool,
        Flag("Copies of the cache", "Flash attention reads a quantised cache from copies in fp16, of one layer at a "
             "time, and the compute buffer has room for them.", "activations"),
    ] = False  # fmt: skip
    flash_attention: Annotated[
        bool, Flag("Flash attention", "The scores of attention are never stored whole.", "activations")
    ] = True
    cache_on_one_gpu: Annotated[
        bool, Flag("Cache on one GPU", "TP divides weights only: one GPU keeps the whole KV cache.", "kv_cache")
    ] = False
    embedding_on_host: Annotated[
        bool, Flag("Token table on the host", "A token table that is not the head too stays in host memory.", "weights")
    ] = False
    weight_rounding: Annotated[
        str, Choice("Rounding of weights", "What of torch's rounding of large tensors counts among the weights.",
                    "weights", ROUNDINGS)
    ] = "none"  # fmt: skip
    mxfp4_kernels: Annotated[
        str, Choice("MXFP4 kernels", "The kernels that run MXFP4 experts.", "weights", KERNELS)
    ] = "other"  # fmt: skip
    rope_table: Annotated[
        bool, Flag("Rotary table", "A table of the positions' sines and cosines lies among the weights.", "weights")
    ] = False
    towers_divided: Annotated[
        bool, Flag("Towers divided", "Vision and audio towers are divided by tensor parallelism like the decoder; off: "
                   "whole on every rank.", "weights")
    ] = False  # fmt: skip
    grouped_output_wide: Annotated[
        bool, Flag("Grouped output in 16 bits", "The matrix that squeezes outputs of groups of heads (DeepSeek-V4) is "
                   "kept in 16 bits, whatever the checkpoint stores.", "weights")
    ] = False  # fmt: skip
    absorbed_latents: Annotated[
        str, Choice("Absorbed latent expansion", "The copy of the expansion of latent attention that decode multiplies "
                    "queries and outputs with, beside the one in the checkpoint.", "weights", ABSORBED)
    ] = "none"  # fmt: skip
    lora_experts: Annotated[bool, Flag("LoRA beside experts", "Every expert has room for adapters too.", "weights")] = (
        False
    )
    lora_extra_rows: Annotated[
        Cell,
        Number("LoRA extra rows", "Rows that token table and head have more for tokens of each adapter.", "weights",
               maximum=100_000),
    ] = 0  # fmt: skip
    lora_sharded: Annotated[
        bool, Flag("LoRA fully sharded", "TP divides both matrices of an adapter (--fully-sharded-loras); otherwise "
                   "one of them is whole on every rank.", "weights")
    ] = False  # fmt: skip
    platforms: Annotated[
        str | None, Text("Known on", "Makers of the devices that these figures hold for, with commas between them. "
                         "Blank: any. On others a plan has no verdict.", "identity", optional=True)
    ] = None  # fmt: skip
    quantising: Annotated[
        str,
        Choice("Quantised products", "How the input of products in fp8, int8 or fp4 is quantised.", "time", QUANTISING),
    ] = "separate"
    collective: Annotated[
        str, Choice("All-reduce", "Which all-reduce tensor-parallel GPUs use.", "time", COLLECTIVES)
    ] = "custom"
    time_verified: Annotated[
        bool, Flag("Time checked by cases", "Its profile was held against times that were published for it.", "time")
    ] = False
    batching: Annotated[
        str, Choice("Batching", "How requests share the steps of the decoder.", "time", BATCHINGS)
    ] = "static"  # fmt: skip
    chunked_prefill: Annotated[
        bool,
        Flag("Chunked prefill", "A prompt is read in pieces of at most the tokens per step, between decode steps.",
             "time"),
    ] = False  # fmt: skip
    fused_norms: Annotated[
        bool, Flag("Fused norms", "The norm after a residual add is part of its kernel.", "time")
    ] = False
    graph_decode: Annotated[
        bool, Flag("Graphs in decode", "A decode step is one CUDA graph: no gaps between its kernels.", "time")
    ] = True
    launch_gap: Annotated[
        Cell,
        Number("Launch gap", "Idle time before each kernel that is launched by itself.", "time", unit="s", shown="µs",
               maximum=1, whole=False),
    ] = 0  # fmt: skip
    host_step: Annotated[
        Cell,
        Number("Host, per step", "Time of a decode step that the device waits for the host: scheduling, sampling.",
               "time", unit="s", shown="ms", maximum=10, whole=False),
    ] = 0  # fmt: skip
    host_request: Annotated[
        Cell,
        Number("Host, per request", "Time that the host adds to the first token: tokens of the text, scheduling.",
               "time", unit="s", shown="ms", maximum=10, whole=False),
    ] = 0  # fmt: skip
    queue_prefills: Annotated[
        Cell,
        Number("Prefills ahead", "Prefills that a request waits for beside its own when no burst is under way. A "
               "factor of the scheduler, taken from published times.", "time", maximum=1000, whole=False),
    ] = 0  # fmt: skip
    compute_share: Annotated[
        Cell,
        Number("Compute share", "Share of the GPU's own rates that the engine's matrix products reach. A factor, taken "
               "from published times.", "time", shown="%", minimum=0.01, maximum=2, whole=False),
    ] = 1  # fmt: skip
    half_sums: Annotated[
        bool, Flag("Sums in fp16", "Products of fp16 are summed in fp16, which GeForce cards do at twice the rate.",
                   "time")
    ] = False  # fmt: skip
    bandwidth_ceiling: Annotated[
        Cell | None,
        Number("Bandwidth ceiling", "Most bytes per second that the engine's kernels read, whatever the GPU has. "
               "Blank: no ceiling.", "time", unit="byte/s", shown="GB/s", minimum=1, whole=False, optional=True),
    ] = None  # fmt: skip
    group_reads: Annotated[
        Cell,
        Number("Reads per group", "How often decode attention reads keys and values that several query heads share: 1 "
               "where the heads of a group share the read.", "time", minimum=1, maximum=1024, whole=False),
    ] = 1  # fmt: skip
    time_band: Annotated[
        Cell,
        Number("Band of times", "Factor between the estimate and the pessimistic time of a request.", "time", minimum=1,
               maximum=100, whole=False),
    ] = 1.5  # fmt: skip
    device_context_low: Annotated[Cell | None, _overhead("Device context, low", "Lower end of the band.")] = None
    device_context: Annotated[
        Cell | None, _overhead("Device context", "What a process takes on the device before any tensor.")
    ] = None
    device_context_high: Annotated[Cell | None, _overhead("Device context, high", "Upper end of the band.")] = None
    runtime_low: Annotated[Cell | None, _overhead("Runtime, low", "Lower end of the band.")] = None
    runtime: Annotated[
        Cell | None, _overhead("Runtime", "Libraries and workspaces outside the framework's allocator.")
    ] = None
    runtime_high: Annotated[Cell | None, _overhead("Runtime, high", "Upper end of the band.")] = None
    graphs_low: Annotated[Cell | None, _overhead("CUDA graphs, low", "Lower end of the band.")] = None
    graphs: Annotated[Cell | None, _overhead("CUDA graphs", "Captured graphs.")] = None
    graphs_high: Annotated[Cell | None, _overhead("CUDA graphs, high", "Upper end of the band.")] = None
    communicator_low: Annotated[Cell | None, _overhead("Communicator, low", "Lower end of the band.")] = None
    communicator: Annotated[
        Cell | None, _overhead("Communicator", "Buffers of the collectives library, on more than one GPU.")
    ] = None
    communicator_high: Annotated[Cell | None, _overhead("Communicator, high", "Upper end of the band.")] = None
    sources: Sources


def kernels_on(engine: Engine, capability: str | None) -> str:
    """The kernels of MXFP4 experts on a card of this capability; those of Hopper where it is not known.

    >>> chosen = Engine(id="e", name="e", mxfp4_kernels="by_card")
    >>> kernels_on(chosen, "8.0"), kernels_on(chosen, "9.0"), kernels_on(chosen, None)
    ('marlin', 'triton', 'triton')
    >>> sglang = Engine(id="e", name="e", mxfp4_kernels="hopper_fp32")
    >>> kernels_on(sglang, "9.0"), kernels_on(sglang, "10.0")
    ('scales_fp32', 'other')
    """
    if engine.mxfp4_kernels not in ("by_card", "hopper_fp32"):
        return engine.mxfp4_kernels
    major = (capability or "").partition(".")[0]
    known = int(major) if major.isascii() and major.isdigit() else 9
    if engine.mxfp4_kernels == "hopper_fp32":
        return "scales_fp32" if known == 9 else "other"
    return "marlin" if known < 9 else "triton"


def known_on(engine: Engine, vendor: str) -> bool:
    """Whether an engine's figures are known to hold on devices of this maker; a maker that is not stated is taken in.

    >>> row = Engine(id="e", name="e", platforms="NVIDIA, AMD")
    >>> known_on(row, "AMD"), known_on(row, "Google"), known_on(row, "unknown"), known_on(Engine(id="e", name="e"), "x")
    (True, False, True, True)
    """
    if engine.platforms is None or vendor == "unknown":
        return True
    return vendor.casefold() in {name.strip().casefold() for name in engine.platforms.split(",")}
