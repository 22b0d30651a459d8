"""The values of a ledger: a line before it has numbers, the numbers of all lines, and a line with its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from planner.formula import Formula

Slot: TypeAlias = str
"""Where a formula's number comes from: the key of a line, or an input such as "scenario.tp" or "groups.0.count"."""


class Specification(NamedTuple):
    """A line before it has numbers. `formula` None means the sum of its children. Hundreds are made for a ledger, and
    a named tuple is made in a third of the time of a frozen dataclass.
    """

    key: str
    parent: str | None
    component: str
    label: str
    unit: str
    formula: Formula | None
    sources: Mapping[str, Slot]
    reference: str
    label_values: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Source:
    """One number of a line: `kind` is "cell" (then `slot` is an input) or "line" (then it is a key)."""

    kind: str
    slot: Slot


@dataclass(frozen=True, slots=True)
class Line:
    """A computed amount that explains itself; `blocked` names the inputs whose blank keeps it from a value."""

    key: str
    parent: str | None
    component: str
    label: str
    label_values: Mapping[str, str]
    unit: str
    formula: str
    sources: Mapping[str, Source]
    amounts: Mapping[str, Any]
    value: Any
    blocked: tuple[Slot, ...]
    reference: str
    total: bool
    written: Callable[[], str] = field(compare=False, repr=False)
    """Gives `substitution`; it follows from formula and amounts, and few of a ledger's are looked at."""

    @property
    def substitution(self) -> str:
        """The formula with numbers in place of the names."""
        return self.written()


@dataclass(frozen=True, slots=True)
class Values:
    """The value of each line in order (None where blocked), and for the blocked ones the blank inputs' slots."""

    values: tuple[Any, ...]
    blocked: Mapping[int, tuple[Slot, ...]]
