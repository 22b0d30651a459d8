"""The roofline: roofs of the card, points of the calls, and what was measured."""

from __future__ import annotations

import pytest

from planner.measured import Measured
from planner.observations import Observation, Timing
from planner.presets import accelerator_presets, model_presets
from planner.what_if.roofline import roofline_of
from tests.planner import rows

PRESETS = dict(model_presets())
LOAD = {"batch": 8, "prompt": 2048, "context": 4096}
EXACT = 1 + 1e-9
SOME = (
    "llama-3-8b",
    "deepseek-v3",
    "mixtral-8x7b",
    "gpt-oss-120b",
    "qwen3-next-80b-a3b",
    "jamba-v0.1",
    "deepseek-v4-flash",
)


@pytest.mark.parametrize("name", SOME)
def test_that_no_point_is_above_its_roof_nor_an_estimate_above_the_floor(name: str) -> None:
    found = roofline_of(rows.evaluated(PRESETS[name], rows.h100(), LOAD))
    assert found.points
    published = [roof for roof in found.roofs if not roof.calibrated]
    for point in found.points:
        roof = next(roof for roof in published if roof.operand == point.operand)
        assert point.floor == pytest.approx(roof.at(point.intensity), rel=1e-12)
        assert point.estimated is not None and 0 < point.estimated <= point.floor * EXACT


def test_that_every_call_with_flops_is_a_point_and_the_rest_is_told() -> None:
    plan = rows.evaluated(PRESETS["llama-3-8b"], rows.h100(), LOAD)
    found = roofline_of(plan)
    for root in ("prefill", "decode_step"):
        points = [point for point in found.points if point.root == root]
        calls = [call for call in plan.structure.calls if call.root == root and call.flops is not None]
        assert [point.key for point in points] == [call.key for call in calls]
        assert sum(point.share for point in points) + found.without[root] == pytest.approx(1.0, rel=1e-9)
        assert sum(point.seconds for point in points) < plan.value(root)


def test_that_roofs_are_peak_and_bandwidth_and_what_products_reach_of_them() -> None:
    published, reached = roofline_of(rows.evaluated(PRESETS["llama-3-8b"], rows.h100(), LOAD)).roofs
    assert (published.operand, published.peak, published.bandwidth) == ("bf16", 989e12, 3.35e12)
    assert published.ridge == pytest.approx(989e12 / 3.35e12)
    assert reached.calibrated and reached.peak == pytest.approx(0.686 * 989e12)
    assert reached.bandwidth == pytest.approx(0.858 * 3.35e12)


def test_that_eight_bit_products_have_a_roof_of_their_own() -> None:
    card = dict(accelerator_presets())["h100-sxm5"]
    found = roofline_of(rows.evaluated(PRESETS["deepseek-v3"], card, LOAD))
    roofs = {roof.operand: roof.peak for roof in found.roofs if not roof.calibrated}
    assert roofs["fp8"] == pytest.approx(2 * roofs["bf16"], rel=1e-3)
    assert {point.operand for point in found.points} == {"fp8", "bf16"}


def test_that_a_measured_block_has_its_own_point_and_a_stale_one_none() -> None:
    plan = rows.evaluated(PRESETS["llama-3-8b"], rows.h100(), LOAD)
    block = plan.value("block_decode")
    timing = Timing(median=1.25 * block, quartile_low=block, quartile_high=2 * block, minimum=block, samples=5)
    observation = Observation(
        id="o", scenario="s1", fingerprint="0" * 64, device="H100", device_kind="cuda", torch="2", date="2026-01-01",
        dtype="bfloat16", block={"decode": timing},
    )  # fmt: skip
    fresh = Measured(observation, {}, False, {}, {})
    (point,) = (each for each in roofline_of(plan, fresh).points if each.measured is not None)
    assert point.estimated is not None and point.measured == pytest.approx(point.estimated / 1.25)
    assert point.measured < point.floor and (point.root, point.device) == ("decode_step", "H100")
    stale = Measured(observation, {}, True, {}, {})
    assert all(each.measured is None for each in roofline_of(plan, stale).points)


def test_that_a_plan_without_rates_has_no_points() -> None:
    assert roofline_of(rows.evaluated(PRESETS["llama-3-8b"], None, LOAD)).points == ()
