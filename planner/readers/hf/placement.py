"""Which layers have experts: the ways in which configs say so."""

from __future__ import annotations

from planner.readers.hf.keys import Keys

SPARSE = frozenset({"sparse", "moe", "hash_moe"})
DENSE = frozenset({"dense", "mlp"})


def sparse_by_types(keys: Keys, layers: int) -> list[bool] | None:
    """From `mlp_layer_types`, a word per layer; None where there is no list."""
    types = keys.words("mlp_layer_types", layers, SPARSE | DENSE)
    return None if types is None else [kind in SPARSE for kind in types]


def sparse_from(keys: Keys, layers: int) -> list[bool]:
    """From `first_k_dense_replace` on."""
    first = keys.whole("first_k_dense_replace", 0, least=0, most=10**6)
    return [at >= first for at in range(layers)]


def sparse_by_frequency(keys: Keys, layers: int) -> list[bool]:
    """`first_k_dense_replace` dense ones, then each `moe_layer_freq`-th; the latter may be a list of 0 and 1."""
    if keys.is_list("moe_layer_freq"):
        listed = keys.wholes("moe_layer_freq", layers, most=1) or []
        keys.skip("first_k_dense_replace")
        return [bool(has) for has in listed]
    every = keys.whole("moe_layer_freq", 1, most=10**6)
    first = keys.whole("first_k_dense_replace", 0, least=0, most=10**6)
    return [at >= first and at % every == 0 for at in range(layers)]


def sparse_by_step(keys: Keys, layers: int) -> list[bool]:
    """Each `decoder_sparse_step`-th layer, without those of `mlp_only_layers`."""
    step = keys.whole("decoder_sparse_step", 1, most=10**6)
    only = set(keys.indices("mlp_only_layers", layers) or [])
    return [at not in only and (at + 1) % step == 0 for at in range(layers)]
