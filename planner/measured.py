"""Between a plan and its measurement: the job for the worker, and the estimate for the device that was measured.

The worker (`planner/measure`, a process of its own) times one block of the first layer group on one rank. Its answer
carries what the device achieved, so that the estimate beside an observation is always one for that same device.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from planner.memory.formats import FORMATS
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.position import Learned
from planner.plan import Evaluation, choices_of
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Accelerator, LayerGroup

DTYPES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}
PHASES = ("prefill", "decode")


class NotMeasurable(Refused):
    """A plan whose block cannot be run; `template` with `values` says why and what would help."""


def job_of(evaluation: Evaluation, device: str = "auto") -> dict[str, Any]:
    """The worker's job for one block of a plan: prefill of the prompt, decode at the context, shapes of one rank.

    Refused (NotMeasurable): quantised weights, weights of another type than the activations, kinds of part that have
    no torch block, cells that have no value.
    """
    scenario, group = evaluation.scenario, evaluation.model.groups[0]
    choices = choices_of(scenario)
    if FORMATS[choices.weights].quantised or choices.weights != choices.activations:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs one of bf16, fp16, fp32; weights are {weights}, activations {activations}.",
            ),
            weights=choices.weights,
            activations=choices.activations,
        )
    load = scenario.load
    numbers = {"batch": load.batch, "prompt": load.prompt, "context": load.context, "tp": scenario.tp}
    blank = [name for name, value in numbers.items() if not isinstance(value, int)]
    if blank:
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "{names} has no value."), names=", ".join(blank))
    return {
        "type": "measure",
        "id": scenario.id,
        "device": device,
        "dtype": DTYPES[choices.activations],
        "tensor_parallel": scenario.tp,
        "block": _block(evaluation, group),
        "points": [
            {"phase": "prefill", "batch": load.batch, "tokens": load.prompt},
            {"phase": "decode", "batch": load.batch, "context": load.context},
        ],
    }


def _block(evaluation: Evaluation, group: LayerGroup) -> dict[str, Any]:
    attention, feed_forward = group.attention, group.feed_forward
    if not isinstance(attention, GroupedQuery) or not isinstance(feed_forward, Gated | Plain):
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "There is no block to run for {attention} attention with {feed_forward}."),
            attention=attention.title,
            feed_forward=feed_forward.title,
        )
    if feed_forward.up_bias != feed_forward.down_bias:
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Measure knows biases on all feed-forward matrices or none."))
    position = "rotary" if attention.rotary else "none"
    return {
        "d_model": evaluation.model.d_model,
        "norm": {"kind": group.norm.kind, "bias": group.norm.bias},
        "norm_placement": group.norm_placement,
        "position": "learned" if isinstance(evaluation.model.position, Learned) else position,
        "attention": {
            name: getattr(attention, name)
            for name in (
                "kind",
                "heads",
                "kv_heads",
                "head_dim",
                "window",
                "query_bias",
                "key_bias",
                "value_bias",
                "output_bias",
            )
        },
        "feed_forward": {
            "kind": feed_forward.kind,
            "width": feed_forward.width,
            "activation": feed_forward.activation,
            "bias": feed_forward.up_bias,
        },
    }


def device_row(result: Mapping[str, Any], known: Iterable[Accelerator]) -> Accelerator:
    """The accelerator that was measured: a known row of that driver name, else what the worker achieved on it.

    For a device without a row the achieved rates stand for the peaks and the efficiencies are 1; what the worker did
    not achieve is blank, and blocks the estimate by name.
    """
    device = result["device"]
    if device.get("device") != "cpu":
        for row in known:
            if device["name"] in row.driver_names:
                return row
    return probed_row(device, result.get("probe") or {})


def probed_row(device: Mapping[str, Any], probe: Mapping[str, Any]) -> Accelerator:
    """An accelerator row from what the worker found and timed on a device."""
    rates = probe.get("gemm_flops_per_s") or {}
    achieved = "Achieved on this device, measured by Fitsheet"
    figures: dict[str, Any] = {
        "usable_memory": device.get("total_bytes"),
        "memory_bandwidth": probe.get("read_bytes_per_s"),
        "call_time": probe.get("call_s"),
        **{f"peak_{name}": rates.get(dtype) for name, dtype in DTYPES.items()},
    }
    return Accelerator(
        id="measured_device",
        name=str(device.get("name") or "this computer")[:200],
        compute_efficiency=1.0,
        bandwidth_efficiency=1.0,
        driver_names=(str(device.get("name")),) if device.get("device") != "cpu" else (),
        sources={name: achieved for name, value in figures.items() if value is not None},
        **{name: value for name, value in figures.items() if value is not None},
    )
