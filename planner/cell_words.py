"""What stands in a cell that holds no number, in words."""

from __future__ import annotations

from typing import Any

from planner.fields import Choice, Field, Flag, Reference
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Workbook


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
