"""From timed passes to a number with its spread: how many passes, how many rounds, when to stop. No torch here.

A round times n passes and 4 n passes over the same rotating set of blocks. The slope between the two is the block, the
intercept is what starting and stopping the clock costs. Rounds come in batches; a batch whose quartiles lie too far
apart is thrown away and measured again while time remains, because a neighbour on the machine made it so.
"""

from __future__ import annotations

import math
import statistics
import time
from dataclasses import dataclass, field
from typing import Callable

from .protocol import Refusal

SHORTEST_SAMPLE_S = 1e-3
LONGEST_SAMPLING_S = 20.0
ROUNDS = 9
FEWEST_ROUNDS = 3
LARGEST_SPREAD = 0.05
LARGEST_SLOPE_DIFFERENCE = 0.2
MOST_COLD_BLOCKS = 256
MOST_INTERRUPTIONS = 50.0
LONG = 4


@dataclass(frozen=True)
class Plan:
    """Passes in a short and in a long sample; `long` is None where time allows single passes only."""

    short: int
    long: int | None


@dataclass
class Batch:
    """Seconds of the short and of the long samples of one batch of rounds, in pairs."""

    plan: Plan
    short: list[float] = field(default_factory=list)
    long: list[float] = field(default_factory=list)
    interruptions: float | None = None
    """Times a second and thread that the system took a core away; None where that is not known."""

    @property
    def per_pass(self) -> list[float]:
        """Seconds per pass of the longest samples there are."""
        if self.plan.long is None:
            return [seconds / self.plan.short for seconds in self.short]
        return [seconds / self.plan.long for seconds in self.long]

    @property
    def spread(self) -> float:
        """Distance of the quartiles as a fraction of the median."""
        low, middle, high = quartiles(self.per_pass)
        return (high - low) / middle if middle > 0 else math.inf

    @property
    def is_steady(self) -> bool:
        """All rounds were done, their quartiles lie close together, and nobody else wanted the cores."""
        whole = len(self.short) == ROUNDS
        return whole and self.spread <= LARGEST_SPREAD and not is_interrupted(self.interruptions)


@dataclass(frozen=True)
class Summary:
    """What is said about one point; times in seconds per block. `seconds` is the slope where there is one."""

    seconds: float
    slope_s: float | None
    intercept_s: float | None
    median_s: float
    lower_quartile_s: float
    upper_quartile_s: float
    minimum_s: float
    n: int
    passes: tuple[int, ...]
    batches: int
    interruptions_per_s: float | None
    unstable: bool
    reason: str | None


def is_interrupted(rate: float | None) -> bool:
    """Say whether cores were taken away too often, in times a second and thread.

    On two quiet cores it was 16; with a neighbour on each, or with both threads on one core, 125 and more, and passes
    took up to a hundred times as long with quartiles close together: a spread alone does not show it.
    """
    return rate is not None and rate > MOST_INTERRUPTIONS


def cold_blocks(cache_bytes: int, block_bytes: int) -> int:
    """Give how many blocks must take turns so that none is found in a cache: max(2, ceil(3 cache / block)).

    At most 256: a set of tiny blocks that stays below three caches is reported as not cold.

    >>> cold_blocks(50 * 2**20, 404_766_720), cold_blocks(50 * 2**20, 25 * 2**20)
    (2, 6)
    """
    return min(MOST_COLD_BLOCKS, max(2, math.ceil(3 * cache_bytes / block_bytes)))


def blocks_touched(blocks: int, passes: int, recorded: bool) -> int:
    """Give how many blocks of the cold set a sample reads: a graph of fewer passes replays the same few of them.

    Without a graph the turns go on where the last pass ended.

    >>> blocks_touched(6, 12, True), blocks_touched(6, 1, True), blocks_touched(6, 1, False)
    (6, 1, 6)
    """
    return min(blocks, passes) if recorded else blocks


def plan_passes(pass_s: float, blocks: int, seconds: float) -> Plan:
    """Give the passes per sample: whole turns of the cold set, at least 1 ms, as many as the time allows.

    Raises Refusal("time_limit") when a single pass outlasts the time that is left.

    >>> plan_passes(0.06, 2, 20.0), plan_passes(0.06, 2, 1.0), plan_passes(0.5, 2, 1.0), plan_passes(1e-5, 3, 20.0)
    (Plan(short=2, long=8), Plan(short=1, long=4), Plan(short=1, long=None), Plan(short=102, long=408))
    """
    if pass_s > seconds:
        sentence = f"One pass of the block takes about {pass_s:.3g} s; {max(seconds, 0.0):.3g} s of the limit are left"
        raise Refusal("time_limit", sentence, pass_s=pass_s, left_s=max(seconds, 0.0))
    turns = max(1, math.ceil(SHORTEST_SAMPLE_S / max(pass_s, 1e-9) / blocks))
    for short, rounds in ((turns * blocks, FEWEST_ROUNDS), (1, FEWEST_ROUNDS)):
        if rounds * (1 + LONG) * short * pass_s <= seconds:
            return Plan(short, LONG * short)
    return Plan(1, None)


def quartiles(values: list[float]) -> tuple[float, float, float]:
    """Give lower quartile, median, upper quartile; of a single value, that value three times."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def collect(
    time_passes: Callable[[int], float],
    plan: Plan,
    seconds: float,
    progress: Callable[[float], None],
    interruptions: Callable[[], float | None] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Summary:
    """Time rounds until a batch is steady or the time is over, and sum up.

    time_passes: passes -> seconds for all of them. seconds: the most to spend, 20 s at the outside; one round is
    always done. progress: is told the fraction done. interruptions: a counter, per thread, that only rises.
    What `time_passes` raises ends the collection.
    """
    started = clock()
    seconds = min(seconds, LONGEST_SAMPLING_S)
    batches: list[Batch] = []
    over = False
    while not over:
        batch = Batch(plan)
        batches.append(batch)
        began, count = clock(), interruptions()
        for _ in range(ROUNDS):
            batch.short.append(time_passes(plan.short))
            if plan.long is not None:
                batch.long.append(time_passes(plan.long))
            spent = clock() - started
            progress(min(1.0, max(spent / seconds if seconds > 0 else 1.0, len(batch.short) / ROUNDS)))
            round_s = spent / sum(len(each.short) for each in batches)
            over = spent + round_s > seconds
            if over:
                break
        batch.interruptions = _rate(count, interruptions(), clock() - began)
        if batch.is_steady:
            return summarise(batch, len(batches))
    return summarise(_joined(plan, batches), len(batches))


def _joined(plan: Plan, batches: list[Batch]) -> Batch:
    """No batch was steady: everything that was timed counts, and nothing is chosen."""
    rates = [each.interruptions for each in batches if each.interruptions is not None]
    return Batch(
        plan,
        [value for each in batches for value in each.short],
        [value for each in batches for value in each.long],
        statistics.mean(rates) if rates else None,
    )


def _rate(before: float | None, after: float | None, seconds: float) -> float | None:
    return None if before is None or after is None or seconds <= 0 else (after - before) / seconds


def summarise(batch: Batch, batches: int) -> Summary:
    """Give the figures of a batch, and whether they may be trusted.

    The slope is the median of the rounds' slopes: the two samples of a round lie next to each other in time, so a
    machine that slows down bends all of them less than it bends two medians.

    >>> summary = summarise(Batch(Plan(2, 8), [0.21, 0.21, 0.21], [0.81, 0.81, 0.81]), 1)
    >>> round(summary.seconds, 6), round(summary.intercept_s, 6), summary.unstable
    (0.1, 0.01, False)
    """
    plan = batch.plan
    low, median, high = quartiles(batch.per_pass)
    slope = intercept = None
    if plan.long is not None:
        distance = plan.long - plan.short
        slope = statistics.median((long - short) / distance for short, long in zip(batch.short, batch.long))
        intercept = statistics.median(batch.short) - slope * plan.short
    reason = _doubt(batch, median, slope)
    return Summary(
        seconds=median if slope is None or slope <= 0 else slope,
        slope_s=slope,
        intercept_s=intercept,
        median_s=median,
        lower_quartile_s=low,
        upper_quartile_s=high,
        minimum_s=min(batch.per_pass),
        n=len(batch.per_pass),
        passes=(plan.short,) if plan.long is None else (plan.short, plan.long),
        batches=batches,
        interruptions_per_s=batch.interruptions,
        unstable=reason is not None,
        reason=reason,
    )


def _doubt(batch: Batch, median: float, slope: float | None) -> str | None:
    """Give why a batch is unstable, or None."""
    if len(batch.per_pass) < FEWEST_ROUNDS:
        return f"Time allowed {len(batch.per_pass)} of at least {FEWEST_ROUNDS} samples"
    if batch.interruptions is not None and is_interrupted(batch.interruptions):
        return f"Other work took each core away {batch.interruptions:.0f} times a second"
    if batch.spread > LARGEST_SPREAD:
        return f"The quartiles lie {batch.spread:.0%} of the median apart, more than {LARGEST_SPREAD:.0%}"
    if slope is not None and slope <= 0:
        return "More passes did not take longer, so there is no slope; the median of the passes is given"
    if slope is not None and batch.plan.short > 1 and abs(slope - median) > LARGEST_SLOPE_DIFFERENCE * median:
        return f"Slope and median differ by {abs(slope - median) / median:.0%}"
    return None
