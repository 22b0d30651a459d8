"""A sweep says at every point what the plan of that point says: value, margin and verdict."""

from __future__ import annotations

import math
import random
import tracemalloc
from functools import cache
from typing import Any

import pytest

from planner.evaluations import Planner
from planner.hosts import of_host
from planner.plan import Evaluation
from planner.presets import accelerator_presets, engine_presets, model_presets
from planner.verdict import Verdict
from planner.what_if.sweep.axes import axis_of, sweepable
from planner.what_if.sweep.point import with_point
from planner.what_if.sweep.ranges import RangeError
from planner.what_if.sweep.sweeper import Cancelled, Sweep, Sweeper
from planner.workbook import Assumptions, Inference, Scenario, Training, Workbook

CARDS = ("h100-sxm5", "a100-sxm4-80gb", "rtx-4090", "mi300x", "l40s")
GRIDS = (
    ("batch", "1, 3, 17..200 step 23", "context", "1k..64k by powers of two", "needed_bytes"),
    ("batch", "1..256 by powers of two", "output", "1, 100, 5k, 40k", "tpot_s"),
    ("context", "100..8k in 9", "memory_fraction", "5..95 in 4, blank", "kv_capacity_tokens"),
    ("tp", "1..16", "batch", "1, 16, 300", "decode_step_s"),
    ("accelerator.memory_bandwidth", "100..8000 in 5", "prompt", "1..6000 in 4", "prefill_s"),
    ("max_batched_tokens", "1k..32k by powers of two, blank", "dp", "1..4", "activations_bytes"),
    ("assumptions.tight_share", "0, 20, 60, 100", "batch", "1..512 by powers of two", "margin"),
    ("accelerator.usable_memory", "4..200 in 9", "context", "4k, 128k", "free_bytes"),
)
TRAINING = (
    ("micro_batch", "1..64 by powers of two", "sequence", "512..16k by powers of two", "needed_bytes"),
    ("tp", "1..8", "dp", "1..6", "train_step_s"),
    ("global_batch", "1..300 in 7", "pp", "1..5", "tokens_per_s"),
)


@cache
def models() -> tuple[str, ...]:
    """Forty presets, the same on every run, of all sizes and kinds."""
    names = sorted(model_presets())
    return tuple(random.Random(8).sample(names, 40))


def workbook(
    model: str, card: str = "h100-sxm5", engine: str | None = None, load: Any = None, **cells: Any
) -> Workbook:
    """One scenario of presets."""
    row, gpu = model_presets()[model], accelerator_presets()[card]
    engines = () if engine is None else (engine_presets()[engine],)
    scenario = Scenario(id="s", name="s", model=row.id, accelerator=gpu.id, load=load or Inference(),
                        engine=engines[0].id if engines else None, **cells)  # fmt: skip
    return Workbook(models=(row,), accelerators=(gpu,), engines=engines, scenarios=(scenario,))


def swept(of: Workbook, x: tuple[str, str], y: tuple[str, str] | None, result: str) -> tuple[Sweeper, Sweep]:
    """A sweep of the scenario "s"."""
    sweeper = Sweeper(of, "s")
    return sweeper, sweeper.sweep(axis_of(of, "s", *x), None if y is None else axis_of(of, "s", *y), result)


def agree(number: float, value: Any) -> bool:
    """A number of arrays with one of a single plan."""
    if value is None:
        return math.isnan(number)
    if isinstance(value, int) and abs(value) < 2**53:
        return int(number) == value and number.is_integer()
    return math.isclose(number, value, rel_tol=1e-12, abs_tol=0)


def check(sweeper: Sweeper, found: Sweep, choose: random.Random, count: int) -> list[Evaluation]:
    """Random points against their plans."""
    plans = []
    for _ in range(count):
        row, column = choose.randrange(found.values.shape[0]), choose.randrange(found.values.shape[1])
        settings = found.settings(row, column)
        plan = sweeper.plan(settings)
        plans.append(plan)
        said = [(axis.swept.name, value) for axis, value in settings]
        assert found.verdict(row, column) is plan.verdict, said
        assert agree(float(found.margins[row, column]), plan.value("free")), said
        if found.key is not None:
            assert agree(float(found.values[row, column]), plan.value(found.key)), said
    return plans


@pytest.mark.parametrize("at", range(40))
def test_that_random_points_equal_the_single_plan(at: int) -> None:
    choose = random.Random(at)
    engines = (None, *sorted(engine_presets()))
    name, engine = models()[at], engines[at % len(engines)]
    if at % 5 == 4:
        load = Training(recipe=("bf16_adamw", "lora_adamw", "qlora_adamw")[at % 3])
        of, grid = workbook(name, CARDS[at % 5], None, load), TRAINING[at // 5 % 3]
    else:
        of, grid = workbook(name, CARDS[at % 5], engine, tp=choose.choice((1, 2, 8))), GRIDS[at % len(GRIDS)]
    check(*swept(of, grid[:2], grid[2:4], grid[4]), choose, 12)


def test_that_cells_that_follow_by_expressions_are_swept_too() -> None:
    load = Inference(batch="=3*tp - 2", context="=round_up(8000/tp, 256)", output="=context // batch")
    of = workbook("llama-3-8b", load=load, dp="=min(tp, 4)")
    sweeper, found = swept(of, ("tp", "1..24"), None, "kv_cache_bytes")
    plans = check(sweeper, found, random.Random(1), 40)
    assert len({plan.scenario.dp for plan in plans}) > 1
    sweeper, found = swept(of, ("accelerator.usable_memory", "1..200 in 40"), ("tp", "1..8"), "needed_bytes")
    check(sweeper, found, random.Random(2), 20)


def test_that_an_expression_without_a_value_is_unknown_where_it_has_none() -> None:
    of = workbook("llama-3-8b", load=Inference(output="=4096 / batch", prompt=16))
    sweeper, found = swept(of, ("batch", "1..9"), None, "tpot_s")
    for column, batch in enumerate(found.x.values):
        plan = sweeper.plan(found.settings(0, column))
        assert (plan.scenario.serving.output is None) == bool(4096 % batch)
        assert agree(float(found.values[0, column]), plan.value("tpot"))


def test_that_a_division_by_zero_blocks_its_points_and_no_others() -> None:
    of = workbook("llama-3-8b")
    sweeper, found = swept(of, ("accelerator.memory_bandwidth", "0..4000 in 41"), ("batch", "1..9"), "decode_step_s")
    check(sweeper, found, random.Random(3), 30)
    blank = [math.isnan(value) for value in found.values[0]]
    assert blank == [sweeper.plan(found.settings(0, at)).value("decode_step") is None for at in range(41)]
    assert blank[0] and not any(blank[1:])


def test_that_precision_and_engines_are_taken_value_by_value() -> None:
    of = workbook("qwen3-8b", engine="vllm")
    both = of.model_copy(update={"engines": (*of.engines, engine_presets()["llama-cpp"])})
    sweeper, found = swept(both, ("weights", "bf16, fp8, q4_k_m, blank"), ("engine", "all, blank"), "weights_bytes")
    assert found.values.shape == (3, 4)
    check(sweeper, found, random.Random(4), 12)
    sweeper, found = swept(both, ("kv_policy", "all"), ("batch", "1..40"), "kv_cache_bytes")
    check(sweeper, found, random.Random(5), 30)


def test_that_degrees_no_ranks_can_have_are_unknown_as_in_the_plan() -> None:
    of = workbook("qwen3-30b-a3b", card="h200-sxm")
    sweeper, found = swept(of, ("ep", "1..12"), ("cp", "1..4"), "needed_bytes")
    plans = check(sweeper, found, random.Random(6), 48)
    assert Verdict.UNKNOWN in {plan.verdict for plan in plans}


def test_that_the_smaller_card_of_a_host_withholds_the_word() -> None:
    of = workbook("llama-3-8b")
    card = of.accelerators[0].model_copy(update={"host": "box", "cards_per_host": 2})
    small = card.model_copy(update={"id": "small", "usable_memory": 20 * 2**30, "cards_per_host": 2})
    of = of.model_copy(update={"accelerators": (card, small)})
    assert len(of_host(of.accelerators, card)) == 2
    sweeper, found = swept(of, ("tp", "1..6"), ("batch", "1..20"), "needed_bytes")
    plans = check(sweeper, found, random.Random(7), 40)
    assert {Verdict.UNKNOWN, Verdict.FITS} <= {plan.verdict for plan in plans}


def test_that_a_draft_model_and_other_rows_are_followed() -> None:
    of = workbook("llama-3-70b", load=Inference(draft_tokens=4, acceptance=0.7), tp=4, draft="draft")
    draft = model_presets()["llama-3-8b"].model_copy(update={"id": "draft"})
    of = of.model_copy(update={"models": (*of.models, draft)})
    other = Scenario(id="other", name="other", load=Inference(batch="=2*s.batch"))
    of = of.model_copy(update={"scenarios": (*of.scenarios, other)})
    check(*swept(of, ("batch", "1..64"), ("draft_tokens", "1..8, blank"), "tpot_s"), random.Random(8), 25)
    with pytest.raises(RangeError, match="no model"):
        Sweeper(of, "other").sweep(axis_of(of, "other", "context", "1, 2"))
    sweeper = Sweeper(of, "other")
    found = sweeper.sweep(axis_of(of, "other", "model", "all"), result="verdict")
    check(sweeper, found, random.Random(9), 4)
    with pytest.raises(RangeError, match="no model"):
        sweeper.sweep(axis_of(of, "other", "model", "all, blank"))


def test_that_a_large_sweep_has_bounded_memory_and_reports_its_progress() -> None:
    of = workbook("llama-3-8b")
    sweeper = Sweeper(of, "s")
    x, y = axis_of(of, "s", "batch", "1..500"), axis_of(of, "s", "context", "1k..400k step 1k")
    seen: list[float] = []
    sweeper.sweep(axis_of(of, "s", "batch", "1..2"), result="needed_bytes")
    tracemalloc.start()
    found = sweeper.sweep(x, y, "needed_bytes", progress=lambda share: seen.append(share) or True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.values.shape == (400, 500)
    assert peak < 40e6
    assert seen == sorted(seen) and seen[-1] == 1 and len(seen) > 10
    check(sweeper, found, random.Random(9), 20)


def test_that_a_sweep_is_cancelled_between_two_steps() -> None:
    of = workbook("llama-3-8b")
    x, y = axis_of(of, "s", "batch", "1..500"), axis_of(of, "s", "context", "1k..400k step 1k")
    seen: list[float] = []
    with pytest.raises(Cancelled):
        Sweeper(of, "s").sweep(x, y, progress=lambda share: seen.append(share) or len(seen) < 3)
    assert len(seen) == 3


def test_that_only_the_result_is_computed_where_no_word_is_wanted() -> None:
    of = workbook("llama-3-8b")
    sweeper = Sweeper(of, "s")
    x, y = axis_of(of, "s", "batch", "1..40"), axis_of(of, "s", "context", "1k..40k step 1k")
    whole, bare = sweeper.sweep(x, y, "decode_step_s"), sweeper.sweep(x, y, "decode_step_s", word=False)
    for one, other in zip(whole.values.flat, bare.values.flat, strict=True):
        assert math.isclose(one, other, rel_tol=1e-12)
    assert bare.verdict(0, 0) is Verdict.UNKNOWN and math.isnan(bare.margins[0, 0])


@pytest.mark.parametrize(
    ("x", "y", "result", "said"),
    [
        (("heads", "1..4"), None, "needed_bytes", "no field heads"),
        (("batch", "1..4"), ("batch", "1..4"), "needed_bytes", "swept twice"),
        (("accelerator", "all"), ("accelerator.power", "100..200 in 3"), "needed_bytes", "sweep one of the two"),
        (("batch", "1..5000"), ("context", "1..5000"), "needed_bytes", "take larger steps"),
        (("batch", "1..4"), None, "needed_byte", "needed_bytes"),
        (("batch", "1..4"), None, "", "decode_step_s"),
    ],
)
def test_that_a_sweep_that_cannot_be_is_refused_with_what_to_do(
    x: tuple[str, str], y: tuple[str, str] | None, result: str, said: str
) -> None:
    with pytest.raises(RangeError, match=said):
        swept(workbook("llama-3-8b"), x, y, result)


def test_that_every_field_of_a_plan_can_be_swept() -> None:
    of = workbook("llama-3-8b", engine="vllm")
    names = sweepable(of, "s")
    assert {"batch", "tp", "weights", "kv_policy", "engine", "accelerator.memory_bandwidth", "engine.memory_fraction",
            "model.d_model", "model.group1.attention.kv_heads", "model.group1.count",
            "assumptions.tight_share"} <= names.keys()  # fmt: skip
    assert "lora_rank" not in names, "no plan without adapters reads it"
    for x, y in (
        (("model.group1.attention.kv_heads", "1..32 by powers of two"), ("model.d_model", "1k..8k step 1k")),
        (("model.group1.count", "1..90"), ("pp", "1, 2, 4")),
        (("engine.memory_fraction", "10..100 in 12"), ("batch", "1..60")),
        (("lora_tables", "all"), ("assumptions.runtime", "0.1, 50")),
    ):  # fmt: skip
        check(*swept(of, x, y, "needed_bytes"), random.Random(x[0]), 12)
    assert isinstance(of.assumptions, Assumptions)


def test_that_a_point_becomes_one_scenario_below_the_swept_one() -> None:
    of = workbook("llama-3-8b")
    later = of.scenarios[0].model_copy(update={"id": "later", "name": "later"})
    of = of.model_copy(update={"scenarios": (*of.scenarios, later)})
    for x, y in (
        (("batch", "3, 5"), ("accelerator.memory_bandwidth", "100, 900")),
        (("model.group1.attention.kv_heads", "2, 4"), ("model.d_model", "2048, 4096")),
        (("weights", "fp8, bf16"), None),
    ):
        found = swept(of, x, y, "decode_step_s")[1]
        row, column = found.values.shape[0] - 1, 1
        after, made = with_point(of, "s", found.settings(row, column), "said")
        plan = Planner().evaluate(after).scenarios[made]
        assert [each.id for each in after.scenarios] == ["s", made, "later"]
        assert after.scenarios[1].name == "s (said)"
        assert plan.verdict is found.verdict(row, column)
        assert agree(float(found.values[row, column]), plan.value("decode_step"))
        assert after.scenarios[0] is of.scenarios[0] and after.accelerators[0] is of.accelerators[0]
    assumption = axis_of(of, "s", "assumptions.tight_share", "1, 2")
    with pytest.raises(RangeError, match="holds for all scenarios"):
        with_point(of, "s", ((assumption, 0.01),), "said")


def test_that_arrays_do_the_work_and_single_plans_are_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    of = workbook("qwen3-30b-a3b", engine="vllm", tp=2)
    sweeper = Sweeper(of, "s")
    planned: list[object] = []
    whole = Sweeper.plan
    monkeypatch.setattr(Sweeper, "plan", lambda self, settings: planned.append(settings) or whole(self, settings))
    for x, y in (
        (("batch", "1..100"), ("context", "1k..100k step 1k")),
        (("tp", "1..64"), ("batch", "1..100")),
        (("accelerator.memory_bandwidth", "100..8000 in 80"), ("memory_fraction", "50..95 in 46")),
    ):
        planned.clear()
        sweeper.sweep(axis_of(of, "s", *x), axis_of(of, "s", *y), "tpot_s")
        assert len(planned) <= 16, (x, y)
