"""The operators of a pass as a list: class, type, shape, FLOPs, bytes, calls, seconds, and what bounds each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planner.formula import formula
from planner.parts.base import OperatorClass
from planner.plan import Evaluation
from planner.time.call import Call
from planner.time.terms import Terms, terms_of


@dataclass(frozen=True, slots=True)
class Operation:
    """One operator of a pass on one rank. FLOPs, bytes and seconds are of one call, `calls` how many a pass makes.

    `operand` is the type below 16 bits that it multiplies in, "" for the activations'. `shape` is (M, N, K) of a matrix
    product: M rows of K elements to M rows of N.
    """

    key: str
    label: str
    operator_class: OperatorClass
    operand: str
    shape: tuple[int, int, int] | None
    flops: int
    bytes_moved: float
    calls: int
    seconds: float
    terms: Terms


def operations_of(evaluation: Evaluation, root: str) -> Iterator[Operation]:
    """The operators of a pass ("prefill", "decode_step") in the order of the forward pass; none where it is blocked."""
    structure = evaluation.structure
    for call in structure.calls:
        terms = terms_of(evaluation, call.key) if call.root == root else None
        if terms is not None:
            yield Operation(
                key=call.key,
                label=structure.lines[structure.index[call.key]].label,
                operator_class=call.operator_class,
                operand=call.operand,
                shape=_shape(evaluation, call),
                flops=0 if call.flops is None else evaluation.value(call.flops),
                bytes_moved=evaluation.value(f"{call.key}.bytes"),
                calls=1 if call.layers is None else evaluation.amounts[call.layers],
                seconds=evaluation.value(call.key),
                terms=terms,
            )


def _shape(evaluation: Evaluation, call: Call) -> tuple[int, int, int] | None:
    if call.sides is None or call.flops is None:
        return None
    structure = evaluation.structure
    sources = structure.lines[structure.index[call.flops]].sources

    def amount(text: str) -> int:
        parsed = formula(text)
        slots = {name: sources[name] for name in parsed.names}
        found = {
            name: evaluation.value(slot) if slot in structure.index else evaluation.amounts[slot]
            for name, slot in slots.items()
        }
        size: int = parsed.evaluate(found)
        return size

    k, n = (amount(side) for side in call.sides)
    return evaluation.value(call.flops) // (2 * n * k), n, k
