"""How the calls of a part hang together: what runs after what, and what runs beside it.

The ledger has a part's calls in one row. Here they are put into branches by their keys; a list is a row, a tuple stands
for branches. Calls of a kind that no arrangement knows follow each other, and none is ever left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from planner.what_if.block.flow import Flow, one, parallel, series, steps_in

Arrangement: TypeAlias = "str | list[Arrangement] | tuple[Arrangement, ...]"

INDEX: list[Arrangement] = ["index", "index_k", "index_q", "index_norm", "index_compress", "index_scores"]
LATENT_QUERY: list[Arrangement] = ["q_a", "q_norm", "q"]
LATENT_PREFILL: Arrangement = [
    ([(LATENT_QUERY, ["kv_a", "kv_norm", "kv_b"]), "rope"], [*INDEX]), "attention", "o",
]  # fmt: skip
LATENT_DECODE: Arrangement = [
    ([([*LATENT_QUERY, "kv_b"], ["kv_a", "kv_norm"]), "rope"], [*INDEX]), "attention", "o",
]  # fmt: skip
GROUPED: Arrangement = [
    ([(["qkv", "query_key_norm", "rope"], ["kv", "key_norm"], [*INDEX]), "attention"], "output_gate"),
    "gated", "output_norm", "o", "gates",
]  # fmt: skip
COMPRESSED: Arrangement = [
    (LATENT_QUERY, ["kv", "kv_norm"], ["entries", "compress", *INDEX]), "attention", "o_a", "o",
]  # fmt: skip
GATES_BESIDE: Arrangement = ["input", ("conv", "gates"), "recurrence", "o_norm", "o"]
MIXTURE: Arrangement = [
    (
        ["branch_norm_1", "router_scales", "router", "latent", "exchange", "experts", "activation", "branch_norm_2"],
        ["shared", "shared_activation", "shared_gate", "shared_gated", "branch_norm_3"],
    ),
]


def arranged(prefix: str, keys: Sequence[str], phase: str) -> Flow:
    """The flow of a part's calls; `prefix` stands before each key in the names of the steps."""
    return _flow(prefix, keys, _known(keys, phase))


def _known(keys: Sequence[str], phase: str) -> Arrangement:
    if "kv_a" in keys:
        return LATENT_DECODE if phase == "decode" else LATENT_PREFILL
    if "qkv" in keys:
        return GROUPED
    if "kv" in keys and "q_a" in keys:
        return COMPRESSED
    if "gates" in keys and "conv" in keys and keys.index("gates") < keys.index("conv"):
        return GATES_BESIDE
    return MIXTURE if "experts" in keys else list(keys)


def _flow(prefix: str, keys: Sequence[str], known: Arrangement) -> Flow:
    """The arrangement with the calls that there are; what it does not name follows at the end."""

    def made(of: Arrangement) -> Flow:
        if isinstance(of, str):
            return one(f"{prefix}{of}") if of in keys else series()
        return (series if isinstance(of, list) else parallel)(*map(made, of))

    flow = made(known)
    placed = set(steps_in(flow))
    return series(flow, *(one(f"{prefix}{key}") for key in keys if f"{prefix}{key}" not in placed))
