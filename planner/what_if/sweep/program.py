"""The terms of some lines as steps over arrays: each on the fewest points that it depends on, in arrays that are used
again.

What depends on one axis is computed along that axis; what is a function of one term, once for each of its values
(`regions`). A step is one numpy operation that writes into an array of a pool: a few arrays are then alive at a time,
and stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy

from planner.formula import ceil_div
from planner.what_if.sweep.regions import Region, regions
from planner.what_if.sweep.sums import Simplified, needed
from planner.what_if.sweep.terms import Operand, Term, is_whole

Shape: TypeAlias = tuple[bool, ...]
"""Along which axes of the points an array has more than one entry."""


def _ceiled(a: Any, b: Any, out: Any) -> None:
    """Whole numbers divided and rounded up. Of those below 2^53 no quotient is rounded to a whole number that it is
    not, and this takes a twentieth of numpy's floor division.
    """
    numpy.ceil(numpy.divide(a, b, out=out), out=out)


def _floored(a: Any, b: Any, out: Any) -> None:
    numpy.floor(numpy.divide(a, b, out=out), out=out)


def _careful(rounded: Any, divided: Callable[[Any, Any], Any]) -> Callable[..., None]:
    """A division that rounds, of any numbers: exactly where the quotient is so near a whole number that it may have
    been rounded to it.
    """

    def divide(a: Any, b: Any, out: Any) -> None:
        numpy.divide(a, b, out=out)
        far = numpy.rint(out)
        numpy.abs(numpy.subtract(out, far, out=far), out=far)
        near = far <= numpy.abs(out) * NEAR
        rounded(out, out=out)
        if near.any():
            out[near] = divided(*(numpy.broadcast_to(each, out.shape)[near] for each in (a, b)))

    return divide


NEAR = 2**-50
"""A quotient may be off by a part of this."""
_careful_floor = _careful(numpy.floor, numpy.floor_divide)
_careful_ceil = _careful(numpy.ceil, ceil_div)


STEPS: Mapping[str, Callable[..., Any]] = {
    "+": numpy.add, "-": numpy.subtract, "*": numpy.multiply, "/": numpy.divide, "//": _careful_floor,
    "%": numpy.remainder, "power": numpy.power, "min": numpy.minimum, "max": numpy.maximum, "ceil_div": _careful_ceil,
}  # fmt: skip
KEEPING = frozenset({_careful_floor, _careful_ceil})
"""What reads its arguments when it has begun to write."""
OF_WHOLE: Mapping[str, Callable[..., Any]] = {"ceil_div": _ceiled, "//": _floored}
REPEATED: Mapping[str, Callable[..., Any]] = {"product": numpy.multiply, "min": numpy.minimum, "max": numpy.maximum}


class Program:
    """Some lines over arrays. `shapes` say of each leaf along which axes it varies; `exact` as of `Simplified`."""

    def __init__(self, wanted: Sequence[Operand], exact: bool, shapes: Mapping[str, Shape]) -> None:
        simple = Simplified(wanted, exact)
        outermost = regions(needed(simple.wanted), simple.wanted)
        lowering = _Lowering(shapes)
        self._block = lowering.block(outermost)
        self._wanted = [lowering.place(outermost, each) for each in simple.wanted]
        self._block.finish(self._wanted, lowering.shapes)
        self._leaves = lowering.leaves
        self._registers = lowering.registers

    def __call__(self, leaves: Mapping[str, Any], size: tuple[int, ...]) -> tuple[Any, ...]:
        """The wanted values: arrays that broadcast to points of this size."""
        registers = self._registers.copy()
        for name, place in self._leaves:
            registers[place] = leaves[name]
        for place, shape in self._block.arrays:
            registers[place] = numpy.empty([one if varies else 1 for one, varies in zip(size, shape, strict=True)])
        self._block.run(registers)
        return tuple(numpy.asarray(registers[place]) for place in self._wanted)


class _Step(NamedTuple):
    """One operation: the registers of its arguments and its result."""

    function: Any
    one: int
    other: int
    to: int


class _Block:
    """The steps of a region, and of those within it, each a list of steps and the region after them.

    `arrays` are the registers that are written into, with their shapes.
    """

    def __init__(self) -> None:
        self._steps: list[_Step | _Within] = []
        self._runs: list[tuple[list[_Step], _Within | None]] = []
        self.arrays: list[tuple[int, Shape]] = []

    def add(self, step: _Step | _Within) -> None:
        """A step after the others."""
        self._steps.append(step)

    def finish(self, lasting: Sequence[int], shapes: Mapping[int, Shape]) -> None:
        """All steps are there: give them registers that are used again where their content is over."""
        last = {place: at for at, step in enumerate(self._steps) for place in step_arguments(step)}
        own, free = dict[int, int](), dict[Shape, list[int]]()
        run: list[_Step] = []

        def taken(place: int) -> int:
            shape = shapes[place]
            if place not in lasting and free.setdefault(shape, []):
                return free[shape].pop()
            self.arrays.append((place, shape))
            return place

        for at, step in enumerate(self._steps):
            over = [place for place in dict.fromkeys(step_arguments(step))
                    if place in own and last[place] == at and place not in lasting]  # fmt: skip
            inputs = [own.get(place, place) for place in step_arguments(step)]
            early = isinstance(step, _Step) and step.function not in KEEPING
            for place in over if early else ():
                free.setdefault(shapes[place], []).append(own[place])
            for place in step_results(step):
                own[place] = taken(place)
            for place in () if early else over:
                free.setdefault(shapes[place], []).append(own[place])
            if isinstance(step, _Step):
                run.append(_Step(step.function, inputs[0], inputs[1], own[step.to]))
            else:
                step.rename(inputs[0], own)
                self._runs.append((run, step))
                run = []
        self._runs.append((run, None))

    def run(self, registers: list[Any]) -> None:
        """All steps; the registers of `arrays` hold arrays."""
        for steps, within in self._runs:
            for function, one, other, to in steps:
                function(registers[one], registers[other], out=registers[to])
            if within is not None:
                within.run(registers)


class _Within:
    """The step into a region: its root for each of its values, its block, and what leaves it for every point."""

    def __init__(self, root: int, inside: int, block: _Block, exports: Sequence[tuple[int, int]]) -> None:
        self.root, self.exports = root, exports
        self._inside, self._block = inside, block
        self._alike = Alike()

    def rename(self, root: int, own: Mapping[int, int]) -> None:
        """Take the registers that the region around has chosen."""
        self.root = root
        self.exports = [(inside, own[outside]) for inside, outside in self.exports]

    def run(self, registers: list[Any]) -> None:
        """All of the region."""
        array = registers[self.root]
        found = self._alike.of(array)
        values, places = (array, None) if found is None else found
        registers[self._inside] = values
        for place, _ in self._block.arrays:
            registers[place] = numpy.empty(values.shape)
        self._block.run(registers)
        for inside, outside in self.exports:
            if places is None:
                registers[outside] = registers[inside]
            else:
                numpy.take(registers[inside], places, None, registers[outside], "clip")


def step_arguments(step: _Step | _Within) -> tuple[int, ...]:
    """The registers that a step reads."""
    return (step.one, step.other) if isinstance(step, _Step) else (step.root,)


def step_results(step: _Step | _Within) -> tuple[int, ...]:
    """The registers that a step writes."""
    return (step.to,) if isinstance(step, _Step) else tuple(outside for _, outside in step.exports)


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
    """Makes the steps of terms; each result has a register of its own as yet."""

    def __init__(self, leaf_shapes: Mapping[str, Shape]) -> None:
        self.leaves: list[tuple[str, int]] = []
        self.registers: list[Any] = []
        self.shapes: dict[int, Shape] = {}
        self._leaf_shapes = leaf_shapes
        self._places: dict[tuple[Region, Term], int] = {}
        self._constants: dict[float, int] = {}

    def _register(self, shape: Shape | None, value: Any = None) -> int:
        self.registers.append(value)
        place = len(self.registers) - 1
        if shape is not None:
            self.shapes[place] = shape
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
                shape = self.shapes[place]
                inside = self._places[inner, term] = self._register(shape)
                within = self.block(inner)
                exports = []
                for each in inner.exports:
                    outside = self._places[region, each] = self._register(shape)
                    exports.append((self._places[inner, each], outside))
                within.finish([inside for inside, _ in exports], self.shapes)
                block.add(_Within(place, inside, within, exports))
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
        shapes = [self.shapes[place] for place in (one, other) if place in self.shapes]
        shape = shapes[0] if len(shapes) == 1 else tuple(map(max, *shapes))
        to = self._register(shape)
        block.add(_Step(function, one, other, to))
        return to

    def _joined(self, block: _Block, function: Any, places: Sequence[int]) -> int:
        """What a function of two gives of many, on few points as long as it can."""
        by_shape: dict[Shape, int] = {}
        for place in places:
            shape = self.shapes.get(place, ())
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
            shape = self.shapes[place]
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
