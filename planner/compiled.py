"""Many lines of a ledger as one compiled function, over numbers or over arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from planner import formula as formulas
from planner.line import Slot, Specification


class Lines(Protocol):
    """What a function is made of: all lines of a ledger, where each stands, the parts of its sums, its inputs."""

    @property
    def lines(self) -> Sequence[Specification]: ...
    @property
    def index(self) -> Mapping[str, int]: ...
    @property
    def children(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def inputs(self) -> Sequence[Slot]: ...


MOST_COMPILED = 3_000
"""So many lines are made one function: to compile takes some 20 µs a line, which nobody notices up to here."""


class Stepwise:
    """The same function of the amounts made of the formulas' own functions, one step for each line.

    Lines of many layer groups have few different formulas, each of which is compiled once for all ledgers. A call takes
    five times as long as one of a function of all lines, which in return need not be compiled.
    """

    def __init__(self, ledger: Lines, order: Sequence[int]) -> None:
        first = len(ledger.inputs)
        places = {slot: position for position, slot in enumerate(ledger.inputs)}
        places |= {key: first + position for key, position in ledger.index.items()}
        self._first, self._lines = first, len(ledger.lines)
        self._steps: list[tuple[int, Callable[..., Any], Sequence[int]]] = []
        for position in order:
            line = ledger.lines[position]
            used: Sequence[Slot] = tuple(line.sources.values())
            call: Callable[..., Any] = _sum
            if line.formula is None:
                used = ledger.children.get(line.key, ())
            else:
                call = line.formula.compiled()
            self._steps.append((first + position, call, [places[slot] for slot in used]))

    def __call__(self, amounts: Sequence[Any]) -> tuple[Any, ...]:
        values = [*amounts, *[None] * self._lines]
        for place, call, used in self._steps:
            values[place] = call(*[values[at] for at in used])
        return tuple(values[self._first :])


def _sum(*values: Any) -> Any:
    return sum(values)


class ArrayFunction:
    """A few lines of a ledger as one function over arrays; compiled with numpy's minimum and maximum."""

    def __init__(self, ledger: Lines, order: tuple[int, ...], keys: tuple[str, ...]) -> None:
        self.inputs = ledger.inputs
        self.keys = keys
        wanted = tuple(ledger.index[key] for key in keys)
        self._function = compiled(ledger, order, formulas.arrays(), wanted)

    def __call__(self, amounts: Mapping[Slot, Any]) -> tuple[Any, ...]:
        result: tuple[Any, ...] = self._function([amounts.get(slot) for slot in self.inputs])
        return result


def compiled(
    ledger: Lines,
    order: Sequence[int],
    functions: Mapping[str, Any],
    wanted: Sequence[int | None] | None = None,
) -> Any:
    """One function from the input amounts to the tuple of line values: of all lines, or of those wanted, with None in
    the places where None stands among them.

    Its text is put together from the formulas' own texts: each was parsed and found to hold nothing but arithmetic.
    """
    inputs = {slot: f"i{position}" for position, slot in enumerate(ledger.inputs)}

    def variable(slot: Slot) -> str:
        position = ledger.index.get(slot)
        return inputs[slot] if position is None else f"v{position}"

    body = [f"{', '.join(inputs.values())}, = amounts"] if inputs else []
    for position in order:
        line = ledger.lines[position]
        if line.formula is None:
            # The same function as in the line-by-line evaluation, so that both round alike.
            value = f"sum(({''.join(variable(key) + ', ' for key in ledger.children.get(line.key, ()))}))"
        else:
            value = line.formula.substitute({name: variable(slot) for name, slot in line.sources.items()})
        body.append(f"v{position} = {value}")
    results: Sequence[int | None] = range(len(ledger.lines)) if wanted is None else wanted
    body.append(f"return ({''.join('None, ' if at is None else f'v{at}, ' for at in results)})")
    text = "\n    ".join(["def values(amounts):", *body])
    namespace: dict[str, Any] = {**functions, "sum": sum}
    exec(compile(text, "<ledger>", "exec"), namespace)
    return namespace["values"]
