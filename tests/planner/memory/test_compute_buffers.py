"""The compute buffer against runs of ggml's own allocator (tests/cases/compute_buffers.jsonl).

llama.cpp, as llama-cpp-python packs it, reserved its buffers on a device that has no memory of its own: the graphs, the
allocator and the printed sizes are llama.cpp's, and no weights are read. A line has a preset of a model, cells of the
engine's row (`engine_row`), the step and the printed size; `within` and `differs` where the formula is not exact.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planner.answers import request_workbook
from planner.evaluations import Planner

CASES = Path(__file__).parents[2] / "cases" / "compute_buffers.jsonl"
RUNS = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
EXACT = 0.001
"""Inputs of some bytes per token are not counted."""


def predicted(run: dict[str, Any]) -> float:
    settings = {key: run[key] for key in ("engine", "context", "batch")} | {"max_batched_tokens": run["step"]}
    if run["cache"] != "fp16":
        settings |= {"kv_keys": run["cache"], "kv_values": run["cache"]}
    workbook = request_workbook({"model": run["model"], "gpu": "h200-sxm", "set": settings})
    engines = tuple(row.model_copy(update=run["engine_row"]) for row in workbook.engines)
    evaluation = Planner().evaluate(workbook.model_copy(update={"engines": engines})).scenarios["scenario"]
    return float(evaluation.value("activations")) / 2**20


def name(run: dict[str, Any]) -> str:
    flash = "" if run["engine_row"]["flash_attention"] else "plain-"
    return f"{run['model']}-{run['version'].split()[-1]}-{flash}{run['context']}-{run['cache']}"


@pytest.mark.parametrize("run", RUNS, ids=name)
def test_that_the_buffer_is_what_the_allocator_reserves(run: dict[str, Any]) -> None:
    error = abs(predicted(run) / run["mib"] - 1)
    assert error <= run.get("within", EXACT)
    if "differs" in run:
        assert error > EXACT, "no exception is needed any more"


def test_that_most_runs_are_exact_and_the_newest_nearly_all() -> None:
    exact = [run for run in RUNS if "within" not in run]
    assert len(exact) >= 0.75 * len(RUNS)
    newest = [run for run in RUNS if run["version"].endswith("0.3.36") and run["engine_row"]["flash_attention"]]
    assert len([run for run in newest if "within" not in run]) >= 0.95 * len(newest)
