"""Where the parameters, bytes, FLOPs and seconds of a plan are: a total of the ledger cut into parts, and these again.

Nothing is counted here: each part is a multiple of a line, as the formulas of the lines above it say, and the parts of
a whole add up to its line. What a formula does not add is one part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from planner.ledger import Structure
from planner.plan import Evaluation
from planner.time.operations import operations_of
from planner.what_if.addends import addends_of
from planner.words import QT_TRANSLATE_NOOP, Said

COMPONENT, GROUP = "component", "group"
GROUPINGS = {
    GROUP: QT_TRANSLATE_NOOP("breakdown", "Per layer group"),
    COMPONENT: QT_TRANSLATE_NOOP("breakdown", "Per component"),
}


class Quantity(NamedTuple):
    """A total that is broken down: the key of its line, its title, and whether it is the bytes of the calls of a pass.

    `sections` tells that what stands first below the line is a level of its own in every grouping.
    """

    key: str
    title: str
    moved: bool = False
    sections: bool = False


QUANTITIES: Mapping[str, Quantity] = {
    "parameters": Quantity("parameters", QT_TRANSLATE_NOOP("breakdown", "Parameters")),
    "active": Quantity("parameters_active", QT_TRANSLATE_NOOP("breakdown", "Active parameters")),
    "needed": Quantity("needed", QT_TRANSLATE_NOOP("breakdown", "Memory needed per GPU"), sections=True),
    "weights": Quantity("weights", QT_TRANSLATE_NOOP("breakdown", "Weights, bytes per GPU")),
    "kv_cache": Quantity("kv_cache", QT_TRANSLATE_NOOP("breakdown", "KV cache, bytes per GPU")),
    "flops_prefill": Quantity("flops_prefill", QT_TRANSLATE_NOOP("breakdown", "FLOPs of a prefill")),
    "flops_decode": Quantity("flops_decode_step", QT_TRANSLATE_NOOP("breakdown", "FLOPs of a decode step")),
    "flops_train": Quantity(
        "flops_train_step", QT_TRANSLATE_NOOP("breakdown", "FLOPs of a training step"), sections=True
    ),
    "moved_prefill": Quantity("prefill", QT_TRANSLATE_NOOP("breakdown", "Bytes moved in a prefill, per GPU"), True),
    "moved_decode": Quantity(
        "decode_step", QT_TRANSLATE_NOOP("breakdown", "Bytes moved in a decode step, per GPU"), True
    ),
    "time_prefill": Quantity("prefill", QT_TRANSLATE_NOOP("breakdown", "Time of a prefill")),
    "time_decode": Quantity("decode_step", QT_TRANSLATE_NOOP("breakdown", "Time of a decode step")),
    "time_train": Quantity("train_step", QT_TRANSLATE_NOOP("breakdown", "Time of a training step")),
}
PARTS = {
    "attention": QT_TRANSLATE_NOOP("breakdown", "Attention"),
    "beside": QT_TRANSLATE_NOOP("breakdown", "Beside attention"),
    "feed_forward": QT_TRANSLATE_NOOP("breakdown", "Feed-forward"),
    "norms": QT_TRANSLATE_NOOP("breakdown", "Norms"),
}
_GROUP = re.compile(r"(?:^|\.|_)group(\d+)(?=\.|$)")
_MOVED = (".bytes", ".sent")
_LAYERS = re.compile(r"group\d+\.(?:layer|block|all)\.(.*)")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a whole: its line, its value in the unit of the whole, and its own parts, largest first.

    The parts add up to the value: exactly where it is a whole number.
    """

    label: Said
    line: str
    value: Any
    parts: tuple[Segment, ...] = ()

    def walk(self) -> Iterator[Segment]:
        """This and all below, depth first."""
        yield self
        for part in self.parts:
            yield from part.walk()


class Leaf(NamedTuple):
    """The smallest part: the lines from the total down to its own, and how much of the total it is."""

    trail: tuple[str, ...]
    value: Any


def offered(evaluation: Evaluation) -> tuple[str, ...]:
    """The quantities that a plan has, by name."""
    return tuple(name for name, each in QUANTITIES.items() if evaluation.value(each.key) is not None)


def unit_of(evaluation: Evaluation, name: str) -> str:
    """The base unit of a quantity."""
    quantity = QUANTITIES[name]
    return "byte" if quantity.moved else evaluation.structure.lines[evaluation.structure.index[quantity.key]].unit


def breakdown_of(evaluation: Evaluation, name: str, grouping: str) -> Segment | None:
    """A quantity as a whole with its parts; None where the plan does not have it, or it is nothing."""
    quantity = QUANTITIES[name]
    value = evaluation.value(quantity.key)
    if value is None:
        return None
    leaves = list(_moved(evaluation, quantity.key) if quantity.moved else _leaves(evaluation, quantity.key))
    leaves = _merged(leaves)
    if quantity.moved:
        value = sum(leaf.value for leaf in leaves)
    if not value:
        return None
    named = _Names(evaluation, leaves, quantity)
    whole = Said("breakdown", quantity.title)
    return _segment(evaluation, whole, value, [(named.levels(leaf, grouping), leaf) for leaf in leaves])


def _leaves(evaluation: Evaluation, root: str) -> Iterator[Leaf]:
    """The parts of a line, down to what no formula adds; calls of a pass are not cut into their terms."""
    structure = evaluation.structure
    values = dict(zip((line.key for line in structure.lines), evaluation.values.values, strict=True))
    amounts = {**evaluation.amounts, **values}
    calls = {call.key for call in structure.calls}

    def below(trail: tuple[str, ...], factor: Any, divided: Any) -> Iterator[Leaf]:
        single = trail[-1] in calls or f"{trail[-1]}.sent" in structure.index
        found = () if single else addends_of(structure, trail[-1], amounts)
        if not found:
            product = values[trail[-1]] * factor
            yield Leaf(trail, product if divided == 1 else product / divided)
        for each in found:
            yield from below((*trail, each.key), factor * each.factor, divided * each.divided)

    return (leaf for leaf in below((root,), 1, 1) if leaf.value)


def _moved(evaluation: Evaluation, root: str) -> Iterator[Leaf]:
    """The bytes that each call of a pass moves, and what goes between GPUs."""
    structure = evaluation.structure
    for each in operations_of(evaluation, root):
        trail = [each.key]
        while (parent := structure.lines[structure.index[trail[0]]].parent) is not None:
            trail.insert(0, parent)
        bytes_line = f"{each.key}.bytes"
        end = bytes_line if bytes_line in structure.index else f"{each.key}.sent"
        if each.bytes_moved:
            yield Leaf((*trail, end), each.calls * each.bytes_moved)


def _merged(leaves: Sequence[Leaf]) -> list[Leaf]:
    """What is taken off is taken off the part that it is counted in: experts that a token does not use, and what the
    fused kernels of an engine save of the calls that they take the place of.
    """
    found = [leaf for leaf in leaves if not _takes_off(leaf)]
    for less in (leaf for leaf in leaves if _takes_off(leaf)):
        whole = next((n for n, each in enumerate(found) if _is_in(less.trail[-1], each.trail[-1])), None)
        if whole is None:
            whole = _alike(found, less.trail)
        if whole is None:
            found.append(less)
        else:
            found[whole] = Leaf(found[whole].trail, found[whole].value + less.value)
    return [leaf for leaf in found if leaf.value]


def _together(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines from the total down two parts share."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _takes_off(leaf: Leaf) -> bool:
    return leaf.value < 0 or any(key.endswith(".fused") for key in leaf.trail)


def _alike(leaves: Sequence[Leaf], trail: Sequence[str]) -> int | None:
    """Position of the leaf with the longest way in common among those of the same part of the same layers."""
    place = (_group(trail), trail[-1].split(".")[-2:])
    same = [n for n, each in enumerate(leaves) if (_group(each.trail), each.trail[-1].split(".")[-2:]) == place]
    return max(same, key=lambda n: _together(leaves[n].trail, trail), default=None)


def _is_in(key: str, call: str) -> bool:
    return key == call or key.startswith(f"{call}.")


def _group(trail: Sequence[str]) -> int | None:
    """The number of the layer group that a part belongs to, from 1."""
    for key in reversed(trail):
        match = _GROUP.search(key)
        if match is not None:
            return int(match[1])
    return None


class _Names:
    """What the parts of one breakdown are called, level by level."""

    def __init__(self, evaluation: Evaluation, leaves: Sequence[Leaf], quantity: Quantity) -> None:
        self._evaluation = evaluation
        self._structure: Structure = evaluation.structure
        self._sections = quantity.sections
        self._shared = {key for leaf in leaves if _group(leaf.trail) is not None for key in leaf.trail
                        if _GROUP.search(key) is None}  # fmt: skip
        """Lines with parts in layer groups that are no group's themselves: they say nothing of the place."""

    def levels(self, leaf: Leaf, grouping: str) -> tuple[Said, ...]:
        """The names of the parts that a leaf stands in, below the whole."""
        trail = leaf.trail
        section = self._label(trail[1]) if self._sections and len(trail) > 2 else None
        group, part = self._place(leaf), self._part(leaf)
        name = self._name(trail)
        order: tuple[Said | None, ...] = (section, part, group, name)
        if grouping == GROUP:
            order = (group, section, part, name)
        elif _group(trail) is None:
            order = (section, group, name)
        found: list[Said] = []
        for each in order:
            if each is not None and each not in found:
                found.append(each)
        return tuple(found)

    def _own(self, trail: Sequence[str]) -> str:
        """The line that a leaf is called by: bytes are called by their call."""
        return trail[-2] if trail[-1].endswith(_MOVED) and len(trail) > 1 else trail[-1]

    def _name(self, trail: Sequence[str]) -> Said:
        """What a leaf is called; one that is called like its layer group is called by what it is below."""
        key = self._own(trail)
        if ".attention.group" in key:
            return Said("ledger", QT_TRANSLATE_NOOP("ledger", "Attention scores and values"))
        line = self._structure.lines[self._structure.index[key]]
        number = _group(trail)
        if number is not None and line.label == self._evaluation.model.groups[number - 1].name:
            above = line.parent or (trail[-2] if len(trail) > 1 else None)
            return self._label(key if above is None else above)
        return self._label(key)

    def _label(self, key: str) -> Said:
        line = self._structure.lines[self._structure.index[key]]
        if key.endswith(".final_norm"):  # a pass calls it like any other norm
            return Said("ledger", QT_TRANSLATE_NOOP("ledger", "Final norm"))
        return Said("ledger", line.label, dict(line.label_values))

    def _place(self, leaf: Leaf) -> Said:
        number = _group(leaf.trail)
        if number is None:
            own = [key for key in leaf.trail[1:] if key not in self._shared and not key.endswith(_MOVED)]
            return self._label(own[0] if own else self._own(leaf.trail))
        group = self._evaluation.model.groups[number - 1]
        if sum(each.name == group.name for each in self._evaluation.model.groups) == 1:
            return Said("ledger", group.name)
        return Said("breakdown", QT_TRANSLATE_NOOP("breakdown", "{name} ({number})"),
                    {"name": group.name, "number": number})  # fmt: skip

    def _part(self, leaf: Leaf) -> Said | None:
        """Attention, feed-forward or norms, by the keys of the lines; else what its line stands below."""
        if _group(leaf.trail) is None:
            return None
        for key in reversed(leaf.trail):
            inner = _LAYERS.search(key)
            for name in (inner[1] if inner else key).split("."):
                word = "norms" if name.startswith("norm_") else name
                if word in PARTS and (inner or _group((key,)) is not None):
                    return Said("breakdown", PARTS[word])
        above = self._structure.lines[self._structure.index[self._own(leaf.trail)]].parent
        if above is None or above in leaf.trail[:2] or _group((above,)) is not None:
            return None
        return self._label(above)


def _segment(
    evaluation: Evaluation, label: Said, value: Any, leaves: Sequence[tuple[tuple[Said, ...], Leaf]]
) -> Segment:
    """A part with its own parts; a level with a single part in it is left out."""
    line = _common(evaluation, value, [leaf.trail for _, leaf in leaves])
    under: dict[str, tuple[Said, list[tuple[tuple[Said, ...], Leaf]]]] = {}
    for levels, leaf in leaves:
        if levels:
            under.setdefault(str(levels[0]), (levels[0], []))[1].append((levels[1:], leaf))
    if len(under) == 1 and all(levels for levels, _ in leaves):
        only = next(iter(under.values()))
        inner = _segment(evaluation, only[0], value, only[1])
        return Segment(label, inner.line if len(leaves) == 1 else line, value, inner.parts)
    parts = [_segment(evaluation, name, sum(leaf.value for _, leaf in inner), inner) for name, inner in under.values()]
    own = [leaf for levels, leaf in leaves if not levels]
    if own and parts:  # beside parts of it there is what no line cuts further
        rest = sum(leaf.value for leaf in own)
        parts.append(Segment(label, _common(evaluation, rest, [leaf.trail for leaf in own]), rest))
    return Segment(label, line, value, tuple(sorted(parts, key=lambda part: -part.value)))


def _common(evaluation: Evaluation, value: Any, trails: Sequence[tuple[str, ...]]) -> str:
    """The deepest line that all of these parts are below and that has their value; else the deepest one."""
    shared = trails[0][: max(min(_together(trails[0], trail) for trail in trails), 1)]
    return next((key for key in reversed(shared) if evaluation.value(key) == value), shared[-1])
