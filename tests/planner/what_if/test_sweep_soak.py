"""Sweeps of plans drawn at random equal the plans of their points."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from planner.presets import accelerator_presets, engine_presets, model_presets
from planner.summary import SUMMARY, line_named
from planner.what_if.sweep.axes import axis_of
from planner.what_if.sweep.ranges import RangeError
from planner.what_if.sweep.sweeper import Sweeper
from planner.workbook import Training
from tests.planner.what_if.test_sweep import check, workbook

AXES = (
    ("batch", "1..90"), ("context", "1k..100k in 90"), ("context", "16..70k in 77"), ("prompt", "1..60k in 83"),
    ("output", "1..10k in 71"), ("accelerator.memory_bandwidth", "0..8000 in 91"), ("tp", "1..8"), ("pp", "1..6"),
    ("max_batched_tokens", "1k..100k in 70"), ("accelerator.usable_memory", "4..200 in 80"), ("dp", "1..6"),
    ("memory_fraction", "5..95 in 60"), ("output", "1..4000"), ("context", "1000..9000"), ("batch", "1..5000"),
)  # fmt: skip
TRAINED = (
    ("micro_batch", "1..64"), ("sequence", "512..100k in 80"), ("global_batch", "1..900 in 90"), ("tp", "1..8"),
    ("pp", "1..6"), ("dp", "1..6"), ("accelerator.memory_bandwidth", "0..8000 in 71"), ("sequence", "512..6000"),
)  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_that_sweeps_drawn_at_random_equal_the_plans_of_their_points(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    choose = random.Random(seed)
    models, cards, engines = sorted(model_presets()), sorted(accelerator_presets()), sorted(engine_presets())
    points = 0
    while points < 400:
        trained = choose.random() < 0.2
        load = Training(recipe=choose.choice(("bf16_adamw", "lora_adamw", "qlora_adamw"))) if trained else None
        engine = None if trained else choose.choice((None, *engines))
        degrees: dict[str, Any] = {"tp": choose.choice((1, 2, 4, 8)), "pp": choose.choice((1, 1, 2, 3)),
                                   "dp": choose.choice((1, 1, 2)), "ep": choose.choice((1, 1, 2, 4))}  # fmt: skip
        of = workbook(choose.choice(models), choose.choice(cards), engine, load, **degrees)
        sweeper = Sweeper(of, "s")
        x, y = choose.sample(TRAINED if trained else AXES, 2)
        if x[0] == y[0]:
            continue
        try:
            axes = axis_of(of, "s", *x), axis_of(of, "s", *y)
        except RangeError:  # the plan has no such field
            continue
        if len(axes[0].values) * len(axes[1].values) > 60_000:
            continue
        plan = sweeper.plan(())
        names = [name for name in SUMMARY if line_named(plan, name) is not None]
        for name in choose.sample(names, 2):
            check(sweeper, sweeper.sweep(*axes, name), choose, 8)
            points += 8
    record_property("points", points)
