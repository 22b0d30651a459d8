"""The names that scripts rely on, each with the line of the ledger that it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from planner.plan import ALIASES, Evaluation
from planner.workbook import Training

SUMMARY: Mapping[str, str] = {
    "parameters_total": "parameters",
    "parameters_active": "parameters_active",
    "weights_bytes": "weights",
    "kv_bytes_per_token": "kv_bytes_per_token",
    "kv_cache_bytes": "kv_cache",
    "kv_budget_bytes": "kv_budget",
    "kv_capacity_tokens": "kv_capacity_tokens",
    "kv_capacity_tokens_low": "kv_capacity_tokens_low",
    "kv_capacity_tokens_high": "kv_capacity_tokens_high",
    "kv_requests": "kv_requests",
    "activations_bytes": "activations",
    "overhead_bytes": "overhead",
    "gradients_bytes": "gradients",
    "master_bytes": "master",
    "optimizer_bytes": "optimizer",
    "adapters_bytes": "adapters",
    "transient_bytes": "transient",
    "host_bytes": "host",
    "needed_bytes": "needed",
    "reserved_bytes": "reserved",
    "usable_bytes": "usable",
    "free_bytes": "free",
    "flops_prefill": "flops_prefill",
    "flops_decode_step": "flops_decode_step",
    "flops_train_step": "flops_train_step",
    "block_prefill_s": "block_prefill",
    "block_decode_s": "block_decode",
    "prefill_s": "prefill",
    "decode_step_s": "decode_step",
    "decode_floor_s": "decode_floor",
    "prefill_floor_s": "prefill_floor",
    "prefill_request_s": "prefill_request",
    "decode_mean_s": "decode_mean",
    "ttft_s": "ttft",
    "ttft_alone_s": "ttft_alone",
    "ttft_pessimistic_s": "ttft_pessimistic",
    "tpot_s": "tpot",
    "tpot_decode_s": "tpot_decode",
    "tpot_pessimistic_s": "tpot_pessimistic",
    "token_gap_s": "token_gap",
    "request_s": "request_time",
    "running_sequences": "running",
    "requests_per_s": "requests_per_s",
    "tokens_per_s": "tokens_per_s",
    "user_tokens_per_s": "user_tokens_per_s",
    "million_tokens_usd_low": "million_cost_low",
    "million_tokens_usd_high": "million_cost_high",
    "token_energy_j": "token_energy",
    "prefill_pool_gpus": "pool_prefill",
    "decode_pool_gpus": "pool_decode",
    "over_target": "over_target",
    "train_step_s": "train_step",
    "gpus": "gpus",
    "states_bytes": "states",
    "global_batch": "global_batch_size",
    "micro_batches": "micro_batches",
    "step_tokens": "step_tokens",
    "flops_hardware_step": "flops_hardware_step",
    "mfu": "mfu_exact",
    "hfu": "hfu",
    "bubble": "bubble",
    "tokens_per_s_per_gpu": "train_tokens_per_s_gpu",
    "run_steps": "run_steps",
    "run_flops": "run_flops",
    "run_s": "run_time",
    "run_days": "run_days",
    "gpu_hours": "gpu_hours",
    "run_cost": "run_cost",
    "run_energy_j": "run_energy",
}


def line_named(evaluation: Evaluation, name: str) -> str | None:
    """The key of the line of a plan that a name means: a summary name, a key or an alias; None where it has none.

    The tokens per second of a training plan are those of its step.
    """
    if name == "tokens_per_s" and isinstance(evaluation.scenario.load, Training):
        return "train_tokens_per_s"
    key = SUMMARY.get(name, name)
    key = ALIASES.get(key, key)
    return key if key in evaluation.structure.index else None


def summary_of(evaluation: Evaluation) -> dict[str, Any]:
    """Every summary name with its value in SI base units; None where the planner does not know."""
    keys = ((name, line_named(evaluation, name)) for name in SUMMARY)
    return {name: None if key is None else evaluation.value(key) for name, key in keys}


def parameters_of(evaluation: Evaluation) -> dict[str, Any]:
    """What `fitsheet params` says of a model: totals and components, exact integers."""
    return {
        "total": evaluation.value("parameters"),
        "active": evaluation.value("parameters_active"),
        "embedding": evaluation.value("parameters.embedding"),
        "head": (evaluation.value("parameters.head") or 0) + (evaluation.value("parameters.head_bias") or 0),
        "kv_bytes_per_token": evaluation.value("kv_bytes_per_new_token"),
        "components": dict(_components(evaluation)),
    }


def _components(evaluation: Evaluation) -> Iterator[tuple[str, int]]:
    """Each tensor's parameters over all layers: those outside them, and one layer's as the group's line has it."""
    structure = evaluation.structure
    for key in structure.children["parameters"]:
        group = structure.lines[structure.index[key]]
        name = key.removeprefix("parameters.")
        if group.sources.get("layer") != f"{key}.layer" or group.formula is None:
            yield name, evaluation.value(key)
            continue
        for line in evaluation.structure.lines:
            names = line.key.removeprefix(f"{key}.layer.").split(".")
            if line.key.startswith(f"{key}.layer.") and (
                names == ["norms"] or (len(names) == 2 and names[0] != "norms")
            ):
                amounts = {name: evaluation.amounts.get(slot) for name, slot in group.sources.items()}
                whole = group.formula.evaluate({**amounts, "layer": evaluation.value(line.key)})
                yield ".".join([name, *names]), whole
