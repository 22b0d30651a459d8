"""Published times of operators, layers, models and servers, each with the plan that it is held against.

A line of `latency_cases.jsonl` has `metric`, `value` in SI base units, `gpu` (a preset's id) and what the source
states of the run: `model` (a preset's id, or layers, d_model, heads, kv_heads, head_dim, width, gated, vocab_size),
`engine` (a preset's id) and `set` (cells of the scenario and its load); of an operator its sizes.

Left out, by what the source states and before any error was seen (`excluded`): what it flags as suspect or anomalous;
cards whose variant it does not name, and parts of cards that are no row of the table; runs without batch, lengths or
degrees; operators that are faster than the card's peak or bandwidth.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from planner.evaluations import STANDARD
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.feed_forward.dense import Gated, Plain
from planner.plan import Evaluation, Kitchen
from planner.presets import accelerator_presets, engine_presets, model_presets
from planner.workbook import Engine, Inference, LayerGroup, Model, Scenario

CASES = Path(__file__).parents[1] / "cases" / "latency_cases.jsonl"
MOST_LOAD = 1024
"""Clients of a run that its source calls the most load."""
RATES = ("decode_rate", "prefill_rate", "static_rate", "static_rate_per_gpu", "most_rate")
GROUPS: Mapping[str, tuple[str, ...]] = {
    "TTFT, one request": ("static_ttft",),
    "TTFT in serving, queue included": ("ttft_queued",),
    "TPOT in serving": ("tpot",),
    "static batch": ("static_request", "static_rate", "static_rate_per_gpu", "static_tpot"),
    "decode rate of one sequence": ("decode_rate",),
    "prefill rate": ("prefill_rate",),
    "rate at the most load": ("most_rate",),
}
OPERATORS = ("gemm", "prefill_attention", "decode_attention", "all_reduce", "layer")
LOAD = frozenset(Inference.model_fields)


@dataclass(frozen=True)
class Case:
    """One published time or rate and what was stated of its run."""

    raw: Mapping[str, Any]

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def metric(self) -> str:
        return str(self.raw["metric"])

    @property
    def excluded(self) -> str:
        """Why it is left out, or nothing."""
        return str(self.raw.get("excluded", ""))

    @property
    def value(self) -> float:
        return float(self.raw["value"])

    def estimate(self) -> float | None:
        """What the planner says, in the unit of `value`; None where a card has not what it takes."""
        return ESTIMATES[self.metric](self)

    def ratio(self) -> float | None:
        """Estimated time over published time; of a rate the other way round."""
        found = self.estimate()
        if found is None:
            return None
        return self.value / found if self.metric in RATES else found / self.value


@cache
def cases() -> tuple[Case, ...]:
    """Every case, those that are left out too."""
    return tuple(Case(json.loads(line)) for line in CASES.read_text(encoding="utf-8").splitlines())


def scored(metrics: Iterable[str]) -> list[Case]:
    """The cases of some metrics that are not left out."""
    wanted = set(metrics)
    return [case for case in cases() if case.metric in wanted and not case.excluded]


def halves(found: Iterable[Case]) -> tuple[list[Case], list[Case]]:
    """Every second case of each engine and group, in the order of the file: profiles were fitted on the first half."""
    first: list[Case] = []
    second: list[Case] = []
    order = {name: at for at, metrics in enumerate(GROUPS.values()) for name in metrics}
    counted: dict[tuple[str, int], int] = {}
    for case in found:
        key = str(case.raw["engine"]), order[case.metric]
        counted[key] = counted.get(key, 0) + 1
        (first if counted[key] % 2 else second).append(case)
    return first, second


def errors(found: Iterable[Case]) -> list[float]:
    """Relative errors of the estimated times, without sign."""
    return [abs(ratio - 1) for case in found if (ratio := case.ratio()) is not None]


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Median and 90th percentile."""
    return statistics.median(values), sorted(values)[min(len(values) - 1, int(0.9 * len(values)))]


KITCHEN = Kitchen()


def plan(case: Case, engine: Engine | None = None) -> Evaluation:
    """The plan of a model or server; another engine's row in place of the preset."""
    cells = dict(case.raw["set"])
    if case.metric == "most_rate":
        cells["batch"] = MOST_LOAD
    cells["context"] = cells["prompt"] + cells["output"]
    load = Inference(**{name: value for name, value in cells.items() if name in LOAD})
    own = {name: value for name, value in cells.items() if name not in LOAD}
    row = engine or engine_presets()[case.raw["engine"]]
    scenario = Scenario(id="s", name="s", model="m", accelerator="a", engine="e", load=load, **own)
    return KITCHEN.evaluate(
        _model(json.dumps(case.raw["model"])), accelerator_presets()[case.raw["gpu"]], scenario, STANDARD, row
    )


@cache
def _model(stated: str) -> Model:
    sizes = json.loads(stated)
    if isinstance(sizes, str):
        return model_presets()[sizes]
    layers, d_model, heads, kv_heads, head_dim, width, gated, vocab = sizes
    feed = Gated(width=width) if gated else Plain(width=width)
    attention = GroupedQuery(heads=heads, kv_heads=kv_heads, head_dim=head_dim, rotary=gated)
    group = LayerGroup(id="g", count=layers, attention=attention, feed_forward=feed)
    return Model(id="m", name="case", d_model=d_model, vocab_size=vocab, groups=(group,))


def _line(key: str) -> Any:
    return lambda case: plan(case).value(key)


def _rate(key: str) -> Any:
    """One over a time of the plan."""
    return lambda case: None if (time := plan(case).value(key)) is None else 1 / time


def _prefill_rate(case: Case) -> float | None:
    found = plan(case)
    time = found.value("prefill")
    return None if time is None else case.raw["set"]["prompt"] * case.raw["set"].get("batch", 1) / time


def _operator(case: Case, model: Model, load: Inference, weights: str, line: str, **cells: Any) -> float | None:
    """A line of a plan under vLLM, whose kernels most of the tables are of."""
    scenario = Scenario(id="s", name="s", model="m", accelerator="a", engine="e", weights=weights, load=load, **cells)
    card = accelerator_presets()[case.raw["gpu"]]
    value: float | None = KITCHEN.evaluate(model, card, scenario, STANDARD, engine_presets()["vllm"]).value(line)
    return value


def _of(attention: GroupedQuery, feed: Any, d_model: int) -> Model:
    group = LayerGroup(id="g", count=1, attention=attention, feed_forward=feed)
    return Model(id="m", name="case", d_model=d_model, vocab_size=1024, groups=(group,))


def _gemm(case: Case) -> float | None:
    rows, n, k = case.raw["shape"]
    model = _of(GroupedQuery(heads=1, kv_heads=1, head_dim=8), Plain(width=n), k)
    load = Inference(batch=1, prompt=rows, output=1, context=rows + 1)
    return _operator(case, model, load, case.raw["dtype"], "prefill.group1.block.feed_forward.up")


def _prefill_attention(case: Case) -> float | None:
    heads, kv_heads, head_dim = case.raw["heads"]
    model = _of(GroupedQuery(heads=heads, kv_heads=kv_heads, head_dim=head_dim), Plain(width=8), heads * head_dim)
    tokens = case.raw["context"]
    load = Inference(batch=case.raw["batch"], prompt=tokens, output=1, context=tokens + 1)
    return _operator(case, model, load, "bf16", "prefill.group1.block.attention.attention")


def _decode_attention(case: Case) -> float | None:
    heads, kv_heads, head_dim = case.raw["heads"]
    model = _of(GroupedQuery(heads=heads, kv_heads=kv_heads, head_dim=head_dim), Plain(width=8), heads * head_dim)
    load = Inference(batch=case.raw["batch"], prompt=1, output=1, context=case.raw["context"])
    return _operator(case, model, load, "bf16", "decode_step.group1.block.attention.attention")


def _all_reduce(case: Case) -> float | None:
    """A message as rows of 128 elements of two bytes: half of what a layer exchanges."""
    rows = case.raw["bytes"] // 256
    model = _of(GroupedQuery(heads=8, kv_heads=8, head_dim=16), Plain(width=128), 128)
    load = Inference(batch=1, prompt=rows, output=1, context=rows + 1)
    found = _operator(case, model, load, "bf16", "prefill.collectives.group1", tp=case.raw["tp"])
    return None if found is None else found / 2


def _layer(case: Case) -> float | None:
    """A layer without its attention and its all-reduces."""
    _, d_model, heads, kv_heads, head_dim, width, gated, _ = case.raw["model"]
    feed = Gated(width=width) if gated else Plain(width=width)
    model = _of(GroupedQuery(heads=heads, kv_heads=kv_heads, head_dim=head_dim, rotary=gated), feed, d_model)
    rows, tp = case.raw["rows"], case.raw["tp"]
    load = Inference(batch=1, prompt=rows, output=1, context=rows + 1)
    whole = _operator(case, model, load, "fp16", "prefill.group1.block", tp=tp)
    attention = _operator(case, model, load, "fp16", "prefill.group1.block.attention.attention", tp=tp)
    return None if whole is None or attention is None else whole - attention


ESTIMATES: Mapping[str, Any] = {
    "static_ttft": _line("ttft"),
    "ttft_queued": _line("ttft"),
    "tpot": _line("tpot"),
    "static_tpot": _line("tpot"),
    "static_request": _line("request_time"),
    "static_rate": _line("tokens_per_s"),
    "static_rate_per_gpu": _line("tokens_per_s_gpu"),
    "most_rate": _line("tokens_per_s"),
    "decode_rate": _rate("tpot_decode"),
    "prefill_rate": _prefill_rate,
    "gemm": _gemm,
    "prefill_attention": _prefill_attention,
    "decode_attention": _decode_attention,
    "all_reduce": _all_reduce,
    "layer": _layer,
}
