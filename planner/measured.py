"""Between a worker's answer and the planner: the record of it, and the estimate for the device that was measured.

The answer carries what the device achieved, so that the estimate beside an observation is always one for that same
device.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from planner.local_devices import LocalDevice
from planner.local_rows import stands_for
from planner.measurable import DTYPES, PHASES, NotMeasurable, group_blocks
from planner.observations import Observation, Timing, fingerprint, is_stale, model_print
from planner.plan import Evaluation
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator

Evaluate: TypeAlias = Callable[..., Evaluation]
ACHIEVED = "Achieved on this device, measured by Fitsheet"
"""The source of a rate that a probe found; such a row has no published peaks."""


def device_row(result: Mapping[str, Any], known: Iterable[Accelerator]) -> Accelerator:
    """The accelerator that was measured: a known row of its name and memory, else what the worker achieved on it.

    For a device without a row the achieved rates stand for the peaks and the efficiencies are 1; what the worker did
    not achieve is blank, and blocks the estimate by name.
    """
    found = known_row(result["device"], known)
    return found or probed_row(result["device"], result.get("probe") or {})


def known_row(device: Mapping[str, Any], known: Iterable[Accelerator]) -> Accelerator | None:
    """The first row that stands for a measured device and has rates; None when there is none.

    A card by its driver's name and memory; a processor by its name, among the rows that no preset gave.
    """
    on_cpu = device.get("device") == "cpu"
    seen = LocalDevice("cuda", 0, str(device.get("name")), device.get("total_bytes"))
    for row in known:
        if row.memory_bandwidth is None:
            continue
        if on_cpu and row.preset is None and not row.driver_names and row.name == str(device.get("name"))[:200]:
            return row
        if not on_cpu and stands_for(row, seen):
            return row
    return None


def probed_row(device: Mapping[str, Any], probe: Mapping[str, Any], row_id: str = "measured_device") -> Accelerator:
    """An accelerator row from what the worker found and timed on a device; what it did not time is blank."""
    rates = probe.get("gemm_flops_per_s") or {}
    figures: dict[str, Any] = {
        "usable_memory": device.get("total_bytes"),
        "memory_bandwidth": probe.get("read_bytes_per_s"),
        "call_time": probe.get("call_s"),
        **{f"peak_{name}": rates.get(dtype) for name, dtype in DTYPES.items()},
    }
    return Accelerator(
        id=row_id,
        name=str(device.get("name") or "this computer")[:200],
        compute_efficiency=1.0 if rates else None,
        bandwidth_efficiency=1.0 if probe.get("read_bytes_per_s") else None,
        driver_names=(str(device.get("name")),) if device.get("device") != "cpu" else (),
        sources={name: ACHIEVED for name, value in figures.items() if value is not None},
        **{name: value for name, value in figures.items() if value is not None},
    )


def this_machine() -> dict[str, Any]:
    """The processor and memory of this computer, as far as Python itself tells; for where no worker can run."""
    names = getattr(os, "sysconf_names", {})
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if "SC_PHYS_PAGES" in names else None
    return {
        "device": "cpu",
        "name": platform.processor() or platform.machine() or "this computer",
        "total_bytes": total,
    }


def made_of(evaluation: Evaluation) -> dict[str, str]:
    """What a job is made of, by its fingerprints; kept beside it while it runs elsewhere and the row may change."""
    return {
        "fingerprint": fingerprint(evaluation.model, evaluation.scenario),
        "model_print": model_print(evaluation.model, evaluation.scenario),
    }


def observation_of(
    result: Mapping[str, Any],
    scenario: str,
    own: Sequence[Mapping[str, Any]],
    made: Mapping[str, str],
    row_id: str,
    known: Sequence[Accelerator] = (),
) -> Observation:
    """The record of a worker's answer for one scenario; points that failed are kept in details only.

    `own` are the points of its load, `made` is what `made_of` gave when the job was written. `known` are rows with
    peaks: a time that implies more than a card's peak is wrong and counts as failed.
    Refused (NotMeasurable) when no point was measured, with the worker's reason.
    """
    device = result["device"]
    points = [_gated(point, result, known_row(device, known)) for point in result["points"]]
    done = [point for point in points if "seconds" in point]
    if not done:
        reasons = dict.fromkeys(point["failed"]["sentence"] for point in points if "failed" in point)
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Nothing was measured: {reason}"), reason="; ".join(reasons))
    wanted = [dict(point) for point in own]
    theirs = [point for point in done if point["point"] in wanted]
    # A process may shrink while it measures; such a growth says nothing of the block.
    memory = [grown for point in theirs if (grown := (point.get("memory") or {}).get("one_block_bytes", -1)) >= 0]
    block: dict[str, Timing] = {}
    for point in theirs:
        block.setdefault(timing_key(point["point"]), _timing(point))
    return Observation(
        id=row_id,
        scenario=scenario,
        fingerprint=made["fingerprint"],
        device=device_text(device),
        device_kind="cpu" if device.get("device") == "cpu" else "cuda",
        torch=str(result.get("torch")),
        date=done[0]["date"],
        dtype=str(result.get("dtype")),
        block=block,
        peak_memory=max(memory, default=None),
        details={
            "device": dict(device),
            "probe": dict(result.get("probe") or {}),
            "points": points,
            "model_print": made["model_print"],
            **{
                name: result.get(name)
                for name in ("shard", "threads", "cuda_version", "notes", "tensor_parallel", "together", "collectives")
            },
        },
    )


def timing_key(point: Mapping[str, Any]) -> str:
    """The name of a point's timing in an observation.

    >>> timing_key({"phase": "decode", "batch": 1, "context": 64, "block": "g2"}), timing_key({"phase": "head"})
    ('decode.g2', 'head')
    """
    parts = [str(point["phase"]), str(point.get("block") or ""), str(point.get("routing") or "")]
    return ".".join(part for part in parts if part and part != "random")


def _gated(point: Mapping[str, Any], result: Mapping[str, Any], row: Accelerator | None) -> dict[str, Any]:
    """A point, or in its place the reason why its time is impossible on a card with published peaks."""
    given = dict(point)
    if "seconds" not in given or row is None or not row.driver_names:
        return given
    short = next((name for name, dtype in DTYPES.items() if dtype == result.get("dtype")), "")
    plain = set((given.get("formats") or {}).values()) <= {"plain"}
    peaks = {"flops_per_s": getattr(row, f"peak_{short}", None) if plain else None,
             "bytes_per_s": row.memory_bandwidth}  # fmt: skip
    for name, peak in peaks.items():
        if isinstance(peak, int | float) and given.get(name, 0) > peak:
            sentence = f"{given[name]:.4g} {name[:-6]}/s would be {given[name] / peak:.2f} of the peak of {row.name}"
            failed = {"code": "gate", "sentence": sentence, "details": {"seconds": given["seconds"]}}
            return {"index": given.get("index"), "point": given["point"], "failed": failed}
    return given


def _timing(point: Mapping[str, Any]) -> Timing:
    """The worker's `seconds` is the slope over passes, which leaves launch overhead out; quartiles are per pass."""
    return Timing(
        median=point["seconds"],
        quartile_low=point["lower_quartile_s"],
        quartile_high=point["upper_quartile_s"],
        minimum=point["minimum_s"],
        samples=point["n"],
    )


def device_text(device: Mapping[str, Any]) -> str:
    """The device as it is said wherever an observed number stands.

    >>> device_text({"device": "cpu", "name": "EPYC", "threads": 2})
    'CPU: EPYC, 2 threads'
    """
    if device.get("device") != "cpu":
        return str(device.get("name"))
    threads = device.get("threads")
    said = "" if not threads else ", 1 thread" if threads == 1 else f", {threads} threads"
    return f"CPU: {device.get('name')}{said}"


@dataclass(frozen=True, slots=True)
class Measured:
    """The latest observation of a scenario beside the estimate for the device that it was made on.

    `bands` are the low and the pessimistic over the estimate, by phase; `whole` the seconds of the whole model by phase
    as one block of each kind and the head predict them, where all of them were measured.
    """

    observation: Observation
    estimates: Mapping[str, float | None]
    stale: bool
    bands: Mapping[str, tuple[float, float]]
    whole: Mapping[str, float | None]

    def figure(self, phase: str, figure: str) -> Any:
        """One figure of a phase: "estimate", "observed", "whole" (in seconds), "ratio" (observed over estimated).

        "peak_memory" (bytes) is of all phases together. A stale observation has no ratio: the estimate is of the row
        as it is now, and was never of what was measured.
        """
        if figure == "peak_memory":
            return self.observation.peak_memory
        timing = self.observation.block.get(phase)
        estimate = self.estimates.get(phase)
        if figure == "estimate":
            return estimate
        if figure == "whole":
            return self.whole.get(phase)
        if figure == "observed":
            return None if timing is None else timing.median
        return None if timing is None or not estimate or self.stale else timing.median / estimate

    def outside(self, phase: str) -> int:
        """-1 where the observed time lies below the estimate's band, 1 where it lies above it, else 0."""
        ratio, band = self.figure(phase, "ratio"), self.bands.get(phase)
        if ratio is None or band is None:
            return 0
        return -1 if ratio < band[0] else int(ratio > band[1])

    def failed(self, phase: str) -> Mapping[str, Any] | None:
        """Why a phase has no time: the worker's code, sentence and details; None when it has one."""
        if phase in self.observation.block:
            return None
        failed = [point for point in self.observation.details.get("points", ()) if "failed" in point]
        return next((each["failed"] for each in failed if timing_key(each["point"]) == phase), None)

    @property
    def on_cpu(self) -> bool:
        """Whether the number is a CPU's, which is said wherever it appears."""
        return self.observation.device_kind == "cpu"


ROOTS = {"prefill": "prefill", "decode": "decode_step"}


def measured_beside(
    observation: Observation, evaluation: Evaluation, known: Iterable[Accelerator], evaluate: Evaluate
) -> Measured:
    """An observation with the estimates for its own device; `evaluate(model, accelerator, scenario)` makes a plan."""
    row = device_row(observation.details, known)
    plan = evaluate(evaluation.model, row, evaluation.scenario)
    together = bool(observation.details.get("together"))
    estimates = {phase: _estimated(plan, phase, together) for phase in PHASES}
    bands = {}
    for phase, root in ROOTS.items():
        at = plan.structure.index.get(f"{root}_high")
        band = None if at is None else plan.amounts.get(plan.structure.lines[at].sources["band"])
        if isinstance(band, int | float) and band > 0:
            bands[phase] = (1 / band, band)  # of one block: the floor cuts the low one of a whole pass only
    stale = is_stale(observation, evaluation.model, evaluation.scenario)
    whole = {phase: _whole(observation, plan, phase) for phase in PHASES}
    return Measured(observation, estimates, stale, bands, whole)


def _estimated(plan: Evaluation, phase: str, together: bool) -> float | None:
    """Seconds of one block; with the all-reduces of its layer where the ranks were measured together."""
    block: float | None = plan.value(f"block_{phase}")
    if not together or block is None:
        return block
    shared, layers = plan.value(f"{ROOTS[phase]}.collectives.group1"), plan.model.groups[0].count
    return None if shared is None or not isinstance(layers, int) else block + shared / layers


def _whole(observation: Observation, plan: Evaluation, phase: str) -> float | None:
    """Seconds of all layers and the head from one block of each kind; the estimated all-reduces are added.

    None where a kind was not measured, where the model has changed since, and for pipelines.
    """
    scenario, found = plan.scenario, observation.block
    changed = observation.details.get("model_print") != model_print(plan.model, scenario)
    names = None if changed or scenario.pp != 1 else group_blocks(plan)
    if names is None or "head" not in found:
        return None
    total = found["head"].median
    for group in plan.model.groups:
        timing = found.get(timing_key({"phase": phase, "block": names[group.id]}))
        if timing is None or not isinstance(group.count, int):
            return None
        total += group.count * timing.median
    shared = plan.value(f"{ROOTS[phase]}.collectives") if scenario.tp != 1 else 0.0
    return None if shared is None else total + shared
