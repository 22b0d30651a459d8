"""How many positions the table of rotations has that engines keep, where it is not the longest context.

Source: vllm/model_executor/layers/rotary_embedding (get_rope and its classes): linear and dynamic scaling stretch the
longest context, YaRN the length that the model was first trained on, LongRoPE keeps a table of each, and rotations by
time, height and width (`mrope_section`) have four times the positions, for the times of videos.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planner.parts.attention import GroupedQuery
from planner.workbook import Model

STRETCHED = ("linear", "dynamic", "ntk")
FROM_THE_FIRST = ("yarn", "deepseek_yarn")
TWO_TABLES = ("longrope", "su")
VIDEO = 4


def rotary_positions(config: Mapping[str, Any], longest: Any) -> int | None:
    """The positions [token] of the table; None where it has `longest`, or where the config does not say.

    >>> rotary_positions({"rope_scaling": {"rope_type": "linear", "factor": 8.0}}, 131072)
    1048576
    >>> rotary_positions({"rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}, 128000)
    512000
    >>> rotary_positions({"rope_scaling": {"rope_type": "llama3", "factor": 8.0}}, 131072)
    """
    if not isinstance(longest, int):
        return None
    scaling = _scaling(config)
    kind = scaling.get("rope_type", scaling.get("type"))
    first = _number(scaling.get("original_max_position_embeddings"), config.get("original_max_position_embeddings"))
    factor = _number(scaling.get("factor"))
    found: float = longest
    if kind in STRETCHED and factor is not None:
        found = longest * factor
    elif kind in FROM_THE_FIRST and factor is not None and first is not None:
        found = first * factor
    elif kind in TWO_TABLES and first is not None:
        found = longest + first
    if "mrope_section" in scaling:
        found = VIDEO * (first if kind in FROM_THE_FIRST and first is not None else longest)
    return None if int(found) == longest else int(found)


def rotating_apart(model: Model) -> Model:
    """The model with windows that rotate in a way of their own, beside layers without one: by another base
    (rope_local_base_freq of Gemma 3), or without the stretch of the others (OLMo 3).
    """
    mixers = [group.attention for group in model.groups]
    windows = [isinstance(mixer, GroupedQuery) and mixer.window is not None for mixer in mixers]
    if all(windows):
        return model
    groups = tuple(
        group.model_copy(update={"attention": mixer.model_copy(update={"own_rotation": True})}) if slides else group
        for group, mixer, slides in zip(model.groups, mixers, windows, strict=True)
    )
    return model.model_copy(update={"groups": groups})


def _scaling(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The block that says how positions are rotated; of several by the kind of a layer, that of whole attention."""
    text = config.get("text_config")
    for holder in (config, text if isinstance(text, Mapping) else {}):
        for name in ("rope_parameters", "rope_scaling"):
            block = holder.get(name)
            if isinstance(block, Mapping):
                whole = block.get("full_attention")
                return whole if isinstance(whole, Mapping) else block
    return {}


def _number(*values: Any) -> int | float | None:
    """The first that is a positive number."""
    for value in values:
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e12:
            return value
    return None
