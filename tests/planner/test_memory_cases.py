"""Memory of inference against what engines printed: weights, KV cache, capacity, compute buffers, case by case.

Exceptions are listed by id with their reason in `tests/planner/memory_cases.py`; each must still be one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.planner.memory_cases import (
    CAPACITY_EXPLAINED,
    COMPUTE_EXPLAINED,
    KV_EXPLAINED,
    NOT_STATED,
    WEIGHTS_EXPLAINED,
    Case,
    cases,
    printed_overheads,
)

GIB = 2**30


def those(chosen: Callable[[Case], bool]) -> Any:
    return pytest.mark.parametrize("case", [case for case in cases() if chosen(case)], ids=lambda case: case.id)


def test_that_every_case_is_here_and_its_exceptions_name_cases() -> None:
    ids = {case.id for case in cases()}
    assert len(ids) == 143
    for explained in (KV_EXPLAINED, WEIGHTS_EXPLAINED, CAPACITY_EXPLAINED, COMPUTE_EXPLAINED):
        assert explained.keys() <= ids
    assert ids >= NOT_STATED.keys()


def states_tokens_and_size(case: Case) -> bool:
    return "kv_tokens" in case and ("kv_cache" in case or "kv_keys" in case)


def size_and_slack(case: Case) -> tuple[float, float]:
    if "kv_keys" in case:
        return case["kv_keys"].value + case["kv_values"].value, case["kv_keys"].half + case["kv_values"].half
    return case["kv_cache"].value, case["kv_cache"].half


def fits_its_tokens(case: Case) -> bool:
    """Whether the printed tokens are what the printed size holds, at the planner's bytes per token."""
    plan = case.plan()
    each, page = plan.value("kv_pool"), plan.value("kv_page_tokens") or plan.amounts["engine.page_tokens"]
    size, slack = size_and_slack(case)
    tokens = case["kv_tokens"].value
    return tokens * each <= size + slack and (tokens + page) * each >= size - slack


@those(states_tokens_and_size)
def test_that_the_bytes_of_a_token_are_exact(case: Case) -> None:
    assert fits_its_tokens(case) is (case.id not in KV_EXPLAINED)


@those(lambda case: case.llama_cpp and "kv_cache" in case)
def test_that_the_cells_of_llama_cpp_are_exact(case: Case) -> None:
    plan = case.plan()
    assert case["kv_cache"].error(plan.value("kv_cache")) == 0
    lines = [line for line in plan.lines() if line.key.startswith("kv_cache.") and line.key.count(".") == 2]
    for name in ("keys", "values"):
        if f"kv_{name}" in case:
            assert sum(line.value for line in lines if line.key.endswith(name)) == case[f"kv_{name}"].value


@those(lambda case: "kv_window" in case)
def test_that_a_window_has_a_cache_of_its_own_in_llama_cpp(case: Case) -> None:
    plan = case.plan()
    caches = {case["kv_full"].value, case["kv_window"].value}
    assert {plan.value(f"kv_cache.group{number}") for number in (1, 2)} == caches


@those(lambda case: "kv_needed" in case)
def test_that_the_cache_of_one_request_is_exact(case: Case) -> None:
    assert case["kv_needed"].error(case.plan().value("kv_cache")) == 0


@those(lambda case: "requests" in case)
def test_that_the_requests_of_a_length_are_those_printed(case: Case) -> None:
    plan = case.plan()
    holder, line = ("kv_cache", "kv_budget") if "kv_cache" in case else ("kv_tokens", "kv_capacity_tokens")
    share = case[holder].value / plan.value(line)
    assert case["requests"].error(plan.value("kv_requests") * share) < 0.002


@those(lambda case: "tokens_of_requests" in case)
def test_that_newer_versions_print_the_tokens_of_whole_requests(case: Case) -> None:
    plan = case.plan()
    share = case["kv_cache"].value / plan.value("kv_budget")
    assert abs(plan.value("kv_capacity_tokens") * share / case["tokens_of_requests"].value - 1) < 0.003


@those(lambda case: "states" in case)
def test_that_the_states_of_llama_cpp_are_exact(case: Case) -> None:
    lines = [line for line in case.plan().lines() if line.key.startswith("kv_cache.") and line.key.endswith("state")]
    assert case["states"].error(sum(line.value for line in lines)) == 0


def weights_bound(case: Case) -> float:
    """0.1 % of what vLLM counts on one GPU in 16 bits, 1 % of all else."""
    alone = case.engine.startswith("vllm") and case.plan().scenario.tp == 1
    return 0.001 if alone and case.raw["set"].get("weights") in (None, "fp16") and case.sixteen_bits else 0.01


@those(lambda case: case.weights is not None)
def test_that_weights_are_those_printed(case: Case) -> None:
    assert case.weights is not None
    within = case.weights.error(case.predicted_weights()) <= weights_bound(case)
    assert within is (case.id not in WEIGHTS_EXPLAINED)


def test_that_most_weights_of_16_bits_on_one_gpu_are_held_to_a_tenth_of_a_percent() -> None:
    strict = [case.id for case in cases() if case.weights is not None and weights_bound(case) == 0.001]
    assert len(strict) >= 25
    assert len([name for name in strict if name in WEIGHTS_EXPLAINED]) <= 2


def states_overheads(case: Case) -> bool:
    capacity = "kv_tokens" in case or "kv_cache" in case
    return capacity and not case.llama_cpp and case.whole_card and bool(printed_overheads(case))


def capacity_error(case: Case, **cells: Any) -> float:
    plan = case.plan(**cells)
    if "kv_tokens" in case:
        return case["kv_tokens"].error(plan.value("kv_capacity_tokens"))
    return case["kv_cache"].error(plan.value("kv_budget"))


@those(lambda case: states_overheads(case))
def test_that_the_capacity_follows_from_printed_overheads(case: Case) -> None:
    assert (capacity_error(case, **printed_overheads(case)) <= 0.05) is (case.id not in CAPACITY_EXPLAINED)


def within_band(case: Case) -> bool:
    plan = case.plan()
    if "kv_tokens" in case:
        low, high = plan.value("kv_capacity_tokens_low"), plan.value("kv_capacity_tokens_high")
        return bool(low <= case["kv_tokens"].value <= high)
    printed = case["kv_cache"]
    return bool(plan.value("kv_budget_low") <= printed.value + printed.half) and bool(
        printed.value - printed.half <= plan.value("kv_budget_high")
    )


def states_no_overheads(case: Case) -> bool:
    capacity = "kv_tokens" in case or ("kv_cache" in case and not case.llama_cpp)
    known = case.whole_card and case.id not in NOT_STATED
    return capacity and known and not states_overheads(case)


@those(states_no_overheads)
def test_that_the_capacity_is_in_the_band(case: Case) -> None:
    assert within_band(case) is (case.id not in CAPACITY_EXPLAINED)


@those(lambda case: not case.llama_cpp and case.whole_card)
def test_that_the_band_of_the_room_is_narrow(case: Case) -> None:
    plan = case.plan()
    low, typical, high = (plan.value(key) for key in ("kv_budget_low", "kv_budget", "kv_budget_high"))
    assert low <= typical <= high
    assert high - low <= 0.06 * plan.value("usable") + 0.5 * GIB


@those(lambda case: "compute" in case)
def test_that_the_compute_buffer_of_llama_cpp_is_exact(case: Case) -> None:
    """But for inputs of some bytes per token: positions, and where new keys go in the cache."""
    found = case["compute"].error(case.plan().value("activations")) <= 1e-4
    assert found is (case.id not in COMPUTE_EXPLAINED)
