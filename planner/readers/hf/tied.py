"""Whether the head of a decoder in a config's `text_config` is tied: two levels and two classes may say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planner.readers.hf.defaults import class_defaults
from planner.readers.hf.keys import OF_THE_CLASSES, Log
from planner.readers.hf.refused import Refused

KEY = "tie_word_embeddings"
FORWARDED = frozenset({"llava", "llava_next_video", "llava_onevision", "fast_vlm", "minimax_m3_vl", "shieldgemma2"})
"""Outer classes that are tied when their decoder is, whatever they say themselves (configuration_llava.py)."""


def tied(config: Mapping[str, Any], inner: Mapping[str, Any], model_type: str, decoder: str) -> bool:
    """What is stated decides: the outer level, else the inner one; otherwise tied only if no class says that it is not.

    The outer classes' own default came late and is not what older checkpoints were made with: Mistral 3's class says
    tied, and Mistral-Small-3.1, which states nothing, stores a head of its own, as its decoder's class says.
    """
    outer, below = (_stated(level) for level in (config, inner))
    if outer is not None and below is not None and outer != below:
        if model_type in FORWARDED:
            return True
        reason = f"{KEY} is {_word(outer)}, and {_word(below)} for the decoder."
        raise Refused(KEY, reason, "Make them agree in a copy.")
    if outer is not None or below is not None:
        return bool(below if outer is None else outer)
    defaults = [class_defaults(name).values.get(KEY) for name in (model_type, decoder)]
    known = [value for value in defaults if value is not None]
    return bool(known) and all(known)


def logged(log: Log, config: Mapping[str, Any], inner: Mapping[str, Any], place: str) -> None:
    """Note at which level the decision was read, or that it is a default, once the decoder has been read."""
    said = log.read.pop(f"{place}{KEY}", None)
    if said is None:
        return
    if _stated(config) is not None:
        log.read[KEY] = said
    elif _stated(inner) is not None:
        log.read[f"{place}{KEY}"] = said
    else:
        log.defaulted[KEY] = f"{said}, {OF_THE_CLASSES}"


def _stated(level: Mapping[str, Any]) -> bool | None:
    value = level.get(KEY)
    if value is not None and not isinstance(value, bool):
        raise Refused(KEY, f"{KEY} is neither true nor false.")
    return value


def _word(value: bool) -> str:
    return "true" if value else "false"
