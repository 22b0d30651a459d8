"""Layers one by one, as a config describes them, put together to a model: identical layers become one group."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from planner.bounds import MOST_GROUPS
from planner.layers import write_positions
from planner.parts.attention import Attention, GroupedQuery
from planner.parts.attention.none import NoAttention
from planner.parts.base import Part
from planner.parts.feed_forward import FeedForward
from planner.parts.norm import Norm
from planner.readers.hf.keys import Keys
from planner.readers.hf.refused import Refused
from planner.workbook import LayerGroup, Model

RMS = Norm()
LAYER_NORM = Norm(kind="layer_norm", bias=True)
LAYER_NORM_NO_BIAS = Norm(kind="layer_norm")
NONE = NoAttention()

Key = TypeVar("Key", bound=Hashable)


class Layer(NamedTuple):
    """One decoder layer."""

    attention: Attention
    feed_forward: FeedForward
    norm: Norm = RMS
    placement: str = "pre"
    beside: Attention = NONE


def layers_of(kinds: Iterable[Key], build: Callable[[Key], Layer]) -> list[Layer]:
    """One layer per kind in the order given; each distinct kind is built once."""
    built: dict[Key, Layer] = {}
    found: list[Layer] = []
    for kind in kinds:
        if kind not in built:
            built[kind] = build(kind)
        found.append(built[kind])
    return found


def grouped(layers: Sequence[Layer]) -> tuple[LayerGroup, ...]:
    """The layers as groups, in the order in which each kind first appears, with their positions."""
    places: dict[Layer, list[int]] = {}
    same: dict[int, Layer] = {}
    for at, layer in enumerate(layers):
        if id(layer) not in same:
            same[id(layer)] = layer
            places.setdefault(layer, [])
        places[same[id(layer)]].append(at)
    if len(places) > MOST_GROUPS:
        raise Refused(
            "layers", f"There are {len(places):,} different kinds of layers.", f"At most {MOST_GROUPS} are read."
        )
    titles = _titles(list(places))
    return tuple(
        LayerGroup(
            id=f"group{number}",
            name=title,
            count=len(at),
            positions=write_positions(at) if len(places) > 1 else None,
            attention=layer.attention,
            beside=layer.beside,
            feed_forward=layer.feed_forward,
            norm=layer.norm,
            norm_placement=layer.placement,
        )
        for number, (title, (layer, at)) in enumerate(zip(titles, places.items(), strict=True), 1)
    )


def _titles(layers: list[Layer]) -> list[str]:
    """A name for each group that says what tells it from the others."""
    if len(layers) == 1:
        return ["Decoder layers"]
    mixers = {_mixer(layer) for layer in layers}
    networks = {_title(layer.feed_forward) for layer in layers}
    names: list[str] = []
    for number, layer in enumerate(layers, 1):
        words = [_mixer(layer)] if len(mixers) > 1 else []
        words += [_title(layer.feed_forward)] if len(networks) > 1 else []
        name = ", ".join(words) or "Decoder layers"
        names.append(name if name not in names else f"{name} ({number})")
    return names


def _mixer(layer: Layer) -> str:
    title = _title(layer.attention)
    window = layer.attention.window if isinstance(layer.attention, GroupedQuery) else None
    if window is not None:
        title = f"{title}, window {window:,}" if isinstance(window, int) else title
    if isinstance(layer.attention, GroupedQuery) and layer.attention.keys_from != "own":
        title = f"{title}, shared keys"
    return title if layer.beside.absent else f"{title} and {_title(layer.beside)}"


def _title(part: Part) -> str:
    return part.title if not part.absent else "None"


def decoder(keys: Keys, layers: Sequence[Layer], **fields: Any) -> Model:
    """A model of these layers; `fields` are those of `Model` (d_model, vocab_size, head, ...)."""
    if "max_context" not in fields:
        fields["max_context"] = keys.optional("max_position_embeddings", most=10**12)
    return Model(id="model", name="model", groups=grouped(layers), sources={}, **fields)
