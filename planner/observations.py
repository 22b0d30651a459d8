"""What was measured: plain records beside the workbook, in their own section of the file.

An observation belongs to a scenario by its row id and to the inputs it was measured with by their fingerprint: when the
fingerprint of the row differs, the observation is stale. Undo never touches it, and it never overwrites an estimate.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Set
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from planner.fields import Record, RowId, Text
from planner.precision import PART_CELLS, decided
from planner.workbook import Inference, Model, Scenario, Training

DEEPEST_DETAIL = 20
MOST_DETAILS = 20_000

Line = Annotated[str, Text("Text", "A line of text.")]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


def _iso_date(value: str) -> str:
    datetime.fromisoformat(value)
    return value


def _plain(details: dict[str, Any]) -> dict[str, Any]:
    """Refuses what JSON cannot hold, what is nested too deeply, and what is too much."""
    waiting: list[tuple[Any, int]] = [(details, 0)]
    seen = 0
    while waiting:
        value, depth = waiting.pop()
        seen += 1
        if depth > DEEPEST_DETAIL or seen > MOST_DETAILS:
            raise ValueError("details are nested too deeply or are too many")
        if isinstance(value, dict):
            if not all(isinstance(key, str) for key in value):
                raise ValueError("details have names that are no text")
            waiting += ((inner, depth + 1) for inner in value.values())
        elif isinstance(value, list):
            waiting += ((inner, depth + 1) for inner in value)
        elif not (value is None or isinstance(value, str | bool | int | float)):
            raise ValueError(f"details cannot hold a {type(value).__name__}")
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError("details have a number that is not finite")
    return details


class Timing(Record):
    """Seconds of one pass of a decoder block, over `samples` samples."""

    median: Seconds
    quartile_low: Seconds
    quartile_high: Seconds
    minimum: Seconds
    samples: Annotated[int, Field(ge=1)]


class Observation(Record):
    """One measurement of a scenario's decoder block on one device.

    `block` gives the Timing per phase ("prefill", "decode"); `peak_memory` is in bytes; `details` is whatever else is
    needed to judge the numbers (attention kernel, clocks, notes), as plain JSON values.
    """

    id: RowId
    scenario: RowId
    fingerprint: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    device: Line
    device_kind: Line
    torch: Line
    date: Annotated[str, AfterValidator(_iso_date)]
    dtype: Line
    block: dict[str, Timing]
    peak_memory: Annotated[int | None, Field(ge=0)] = None
    details: Annotated[dict[str, Any], AfterValidator(_plain)] = Field(default_factory=dict)


def fingerprint(model: Model, scenario: Scenario) -> str:
    """A sha256 over what decides how long one block takes: the first layer group, widths, formats, load and degree.

    Both rows as they are resolved (numbers, no expressions). Names, ids, the number of layers and the vocabulary do not
    enter, so renaming a row or adding layers leaves its observations fresh.
    """
    load = scenario.load
    inputs = {
        "group": _essence(model.groups[0], {"id", "name", "count", "positions"}) if model.groups else None,
        "d_model": model.d_model,
        "formats": _formats(model, scenario),
        "load": _load(load),
        "tp": scenario.tp,
    }
    return hashlib.sha256(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def model_print(model: Model, scenario: Scenario) -> str:
    """A sha256 over all kinds of layer of a model, how many there are of each, and its head: what the time of the whole
    model hangs on beside that of one block.
    """
    inputs = {
        "groups": [[group.count, _essence(group, {"id", "name", "count", "positions"})] for group in model.groups],
        "d_model": model.d_model,
        "vocab_size": model.vocab_size,
        "block": fingerprint(model, scenario),
    }
    return hashlib.sha256(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _load(load: Inference | Training) -> list[object]:
    if isinstance(load, Training):
        return [load.kind, load.micro_batch, load.sequence, load.attention_implementation]
    return [load.kind, load.batch, load.prompt, load.context]


def _formats(model: Model, scenario: Scenario) -> list[str | None]:
    """The cells as they are stated, the weights as they come out; parts that differ from them by name at the end."""
    load, found = scenario.load, decided(scenario, model.stored_formats)
    cache = [None, None] if isinstance(load, Training) else [load.kv_keys, load.kv_values]
    weights = found["weights"].format
    parts = [f"{cell}={found[cell].format}" for cell in PART_CELLS if found[cell].format != weights]
    sizes = ((cell, found[cell].size) for cell in PART_CELLS)
    parts += [f"{cell}={size.bytes}/{size.elements}" for cell, size in sizes if size is not None]
    return [weights, scenario.other_weights, scenario.activations, *cache, *parts]


def _essence(record: BaseModel, left_out: Set[str] = frozenset()) -> dict[str, Any]:
    """A part without what is as by default, so that a field which a later version adds makes no observation stale."""
    said: dict[str, Any] = {"is": type(record).__name__}
    for name, info in type(record).model_fields.items():
        value = getattr(record, name)
        if name not in left_out and value != info.get_default(call_default_factory=True):
            said[name] = _essence(value) if isinstance(value, BaseModel) else value
    return said


def is_stale(observation: Observation, model: Model | None, scenario: Scenario) -> bool:
    """Whether the row was changed since, so that the observation is of something else."""
    return model is None or fingerprint(model, scenario) != observation.fingerprint
