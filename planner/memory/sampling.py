"""Copies of the logits that live at once while an engine samples for every sequence of its largest step.

vLLM's profile run (vllm/v1/worker/gpu_model_runner.py, _dummy_sampler_run) asks for top-k and top-p of every sequence,
without penalties and without logprobs. The logits of the head, in the activations' format, live all the time; the
sampler makes one copy in fp32 (vllm/v1/sample/sampler.py), and beside it

sort        8: sorted values (1) and their int64 positions (2), positions to begin with (2), and what a segmented radix
            sort of pairs takes besides, a copy of values and positions (3). Below 128 sequences torch sorts all rows
            as one, by value and then by row, which takes 3 copies more.
triton      2 where probabilities and random numbers are made; the kernel masks in place and has a buffer of one row
            for each of its programs, one per multiprocessor.
flashinfer  2: masked logits and their probabilities; the kernel that samples sorts nothing.

Sources: vllm/v1/sample/ops/topk_topp_sampler.py; pytorch aten/src/ATen/native/cuda/SortStable.cu
(segmented_sort_pairs, segmented_sort_pairs_by_full_sort) and cub DeviceSegmentedRadixSort; flashinfer/sampling.py
(top_k_top_p_sampling_from_logits, top_k_first); vllm-project/vllm#33538 ("around 80 MiB of extra VRAM").
"""

from __future__ import annotations

from planner.words import QT_TRANSLATE_NOOP

PROGRAMS = 132
"""Multiprocessors of an H100, for the Triton kernel's buffer; the cards that these engines run on have 40 to 170."""
ROWS = "max_sequences * vocab_size"
KEPT_OF_CARD = 20
"""The low end of the sorting sampler's band is another sampler's, but at most a 20th of the card below: a wider band
would say nothing about a step of 1,024 sequences and a large vocabulary."""

STATED = "Stated in the engine's row: rows of fp32 logits per sequence"
SORT = QT_TRANSLATE_NOOP(
    "references",
    "Logits, 9 fp32 copies of them and, below 128 sequences, 3 more: pytorch SortStable.cu, segmented_sort_pairs; low "
    "end: a sampler that does not sort, at most a 20th of the card less; high end: a head in fp32 (printed peaks of "
    "2024-2026: 9.4 to 9.6 copies in all)",
)
TRITON = QT_TRANSLATE_NOOP(
    "references",
    "Logits, 3 fp32 copies of them and a row per multiprocessor: vllm/v1/sample/ops/topk_topp_triton.py; low end: no "
    "buffer; high end: a head in fp32 and a buffer of 170 rows",
)
FLASHINFER = QT_TRANSLATE_NOOP(
    "references",
    "Logits and 3 fp32 copies of them: flashinfer/sampling.py, top_k_top_p_sampling_from_logits, top_k_first; high "
    "end: a head in fp32",
)


def logits_text(sampler: str, end: str) -> tuple[str, str]:
    """The formula of the bytes of all copies at one end of the band ("", "_low", "_high"), and what it rests on.

    >>> logits_text("flashinfer", "")[0], logits_text("flashinfer", "_high")[0]
    ('(activation_bytes + 12) * max_sequences * vocab_size', '16 * max_sequences * vocab_size')
    """
    head = "4" if end == "_high" else "activation_bytes"
    in_place = f"(activation_bytes + 12) * {ROWS}" if end != "_high" else f"16 * {ROWS}"
    if sampler == "flashinfer":
        return in_place, FLASHINFER
    if sampler == "triton":
        programs = {"_low": 0, "": PROGRAMS, "_high": 170}[end]
        return f"{in_place} + {4 * programs} * vocab_size" if programs else in_place, TRITON
    if sampler == "sort":
        sorting = f"({head} + 36 + 12 * (1 - min(max_sequences // 128, 1))) * {ROWS}"
        if end == "_low":
            sorting = f"max({in_place}, {sorting} - usable_memory // {KEPT_OF_CARD})"
        return sorting, SORT
    return f"round_up(4 * logit_copies{end} * {ROWS}, 1)", STATED
