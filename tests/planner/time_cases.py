"""Measured decoder blocks as cases: what the planner estimates for each, with the shipped constants.

One block on A100 SXM and H100 SXM: the sum of its measured kernels, without launch gaps and all-reduces. `heads_rank`
and `kv_heads_rank` are per rank, `d_model` and `width` whole.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from planner.evaluations import STANDARD
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.feed_forward.dense import Gated
from planner.plan import Kitchen
from planner.presets import accelerator_presets
from planner.workbook import Inference, LayerGroup, Model, Scenario

CASES = Path(__file__).parents[1] / "cases" / "latency_blocks.csv"
CARDS = {"a100_sxm": "a100-sxm4-80gb", "h100_sxm": "h100-sxm5"}


@dataclass(frozen=True)
class Compared:
    """One case: what was observed and what is estimated, in seconds."""

    gpu: str
    model: str
    phase: str
    observed: float
    estimated: float

    @property
    def error(self) -> float:
        """Absolute relative error."""
        return abs(self.estimated / self.observed - 1)


def compared(constants: str = "classes") -> Iterator[Compared]:
    """Every case with its estimate, by class of operator or with three constants."""
    kitchen = Kitchen()
    with CASES.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            number = {key: int(row[key]) for key in row if key not in ("gpu", "model", "phase", "block_s")}
            tp = number["tp"]
            attention = GroupedQuery(
                heads=number["heads_rank"] * tp, kv_heads=number["kv_heads_rank"] * tp, head_dim=number["head_dim"]
            )
            group = LayerGroup(id="g1", attention=attention, feed_forward=Gated(width=number["width"]))
            model = Model(id="m1", name=row["model"], d_model=number["d_model"], groups=(group,))
            prompt = number["tokens"] if row["phase"] == "prefill" else 1
            load = Inference(batch=number["batch"], context=number["context"], prompt=prompt, output=1)
            scenario = Scenario(id="s1", name="case", tp=tp, constants=constants, load=load)
            card = accelerator_presets()[CARDS[row["gpu"]]]
            plan = kitchen.evaluate(model, card, scenario, STANDARD)
            yield Compared(
                row["gpu"], row["model"], row["phase"], float(row["block_s"]), plan.value(f"block_{row['phase']}")
            )


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the sorted values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def spread(cases: Sequence[Compared]) -> tuple[float, float]:
    """Median and 90th percentile of the absolute error."""
    errors = [case.error for case in cases]
    return statistics.median(errors), percentile(errors, 0.9)
