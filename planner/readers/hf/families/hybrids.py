"""Linear attention and convolutions between attention layers, as Hugging Face transformers 5.24 builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.parts.attention import GatedDelta, KimiDelta, Latent, Lightning, RealGatedRecurrence, ShortConvolution
from planner.parts.feed_forward import FeedForward
from planner.readers.hf.families.alternating import alternating, linear_types, positive
from planner.readers.hf.families.latent import experts_of, latent_fields
from planner.readers.hf.keys import Keys
from planner.readers.hf.placement import sparse_by_step, sparse_by_types
from planner.readers.hf.shared import attention, biased, gated, mixture, predicted, simple, sizes_of
from planner.workbook import Embedding, Model


def _gated_delta(keys: Keys) -> GatedDelta:
    return GatedDelta(
        key_heads=keys.whole("linear_num_key_heads", most=4096),
        value_heads=keys.whole("linear_num_value_heads", most=4096),
        key_dim=keys.whole("linear_key_head_dim", most=65536),
        value_dim=keys.whole("linear_value_head_dim", most=65536),
        kernel=keys.whole("linear_conv_kernel_dim", most=4096),
    )


def qwen3_next(keys: Keys) -> Model:
    """Qwen3-Next and Qwen3.5: three Gated DeltaNet layers to one of attention with an output gate."""
    layers, sizes = keys.layers(), sizes_of(keys)
    every = keys.whole("full_attention_interval", 4, most=10**6)
    linear = linear_types(keys, layers, ("layer_types",), lambda at: (at + 1) % every != 0)
    bias = keys.flag("attention_bias")
    keys.must_be("attn_output_gate", True, because="attention of this family has an output gate")
    keys.skip("output_gate_type", "mtp_use_dedicated_embeddings", "linear_attn_type", "mamba_ssm_dtype")
    if bias:
        raise keys.refused("attention_bias", "is true: a bias on the output gate is not read")
    mixing = attention(sizes, query_key_norm="shared", output_gate="element")
    networks = _qwen_networks(keys, layers)
    made = alternating(linear, _gated_delta(keys), mixing, networks)
    following = keys.optional("mtp_num_hidden_layers", 0, least=0, most=100) or 0
    return simple(keys, sizes.d_model, made, prediction=predicted(following))


def _qwen_networks(keys: Keys, layers: int) -> list[FeedForward]:
    experts = keys.optional("num_experts", 0, least=0) or 0
    if not experts:
        keys.skip("decoder_sparse_step", "mlp_only_layers", "num_experts_per_tok", "moe_intermediate_size",
                  "shared_expert_intermediate_size")  # fmt: skip
        return [gated(keys, keys.whole("intermediate_size"))] * layers
    network = mixture(
        keys, experts, keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size"),
        shared_width=keys.whole("shared_expert_intermediate_size"), shared_gate=True,
    )  # fmt: skip
    sparse = sparse_by_step(keys, layers)
    if all(sparse):
        keys.skip("intermediate_size")
        return [network] * layers
    dense = gated(keys, keys.whole("intermediate_size"))
    return [network if has else dense for has in sparse]


def kimi_linear(keys: Keys) -> Model:
    """Kimi Linear: Kimi delta attention, and latent attention in one of four layers."""
    layers = keys.layers()
    inner = keys.below("linear_attn_config")
    full = inner.values.get("full_attn_layers")
    inner.skip("full_attn_layers", "kda_layers")
    if keys.has("layer_types") or full is None:
        linear = linear_types(keys, layers, ("layer_types",), lambda at: not at or at % 4 != 0)
    elif isinstance(full, list) and all(type(at) is int and 0 < at <= layers for at in full):
        linear = [at + 1 not in full for at in range(layers)]
    else:
        raise inner.refused("full_attn_layers", f"is not a list of layers from 1 to {layers}")
    delta = KimiDelta(
        heads=inner.whole("num_heads", keys.whole("linear_num_heads", most=4096), most=4096),
        head_dim=inner.whole("head_dim", keys.whole("linear_head_dim", most=65536), most=65536),
        kernel=inner.whole("short_conv_kernel_size", keys.whole("linear_conv_kernel_dim", most=4096), most=4096),
    )
    inner.finish()
    keys.skip("mla_use_nope", "moe_layer_freq", "use_grouped_topk", "moe_router_activation_func", "num_expert_group")
    keys.must_be("tie_word_embeddings", False, because="the head of Kimi Linear is its own")
    first = keys.whole("first_k_dense_replace", 1, least=0, most=10**6)
    sparse = sparse_by_types(keys, layers) or [at >= first for at in range(layers)]
    dense, experts = gated(keys, keys.whole("intermediate_size")), experts_of(keys, "num_local_experts")
    networks = [experts if has else dense for has in sparse]
    made = alternating(linear, delta, Latent(**latent_fields(keys)), networks)
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    return simple(keys, keys.whole("hidden_size"), made, prediction=predicted(following))


def lfm2(keys: Keys) -> Model:
    """LFM2: short convolutions, and attention with norms on queries and keys; some with experts."""
    layers, sizes = keys.layers(), sizes_of(keys)
    at_attention = keys.indices("full_attn_idxs", layers)
    chosen = set(range(layers) if at_attention is None else at_attention)
    linear = linear_types(keys, layers, ("layer_types",), lambda at: at not in chosen)
    mixer = ShortConvolution(kernel=keys.whole("conv_L_cache", most=4096), bias=keys.flag("conv_bias"))
    keys.skip("block_dim", "conv_dim", "conv_dim_out", "block_mlp_init_scale", "block_norm_eps", "block_out_init_scale",
              "block_use_swiglu", "block_use_xavier_init", "conv_use_xavier_init", "num_heads", "theta")  # fmt: skip
    keys.must_be("use_pos_enc", True, because="LFM2 has rotary positions")
    tied = keys.flag("tie_embedding", None) if keys.states("tie_embedding") else keys.flag("tie_word_embeddings")
    keys.skip("tie_word_embeddings", "tie_embedding")
    networks = _lfm_networks(keys, layers)
    made = alternating(linear, mixer, attention(sizes, query_key_norm="shared"), networks)
    return simple(keys, sizes.d_model, made, tied=tied)


def _lfm_networks(keys: Keys, layers: int) -> list[FeedForward]:
    if keys.optional("num_experts", 0, least=0):
        dense = gated(keys, keys.whole("intermediate_size"), act="hidden_act")
        experts = mixture(
            keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size")
        )
        first = keys.whole("num_dense_layers", least=0, most=10**6)
        keys.skip("use_expert_bias")
        return [experts if at >= first else dense for at in range(layers)]
    width = keys.optional("block_ff_dim") or keys.whole("intermediate_size")
    keys.skip("intermediate_size")
    if keys.flag("block_auto_adjust_ff_dim"):
        multiple = keys.whole("block_multiple_of")
        width = int(2 * width / 3)
        if keys.has("block_ffn_dim_multiplier") or not keys.states("block_ffn_dim_multiplier"):
            width = int(keys.number("block_ffn_dim_multiplier") * width)
            width = multiple * -(-width // multiple)
    keys.skip("block_multiple_of", "block_ffn_dim_multiplier")
    return [gated(keys, positive(keys, "intermediate_size", width))] * layers


def recurrent_gemma(keys: Keys) -> Model:
    """RecurrentGemma: two RG-LRU layers to one with a window; networks of half the stated width, biases."""
    layers = keys.layers()
    sizes = sizes_of(keys, head_dim=None)
    pattern = keys.stated("block_types") if keys.states("block_types") else keys.defaults["block_types"]
    keys.skip("_block_types", "layers_block_type", "layer_types", "logits_soft_cap",
              "w_init_variance_scale", "final_w_init_variance_scale", "embeddings_scale_by_sqrt_dim",
              "head_dim")  # fmt: skip
    known = isinstance(pattern, list) and 0 < len(pattern) <= 1000
    if not known or not all(kind in ("recurrent", "attention") for kind in pattern):
        raise keys.refused("block_types", "is not a list of recurrent and attention")
    window = keys.whole("attention_window_size", most=10**9)
    bias = biased(keys.flag("attention_bias"), True)
    inner = keys.optional("lru_width") or sizes.d_model
    if inner % sizes.heads:
        raise keys.refused("lru_width", f"is {inner:,} and no multiple of {sizes.heads} blocks")
    mixer = RealGatedRecurrence(
        inner=inner,
        blocks=sizes.heads,
        kernel=keys.whole("conv1d_width", most=4096),
    )
    width = keys.whole("intermediate_size", least=2)
    network = gated(keys, width // 2, True, act="hidden_activation")
    linear = [pattern[at % len(pattern)] == "recurrent" for at in range(layers)]
    made = alternating(linear, mixer, attention(sizes, window=window, **bias), [network] * layers)
    return simple(keys, sizes.d_model, made, embedding=Embedding(scaled=True), max_context=None)


def minimax(keys: Keys) -> Model:
    """MiniMax-01: lightning attention, and softmax attention in some layers; experts everywhere."""
    layers, sizes = keys.layers(), sizes_of(keys)
    linear = linear_types(keys, layers, ("layer_types",), lambda at: at % 2 == 1)
    keys.skip("block_size", "sliding_window", "full_attn_alpha_factor", "full_attn_beta_factor", "mlp_alpha_factor",
              "linear_attn_alpha_factor", "linear_attn_beta_factor", "mlp_beta_factor")  # fmt: skip
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    mixer = Lightning(heads=sizes.heads, head_dim=sizes.head_dim)
    return simple(keys, sizes.d_model, alternating(linear, mixer, attention(sizes), [network] * layers))


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "qwen3_next": qwen3_next,
    "qwen3_5_text": qwen3_next,
    "qwen3_5_moe_text": qwen3_next,
    "kimi_linear": kimi_linear,
    "lfm2": lfm2,
    "lfm2_moe": lfm2,
    "recurrent_gemma": recurrent_gemma,
    "minimax": minimax,
}
