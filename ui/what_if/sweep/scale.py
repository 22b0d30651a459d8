"""Numbers as places and colours: a palette for heat maps, linear and logarithmic scales, round marks on them.

The palette is cividis (Nunez, Anderton and Renslow 2018, PLOS ONE 13(7): e0199239): perceived alike with and without
colour vision, dark to light in even steps; here as eleven stops with straight lines between.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy
from PySide6.QtGui import QColor

from planner.unit_table import GIB
from planner.units import write

STOPS = (
    "#00224E", "#0F316B", "#35456C", "#4F576C", "#666970", "#7D7C78", "#958F78", "#AFA371", "#CAB969", "#E6CF59",
    "#FDE737",
)  # fmt: skip
LOG_FROM = 50.0
"""A scale whose ends are further apart than this, and positive, is logarithmic."""
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def table(count: int = 256) -> numpy.ndarray:
    """The palette as `count` rows of red, green, blue, 0 to 255."""
    stops = numpy.array([QColor(name).getRgb()[:3] for name in STOPS], float)
    at = numpy.linspace(0, len(STOPS) - 1, count)
    channels = [numpy.interp(at, numpy.arange(len(STOPS)), stops[:, channel]) for channel in range(3)]
    return numpy.stack(channels, axis=1).round().astype(numpy.uint8)


@dataclass(frozen=True, slots=True)
class Scale:
    """From `low` to `high`, linear or logarithmic; both are marks to be seen, in the unit of the values."""

    low: float
    high: float
    log: bool
    unit: str = ""

    def share(self, value: numpy.ndarray | float) -> numpy.ndarray:
        """Where values lie between the ends, 0 to 1; NaN stays NaN."""
        if self.log:
            with numpy.errstate(divide="ignore", invalid="ignore"):
                span = math.log(self.high / self.low) or 1.0
                return numpy.asarray((numpy.log(value) - math.log(self.low)) / span)
        return numpy.asarray((numpy.asarray(value) - self.low) / ((self.high - self.low) or 1.0))

    def marks(self, most: int) -> list[float]:
        """Round values between the ends, about `most` of them."""
        factor = factor_of(self.unit, max(abs(self.low), abs(self.high)))[0]
        if self.log:
            return [mark * factor for mark in _log_marks(self.low / factor, self.high / factor, most)]
        return [mark * factor for mark in _round_marks(self.low / factor, self.high / factor, most)]

    def text(self, value: float) -> str:
        """A mark in words; without its unit where `factor_of` names one, which then stands in the title."""
        factor, name = factor_of(self.unit, max(abs(self.low), abs(self.high)))
        if not name:
            return write(int(value) if float(value).is_integer() else value, self.unit)
        return f"{value / factor:,.10g}"


def scale_of(values: numpy.ndarray, unit: str, from_zero: bool = False) -> Scale:
    """The scale of some values; logarithmic where they are positive and far apart."""
    known = values[numpy.isfinite(values)]
    if not known.size:
        return Scale(0.0, 1.0, False, unit)
    low, high = float(known.min()), float(known.max())
    if low > 0 and high / low > LOG_FROM:
        return Scale(low, high, True, unit)
    if from_zero and low > 0:
        low = 0.0
    if low == high:
        low, high = (low - abs(low) / 2 or -1.0, high + abs(high) / 2 or 1.0)
    return Scale(low, high, False, unit)


def factor_of(unit: str, top: float) -> tuple[float, str]:
    """What a scale up to `top` counts in, and the name of that: GiB for bytes, ms for short times."""
    if unit == "byte":
        return float(GIB), "GiB"
    if unit == "s":
        return next(((size, name) for size, name in _TIMES if top >= size), _TIMES[-1])
    return 1.0, ""


def three(value: float) -> str:
    """Three figures, digits before the point never cut off.

    >>> three(27), three(226.4), three(0.0512), three(1234.5)
    ('27.0', '226', '0.0512', '1,234')
    """
    if value == 0:
        return "0"
    decimals = 2 - math.floor(math.log10(abs(value)))
    return f"{value:,.{min(max(decimals, 0), 9)}f}"


def _round_marks(low: float, high: float, most: int) -> list[float]:
    span = high - low
    if span <= 0 or most < 1:
        return [low]
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [at * step for at in range(first, math.floor(high / step + 1e-9) + 1)]


def _log_marks(low: float, high: float, most: int) -> list[float]:
    marks = [
        each * 10.0**power
        for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for each in (1, 2, 5)
        if low <= each * 10.0**power * (1 + 1e-9) and each * 10.0**power <= high * (1 + 1e-9)
    ]
    decades = [mark for mark in marks if f"{mark:e}"[0] == "1"]
    chosen = marks if len(marks) <= most else decades
    every = max(1, -(-len(chosen) // max(most, 1)))
    return chosen[::every]
