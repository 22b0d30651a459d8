"""The constants of the time estimate that a preset gets: fitted on a card of its kind, or defaults that say so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from planner.local_rows import software_total

HBM = re.compile(r"Volta|GA100|Hopper|GB100|GB110|GCN5|CDNA|Ponte Vecchio|Gaudi|TPU|NeuronCore|DaVinci")
FITTED = "fitted on ai-dynamo/aiconfigurator@095f58a systems/data (measured operators)"
DEFAULTS = {"HBM": (0.70, 0.80, 4e-6), "GDDR": (0.62, 0.82, 3e-6)}
"""Compute efficiency, bandwidth efficiency and time per call of a card that nobody measured, by its memory."""
A100, H100 = (0.683, 0.757, 5.1e-6), (0.686, 0.858, 3.7e-6)
SIBLINGS = {
    "a100-sxm4-40gb": ("A100-80GB SXM", A100), "a100-pcie-40gb": ("A100-80GB SXM", A100),
    "a100-pcie-80gb": ("A100-80GB SXM", A100), "a800-sxm4-80gb": ("A100-80GB SXM", A100),
    "h800-sxm5": ("H100-80GB SXM", H100),
}  # fmt: skip
"""Cards that have the chip of one whose constants were fitted on whole blocks."""
NAMES = ("compute_efficiency", "bandwidth_efficiency", "call_time")
MEAN_RATIO = (
    "times the mean ratio of block-fitted to product-fitted constants of A100 and H100 ({ratios}); not fitted on blocks"
)
B200 = (
    (0.598, "0.72 fitted on single matrix products", "0.683 / 0.84, 0.686 / 0.81"),
    (0.773, "0.78 fitted on single matrix products", "0.757 / 0.76, 0.858 / 0.87"),
    (3.32e-6, "3.4 µs fitted on single matrix products", "5.1 / 5.5, 3.7 / 3.6"),
)
GRAPHED = "custom all-reduce in a CUDA graph of {cards} {card}, " + FITTED
LINKS = {
    ("NVLink2", 8): (8.4e-6, 0.59, 8, "A100"), ("NVLink3", 8): (8.4e-6, 0.59, 8, "A100"),
    ("NVLink3", 2): (5.1e-6, 0.58, 2, "A100"), ("NVLink4", 8): (5.9e-6, 0.76, 8, "H100"),
    ("NVLink4", 2): (4.3e-6, 0.57, 2, "H100"), ("NVLink4", 4): (5.0e-6, 0.65, 4, "H200"),
    ("NVLink5", 8): (9.0e-6, 0.61, 8, "B200"),
}  # fmt: skip
"""Latency and efficiency of an all-reduce by the kind of link and the cards on it, and what they were fitted on."""


OPERATORS = "Fitted on measured operators of this card, ai-dynamo/aiconfigurator@095f58a systems/data: {what}"
ON_BLOCKS = (
    "Fitted on blocks of this card with attention and elementwise kernels as they were measured; median / 90th "
    "percentile error {errors}"
)
PRODUCTS = {
    "a100-sxm4-80gb": (0.746, 0.772, 5.8e-6, 2.55, "2.8 / 6.4 % prefill, 3.1 / 11.8 % decode"),
    "h100-sxm5": (0.732, 0.844, 4.0e-6, 3.0, "2.3 / 5.2 % prefill, 2.5 / 6.0 % decode"),
}
"""Matrix products of the cards with measured blocks: efficiencies, time per call, exponent, errors."""
SINGLE = {
    "h200-sxm": (0.81, 0.84, 3.9e-6, 3.0), "b200-sxm": (0.72, 0.78, 3.4e-6, 2.4), "l40s": (0.62, 0.79, 3.0e-6, 2.3),
}  # fmt: skip
"""The same fitted on single products alone, which on A100 and H100 promise more than blocks keep."""
KEPT = (
    ((0.746 / 0.84 + 0.732 / 0.81) / 2, "0.746 / 0.84, 0.732 / 0.81"),
    ((0.772 / 0.76 + 0.844 / 0.87) / 2, "0.772 / 0.76, 0.844 / 0.87"),
    ((5.8 / 5.5 + 4.0 / 3.6) / 2, "5.8 / 5.5, 4.0 / 3.6"),
)
"""What blocks keep of the constants of single products, the mean of A100 and H100."""
FITTED_CLASSES: Mapping[str, Mapping[str, float]] = {
    "a100-sxm4-80gb": {
        "prefill_attention_compute_efficiency": 0.57, "prefill_attention_bandwidth_efficiency": 0.4,
        "prefill_attention_call_time": 11.6e-6, "decode_attention_bandwidth_efficiency": 0.69,
        "decode_attention_call_time": 18.7e-6, "elementwise_bandwidth_efficiency": 0.46,
        "elementwise_call_time": 2.4e-6,
    },
    "h100-sxm5": {
        "gemm_8bit_compute_efficiency": 0.59, "gemm_8bit_bandwidth_efficiency": 0.84, "gemm_8bit_call_time": 12.9e-6,
        "gemm_8bit_fused_call_time": 5.1e-6, "gemm_8bit_exponent": 1.6,
        "prefill_attention_compute_efficiency": 0.745, "prefill_attention_bandwidth_efficiency": 0.65,
        "prefill_attention_call_time": 10.9e-6, "decode_attention_bandwidth_efficiency": 0.856,
        "decode_attention_call_time": 10.2e-6, "elementwise_bandwidth_efficiency": 0.6, "elementwise_call_time": 2.4e-6,
    },
    "h200-sxm": {
        "gemm_8bit_compute_efficiency": 0.53, "gemm_8bit_bandwidth_efficiency": 0.86, "gemm_8bit_call_time": 15.4e-6,
        "gemm_8bit_fused_call_time": 5.4e-6, "gemm_8bit_exponent": 2.7,
        "prefill_attention_compute_efficiency": 0.67, "prefill_attention_bandwidth_efficiency": 0.3,
        "prefill_attention_call_time": 13.4e-6, "decode_attention_bandwidth_efficiency": 0.795,
        "decode_attention_call_time": 12.7e-6, "elementwise_bandwidth_efficiency": 0.6, "elementwise_call_time": 2.4e-6,
    },
    "b200-sxm": {
        "gemm_8bit_compute_efficiency": 0.63, "gemm_8bit_bandwidth_efficiency": 0.81, "gemm_8bit_call_time": 14.8e-6,
        "gemm_8bit_fused_call_time": 4.9e-6, "gemm_8bit_exponent": 1.0,
        "gemm_4bit_compute_efficiency": 0.47, "gemm_4bit_bandwidth_efficiency": 0.42, "gemm_4bit_call_time": 8.7e-6,
        "gemm_4bit_fused_call_time": 4.9e-6, "gemm_4bit_exponent": 1.6,
        "prefill_attention_compute_efficiency": 0.61, "prefill_attention_bandwidth_efficiency": 0.43,
        "prefill_attention_call_time": 10.8e-6, "decode_attention_bandwidth_efficiency": 0.88,
        "decode_attention_call_time": 7.2e-6, "elementwise_bandwidth_efficiency": 0.6, "elementwise_call_time": 2.4e-6,
    },
    "l40s": {
        "gemm_8bit_compute_efficiency": 0.51, "gemm_8bit_bandwidth_efficiency": 0.82, "gemm_8bit_call_time": 7.9e-6,
        "gemm_8bit_fused_call_time": 4.5e-6, "gemm_8bit_exponent": 2.2,
        "prefill_attention_compute_efficiency": 0.516, "prefill_attention_bandwidth_efficiency": 1.0,
        "prefill_attention_call_time": 7.2e-6, "decode_attention_bandwidth_efficiency": 0.887,
        "decode_attention_call_time": 9.4e-6, "elementwise_bandwidth_efficiency": 0.6, "elementwise_call_time": 2.4e-6,
    },
}  # fmt: skip
"""Constants by class of the cards with measured operators, beside those of matrix products in 16 bits."""
CHIPS = {
    "a100-sxm4-40gb": "a100-sxm4-80gb", "a100-pcie-40gb": "a100-sxm4-80gb", "a100-pcie-80gb": "a100-sxm4-80gb",
    "a800-sxm4-80gb": "a100-sxm4-80gb", "h800-sxm5": "h100-sxm5",
}  # fmt: skip
NAMES_OF = {"a100-sxm4-80gb": "A100-80GB SXM", "h100-sxm5": "H100-80GB SXM"}
UNKNOWN_CLASSES = (
    ("decode_attention_call_time", 1e-5, "between the 7 and 19 µs fitted on A100, H100, H200, B200 and L40S"),
    ("grouped_gemm_call_time", 3.5e-5, "between the 33 and 42 µs fitted on fused experts"),
)
EIGHT_BIT = ("gemm_8bit_compute_efficiency", 0.55, "between the 0.51 and 0.63 fitted on H100, H200, B200 and L40S")
FOUR_BIT = ("gemm_4bit_compute_efficiency", 0.47, "as fitted on the B200")
ALL_REDUCES: Mapping[str, tuple[str, tuple[float, ...], tuple[float, ...], tuple[float, ...], tuple[float, ...]]] = {
    "NVLink3": ("A100", (5.1, 6.0, 8.4), (0.58, 0.56, 0.59), (12.9, 16.7, 25.1), (0.51, 0.58, 0.58)),
    "NVLink4": ("H100", (4.3, 5.0, 5.9), (0.57, 0.62, 0.76), (7.4, 11.0, 18.0), (0.54, 0.66, 0.75)),
    "h200-sxm": ("H200", (4.4, 5.0, 6.1), (0.59, 0.65, 0.81), (7.3, 10.9, 19.0), (0.56, 0.67, 0.76)),
    "NVLink5": ("B200", (7.3, 7.9, 9.0), (0.45, 0.49, 0.61), (7.3, 10.0, 16.0), (0.5, 0.6, 0.7)),
    "PCIe": ("L40S over PCIe 4.0", (5.4, 11.7, 19.7), (0.6, 0.12, 0.06), (7.6, 11.1, 23.0), (0.59, 0.16, 0.05)),
}
"""Of 2, 4 and 8 cards: latency in µs and share of the link of a custom all-reduce in a CUDA graph, and of NCCL's."""
MEASURED_TOGETHER = ("a100-sxm4-80gb", "h100-sxm5", "h200-sxm", "b200-sxm", "l40s")


def class_constants(case: Mapping[str, Any]) -> Iterator[tuple[str, float, str]]:
    """Field, value and source of the constants by class of operator."""
    card = case["id"]
    like = CHIPS.get(card, card)
    found: dict[str, tuple[float, str]] = {}
    peaks = case.get("tflops", {})
    eight = any(name in peaks for name in ("fp8_fp32acc", "int8"))
    defaults = [*UNKNOWN_CLASSES, *([EIGHT_BIT] if eight else []), *([FOUR_BIT] if "fp4" in peaks else [])]
    for name, value, why in defaults:
        found[name] = (value, f"Default for an unknown card, {why}; not measured on this card")
    found |= {name: (value, OPERATORS.format(what=_class_title(name)))
              for name, value in FITTED_CLASSES.get(like, {}).items()}  # fmt: skip
    names = ("gemm_compute_efficiency", "gemm_bandwidth_efficiency", "gemm_call_time", "gemm_exponent")
    if like in PRODUCTS:
        *values, errors = PRODUCTS[like]
        found |= {name: (value, ON_BLOCKS.format(errors=errors)) for name, value in zip(names, values, strict=True)}  # type: ignore[misc]
    elif like in SINGLE:
        single = SINGLE[like]
        for name, value, (kept, ratios) in zip(names, single, KEPT, strict=False):
            shown = f"{value * 1e6:g} µs" if name.endswith("time") else f"{value:g}"
            said = (
                f"Derived: {shown} fitted on single matrix products of this card ({FITTED.removeprefix('fitted on ')})"
            )
            found[name] = (float(f"{value * kept:.3g}"), f"{said} {MEAN_RATIO.format(ratios=ratios)}")
        found[names[3]] = (single[3], OPERATORS.format(what="matrix products"))
    for name, (value, said) in found.items():
        if like != card and not said.startswith("Default"):
            said = f"Default: that of the {NAMES_OF[like]}, which has this chip; not measured on this card. {said}"
        yield name, int(value) if value == int(value) else value, said  # a cell reads a whole number as an int


def _class_title(name: str) -> str:
    return next(
        title for start, title in (
            ("gemm_8bit", "matrix products in fp8"), ("gemm_4bit", "matrix products in nvfp4"),
            ("prefill", "attention of a prefill"), ("decode", "paged attention of a decode step"),
            ("elementwise", "elementwise kernels"),
        ) if name.startswith(start)
    )  # fmt: skip


def all_reduce_constants(case: Mapping[str, Any]) -> Iterator[tuple[str, float, str]]:
    """Field, value and source of all-reduces of 2, 4 and 8 cards over a card's faster link; none for bridges of two."""
    link = case.get("link", {})
    sort = link.get("type", "").split()[0] if "one_way_gb_s" in link else ""
    if re.search(r"bridge", f"{link.get('type', '')} {link.get('note', '')}"):
        return
    sort = case["id"] if case["id"] in ALL_REDUCES else {"NVLink2": "NVLink3"}.get(sort, sort)
    if not sort and "pcie" in case:
        sort = "PCIe"
    if sort not in ALL_REDUCES:
        return
    on, custom, custom_shares, nccl, nccl_shares = ALL_REDUCES[sort]
    for kind, words, latencies, shares in (
        ("custom", "Custom all-reduce in a CUDA graph", custom, custom_shares),
        ("nccl", "All-reduce of NCCL", nccl, nccl_shares),
    ):
        said = f"{words} of {on}, {FITTED}"
        if case["id"] not in MEASURED_TOGETHER:
            said = f"Default for cards with this sort of link, not measured on this card: {said}"
        for cards, latency, share in zip((2, 4, 8), latencies, shares, strict=True):
            yield f"{kind}_latency_{cards}", round(latency * 1e-6, 9), said
            yield f"{kind}_efficiency_{cards}", share, said


def memory_kind(case: Mapping[str, Any]) -> str:
    """ "HBM", "LPDDR" or "GDDR", by architecture.

    >>> memory_kind({"arch": "Ampere GA100"}), memory_kind({"arch": "Ada AD102"})
    ('HBM', 'GDDR')
    """
    return "HBM" if HBM.search(case["arch"]) else "LPDDR" if case.get("unified") else "GDDR"


def default_constants(kind: str) -> Iterator[tuple[str, float, str]]:
    """Field, value and source of what stands for every card with this memory."""
    said = f"Default for an unknown card with {kind} memory; not measured on this card"
    if kind == "LPDDR":
        said = "Default for an unknown card with GDDR memory, as there is none for LPDDR; not measured on this device"
    values = DEFAULTS["HBM" if kind == "HBM" else "GDDR"]
    yield from ((name, value, said) for name, value in zip(NAMES, values, strict=True))


def slice_constants() -> Iterator[tuple[str, float, str]]:
    """The constants by class of a slice of a card, which nobody measured."""
    for name, value, why in UNKNOWN_CLASSES:
        yield name, value, f"Default for an unknown card, {why}; not measured on this card"


def time_constants(case: Mapping[str, Any]) -> Iterator[tuple[str, float, str]]:
    """Field, value and source of the constants of single kernels."""
    if case["id"] == "b200-sxm":
        for name, (value, what, ratios) in zip(NAMES, B200, strict=True):
            fitted = (
                f"Derived: {what} of this card (ai-dynamo/aiconfigurator@095f58a systems/data (measured operators))"
            )
            yield name, value, f"{fitted} {MEAN_RATIO.format(ratios=ratios)}"
    elif sibling := SIBLINGS.get(case["id"]):
        said = f"Default: those fitted on blocks of the {sibling[0]}, which has this chip; not measured on this card"
        yield from ((name, value, said) for name, value in zip(NAMES, sibling[1], strict=True))
    else:
        yield from default_constants(memory_kind(case))


def link_constants(case: Mapping[str, Any]) -> Iterator[tuple[str, float, str]]:
    """Field, value and source of the constants of all-reduces; blank for links that nobody fitted."""
    link = case.get("link", {})
    if "one_way_gb_s" in link:
        bridged = re.search(r"bridge", f"{link['type']} {link.get('note', '')}")
        cards = (4 if "2/4" in link.get("note", "") else 2) if bridged else 8
        found = LINKS.get((link["type"].split()[0], cards))
        if found is not None:
            latency, efficiency, of, card = found
            said = GRAPHED.format(cards=of, card=card)
            if case["id"] != "b200-sxm":
                said = f"Default for {link['type'].split()[0]} cards, not measured on this card: {said}"
            yield "link_latency", latency, said
            yield "link_efficiency", efficiency, said
    if "pcie" in case:
        said = (
            f"Default for PCIe cards, not measured on this card: {GRAPHED.format(cards=4, card='L40S over PCIe 4.0')}"
        )
        yield "pcie_latency", 1.17e-5, said
        yield "pcie_efficiency", 0.12, said


def halves_of(case: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One software device of a package that shows as two equal ones; nothing for other cards."""
    if case["id"] not in ("mi250", "mi250x"):
        return
    said = f"Derived: half of the {entry['name']}, which software sees as two devices; "
    half = entry["nominal_memory"] // 2**21
    scaled = [name for name in entry if re.fullmatch(r"(nominal|usable)_memory|memory_bandwidth|peak_.*", name)]
    kept = [*NAMES, *(name for name, _, _ in (*UNKNOWN_CLASSES, EIGHT_BIT, FOUR_BIT) if name in entry)]
    values = {"vendor": entry["vendor"]} | {name: entry[name] // 2 for name in scaled}
    values["usable_memory"] = software_total(half * 2**20)
    yield {
        "preset_id": f"{case['id']}-gcd",
        "name": f"{case['name'].partition(' (')[0]}, one of 2 GCDs",
        "aliases": [],
        "values": values | {name: entry[name] for name in kept},
        "sources": {name: said + entry["sources"][name].removeprefix("Derived: ") for name in scaled}
        | {"usable_memory": entry["sources"]["usable_memory"].replace(f"{2 * half:,}", f"{half:,}")}
        | {name: entry["sources"][name] for name in kept},
    }
