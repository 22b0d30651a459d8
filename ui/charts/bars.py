"""What the VRAM chart shows, as values and texts: bars, the reach of their common axis, its ticks, labels, tooltips.

Everything is bytes per GPU in Python ints; GiB appear only in texts and in positions along the axis.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from planner.plan import Evaluation
from planner.unit_table import GIB
from planner.verdict import Verdict
from planner.what_if.compare import percent
from planner.workbook import Scenario
from ui.figures import exact, memory, rounded
from ui.sheets.beside import in_words
from ui.verdicts import verdict_word

COMPONENTS = (
    "weights",
    "draft",
    "adapters",
    "gradients",
    "master",
    "optimizer",
    "kv_cache",
    "activations",
    "transient",
    "overhead",
)
"""The order along a bar, from the left. A draft model stands beside the weights, its own cache with it."""

SERVING = ("weights", "kv_cache", "activations", "overhead")
"""Those of a load that does not train."""

TRAINING = ("weights", "adapters", "gradients", "master", "optimizer", "activations", "transient", "overhead")
"""Those of a load that trains, as far as its recipe has them on the GPU."""

DRAFT = "draft"
"""The one that only a scenario with a draft model has."""

FARTHEST = 3.0
"""The axis reaches at most this many times the largest card; longer bars are drawn broken, their label says all."""


@dataclass(frozen=True)
class Bar:
    """One scenario. `segments` are (component, bytes), None for not known; `usable` is what the card offers.

    `reserved` is what the engine takes whatever the load; None without an engine that bounds itself. `baseline` is what
    the scenario needs that this one is compared with, None without one; `heading` stands above a group's first bar.
    """

    id: str
    name: str
    verdict: str
    segments: tuple[tuple[str, int | None], ...]
    needed: int | None
    usable: int | None
    selected: bool = False
    reserved: int | None = None
    baseline: int | None = None
    is_baseline: bool = False
    heading: str = ""

    def __post_init__(self) -> None:
        if strangers := [component for component, _ in self.segments if component not in COMPONENTS]:
            raise ValueError(f"no place along a bar for {', '.join(strangers)}")

    @cached_property
    def known(self) -> int:
        """Bytes of the segments that are known: the length of the bar."""
        return sum(count for _, count in self.segments if count is not None)

    @cached_property
    def limit(self) -> int | None:
        """What the plan is held against: the card, or what the engine may take of it."""
        known = [count for count in (self.usable, self.reserved) if count is not None]
        return min(known) if self.usable is not None else None

    @cached_property
    def over(self) -> int:
        """Bytes beyond that limit, as far as is known; 0 when there are none."""
        needed = self.known if self.needed is None else self.needed
        return 0 if self.limit is None else max(0, needed - self.limit)

    @cached_property
    def end(self) -> int:
        """Bytes up to which something is drawn."""
        return max(self.known, self.usable or 0, self.reserved or 0)


def bar_of(
    row: Scenario, evaluation: Evaluation | None, selected: bool = False, *, baseline: int | None = None,
    is_baseline: bool = False, heading: str = "",
) -> Bar:  # fmt: skip
    """The bar of a scenario; without an evaluation (no model is chosen) nothing of it is known."""
    parts = TRAINING if row.load.kind == "training" else SERVING
    if row.load.kind == "training":
        parts = tuple(part for part in parts if part in _needed(evaluation))
    elif row.draft is not None:
        parts = tuple(part for part in COMPONENTS if part in parts or part == DRAFT)
    if evaluation is None:
        unknown = tuple((part, None) for part in parts)
        return Bar(
            row.id, row.name, Verdict.UNKNOWN, unknown, None, None, selected, None, baseline, is_baseline, heading
        )
    segments = tuple((part, evaluation.value(part)) for part in parts)
    needed, usable = evaluation.value("needed"), evaluation.value("usable")
    engine = evaluation.engine
    reserved = None if engine is None or engine.budget == "none" else evaluation.value("reserved")
    return Bar(
        row.id, row.name, evaluation.verdict, segments, needed, usable, selected, reserved, baseline, is_baseline,
        heading,
    )  # fmt: skip


HEADING = 0.5
"""The height of a heading, in rows."""


def tops(bars: Sequence[Bar]) -> tuple[float, ...]:
    """Where each bar's row begins, in rows, and where the last one ends; headings take their room between them."""
    found, at = [], 0.0
    for bar in bars:
        at += HEADING if bar.heading else 0.0
        found.append(at)
        at += 1.0
    return (*found, at)


class Asked(NamedTuple):
    """What a bar is made of, as `bar_of` takes it."""

    row: Scenario
    evaluation: Evaluation | None
    selected: bool = False
    baseline: int | None = None
    is_baseline: bool = False
    heading: str = ""


class BarMaker:
    """Makes the bars of scenarios; one of which nothing has changed is the same object as before."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[Asked, Bar]] = {}

    def bars(self, asked: Iterable[Asked]) -> tuple[Bar, ...]:
        """One bar for each."""
        made: dict[str, tuple[Asked, Bar]] = {}
        for each in asked:
            known = self._made.get(each.row.id)
            if known is None or not _same(known[0], each):
                bar = bar_of(each.row, each.evaluation, each.selected, baseline=each.baseline,
                             is_baseline=each.is_baseline, heading=each.heading)  # fmt: skip
                known = each, bar
            made[each.row.id] = known
        self._made = made
        return tuple(bar for _, bar in made.values())


def _same(one: Asked, other: Asked) -> bool:
    return one.row is other.row and one.evaluation is other.evaluation and one[2:] == other[2:]


def _needed(evaluation: Evaluation | None) -> Sequence[str]:
    """The lines that what is needed is the sum of."""
    return TRAINING if evaluation is None else evaluation.structure.children.get("needed", ())


def component_title(component: str) -> str:
    """The word for a component of the memory."""
    return {
        "weights": QCoreApplication.translate("charts", "Weights"),
        "draft": QCoreApplication.translate("charts", "Draft model"),
        "kv_cache": QCoreApplication.translate("charts", "KV cache"),
        "activations": QCoreApplication.translate("charts", "Activations"),
        "adapters": QCoreApplication.translate("charts", "Adapters"),
        "master": QCoreApplication.translate("charts", "Master weights"),
        "transient": QCoreApplication.translate("charts", "Transient"),
        "gradients": QCoreApplication.translate("charts", "Gradients"),
        "optimizer": QCoreApplication.translate("charts", "Optimizer"),
        "overhead": QCoreApplication.translate("charts", "Overhead"),
    }.get(component, component)


def spans(bar: Bar) -> list[tuple[str, float, float]]:
    """(component, start, end) in GiB of each segment that has a length, in the fixed order."""
    known = {component: count for component, count in bar.segments if count}
    result, start = [], 0
    for component in COMPONENTS:
        if count := known.get(component):
            result.append((component, start / GIB, (start + count) / GIB))
            start += count
    return result


def reach(bars: Iterable[Bar]) -> float:
    """GiB up to which bars are drawn: the longest bar or card, at most FARTHEST times the largest card.

    Without that bound one hopeless scenario would press all others into slivers.
    """
    bars = list(bars)
    longest = max((bar.end for bar in bars), default=0) / GIB
    largest_card = max((bar.usable or 0 for bar in bars), default=0) / GIB
    return (min(longest, FARTHEST * largest_card) if largest_card else longest) or 1.0


def ticks(limit: float, most: int) -> list[float]:
    """Round positions from 0 to `limit`, at most `most` besides zero, in steps of 1, 2 or 5 times a power of ten.

    >>> ticks(79.2, 5)
    [0.0, 20.0, 40.0, 60.0]
    """
    least = limit / max(1, most)
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
    return [step * index for index in range(math.floor(limit / step * (1 + 1e-9)) + 1)]


def tick_text(value: float) -> str:
    """A tick's label with its unit.

    >>> tick_text(0.0), tick_text(20.0), tick_text(0.05), tick_text(1000.0)
    ('0', '20 GiB', '0.05 GiB', '1,000 GiB')
    """
    if not value:
        return "0"
    return f"{value:,.6g} GiB" if abs(value) < 1e6 else f"{value:.3g} GiB"


def total_text(bar: Bar) -> str:
    """What stands at the end of the bar: needed, and what it is held against."""
    if bar.needed is None:
        if not bar.known:
            return QCoreApplication.translate("charts", "not known")
        return QCoreApplication.translate("charts", "at least {known}").format(known=memory(bar.known))
    if bar.limit is None:
        return memory(bar.needed)
    (needed, unit), (limit, limit_unit) = rounded(bar.needed, "byte"), rounded(bar.limit, "byte")
    return f"{needed} / {limit} {unit}" if unit == limit_unit else f"{needed} {unit} / {limit} {limit_unit}"


def margin_text(bar: Bar) -> str:
    """The second line at the end of the bar: what is free, what is missing, or what is not known."""
    if bar.over:
        return QCoreApplication.translate("charts", "+{amount} over").format(amount=memory(bar.over))
    if unknown := [component_title(component) for component, count in bar.segments if count is None]:
        return QCoreApplication.translate("charts", "{names} not known").format(names=", ".join(unknown))
    if bar.needed is None:
        return ""
    if bar.limit is None:
        return QCoreApplication.translate("charts", "usable memory not known")
    if bar.verdict == Verdict.UNKNOWN:
        return QCoreApplication.translate("charts", "no verdict")
    return QCoreApplication.translate("charts", "{amount} free").format(amount=memory(bar.limit - bar.needed))


def beside_text(bar: Bar) -> str:
    """The line below: by how much more or less is needed than by the baseline; nothing without one."""
    if bar.is_baseline:
        return QCoreApplication.translate("charts", "the baseline")
    if bar.baseline is None or bar.needed is None:
        return ""
    return in_words(bar.needed - bar.baseline, percent(bar.needed, bar.baseline), "byte")


def summary(bar: Bar) -> str:
    """The bar in one sentence, for a screen reader."""
    said = f"{bar.name}: {verdict_word(bar.verdict)}, {total_text(bar)}, {margin_text(bar)}".rstrip(", ")
    beside = beside_text(bar)
    if bar.baseline is not None and not bar.is_baseline and beside:
        beside = QCoreApplication.translate("charts", "beside the baseline: {amount}").format(amount=beside)
    said = f"{said}, {beside}" if beside else said
    return said if bar.reserved is None else f"{said}, {reserved_text(bar.reserved)}"


def reserved_text(reserved: int) -> str:
    """What an engine takes whatever the load, in words."""
    return QCoreApplication.translate("charts", "reserved by the engine: {amount}").format(amount=memory(reserved))


def tooltip(bar: Bar) -> str:
    """Rich text with the exact bytes of every segment and, beside them, GiB."""
    unknown = QCoreApplication.translate("charts", "not known")

    def row(title: str, count: int | None, bold: bool = False) -> str:
        cells = (title, unknown if count is None else exact(count, "byte"), "" if count is None else memory(count))
        tag = "th" if bold else "td"
        return "<tr>" + "".join(
            f"<{tag} align='{side}' style='padding-right:10px; white-space:nowrap; font-weight:{600 if bold else 400}'>"
            f"{escape(cell)}</{tag}>"
            for cell, side in zip(cells, ("left", "right", "right"), strict=True)
        ) + "</tr>"  # fmt: skip

    rows = [row(component_title(component), count) for component, count in _ordered(bar.segments)]
    rows.append(row(QCoreApplication.translate("charts", "Needed per GPU"), bar.needed, bold=True))
    if bar.reserved is not None:
        rows.append(row(QCoreApplication.translate("charts", "Reserved by the engine"), bar.reserved, bold=True))
    rows.append(row(QCoreApplication.translate("charts", "Usable memory"), bar.usable))
    if bar.baseline is not None and not bar.is_baseline:
        rows.append(row(QCoreApplication.translate("charts", "Needed by the baseline"), bar.baseline))
    if bar.over:
        rows.append(row(QCoreApplication.translate("charts", "Over"), bar.over, bold=True))
    elif bar.needed is not None and bar.limit is not None:
        rows.append(row(QCoreApplication.translate("charts", "Free"), bar.limit - bar.needed))
    head = f"<p style='white-space:nowrap'><b>{escape(bar.name)}</b>: {escape(verdict_word(bar.verdict))}</p>"
    if beside := beside_text(bar):
        head += f"<p style='white-space:nowrap'>{escape(_beside_title(bar))}{escape(beside)}</p>"
    said = "" if bar.reserved is None else f"<p>{escape(_needed_and_reserved())}</p>"
    return f"{head}<table>{''.join(rows)}</table>{said}"


def _beside_title(bar: Bar) -> str:
    return "" if bar.is_baseline else QCoreApplication.translate("charts", "Beside the baseline: ")


def _needed_and_reserved() -> str:
    return QCoreApplication.translate(
        "charts",
        "Needed is what this load takes. Reserved is what the engine takes whatever the load, as nvidia-smi shows it: "
        "what is left of it goes to the KV cache.",
    )


def _ordered(segments: Sequence[tuple[str, int | None]]) -> list[tuple[str, int | None]]:
    return sorted(segments, key=lambda segment: COMPONENTS.index(segment[0]))
