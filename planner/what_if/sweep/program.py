"""The terms of some lines as steps over arrays: each on the fewest points that it depends on, in arrays that are used
again.

What depends on one axis is computed along that axis; what is a function of one term, once for each of its values
(`regions`). A step is one numpy operation that writes into an array of a pool: a few arrays are then alive at a time,
and stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy

from planner.what_if.sweep.regions import Region, regions
from planner.what_if.sweep.sums import Simplified, needed
from planner.what_if.sweep.terms import Operand, Term, is_whole

Shape: TypeAlias = tuple[bool, ...]
"""Along which axes of the points an array has more than one entry."""


def _ceiled(a: Any, b: Any, out: Any) -> Any:
    """Whole numbers divided and rounded up. Of those below 2^53 no quotient is rounded to a whole number that it is
    not, and this takes a twentieth of numpy's floor division.
    """
    numpy.ceil(numpy.divide(a, b, out), out)


def _floored(a: Any, b: Any, out: Any) -> Any:
    numpy.floor(numpy.divide(a, b, out), out)


def _ceil_div(a: Any, b: Any, out: Any) -> Any:
    numpy.negative(numpy.floor_divide(numpy.negative(a, out), b, out), out)


STEPS: Mapping[str, Callable[..., Any]] = {
    "+": numpy.add, "-": numpy.subtract, "*": numpy.multiply, "/": numpy.divide, "//": numpy.floor_divide,
    "%": numpy.remainder, "power": numpy.power, "min": numpy.minimum, "max": numpy.maximum, "ceil_div": _ceil_div,
}  # fmt: skip
OF_WHOLE: Mapping[str, Callable[..., Any]] = {"ceil_div": _ceiled, "//": _floored}
REPEATED: Mapping[str, Callable[..., Any]] = {"product": numpy.multiply, "min": numpy.minimum, "max": numpy.maximum}


class Program:
    """Some lines over arrays. `shapes` say of each leaf along which axes it varies; `exact` as of `Simplified`."""

    def __init__(self, wanted: Sequence[Operand], exact: bool, shapes: Mapping[str, Shape]) -> None:
        simple = Simplified(wanted, exact)
        self._registers: list[Any] = []
        outermost, home = regions(needed(simple.wanted), simple.wanted)
        lowering = _Lowering(self._registers, shapes, home)
        self._block = lowering.block(outermost)
        self._leaves = lowering.leaves
        self._wanted = [
            lowering.place(outermost, each) if type(each) is Term else lowering.constant(each)
            for each in simple.wanted
        ]  # fmt: skip
        self._block.keep(self._wanted)
        self._pool = _Pool({})

    def __call__(self, leaves: Mapping[str, Any]) -> tuple[Any, ...]:
        """The wanted values: arrays that broadcast to the points, or numbers."""
        registers = self._registers.copy()
        longest: tuple[int, ...] = ()
        for name, place in self._leaves:
            registers[place] = leaves[name]
            longest = tuple(map(max, leaves[name].shape, longest)) if longest else leaves[name].shape
        self._pool = self._pool.of(longest)
        self._block.run(registers, self._pool)
        return tuple(registers[place] for place in self._wanted)


class _Pool:
    """Arrays that can be written into, by shape."""

    def __init__(self, longest: Any) -> None:
        self._longest = longest
        self._free: dict[Shape, list[Any]] = {}

    def of(self, longest: tuple[int, ...]) -> _Pool:
        """This one, or another one for points of another number."""
        return self if longest == self._longest else _Pool(longest)

    def take(self, shape: Shape) -> Any:
        """An array of any content."""
        free = self._free.get(shape)
        if free:
            return free.pop()
        if free is None:
            self._free[shape] = []
        if isinstance(self._longest, int):
            return numpy.empty(self._longest)
        return numpy.empty([size if varies else 1 for size, varies in zip(self._longest, shape, strict=True)])

    def give(self, shape: Shape, array: Any) -> None:
        """An array that is not used any more."""
        self._free[shape].append(array)


class _Step(NamedTuple):
    """One operation: registers of its result and arguments, the shape of the result, and what is over after it."""

    function: Any
    to: int
    one: int
    other: int
    shape: Shape
    over: tuple[tuple[int, Shape], ...]


class _Block:
    """The steps of a region, and of those within it."""

    def __init__(self) -> None:
        self.steps: list[Any] = []

    def add(self, function: Any, to: int, one: int, other: int, shape: Shape) -> None:
        """A step after the others."""
        self.steps.append(_Step(function, to, one, other, shape, ()))

    def keep(self, kept: Sequence[int]) -> None:
        """All steps are there, and these registers are read afterwards: see after which step the others are over."""
        seen = set[int](kept)
        owned: dict[int, Shape] = {}
        for step in self.steps:
            if type(step) is _Step:
                owned[step.to] = step.shape
            else:
                owned.update(step.handed())
        for at in range(len(self.steps) - 1, -1, -1):
            step = self.steps[at]
            reads = (step.one, step.other) if type(step) is _Step else step.reads()
            over = tuple((place, owned[place]) for place in dict.fromkeys(reads) if place in owned and place not in seen)
            seen.update(reads)
            if type(step) is _Step:
                self.steps[at] = step._replace(over=over)
            else:
                step.over = over

    def run(self, registers: list[Any], pool: _Pool) -> None:
        """All steps, with the arrays of a pool."""
        for step in self.steps:
            if type(step) is not _Step:
                step.run(registers, pool)
                for place, shape in step.over:
                    pool.give(shape, registers[place])
                continue
            function, to, one, other, shape, over = step
            a, b = registers[one], registers[other]
            for place, had in over:
                pool.give(had, registers[place])
            out = pool.take(shape)
            function(a, b, out)
            registers[to] = out


class _Within:
    """The step into a region: its root for each of its values, its block, and what leaves it for every point."""

    def __init__(self, root: int, inside: int, block: _Block, exports: Sequence[tuple[int, int]], shape: Shape) -> None:
        self.over: tuple[tuple[int, Shape], ...] = ()
        self._root, self._inside, self._block, self._exports, self._shape = root, inside, block, exports, shape
        self._alike = Alike()

    def reads(self) -> tuple[int, ...]:
        return (self._root,)

    def handed(self) -> Iterator[tuple[int, Shape]]:
        """What the region around has of it."""
        return ((outside, self._shape) for _, outside in self._exports)

    def run(self, registers: list[Any], pool: _Pool) -> None:
        array = registers[self._root]
        found = self._alike.of(array)
        if found is None:
            registers[self._inside] = array
            self._block.run(registers, pool)
            for inside, outside in self._exports:
                registers[outside] = registers[inside]
            return
        values, places = found
        registers[self._inside] = values
        self._block.run(registers, _Pool(values.size))
        for inside, outside in self._exports:
            out = pool.take(self._shape)
            numpy.take(registers[inside], places, None, out, "clip")
            registers[outside] = out


class Alike:
    """The values that whole numbers have, and which of them stands at each place; learns where to look is in vain."""

    FEWEST = 4096
    """Arrays of so few numbers are not looked through."""
    WIDEST = 1 << 18
    """Nor numbers further apart than this: it takes a table of all in between."""
    PATIENCE, SELDOM = 3, 16
    """After so many times in vain, one array of so many is looked through."""

    def __init__(self) -> None:
        self._vain = self._skipped = 0

    def of(self, array: Any) -> tuple[Any, Any] | None:
        """None where most numbers differ."""
        if array.size < self.FEWEST:
            return None
        if self._vain >= self.PATIENCE and self._skipped < self.SELDOM:
            self._skipped += 1
            return None
        self._skipped = 0
        found = self._found(array)
        self._vain = self._vain + 1 if found is None else 0
        return found

    def _found(self, array: Any) -> tuple[Any, Any] | None:
        low = array.min()
        between = array.max() - low + 1
        if not between <= self.WIDEST:
            return None
        places = numpy.subtract(array, low).astype(numpy.intp)
        seen = numpy.zeros(int(between), bool)
        seen[places] = True
        values = numpy.flatnonzero(seen)
        if values.size * 2 > array.size:
            return None
        position = numpy.empty(int(between), numpy.intp)
        position[values] = numpy.arange(values.size)
        return values + low, position.take(places)


class _Lowering:
    """Makes the steps of terms."""

    def __init__(self, registers: list[Any], shapes: Mapping[str, Shape], home: Mapping[Term, Region]) -> None:
        self.leaves: list[tuple[str, int]] = []
        self._registers, self._leaf_shapes, self._home = registers, shapes, home
        self._places: dict[tuple[Region, Term], int] = {}
        self._constants: dict[float, int] = {}
        self._shapes: dict[int, Shape] = {}

    def _register(self, shape: Shape | None, value: Any = None) -> int:
        self._registers.append(value)
        place = len(self._registers) - 1
        if shape is not None:
            self._shapes[place] = shape
        return place

    def constant(self, value: Any) -> int:
        """The register of a number."""
        number = float(value)
        if number not in self._constants:
            self._constants[number] = self._register(None, number)
        return self._constants[number]

    def place(self, region: Region, operand: Operand) -> int:
        """The register of a term inside a region, or of a number."""
        return self._places[region, operand] if type(operand) is Term else self.constant(operand)

    def block(self, region: Region) -> _Block:
        """The steps of a region whose root has its register."""
        block = _Block()
        for term in region.terms:
            self._places[region, term] = place = self._made(block, region, term)
            inner = region.within.get(term)
            if inner is not None:
                shape = self._shapes[place]
                inside = self._places[inner, term] = self._register(shape)
                within = self.block(inner)
                exports = []
                for each in inner.exports:
                    outside = self._places[region, each] = self._register(shape)
                    exports.append((self._places[inner, each], outside))
                within.keep([inside for inside, _ in exports])
                block.steps.append(_Within(place, inside, within, exports, shape))
        return block

    def _made(self, block: _Block, region: Region, term: Term) -> int:
        operation, arguments = term.operation, term.arguments
        if operation == "leaf":
            place = self._register(self._leaf_shapes[arguments[0]])
            self.leaves.append((arguments[0], place))
            return place
        if operation == "sum":
            return self._sum(block, region, arguments)
        places = [self.place(region, each) for each in arguments]
        if operation in REPEATED:
            return self._joined(block, REPEATED[operation], places)
        if operation == "neg":
            return self._step(block, numpy.multiply, places[0], self.constant(-1))
        function = STEPS[operation]
        if operation in OF_WHOLE and all(map(is_whole, arguments)):
            function = OF_WHOLE[operation]
        return self._step(block, function, *places)

    def _step(self, block: _Block, function: Any, one: int, other: int) -> int:
        shapes = [self._shapes[place] for place in (one, other) if place in self._shapes]
        shape = shapes[0] if len(shapes) == 1 else tuple(map(max, *shapes))
        to = self._register(shape)
        block.add(function, to, one, other, shape)
        return to

    def _joined(self, block: _Block, function: Any, places: Sequence[int]) -> int:
        """What a function of two gives of many, on few points as long as it can."""
        by_shape: dict[Shape, int] = {}
        for place in places:
            shape = self._shapes.get(place, ())
            found = by_shape.get(shape)
            by_shape[shape] = place if found is None else self._step(block, function, found, place)
        first, *others = sorted(by_shape, key=lambda shape: (sum(shape), shape))
        joined = by_shape[first]
        for shape in others:
            joined = self._step(block, function, joined, by_shape[shape])
        return joined

    def _sum(self, block: _Block, region: Region, arguments: Sequence[Any]) -> int:
        constant, parts = arguments[0], list(zip(arguments[1::2], arguments[2::2], strict=True))
        by_shape: dict[Shape, int] = {}
        for factor, term in sorted(parts, key=lambda part: part[0] == -1):
            place = self._places[region, term]
            shape = self._shapes[place]
            found = by_shape.get(shape)
            if factor == -1 and found is not None:
                by_shape[shape] = self._step(block, numpy.subtract, found, place)
                continue
            if factor != 1:
                place = self._step(block, numpy.multiply, place, self.constant(factor))
            by_shape[shape] = place if found is None else self._step(block, numpy.add, found, place)
        first, *others = sorted(by_shape, key=lambda shape: (sum(shape), shape))
        total = by_shape[first]
        if constant != 0:
            total = self._step(block, numpy.add, total, self.constant(constant))
        for shape in others:
            total = self._step(block, numpy.add, total, by_shape[shape])
        return total
