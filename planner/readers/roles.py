"""Which roles a tensor's name stands for: the table of `tensor_names` unfolded into one look-up per name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from planner.readers.tensor_names import (
    HALVES,
    LAYER_BUFFERS,
    LAYER_MODULES,
    LAYER_TENSORS,
    LAYER_WORDS,
    MODEL_BUFFERS,
    MODEL_MODULES,
    OTHER_STACKS,
    PLACES,
    PREFIXES,
    Names,
)

MOST_LAYER_DIGITS = 6


Alternatives = tuple[tuple[str, ...], ...]
"""Meanings of a name in the order of preference; each is the roles that one tensor fills together."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name says: the layer's number (None: outside the layers), the roles it may fill, or why it fills none.

    `buffer` marks what is computed and no parameter; `other` what belongs to another stack than the decoder. `half`
    is the number of the half, where a stored layer has two that the ledger counts as layers.
    """

    layer: int | None
    alternatives: Alternatives
    buffer: bool = False
    other: bool = False
    half: int | None = None


def meaning(name: str) -> Meaning:
    """What a tensor's name says.

    >>> meaning("model.layers.7.self_attn.k_proj.weight")
    Meaning(layer=7, alternatives=(('attention.k',),), buffer=False, other=False, half=None)
    >>> meaning("vision_tower.encoder.layers.7.self_attn.k_proj.weight").other
    True
    """
    segments = name.split(".")
    if any(segment.startswith(OTHER_STACKS) for segment in segments[:-1]):
        return Meaning(None, (), other=True)
    at = 0
    while at < len(segments) - 1 and segments[at] in PREFIXES:
        at += 1
    layer = _layer(segments, at)
    if layer is not None:
        half, inside = _half(segments[at + 2 :])
        alternatives, buffer = _layer_table().get(_numberless(inside), ((), False))
        return Meaning(layer, alternatives, buffer, half=half)
    return Meaning(None, *_model_table().get(_numberless(segments[at:]), ((), False)))


def _layer(segments: list[str], at: int) -> int | None:
    if at + 2 < len(segments) and segments[at] in LAYER_WORDS and _is_number(segments[at + 1]):
        return int(segments[at + 1])
    return None


def _half(inside: list[str]) -> tuple[int | None, list[str]]:
    """The number of the half of a layer that a name is in, and the name without it."""
    if len(inside) > 2 and inside[0] in HALVES and inside[1] in ("0", "1"):
        return int(inside[1]), [HALVES[inside[0]], *inside[2:]]
    return None, inside


def _numberless(segments: list[str]) -> str:
    return ".".join("#" if _is_number(segment) else segment for segment in segments)


def _is_number(segment: str) -> bool:
    return 0 < len(segment) <= MOST_LAYER_DIGITS and segment.isascii() and segment.isdecimal()


@cache
def _layer_table() -> Mapping[str, tuple[Alternatives, bool]]:
    return _table(LAYER_TENSORS, LAYER_MODULES, LAYER_BUFFERS)


@cache
def _model_table() -> Mapping[str, tuple[Alternatives, bool]]:
    return _table((), MODEL_MODULES, MODEL_BUFFERS)


def _table(tensors: Iterable[Names], modules: Iterable[Names], buffers: str) -> Mapping[str, tuple[Alternatives, bool]]:
    """Whole names to their roles, and whether they are buffers. A name in several rows has the meanings of each."""
    found: dict[str, dict[tuple[str, ...], None]] = {}
    for names in tensors:
        for name in _unfolded(names.names):
            found.setdefault(name, {}).update(_alternatives(names.weight))
    for names in modules:
        for module in _unfolded(names.names):
            # Some tables are parameters of their own and carry no ".weight".
            for name in (module, f"{module}.weight"):
                found.setdefault(name, {}).update(_alternatives(names.weight))
            if names.bias:
                found.setdefault(f"{module}.bias", {}).update(_alternatives(names.bias))
    buffered = set(_unfolded(buffers))
    return {name: (tuple(found.get(name, ())), name in buffered) for name in found.keys() | buffered}


def _alternatives(text: str) -> dict[tuple[str, ...], None]:
    return dict.fromkeys(tuple(meaning.split()) for meaning in text.split("|"))


def _unfolded(names: str) -> Iterator[str]:
    """Each name with every choice for the places in braces."""
    for name in names.split():
        for place, choices in PLACES.items():
            if place in name:
                for choice in choices:
                    yield from _unfolded(name.replace(place, choice, 1))
                break
        else:
            yield name
