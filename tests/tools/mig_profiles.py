"""The standard MIG slices of A100, H100, H200 and B200 as presets: shares of the whole card, each with its source.

A slice has n/8 of the memory and its bandwidth and n/7 of the multiprocessors (fewer than n/7 of the whole chip, where
a listing tells how many). Usable memory stands only where `nvidia-smi mig -lgip` was seen to print it: a share of the
whole card's would be up to 9 % too much. Slices have no link: CUDA gives them no peer-to-peer access.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.tools.accelerator_constants import default_constants, slice_constants

GUIDE = "NVIDIA Multi-Instance GPU User Guide, Supported MIG Profiles"
LISTING = "memory of the profile as nvidia-smi mig -lgip prints it in public logs of this card"


class Slice(NamedTuple):
    """Name, eighths of the memory, sevenths of the multiprocessors; those listed (of all), GiB listed."""

    profile: str
    eighths: int
    sevenths: int
    multiprocessors: int | None
    gib: float | None


class Sliced(NamedTuple):
    """A card that can be cut: its multiprocessors in all, and its slices."""

    multiprocessors: int
    slices: tuple[Slice, ...]


CARDS: Mapping[str, Sliced] = {
    "a100-sxm4-40gb": Sliced(
        108,
        (
            Slice("1g.5gb", 1, 1, 14, 4.75), Slice("1g.10gb", 2, 1, 14, 9.62), Slice("2g.10gb", 2, 2, 28, 9.62),
            Slice("3g.20gb", 4, 3, 42, 19.5), Slice("4g.20gb", 4, 4, 56, 19.5), Slice("7g.40gb", 8, 7, 98, 39.25),
        ),
    ),
    "a100-sxm4-80gb": Sliced(
        108,
        (
            Slice("1g.10gb", 1, 1, 14, 9.5), Slice("1g.20gb", 2, 1, 14, 19.5), Slice("2g.20gb", 2, 2, 28, 19.5),
            Slice("3g.40gb", 4, 3, 42, 39.25), Slice("4g.40gb", 4, 4, 56, 39.25), Slice("7g.80gb", 8, 7, 98, 78.5),
        ),
    ),
    "h100-sxm5": Sliced(
        132,
        (
            Slice("1g.10gb", 1, 1, 16, 9.75), Slice("1g.20gb", 2, 1, 26, 19.62), Slice("2g.20gb", 2, 2, 32, 19.62),
            Slice("3g.40gb", 4, 3, 60, 39.38), Slice("4g.40gb", 4, 4, 64, 39.38), Slice("7g.80gb", 8, 7, 132, 79.12),
        ),
    ),
    "h200-sxm": Sliced(
        132,
        (
            Slice("1g.18gb", 1, 1, 16, 16.0), Slice("1g.35gb", 2, 1, None, None), Slice("2g.35gb", 2, 2, 32, None),
            Slice("3g.71gb", 4, 3, None, None), Slice("4g.71gb", 4, 4, None, None),
            Slice("7g.141gb", 8, 7, 132, None),
        ),
    ),
    "b200-sxm": Sliced(
        148,
        (
            Slice("1g.23gb", 1, 1, None, None), Slice("1g.45gb", 2, 1, None, None), Slice("2g.45gb", 2, 2, None, None),
            Slice("3g.90gb", 4, 3, None, None), Slice("4g.90gb", 4, 4, None, None), Slice("7g.180gb", 8, 7, None, None),
        ),
    ),
}  # fmt: skip


def slices_of(preset_id: str, entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What `made` takes for each slice of a card; nothing for cards that are not listed."""
    card = CARDS.get(preset_id)
    for part in card.slices if card is not None else ():
        assert card is not None
        yield _slice(preset_id, entry, card, part)


def _slice(preset_id: str, entry: Mapping[str, Any], card: Sliced, part: Slice) -> dict[str, Any]:
    memory = Fraction(part.eighths, 8)
    listed = part.multiprocessors
    compute = Fraction(part.sevenths, 7) if listed is None else Fraction(listed, card.multiprocessors)
    counted = f"{part.sevenths}/7" if listed is None else f"{listed} of {card.multiprocessors}"
    of = f"of the {entry['name']}"
    values: dict[str, Any] = {"vendor": entry["vendor"], "mig_profile": part.profile}
    sources = {"mig_profile": f"{GUIDE}: {part.eighths}/8 of the memory, {part.sevenths}/7 of the multiprocessors"}
    for name, value in entry.items():
        if name in ("nominal_memory", "memory_bandwidth"):
            values[name] = int(value * memory)
            sources[name] = f"Derived: {part.eighths}/8 {of} ({GUIDE})"
        elif name.startswith("peak_") and value is not None:
            values[name] = int(round(value * compute, -10))
            said = GUIDE if listed is None else "counted by nvidia-smi mig -lgip"
            sources[name] = f"Derived: {counted} multiprocessors {of} ({said})"
    if part.gib is not None:
        # The listing rounds, so that of the whole card can be 10 MiB more than torch's total.
        values["usable_memory"] = min(int(part.gib * 2**30), entry["usable_memory"])
        sources["usable_memory"] = f"Derived: {part.gib:g} GiB, {LISTING}; torch is given all of it"
    values["compute_capability"] = entry["compute_capability"]
    sources["compute_capability"] = entry["sources"]["compute_capability"]
    for name, value, said in (*default_constants("HBM"), *slice_constants()):
        values[name], sources[name] = value, said
    names = [f"{name} MIG {part.profile}" for name in entry["driver_names"][:1]]
    values["driver_names"], sources["driver_names"] = names, f"{entry['sources']['driver_names']}; {GUIDE}"
    return {
        "preset_id": f"{preset_id}-{part.profile}",
        "name": f"{entry['name']} MIG {part.profile}",
        "aliases": [],
        "values": values,
        "sources": sources,
    }
