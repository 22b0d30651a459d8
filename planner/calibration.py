"""Fits a card's constants to what was measured on it: mfu, mbu and t0, and those by class where the points allow.

The function that is fitted is the ledger itself, evaluated with changed cells of the card's row: there is no second
arithmetic. Unknowns are factors on the row's constants, in logarithms, each held by a weak prior at 1; residuals are
logarithms of measured over estimated, weighed by their spread, and large ones count less (Huber 1964). Constants by
class are taken when they predict each point better from the others (leave-one-out by the hat matrix).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from planner.accelerator import Accelerator
from planner.calibration_points import Sample
from planner.least_squares import Fit, fitted
from planner.measured import ACHIEVED
from planner.plan import Evaluation
from planner.time.choices import SIMPLE, facts_of, fitted_source
from planner.words import QT_TRANSLATE_NOOP, Refused

FEWEST = 3
FEWEST_BY_CLASS = 6
PRIORS = {"compute_efficiency": 0.4, "bandwidth_efficiency": 0.4, "call_time": 1.0}
"""Standard deviation of the logarithm of a factor; of the achieved rates of a probe, which are no peaks, twice that."""
CLASS_PRIOR = 0.5
ROOM = 4.0
"""How far above an achieved rate the fit may look: a probe beside a busy neighbour finds less than there is."""
LEAST_SHARE, MOST_SHARE, LONGEST_CALL = 0.001, 1.0, 1.0
ALL_CLASSES = {
    "gemm": SIMPLE,
    "gemm_8bit": SIMPLE,
    "gemm_4bit": SIMPLE,
    "grouped_gemm": SIMPLE,
    "prefill_attention": SIMPLE,
    "decode_attention": SIMPLE[1:],
    "elementwise": SIMPLE[1:],
}

Evaluate: TypeAlias = Callable[..., Evaluation]


class NotCalibrated(Refused):
    """Observations that no constants can be fitted to; `template` with `values` says why and what would help."""


@dataclass(frozen=True, slots=True)
class Residual:
    """One measured point beside the estimates with the constants before and after, in seconds."""

    sample: Sample
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """A card's row before and after, the cells that changed, and how well both say what was measured."""

    before: Accelerator
    after: Accelerator
    changes: tuple[tuple[str, Any, Any], ...]
    residuals: tuple[Residual, ...]
    by_class: bool
    warnings: tuple[str, ...] = ()

    def errors(self, when: str) -> tuple[float, float]:
        """Median and 90th percentile of the absolute relative error, "before" or "after"."""
        found = sorted(abs(getattr(each, when) / each.sample.seconds - 1) for each in self.residuals)
        return statistics.median(found), found[min(len(found) - 1, math.ceil(0.9 * len(found)) - 1)]


def calibrate(row: Accelerator, samples: Sequence[Sample], evaluate: Evaluate, date: str, about: str) -> Calibration:
    """Fit the constants of a resolved row to samples of its device; `about` says with what they were measured.

    Refused (NotCalibrated): fewer than three points, points of one phase alone, a row without rates.
    """
    achieved = any(source.startswith(ACHIEVED) for source in row.sources.values())
    base = _roomy(row) if achieved else row
    usable = [sample for sample in samples if _estimate(sample, base, evaluate) is not None]
    if len(usable) < FEWEST:
        raise NotCalibrated(
            QT_TRANSLATE_NOOP(
                "measure",
                "{count} points of {name} can be used, and three are needed: measure a calibration run. Its row needs "
                "a peak, a bandwidth and constants too.",
            ),
            count=len(usable),
            name=row.name,
        )
    wide = 2.0 if achieved else 1.0
    names = [name for name in SIMPLE if getattr(base, name) is not None]
    priors = [wide * PRIORS[name] for name in names]

    def scaled(factors: Sequence[float]) -> Accelerator:
        return _scaled(base, dict(zip(names, factors, strict=True)))

    three = _fit(usable, scaled, priors, evaluate)
    chosen, by_class = scaled(three.unknowns), False
    if len(usable) >= FEWEST_BY_CLASS and len({sample.phase for sample in usable}) > 1:
        cells = _class_cells(usable, chosen, evaluate)
        start = chosen

        def by_cell(factors: Sequence[float]) -> Accelerator:
            return _with_cells(start, dict(zip(cells, factors, strict=True)))

        classes = _fit(usable, by_cell, [CLASS_PRIOR] * len(cells), evaluate)
        if classes.left_out < 0.95 * three.left_out:
            chosen, by_class = by_cell(classes.unknowns), True
    after = _written(row, _narrowed(row, chosen) if achieved else chosen, date, about)
    residuals = tuple(
        Residual(sample, _seconds(sample, row, evaluate), _seconds(sample, after, evaluate)) for sample in usable
    )
    return Calibration(row, after, _differences(row, after), residuals, by_class, tuple(_doubts(usable, after)))


def _fit(
    samples: Sequence[Sample],
    row_of: Callable[[Sequence[float]], Accelerator],
    priors: Sequence[float],
    evaluate: Evaluate,
) -> Fit:
    def residuals(unknowns: Sequence[float]) -> list[float]:
        card = row_of(unknowns)
        return [math.log(_seconds(sample, card, evaluate) / sample.seconds) / sample.spread for sample in samples]

    return fitted(residuals, priors)


def _estimate(sample: Sample, row: Accelerator, evaluate: Evaluate) -> float | None:
    found: float | None = evaluate(sample.model, row, sample.scenario).value(sample.key)
    return found or None


def _seconds(sample: Sample, row: Accelerator, evaluate: Evaluate) -> float:
    found = _estimate(sample, row, evaluate)
    return math.nan if found is None else found


def _clipped(name: str, value: float) -> float:
    if name.endswith("call_time"):
        return min(max(value, 1e-9), LONGEST_CALL)
    return min(max(value, LEAST_SHARE), MOST_SHARE)


def _number(row: Accelerator, name: str) -> float:
    value = getattr(row, name)
    return float(value) if isinstance(value, int | float) else 0.0


def _scaled(row: Accelerator, factors: Mapping[str, float]) -> Accelerator:
    """The row with a factor on each of the three constants, and on those by class of the same sort that it has."""
    known = facts_of(row).known
    update = {}
    for kind, factor in factors.items():
        for name in (kind, *(name for name in known if name.endswith(kind))):
            update[name] = _clipped(name, _number(row, name) * math.exp(factor))
    return row.model_copy(update=update)


def _with_cells(row: Accelerator, factors: Mapping[tuple[str, str], float]) -> Accelerator:
    """The row with constants by class: a factor on what stands for them now."""
    known = facts_of(row).known
    update = {}
    for (kind, name), factor in factors.items():
        cell = f"{kind}_{name}"
        wider = cell if cell in known else f"gemm_{name}" if "gemm" in kind and f"gemm_{name}" in known else name
        update[cell] = _clipped(cell, _number(row, wider) * math.exp(factor))
    return row.model_copy(update=update)


def _class_cells(samples: Iterable[Sample], row: Accelerator, evaluate: Evaluate) -> list[tuple[str, str]]:
    """The constants by class that enter these points, in the order of the classes."""
    found = set()
    for sample in samples:
        plan = evaluate(sample.model, row, sample.scenario)
        for call in plan.structure.calls:
            if call.key.startswith(f"{sample.key}.") or call.key == sample.key:
                eight = {"fp8": "gemm_8bit", "int8": "gemm_8bit", "fp4": "gemm_4bit"}
                found.add(eight.get(call.operand, call.operator_class))
    return [(kind, name) for kind, names in ALL_CLASSES.items() if kind in found for name in names]


# Rows whose peaks are what a probe achieved


def _rates(row: Accelerator) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cells of compute and of bandwidth that a probe filled."""
    achieved = [name for name, source in row.sources.items() if source.startswith(ACHIEVED)]
    peaks = tuple(name for name in achieved if name.startswith("peak_"))
    return peaks, tuple(name for name in achieved if name == "memory_bandwidth")


def _roomy(row: Accelerator) -> Accelerator:
    """The same speeds as shares of rates four times as high, so that a share may come out above the achieved one."""
    update: dict[str, Any] = {}
    for cells, kind in zip(_rates(row), SIMPLE, strict=False):
        shares = (kind, *(name for name in facts_of(row).known if name.endswith(kind)))
        if cells:
            update |= {name: _number(row, name) * ROOM for name in cells}
            update |= {name: _number(row, name) / ROOM for name in shares if getattr(row, name) is not None}
    return row.model_copy(update=update)


def _narrowed(row: Accelerator, fitted_row: Accelerator) -> Accelerator:
    """Back to the row's own rates; where a share would pass 1 the achieved rate was too low, and is raised instead."""
    update: dict[str, Any] = {}
    for cells, kind in zip(_rates(row), SIMPLE, strict=False):
        if not cells:
            continue
        shares = [name for name in (kind, *facts_of(fitted_row).known) if name.endswith(kind)]
        values = {name: _number(fitted_row, name) * ROOM for name in shares}
        raised = max(1.0, *values.values())
        update |= {name: _clipped(name, value / raised) for name, value in values.items()}
        update |= {name: _number(row, name) * raised for name in cells}
    return fitted_row.model_copy(update=update)


# What is written


def _written(row: Accelerator, fitted_row: Accelerator, date: str, about: str) -> Accelerator:
    """The row with the fitted cells, rounded to four digits, each with its source."""
    update: dict[str, Any] = {}
    for name in Accelerator.model_fields:
        if name in ("id", "sources"):
            continue
        value = getattr(fitted_row, name)
        if value != getattr(row, name):
            update[name] = float(f"{value:.4g}")
    source = fitted_source(date, about)
    sources = {**row.sources, **dict.fromkeys(update, source)}
    return row.model_copy(update={**update, "sources": sources})


def _differences(before: Accelerator, after: Accelerator) -> tuple[tuple[str, Any, Any], ...]:
    return tuple(
        (name, getattr(before, name), getattr(after, name))
        for name in Accelerator.model_fields
        if name != "sources" and getattr(before, name) != getattr(after, name)
    )


AT_ITS_LIMIT = QT_TRANSLATE_NOOP("measure", "A share came out at its limit of 100 %: the peak of this row may be low.")
UNSTEADY = QT_TRANSLATE_NOOP("measure", "Some points were measured on an unsteady machine and count for less.")
ONE_PHASE = QT_TRANSLATE_NOOP("measure", "All points are of one phase: the constants of the other are a guess.")


def _doubts(samples: Sequence[Sample], after: Accelerator) -> Iterable[str]:
    if any(_number(after, name) >= MOST_SHARE for name in SIMPLE[:2]):
        yield AT_ITS_LIMIT
    if not all(sample.steady for sample in samples):
        yield UNSTEADY
    if len({sample.phase for sample in samples}) == 1:
        yield ONE_PHASE
