"""The section of docs/accuracy.md on training, from the cases under tests/cases/training/."""

from __future__ import annotations

from statistics import median
from typing import Any

from tests.planner.training.measured import cases
from tests.planner.training.peak_cases import LATER, errors

GIB = 2**30
EXACT = (
    ("saved_layers", "bytes that one layer keeps for its backward pass"),
    ("saved_models", "bytes that a model keeps, with its loss"),
    ("saved_adapters", "bytes that a layer with LoRA adapters keeps"),
    ("optimizer_states", "bytes of optimizer states"),
    ("loss_peaks", "bytes at the loss"),
    ("flops_layers", "FLOPs of a layer"),
    ("flops_models", "FLOPs of a model"),
    ("mpt", "MFU and throughput of MPT models, to the printed digits"),
    ("korthikanti", "activations of Megatron, figure 1"),
)


def training_section() -> list[str]:
    """What is exact by test, and the error of every published peak."""
    found = errors()
    off = [abs(error) for _, error in found]
    lines = [
        "## Training",
        "",
        "Exact in every case (the tests ask for equality):",
        "",
        "| what | cases |",
        "| --- | ---: |",
        *(f"| {what} | {len(cases(name))} |" for name, what in EXACT),
        "",
        "Highest bytes of torch's allocator in published runs, planned from their stated settings. Every verified case",
        "with complete settings is here, none is left out for its error; `tests/cases/training/README.md` says why",
        "some are missed.",
        "",
        f"{len(found)} cases, median error {median(off):.1%}, {sum(each <= 0.05 for each in off)} within 5 %.",
        "",
        "| case | observed | predicted | error |",
        "| --- | ---: | ---: | ---: |",
    ]
    lines += _rows(found)
    later = errors(LATER)
    off = [abs(error) for _, error in later]
    lines += [
        "",
        "Further runs, written down before any of them was predicted (the same file says how they were chosen, and",
        "which of them helped to find a term):",
        "",
        f"{len(later)} cases, median error {median(off):.1%}, {sum(each <= 0.05 for each in off)} within 5 %.",
        "",
        "| case | observed | predicted | error |",
        "| --- | ---: | ---: | ---: |",
    ]
    return [*lines, *_rows(later), ""]


def _rows(found: list[tuple[dict[str, Any], float]]) -> list[str]:
    return [
        f"| {row['id']} | {row['peak'] / GIB:.2f} GiB | {row['peak'] * (1 + error) / GIB:.2f} GiB | {error:+.1%} |"
        for row, error in found
    ]
