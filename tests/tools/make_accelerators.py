"""Writes presets/accelerators from tests/cases/accelerators.jsonl: `python -m tests.tools.make_accelerators`.

Every figure keeps its source. What is computed here from other figures says "Derived" and how, what stands for every
card of a sort says "Default"; what nobody states stays blank. Entries with figures fitted or checked by hand (BY_HAND)
keep what they have and get what they lack. tests/planner/test_accelerator_presets.py holds the files against this.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from planner.accelerator import Accelerator
from planner.fields import Number, fields_of
from planner.local_rows import SOFTWARE_RULE, software_total
from planner.preset_files import entry_text, fields_of_row, file_text
from tests.tools import accelerator_constants as constants
from tests.tools.mig_profiles import slices_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "presets" / "accelerators"
CASES = ROOT / "tests" / "cases" / "accelerators.jsonl"
MIB, GB, TERA = 2**20, 10**9, 10**12
BY_HAND = ("a100-sxm4-80gb", "h100-sxm5", "h200-sxm", "rtx-4090", "l40s", "t4")
PEAKS = {
    "fp32": "peak_fp32", "tf32": "peak_tf32", "bf16": "peak_bf16", "fp16_fp32acc": "peak_fp16",
    "fp16_fp16acc": "peak_fp16_fp16", "fp8_fp32acc": "peak_fp8", "fp8_fp16acc": "peak_fp8_fp16", "int8": "peak_int8",
    "fp4": "peak_fp4",
}  # fmt: skip
INLINE_ECC = frozenset({"t4", "a2", "a10", "a10g", "a16", "a40", "l4", "l20", "l40", "l40s"})
"""Boards with GDDR memory that ship with ECC on, which takes 1/16 of it."""
TOOL_MADE = frozenset(
    name
    for name, kind in fields_of(Accelerator)
    if isinstance(kind, Number) and kind.group in ("class_constants", "collectives")
)
"""Figures that no entry has by hand."""
RULE = f"{SOFTWARE_RULE}; software's own total is not known"
GT_PER_S = {"3.0": 8, "4.0": 16, "5.0": 32}
FAMILIES = {
    "nvidia-pascal": "NVIDIA Pascal", "nvidia-volta": "NVIDIA Volta", "nvidia-turing": "NVIDIA Turing",
    "nvidia-ampere": "NVIDIA Ampere", "nvidia-ada": "NVIDIA Ada", "nvidia-hopper": "NVIDIA Hopper",
    "nvidia-blackwell": "NVIDIA Blackwell", "nvidia-jetson": "NVIDIA Jetson", "nvidia-mig": "NVIDIA MIG slices",
    "amd-instinct": "AMD Instinct", "amd-radeon": "AMD Radeon", "apple": "Apple silicon", "aws": "AWS Neuron",
    "google-tpu": "Google TPU", "huawei": "Huawei Ascend", "intel": "Intel",
}  # fmt: skip
VENDOR_FILES = {"Apple": "apple", "AWS": "aws", "Google": "google-tpu", "Huawei": "huawei", "Intel": "intel"}


@cache
def cases() -> dict[str, dict[str, Any]]:
    """The rows of the file by id."""
    return {row["id"]: row for row in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())}


def file_of(case: Mapping[str, Any]) -> str:
    """The file that a device stands in.

    >>> file_of({"vendor": "NVIDIA", "arch": "Ampere GA10B"}), file_of({"vendor": "AMD", "arch": "RDNA4 gfx1201"})
    ('nvidia-jetson', 'amd-radeon')
    """
    arch = case["arch"]
    if case["vendor"] == "NVIDIA":
        return "nvidia-jetson" if re.search("GA10B|Thor", arch) else f"nvidia-{arch.split()[0].lower()}"
    if case["vendor"] == "AMD":
        return "amd-radeon" if arch.startswith("RDNA") else "amd-instinct"
    return VENDOR_FILES[case["vendor"]]


def cited(case: Mapping[str, Any], name: str) -> str:
    """The source of one figure of a case, said to be derived where it was."""
    source: str = case["sources"].get(name, "")
    return f"Derived: {source}" if source and name in case.get("derived", ()) else source


def figures(case: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Field, value and source of everything a case states or lets one compute."""
    yield from _memory(case)
    if "bandwidth_gb_s" in case:
        yield "memory_bandwidth", round(case["bandwidth_gb_s"] * GB), cited(case, "bandwidth_gb_s")
    for name, field in PEAKS.items():
        if name in case.get("tflops", {}):
            yield field, round(case["tflops"][name] * TERA), cited(case, name)
    yield from _links(case)
    if "compute_capability" in case:
        yield "compute_capability", case["compute_capability"], cited(case, "compute_capability")
    if "power_w" in case:
        whole = "; the whole board of 4" if case["id"] == "a16" else ""
        yield "power", case["power_w"], cited(case, "power_w") + whole
    if price := case.get("price"):
        said = f"{price['provider']}, as of {price['as_of']}: {price['source']}"
        yield from ((f"price_{end}", price[end], said) for end in ("low", "high"))
    if case["devices"] > 1:
        yield "package_devices", case["devices"], cited(case, "nominal_mib")
    yield from constants.time_constants(case)
    yield from constants.link_constants(case)
    yield from constants.class_constants(case)
    yield from constants.all_reduce_constants(case)
    if case.get("driver_names"):
        yield "driver_names", case["driver_names"], cited(case, "driver_names")


def _memory(case: Mapping[str, Any]) -> Iterator[tuple[str, int, str]]:
    nominal = case.get("nominal_mib")
    shared = "; shared with the processor" if case.get("unified") else ""
    if nominal is not None:
        yield "nominal_memory", nominal * MIB, cited(case, "nominal_mib") + "; the label's GB are GiB" + shared
    else:
        bytes_ = case["label_gb"] * GB
        yield (
            "nominal_memory",
            bytes_,
            cited(case, "nominal_mib") + "; the unit is not stated: GB are taken as 10^9 bytes",
        )
        nominal = bytes_ / MIB
    driver = case.get("driver_mib")
    if driver is not None:
        yield "driver_memory", driver * MIB, f"nvidia-smi total {driver:,} MiB: {cited(case, 'driver_mib')}"
    if "torch_mib" in case:
        low, high = case.get("torch_mib_range") or (None, None)
        between = f" ({low:,} to {high:,} MiB by driver)" if low != high else ""
        said = f"torch total memory {case['torch_mib']:,} MiB: {cited(case, 'torch_mib')}{between}"
        yield "usable_memory", case["torch_mib"] * MIB, said + shared
    else:
        yield "usable_memory", *_usable(case, nominal, driver)


def _usable(case: Mapping[str, Any], nominal: float, driver: int | None) -> tuple[int, str]:
    """Usable bytes where software's total is not known, and how they were derived."""
    if case["vendor"] == "Apple":
        return int(nominal * 3 / 4) * MIB, (
            "Derived: three quarters of the memory, the GPU's default limit of machines with 64 GiB and more "
            "(llama.cpp ggml_metal recommendedMaxWorkingSetSize: 98,304 of 131,072 MiB on an M1 Ultra, 147,456 of "
            "196,608 on an M2 Ultra)"
        )
    if case["id"] == "jetson-agx-orin-64gb":
        return int(nominal * 30697 / 32768) * MIB, (
            "Derived: the share that torch reports on the 32 GB module, 30,697 of 32,768 MiB; shared with the processor"
        )
    total, said = driver or nominal, f"nvidia-smi total {driver:,} MiB" if driver else f"nominal {nominal:,.0f} MiB"
    if driver is None and case["id"] in INLINE_ECC:
        total, said = nominal * 15 / 16, f"nominal {nominal:,.0f} MiB less 1/16 for ECC"
    return software_total(total * MIB), f"Derived: {said}, {RULE}"


def _links(case: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    link = case.get("link", {})
    if "one_way_gb_s" in link:
        kind, note = link["type"], f"; {link['note']}" if "note" in link else ""
        both = f"{kind}, {2 * link['one_way_gb_s']:g} GB/s in both directions, half of it in one"
        yield "link_bandwidth", round(link["one_way_gb_s"] * GB), f"{cited(case, 'link')}: {both}{note}"
        if (cards := joined(link)) is not None:
            yield "link_cards", cards, f"{cited(case, 'link')}: {kind}{note}"
    if slot := re.fullmatch(r"PCIe (\d\.\d) x(\d+)", case.get("pcie", "")):
        per_lane, lanes = GT_PER_S[slot[1]], int(slot[2])
        rate = per_lane * lanes / 8
        yield (
            "pcie_bandwidth",
            round(rate * GB),
            (
                f"{slot[0]}, {cited(case, 'pcie')}: one direction, nominal {per_lane} GT/s * {lanes} lanes / 8 = "
                f"{rate:g} GB/s before line coding (PCI-SIG PCI Express Base Specification {slot[1]})"
            ),
        )


def joined(link: Mapping[str, Any]) -> int | None:
    """How many cards a link joins, where its description says so.

    >>> joined({"type": "NVLink4", "note": "2/4-GPU bridge; not NVSwitch"}), joined({"type": "NVLink4"})
    (4, None)
    """
    text = f"{link['type']} {link.get('note', '')}"
    for pattern in (r"(\d+)-way", r"fully connected (\d+)", r"(?:\d/)?(\d+)-GPU (?:bridge|NVLink domain)"):
        if found := re.search(pattern, text):
            return int(found[1])
    return None


@cache
def by_hand() -> dict[str, dict[str, Any]]:
    """The entries of BY_HAND as they stand in their files."""
    found = {}
    for path in FOLDER.glob("*.json"):
        for entry in json.loads(path.read_text(encoding="utf-8"))["accelerators"]:
            if entry["id"] in BY_HAND:
                found[entry["id"]] = entry
    return found


def entry_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """The preset's entry: names, fields in the order of the record, the source of each."""
    kept = by_hand()[case["id"]] if case["id"] in BY_HAND else {"sources": {}}
    values: dict[str, Any] = {"vendor": case["vendor"]}
    sources: dict[str, str] = {}
    for field, value, source in figures(case):
        if not source:
            raise ValueError(f"{case['id']}, {field}: no source")
        values[field], sources[field] = value, source
    own = {name: value for name, value in kept.items() if name in Accelerator.model_fields and name != "sources"}
    values |= {name: value for name, value in own.items() if name not in TOOL_MADE}
    return made(case["id"], kept.get("name", case["name"]), kept.get("aliases", []), values,
                sources | {name: said for name, said in kept["sources"].items() if name not in TOOL_MADE})  # fmt: skip


def made(
    preset_id: str, name: str, aliases: list[str], values: dict[str, Any], sources: dict[str, str]
) -> dict[str, Any]:
    """An entry with its fields and sources in the order of the record."""
    order = {field: at for at, field in enumerate(Accelerator.model_fields)}
    ranked = dict(sorted(sources.items(), key=lambda item: order[item[0]]))
    row = Accelerator.model_validate({**values, "id": "row", "name": name, "sources": ranked})
    return {"id": preset_id, "name": name, "aliases": aliases} | fields_of_row(row)


def entries() -> dict[str, list[dict[str, Any]]]:
    """The entries of every file."""
    found: dict[str, list[dict[str, Any]]] = {file: [] for file in FAMILIES}
    for case in cases().values():
        entry = entry_of(case)
        found[file_of(case)].append(entry)
        found[file_of(case)] += [made(**part) for part in constants.halves_of(case, entry)]
        found["nvidia-mig"] += [made(**part) for part in slices_of(case["id"], entry)]
    return found


def texts() -> dict[str, str]:
    """What each file holds."""
    return {
        file: file_text(FAMILIES[file], "accelerators", [entry_text(entry) for entry in rows])
        for file, rows in entries().items()
    }


def main() -> None:
    """Write every file anew."""
    for file, text in texts().items():
        (FOLDER / f"{file}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
