"""What `quantization_config` beside a checkpoint says of packed weights: the method, and the bits of one weight.

Only this is read of the configuration here; `planner.readers.hf` reads the rest. What is not understood gives no bits.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from planner.readers.checkpoint import CheckpointError, Packing, short
from planner.readers.header_json import parse_object
from planner.readers.regular_file import exactly, opened

LARGEST_CONFIG = 8 * 2**20


def read_packing(folder: Path) -> Packing | None:
    """The packing of the `config.json` in a folder; None where there is none, or none that can be read."""
    path = folder / "config.json"
    try:
        if not path.is_file():
            return None
        with opened(path) as (stream, size):
            if size > LARGEST_CONFIG:
                return None
            return packing_of(parse_object(exactly(stream, size, path.name), path.name))
    except (CheckpointError, OSError, ValueError):
        return None


def packing_of(config: dict[str, Any]) -> Packing | None:
    """The packing that a configuration states.

    >>> packing_of({"quantization_config": {"quant_method": "gptq", "bits": 4}})
    Packing(method='gptq', bits=4)
    """
    said = config.get("quantization_config", config.get("compression_config"))
    if not isinstance(said, dict):
        return None
    bits = {value for key in ("bits", "w_bit") if type(value := said.get(key)) is int}
    groups = said.get("config_groups")
    for group in groups.values() if isinstance(groups, dict) else ():
        weights = group.get("weights") if isinstance(group, dict) else None
        value = weights.get("num_bits") if isinstance(weights, dict) else None
        if type(value) is int:
            bits.add(value)
    plain = {value for value in bits if 1 <= value <= 16}
    return Packing(short(said.get("quant_method", ""), 40), plain.pop() if len(plain) == 1 else None)
