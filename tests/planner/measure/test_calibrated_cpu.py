"""Measure, calibrate, predict on this machine's CPU: three small models, each predicted from the other two."""

import json
import os
import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from planner.calibration import calibrate
from planner.calibration_points import samples_of
from planner.elsewhere import entry_of, job_text, observation_from, read_results, run_here
from planner.evaluations import Planner
from planner.measured import probed_row
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.workbook import Inference, LayerGroup, Model, Scenario, Workbook

WITHIN = 0.25
ATTEMPTS = 3
WIDTHS = (768, 1024, 1536)


def workbook() -> Workbook:
    """Three models whose blocks take from 0.1 to 1 ms a decode step on two cores, so that no cache holds them all."""
    models = tuple(
        Model(
            id=f"m{width}", name=f"d {width}", d_model=width, vocab_size=8192,
            groups=(LayerGroup(id="g1", count=4, feed_forward=Gated(width=4 * width),
                               attention=GroupedQuery(heads=width // 64, kv_heads=width // 64, head_dim=64)),),
        )
        for width in WIDTHS
    )  # fmt: skip
    load = Inference(batch=2, prompt=192, context=512)
    scenarios = tuple(Scenario(id=f"s{m.d_model}", name=m.name, model=m.id, load=load, weights="fp32") for m in models)
    return Workbook(models=models, scenarios=scenarios)


def held_out(results: Path, book: Workbook) -> tuple[list[float], list[float], str]:
    """Errors of every point with constants fitted to the other models, those of steady points, and words about it."""
    entries = read_results(results)
    row = probed_row(entries[0]["result"]["device"], entries[0]["result"]["probe"], "device")
    planner = Planner()
    plans = planner.evaluate(book.model_copy(update={"accelerators": (row,)})).scenarios
    evaluate: Callable[..., Any] = partial(planner.estimate, book.assumptions)
    observations = [observation_from(entry, f"o{at}", (row,)) for at, entry in enumerate(entries)]
    samples = samples_of(row, observations, plans, (row,))
    every, steady = [], []
    for name in dict.fromkeys(sample.model.name for sample in samples):
        others = [sample for sample in samples if sample.model.name != name]
        fitted = calibrate(row, others, evaluate, "2026-11-30", "others").after
        for sample in (sample for sample in samples if sample.model.name == name):
            estimate = evaluate(sample.model, fitted, sample.scenario).value(sample.key)
            every.append(abs(estimate / sample.seconds - 1))
            if sample.steady:
                steady.append(every[-1])
    return every, steady, f"{len(samples)} points, {len(steady)} of them steady"


@pytest.mark.slow
def test_that_held_out_models_are_predicted_within_a_quarter(tmp_path: Path, record_property: Any) -> None:
    book = workbook()
    plans = Planner().evaluate(book).scenarios
    entries = [entry_of(plan, "cpu", calibration=True) for plan in plans.values()]
    for entry in entries:
        entry["job"]["time_limit_s"] = 40
    jobs, out = tmp_path / "jobs.json", tmp_path / "results.json"
    jobs.write_text(job_text(entries))
    said = []
    for attempt in range(ATTEMPTS):
        # One thread is timed by its own clock, so that neighbours on the machine do not decide the outcome.
        run_here(sys.executable, jobs, out, {**os.environ, "OMP_NUM_THREADS": "1"})
        if not all(entry.get("result") for entry in json.loads(out.read_text())["results"]):
            said.append("a job failed")
            continue
        every, steady, words = held_out(out, book)
        # Where the machine is steady for most points, those count; else all of them, and the words say so.
        errors = steady if len(steady) > len(every) / 2 else every
        median = statistics.median(errors)
        said.append(f"attempt {attempt + 1}: {words}, median error {median:.0%}")
        if median <= WITHIN:
            record_property("held out", said[-1])
            return
    pytest.fail("; ".join(said))
