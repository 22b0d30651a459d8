"""Between a plan and its measurement: the job for the worker, and the estimate for the device that was measured.

The worker (`planner/measure`, a process of its own) times one block of the first layer group on one rank. Its answer
carries what the device achieved, so that the estimate beside an observation is always one for that same device.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import BaseModel

from planner.fields import field_of
from planner.local_devices import LocalDevice
from planner.local_rows import stands_for
from planner.observations import Observation, Timing, fingerprint, is_stale
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.position import Learned
from planner.parts.stream import SingleStream
from planner.plan import Evaluation
from planner.plan_inputs import choices_of
from planner.precision import quantised
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Accelerator, Inference, LayerGroup

DTYPES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}
PHASES = ("prefill", "decode")

Evaluate: TypeAlias = Callable[..., Evaluation]


class NotMeasurable(Refused):
    """A plan whose block cannot be run; `template` with `values` says why and what would help."""


def job_of(evaluation: Evaluation, device: str = "auto") -> dict[str, Any]:
    """The worker's job for one block of a plan: prefill of the prompt, decode at the context, shapes of one rank.

    Refused (NotMeasurable): quantised weights, weights of another type than the activations, kinds of part that have
    no torch block, cells that have no value.
    """
    scenario, group = evaluation.scenario, evaluation.model.groups[0]
    if not isinstance(scenario.load, Inference):
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Measure runs a block that serves, and this scenario trains."))
    choices = choices_of(scenario, evaluation.model)
    formats = dict.fromkeys((choices.attention_weights, choices.feed_forward_weights))
    if {"attention_weights", "feed_forward_weights"} & set(choices.sized):
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs one of bf16, fp16, fp32; the checkpoint mixes formats inside a part of this plan.",
            )
        )
    if any(quantised(name) or name != choices.activations for name in formats):
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs one of bf16, fp16, fp32; weights are {weights}, activations {activations}.",
            ),
            weights=", ".join(formats),
            activations=choices.activations,
        )
    load = scenario.serving
    if {choices.kv_keys, choices.kv_values} != {choices.activations} or scenario.cp != 1:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs a cache in the type of the activations, on one context rank; this one is {keys} and "
                "{values}, CP {cp}.",
            ),
            keys=choices.kv_keys,
            values=choices.kv_values,
            cp=scenario.cp,
        )
    numbers = {
        "dp": scenario.dp,
        "batch": load.batch,
        "prompt": load.prompt,
        "context": load.context,
        "tp": scenario.tp,
    }
    blank = [name for name, value in numbers.items() if not isinstance(value, int)]
    if blank:
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "{names} has no value."), names=", ".join(blank))
    batch = -(-load.batch // scenario.dp)  # type: ignore[operator]
    return {
        "type": "measure",
        "id": scenario.id,
        "device": device,
        "dtype": DTYPES[choices.activations],
        "tensor_parallel": scenario.tp,
        "block": _block(evaluation, group),
        "points": [
            {"phase": "prefill", "batch": batch, "tokens": load.prompt},
            {"phase": "decode", "batch": batch, "context": load.context},
        ],
    }


def _block(evaluation: Evaluation, group: LayerGroup) -> dict[str, Any]:
    attention, feed_forward = group.attention, group.feed_forward
    if type(attention) is not GroupedQuery or not isinstance(feed_forward, Gated | Plain):
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "There is no block to run for {attention} attention with {feed_forward}."),
            attention=attention.title,
            feed_forward=feed_forward.title,
        )
    if feed_forward.up_bias != feed_forward.down_bias:
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Measure knows biases on all feed-forward matrices or none."))
    _refuse_what_is_left_out(evaluation, group)
    position = "rotary" if attention.rotary else "none"
    return {
        "d_model": evaluation.model.d_model,
        "norm": {"kind": group.norm.kind, "bias": group.norm.bias},
        "norm_placement": group.norm_placement,
        "position": "learned" if isinstance(evaluation.model.position, Learned) else position,
        "attention": {name: getattr(attention, name) for name in sorted(MEASURED["attention"] - {"rotary"})},
        "feed_forward": {
            "kind": feed_forward.kind,
            "width": feed_forward.width,
            "activation": feed_forward.activation,
            "bias": feed_forward.up_bias,
        },
    }


MEASURED: Mapping[str, frozenset[str]] = {
    "attention": frozenset(
        [
            "kind",
            "heads",
            "kv_heads",
            "head_dim",
            "window",
            "rotary",
            "query_bias",
            "key_bias",
            "value_bias",
            "output_bias",
        ]
    ),
    "feed_forward": frozenset(["kind", "width", "activation", "up_bias", "down_bias"]),
    "norm": frozenset({"kind", "bias"}),
}
"""What the worker's block has of each part; whatever else a part has must be as by default."""


def _refuse_what_is_left_out(evaluation: Evaluation, group: LayerGroup) -> None:
    """Refused (NotMeasurable): a part with something that the block does not have; no other is timed in its place."""
    parts: list[tuple[str, BaseModel]] = [(name, getattr(group, name)) for name in MEASURED]
    more = [field_of(part, name).title for kind, part in parts for name in _beyond(part, MEASURED[kind])]
    if not group.beside.absent:
        more.append(group.beside.title)
    if type(evaluation.model.stream) is not SingleStream:
        more.append(evaluation.model.stream.title)
    if more:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "The block that Measure runs has no {more}."), more=", ".join(more)
        )


def _beyond(part: BaseModel, known: frozenset[str]) -> list[str]:
    return [
        name
        for name, info in type(part).model_fields.items()
        if name not in known and getattr(part, name) != info.default
    ]


def device_row(result: Mapping[str, Any], known: Iterable[Accelerator]) -> Accelerator:
    """The accelerator that was measured: a known row of its name and memory, else what the worker achieved on it.

    For a device without a row the achieved rates stand for the peaks and the efficiencies are 1; what the worker did
    not achieve is blank, and blocks the estimate by name.
    """
    device = result["device"]
    if device.get("device") != "cpu":
        seen = LocalDevice("cuda", 0, str(device["name"]), device.get("total_bytes"))
        for row in known:
            if stands_for(row, seen):
                return row
    return probed_row(device, result.get("probe") or {})


def probed_row(device: Mapping[str, Any], probe: Mapping[str, Any], row_id: str = "measured_device") -> Accelerator:
    """An accelerator row from what the worker found and timed on a device; what it did not time is blank."""
    rates = probe.get("gemm_flops_per_s") or {}
    achieved = "Achieved on this device, measured by Fitsheet"
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
        sources={name: achieved for name, value in figures.items() if value is not None},
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


def observation_of(result: Mapping[str, Any], evaluation: Evaluation, row_id: str) -> Observation:
    """The record of a worker's answer for one scenario; points that failed are kept in details only.

    Refused (NotMeasurable) when no point was measured, with the worker's reason.
    """
    done = [point for point in result["points"] if "seconds" in point]
    if not done:
        reasons = [point["failed"]["sentence"] for point in result["points"] if "failed" in point]
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Nothing was measured: {reason}"), reason="; ".join(reasons))
    device = result["device"]
    # A process may shrink while it measures; such a growth says nothing of the block.
    memory = [grown for point in done if (grown := (point.get("memory") or {}).get("one_block_bytes", -1)) >= 0]
    return Observation(
        id=row_id,
        scenario=evaluation.scenario.id,
        fingerprint=fingerprint(evaluation.model, evaluation.scenario),
        device=device_text(device),
        device_kind="cpu" if device.get("device") == "cpu" else "cuda",
        torch=str(result.get("torch")),
        date=done[0]["date"],
        dtype=str(result.get("dtype")),
        block={point["point"]["phase"]: _timing(point) for point in done},
        peak_memory=max(memory, default=None),
        details={
            "device": dict(device),
            "probe": dict(result.get("probe") or {}),
            "points": list(result["points"]),
            **{name: result.get(name) for name in ("shard", "threads", "cuda_version", "notes", "tensor_parallel")},
        },
    )


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
    return f"CPU: {device.get('name')}" + (f", {threads} threads" if threads else "")


@dataclass(frozen=True, slots=True)
class Measured:
    """The latest observation of a scenario beside the estimate for the device that it was made on."""

    observation: Observation
    estimates: Mapping[str, float | None]
    stale: bool

    def figure(self, phase: str, figure: str) -> Any:
        """One figure of a phase: "estimate", "observed" (both in seconds), "ratio" (observed over estimated).

        "peak_memory" (bytes) is of all phases together.
        """
        if figure == "peak_memory":
            return self.observation.peak_memory
        timing = self.observation.block.get(phase)
        estimate = self.estimates.get(phase)
        if figure == "estimate":
            return estimate
        if figure == "observed":
            return None if timing is None else timing.median
        return None if timing is None or not estimate else timing.median / estimate

    @property
    def on_cpu(self) -> bool:
        """Whether the number is a CPU's, which is said wherever it appears."""
        return self.observation.device_kind == "cpu"


def measured_beside(
    observation: Observation, evaluation: Evaluation, known: Iterable[Accelerator], evaluate: Evaluate
) -> Measured:
    """An observation with the estimates for its own device; `evaluate(model, accelerator, scenario)` makes a plan."""
    row = device_row(observation.details, known)
    plan = evaluate(evaluation.model, row, evaluation.scenario)
    estimates = {phase: plan.value(f"block_{phase}") for phase in PHASES}
    return Measured(observation, estimates, is_stale(observation, evaluation.model, evaluation.scenario))
