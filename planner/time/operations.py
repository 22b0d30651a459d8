"""The operators of a pass as a list: class, type, shape, FLOPs, bytes, calls, seconds, and what bounds each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from planner.formula import formula
from planner.parts.base import OperatorClass
from planner.plan import Evaluation
from planner.time import sums
from planner.time.call import Call
from planner.time.terms import Bound, Terms, terms_of
from planner.words import QT_TRANSLATE_NOOP

CLASSES = {**dict(sums.CLASSES), "collective": QT_TRANSLATE_NOOP("ledger", "Between GPUs")}
BOUNDS = {
    "fixed": QT_TRANSLATE_NOOP("ledger", "fixed time"),
    "compute": QT_TRANSLATE_NOOP("ledger", "arithmetic"),
    "memory": QT_TRANSLATE_NOOP("ledger", "bandwidth"),
    "link": QT_TRANSLATE_NOOP("ledger", "link"),
}
PASSES = {
    "prefill": QT_TRANSLATE_NOOP("ledger", "Prefill"),
    "decode_step": QT_TRANSLATE_NOOP("ledger", "Decode step"),
    "prefill_request": QT_TRANSLATE_NOOP("ledger", "Prefill of one request"),
    "decode_mean": QT_TRANSLATE_NOOP("ledger", "Decode step at the mean context"),
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operator of a pass on one rank. FLOPs, bytes and seconds are of one call, `calls` how many a pass makes.

    `operand` is the type below 16 bits that it multiplies in, "" for the activations'. `shape` is (M, N, K) of a matrix
    product: M rows of K elements to M rows of N. The memory term of an exchange between GPUs is that of the link.
    """

    key: str
    label: str
    operator_class: OperatorClass | Literal["collective"]
    operand: str
    shape: tuple[int, int, int] | None
    flops: int
    bytes_moved: float
    calls: int
    seconds: float
    terms: Terms

    @property
    def bound(self) -> Bound | Literal["link"]:
        """The largest term; "link" where it is the bytes that go to other GPUs."""
        largest = self.terms.dominates
        return "link" if largest == "memory" and self.operator_class == "collective" else largest

    def answer(self) -> dict[str, Any]:
        """The operator in SI base units, as the command line writes it."""
        return {
            "key": self.key, "label": self.label, "class": self.operator_class, "operand": self.operand,
            "shape": None if self.shape is None else list(self.shape), "flops": self.flops,
            "bytes": self.bytes_moved, "calls": self.calls, "seconds": self.seconds, "fixed_s": self.terms.fixed,
            "compute_s": self.terms.compute, "memory_s": self.terms.memory, "bound": self.bound,
        }  # fmt: skip


def operations_of(evaluation: Evaluation, root: str) -> Iterator[Operation]:
    """The operators of a pass (one of PASSES) in the order of the forward pass, then what goes between GPUs; none where
    it is blocked. What an engine adds to kernels or takes off is in lines of its own.
    """
    structure = evaluation.structure
    if evaluation.value(root) is None:
        return
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
    yield from _exchanges(evaluation, root)


def _exchanges(evaluation: Evaluation, root: str) -> Iterator[Operation]:
    structure = evaluation.structure
    for line in structure.lines:
        if line.key.startswith(tuple(f"{root}.{sent}" for sent in sums.SENT)) and f"{line.key}.sent" in structure.index:
            whole, one, sent = (evaluation.value(f"{line.key}{end}") for end in ("", ".one", ".sent"))
            if whole:
                moved = structure.lines[structure.index[f"{line.key}.one"]].sources["latency"]
                latency = evaluation.value(moved) if moved in structure.index else evaluation.amounts[moved]
                above = structure.lines[structure.index[line.parent or root]]
                yield Operation(
                    key=line.key, label=line.label if above.key == root else above.label, operator_class="collective",
                    operand="", shape=None, flops=0, bytes_moved=sent, calls=round(whole / one), seconds=one,
                    terms=Terms(latency, 0.0, one - latency),
                )  # fmt: skip


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
