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
    kept = ("compute_efficiency", "bandwidth_efficiency", "call_time")
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
