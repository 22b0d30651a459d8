"""Which roles a tensor's name stands for: the table of `tensor_names` unfolded into one look-up per name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from planner.readers.tensor_names import (
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


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name says: the layer's number (None: outside the layers), the roles it may fill, or why it fills none.

    `buffer` marks what is computed and no parameter; `other` what belongs to another stack than the decoder.
    """

    layer: int | None
    roles: tuple[str, ...]
    buffer: bool = False
    other: bool = False


def meaning(name: str) -> Meaning:
    """What a tensor's name says.

    >>> meaning("model.layers.7.self_attn.k_proj.weight")
    Meaning(layer=7, roles=('attention.k',), buffer=False, other=False)
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
        rest = ".".join("#" if _is_number(segment) else segment for segment in segments[at + 2 :])
        return _looked_up(_layer_table(), rest, layer)
    return _looked_up(_model_table(), ".".join(segments[at:]), None)


def _layer(segments: list[str], at: int) -> int | None:
    if at + 2 < len(segments) and segments[at] in LAYER_WORDS and _is_number(segments[at + 1]):
        return int(segments[at + 1])
    return None


def _is_number(segment: str) -> bool:
    return 0 < len(segment) <= MOST_LAYER_DIGITS and segment.isascii() and segment.isdecimal()


def _looked_up(table: Mapping[str, tuple[tuple[str, ...], bool]], rest: str, layer: int | None) -> Meaning:
    roles, buffer = table.get(rest, ((), False))
    return Meaning(layer, roles, buffer)


@cache
def _layer_table() -> Mapping[str, tuple[tuple[str, ...], bool]]:
    return _table(LAYER_TENSORS, LAYER_MODULES, LAYER_BUFFERS)


@cache
def _model_table() -> Mapping[str, tuple[tuple[str, ...], bool]]:
    return _table((), MODEL_MODULES, MODEL_BUFFERS)


def _table(
    tensors: Iterable[Names], modules: Iterable[Names], buffers: Iterable[str]
) -> Mapping[str, tuple[tuple[str, ...], bool]]:
    """Whole names to their roles. A name that several rows have may fill the roles of all of them."""
    roles: dict[str, dict[str, None]] = {}
    buffered: set[str] = set()
    for names in tensors:
        for name in _unfolded(names.modules):
            roles.setdefault(name, {}).update(dict.fromkeys(names.weight))
    for names in modules:
        for module in _unfolded(names.modules):
            # Some tables are parameters of their own and carry no ".weight".
            for name in (module, f"{module}.weight"):
                roles.setdefault(name, {}).update(dict.fromkeys(names.weight))
            if names.bias:
                roles.setdefault(f"{module}.bias", {}).update(dict.fromkeys(names.bias))
    for name in _unfolded(buffers):
        buffered.add(name)
        roles.setdefault(name, {})
    return {name: (tuple(found), name in buffered) for name, found in roles.items()}


def _unfolded(names: Iterable[str]) -> Iterator[str]:
    """Each name with every choice for the places in braces."""
    for name in names:
        for place, choices in PLACES.items():
            if place in name:
                yield from _unfolded(name.replace(place, choice, 1) for choice in choices)
                break
        else:
            yield name
