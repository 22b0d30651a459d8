"""The ledger: lines that explain themselves, built once per structure and evaluated for every scenario.

Two steps. A `Structure` is an ordered tuple of line specifications with compiled formulas (which lines exist is decided
in Python by the kinds and choices of a plan; formulas never branch). `Structure.evaluate` gives their values for given
amounts. `Line` objects, with sources and (when asked) substitution, are made only for the ledger on show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias

from planner.compiled import MOST_COMPILED, ArrayFunction, Stepwise, compiled
from planner.formula import SCALARS, formula
from planner.line import Line, Slot, Source, Specification, Values

__all__ = ["FOLDED", "Builder", "Line", "Rewrite", "Slot", "Source", "Specification", "Structure", "Values"]

Rewrite: TypeAlias = Callable[[str], tuple[str, Mapping[str, Slot]]]
"""Another reading of a formula's text, and what the names in it stand for that were not there."""

FOLDED = 16
MOST_PARTIAL = 8
"""So many sets of blank inputs are remembered per structure."""


class Builder:
    """Collects specifications in display order; a line may use only inputs and lines that stand before it."""

    def __init__(self, rewrite: Rewrite | None = None) -> None:
        self.lines: dict[str, Specification] = {}
        self.rewrite = rewrite

    def section(
        self,
        key: str,
        parent: str | None,
        component: str,
        label: str,
        unit: str,
        reference: str = "",
        **label_values: str,
    ) -> str:
        """A line that is the sum of the children added under it later."""
        return self._place(Specification(key, parent, component, label, unit, None, {}, reference, label_values))

    def add(
        self,
        key: str,
        parent: str | None,
        component: str,
        label: str,
        unit: str,
        text: str,
        scope: Mapping[str, Slot],
        reference: str,
        **label_values: str,
    ) -> str:
        """A line with a formula; its names are looked up in `scope`. KeyError names what a formula does not know."""
        added: Mapping[str, Slot] = {}
        if self.rewrite is not None:
            text, added = self.rewrite(text)
        parsed = formula(text)
        sources = {name: added[name] if name in added else scope[name] for name in parsed.names}
        return self._place(Specification(key, parent, component, label, unit, parsed, sources, reference, label_values))

    def take(self, lines: Mapping[str, Specification]) -> None:
        """Lines that another builder has placed, by key."""
        if not self.lines.keys().isdisjoint(lines):
            raise ValueError(f"the ledger has two lines {', '.join(self.lines.keys() & lines.keys())}")
        self.lines.update(lines)

    def fold(
        self,
        key: str,
        parent: str | None,
        component: str,
        label: str,
        unit: str,
        how: str,
        slots: Mapping[str, Slot],
        reference: str,
    ) -> str:
        """The sum (`how` "+"), "max" or "min" of any number of slots; lines of sixteen below it where there are
        more, because a formula has a bounded length.
        """
        names = dict(slots)
        level = 0
        while len(names) > FOLDED:
            level += 1
            some = list(names.items())
            names = {}
            for number, at in enumerate(range(0, len(some), FOLDED), 1):
                name = f"part{level}_{number}"
                scope = dict(some[at : at + FOLDED])
                names[name] = f"{key}.{name}"
                self.add(names[name], key, component, label, unit, _folded(how, scope), scope, reference)
        return self.add(key, parent, component, label, unit, _folded(how, names), names, reference)

    def _place(self, line: Specification) -> str:
        if line.key in self.lines:
            raise ValueError(f"the ledger has two lines {line.key}")
        self.lines[line.key] = line
        return line.key

    def structure(self) -> Structure:
        """The finished structure; sums without children are left out."""
        children: dict[str, list[str]] = {}
        for line in self.lines.values():
            if line.parent is not None:
                children.setdefault(line.parent, []).append(line.key)
        return Structure(tuple(self.lines.values()), {key: tuple(found) for key, found in children.items()})


def _folded(how: str, names: Mapping[str, Slot]) -> str:
    if len(names) < 2:
        return next(iter(names), "0")
    return " + ".join(names) if how == "+" else f"{how}({', '.join(names)})"


class Structure:
    """Lines in display order (parents before children), and one compiled function that gives all their values."""

    def __init__(self, lines: tuple[Specification, ...], children: Mapping[str, tuple[str, ...]]) -> None:
        self.lines = lines
        self.children = children
        self.calls: tuple[Any, ...] = ()
        """What the time lines are calls of (`planner.time.call`); the ledger itself does nothing with it."""
        self.index = {line.key: position for position, line in enumerate(lines)}
        self._without: dict[frozenset[Slot], _Partial | None] = {}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Positions of all lines so that each line follows what it uses."""
        return self.order_of(self.index)

    @cached_property
    def inputs(self) -> tuple[Slot, ...]:
        """The slots that are no lines, in the order of their first use."""
        slots = dict.fromkeys(slot for line in self.lines for slot in line.sources.values())
        return tuple(slot for slot in slots if slot not in self.index)

    @cached_property
    def _given(self) -> Callable[[Mapping[Slot, Any]], Sequence[Any]]:
        """Gives the amounts of the inputs in their order."""
        if len(self.inputs) > 1:
            return itemgetter(*self.inputs)
        return lambda amounts: [amounts[slot] for slot in self.inputs]  # of one key it gives no tuple

    def order_of(self, keys: Iterable[str]) -> tuple[int, ...]:
        """Positions of these lines and of what they need, so that each line follows what it uses."""
        lines, index, children = self.lines, self.index, self.children
        found: list[int] = []
        done: dict[Slot, bool] = {}
        """Inputs and finished lines; False is a line whose turn has not ended."""

        def visit(key: str, position: int) -> None:
            done[key] = False
            line = lines[position]
            for needed in children.get(key, ()) if line.formula is None else line.sources.values():
                state = done.get(needed)
                if state is None:
                    at = index.get(needed)
                    if at is None:
                        done[needed] = True
                    else:
                        visit(needed, at)
                elif not state:
                    raise ValueError(f"the ledger's line {needed} depends on itself")
            done[key] = True
            found.append(position)

        for key in keys:
            if key not in done:
                visit(key, index[key])
        return tuple(found)

    def precedents(self, key: str) -> tuple[str, ...]:
        """Keys of the lines that a line is computed from."""
        line = self.lines[self.index[key]]
        if line.formula is None:
            return self.children.get(key, ())
        return tuple(slot for slot in line.sources.values() if slot in self.index)

    def evaluate(self, amounts: Mapping[Slot, Any]) -> Values:
        """All values. A blank amount (None) or a division by zero blocks what depends on it, and nothing else."""
        given = self._given(amounts)
        blank = frozenset([slot for slot, amount in zip(self.inputs, given, strict=True) if amount is None])
        partial = self._partial(blank)
        if partial is None:
            return self._evaluate_line_by_line(amounts)
        try:
            return Values(partial.function(given), partial.blocked)
        except (TypeError, ArithmeticError, ValueError):
            return self._evaluate_line_by_line(amounts)

    def _partial(self, blank: frozenset[Slot]) -> _Partial | None:
        """What is left of the ledger without these inputs, such as a model without a GPU; all of it without none.

        None for the first time where they are made one function: to compile costs as much as a few evaluations line by
        line.
        """
        if blank not in self._without:
            if len(self._without) >= MOST_PARTIAL:
                self._without.clear()
            self._without[blank] = None
            if len(self.lines) <= MOST_COMPILED:
                return None
        found = self._without[blank]
        if found is None:
            blocked: dict[int, tuple[Slot, ...]] = {}
            for position in self.order:
                line = self.lines[position]
                used = self.children.get(line.key, ()) if line.formula is None else line.sources.values()
                roots = [(slot,) if slot in blank else blocked.get(self.index.get(slot, -1), ()) for slot in used]
                if any(roots):
                    blocked[position] = tuple(dict.fromkeys(root for group in roots for root in group))
            order = tuple(position for position in self.order if position not in blocked)
            found = _Partial(blocked, self._function(order))
            self._without[blank] = found
        return found

    def _function(self, order: tuple[int, ...]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
        """Gives the values of these lines for the amounts of the inputs, and None for all others."""
        if len(self.lines) > MOST_COMPILED:
            return Stepwise(self, order)
        there = set(order)
        wanted = [position if position in there else None for position in range(len(self.lines))]
        function: Callable[[Sequence[Any]], tuple[Any, ...]] = compiled(self, order, SCALARS, wanted)
        return function

    def _evaluate_line_by_line(self, amounts: Mapping[Slot, Any]) -> Values:
        values: list[Any] = [None] * len(self.lines)
        blocked: dict[int, tuple[Slot, ...]] = {}

        def get(slot: Slot) -> Any:
            position = self.index.get(slot)
            return amounts[slot] if position is None else values[position]

        for position in self.order:
            line = self.lines[position]
            used = self.children.get(line.key, ()) if line.formula is None else tuple(line.sources.values())
            missing = [slot for slot in used if get(slot) is None]
            if missing:
                roots = (blocked.get(self.index[slot], (slot,)) if slot in self.index else (slot,) for slot in missing)
                blocked[position] = tuple(dict.fromkeys(root for group in roots for root in group))
                continue
            try:
                if line.formula is None:
                    values[position] = sum(get(slot) for slot in used)
                else:
                    values[position] = line.formula.evaluate({n: get(s) for n, s in line.sources.items()})
            except (ArithmeticError, ValueError):
                blocked[position] = self._at_fault(line.key, amounts)
        return Values(tuple(values), blocked)

    def _at_fault(self, key: str, amounts: Mapping[Slot, Any]) -> tuple[Slot, ...]:
        """The inputs of a line, and of the lines it uses, that are zero; all of its own when none is."""
        found: dict[Slot, None] = {}
        stack, seen = [key], set[str]()
        while stack:
            current = stack.pop()
            if current in seen:
                continue
            seen.add(current)
            for slot in self.lines[self.index[current]].sources.values():
                if slot not in self.index and amounts[slot] == 0:
                    found[slot] = None
            stack.extend(self.precedents(current))
        own = self.lines[self.index[key]].sources.values()
        return tuple(found) or tuple(slot for slot in own if slot not in self.index)

    def arrays(self, keys: Sequence[str]) -> ArrayFunction:
        """A function that gives only these lines (and what they need) for amounts that may be numpy arrays."""
        return ArrayFunction(self, self.order_of(keys), tuple(keys))

    def line(self, position: int, values: Values, amounts: Mapping[Slot, Any], shown: Any) -> Line:
        """The line at a position with its numbers; `shown` writes one amount (value, unit) for the substitution."""
        spec = self.lines[position]
        children = self.children.get(spec.key, ())

        def get(slot: Slot) -> Any:
            found = self.index.get(slot)
            return amounts[slot] if found is None else values.values[found]

        if spec.formula is None:
            used = {self.lines[self.index[key]].key: key for key in children}
            text = "sum(" + ", ".join(key.rsplit(".", 1)[-1] for key in children) + ")"

            def written() -> str:
                return " + ".join(shown(get(key)) for key in children)
        else:
            used = dict(spec.sources)
            text = spec.formula.text
            parsed = spec.formula

            def written() -> str:
                return parsed.substitute({name: shown(get(slot)) for name, slot in used.items()})

        sources = {name: Source("line" if slot in self.index else "cell", slot) for name, slot in used.items()}
        return Line(
            spec.key,
            spec.parent,
            spec.component,
            spec.label,
            spec.label_values,
            spec.unit,
            text,
            sources,
            {name: get(slot) for name, slot in used.items()},
            values.values[position],
            values.blocked.get(position, ()),
            spec.reference,
            spec.formula is None,
            written,
        )


@dataclass(frozen=True, slots=True)
class _Partial:
    """A structure without some inputs: the function of the lines that have values, and what blocks the others."""

    blocked: Mapping[int, tuple[Slot, ...]]
    function: Any
