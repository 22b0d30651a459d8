"""Mixtures of experts with experts in every layer and grouped-query attention, as transformers 5.24 builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.readers.hf.decoder import LAYER_NORM, LAYER_NORM_NO_BIAS, Layer, layers_of
from planner.readers.hf.families.llama import standard
from planner.readers.hf.keys import Keys
from planner.readers.hf.shared import (
    Block,
    all_but_every,
    attention,
    biased,
    mixture,
    shared_width,
    simple,
    sizes_of,
    windows_of,
)
from planner.workbook import Model


def mixtral(keys: Keys) -> Model:
    """Mixtral: all layers have experts of `intermediate_size`."""
    window = keys.optional("sliding_window", most=10**12)
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    return standard(keys, network=network, windows=[window] * keys.layers())


def olmoe(keys: Keys) -> Model:
    """OLMoE: norms over the whole width of queries and keys; experts of `intermediate_size`."""
    keys.skip("clip_qkv")
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        choice_weights="normed_cast" if keys.flag("norm_topk_prob", False) else "cast",
    )  # fmt: skip
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "query_key_norm": "each"}), network=network)


def flex_olmo(keys: Keys) -> Model:
    """FlexOlmo: OLMoE with norms after."""
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "query_key_norm": "each"}, placement="post"), network=network)


def phimoe(keys: Keys) -> Model:
    """Phi-3.5 MoE: LayerNorm, biases in attention, a bias on the head."""
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size")
    )
    window = keys.optional("sliding_window", most=10**12)
    bias = biased(keys.flag("attention_bias"))
    return standard(
        keys,
        Block(bias, norm=LAYER_NORM),
        network=network,
        windows=[window] * keys.layers(),
        head_bias=keys.flag("lm_head_bias"),
    )


def gpt_oss(keys: Keys) -> Model:
    """gpt-oss: sinks; biases on everything, on experts and router too; every second layer has a window."""
    keys.skip("experts_per_token")
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        expert_bias=True, router_bias=True,
    )  # fmt: skip
    windows = windows_of(keys, keys.layers(), all_but_every(2))
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "sinks": True}), network=network, windows=windows)


def granitemoe(keys: Keys) -> Model:
    """Granite MoE: experts of `intermediate_size`, and a shared network where the config gives it a width."""
    network = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        shared_width=keys.optional("shared_intermediate_size", 0, least=0) or None,
    )  # fmt: skip
    return standard(keys, Block(biased(keys.flag("attention_bias"))), network=network)


def solar_open(keys: Keys) -> Model:
    """Solar Open: experts in all layers, a shared expert; no bias on the output."""
    width = keys.whole("moe_intermediate_size")
    network = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "n_shared_experts", width),
    )  # fmt: skip
    keys.skip("intermediate_size", "first_k_dense_replace")
    keys.must_be("use_qk_norm", False, because="Solar Open has no norm on queries and keys")
    return standard(keys, Block(biased(keys.flag("attention_bias"), False)), network=network)


HUNYUAN_HARMLESS = (
    "anyres_pooling_size", "cla_share_factor", "class_num", "dense_list", "group_limited_greedy", "mask_init_id",
    "moe_drop_tokens", "moe_random_routing_dropped_token", "num_media_embeds", "org_vocab_size", "pool_type",
    "position_embedding_xdrope", "use_rotary_pos_emb", "vit_path", "vit_type", "vit_used_rms_norm", "mlp_bias",
    "kv_lora_rank", "q_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
)  # fmt: skip
"""What HunYuan's published configs state and transformers' class does not look at: of its vision and latent kin."""


def hunyuan_moe(keys: Keys) -> Model:
    """HunYuan MoE: a shared expert of the experts' width; numbers of experts may be one per layer."""
    layers, sizes = keys.layers(), sizes_of(keys)
    keys.must_be("use_cla", False, because="cross-layer attention of HunYuan is not read")
    keys.skip("use_qk_norm", "qk_norm", "attention_head_dim", "use_mixed_mlp_moe", *HUNYUAN_HARMLESS)
    keys.must_be("add_classification_head", False, because="a classifier is not read")
    keys.must_be("moe_layer_num_skipped", 0, because="HunYuan has experts in every layer")
    keys.must_be("norm_type", "rms", because="only RMSNorm is known")
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
                 "moe_weights", "moe_loss_weight")  # fmt: skip
    inner.finish()
    network.finish()
    keys.skip("resid_pdrop", "emb_pdrop")
    layers = [Layer(attention(sizes), experts, LAYER_NORM_NO_BIAS)] * keys.layers("n_layers")
    context = keys.optional("max_seq_len", most=10**12)
    return simple(keys, sizes.d_model, layers, norm=LAYER_NORM_NO_BIAS, max_context=context)


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "mixtral": mixtral,
    "olmoe": olmoe,
    "flex_olmo": flex_olmo,
    "phimoe": phimoe,
    "gpt_oss": gpt_oss,
    "granitemoe": granitemoe,
    "granitemoeshared": granitemoe,
    "solar_open": solar_open,
    "hunyuan_v1_moe": hunyuan_moe,
    "dbrx": dbrx,
}
