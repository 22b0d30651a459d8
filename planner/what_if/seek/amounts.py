"""What stands in a cell, for the sentences of Seek."""

from __future__ import annotations

from typing import Any

from planner import units
from planner.edits import field_at
from planner.fields import Number, worded
from planner.what_if import figures
from planner.words import Said
from planner.workbook import Path, Workbook


def cell_amount(workbook: Workbook, path: Path, value: Any) -> Said | str:
    """A value of a cell, with its unit."""
    field = field_at(workbook, path)
    text = worded(field, value, workbook)
    if text is not None:
        return text
    assert isinstance(field, Number)
    if field.shown == "%":
        return f"{float(value) * 100:.6g} %"
    if field.unit and field.unit in {unit.base for unit in units.UNITS.values()}:
        return _figures(value, field)
    return figures.amount(value, field.unit)


def _figures(value: Any, field: Number) -> str:
    """A physical amount with six figures in the unit of its column."""
    shown = field.shown or ("B" if field.unit == "byte" else field.unit)
    number = float(units.scaled(value, field.unit, shown) if shown in units.UNITS else value)
    return f"{number:,.6g} {shown}" if abs(number) < 1e6 else f"{number:,.0f} {shown}"
