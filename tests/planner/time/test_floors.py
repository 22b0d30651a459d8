"""No estimate is below its floor: every preset, on a device that is as good as its datasheet."""

from __future__ import annotations

import pytest

from planner.evaluations import STANDARD
from planner.parts.attention.grouped_query import GroupedQuery
from planner.plan import Kitchen
from planner.presets import accelerator_presets, model_presets
from planner.time.choices import BY_CLASS
from planner.workbook import Inference, Scenario
from tests.planner import rows

IDEAL = {"compute_efficiency": 1.0, "bandwidth_efficiency": 1.0, "call_time": 0.0} | dict.fromkeys(BY_CLASS)


@pytest.mark.parametrize("batch", [1, 8, 64])
def test_that_no_preset_is_estimated_below_its_floor(batch: int) -> None:
    kitchen = Kitchen()
    card = accelerator_presets()["h200-sxm"].model_copy(update=IDEAL)
    below = []
    for name, model in model_presets().items():
        for context in (512, 32768):
            load = Inference(batch=batch, context=context, prompt=context)
            plan = kitchen.evaluate(model, card, Scenario(id="s", name="s", load=load), STANDARD)
            for estimate, floor in (("decode_step", "decode_floor"), ("prefill", "prefill_floor")):
                if plan.value(floor) > plan.value(estimate) * (1 + 1e-12):
                    below.append((name, context, floor, plan.value(floor), plan.value(estimate)))
    assert not below


def test_that_a_mixture_reads_the_experts_that_are_hit() -> None:
    model = model_presets()["mixtral-8x7b"]
    one, many = (rows.evaluated(model, rows.h100(), {"batch": batch}) for batch in (1, 4096))
    weights = one.value("weights.group1")
    assert one.value("decode_floor.group1") < weights * 0.4
    assert many.value("decode_floor.group1") == pytest.approx(weights, rel=1e-6)


def test_that_a_second_mixer_of_the_same_kind_is_counted_beside_the_first() -> None:
    base = rows.llama_2_7b()
    group = base.groups[0].model_copy(update={"beside": GroupedQuery(heads=8, kv_heads=8)})
    both = rows.evaluated(base.model_copy(update={"groups": (group,)}), rows.h100())
    alone = rows.evaluated(base, rows.h100())
    assert both.value("kv_cache") == alone.value("kv_cache") * 40 // 32
    more = 4 * 4096 * 8 * 128
    tokens = 2048
    assert both.value("flops_prefill.matrices") - alone.value("flops_prefill.matrices") == 2 * tokens * 32 * more
