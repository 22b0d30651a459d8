"""Whether a point fits into the memory that is free, with a tenth to spare, and with how many blocks in rotation."""

from __future__ import annotations

from dataclasses import replace

from . import counts
from .protocol import Refusal
from .spec import Block, Head, Point

SAFETY = 1.1


def most_blocks(spec: Block | Head, point: Point, element: int, materialised: bool, free: int, wanted: int) -> int:
    """Give how many of the wanted blocks fit beside each other with their caches; 0 when not even one does.

    element: bytes of a number; materialised: whether attention writes its scores; free: bytes.
    """
    return counts.largest(1, wanted, lambda number: _fits(spec, point, element, materialised, free, number))


def too_large(spec: Block | Head, point: Point, element: int, materialised: bool, free: int) -> Refusal:
    """Give the refusal of a point of which not even one block fits: what it needs, what is free, the largest batch."""

    def fits(batch: int) -> bool:
        return _fits(spec, replace(point, batch=batch), element, materialised, free, 1)

    batch = counts.largest(1, point.batch, fits)
    needed = counts.predicted_bytes(spec, point, element, 1, materialised)
    remedy = f"the largest batch that fits is {batch}" if batch else "not even a batch of 1 fits"
    sentence = f"{needed:,} bytes and 10 % more are needed, {free:,} bytes are free; {remedy}"
    return Refusal("cannot_fit", sentence, predicted_bytes=needed, free_bytes=free, largest_batch=batch)


def _fits(spec: Block | Head, point: Point, element: int, materialised: bool, free: int, blocks: int) -> bool:
    return counts.predicted_bytes(spec, point, element, blocks, materialised) * SAFETY <= free
