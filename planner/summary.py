"""The names that scripts rely on, each with the line of the ledger that it is; names that come later are null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planner.memory.lines import cached_key
from planner.plan import Evaluation

SUMMARY: Mapping[str, str | None] = {
    "parameters_total": "parameters",
    "parameters_active": "parameters_active",
    "weights_bytes": "weights",
    "kv_bytes_per_token": "kv_bytes_per_token",
    "kv_cache_bytes": "kv_cache",
    "kv_capacity_tokens": None,
    "activations_bytes": "activations",
    "overhead_bytes": "overhead",
    "gradients_bytes": None,
    "master_bytes": None,
    "optimizer_bytes": None,
    "needed_bytes": "needed",
    "reserved_bytes": None,
    "usable_bytes": "usable",
    "free_bytes": "free",
    "flops_prefill": "flops_prefill",
    "flops_decode_step": "flops_decode_step",
    "flops_train_step": None,
    "block_prefill_s": "block_prefill",
    "block_decode_s": "block_decode",
    "prefill_s": "prefill",
    "decode_step_s": "decode_step",
    "decode_floor_s": "decode_floor",
    "prefill_floor_s": "prefill_floor",
    "ttft_s": None,
    "tpot_s": None,
    "tokens_per_s": None,
    "train_step_s": None,
}


def summary_of(evaluation: Evaluation) -> dict[str, Any]:
    """Every summary name with its value in SI base units; None where the planner does not know."""
    return {name: None if key is None else evaluation.value(key) for name, key in SUMMARY.items()}


def parameters_of(evaluation: Evaluation) -> dict[str, Any]:
    """What `fitsheet params` says of a model: totals and components, exact integers."""
    components: dict[str, int] = {}
    for line in evaluation.structure.lines:
        names = line.key.split(".")
        if names[0] != "parameters" or len(names) < 2:
            continue
        value = evaluation.value(line.key)
        if len(names) == 2 and not names[1].startswith("group"):
            components[names[1]] = value
        elif (len(names) == 5 and names[2] == "layer" and names[3] != "norms") or names[2:] == ["layer", "norms"]:
            layers = evaluation.amounts[f"groups.{int(names[1].removeprefix('group')) - 1}.count"]
            name = ".".join([names[1], *names[3:]])
            components[name] = value * layers
    return {
        "total": evaluation.value("parameters"),
        "active": evaluation.value("parameters_active"),
        "embedding": evaluation.value("parameters.embedding"),
        "head": (evaluation.value("parameters.head") or 0) + (evaluation.value("parameters.head_bias") or 0),
        "kv_bytes_per_token": cached_per_token(evaluation),
        "components": components,
    }


def cached_per_token(evaluation: Evaluation) -> int | None:
    """Bytes that one more token adds over all layers, those with a window included (until it is full); None where not
    every token has an entry.
    """
    total = 0
    for index, group in enumerate(evaluation.model.groups):
        layers = evaluation.amounts[f"groups.{index}.count"]
        for part in ("attention", "beside", "feed_forward"):
            for cached in getattr(group, part).caches():
                if "compression" in cached.tokens:
                    return None
                if "context" in cached.tokens and cached.format in ("key", "value"):
                    key = cached_key(group.attention, part, cached)
                    each = evaluation.value(f"kv_cache.group{index + 1}.{key}.token")
                    if each is None or layers is None:
                        return None
                    total += layers * each
    return total
