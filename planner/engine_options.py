"""What the choices of an engine's row may be, each with what a person reads: the rules that lines are chosen by."""

from __future__ import annotations

BUDGETS = (
    ("none", "None: takes what it needs"),
    ("total", "A fraction of the card's memory"),
    ("available", "A fraction of what is free before loading"),
    ("free", "A fraction of what is free after loading"),
)
KV_POLICIES = (
    ("exact", "Exact: a window holds its window"),
    ("pages", "Whole pages, and room for a step"),
    ("full", "Full length, windows too"),
    ("cells", "Cells in steps of 256 (llama.cpp)"),
)
LATENT_CACHES = (
    ("latent", "The small vector, a copy on every rank"),
    ("expanded", "Keys and values of every head"),
)
STEPS = (
    ("load", "The load's own tokens"),
    ("profiled", "A full step, tried at the start"),
    ("buffer", "One compute buffer (llama.cpp)"),
)
ROUNDINGS = (
    ("none", "None"),
    ("allocated", "As allocated (vLLM prints these)"),
    ("reserved", "As reserved (SGLang prints these)"),
    ("divided", "In divisions of powers of two (Unsloth sets torch so)"),
)
KERNELS = (
    ("other", "As stored"),
    ("triton", "Triton: the scales are kept twice"),
    ("marlin", "Marlin: widths are filled up to whole tiles"),
    ("by_card", "By card: Marlin before capability 9, Triton from there on"),
    ("hopper_fp32", "By card: on Hopper Marlin, and scales of an fp8 checkpoint stay in fp32"),
)
ABSORBED = (
    ("none", "None"),
    ("quantised", "In 16 bits where the checkpoint has fewer (vLLM)"),
    ("keys", "Of the keys' half (TensorRT-LLM)"),
    ("both", "Of all of it (SGLang)"),
)
SAMPLERS = (
    ("stated", "Copies of the logits as stated in this row"),
    ("sort", "PyTorch: sorts the logits"),
    ("triton", "Triton: masks the logits in place"),
    ("flashinfer", "FlashInfer: masks and normalises without sorting"),
)
OUTPUTS = (
    ("step", "Every token of a step"),
    ("sequences", "One token of each sequence"),
)
MASKS = (
    ("fp32", "In fp32, and once more in fp16 for flash attention"),
    ("fp16", "In fp16 for flash attention"),
)
TOKENS = (
    ("pages", "Whole pages, as if each kind of layer held all tokens"),
    ("requests", "Requests of the scenario's context, times the context"),
)
QUANTISING = (
    ("separate", "Kernels of their own quantise the input"),
    ("fused", "The kernel before quantises the input"),
    ("none", "None: the arithmetic is in 16 bits"),
)
COLLECTIVES = (
    ("custom", "An all-reduce of its own, in a CUDA graph"),
    ("nccl", "NCCL or its like"),
)

BATCHINGS = (
    ("static", "A batch starts and ends together"),
    ("continuous", "Requests join and leave a running batch"),
)
