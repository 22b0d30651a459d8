"""Calibrating a row of the GPUs: which rows have points, the fit, and the one step that writes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.accelerator import Accelerator
from planner.calibration import Calibration, calibrate
from planner.calibration_points import Sample, samples_of
from planner.edits import replaced
from planner.evaluations import Planner
from planner.fields import field_of
from planner.units import write
from ui.measured_results import known_rows
from ui.session import Session


def rows_with_points(session: Session) -> list[tuple[Accelerator, list[Sample]]]:
    """The rows of the workbook that something was measured on, each with its points."""
    plans, known = session.evaluations.scenarios, known_rows(session)
    rows = session.evaluations.workbook.accelerators
    found = [(row, samples_of(row, session.observations, plans, known)) for row in rows]
    return [(row, samples) for row, samples in found if samples]


def fit(session: Session, row: Accelerator, samples: list[Sample]) -> Calibration:
    """The calibration of a row; NotCalibrated says why there is none."""
    evaluate: Callable[..., Any] = partial(Planner().estimate, session.evaluations.workbook.assumptions)
    date = max(sample.date for sample in samples)[:10]
    models = ", ".join(dict.fromkeys(sample.model.name for sample in samples))
    about = QCoreApplication.translate("Calibrating", "{count} points of {models}")
    return calibrate(row, samples, evaluate, date, about.format(count=len(samples), models=models))


def apply(session: Session, calibration: Calibration) -> None:
    """Write the fitted cells into the row, as one step that undo takes back."""
    row = calibration.before
    stored = next(each for each in session.workbook.accelerators if each.id == row.id)
    update: dict[str, Any] = {name: value for name, _, value in calibration.changes}
    update["sources"] = {**stored.sources, **{name: calibration.after.sources[name] for name in update}}
    after = replaced(session.workbook, ("accelerators", row.id), stored.model_copy(update=update))
    text = QCoreApplication.translate("Calibrating", "Calibrate {name}").format(name=row.name)
    session.change(after, ("accelerators", row.id), text)


def cell_text(name: str, value: Any) -> str:
    """A constant as its column shows it."""
    if not isinstance(value, int | float):
        return "–"
    field: Any = field_of(Accelerator, name)
    return f"{write(value, field.unit, field.shown)} {field.shown}".strip()


def title_of(name: str) -> str:
    """What a constant is called in the GPUs table."""
    return QCoreApplication.translate("fields", field_of(Accelerator, name).title)
