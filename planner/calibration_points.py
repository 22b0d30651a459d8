"""The points of observations that a card's constants can be fitted on, each with the line that estimates it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner.measured import ROOTS, known_row
from planner.observations import Observation, is_stale
from planner.plan import Evaluation
from planner.workbook import Accelerator, Model, Scenario

LEAST_SPREAD = 0.05
UNSTEADY = 3.0
"""A point that its own protocol calls unsteady counts as if it spread so many times as far."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Seconds of one block (or head) of a model at one point, and the plan and line that estimate them."""

    label: str
    phase: str
    model: Model
    scenario: Scenario
    key: str
    seconds: float
    spread: float
    steady: bool
    observation: str
    date: str


def samples_of(
    row: Accelerator, observations: Iterable[Observation], plans: Mapping[str, Evaluation], known: Sequence[Accelerator]
) -> list[Sample]:
    """The samples of the device that a row stands for; stale observations and failed points are left out.

    `known` are the rows among which the one of a device is looked for, this row among them.
    """
    found: dict[tuple[str, str, str], Sample] = {}
    for observation in observations:
        plan = plans.get(observation.scenario)
        if plan is None or is_stale(observation, plan.model, plan.scenario):
            continue
        its = known_row(observation.details.get("device") or {}, known)
        if its is None or its.id != row.id:
            continue
        for sample in _of_observation(observation, plan):
            found[plan.model.id, plan.scenario.id, sample.label] = sample  # the latest counts
    return list(found.values())


def _of_observation(observation: Observation, plan: Evaluation) -> Iterator[Sample]:
    together = bool(observation.details.get("together"))
    for point in observation.details.get("points", ()):
        at = point.get("point") or {}
        if "seconds" not in point or at.get("routing", "random") != "random" or together:
            continue
        place = _place(plan, at)
        if place is None:
            continue
        key, load = place
        wide = (point["upper_quartile_s"] - point["lower_quartile_s"]) / 1.35 / point["median_s"]
        steady = not point.get("unstable", False)
        yield Sample(
            label=f"{plan.model.name}: {point_text(at)}",
            phase=at["phase"],
            model=plan.model,
            scenario=plan.scenario.model_copy(update={"load": load, "dp": 1}),
            key=key,
            seconds=point["seconds"],
            spread=max(LEAST_SPREAD, wide) * (1.0 if steady else UNSTEADY),
            steady=steady,
            observation=observation.id,
            date=observation.date,
        )


def _place(plan: Evaluation, at: Mapping[str, Any]) -> tuple[str, Any] | None:
    """The line of a point's estimate, and the load that it is estimated under."""
    batch, load = at["batch"], plan.scenario.serving
    if at["phase"] == "head":
        return "decode_step.head", load.model_copy(update={"batch": batch})
    groups = [group.id for group in plan.model.groups]
    name = at.get("block") or groups[0]
    if name not in groups:
        return None
    key = f"{ROOTS[at['phase']]}.group{groups.index(name) + 1}.block"
    if at["phase"] == "prefill":
        return key, load.model_copy(update={"batch": batch, "prompt": at["tokens"], "context": at["tokens"] + 1})
    return key, load.model_copy(update={"batch": batch, "context": at["context"], "prompt": at["context"] - 1})


def point_text(at: Mapping[str, Any]) -> str:
    """A point in words.

    >>> point_text({"phase": "decode", "batch": 8, "context": 8192, "block": "g2"})
    'decode 8 × 8192, layers g2'
    """
    size = {"prefill": "tokens", "decode": "context"}.get(str(at["phase"]))
    text = f"{at['phase']} {at['batch']}" + (f" × {at[size]}" if size else "")
    text += f", layers {at['block']}" if at.get("block") else ""
    return text + (", experts in turn" if at.get("routing") == "spread" else "")
