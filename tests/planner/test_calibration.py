"""The fit against points whose constants are known: what it finds, what it writes, when it refuses."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from planner.accelerator import MEASURED, Accelerator
from planner.calibration import AT_ITS_LIMIT, ONE_PHASE, UNSTEADY, NotCalibrated, calibrate
from planner.calibration_points import Sample
from planner.measurable import CALIBRATION
from planner.measured import ACHIEVED
from planner.plan import Kitchen
from planner.workbook import Assumptions, Inference, Scenario
from tests.planner import rows

KITCHEN, ASSUMPTIONS = Kitchen(), Assumptions()


def evaluate(model: Any, row: Any, scenario: Any) -> Any:
    return KITCHEN.evaluate(model, row, scenario, ASSUMPTIONS)


def samples(truth: Accelerator, noise: float = 0.0, models: Sequence[Any] = (), phase: str = "") -> list[Sample]:
    """The six points of some models, as a card with these constants would take them."""
    rng, found = random.Random(3), []
    for model in models or (rows.llama_2_7b(), rows.gpt_2()):
        for point in CALIBRATION:
            if phase and point["phase"] != phase:
                continue
            tokens = point.get("tokens") or point["context"] - 1
            load = Inference(batch=point["batch"], prompt=tokens, context=point.get("context", tokens + 1))
            scenario = Scenario(id="s", name="s", load=load)
            key = f"{'prefill' if point['phase'] == 'prefill' else 'decode_step'}.group1.block"
            seconds = evaluate(model, truth, scenario).value(key) * math.exp(rng.gauss(0, noise))
            found.append(Sample(f"{model.name} {point}", point["phase"], model, scenario, key, seconds, 0.05, True,
                                "o", "2026-11-30"))  # fmt: skip
    return found


def fit(row: Accelerator, points: list[Sample]) -> Any:
    return calibrate(row, points, evaluate, "2026-11-30", "some points")


@pytest.mark.parametrize("noise", [0.0, 0.03])
def test_that_three_constants_are_found_again(noise: float) -> None:
    truth = rows.a100().model_copy(
        update={"compute_efficiency": 0.52, "bandwidth_efficiency": 0.66, "call_time": 9e-6}
    )  # fmt: skip
    found = fit(rows.a100(), samples(truth, noise))
    assert found.errors("before")[0] > 0.15
    assert found.errors("after")[0] < 0.01 + noise
    assert found.after.compute_efficiency == pytest.approx(0.52, rel=0.06)
    assert found.after.bandwidth_efficiency == pytest.approx(0.66, rel=0.06)
    assert found.after.call_time == pytest.approx(9e-6, rel=0.15)


def test_that_what_is_written_has_its_provenance_and_nothing_else_changes() -> None:
    truth = rows.a100().model_copy(update={"compute_efficiency": 0.5})
    found = fit(rows.a100(), samples(truth))
    changed = {name for name, _, _ in found.changes}
    assert "compute_efficiency" in changed and all("efficiency" in name or "call_time" in name for name in changed)
    for name in changed:
        assert found.after.sources[name] == f"{MEASURED} on 2026-11-30: fitted to some points"
    same = rows.a100().model_dump(exclude={*changed, "sources"})
    assert found.after.model_dump(exclude={*changed, "sources"}) == same


def test_that_constants_by_class_are_taken_only_where_they_predict_better() -> None:
    plain = rows.a100()
    by_class = plain.model_copy(
        update={"gemm_compute_efficiency": 0.7, "gemm_bandwidth_efficiency": 0.8, "gemm_call_time": 5e-6,
                "prefill_attention_compute_efficiency": 0.3, "prefill_attention_bandwidth_efficiency": 0.5,
                "prefill_attention_call_time": 2e-5, "decode_attention_bandwidth_efficiency": 0.35,
                "decode_attention_call_time": 3e-5, "elementwise_bandwidth_efficiency": 0.5,
                "elementwise_call_time": 3e-6}
    )  # fmt: skip
    assert not fit(plain, samples(plain.model_copy(update={"compute_efficiency": 0.6}))).by_class
    found = fit(plain, samples(by_class))
    assert found.by_class
    assert found.errors("after")[0] < 0.05
    assert found.after.decode_attention_bandwidth_efficiency < found.after.gemm_bandwidth_efficiency


def test_that_one_wild_point_hardly_moves_the_fit() -> None:
    points = samples(rows.a100().model_copy(update={"compute_efficiency": 0.5}))
    wild = [*points[1:], Sample(**{name: getattr(points[0], name) for name in Sample.__slots__} | {"seconds": 5.0})]
    found = fit(rows.a100(), wild)
    assert found.errors("after")[0] < 0.05


@pytest.mark.parametrize(
    ("name", "prior"), [("compute_efficiency", 0.4), ("bandwidth_efficiency", 0.4), ("call_time", 1.0)]
)
def test_that_few_points_move_a_constant_as_far_as_they_outweigh_its_prior(name: str, prior: float) -> None:
    """n points of spread s that are in proportion to one constant alone move the logarithm of its factor by the share
    1 / (1 + s^2 / (n p^2)) of where they have it, under a prior of width p.
    """
    endless = {"peak_bf16": 1e22, "memory_bandwidth": 1e20, "call_time": 1e-15}
    kept = dict(zip(("compute_efficiency", "bandwidth_efficiency", "call_time"), endless, strict=True))
    del endless[kept[name]]
    card = rows.a100().model_copy(update={**endless, "compute_efficiency": 0.5, "bandwidth_efficiency": 0.5})
    truth = card.model_copy(update={name: getattr(card, name) * math.exp(-0.1)})
    points = [replace(point, spread=0.6) for point in samples(truth, phase="prefill", models=[rows.llama_2_7b()])]
    found = fit(card, points)
    share = -math.log(getattr(found.after, name) / getattr(card, name)) / 0.1
    assert share == pytest.approx(1 / (1 + 0.6**2 / (len(points) * prior**2)), abs=0.02)


def test_that_an_achieved_rate_that_was_too_low_is_raised() -> None:
    truth = rows.a100().model_copy(update={"compute_efficiency": 1.0, "bandwidth_efficiency": 1.0})
    probed = truth.model_copy(
        update={
            "peak_bf16": truth.peak_bf16 / 2, "memory_bandwidth": truth.memory_bandwidth / 1.5,
            "sources": {"peak_bf16": ACHIEVED, "memory_bandwidth": ACHIEVED},
        }
    )  # fmt: skip
    found = fit(probed, samples(truth))
    assert found.after.peak_bf16 == pytest.approx(truth.peak_bf16, rel=0.1)
    assert found.errors("after")[0] < 0.05 < found.errors("before")[0]
    assert found.after.compute_efficiency <= 1 and found.after.sources["peak_bf16"].startswith(MEASURED)


def test_that_published_peaks_are_never_raised_and_the_limit_is_said() -> None:
    low = rows.a100().model_copy(update={"peak_bf16": 100e12})
    found = fit(low, samples(rows.a100()))
    assert found.after.peak_bf16 == 100e12 and found.after.compute_efficiency == 1
    assert AT_ITS_LIMIT in found.warnings


def test_that_doubts_are_said() -> None:
    points = samples(rows.a100(), phase="decode")
    shaky = [
        Sample(**{name: getattr(point, name) for name in Sample.__slots__} | {"steady": False}) for point in points
    ]
    found = fit(rows.a100(), shaky)
    assert {ONE_PHASE, UNSTEADY} <= set(found.warnings)


def test_that_too_few_points_or_a_row_without_rates_are_refused() -> None:
    with pytest.raises(NotCalibrated, match="2 points of A100"):
        fit(rows.a100(), samples(rows.a100())[:2])
    with pytest.raises(NotCalibrated, match="0 points"):
        fit(rows.a100().model_copy(update={"memory_bandwidth": None}), samples(rows.a100()))
