"""What a sweep says: the content of its picture, the sentence on a point, the table that is copied."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.plan import Evaluation
from planner.what_if.arrays import number
from planner.what_if.sweep.axes import Axis
from planner.what_if.sweep.point import Settings
from planner.what_if.sweep.sweeper import Sweep
from planner.words import Said
from planner.workbook import Workbook
from ui.titles import title_text
from ui.verdicts import verdict_signed
from ui.what_if.sweep.scale import factor_of, scale_of, three
from ui.what_if.sweep.shown import Shown
from ui.what_if.sweep.words import amount, axis_title, exactly, margin_words, present, said, short


def label_of(found: Sweep) -> str:
    """What the line of the result is called; the verdict, where only that was asked for."""
    if found.key is None:
        return QCoreApplication.translate("sweep", "Verdict")
    return title_text(Said("ledger", found.label, found.label_values)) or found.key


def shown_of(found: Sweep, evaluation: Evaluation, workbook: Workbook, curves: bool) -> Shown:
    """The content of a picture."""
    y = found.y
    scale = scale_of(found.values, found.unit, curves)
    factor, unit = factor_of(found.unit, scale.high)
    named = unit or ("" if found.unit in ("", "FLOP", "byte/s") else found.unit)
    title = f"{label_of(found)} ({named})" if named else label_of(found)

    def text(value: float) -> str:
        return "?" if value != value else three(value / factor) if unit else amount(_plain(value), found.unit)

    return Shown(
        found,
        axis_title(found.x.swept, evaluation),
        "" if y is None else axis_title(y.swept, evaluation),
        title,
        lambda at: short(workbook, found.x.swept, found.x.values[at]),
        lambda at: "" if y is None else short(workbook, y.swept, y.values[at]),
        text,
        scale,
        _here(found, evaluation),
    )


def sentence_of(found: Sweep, settings: Settings, plan: Evaluation, workbook: Workbook) -> str:
    """A point in words: where it is, the exact result, the verdict and what stays free."""
    where = " · ".join(said(workbook, axis, value) for axis, value in settings)
    word = verdict_signed(plan.verdict)
    margin = margin_words(plan.value("free"))
    verdict = f"{word}, {margin}" if margin else word
    if found.key is not None:
        value = plan.value(found.key)
        digits, rounded = exactly(value, found.unit), amount(value, found.unit)
        shown = f"{rounded} ({digits})" if digits and digits != rounded else rounded
        where = f"{where}:  {label_of(found)} {shown}"
    return f"{where}  —  {verdict}"


def table_of(found: Sweep, workbook: Workbook) -> list[list[str]]:
    """The sweep as rows of exact values: the first field along the columns, the second down the rows."""

    def heading(axis: Axis, value: Any) -> str:
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        return repr(value) if plain else short(workbook, axis.swept, value)

    x, y = found.x, found.y
    corner = x.swept.name if y is None else f"{y.swept.name} \\ {x.swept.name}"
    rows = [[corner, *(heading(x, value) for value in x.values)]]
    for row in range(found.values.shape[0]):
        first = label_of(found) if y is None else heading(y, y.values[row])
        if found.key is None:
            cells = [str(found.verdict(row, column)) for column in range(found.values.shape[1])]
        else:
            numbers = (number(value) for value in found.values[row].tolist())
            cells = ["" if value is None else repr(value) for value in numbers]
        rows.append([first, *cells])
    return rows


def _plain(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def _here(found: Sweep, evaluation: Evaluation) -> tuple[int, int] | None:
    """The point of the plan as it is, where the sweep has it."""
    place = []
    for axis in (found.y, found.x):
        if axis is None:
            place.append(0)
            continue
        now = present(evaluation, axis.swept)
        if now not in axis.values:
            return None
        place.append(axis.values.index(now))
    return place[0], place[1]
