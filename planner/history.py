"""Observations as tables: all of one device, two beside each other, and as text for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planner.calibration_points import point_text
from planner.observations import Observation, is_stale
from planner.plan import Evaluation

HEADER = ("date", "scenario", "device", "dtype", "torch", "prefill s", "decode s", "head s", "peak byte", "state")
POINTS = (
    "date", "scenario", "device", "dtype", "torch", "point", "seconds", "lower quartile s", "upper quartile s",
    "minimum s", "samples", "blocks", "unstable", "attention kernel", "CUDA graph", "why not",
)  # fmt: skip


def state_of(observation: Observation, plan: Evaluation | None) -> str:
    """ "gone" (no such scenario), "stale" (its row has changed), "unsteady" (some point was), or "".

    The words are for files; the window translates them.
    """
    if plan is None:
        return "gone"
    if is_stale(observation, plan.model, plan.scenario):
        return "stale"
    points = observation.details.get("points", ())
    return "unsteady" if any(point.get("unstable") for point in points if "seconds" in point) else ""


def summary_row(observation: Observation, plan: Evaluation | None) -> tuple[Any, ...]:
    """One observation under HEADER."""
    times = [None if (found := observation.block.get(phase)) is None else found.median
             for phase in ("prefill", "decode", "head")]  # fmt: skip
    name = observation.scenario if plan is None else plan.scenario.name
    return (observation.date, name, observation.device, observation.dtype, observation.torch, *times,
            observation.peak_memory, state_of(observation, plan))  # fmt: skip


def point_rows(observation: Observation, plan: Evaluation | None) -> Iterable[tuple[Any, ...]]:
    """Every point of an observation under POINTS, the failed ones with their reason."""
    name = observation.scenario if plan is None else plan.scenario.name
    for point in observation.details.get("points", ()):
        failed = point.get("failed") or {}
        figures = ("seconds", "lower_quartile_s", "upper_quartile_s", "minimum_s", "n", "blocks", "unstable",
                   "attention_kernel", "cuda_graph")  # fmt: skip
        yield (observation.date, name, observation.device, observation.dtype, observation.torch,
               point_text(point["point"]), *(point.get(figure) for figure in figures),
               failed.get("sentence") or point.get("reason") or "")  # fmt: skip


def csv_text(observations: Iterable[Observation], plans: Mapping[str, Evaluation]) -> str:
    """All points of these observations as CSV with a header; seconds and bytes."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(POINTS)
    for observation in observations:
        writer.writerows(point_rows(observation, plans.get(observation.scenario)))
    return stream.getvalue()


def compared(first: Observation, second: Observation) -> list[tuple[str, float | None, float | None, float | None]]:
    """Points that either has: seconds of both, and the second over the first."""

    def seconds(observation: Observation) -> dict[str, float]:
        points: Sequence[Mapping[str, Any]] = observation.details.get("points", ())
        return {point_text(point["point"]): point["seconds"] for point in points if "seconds" in point}

    a, b = seconds(first), seconds(second)
    rows = []
    for label in dict.fromkeys((*a, *b)):
        one, other = a.get(label), b.get(label)
        rows.append((label, one, other, None if one is None or other is None else other / one))
    return rows
