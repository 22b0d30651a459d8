"""The planner's own time: one ledger's values, a hundred scenarios, the lines on show, a new structure, a sweep."""

from __future__ import annotations

import json
import resource
import statistics
import time
from collections.abc import Callable
from typing import Any

from planner.evaluations import STANDARD
from planner.plan import Kitchen, written_amount
from planner.plan_inputs import choices_of
from planner.presets import accelerator_presets, model_presets
from planner.structure import build
from planner.workbook import Inference, Scenario


def timed(name: str, run: Callable[[], Any], scale: float = 1.0, note: str = "", count: int = 21) -> None:
    """Print the median and quartiles of `count` runs after one that is not counted, in milliseconds."""
    run()
    samples = []
    for _ in range(count):
        begin = time.perf_counter()
        run()
        samples.append((time.perf_counter() - begin) * 1e3 / scale)
    low, middle, high = statistics.quantiles(samples, n=4)
    print(json.dumps({"name": name, "value": middle, "unit": "ms", "low": low, "high": high, "count": count,
                      "note": note}))  # fmt: skip


def main() -> None:
    model = model_presets()["llama-3-70b"]
    card = accelerator_presets()["h100-sxm5"]
    kitchen = Kitchen()
    load = Inference(batch=8, context=4096, prompt=2048)
    scenarios = [
        Scenario(id=f"s{at}", name=f"s{at}", tp=8, load=load.model_copy(update={"batch": at + 1})) for at in range(100)
    ]

    def all_scenarios() -> None:
        for scenario in scenarios:
            kitchen.evaluate(model, card, scenario, STANDARD)

    evaluation = kitchen.evaluate(model, card, scenarios[0], STANDARD)
    timed("values of one ledger", all_scenarios, 100, f"{len(evaluation.structure.lines)} lines")
    timed("values of 100 scenarios", all_scenarios)
    timed("lines of the ledger on show", evaluation.lines)
    timed("a new structure", lambda: build(model, choices_of(scenarios[0])), note="once per kinds and formats")
    many = model.model_copy(update={"groups": tuple(model.groups[0] for _ in range(80))})
    big = kitchen.evaluate(many, card, scenarios[0], STANDARD)
    timed("values with 80 layer groups", lambda: kitchen.evaluate(many, card, scenarios[0], STANDARD),
          note=f"{len(big.structure.lines)} lines")  # fmt: skip
    six = model.model_copy(update={"groups": tuple(model.groups[0] for _ in range(6))})
    times(kitchen, six, card, scenarios[0])
    sweep(evaluation)


def times(kitchen: Kitchen, model: Any, card: Any, scenario: Scenario) -> None:
    """The time ledger of six layer groups: its values, its lines, and 10,000 scenarios as arrays."""
    import numpy

    found = kitchen.evaluate(model, card, scenario, STANDARD)
    of_time = [at for at, line in enumerate(found.structure.lines) if line.component in TIMED]
    note = f"{len(of_time)} lines of time among {len(found.structure.lines)}"
    timed("values with 6 layer groups", lambda: kitchen.evaluate(model, card, scenario, STANDARD), note=note)

    def lines() -> None:
        for at in of_time:
            found.structure.line(at, found.values, found.amounts, written_amount)

    timed("lines of that time ledger, with their substitutions", lines)
    function = found.structure.arrays(("prefill", "decode_step", "prefill_floor", "decode_floor"))
    random = numpy.random.default_rng(0)
    batch = random.integers(1, 512, 10_000).astype(float)
    context = random.integers(256, 32_768, 10_000).astype(float)
    amounts = {**found.amounts, "load.batch": batch, "load.context": context, "load.prompt": context // 2}
    timed("10,000 scenarios as arrays: prefill, decode step, floors", lambda: function(amounts))


TIMED = frozenset({"prefill", "decode_step", "floors", "collectives", "flops"})


def sweep(evaluation: Any) -> None:
    """A million points of one result, in chunks, and the memory that it takes over what was there."""
    import numpy

    function = evaluation.structure.arrays(("needed",))
    points, chunk = 1_000_000, 16_384
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def run() -> Any:
        result = numpy.empty(points)
        for start in range(0, points, chunk):
            end = min(start + chunk, points)
            at = numpy.arange(start, end)
            batch, context = 1.0 + at % 1000, 1.0 + at // 1000 * 128.0
            amounts = {**evaluation.amounts, "load.batch": batch, "load.context": context, "load.prompt": context}
            (result[start:end],) = function(amounts)
        return result

    timed("a sweep of 1,000,000 points of one result", run, count=5)
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(json.dumps({"name": "memory of that sweep", "value": more, "unit": "MiB"}))


if __name__ == "__main__":
    main()
