"""The planner's own evaluation of one scenario, done with traced numbers: one way through it, and what it ends in."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy

from planner.formula import formula
from planner.hosts import taken_in, withheld
from planner.ledger import Slot, Specification, Structure, Values
from planner.plan import Evaluation, Kitchen
from planner.structure import StructureMemory
from planner.verdict import Verdict
from planner.what_if.arrays import EXACT
from planner.what_if.sweep.program import Program
from planner.what_if.sweep.symbols import Node, Nodes, Points, Trace, Traced, plain
from planner.what_if.sweep.terms import Terms, value_of
from planner.workbook import Scenario, Workbook

FREE = "free"
"""The line that says how many bytes stay free."""


class AtThisPoint(Exception):
    """A line has no value here for the sake of the numbers at this point, such as a division by zero."""


class Ending(NamedTuple):
    """What a way through the planner ends in: the word, and the result and the margin as nodes, numbers or blanks."""

    verdict: Verdict
    result: Any
    margin: Any
    unit: str | None
    label: str
    label_values: Mapping[str, str]


class Varying:
    """The lines of a structure that depend on swept numbers, by key; the others are plain numbers to them."""

    def __init__(self, structure: Structure, changing: frozenset[Slot]) -> None:
        self.structure = structure
        self.lines: Sequence[Specification] = structure.lines
        self.index: dict[str, int] = {}
        for position in structure.order:
            key = structure.lines[position].key
            for slot in self.uses(key):
                if slot in self.index or slot in changing:
                    self.index[key] = position
                    break

    def uses(self, key: str) -> Iterable[Slot]:
        """The inputs and lines that a line is computed from."""
        line = self.lines[self.structure.index[key]]
        return self.structure.children.get(key, ()) if line.formula is None else line.sources.values()

    def needed(self, keys: Iterable[str], known: Collection[str]) -> tuple[list[str], frozenset[Slot]]:
        """The lines that these need, in order, and what is given to them: inputs, numbers, and lines that are known."""
        found, given, stack = set[str](), set[Slot](), list(keys)
        while stack:
            key = stack.pop()
            if key not in found:
                found.add(key)
                for slot in self.uses(key):
                    if slot in self.index and slot not in known:
                        stack.append(slot)
                    else:
                        given.add(slot)
        return [key for key in self.index if key in found], frozenset(given)


class _Computed:
    """One evaluation of a structure: its numbers here, and its varying lines over arrays.

    `deciding` are the lines that decisions were made by, `ending` those that are only wanted, with the serial numbers
    of their nodes. Those of a kind are computed together.
    """

    def __init__(
        self, varying: Varying, amounts: Mapping[Slot, Any], nodes: Mapping[Slot, Node], values: Sequence[Any]
    ) -> None:
        self.varying = varying
        self.amounts = amounts
        self.nodes = nodes
        self.values = values
        self.deciding: dict[str, int] = {}
        self.ending: dict[str, int] = {}
        self._needed: dict[tuple[Any, ...], tuple[list[str], frozenset[Slot]]] = {}
        self._programs: dict[tuple[Any, ...], Program] = {}

    def over(self, points: Points, key: str) -> Any:
        """The values of a line; those of the others of its kind are remembered with it."""
        exact = key in self.deciding
        kind = self.deciding if exact else self.ending
        known = {name: points.memo[serial] for name, serial in self.deciding.items() if serial in points.memo}
        keys = tuple(name for name, serial in kind.items() if serial not in points.memo)
        asked = (keys, tuple(known))
        if asked not in self._needed:
            self._needed[asked] = self.varying.needed(keys, known)
        order, given = self._needed[asked]
        leaves = {slot: self.nodes[slot].over(points) for slot in self.nodes if slot in given}
        leaves |= {name: array for name, array in known.items() if name in given}
        kinds = {name: (_varies(array, points), _whole(array)) for name, array in leaves.items()}
        program = self._programs.get((asked, *kinds.items()))
        if program is None:
            wanted = self._terms(keys, order, given, {name: whole for name, (_, whole) in kinds.items()})
            program = Program(wanted, exact, {name: shape for name, (shape, _) in kinds.items()})
            self._programs[(asked, *kinds.items())] = program
        for name, found in zip(keys, program(leaves, points.where.shape), strict=True):
            points.memo[kind[name]] = found
        return points.memo[kind[key]]

    def _terms(
        self, keys: Sequence[str], order: Sequence[str], given: Iterable[Slot], leaves: Mapping[Slot, bool]
    ) -> list[Any]:
        terms, found = Terms(), dict[Slot, Any]()
        for slot in given:
            value = found[slot] = terms.leaf(slot, leaves[slot]) if slot in leaves else self._number(slot)
            if value is None:
                raise TypeError("a line without a value is not asked for over arrays")
        for key in order:
            line = self.varying.lines[self.varying.index[key]]
            if line.formula is None:
                found[key] = functools.reduce(operator.add, [found[child] for child in self.varying.uses(key)])
            else:
                sources = line.sources
                found[key] = value_of(line.formula, [found[sources[name]] for name in line.formula.names])
        return [found[key] for key in keys]

    def _number(self, slot: Slot) -> Any:
        """An input or a line that does not vary."""
        at = self.varying.structure.index.get(slot)
        return self.amounts[slot] if at is None else self.values[at]


def _varies(array: Any, points: Points) -> tuple[bool, ...]:
    """Along which axes of the points an array has more than one entry."""
    return tuple(size > 1 for size in array.shape) or (False,) * points.where.ndim


def _whole(array: Any) -> bool:
    """Whether all its numbers are whole, and exact."""
    return bool((numpy.rint(array) == array).all()) and bool(numpy.abs(array).max() < EXACT)


class Workshop:
    """What all ways of one sweep share: nodes, structures and compiled functions."""

    def __init__(self, structures: StructureMemory) -> None:
        self.structures = structures
        self.nodes = Nodes()
        self._varying: dict[tuple[int, frozenset[Slot]], Varying] = {}
        self._computed: dict[tuple[Any, ...], _Computed] = {}

    def varying(self, structure: Structure, changing: frozenset[Slot]) -> Varying:
        """The lines that depend on these inputs, remembered."""
        key = (id(structure), changing)
        found = self._varying.get(key)
        if found is None:
            found = self._varying[key] = Varying(structure, changing)
        return found

    def computed(
        self, varying: Varying, amounts: Mapping[Slot, Any], nodes: Mapping[Slot, Node], values: Sequence[Any]
    ) -> _Computed:
        """One evaluation, told from others by the numbers that are its inputs. `values` are those of all lines here."""
        key = (id(varying), tuple((slot, node.serial) for slot, node in nodes.items()), tuple(amounts.items()))
        found = self._computed.get(key)
        if found is None:
            found = self._computed[key] = _Computed(varying, amounts, nodes, values)
        return found


class _Lines(Sequence[Any]):
    """The values of a structure by position; those that depend on swept numbers are traced when they are asked for."""

    def __init__(self, values: Values, at: Mapping[Slot, Any], of: _Computed, trace: Trace) -> None:
        self._values, self._at, self._of, self._trace = values, at, of, trace

    def __len__(self) -> int:
        return len(self._values.values)

    def __getitem__(self, position: Any) -> Any:
        of, value = self._of, self._values.values[position]
        key = of.varying.lines[position].key
        if key not in of.varying.index:
            return value
        if value is None:
            if self._for_good(key):
                return None
            raise AtThisPoint
        nodes = self._trace.nodes
        roots = frozenset[str]().union(*(node.roots for node in of.nodes.values()))
        node = nodes.node(("line", id(of), key), roots, lambda points: of.over(points, key))
        if key not in of.deciding:
            (of.ending if self._trace.decided else of.deciding)[key] = node.serial
            if key in of.deciding:
                of.ending.pop(key, None)
        return self._trace.number(value, node)

    def _for_good(self, key: str) -> bool:
        """Whether a line without a value has none at any point: a number that does not vary is blank, or is the zero
        that something is divided by.
        """
        varying = self._of.varying
        stack, seen = [key], {key}
        while stack:
            name = stack.pop()
            blank = [slot for slot in varying.uses(name) if self._here(slot) is None]
            if any(self._fixed(slot) for slot in blank) or (not blank and self._divides_by_nothing(name)):
                return True
            stack += [slot for slot in blank if slot not in seen]
            seen.update(blank)
        return False

    def _here(self, slot: Slot) -> Any:
        """The number that an input or line has at this point."""
        at = self._of.varying.structure.index.get(slot)
        return self._at.get(slot) if at is None else self._values.values[at]

    def _fixed(self, slot: Slot) -> bool:
        return slot not in self._of.varying.index and slot not in self._of.nodes

    def _divides_by_nothing(self, key: str) -> bool:
        """Whether a line divides by a zero that is the same at every point."""
        line = self._of.varying.lines[self._of.varying.structure.index[key]]
        for text in () if line.formula is None else divisors(line.formula.tree):
            divisor = formula(text)
            slots = [line.sources[name] for name in divisor.names]
            here = dict(zip(divisor.names, map(self._here, slots), strict=True))
            if all(self._fixed(slot) for slot in slots) and divisor.evaluate(here) == 0:
                return True
        return False


def divisors(tree: ast.expr) -> Iterator[str]:
    """The parts of a formula that something is divided by.

    >>> list(divisors(formula("a / (b - c) + ceil_div(d, e)").tree))
    ['b - c', 'e']
    """
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=right):
                yield ast.unparse(right)
            case ast.Call(func=ast.Name(id="ceil_div" | "round_up"), args=[_, right]):
                yield ast.unparse(right)


class _TracedStructure:
    """A structure whose evaluation takes traced amounts; all else is the structure's own."""

    def __init__(self, structure: Structure, shop: Workshop, trace: Trace) -> None:
        self._structure, self._shop, self._trace = structure, shop, trace

    def __getattr__(self, name: str) -> Any:
        return getattr(self._structure, name)

    def evaluate(self, amounts: Mapping[Slot, Any]) -> Values:
        structure = self._structure
        nodes = {slot: amounts[slot].node for slot in structure.inputs if type(amounts[slot]) is Traced}
        here = {slot: plain(amounts[slot]) for slot in structure.inputs}
        values = structure.evaluate(here)
        if not nodes:
            return values
        varying = self._shop.varying(structure, frozenset(nodes))
        constants = {slot: amounts[slot] for slot in structure.inputs if slot not in nodes}
        of = self._shop.computed(varying, constants, nodes, values.values)
        lines: Any = _Lines(values, here, of, self._trace)  # a tuple to all who take its items
        return Values(lines, values.blocked)


class _TracedStructures(StructureMemory):
    def __init__(self, shop: Workshop, trace: Trace) -> None:
        super().__init__()
        self._shop, self._trace = shop, trace

    def structure(self, *arguments: Any) -> Structure:
        own = self._shop.structures.structure(*arguments)
        return cast(Structure, _TracedStructure(own, self._shop, self._trace))


class _TracedKitchen(Kitchen):
    """The planner's evaluation, judged once at the end: the words of stages and of drafts decide nothing."""

    @staticmethod
    def _judged(evaluation: Evaluation) -> Evaluation:
        return evaluation


def ending(shop: Workshop, trace: Trace, rows: Workbook, scenario: Scenario, key: str | None, word: bool) -> Ending:
    """The way of a scenario of these resolved rows, some of whose numbers are traced; `key` is the wanted line.

    Without `word` the verdict is not asked for, and no decision is made that only the word needs. AtThisPoint where
    the point is like no other.
    """
    kitchen = _TracedKitchen(structures=_TracedStructures(shop, trace))
    evaluation = kitchen.evaluate(*rows_of(rows, scenario))
    verdict = Verdict.UNKNOWN
    if word:
        judged = withheld(Kitchen._judged(evaluation), taken_in(rows.accelerators, scenario))
        verdict = judged.verdict
    trace.decided = True
    result = None if key is None else evaluation.value(key)
    margin = evaluation.value(FREE) if word else None
    at = None if key is None else evaluation.structure.index.get(key)
    line = None if at is None else evaluation.structure.lines[at]

    def out(value: Any) -> Any:
        return value.node if type(value) is Traced else value

    return Ending(
        verdict,
        out(result),
        out(margin),
        None if line is None else line.unit,
        "" if line is None else line.label,
        {} if line is None else line.label_values,
    )


def rows_of(plain_rows: Workbook, scenario: Scenario) -> Iterator[Any]:
    """What `Kitchen.evaluate` takes of a resolved workbook, in order."""
    for table, row_id in (("models", scenario.model), ("accelerators", scenario.accelerator)):
        yield next((each for each in getattr(plain_rows, table) if each.id == row_id), None)
    yield scenario
    yield plain_rows.assumptions
    for table, row_id in (("engines", scenario.engine), ("models", scenario.draft)):
        yield next((each for each in getattr(plain_rows, table) if each.id == row_id), None)
