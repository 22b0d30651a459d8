"""The tensors of a rank in the order in which an engine makes them, for what torch's blocks take beyond them.

Only weights in 16 or 32 bits: others are several tensors each. Queries, keys and values are one tensor, gate and up
another, the experts of a layer two. While the table of rotations is made, its parts in fp32 stand beside it; the blocks
that they leave are taken by later tensors. Layers of several groups are taken group after group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from planner.ledger import Slot, Structure
from planner.memory.blocks import KEPT, beyond
from planner.memory.loading import BLOCKS, FUSED, LEFT
from planner.parts.feed_forward.mixture import Mixture
from planner.precision import quantised
from planner.scope import Choices
from planner.workbook import Model

WHOLE = "weights.rounding"


_WEIGHT_LINES: WeakKeyDictionary[Structure, tuple[str, ...]] = WeakKeyDictionary()
"""What `weight_lines` found, since every plan asks for it."""


def left_in_blocks(sizes: Mapping[str, Any], model: Model, choices: Choices, amounts: Mapping[Slot, Any]) -> int:
    """Bytes that blocks take beyond the tensors and beyond the rounding of large ones; 0 where a size is not known.

    `sizes` are the lines below `weights` by key, computed with nothing left in blocks.
    """
    if any(
        quantised(getattr(choices, cell)) for cell in ("attention_weights", "feed_forward_weights", "other_weights")
    ):
        return 0
    tensors = list(_tensors(sizes, model, amounts))
    if any(size is None for size, _ in tensors):
        return 0
    known = sizes[WHOLE]
    return 0 if known is None else max(beyond(tensors, reserved=False) - known, 0)


def weight_lines(structure: Structure) -> tuple[str, ...]:
    """The keys of the lines that `left_in_blocks` asks for; none where no line of the structure asks for it."""
    if BLOCKS not in structure.index:
        return ()
    if structure not in _WEIGHT_LINES:
        _WEIGHT_LINES[structure] = tuple(key for key in structure.index if key.startswith("weights."))
    return _WEIGHT_LINES[structure]


def with_left(
    structure: Structure, values: Any, model: Model, choices: Choices, amounts: dict[Slot, Any]
) -> tuple[Any, dict[Slot, Any]]:
    """Values and amounts once more, with what blocks leave; as they are where no line asks for it."""
    keys = weight_lines(structure)
    if not keys:
        return values, amounts
    sizes = {key: values.values[structure.index[key]] for key in keys}
    found = left_in_blocks(sizes, model, choices, amounts)
    if not found:
        return values, amounts
    amounts = amounts | {LEFT: found}
    return structure.evaluate(amounts), amounts


def _tensors(sizes: Mapping[str, Any], model: Model, amounts: Mapping[Slot, Any]) -> Iterator[tuple[Any, int]]:
    """Bytes of each tensor, and KEPT or how long it stays."""
    yield from ((sizes[name], KEPT) for name in ("weights.embedding", "weights.positions") if name in sizes)
    table = sizes.get("weights.rope_tables")
    for number, group in enumerate(model.groups):
        count = amounts.get(f"stage.groups.{number}.layers", group.count)
        layer = list(_layer(sizes, f"weights.group{number + 1}.layer.", group.feed_forward))
        mixing = [size for part, size in layer if part == "attention"]
        others = [size for part, size in layer if part != "attention"]
        for _ in range(count if isinstance(count, int) else 0):
            yield from ((size, KEPT) for size in mixing)
            if table:
                yield from _made(table)
                table = None
            yield from ((size, KEPT) for size in others)
    if "weights.head" in sizes:
        yield sizes["weights.head"], KEPT


def _made(table: int) -> Iterator[tuple[int, int]]:
    """The table of rotations in 16 bits, after angles, cosines, sines and both of them in fp32."""
    yield from ((table, 4), (table, 3), (table, 2), (2 * table, 1), (table, KEPT))


def _layer(sizes: Mapping[str, Any], root: str, feed_forward: Any) -> Iterator[tuple[str, Any]]:
    """Part and bytes of each tensor of a layer."""
    stands = {key.removeprefix(root): size for key, size in sizes.items() if key.startswith(root)}
    together = {keys[0]: keys for keys in FUSED}
    first = {key: keys[0] for keys in FUSED for key in keys[1:]}
    for place, size in stands.items():
        part, _, key = place.partition(".")
        if not key or f"{part}.{first.get(key)}" in stands:
            continue
        if part == "feed_forward" and isinstance(feed_forward, Mixture) and key in ("experts", "shared"):
            whole = 3 if feed_forward.matrices == "gated" else 2
            yield part, None if size is None else (whole - 1) * size // whole
            yield part, None if size is None else size // whole
            continue
        fused = [stands.get(f"{part}.{name}", 0) for name in together.get(key, (key,))]
        yield part, None if None in fused else sum(fused)
