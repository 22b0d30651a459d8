"""How a computed cell stands beside the baseline's: the value with its difference, or the difference alone.

Texts only; what is subtracted are lines of the ledger (`planner.what_if.compare`). Parts of one cell are parted by GAP,
so that the painter can put them into columns of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner import units
from planner.plan import Evaluation
from planner.what_if.compare import difference, percent
from planner.words import QT_TRANSLATE_NOOP
from ui.figures import rounded

GAP = "\u2003"
"""Between value, difference and percentage of one cell."""
SAME = "="
"""In place of a difference of nothing."""
NEARLY = "≈ 0"
"""In place of one that rounds to nothing and is something."""
MINUS = "−"
SAMPLES = ("+000.00", "+000.0 %")
"""Differences and percentages have at least so much room, so that they stand in line down a column."""


class Mode(StrEnum):
    """What the results of a scenario say while there is a baseline."""

    VALUES = "values"
    BOTH = "both"
    DIFFERENCE = "difference"
    PERCENT = "percent"


TITLES: Mapping[Mode, str] = {
    Mode.VALUES: QT_TRANSLATE_NOOP("sheets", "Values"),
    Mode.BOTH: QT_TRANSLATE_NOOP("sheets", "Values and differences"),
    Mode.DIFFERENCE: QT_TRANSLATE_NOOP("sheets", "Differences"),
    Mode.PERCENT: QT_TRANSLATE_NOOP("sheets", "Percent of the baseline's"),
}


@dataclass(frozen=True, slots=True)
class Beside:
    """What a row is compared with, and how that is shown. Evaluations are equal when they are the same object."""

    baseline: Evaluation
    name: str
    mode: Mode
    own: bool = False
    """Whether the row is the baseline: its cells show values, in line with those of the others."""

    def text(self, line: str, value: Any, base: str, unit: str) -> str:
        """The cell of a line whose value is known, in the unit of its column."""
        written = units.write(value, base, unit)
        if self.mode is Mode.VALUES or self.own:
            return GAP.join((written, "", "")) if self.mode is Mode.BOTH else written
        other = self.baseline.value(line)
        by, share = difference(value, other), percent(value, other)
        if self.mode is Mode.DIFFERENCE:
            return "" if by is None else signed(by, base, unit)
        if self.mode is Mode.PERCENT:
            return "" if share is None else shared(share)
        if not by:
            return GAP.join((written, "", "" if by is None else SAME))
        return GAP.join((written, signed(by, base, unit), "" if share is None else shared(share)))

    def exact(self, line: str, value: Any) -> Any:
        """The number of the cell for the clipboard, in the base unit, where it is no value of the row's own; percent as
        a number of percent. None where it is not known, or where the cell shows the value.
        """
        other = self.baseline.value(line)
        return percent(value, other) if self.mode is Mode.PERCENT else difference(value, other)

    @property
    def alone(self) -> bool:
        """Whether cells show the difference in place of the value."""
        return self.mode in (Mode.DIFFERENCE, Mode.PERCENT) and not self.own

    def described(self, line: str, value: Any, base: str) -> str:
        """The baseline's value and the difference in full, for a hover."""
        other = self.baseline.value(line)
        if self.own:
            return QCoreApplication.translate("sheets", "This is the baseline.")
        if line not in self.baseline.structure.index:
            said = QCoreApplication.translate("sheets", "The baseline {name} has no such line.")
            return said.format(name=self.name)
        if other is None:
            return QCoreApplication.translate("sheets", "Not known of the baseline {name}.").format(name=self.name)
        said = QCoreApplication.translate("sheets", "Baseline {name}: {amount}.").format(
            name=self.name, amount=units.exact(other, base)
        )
        by = difference(value, other)
        return said if by is None else f"{said}\n{in_words(by, percent(value, other), base)}"


def baseline_word() -> str:
    """What stands beside the name of the baseline."""
    return QCoreApplication.translate("sheets", "baseline")


def signed(by: Any, base: str, unit: str = "") -> str:
    """A difference with its sign, in the unit of a column.

    >>> signed(3 * 2**29, "byte", "GiB"), signed(-0.0021, "s", "ms"), signed(0, "byte"), signed(1, "byte", "GiB")
    ('+1.50', '−2.10', '=', '≈ 0')
    """
    if not by:
        return SAME
    written = units.write(abs(by), base, unit)
    return ("+" if by > 0 else MINUS) + written if written.strip("0.") else NEARLY


def shared(share: float) -> str:
    """A percentage with its sign.

    >>> shared(12.34), shared(-1234.5), shared(0), shared(0.001)
    ('+12.3 %', '−1,234.5 %', '=', '≈ 0')
    """
    if not share:
        return SAME
    return f"{'+' if share > 0 else MINUS}{abs(share):,.1f} %" if abs(share) >= 0.05 else NEARLY


def amount(by: Any, unit: str) -> str:
    """A difference with its sign and the unit that it reads best in: "+1.20 GiB"; "=" where there is none."""
    if not by:
        return SAME
    return ("+" if by > 0 else MINUS) + " ".join(rounded(abs(by), unit)).rstrip()


def in_words(by: Any, share: float | None, unit: str) -> str:
    """Difference and percentage in one text: "+1.20 GiB (+5.2 %)"."""
    if not by:
        return QCoreApplication.translate("sheets", "the same")
    return amount(by, unit) + ("" if share is None else f" ({shared(share)})")
