"""What was measured, beside what was estimated for the device that was measured and for no other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from planner import units
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Workbook
from ui.sheets.columns import Column, Row, translated
from ui.sheets.results import in_unit
from ui.worker_words import failure

if TYPE_CHECKING:
    from planner.measured import Measured

GROUP = QT_TRANSLATE_NOOP("fields", "Measured")
STALE = "*"
"""Behind a figure that was measured with other inputs than the row has now."""
_FIGURES = (
    (
        "estimate",
        QT_TRANSLATE_NOOP("fields", "{phase} estimate"),
        QT_TRANSLATE_NOOP("fields", "One block on one rank, estimated for the device that was measured."),
    ),
    (
        "observed",
        QT_TRANSLATE_NOOP("fields", "{phase} observed"),
        QT_TRANSLATE_NOOP("fields", "One block on one rank, measured. * marks a measurement of other inputs than now."),
    ),
    (
        "ratio",
        QT_TRANSLATE_NOOP("fields", "Ratio"),
        QT_TRANSLATE_NOOP(
            "fields",
            "Observed over estimated: above 1 the device was slower than estimated. ▲ and ▼ mark a time outside the "
            "band of the estimate.",
        ),
    ),
    (
        "whole",
        QT_TRANSLATE_NOOP("fields", "{phase}, from one block"),
        QT_TRANSLATE_NOOP(
            "fields",
            "The whole model, predicted from one block: one block of each kind times its layers, and the LM head; "
            "under TP the estimated all-reduces are added.",
        ),
    ),
)
NOT_MEASURED = "—"
"""In place of an observed time that could not be had; the tooltip says why."""
MARKS = {-1: " ▼", 0: "", 1: " ▲"}
"""Behind a ratio outside the band of its estimate: faster, inside, slower."""
_PHASES = (("prefill", QT_TRANSLATE_NOOP("fields", "Prefill")), ("decode", QT_TRANSLATE_NOOP("fields", "Decode")))


@dataclass(frozen=True)
class MeasuredColumn(Column):
    """One figure of a measured phase: "estimate", "observed", "ratio" or "whole" of `planner.measured.Measured`."""

    phase: str = ""
    figure: str = ""
    right: bool = True
    base: str = "s"

    def value(self, row: Row) -> Any:
        number = self._number(row)
        if number is None:
            return (self._reason(row) or None) if self.figure == "observed" else None
        return number, row.measured.stale, row.measured.outside(self.phase) if self.figure == "ratio" else 0

    def text(self, row: Row) -> str:
        number = self._number(row)
        if number is None:
            return NOT_MEASURED if self.figure == "observed" and self._reason(row) else ""
        if self.figure == "ratio":
            text = f"{number:.2f}{MARKS[row.measured.outside(self.phase)]}"
        else:
            text = units.write(number, self.base, self.unit)
        return f"{text} {STALE}" if row.measured.stale and self.figure != "estimate" else text

    def _reason(self, row: Row) -> str:
        """Why there is no observed time: the last attempt's sentence, or what the observation says of this phase."""
        failed = None if row.measured is None else row.measured.failed(self.phase)
        return row.unmeasured or ("" if failed is None else failure(failed))

    def exact(self, row: Row) -> str:
        number = self._number(row)
        if number is None:
            return ""
        return repr(number) if self.figure == "ratio" else in_unit(number, self.base, self.unit)

    def described(self, row: Row, workbook: Workbook) -> str:
        number = self._number(row)
        if number is None:
            if self.figure == "ratio" and row.measured is not None and row.measured.stale:
                return _stale()
            return self._reason(row) if self.figure == "observed" else ""
        exact = f"{number!r}" if self.figure == "ratio" else units.exact(number, self.base)
        return "\n".join([exact, *self._band(row), *_said(row.measured, row)])

    def _band(self, row: Row) -> Iterable[str]:
        if self.figure == "whole":
            yield QCoreApplication.translate("sheets", "Predicted from one block of each kind of layer.")
        band = row.measured.bands.get(self.phase)
        if self.figure == "ratio" and band is not None:
            text = QCoreApplication.translate("sheets", "Band of the estimate: {low:.2f} to {high:.2f}.")
            yield text.format(low=band[0], high=band[1])

    def _number(self, row: Row) -> Any:
        return None if row.measured is None else row.measured.figure(self.phase, self.figure)


def _stale() -> str:
    return QCoreApplication.translate("sheets", "Stale: the row has changed since; measure again.")


def _said(measured: Measured, row: Row) -> Iterable[str]:
    """Device, software and date of a measurement; which shard it was; whether the row has changed since."""
    observation = measured.observation

    def say(text: str, **values: object) -> str:
        return text.format(**values)

    yield say(
        QCoreApplication.translate("sheets", "One block of the first layer group in {dtype} on {device}"),
        dtype=observation.dtype,
        device=observation.device,
    )
    yield say(
        QCoreApplication.translate("sheets", "torch {torch}, {date}"), torch=observation.torch, date=observation.date
    )
    shard = observation.details.get("tensor_parallel")
    if observation.details.get("together"):
        text = QCoreApplication.translate("sheets", "{tp} ranks ran at once; all-reduces are in the times.")
        yield say(text, tp=shard)
    elif isinstance(shard, int) and shard > 1:
        text = QCoreApplication.translate("sheets", "The shard of one of {tp} ranks was run, without the all-reduces.")
        yield say(text, tp=shard)
    if measured.stale:
        yield _stale()


def group_title(measured: Iterable[Measured]) -> str:
    """What stands over the columns: "Measured on CPU: EPYC, 2 threads", or that there are several devices.

    The group of a table without any measurement is just "Measured".
    """
    devices = {each.observation.device for each in measured}
    if not devices:
        return translated(GROUP)
    if len(devices) > 1:
        text = QCoreApplication.translate("sheets", "Measured on {count} devices")
        return text.format(count=len(devices))
    return QCoreApplication.translate("sheets", "Measured on {device}").format(device=devices.pop())


def measured_columns() -> tuple[MeasuredColumn, ...]:
    """Estimate, observed and ratio of one block and the whole model from it, for both phases, and the peak memory."""
    times = tuple(
        MeasuredColumn(
            key=f"measured.{phase}.{figure}",
            title=translated(title).format(phase=translated(word)),
            group=translated(GROUP),
            help=translated(help_text),
            unit="" if figure == "ratio" else "ms",
            phase=phase,
            figure=figure,
        )
        for phase, word in _PHASES
        for figure, title, help_text in _FIGURES
    )
    memory = MeasuredColumn(
        key="measured.peak_memory",
        title=translated(QT_TRANSLATE_NOOP("fields", "Peak memory")),
        group=translated(GROUP),
        help=translated(QT_TRANSLATE_NOOP("fields", "The most that one block with its cache and activations took.")),
        unit="MiB",
        figure="peak_memory",
        base="byte",
    )
    return (*times, memory)
