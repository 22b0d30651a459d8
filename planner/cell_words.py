"""What stands in a cell, as words and amounts for reading."""

from __future__ import annotations

from typing import Any

from planner import units
from planner.edits import field_at
from planner.fields import Choice, Field, Flag, Number, Reference
from planner.what_if import figures
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Path, Workbook


def worded(field: Field, value: Any, workbook: Workbook | None = None) -> Said | str | None:
    """What is no number: a row of a workbook by its name, a choice by its label; None of a number, which each place
    writes its way.

    >>> str(worded(Flag("Dropout", ""), True)), str(worded(Number("Batch", ""), None)), worded(Number("Batch", ""), 8)
    ('yes', 'blank', None)
    """
    if value is None:
        return Said("fields", QT_TRANSLATE_NOOP("fields", "blank"))
    if isinstance(field, Flag):
        yes, no = QT_TRANSLATE_NOOP("fields", "yes"), QT_TRANSLATE_NOOP("fields", "no")
        return Said("fields", yes if value else no)
    if isinstance(field, Choice):
        return Said("fields", dict(field.options).get(value, str(value)))
    if isinstance(field, Reference):
        return next((row.name for row in getattr(workbook, field.table, ()) if row.id == value), str(value))
    return None


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
