"""A million points of one result of a plan: the time, the memory that it takes, and a sweep that enumerates formats."""

from __future__ import annotations

import json
import statistics
import time
import tracemalloc
from collections.abc import Callable

from planner.presets import accelerator_presets, engine_presets, model_presets
from planner.what_if.sweep.axes import axis_of
from planner.what_if.sweep.sweeper import Sweep, Sweeper
from planner.workbook import Scenario, Workbook

TIMES = 7
WORST = (
    ("openelm-1.1b", "tensorrt-llm-1.0", "million_tokens_usd_high", {"tp": 4, "pp": 3, "ep": 4}),
    ("deepseek-v3", "vllm", "tokens_per_s", {"tp": 8, "pp": 2}),
    ("nemotron-3-nano-30b-a3b", "sglang", "ttft_pessimistic_s", {"tp": 2, "pp": 3, "dp": 2}),
)
"""The plans and results that take longest, of thousands drawn at random: many layer groups, pipelines of engines."""


def told(name: str, run: Callable[[], Sweep], note: str) -> None:
    """Print the peak of memory of a first run, with all that it builds, and the median and quartiles of some more.

    The first, since memory is traced by the line: in the long functions that a ledger becomes later that takes minutes.
    """
    tracemalloc.start()
    points = run().values.size
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    samples = []
    for _ in range(TIMES):
        begin = time.perf_counter()
        run()
        samples.append(time.perf_counter() - begin)
    low, middle, high = statistics.quantiles(samples, n=4)
    print(json.dumps({"name": name, "value": middle, "unit": "s", "low": low, "high": high, "count": TIMES,
                      "note": f"{points:,} points; {note}"}))  # fmt: skip
    print(json.dumps({"name": f"{name}, peak memory", "value": peak / 1e6, "unit": "MB", "note": f"{points:,} points"}))


def _of(workbook: Workbook, context: str, result: str) -> Callable[[], Sweep]:
    """A sweep of a million points of context, with the batch where the contexts are fewer."""
    sweeper = Sweeper(workbook, "s")
    x = axis_of(workbook, "s", "context", context)
    y = None if len(x.values) == 1_000_000 else axis_of(workbook, "s", "batch", "1..1000")
    return lambda: sweeper.sweep(x, y, result)


def main() -> None:
    model, card = model_presets()["llama-3-70b"], accelerator_presets()["h100-sxm5"]
    scenario = Scenario(id="s", name="s", model=model.id, accelerator=card.id, tp=8)
    workbook = Workbook(models=(model,), accelerators=(card,), scenarios=(scenario,))
    sweeper = Sweeper(workbook, "s")
    batch, context = (axis_of(workbook, "s", name, text)
                      for name, text in (("batch", "1..1000"), ("context", "1k..1000k step 1k")))  # fmt: skip
    tp = axis_of(workbook, "s", "tp", "1..64 by powers of two")
    weights = axis_of(workbook, "s", "weights", "bf16, fp8, int8, int4_g128, nf4, Q4_K_M")
    with_words = "with margin and verdict"
    told("needed memory", lambda: sweeper.sweep(batch, context, "needed_bytes"), with_words)
    told(
        "needed memory, no verdict", lambda: sweeper.sweep(batch, context, "needed_bytes", word=False), "the line alone"
    )
    told("decode time", lambda: sweeper.sweep(batch, context, "decode_step_s"), with_words)
    told(
        "decode time, no verdict", lambda: sweeper.sweep(batch, context, "decode_step_s", word=False), "the line alone"
    )
    for name, engine_name, result, degrees in WORST:
        model, engine = model_presets()[name], engine_presets()[engine_name]
        scenario = Scenario(
            id="s", name="s", model=model.id, accelerator=card.id, engine=engine.id, **degrees
        )  # fmt: skip
        plan = Workbook(models=(model,), accelerators=(card,), engines=(engine,), scenarios=(scenario,))
        told(f"{result} of {name}, {engine_name}", _of(plan, "1k..100k in 1000", result), "batch by context")
        told(f"{result} of {name}, {engine_name}, one axis", _of(plan, "1000..1000999", result), "context alone")
    told("TP by format of weights", lambda: sweeper.sweep(tp, weights, "decode_step_s"), "one structure per format")


if __name__ == "__main__":
    main()
