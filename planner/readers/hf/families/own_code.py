"""Families that Hugging Face transformers 5.24 does not have: each as the code beside its checkpoints builds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.readers.hf.decoder import LAYER_NORM
from planner.readers.hf.families.llama import standard
from planner.readers.hf.families.mixtures import Kind, mixed
from planner.readers.hf.keys import Keys
from planner.readers.hf.placement import sparse_from
from planner.readers.hf.shared import Block, Sizes, biased, gated, mixture, plain, predicted, shared_width, sizes_of
from planner.workbook import Model


def internlm(keys: Keys) -> Model:
    """InternLM 1 (modeling_internlm.py): `bias` on all four projections; multi-head."""
    return standard(
        keys,
        Block(biased(keys.flag("bias", True))),
        sizes=sizes_of(keys, head_dim=None),
        tied=keys.flag("tie_word_embeddings", False),
    )


def internlm2(keys: Keys) -> Model:
    """InternLM 2 (modeling_internlm2.py): one packed matrix of queries, keys, values; `bias` on it and output.

    Without the key there are none, as in every published checkpoint (the class itself defaults to biases).
    """
    bias = biased(keys.flag("bias", False))
    return standard(
        keys, Block(bias), sizes=sizes_of(keys, head_dim=None), tied=keys.flag("tie_word_embeddings", False)
    )


def baichuan(keys: Keys) -> Model:
    """Baichuan 1 and 2 (modeling_baichuan.py): multi-head, packed, no biases; the 13B models use ALiBi."""
    keys.skip("z_loss_weight")
    many = keys.whole("num_attention_heads", most=4096)
    if (keys.optional("num_key_value_heads", most=4096) or many) != many:
        raise keys.refused("num_key_value_heads", f"is not {many}: Baichuan is multi-head")
    rotary = keys.layers() < 40
    sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    return standard(keys, Block({"rotary": rotary}), sizes=sizes, tied=keys.flag("tie_word_embeddings", False))


def orion(keys: Keys) -> Model:
    """Orion (modeling_orion.py): Llama with LayerNorm."""
    bias = biased(keys.flag("attention_bias", False))
    return standard(keys, Block(bias, norm=LAYER_NORM), tied=keys.flag("tie_word_embeddings", False))


def qwen(keys: Keys) -> Model:
    """Qwen 1 (modeling_qwen.py): biases on the packed projection only; intermediate_size counts gate and up."""
    keys.must_be("no_bias", True, because="Qwen 1 with biases on all matrices is not known")
    if keys.has("kv_channels"):
        heads, head_dim = keys.whole("num_attention_heads", most=4096), keys.whole("kv_channels", most=65536)
        sizes = Sizes(keys.whole("hidden_size"), heads, heads, head_dim)
    else:
        sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    keys.skip("padded_vocab_size", "scale_attn_weights", "use_cache_quantization", "use_cache_kernel")
    width = keys.whole("intermediate_size", least=2)
    network = gated(keys, width // 2, act="hidden_act")
    keys.note("intermediate_size", f"Qwen 1 states twice the width of each matrix: {width // 2:,} is read.")
    context = keys.optional("seq_length", most=10**12)
    return standard(
        keys,
        Block(biased(True, False)),
        network=network,
        sizes=sizes,
        max_context=context,
        tied=keys.flag("tie_word_embeddings", False),
    )


def chatglm(keys: Keys) -> Model:
    """ChatGLM 2 and 3, GLM-4 (modeling_chatglm.py): add_qkv_bias, padded_vocab_size, separate head."""
    if keys.has("inner_hidden_size"):
        return _chatglm1(keys)
    if keys.has("num_hidden_layers"):
        keys.must_be("num_hidden_layers", keys.layers("num_layers"), because="num_layers is another number")
    keys.must_be("rmsnorm", True, because="ChatGLM with LayerNorm is not known")
    keys.must_be("post_layer_norm", True, because="ChatGLM without a final norm is not known")
    keys.must_be("apply_residual_connection_post_layernorm", False, because="this order of norms is not known")
    keys.must_be("pre_seq_len", None, because="a prefix encoder is not read")
    heads = keys.whole("num_attention_heads", most=4096)
    groups = keys.whole("multi_query_group_num", most=4096) if keys.flag("multi_query_attention", False) else heads
    keys.skip("multi_query_group_num", "original_rope", "prefix_projection", "use_flash_attention")
    sizes = Sizes(keys.whole("hidden_size"), heads, groups, keys.whole("kv_channels", 128, most=65536))
    all_biases = keys.flag("add_bias_linear", False)
    bias = biased(keys.flag("add_qkv_bias", False) or all_biases, all_biases)
    network = gated(keys, keys.whole("ffn_hidden_size"), all_biases)
    keys.skip("vocab_size")
    context = keys.optional("seq_length", most=10**12)
    tied = keys.flag("tie_word_embeddings", False)
    return standard(
        keys,
        Block(bias),
        network=network,
        sizes=sizes,
        vocab="padded_vocab_size",
        max_context=context,
        tied=tied,
        windows=[None] * keys.layers("num_layers"),
    )


def _chatglm1(keys: Keys) -> Model:
    """ChatGLM 1 (modeling_chatglm.py of chatglm-6b): LayerNorm, biases, a plain network, tied."""
    keys.must_be("position_encoding_2d", True, because="only rotary positions in two dimensions are known")
    keys.must_be("pre_seq_len", None, because="a prefix encoder is not read")
    keys.skip("prefix_projection")
    sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    network = plain(keys, keys.whole("inner_hidden_size"), True)
    return standard(
        keys,
        Block(biased(True), norm=LAYER_NORM),
        network=network,
        sizes=sizes,
        tied=keys.flag("tie_word_embeddings", True),
        windows=[None] * keys.layers("num_layers"),
    )


def bailing_moe(keys: Keys) -> Model:
    """Ling and Ring (modeling_bailing_moe.py, modeling_bailing_moe_v2.py): packed attention, shared experts.

    Version 2 has norms on queries and keys and a router's correction that is a buffer.
    """
    layers, sizes = keys.layers(), sizes_of(keys)
    keys.must_be("multi_gate", False, because="a router for each kind of token is not read")
    keys.must_be("use_rmsnorm", True, because="only RMSNorm is known")
    keys.must_be("use_sliding_window", False, because="windows of Ling are not read")
    keys.must_be("sliding_window", None, because="windows of Ling are not read")
    keys.skip("norm_head", "norm_softmax", "max_window_layers", "moe_router_enable_expert_bias", "score_function",
              "router_dtype", "moe_router_topk_scaling_factor", "router_aux_loss_coef")  # fmt: skip
    width = keys.whole("moe_intermediate_size")
    each = keys.optional("moe_shared_expert_intermediate_size") or width
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "num_shared_experts", each),
    )  # fmt: skip
    kinds = [Kind(None, has) for has in sparse_from(keys, layers)]
    norm = "shared" if keys.flag("use_qk_norm", False) else "none"
    bias = biased(keys.flag("use_qkv_bias", False), keys.flag("use_bias", False))
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    keys.must_be("tie_word_embeddings", False, because="a tied head of Ling is not known")
    dense = gated(keys, keys.whole("intermediate_size"))
    return mixed(
        keys,
        sizes,
        kinds,
        network,
        dense,
        Block({**bias, "query_key_norm": norm}),
        tied=False,
        prediction=predicted(following),
    )


def minicpm(keys: Keys) -> Model:
    """MiniCPM 1 and 2 (modeling_minicpm.py): Llama with scaled residuals; some are mixtures of experts."""
    bias = biased(keys.flag("attention_bias", False))
    tied = keys.flag("tie_word_embeddings", True)
    if not keys.has("num_experts"):
        keys.skip("num_experts", "num_experts_per_tok")
        return standard(keys, Block(bias), tied=tied)
    experts, active = keys.whole("num_experts"), keys.whole("num_experts_per_tok", 2)
    network = mixture(keys, experts, active, keys.whole("intermediate_size"))
    return standard(keys, Block(bias), network=network, tied=tied)


def xverse(keys: Keys) -> Model:
    """XVERSE (modeling_xverse.py): Llama."""
    return standard(keys, tied=keys.flag("tie_word_embeddings", False))


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "internlm": internlm,
    "internlm2": internlm2,
    "baichuan": baichuan,
    "orion": orion,
    "qwen": qwen,
    "chatglm": chatglm,
    "minicpm": minicpm,
    "bailing_moe": bailing_moe,
    "bailing_moe_v2": bailing_moe,
    "xverse": xverse,
}
