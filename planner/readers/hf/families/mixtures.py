"""Mixtures of experts with grouped-query attention, as Hugging Face transformers 5.24 builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from planner.parts.feed_forward import FeedForward
from planner.parts.norm import Norm
from planner.readers.hf.decoder import LAYER_NORM, LAYER_NORM_NO_BIAS, RMS, Layer
from planner.readers.hf.families.llama import exaone_windows, standard
from planner.readers.hf.keys import Keys
from planner.readers.hf.placement import sparse_by_step, sparse_by_types, sparse_from
from planner.readers.hf.shared import (
    Sizes,
    all_but_every,
    attention,
    biased,
    gated,
    layers_of,
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
    *,
    biases: Mapping[str, bool] | None = None,
    mixer: Mapping[str, Any] | None = None,
    norm: Norm = RMS,
    placement: str = "pre",
    following: int = 0,
    **fields: Any,
) -> Model:
    """A decoder whose layers differ in their window and in whether they have experts."""

    def build(kind: Kind) -> Layer:
        mixing = attention(sizes, window=kind.window, **(biases or {}), **(mixer or {}))
        network = experts if kind.sparse or dense is None else dense
        return Layer(mixing, network, norm, placement)

    layers = layers_of(kinds, build)
    if following:
        fields["prediction"] = predicted(following, layers[-1])
    return simple(keys, sizes.d_model, layers, norm=fields.pop("final_norm", norm), **fields)


def kinds_of(windows: Sequence[int | None], sparse: Sequence[bool]) -> list[Kind]:
    """One kind per layer."""
    return [Kind(window, has) for window, has in zip(windows, sparse, strict=True)]


def mixtral(keys: Keys) -> Model:
    """Mixtral: all layers have experts of `intermediate_size`."""
    window = keys.optional("sliding_window", most=10**12)
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    return standard(keys, windows=[window] * keys.layers(), network=network)


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
    return mixed(keys, sizes, kinds, network, gated(keys, keys.whole("intermediate_size")), biases=bias)


def qwen3_moe(keys: Keys) -> Model:
    """Qwen3 MoE: norms on queries and keys; experts in every so-manieth layer."""
    layers, sizes = keys.layers(), sizes_of(keys)
    windows: list[int | None] = [None] * layers
    if keys.flag("use_sliding_window", False):
        windows = [keys.optional("sliding_window", most=10**12)] * layers
    keys.skip("sliding_window", "max_window_layers", "use_qk_norm")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size")
    )
    keys.skip("shared_expert_intermediate_size")
    kinds = kinds_of(windows, sparse_by_step(keys, layers))
    bias = biased(keys.flag("attention_bias"))
    dense = gated(keys, keys.whole("intermediate_size"))
    return mixed(keys, sizes, kinds, network, dense, biases=bias, mixer={"query_key_norm": "shared"})


def olmoe(keys: Keys) -> Model:
    """OLMoE: norms over the whole width of queries and keys; experts of `intermediate_size`."""
    keys.skip("clip_qkv")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, biases=bias, network=network, mixer={"query_key_norm": "each"})


def flex_olmo(keys: Keys) -> Model:
    """FlexOlmo: OLMoE with norms after."""
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, biases=bias, network=network, placement="post", mixer={"query_key_norm": "each"})


def phimoe(keys: Keys) -> Model:
    """Phi-3.5 MoE: LayerNorm, biases in attention, a bias on the head."""
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    window = keys.optional("sliding_window", most=10**12)
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, biases=bias, windows=[window] * keys.layers(), network=network, norm=LAYER_NORM,
                    head_bias=keys.flag("lm_head_bias"))  # fmt: skip


def gpt_oss(keys: Keys) -> Model:
    """gpt-oss: sinks; biases on everything, on experts and router too; every second layer has a window."""
    keys.skip("experts_per_token")
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        expert_bias=True, router_bias=True,
    )  # fmt: skip
    windows = windows_of(keys, keys.layers(), all_but_every(2))
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, biases=bias, windows=windows, network=network, mixer={"sinks": True})


def granitemoe(keys: Keys) -> Model:
    """Granite MoE: experts of `intermediate_size`, and a shared network where the config gives it a width."""
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        shared_width=keys.optional("shared_intermediate_size", 0, least=0) or None,
    )  # fmt: skip
    return standard(keys, biases=biased(keys.flag("attention_bias")), network=network)


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
    prediction = predicted(following, Layer(attention(sizes), dense), norms=2)
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
    return mixed(keys, sizes, [Kind(None, has) for has in sparse], network, dense, biases=bias,
                 mixer={"query_key_norm": norm}, following=following)  # fmt: skip


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
    return mixed(keys, sizes, kinds, network, dense, biases=bias, mixer={"query_key_norm": "shared"})


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
    return mixed(keys, sizes, [Kind(None, True)] * layers, network, None, mixer={"query_key_norm": "each"},
                 following=following)  # fmt: skip


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
    return mixed(keys, sizes, kinds, network, gated(keys, keys.whole("intermediate_size")), biases=bias,
                 mixer={"query_key_norm": "shared", "output_gate": "element"}, placement="both")  # fmt: skip


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
    return mixed(keys, sizes, kinds, network, gated(keys, keys.whole("intermediate_size")),
                 mixer={"query_key_norm": "shared"}, following=following)  # fmt: skip


def solar_open(keys: Keys) -> Model:
    """Solar Open: experts in all layers, a shared expert; no bias on the output."""
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "n_shared_experts", width),
    )  # fmt: skip
    keys.skip("intermediate_size", "first_k_dense_replace")
    keys.must_be("use_qk_norm", False, because="Solar Open has no norm on queries and keys")
    return standard(keys, biases=biased(keys.flag("attention_bias"), False), network=network)


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
    return mixed(keys, sizes, kinds, network, dense, biases=bias, mixer={"query_key_norm": "shared"})


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
    return mixed(keys, sizes, [Kind(None, has) for has in sparse], network, dense, biases=bias,
                 mixer={"query_key_norm": "shared"})  # fmt: skip


def hunyuan_moe(keys: Keys) -> Model:
    """HunYuan MoE: a shared expert of the experts' width; numbers of experts may be one per layer."""
    layers, sizes = keys.layers(), sizes_of(keys)
    keys.must_be("use_cla", False, because="cross-layer attention of HunYuan is not read")
    keys.skip("use_qk_norm", "attention_head_dim", "use_mixed_mlp_moe")
    many = _per_layer(keys, "num_experts", layers)
    active = _per_layer(keys, "moe_topk", layers)
    width = keys.whole("intermediate_size")
    keys.must_be("moe_intermediate_size", None, width, [width] * layers, because="experts have intermediate_size")
    keys.must_be("num_shared_expert", None, 1, [1] * layers, because="HunYuan has one shared expert")
    bias = biased(keys.flag("attention_bias"))

    def build(kind: tuple[int, int]) -> Layer:
        network = mixture(keys, kind[0], kind[1], width, shared_width=width)
        return Layer(attention(sizes, query_key_norm="shared", **bias), network)

    return simple(keys, sizes.d_model, layers_of(list(zip(many, active, strict=True)), build))


def _per_layer(keys: Keys, name: str, layers: int) -> list[int]:
    """A number for all layers, or a list with one for each."""
    if keys.is_list(name):
        return keys.wholes(name, layers, least=1, most=100_000) or []
    return [keys.whole(name, most=100_000)] * layers


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
    return mixed(keys, sizes, kinds, network, gated(keys, dense_width), biases=biased(keys.flag("attention_bias")),
                 norm=norm, placement="shared")  # fmt: skip


def dbrx(keys: Keys) -> Model:
    """DBRX: LayerNorm without bias; nested attn_config and ffn_config."""
    sizes = sizes_of(keys, d_model="d_model", heads="n_heads", kv_heads=None, head_dim=None)
    inner, network = keys.below("attn_config"), keys.below("ffn_config")
    kv_heads = inner.whole("kv_n_heads", 1, most=4096)
    if sizes.heads % kv_heads:
        raise inner.refused("kv_n_heads", f"is {kv_heads}, which does not divide {sizes.heads} heads")
    sizes = sizes._replace(kv_heads=kv_heads)
    inner.skip("clip_qkv", "attn_pdrop", "kv_n_heads")
    experts = mixture(
        network, network.whole("moe_num_experts", 4), network.whole("moe_top_k", 1),
        network.whole("ffn_hidden_size", 3584),
    )  # fmt: skip
    network.skip("ffn_act_fn", "moe_normalize_expert_weights", "moe_jitter_eps", "uniform_expert_assignment",
                 "moe_weights")  # fmt: skip
    inner.finish()
    network.finish()
    keys.skip("resid_pdrop", "emb_pdrop")
    layers = [Layer(attention(sizes), experts, LAYER_NORM_NO_BIAS)] * keys.layers("n_layers")
    context = keys.optional("max_seq_len", most=10**12)
    return simple(keys, sizes.d_model, layers, norm=LAYER_NORM_NO_BIAS, max_context=context)


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "mixtral": mixtral,
    "qwen2_moe": qwen2_moe,
    "qwen3_moe": qwen3_moe,
    "qwen3_vl_moe_text": qwen3_moe,
    "olmoe": olmoe,
    "flex_olmo": flex_olmo,
    "phimoe": phimoe,
    "gpt_oss": gpt_oss,
    "granitemoe": granitemoe,
    "granitemoeshared": granitemoe,
    "ernie4_5_moe": ernie4_5_moe,
    "glm4_moe": glm4_moe,
    "sarvam_moe": glm4_moe,
    "dots1": dots1,
    "minimax_m2": minimax_m2,
    "afmoe": afmoe,
    "exaone_moe": exaone_moe,
    "solar_open": solar_open,
    "mellum": mellum,
    "hy_v3": hy_v3,
    "hunyuan_v1_moe": hunyuan_moe,
    "cohere2_moe": cohere2_moe,
    "dbrx": dbrx,
}
