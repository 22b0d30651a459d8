"""The section of docs/accuracy.md on the memory of inference: what engines printed, and what the planner says."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator

from planner.units import write
from tests.planner.memory_cases import (
    CAPACITY_EXPLAINED,
    CASES,
    COMPUTE_EXPLAINED,
    KV_EXPLAINED,
    NOT_STATED,
    WEIGHTS_EXPLAINED,
    Case,
    Printed,
    cases,
    printed_overheads,
)

Row = tuple[str, str, str, float, str]
"""Case, observed and predicted as text, error, and what explains it."""


def memory_section() -> list[str]:
    """All of it: a table of medians, then every comparison, then the exceptions."""
    parts = {
        "weights": list(_weights()),
        "KV bytes per token": list(_per_token()),
        "KV cache of a load": list(_cache()),
        "capacity, overheads as printed": list(_capacity(True)),
        "capacity, overheads not printed": list(_capacity(False)),
        "compute buffer of llama.cpp": list(_compute()),
    }
    lines = [
        "## Memory of inference",
        "",
        f"What vLLM, SGLang, TensorRT-LLM and llama.cpp printed on real cards in {len(cases())} runs. The error leaves",
        "out the rounding of what was printed. Explained cases are not among the medians; each has its reason below.",
        f"`inference_memory_found_later.jsonl` holds {found_later()} runs that were looked for afterwards. They are",
        "not wholly apart from it any more: Marlin's tiles, packed sparse caches, states in fp32, tokens of whole",
        "requests and what vLLM from 0.17 on has outside the allocator were mended because of them. A",
        "DeepSeek-V4-Flash on an unnamed card was left out.",
        "Of 15 further runs of llama.cpp, 14 of them written down before they were predicted, 7 were met at once by",
        "what its allocator had shown; fused queries (1), a row more in hybrids (1) and the first copy of a mask (1)",
        "were mended for their reason, 4 have experts or a cache on the host, 1 a hole of the allocator, as below.",
        "Of 25 runs written down in one go before they were predicted (from granite-3b-a800m-l40s on), all 8 sizes of",
        "a token and all 5 counts of requests were right at once, 8 of 15 weights, and 8 of 11 capacities whose share",
        "of the card is known. The absorbed expansion of latent attention and the rotary tables of presets without a",
        "longest context were mended because of them; the others have their reason below. One run had been written",
        "down with an older version of its model.",
        "Of 15 runs written down in one go after that (from orpheus-3b-v1 on), all 8 sizes of a token, all 4 counts of",
        "requests, the 2 caches and the compute buffer of llama.cpp were right at once, 6 of 11 weights, and 1 of 2",
        "capacities; the other with what was free before loading, as its log says. Two of Qwen3-Next with states in",
        "fp16, for which there is no cell, were 5 and 8 % off and are left out. Three more runs (l31-8b-lora-r16,",
        "gemma-3-1b-v1, gemma-3-27b-v019) had led to rotary tables of stretched contexts and to LoRA's rows of an",
        "untied head. What torch's blocks leave beside small tensors, and how Unsloth divides blocks, now give three",
        "sizes that had been explained, and vision towers divided as vLLM divides them a fourth (lingshu-32b-tp2);",
        "gemma-3-27b-tp4, looked for as their trial, came out within 0.04 %.",
        "The allocator itself is a second witness: `compute_buffers.jsonl` holds what llama.cpp's own code reserved",
        "for the graphs of 21 models in three versions, and `gguf_sizes.jsonl` the types that its quantiser chooses.",
        "",
        "| | compared | median error | worst | explained |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for title, rows in parts.items():
        errors = [error for _, _, _, error, reason in rows if not reason]
        explained = len(rows) - len(errors)
        median, worst = statistics.median(errors), max(errors)
        lines.append(f"| {title} | {len(errors)} | {median:.2%} | {worst:.2%} | {explained} |")
    for title, rows in parts.items():
        lines += ["", f"### {title[0].upper()}{title[1:]}", ""]
        lines += ["| case | observed | predicted | error | |", "| --- | ---: | ---: | ---: | --- |"]
        lines += [f"| {name} | {seen} | {said} | {error:.2%} | {reason} |" for name, seen, said, error, reason in rows]
    lines += ["", "Capacity is not compared where it is not known what it is a share of:", ""]
    lines += [f"- {name}: {what}" for name, what in NOT_STATED.items()]
    lines += ["", "Taken where a run does not state it:", ""]
    lines += [f"- {case.id}: {case.raw['assumed']}" for case in cases() if "assumed" in case.raw]
    return lines


def found_later() -> int:
    """How many runs were looked for afterwards."""
    return len(CASES[1].read_text(encoding="utf-8").splitlines())


def _row(case: Case, printed: Printed, predicted: float, unit: str, explained: Iterable[tuple[str, str]]) -> Row:
    seen, said = (write(round(value), unit) for value in (printed.value, predicted))
    return case.id, seen, said, printed.error(predicted), dict(explained).get(case.id, "")


def _weights() -> Iterator[Row]:
    for case in cases():
        if case.weights is not None:
            yield _row(case, case.weights, case.predicted_weights(), "byte", WEIGHTS_EXPLAINED.items())


def _per_token() -> Iterator[Row]:
    for case in cases():
        tokens = case.printed.get("kv_tokens")
        halves = [case.printed[name] for name in ("kv_keys", "kv_values") if name in case.printed]
        sizes = [case["kv_cache"]] if "kv_cache" in case else halves
        if tokens is None or not sizes:
            continue
        plan = case.plan()
        page = plan.value("kv_page_tokens") or plan.amounts["engine.page_tokens"]
        size, half = sum(each.value for each in sizes), sum(each.half for each in sizes)
        each = plan.value("kv_pool")
        rest = (page - 1) * each / 2  # a last page that is not whole
        yield _row(
            case,
            Printed((size - rest) / tokens.value, (half + rest) / tokens.value),
            each,
            "byte/token",
            KV_EXPLAINED.items(),
        )


def _cache() -> Iterator[Row]:
    for case in cases():
        plan = case.plan()
        if "kv_needed" in case:
            yield _row(case, case["kv_needed"], plan.value("kv_cache"), "byte", ())
        elif case.llama_cpp and "kv_cache" in case:
            yield _row(case, case["kv_cache"], plan.value("kv_cache"), "byte", ())
        elif "kv_full" in case:
            both = Printed(*(sum(pair) for pair in zip(*((case[name].value, case[name].half) for name in (
                "kv_full", "kv_window")), strict=True)))  # fmt: skip
            yield _row(case, both, plan.value("kv_cache"), "byte", ())


def _capacity(printed: bool) -> Iterator[Row]:
    for case in cases():
        states = "kv_tokens" in case or ("kv_cache" in case and not case.llama_cpp)
        if not states or case.id in NOT_STATED or not case.whole_card:
            continue
        cells = printed_overheads(case)
        if bool(cells) is not printed:
            continue
        plan = case.plan(**cells)
        name, line, unit = ("kv_cache", "kv_budget", "byte")
        if "kv_tokens" in case:
            name, line, unit = ("kv_tokens", "kv_capacity_tokens", "token")
        yield _row(case, case[name], plan.value(line), unit, CAPACITY_EXPLAINED.items())


def _compute() -> Iterator[Row]:
    for case in cases():
        if "compute" in case:
            plan = case.plan()
            yield _row(case, case["compute"], plan.value("activations"), "byte", COMPUTE_EXPLAINED.items())
