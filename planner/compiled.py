"""Many lines of a ledger as one compiled function, over numbers or over arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
