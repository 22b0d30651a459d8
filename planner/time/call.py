"""One call as the ledger has it, for the sums over calls of a class and for floors."""

from __future__ import annotations

from typing import NamedTuple

from planner.ledger import Slot
from planner.parts.base import OperatorClass


class Call(NamedTuple):
    """The lines of one call: `key` is its time; `layers` how often a pass makes it (None: once); `group` its place."""

    root: str
    group: str
    layers: Slot | None
    key: str
    operator_class: OperatorClass
    operand: str
    fixed: tuple[Slot, ...]
    flops: Slot | None
    peak: Slot
    sides: tuple[str, str] | None
    """Texts of the input and output width of a matrix product."""
