"""The section of docs/accuracy.md on times of operators, models and servers, from latency_cases.jsonl."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.planner.latency_cases import GROUPS, OPERATORS, Case, cases, errors, halves, scored, spread

NOT_HELD = frozenset({"prefill rate", "rate at the most load", "decode rate of one sequence"})
"""Groups that no bound is set for."""
ALIKE = "FasterTransformer computes prompts of a batch that are alike once; it would need more than their peak else"
OLD = "kernels of 2021 on 24 layers of d_model 1,024 at batch 64; attention to a prompt is not fused there"
SHARED = "decode attention of version 0.6 with shared heads: one factor for all batches and contexts"
ADA = "fp8 products and attention are faster on this card than in the operator tables, which are vLLM's"
BELOW = "below the floor of the decode step at this context: the run was not quite as stated"
ROOM = "a wait for a place in the cache hangs on the last percents of its room, and lasts as long as a request"
MORE = "more ran at a time than the estimate has room for"
SGLANG = "an engine that is not checked"
BURST = "waits two to three prefills more than its neighbours of 1,024 tokens to 8,192"
COARSE = "in whole milliseconds, 128 tokens"
EXPLAINED = {
    "ft-23": ALIKE, "ft-20": OLD, "ft-21": OLD, "trt-013": SHARED, "trt-015": SHARED, "trt-036": SHARED,
    "trt-033": SHARED, "trt-011": SHARED,
    "lmd-030": f"{COARSE}, a first request with what is set up then", "trt-041": COARSE, "trt-037": COARSE,
    "trt-039": COARSE, "trt-053": COARSE, "trt-048": ADA, "trt-046": ADA,
    "trt-042": "within a tenth", "trt-054": "within a tenth", "trt-040": "within a tenth", "kipply": "within a quarter",
    "sil-282": ROOM, "sil-444-ttft": ROOM, "sil-274-ttft": ROOM, "sil-576": ROOM, "sil-552": ROOM,
    "sil-198": SGLANG, "sil-210": SGLANG, "sil-186": SGLANG, "sil-216": SGLANG, "sil-222": SGLANG,
    "sil-420": BURST, "sil-516": BURST, "sil-570": BURST, "sil-181": BELOW, "sil-182": BELOW, "sil-300": BELOW,
    "sil-176": "the step's floor and the prefills of 64 clients together take longer",
    "sil-274-tpot": MORE, "sil-444-tpot": MORE,
    "sil-092": "8 requests of 4,096 tokens for 128: prefills are half of it, and fewer of them fall between its steps",
    "sil-528": "nvfp4 products of many rows, whose constants are the least certain",
    "sil-168": "128 clients on eight cards: the host's time, of which the profile has none",
}  # fmt: skip
"""What keeps a case from its time, by the beginning of its id."""


def latency_section() -> list[str]:
    """Rule, bounds, tables by engine and card, worst cases, operators, and what is left out."""
    left_out = [case for case in cases() if case.excluded]
    lines = [
        "## Time of operators, models and servers",
        "",
        f"{len(cases())} published times and rates. Left out, by what their sources state and before any error was",
        f"seen: {len(left_out)} ({len(left_out) / len(cases()):.1%}), listed at the end. The rule: what the source",
        "flags as suspect or anomalous; cards whose variant it does not name, and parts of cards that are no row of",
        "the table; runs without batch, lengths or degrees; operators faster than the card's peak or bandwidth.",
        "",
        "Constants are those of operators and blocks. An engine's profile was fitted on every second run of the engine",
        "(first half); the second half shows what it is worth. An error is that of the time, of a rate that of its",
        "inverse.",
        "",
        "| what | runs | median | 90th percentile | median, first half | median, second half |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, metrics in GROUPS.items():
        chosen = scored(metrics)
        median, ninetieth = spread(errors(chosen))
        first, second = (spread(errors(half))[0] for half in halves(chosen))
        lines.append(f"| {name} | {len(chosen)} | {median:.1%} | {ninetieth:.1%} | {first:.1%} | {second:.1%} |")
    lines += ["", "### By engine and card", "", "| what | engine | card | runs | median | 90th percentile |",
              "| --- | --- | --- | ---: | ---: | ---: |"]  # fmt: skip
    for name, metrics in GROUPS.items():
        for (engine, card), chosen in _by_engine(scored(metrics)):
            median, ninetieth = spread(errors(chosen))
            lines.append(f"| {name} | {engine} | {card} | {len(chosen)} | {median:.1%} | {ninetieth:.1%} |")
    for name in (each for each in GROUPS if each not in NOT_HELD):
        lines += ["", f"### The worst ten: {name}", "", *_worst(scored(GROUPS[name]))]
    lines += [
        "",
        "Prefill of llama.cpp is given roughly only: its kernels of May 2024 use other matrix instructions on each",
        "generation of cards, several cards read pieces of a long prompt at a time, and attention was not fused.",
        "",
        "### Operators",
        "",
        "| operator | card | cases | median | 90th percentile |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for name in OPERATORS:
        found = scored((name,))
        for card in sorted({str(case.raw["gpu"]) for case in found}):
            chosen = [case for case in found if case.raw["gpu"] == card]
            median, ninetieth = spread(errors(chosen))
            lines.append(f"| {name.replace('_', ' ')} | {card} | {len(chosen)} | {median:.1%} | {ninetieth:.1%} |")
    lines += ["", "### Left out", ""]
    reasons = Counter(case.excluded for case in left_out)
    for reason, count in reasons.most_common():
        ids = ", ".join(case.id for case in left_out if case.excluded == reason)
        lines.append(f"- {reason} ({count}): {ids}")
    return [*lines, ""]


def _by_engine(found: Iterable[Case]) -> Sequence[tuple[tuple[str, str], list[Case]]]:
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in found:
        groups.setdefault((str(case.raw["engine"]), str(case.raw["gpu"])), []).append(case)
    return sorted(groups.items())


def off(case: Case) -> float:
    """How far a case is off, alike for twice and half."""
    ratio = case.ratio()
    return 0.0 if ratio is None else abs(math.log(ratio))


def explained(case: Case) -> str:
    """Why a case is off."""
    return next((why for start, why in EXPLAINED.items() if case.id.startswith(start)), "")


def _worst(found: list[Case]) -> list[str]:
    lines = ["| case | engine | card | published | estimated | |", "| --- | --- | --- | ---: | ---: | --- |"]
    for case in sorted(found, key=off, reverse=True)[:10]:
        lines.append(
            f"| {case.id} | {case.raw['engine']} | {case.raw['gpu']} | {_shown(case, case.value)} "
            f"| {_shown(case, case.estimate() or 0)} | {explained(case)} |"
        )
    return lines


def _shown(case: Case, value: float) -> str:
    return f"{value:,.4g} token/s" if "rate" in case.metric else f"{value * 1e3:,.4g} ms"
