"""Rows of the accelerators table from the devices of this computer, and their free memory read again.

A device is matched with a preset by its name as drivers print it AND its memory, never by a part of the name: a 3080
has 10 or 12 GiB, and the 480GB in "NVIDIA GH200 480GB" are the processor's (see `matched`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from planner import edits
from planner.accelerator import DERIVED, Accelerator
from planner.local_devices import LocalDevice, Reading
from planner.workbook import Workbook

LEAST, MOST = 0.90, 1.005
"""A driver reports this much of the label's memory: less where ECC or the firmware takes its part (1/16, 7 %)."""
APPLE_SHARE = (3, 4)


SOFTWARE_RULE = "less 400 MiB and 0.25 % of it, as NVIDIA cards with both totals show"


def software_total(driver_total: float) -> int:
    """Bytes that software can have of a card, from the driver's total; within 0.6 % of what torch prints since Ampere.

    >>> software_total(81920 * 2**20) // 2**20
    81315
    """
    mib = driver_total / 2**20
    return int(mib - (400 + 0.0025 * mib)) * 2**20


@dataclass(frozen=True, slots=True)
class When:
    """Where and when devices were read; both are written into the sources of what was read."""

    host: str
    time: str


def normalised(name: str) -> str:
    """A device's name for comparison: letter case, spaces and the vendor's word in front do not count.

    >>> normalised("NVIDIA  A100-SXM4-80GB") == normalised("a100-sxm4-80gb")
    True
    """
    return " ".join(name.casefold().replace("nvidia ", "").split())


def matched(device: LocalDevice, presets: Mapping[str, Accelerator]) -> Accelerator | None:
    """The one preset with this driver name and memory; None when there is none, or more than one."""
    named = [row for row in presets.values() if normalised(device.name) in map(normalised, row.driver_names)]
    found = [row for row in named if _same_memory(device, row)]
    if not found and device.kind == "apple":
        found = named  # its presets state the largest memory that is sold
    return found[0] if len(found) == 1 else None


def _fits(total: int, row: Accelerator) -> bool:
    if isinstance(row.usable_memory, int) and abs(total - row.usable_memory) <= 0.01 * total:
        return True
    return isinstance(row.nominal_memory, int) and LEAST * row.nominal_memory <= total <= MOST * row.nominal_memory


VENDORS = {"cuda": "NVIDIA", "apple": "Apple", "cpu": "CPU"}
"""Makers as the accelerators table names them, by the kind of a local device; of a processor what it is."""


def rows_of(
    reading: Reading, presets: Mapping[str, Accelerator], when: When, new_id: Callable[[], str]
) -> tuple[Accelerator, ...]:
    """One row per sort of device; equal cards are one row that says how many there are, with the least free memory."""

    def sort(device: LocalDevice) -> tuple[str, str, int]:
        return device.kind, device.name, device.total or 0

    return tuple(
        _row(list(equal), reading.by, presets, when, new_id())
        for _, equal in groupby(sorted(reading.devices, key=sort), key=sort)
    )


def _row(equal: list[LocalDevice], by: str, presets: Mapping[str, Accelerator], when: When, row_id: str) -> Accelerator:
    device, preset = equal[0], matched(equal[0], presets)
    row = preset or Accelerator(id=row_id, name=device.name[:200] or "this computer", sources={})
    read = read_text(by, device.driver, when)
    changes: dict[str, Any] = {}
    sources: dict[str, str] = {}

    def put(name: str, value: Any, source: str) -> None:
        if value is not None:
            changes[name], sources[name] = value, source

    if preset is None:
        put("vendor", VENDORS.get(device.kind), f"{DERIVED}: the sort of device that was read. {read}")
    put("driver_memory", device.total, read)
    put("cards_per_host", len(equal) if device.kind == "cuda" else None, read)
    if preset is None:
        put("driver_names", (device.name,) if device.kind == "cuda" and device.name else None, read)
        put("usable_memory", *_usable(device, read))
    elif device.kind == "apple" and device.total is not None:
        put("nominal_memory", device.total, read)
        put("usable_memory", *_usable(device, read))
    free, source = free_memory(equal, by, when)
    put("free_memory", free, source)
    return row.model_copy(update={"id": row_id, "host": when.host, **changes, "sources": {**row.sources, **sources}})


def _usable(device: LocalDevice, read: str) -> tuple[int | None, str]:
    if device.total is None or device.kind == "cpu":
        return device.total, read
    if device.kind == "apple":
        share, of = APPLE_SHARE
        return device.total * share // of, f"{DERIVED}: three quarters of the memory, the GPU's default limit. {read}"
    return software_total(device.total), f"{DERIVED}: the driver's total, {SOFTWARE_RULE}. {read}"


def read_text(by: str, driver: str, when: When) -> str:
    """Where a figure that was read comes from.

    >>> read_text("NVML", "550.54", When("box", "2026-01-02 03:04"))
    'Read by NVML (driver 550.54) on box at 2026-01-02 03:04'
    """
    return f"Read by {by}{f' (driver {driver})' if driver else ''} on {when.host} at {when.time}"


def free_memory(equal: Iterable[LocalDevice], by: str, when: When) -> tuple[int | None, str]:
    """The least free bytes of equal devices, and the source that says when it was read."""
    known = [device for device in equal if device.free is not None]
    if not known:
        return None, ""
    of = f"; the least of {len(known)} cards" if len(known) > 1 else ""
    return min(device.free or 0 for device in known), f"{read_text(by, known[0].driver, when)}{of}"


def refreshed(workbook: Workbook, reading: Reading, when: When) -> tuple[Workbook, tuple[str, ...]]:
    """The workbook with the free memory of every row that is a device of this computer, and the names of those rows."""
    names = []
    for row in workbook.accelerators:
        free, source = free_memory(_devices_of(row, reading.devices, when), reading.by, when)
        if free is not None:
            fresh = row.model_copy(update={"free_memory": free, "sources": {**row.sources, "free_memory": source}})
            workbook = edits.replaced(workbook, ("accelerators", row.id), fresh)
            names.append(row.name)
    return workbook, tuple(names)


def _devices_of(row: Accelerator, devices: Iterable[LocalDevice], when: When) -> list[LocalDevice]:
    """The local devices that a row stands for: by driver name and memory; a processor by its name on its host."""
    return [
        device
        for device in devices
        if stands_for(row, device) or (device.kind != "cuda" and row.host == when.host and device.name == row.name)
    ]


def stands_for(row: Accelerator, device: LocalDevice) -> bool:
    """Whether a row has the device's whole driver name and its memory."""
    return normalised(device.name) in map(normalised, row.driver_names) and _same_memory(device, row)


def _same_memory(device: LocalDevice, row: Accelerator) -> bool:
    total = device.total
    return total is None or row.driver_memory == total or _fits(total, row) or not _memory_known(row)


def _memory_known(row: Accelerator) -> bool:
    return any(isinstance(value, int) for value in (row.nominal_memory, row.driver_memory, row.usable_memory))
