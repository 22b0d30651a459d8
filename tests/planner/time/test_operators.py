"""Operators against parameters: a decode step multiplies with each matrix once and reads each weight once.

Over every kind of part, as it comes and with all switched on, and over every preset; one rank, 16-bit weights. What is
expected is counted here from the parameters alone, what is found from the operators alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from planner.parts.base import Weight
from planner.parts.feed_forward import Mixture
from planner.plan import Evaluation
from planner.presets import model_presets
from planner.workbook import Model
from tests.planner import rows
from tests.planner.parts.test_kinds import NAMES, PARTS, model_with

BATCH = 3
HALVES = ("attention", "beside", "feed_forward", "stream")
NOT_A_MATRIX = ("attention", "recurrence", "index_scores")
"""Operators whose FLOPs are products of activations with each other."""
TWICE = ("stream_router",)
"""Matrices that a token passes twice: AltUp's router speaks before the layer and after it."""
NOT_READ = ("embedding", "positions", "input_table", "other_stacks")
"""Tables of which a step reads its tokens' rows, and what no token of the text passes."""

MODELS: dict[str, Model] = {name: model_with(part) for name, part in zip(NAMES, PARTS, strict=True)}
MODELS |= dict(model_presets())


def decode(model: Model) -> Evaluation:
    return rows.evaluated(model, rows.h100(), {"batch": BATCH, "context": 1000, "prompt": 700})


def operators(plan: Evaluation, root: str, ending: str) -> Iterator[tuple[Any, int]]:
    """Lines of the operators of a pass, each with how many layers run it."""
    for line in plan.structure.lines:
        if line.key.startswith(f"{root}.") and line.key.endswith(f".{ending}"):
            group = line.key.split(".")[1]
            layers = plan.model.groups[int(group[5:]) - 1].count if group.startswith("group") else 1
            yield line, layers


def weight_bytes(plan: Evaluation) -> float:
    """Bytes of weights that the operators of a decode step read: what they move when rows and caches weigh nothing."""
    total = 0
    for line, layers in operators(plan, "decode_step", "bytes"):
        weightless = ("format.", "kv_cache.", f"{line.key.rpartition('.block.')[0]}.")
        amounts = {
            name: 0 if slot.startswith(weightless) and not slot.startswith("weights.") else amount(plan, slot)
            for name, slot in line.sources.items()
        }
        total += layers * line.formula.evaluate(amounts)
    return total


def amount(plan: Evaluation, slot: str) -> Any:
    return plan.value(slot) if slot in plan.structure.index else plan.amounts[slot]


def layer_weights(plan: Evaluation) -> Iterator[tuple[str, int, Weight]]:
    """Key (from the layer on), layers and weight of everything inside the layers."""
    for number, group in enumerate(plan.model.groups, 1):
        for half in HALVES:
            part = plan.model.stream if half == "stream" else getattr(group, half)
            for weight in part.layer_weights() if half == "stream" else part.weights():
                yield f"group{number}.layer.{half}.{weight.key}", group.count, weight


def routed(plan: Evaluation, key: str) -> Mixture | None:
    """The mixture that a weight of experts belongs to."""
    half, name = key.split(".")[-2:]
    if half != "feed_forward" or name not in ("experts", "expert_bias"):
        return None
    found = plan.model.groups[int(key.split(".")[0][5:]) - 1].feed_forward
    assert isinstance(found, Mixture)
    return found


def crossing(plan: Evaluation, key: str) -> bool:
    """Whether a weight makes keys or values of another input, which a decode step does not."""
    group, _, half, name = key.split(".")
    part = getattr(plan.model.groups[int(group[5:]) - 1], half, None)
    other = part is not None and part.kind == "cross_attention"
    return other and name in ("k", "v", "k_norm", "k_bias", "v_bias")


def chosen(mixture: Mixture) -> float:
    return mixture.active / (mixture.experts + (mixture.empty_experts or 0))


@pytest.mark.parametrize("name", MODELS)
def test_that_a_decode_step_reads_each_weight_once(name: str) -> None:
    plan = decode(MODELS[name])
    expected = plan.value("weights")
    for table in NOT_READ:
        if table != "embedding" or not plan.model.head.tied:
            expected -= plan.value(f"weights.{table}") or 0
    if plan.model.head.tied:
        extra = plan.model.embedding.extra_rows or 0
        assert not extra
    expected -= plan.value("weights.prediction") or 0
    for key, layers, weight in layer_weights(plan):
        held, mixture = plan.value(f"weights.{key}"), routed(plan, key)
        if mixture is not None:
            expected -= layers * held * (1 - chosen(mixture)) ** BATCH
        elif crossing(plan, key):
            expected -= layers * held
        elif weight.key in TWICE:
            expected += layers * held
    assert weight_bytes(plan) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_that_a_decode_step_multiplies_with_each_matrix_once(name: str) -> None:
    plan = decode(MODELS[name])
    outside = ("embedding_in", "embedding_out", "input_projection", "stream_projections", "stream_projections_back",
               "stream_head")  # fmt: skip
    width = plan.model.d_model if plan.model.embedding.width is None else plan.model.embedding.width
    elements: float = plan.model.vocab_size * width + sum(plan.value(f"parameters.{key}") or 0 for key in outside)
    for key, layers, weight in layer_weights(plan):
        if weight.stored in ("matrix", "expert", "router") and not crossing(plan, key):
            mixture = routed(plan, key)
            share = 1 if mixture is None else chosen(mixture)
            elements += layers * plan.value(f"parameters.{key}") * share * (2 if weight.key in TWICE else 1)
    found = sum(
        layers * plan.value(line.key)
        for line, layers in operators(plan, "decode_step", "flops")
        if line.key.split(".")[-2] not in NOT_A_MATRIX
    )
    assert found == pytest.approx(2 * BATCH * elements, rel=1e-9)


@pytest.mark.parametrize("name", MODELS)
def test_that_the_operators_of_one_rank_add_up_to_the_flops_of_the_model(name: str) -> None:
    plan = decode(MODELS[name])
    for root, total in (("prefill", "flops_prefill"), ("decode_step", "flops_decode_step")):
        found = sum(layers * plan.value(line.key) for line, layers in operators(plan, root, "flops"))
        assert found == plan.value(total), root
