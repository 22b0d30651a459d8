"""Mixtures of experts whose layers differ, with grouped-query attention, as transformers 5.24 builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from planner.parts.feed_forward import FeedForward
from planner.readers.hf.decoder import LAYER_NORM_NO_BIAS, RMS, Layer, layers_of
from planner.readers.hf.families.llama import exaone_windows
from planner.readers.hf.keys import Keys
from planner.readers.hf.placement import sparse_by_step, sparse_by_types, sparse_from
from planner.readers.hf.shared import (
    USUAL,
    Block,
    Sizes,
    all_but_every,
    biased,
    gated,
    mixture,
    no_layer,
    predicted,
    qwen_windows,
    shared_width,
    simple,
    sizes_of,
    windows_of,
)
from planner.workbook import Model


class Kind(NamedTuple):
    """What tells one layer from another: its window, whether it has experts, and what else a family says."""

    window: int | None
    sparse: bool
    more: Any = None


def mixed(
    keys: Keys,
    sizes: Sizes,
    kinds: Sequence[Kind],
    experts: FeedForward,
    dense: FeedForward | None,
    block: Block = USUAL,
    **fields: Any,
) -> Model:
    """A decoder whose layers differ in their window and in whether they have experts."""

    def build(kind: Kind) -> Layer:
        return block.layer(sizes, kind.window, experts if kind.sparse or dense is None else dense)

    layers = layers_of(kinds, build)
    return simple(keys, sizes.d_model, layers, norm=fields.pop("final_norm", block.norm), **fields)


def kinds_of(windows: Sequence[int | None], sparse: Sequence[bool]) -> list[Kind]:
    """One kind per layer."""
    return [Kind(window, has) for window, has in zip(windows, sparse, strict=True)]


def qwen2_moe(keys: Keys) -> Model:
    """Qwen2 MoE: a shared expert with a gate; qkv_bias."""
    layers, sizes = keys.layers(), sizes_of(keys)
    windows = qwen_windows(keys, layers, lambda at, most: at % 2 == 0 and at < most)
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size"),
        shared_width=keys.whole("shared_expert_intermediate_size"), shared_gate=True,
    )  # fmt: skip
    kinds = kinds_of(windows, sparse_by_step(keys, layers))
    bias = biased(keys.flag("qkv_bias", True), False)
    return mixed(keys, sizes, kinds, network, gated(keys, keys.whole("intermediate_size")), Block(bias))


def qwen3_moe(keys: Keys) -> Model:
    """Qwen3 MoE: norms on queries and keys; experts in every so-manieth layer."""
    layers, sizes = keys.layers(), sizes_of(keys)
    windows: list[int | None] = [None] * layers
    if keys.flag("use_sliding_window", False):
        windows = [keys.optional("sliding_window", most=10**12)] * layers
    keys.skip("sliding_window", "max_window_layers", "use_qk_norm")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size"),
        choice_weights="normed_cast" if keys.flag("norm_topk_prob", False) else "cast",
    )  # fmt: skip
    keys.skip("shared_expert_intermediate_size")
    kinds = kinds_of(windows, sparse_by_step(keys, layers))
    bias = biased(keys.flag("attention_bias"))
    dense = gated(keys, keys.whole("intermediate_size"))
    return mixed(keys, sizes, kinds, network, dense, Block({**bias, "query_key_norm": "shared"}))


def ernie4_5_moe(keys: Keys) -> Model:
    """ERNIE 4.5 MoE: a router bias that is counted; experts between two layers, in every so-manieth."""
    layers, sizes = keys.layers(), sizes_of(keys)
    bias = keys.flag("use_bias")
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("moe_num_experts"), keys.whole("moe_k"), width, router_bias=True,
        shared_width=shared_width(keys, "moe_num_shared_experts", width),
    )  # fmt: skip
    if bias:
        raise keys.refused("use_bias", "is true: biases of ERNIE's shared experts are not read")
    start, end = keys.whole("moe_layer_start_index", least=0), keys.whole("moe_layer_end_index", least=-1)
    every = keys.whole("moe_layer_interval")
    last = layers - 1 if end == -1 else end
    keys.skip("moe_capacity", "moe_norm_min", "moe_use_aux_free", "moe_gate")
    kinds = [Kind(None, (at + 1) % every == 0 and start <= at <= last) for at in range(layers)]
    dense = gated(keys, keys.whole("intermediate_size"))
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    prediction = predicted(following, like="first", norms=2)
    return mixed(keys, sizes, kinds, network, dense, prediction=prediction)


def glm4_moe(keys: Keys) -> Model:
    """GLM-4.5: dense layers first; biases on queries, keys, values; optional norms on queries and keys."""
    layers, sizes = keys.layers(), sizes_of(keys)
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "n_shared_experts", width, 1),
    )  # fmt: skip
    sparse = sparse_from(keys, layers)
    keys.skip("moe_router_enable_expert_bias", "head_dim", "moe_layer_freq", "rope_interleave", "group_norm_size")
    norm = "shared" if keys.flag("use_qk_norm", False) else "none"
    bias = biased(keys.flag("attention_bias"), False)
    dense = gated(keys, keys.whole("intermediate_size"))
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    return mixed(
        keys,
        sizes,
        [Kind(None, has) for has in sparse],
        network,
        dense,
        Block({**bias, "query_key_norm": norm}),
        prediction=predicted(following),
    )


def dots1(keys: Keys) -> Model:
    """dots.llm1: dense layers first, norms on queries and keys."""
    layers, sizes = keys.layers(), sizes_of(keys)
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "n_shared_experts", width),
    )  # fmt: skip
    most = keys.whole("max_window_layers", least=0, most=10**6)
    windows = windows_of(keys, layers, lambda at: at >= most)
    kinds = kinds_of(windows, sparse_from(keys, layers))
    bias = biased(keys.flag("attention_bias"))
    dense = gated(keys, keys.whole("intermediate_size"))
    keys.must_be("moe_layer_freq", 1, because="all layers of dots.llm1 behind the dense ones have experts")
    return mixed(keys, sizes, kinds, network, dense, Block({**bias, "query_key_norm": "shared"}))


def minimax_m2(keys: Keys) -> Model:
    """MiniMax-M2: norms over the whole width of queries and keys; experts of `intermediate_size`."""
    layers, sizes = keys.layers(), sizes_of(keys)
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    keys.must_be("use_qk_norm", True, because="MiniMax-M2 has norms on queries and keys")
    keys.must_be("qk_norm_type", "per_layer", because="the norms of MiniMax-M2 span the whole width")
    keys.must_be("shared_intermediate_size", 0, because="MiniMax-M2 has no shared expert")
    types = keys.wholes("attn_type_list", layers, most=1)
    if types is not None and 0 in types:
        raise keys.refused("attn_type_list", "has linear layers, which MiniMax-M2 does not have")
    keys.skip("use_routing_bias", "layernorm_full_attention_beta", "layernorm_linear_attention_beta",
              "layernorm_mlp_beta", "attn_window_size", "max_model_len", "sliding_window")  # fmt: skip
    following = keys.optional("num_mtp_modules", 0, least=0, most=100) or 0
    each = keys.optional("mtp_transformer_layers", 1, least=0, most=100) or 1
    if not keys.flag("use_mtp", False):
        following = 0
    elif each != 1:
        raise keys.refused("mtp_transformer_layers", "is not 1")
    return mixed(
        keys,
        sizes,
        [Kind(None, True)] * layers,
        network,
        None,
        Block({"query_key_norm": "each"}),
        prediction=predicted(following),
    )


def afmoe(keys: Keys) -> Model:
    """AFM MoE: a gate per element, norms on queries and keys, norms before and after; dense layers first."""
    layers, sizes = keys.layers(), sizes_of(keys)
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), width, router_bias=True,
        shared_width=shared_width(keys, "num_shared_experts", width),
    )  # fmt: skip
    keys.skip("mup_enabled", "route_scale", "route_norm", "score_func", "load_balance_coeff", "num_expert_groups",
              "num_limited_groups", "use_grouped_mm")  # fmt: skip
    every = keys.whole("global_attn_every_n_layers", most=10**6)
    first = keys.whole("num_dense_layers", least=0, most=10**6)
    windows = windows_of(keys, layers, all_but_every(every))
    kinds = kinds_of(windows, [at >= first for at in range(layers)])
    bias = biased(keys.flag("attention_bias"))
    return mixed(
        keys,
        sizes,
        kinds,
        network,
        gated(keys, keys.whole("intermediate_size")),
        Block({**bias, "query_key_norm": "shared", "output_gate": "element"}, placement="both"),
    )


def exaone_moe(keys: Keys) -> Model:
    """EXAONE MoE: as EXAONE 4 with norms before; a shared expert."""
    layers, sizes = keys.layers(), sizes_of(keys)
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "num_shared_experts", width),
    )  # fmt: skip
    first = keys.optional("first_k_dense_replace", 1, least=0, most=10**6) or 0
    sparse = sparse_by_types(keys, layers) or [at >= first for at in range(layers)]
    kinds = kinds_of(exaone_windows(keys, layers), sparse)
    keys.skip("is_moe_layer", "moe_layer_freq")
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    return mixed(
        keys,
        sizes,
        kinds,
        network,
        gated(keys, keys.whole("intermediate_size")),
        Block({"query_key_norm": "shared"}),
        prediction=predicted(following),
    )


def mellum(keys: Keys) -> Model:
    """Mellum: norms on queries and keys, windows and experts as listed."""
    layers, sizes = keys.layers(), sizes_of(keys)
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size")
    )
    sparse = sparse_by_types(keys, layers) or [True] * layers
    kinds = kinds_of(windows_of(keys, layers, no_layer), sparse)
    keys.must_be("num_mtp_layers", None, 0, because="prediction layers of Mellum are not read")
    bias = biased(keys.flag("attention_bias"))
    dense = gated(keys, keys.whole("intermediate_size"))
    return mixed(keys, sizes, kinds, network, dense, Block({**bias, "query_key_norm": "shared"}))


def hy_v3(keys: Keys) -> Model:
    """Hunyuan 3: norms on queries and keys, the first layer dense, a shared expert."""
    layers, sizes = keys.layers(), sizes_of(keys)
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "num_shared_experts", width),
    )  # fmt: skip
    sparse = sparse_by_types(keys, layers) or [at > 0 for at in range(layers)]
    keys.must_be("mlp_bias", False, because="biases of this mixture are not read")
    bias = biased(keys.flag("attention_bias"))
    dense = gated(keys, keys.whole("intermediate_size"))
    return mixed(
        keys, sizes, [Kind(None, has) for has in sparse], network, dense, Block({**bias, "query_key_norm": "shared"})
    )


def cohere2_moe(keys: Keys) -> Model:
    """Cohere 2 MoE: one norm before both in parallel; dense layers first with a width of their own."""
    layers, sizes = keys.layers(), sizes_of(keys)
    width = keys.whole("intermediate_size")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "num_shared_experts", width),
    )  # fmt: skip
    first = keys.optional("first_k_dense_replace", 0, least=0, most=layers) or 0
    sparse = sparse_by_types(keys, layers) or [at >= first for at in range(layers)]
    prefix, period = keys.whole("prefix_dense_sliding_window_pattern"), keys.whole("sliding_window_pattern")

    def slides(at: int) -> bool:
        return (at + 1) % prefix != 0 if at < first else (at - first + 1) % period != 0

    kinds = kinds_of(windows_of(keys, layers, slides), sparse)
    dense_width = keys.optional("prefix_dense_intermediate_size") or width
    norm = RMS if keys.has("rms_norm_eps") else LAYER_NORM_NO_BIAS
    keys.skip("shared_expert_combination_strategy", "expert_selection_fn")
    return mixed(
        keys,
        sizes,
        kinds,
        network,
        gated(keys, dense_width),
        Block(biased(keys.flag("attention_bias")), norm=norm, placement="shared"),
    )


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "qwen2_moe": qwen2_moe,
    "qwen3_moe": qwen3_moe,
    "qwen3_vl_moe_text": qwen3_moe,
    "ernie4_5_moe": ernie4_5_moe,
    "glm4_moe": glm4_moe,
    "sarvam_moe": glm4_moe,
    "dots1": dots1,
    "minimax_m2": minimax_m2,
    "afmoe": afmoe,
    "exaone_moe": exaone_moe,
    "mellum": mellum,
    "hy_v3": hy_v3,
    "cohere2_moe": cohere2_moe,
}
