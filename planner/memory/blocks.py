"""torch's caching allocator on tensors in the order they are made: what its blocks and segments take beyond them.

Source: c10/cuda/CUDACachingAllocator.cpp. Sizes are whole steps of 512 bytes. Up to 1 MiB a tensor comes out of a
segment of 2 MiB, below 10 MiB out of one of 20 MiB, from there on out of one of its own in whole steps of 2 MiB; of
free blocks the smallest that is large enough is taken first. What is left of a block stays with the tensor unless it is
more than 1 MiB (512 bytes in small segments). A freed block joins its free neighbours.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

MIB = 2**20
STEP, SMALL, LARGE = 512, MIB, 10 * MIB
SMALL_SEGMENT, MIDDLE_SEGMENT, WHOLE = 2 * MIB, 20 * MIB, 2 * MIB
KEPT = 0
"""How a tensor that stays is told from one that is freed: `(bytes, KEPT)`, or `(bytes, n)`, freed after n more."""


@dataclass(slots=True, eq=False)
class _Block:
    segment: int
    offset: int
    size: int
    small: bool
    free: bool = True
    before: _Block | None = None
    after: _Block | None = None


@dataclass(slots=True)
class Allocator:
    """The blocks of one device, and how many bytes of them are handed out (`allocated`)."""

    allocated: int = 0
    sizes: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    ready: dict[bool, list[tuple[int, int, int, _Block]]] = field(default_factory=lambda: {True: [], False: []})

    @property
    def reserved(self) -> int:
        """The bytes of segments in which something lies: others go back to the device when the cache is emptied."""
        return sum(size for size, blocks in zip(self.sizes, self.used, strict=True) if blocks)

    def take(self, size: int) -> _Block:
        """A block of at least so many bytes."""
        size = max(-(-size // STEP), 1) * STEP
        small = size <= SMALL
        ready = self.ready[small]
        at = bisect_left(ready, (size,))
        block = ready.pop(at)[3] if at < len(ready) else self._segment(size, small)
        rest = block.size - size
        if rest >= STEP if small else rest > SMALL:
            other = _Block(block.segment, block.offset + size, rest, small, True, block, block.after)
            if block.after is not None:
                block.after.before = other
            block.after, block.size = other, size
            self._offer(other)
        block.free = False
        self.allocated += block.size
        self.used[block.segment] += 1
        return block

    def give(self, block: _Block) -> None:
        """Free a block."""
        self.allocated -= block.size
        self.used[block.segment] -= 1
        block.free = True
        for first, second in ((block, block.after), (block.before, block)):
            if first is not None and second is not None and first.free and second.free:
                other = second if first is block else first
                self.ready[other.small].remove((other.size, other.segment, other.offset, other))
                first.size += second.size
                first.after = second.after
                if second.after is not None:
                    second.after.before = first
                block = first
        self._offer(block)

    def _segment(self, size: int, small: bool) -> _Block:
        whole = SMALL_SEGMENT if small else MIDDLE_SEGMENT if size < LARGE else -(-size // WHOLE) * WHOLE
        self.sizes.append(whole)
        self.used.append(0)
        return _Block(len(self.sizes) - 1, 0, whole, small)

    def _offer(self, block: _Block) -> None:
        insort(self.ready[block.small], (block.size, block.segment, block.offset, block))


@lru_cache(maxsize=512)
def taken(tensors: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """What tensors made in this order take, allocated and reserved, in bytes; each as bytes and KEPT, or how many are
    made after it before it is freed.

    >>> [size / MIB for size in taken(((int(9.5 * MIB), KEPT),) * 2)]
    [20.0, 20.0]
    >>> [size / MIB for size in taken(((3 * MIB, 1), (2 * MIB, KEPT)))]
    [2.0, 20.0]
    """
    allocator = Allocator()
    leaving: list[tuple[int, _Block]] = []
    for number, (size, stay) in enumerate(tensors):
        block = allocator.take(size)
        for one in [one for one in leaving if one[0] <= number]:
            leaving.remove(one)
            allocator.give(one[1])
        if stay != KEPT:
            leaving.append((number + stay, block))
    for _, block in leaving:
        allocator.give(block)
    return allocator.allocated, allocator.reserved


def beyond(tensors: Iterable[tuple[int, int]], reserved: bool) -> int:
    """What they take beyond their own bytes."""
    all_of_them = tuple(tensors)
    return taken(all_of_them)[int(reserved)] - sum(size for size, stay in all_of_them if stay == KEPT)
