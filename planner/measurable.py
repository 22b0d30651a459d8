"""From a plan to the worker's job: which blocks there are to run, at which points; what cannot be run, by name.

The worker (`planner/measure`, a process of its own) times one decoder block of each kind of layer, on one rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from planner.fields import field_of
from planner.parts.attention import GroupedQuery, Latent
from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.feed_forward.mixture import Mixture
from planner.parts.position import Learned
from planner.parts.stream import SingleStream
from planner.plan import Evaluation
from planner.plan_inputs import choices_of
from planner.precision import quantised
from planner.scope import Choices
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Inference, LayerGroup, Model, Scenario

DTYPES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}
PHASES = ("prefill", "decode")
FORMATS = {"fp8": "fp8", "int4_g128": "int4_g128", "int4_g64": "int4_g64"}
"""Formats of weights that torch has kernels for, and what the worker calls them; whether they run, the device says."""
ACTIVATIONS = ("silu", "gelu", "gelu_tanh", "gelu_new", "relu", "relu2")
CALIBRATION: tuple[Mapping[str, Any], ...] = (
    {"phase": "prefill", "batch": 1, "tokens": 128},
    {"phase": "prefill", "batch": 1, "tokens": 512},
    {"phase": "prefill", "batch": 1, "tokens": 2048},
    {"phase": "decode", "batch": 1, "context": 1024},
    {"phase": "decode", "batch": 32, "context": 1024},
    {"phase": "decode", "batch": 8, "context": 8192},
)
"""The points that a card's constants are fitted on: enough for mfu, mbu and t0."""
SECONDS_PER_POINT = 30.0


class NotMeasurable(Refused):
    """A plan whose block cannot be run; `template` with `values` says why and what would help."""


def job_of(
    evaluation: Evaluation,
    device: str = "auto",
    whole: bool = False,
    calibration: bool = False,
    together: bool = False,
) -> dict[str, Any]:
    """The worker's job for one block of a plan: prefill of the prompt, decode at the context, shapes of one rank.

    `whole` adds one block of each other kind of layer and the LM head, so that the whole model can be predicted; a kind
    that has no block is left out. `calibration` adds six points that a card's constants are fitted on. `together` runs
    all tensor-parallel ranks at once, all-reduces included, and the first kind of layer alone.
    Refused (NotMeasurable): formats that torch has no kernels for, kinds of part without a torch block, blank cells.
    """
    scenario, model = evaluation.scenario, evaluation.model
    if not isinstance(scenario.load, Inference):
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Measure runs a block that serves, and this scenario trains."))
    choices = choices_of(scenario, model)
    _refuse_formats(choices, scenario.cp)
    own = _points(scenario)
    batch = own[0]["batch"]
    if together:
        if scenario.tp == 1:
            raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "There is one rank only: TP is 1."))
        whole = calibration = False
    points = list(own)
    first = model.groups[0]
    if whole and isinstance(first.feed_forward, Mixture):
        points.append({**own[1], "routing": "spread"})
    job: dict[str, Any] = {
        "type": "measure",
        "id": scenario.id,
        "device": device,
        "dtype": DTYPES[choices.activations],
        "tensor_parallel": scenario.tp,
        "block": _block(evaluation, first, choices),
        **({"together": True} if together else {}),
    }
    if whole:
        job["others"] = others = dict(_others(evaluation, choices))
        points += [{**point, "block": name} for name in others for point in own]
        if isinstance(model.vocab_size, int):
            job["head_rows"] = model.vocab_size
            points.append({"phase": "head", "batch": batch})
    if calibration:
        points += [point for point in CALIBRATION if point not in points]
    return {**job, "points": points, "time_limit_s": max(60.0, SECONDS_PER_POINT * len(points))}


def _points(scenario: Scenario) -> list[Mapping[str, Any]]:
    """The two points of a scenario's load, with the sequences of one replica; refused where a cell is blank."""
    load = scenario.serving
    cells: dict[str, Any] = {"dp": scenario.dp, "batch": load.batch, "prompt": load.prompt, "context": load.context,
                             "tp": scenario.tp}  # fmt: skip
    blank = [name for name, value in cells.items() if not isinstance(value, int)]
    if blank:
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "{names} has no value."), names=", ".join(blank))
    batch = -(-cells["batch"] // cells["dp"])
    return [
        {"phase": "prefill", "batch": batch, "tokens": load.prompt},
        {"phase": "decode", "batch": batch, "context": load.context},
    ]


def own_points(job: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The points of a job that are of its scenario's load; the others are there to fit constants on."""
    return [point for at, point in enumerate(job["points"]) if at < 2 or point not in CALIBRATION]


def _others(evaluation: Evaluation, choices: Choices) -> Iterable[tuple[str, dict[str, Any]]]:
    """The blocks of the other kinds of layer, by the id of the first group that has them."""
    seen = [_block(evaluation, evaluation.model.groups[0], choices)]
    for group in evaluation.model.groups[1:]:
        try:
            block = _block(evaluation, group, choices)
        except NotMeasurable:
            continue
        if block not in seen:
            seen.append(block)
            yield group.id, block


def group_blocks(evaluation: Evaluation) -> dict[str, str] | None:
    """For every layer group the name of the block that stands for it ("" is the first); None when one has none."""
    choices = choices_of(evaluation.scenario, evaluation.model)
    named: list[tuple[str, dict[str, Any]]] = []
    found: dict[str, str] = {}
    for group in evaluation.model.groups:
        try:
            block = _block(evaluation, group, choices)
        except NotMeasurable:
            return None
        name = next((name for name, known in named if known == block), None)
        if name is None:
            name = group.id if named else ""
            named.append((name, block))
        found[group.id] = name
    return found


def _refuse_formats(choices: Choices, cp: Any) -> None:
    formats = dict.fromkeys((choices.attention_weights, choices.feed_forward_weights, choices.expert_weights))
    if {"attention_weights", "feed_forward_weights", "expert_weights"} & set(choices.sized):
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs bf16, fp16, fp32, fp8, int4 in groups; the checkpoint mixes formats inside a part.",
            )
        )
    unknown = [
        name
        for name in formats
        if (quantised(name) and name not in FORMATS) or (not quantised(name) and name != choices.activations)
    ]
    if unknown or choices.activations not in DTYPES:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs bf16, fp16, fp32, and fp8, int4_g128, int4_g64 where torch has kernels for them; "
                "weights are {weights}, activations {activations}.",
            ),
            weights=", ".join(formats),
            activations=choices.activations,
        )
    if {choices.kv_keys, choices.kv_values} != {choices.activations} or cp != 1:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP(
                "measure",
                "Measure runs a cache in the type of the activations, on one context rank; this one is {keys} and "
                "{values}, CP {cp}.",
            ),
            keys=choices.kv_keys,
            values=choices.kv_values,
            cp=cp,
        )


def _block(evaluation: Evaluation, group: LayerGroup, choices: Choices) -> dict[str, Any]:
    attention, feed_forward = group.attention, group.feed_forward
    if type(attention) not in (GroupedQuery, Latent) or not isinstance(feed_forward, Gated | Plain | Mixture):
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "There is no block to run for {attention} attention with {feed_forward}."),
            attention=attention.title,
            feed_forward=feed_forward.title,
        )
    if isinstance(feed_forward, Gated | Plain) and feed_forward.up_bias != feed_forward.down_bias:
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Measure knows biases on all feed-forward matrices or none."))
    if feed_forward.activation not in ACTIVATIONS:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "Measure has no activation {name}."), name=feed_forward.activation
        )
    if isinstance(feed_forward, Mixture) and evaluation.scenario.ep not in (None, 1):
        raise NotMeasurable(QT_TRANSLATE_NOOP("measure", "Measure runs all experts on one rank, without EP."))
    _refuse_what_is_left_out(evaluation.model, group)
    block: dict[str, Any] = {
        "d_model": evaluation.model.d_model,
        "norm": {"kind": group.norm.kind, "bias": group.norm.bias},
        "norm_placement": group.norm_placement,
        "position": _position(evaluation.model, attention),
        "attention": {name: getattr(attention, name) for name in sorted(MEASURED[type(attention)] - {"rotary"})},
        "feed_forward": _feed_forward(feed_forward),
    }
    formats = {
        "attention": FORMATS.get(choices.attention_weights, "plain"),
        "feed_forward": FORMATS.get(choices.feed_forward_weights, "plain"),
        "experts": FORMATS.get(choices.expert_weights, "plain") if isinstance(feed_forward, Mixture) else "plain",
    }
    return block if set(formats.values()) == {"plain"} else {**block, "formats": formats}


def _position(model: Model, attention: BaseModel) -> str:
    if isinstance(model.position, Learned):
        return "learned"
    return "rotary" if isinstance(attention, Latent) or getattr(attention, "rotary", False) else "none"


def _feed_forward(part: Gated | Plain | Mixture) -> dict[str, Any]:
    if isinstance(part, Mixture):
        named = ("kind", "experts", "active", "expert_width", "activation", "shared_width", "shared_gate",
                 "router_bias")  # fmt: skip
        fields = {name: getattr(part, name) for name in named}
        return {**fields, "form": part.matrices, "normed": part.choice_weights != "cast"}
    return {"kind": part.kind, "width": part.width, "activation": part.activation, "bias": part.up_bias}


_GROUPED = (
    "kind heads kv_heads head_dim window rotary query_bias key_bias value_bias output_bias query_key_norm rotary_dim"
)
_LATENT = "kind heads query_rank kv_rank nope_dim rope_dim value_dim down_bias output_bias"
_DENSE = "kind width activation up_bias down_bias"
_MIXTURE = (
    "kind experts active expert_width matrices activation shared_width shared_gate router_bias choice_weights"
)  # fmt: skip
MEASURED: Mapping[type[BaseModel], frozenset[str]] = {
    GroupedQuery: frozenset(_GROUPED.split()),
    Latent: frozenset(_LATENT.split()),
    Gated: frozenset(_DENSE.split()),
    Plain: frozenset(_DENSE.split()),
    Mixture: frozenset(_MIXTURE.split()),
}
"""What the worker's block has of each part; whatever else a part has must be as by default."""
NORM = frozenset({"kind", "bias"})
SAME_CALLS = frozenset({"own_rotation", "rotary_table", "query_key_norm_form", "joined_projection", "offset", "form"})
"""What changes numbers, or what training keeps, and no call: it is not asked of the block."""


def known_fields(part: BaseModel) -> frozenset[str]:
    """The fields of a part that the worker's block has."""
    return MEASURED.get(type(part), NORM) | SAME_CALLS


def _refuse_what_is_left_out(model: Model, group: LayerGroup) -> None:
    """Refused (NotMeasurable): a part with something that the block does not have; no other is timed in its place."""
    more = []
    for part in (group.attention, group.feed_forward, group.norm):
        known = known_fields(part)
        for name, info in type(part).model_fields.items():
            if name not in known and getattr(part, name) != info.default:
                more.append(field_of(part, name).title)
    if not group.beside.absent:
        more.append(group.beside.title)
    if type(model.stream) is not SingleStream:
        more.append(model.stream.title)
    if more:
        raise NotMeasurable(
            QT_TRANSLATE_NOOP("measure", "The block that Measure runs has no {more}."), more=", ".join(more)
        )
