"""Layers that are recurrent or attention by turns: which are which, and the layers they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planner.parts.attention import Attention
from planner.parts.feed_forward import FeedForward
from planner.readers.hf.decoder import Layer, layers_of
from planner.readers.hf.keys import Keys
from planner.readers.hf.shared import FULL, SLIDING

LINEAR = frozenset({"linear_attention", "mamba", "recurrent", "conv"})


def linear_types(keys: Keys, layers: int, names: Sequence[str], pattern: Callable[[int], bool]) -> list[bool]:
    """Whether each layer is linear: from a list under one of these names, or by a pattern."""
    for name in names:
        types = keys.words(name, layers, LINEAR | FULL | SLIDING)
        if types is not None:
            keys.skip(*names)
            return [kind in LINEAR for kind in types]
    return [pattern(at) for at in range(layers)]


def alternating(
    linear: Sequence[bool], recurrent: Attention, mixing: Attention, networks: Sequence[FeedForward]
) -> list[Layer]:
    """Layers that are recurrent or attention, each with its network."""

    def build(kind: tuple[bool, FeedForward]) -> Layer:
        return Layer(recurrent if kind[0] else mixing, kind[1])

    return layers_of(zip(linear, networks, strict=True), build)


def positive(keys: Keys, name: str, value: int) -> int:
    """The value where it can be a width; refused under this key otherwise."""
    if not 0 < value <= 10**9:
        raise keys.refused(name, f"gives a width of {value:,}")
    return value
