"""What of a record chooses lines, so that what was made for one serves all of the same shape.

Numbers never do: a part's texts and a ledger's lines are the same whatever the numbers are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel

from planner.fields import numbers_in
from planner.workbook import LayerGroup


def structural(record: BaseModel) -> tuple[Any, ...]:
    """Everything of a record that chooses lines: kinds, flags, choices, which optional numbers are blank, and parts."""
    numbers, others = _counted(type(record))
    shape: list[Any] = [type(record).__name__, *[getattr(record, name) is None for name in numbers]]
    for name, labels in others:
        value = getattr(record, name)
        if isinstance(value, BaseModel):
            shape.append(structural(value))
        elif isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            shape.append(tuple([structural(item) for item in value]))
        elif not labels:
            shape.append(value)
    return tuple(shape)


@cache
def _counted(kind: type[BaseModel]) -> tuple[tuple[str, ...], tuple[tuple[str, bool], ...]]:
    """The fields of a class that hold numbers, and the others, each with whether it only says what a row is called."""
    numbers = numbers_in(kind)
    named = _NAMES - {"name"} if issubclass(kind, LayerGroup) else _NAMES  # a group's name is a label
    return numbers, tuple((name, name in named) for name in kind.model_fields if name not in numbers)


_NAMES = frozenset({"id", "name", "preset", "sources", "driver_names", "positions"})
