"""Multi-head latent attention: DeepSeek and what follows it, as Hugging Face transformers 5.24 builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from planner.parts.attention import (
    Attention,
    CompressedSparse,
    HeavilyCompressed,
    Latent,
    SparseLatent,
    WindowedSharedKey,
)
from planner.parts.feed_forward import FeedForward
from planner.parts.stream import HyperConnections
from planner.readers.hf.decoder import Layer, layers_of
from planner.readers.hf.keys import Keys
from planner.readers.hf.placement import sparse_by_frequency, sparse_by_types, sparse_from
from planner.readers.hf.shared import (
    attention,
    biased,
    gated,
    mixture,
    predicted,
    shared_width,
    simple,
    sizes_of,
)
from planner.workbook import Model


def latent_fields(keys: Keys, *, value_default: int | None = None) -> dict[str, Any]:
    """The fields of latent attention; without a query rank one matrix makes the queries."""
    keys.skip("head_dim", "qk_head_dim", "num_key_value_heads")
    bias = keys.flag("attention_bias", False)
    value = keys.optional("v_head_dim", most=65536) if value_default is not None else None
    return {
        "heads": keys.whole("num_attention_heads", most=4096),
        "query_rank": keys.optional("q_lora_rank", most=1_000_000),
        "kv_rank": keys.whole("kv_lora_rank", most=1_000_000),
        "nope_dim": keys.whole("qk_nope_head_dim", least=0, most=65536),
        "rope_dim": keys.whole("qk_rope_head_dim", least=0, most=65536),
        "value_dim": value or value_default or keys.whole("v_head_dim", most=65536),
        "down_bias": bias,
        "output_bias": bias,
    }


def experts_of(keys: Keys, experts: str = "n_routed_experts", **fields: Any) -> FeedForward:
    """DeepSeek's mixture: routed experts, and shared ones of the same width."""
    width = keys.whole("moe_intermediate_size")
    return mixture(
        keys, keys.whole(experts), keys.whole("num_experts_per_tok"), width,
        shared_width=shared_width(keys, "n_shared_experts", width), **fields,
    )  # fmt: skip


def assembled(
    keys: Keys, mixers: Sequence[Attention], sparse: Sequence[bool], experts: FeedForward | None, **fields: Any
) -> Model:
    """A decoder whose layers are dense or have experts; one mixer per layer."""
    dense = gated(keys, keys.whole("intermediate_size"), keys.flag("mlp_bias", False))
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0

    def build(kind: tuple[Attention, bool]) -> Layer:
        return Layer(kind[0], experts if kind[1] and experts is not None else dense)

    layers = layers_of(zip(mixers, sparse, strict=True), build)
    if following:
        fields["prediction"] = predicted(following)
    return simple(keys, keys.whole("hidden_size"), layers, **fields)


def deepseek_v3(keys: Keys) -> Model:
    """DeepSeek-V2 and V3, Kimi K2, Mistral 4: dense layers first, then experts."""
    keys.must_be("mlp_bias", False, because="biases of experts are not read")
    layers = keys.layers()
    mixing = Latent(**latent_fields(keys))
    return assembled(keys, [mixing] * layers, sparse_by_frequency(keys, layers), experts_of(keys))


def glm4_moe_lite(keys: Keys) -> Model:
    """GLM-4.7 Flash: DeepSeek-V3 whose first layer alone is dense."""
    layers = keys.layers()
    mixing = Latent(**latent_fields(keys))
    first = keys.whole("first_k_dense_replace", 1, least=0, most=10**6)
    sparse = sparse_by_types(keys, layers) or [at >= first for at in range(layers)]
    return assembled(keys, [mixing] * layers, sparse, experts_of(keys))


def deepseek_v32(keys: Keys) -> Model:
    """DeepSeek-V3.2 and GLM-5: DeepSeek-V3 with an indexer, in GLM-5 shared by some layers."""
    keys.must_be("mlp_bias", False, because="biases of experts are not read")
    layers = keys.layers()
    keys.words("layer_types", layers, {"indexed_attention", "deepseek_sparse_attention"})
    keys.skip("index_topk_freq", "index_skip_topk_offset", "index_topk_pattern", "index_share_for_mtp_iteration",
              "indexer_rope_interleave", "num_experts", "moe_layer_freq")  # fmt: skip
    fields = latent_fields(keys)
    if fields["query_rank"] is None:
        raise keys.refused("q_lora_rank", "is null, and the indexer reads the squeezed queries")
    index: dict[str, Any] = {
        "index_heads": keys.whole("index_n_heads", most=4096),
        "index_dim": keys.whole("index_head_dim", most=65536),
        "index_tokens": keys.whole("index_topk", most=10**9),
    }
    own = SparseLatent(**fields, **index)
    reused = own.model_copy(update={"index_from": "earlier"})
    mixers = [own if has else reused for has in _index_owners(keys, layers)]
    sparse = sparse_by_types(keys, layers) or sparse_from(keys, layers)
    return assembled(keys, mixers, sparse, experts_of(keys))


def _index_owners(keys: Keys, layers: int) -> list[bool]:
    """Whether each layer has an indexer of its own: listed, by a pattern of F and S, or every so-manieth."""
    types = keys.words("indexer_types", layers, {"full", "shared"})
    if types is not None:
        return [kind == "full" for kind in types]
    pattern = keys.stated("index_topk_pattern")
    if pattern is not None:
        if not isinstance(pattern, str) or len(pattern) != layers or not set(pattern) <= {"F", "S"}:
            raise keys.refused("index_topk_pattern", f"is not a text of {layers} letters F and S")
        return [letter == "F" for letter in pattern]
    every = keys.optional("index_topk_freq", 1, least=0, most=10**6) or 1
    offset = keys.optional("index_skip_topk_offset", 2, least=0, most=10**6) or 0
    return [max(at - offset + 1, 0) % every == 0 for at in range(layers)]


def minicpm3(keys: Keys) -> Model:
    """MiniCPM3: dense layers; the value width is d_model / heads unless stated."""
    layers = keys.layers()
    default = keys.whole("hidden_size") // keys.whole("num_attention_heads", most=4096)
    mixing = Latent(**latent_fields(keys, value_default=default))
    return assembled(keys, [mixing] * layers, [False] * layers, None)


def youtu(keys: Keys) -> Model:
    """Youtu: dense layers."""
    layers = keys.layers()
    keys.must_be("mlp_bias", False, because="Youtu has no biases in its network")
    return assembled(keys, [Latent(**latent_fields(keys))] * layers, [False] * layers, None)


def longcat(keys: Keys) -> Model:
    """LongCat-Flash: a layer is two blocks; experts stand beside the first block's dense network (published sizes)."""
    layers = keys.layers("num_layers")
    mixing = Latent(**latent_fields(keys))
    width = keys.whole("ffn_hidden_size")
    network = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("moe_topk"), keys.whole("expert_ffn_hidden_size"),
        empty_experts=keys.optional("zero_expert_num", 0, least=0) or None, shared_width=width,
        router_bias=keys.flag("router_bias", False),
    )  # fmt: skip
    keys.skip("zero_expert_type", "mla_scale_q_lora", "mla_scale_kv_lora", "attention_method", "moe_router_bias")
    blocks = [Layer(mixing, network), Layer(mixing, gated(keys, width))]
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    prediction = predicted(following)
    return simple(keys, keys.whole("hidden_size"), blocks * layers, prediction=prediction)


def deepseek_v1(keys: Keys) -> Model:
    """DeepSeekMoE 16B (modeling_deepseek.py beside the checkpoint): grouped-query attention, dense layers first."""
    layers, sizes = keys.layers(), sizes_of(keys)
    mixing = attention(sizes, **biased(keys.flag("attention_bias", False)))
    tied = keys.flag("tie_word_embeddings", False)
    if keys.optional("n_routed_experts") is None:
        return assembled(keys, [mixing] * layers, [False] * layers, None, tied=tied)
    return assembled(keys, [mixing] * layers, sparse_by_frequency(keys, layers), experts_of(keys), tied=tied)


V4_TYPES = {
    "sliding_attention": WindowedSharedKey,
    "compressed_sparse_attention": CompressedSparse,
    "heavily_compressed_attention": HeavilyCompressed,
}
V4_RATIOS = {0: "sliding_attention", 4: "compressed_sparse_attention", 128: "heavily_compressed_attention"}


def deepseek_v4(keys: Keys) -> Model:
    """DeepSeek-V4: compressed attention, hyper-connections, experts in all layers."""
    layers = keys.layers()
    keys.must_be("mlp_bias", False, because="biases of experts are not read")
    keys.must_be("attention_bias", False, because="DeepSeek-V4 has no biases in attention")
    keys.skip("num_hash_layers", "mlp_layer_types", "hc_sinkhorn_iters", "num_key_value_heads")
    keys.skip("compress_rope_theta")
    common: dict[str, Any] = {
        "heads": keys.whole("num_attention_heads", most=4096),
        "head_dim": keys.whole("head_dim", most=65536),
        "query_rank": keys.whole("q_lora_rank", most=1_000_000),
        "output_groups": keys.whole("o_groups", most=4096),
        "output_rank": keys.whole("o_lora_rank", most=1_000_000),
        "window": keys.whole("sliding_window", most=10**9),
        "rope_dim": keys.whole("qk_rope_head_dim", 64, least=0, most=65536),
    }
    index: dict[str, Any] = {
        "index_heads": keys.whole("index_n_heads", most=4096),
        "index_dim": keys.whole("index_head_dim", most=65536),
        "index_entries": keys.whole("index_topk", most=10**9),
    }
    rates = _v4_rates(keys)
    built: dict[str, Attention] = {
        "sliding_attention": WindowedSharedKey(**common),
        "heavily_compressed_attention": HeavilyCompressed(**common, compression=rates["heavily_compressed_attention"]),
        "compressed_sparse_attention": CompressedSparse(
            **common, **index, compression=rates["compressed_sparse_attention"]
        ),
    }
    width = keys.whole("moe_intermediate_size")
    if keys.whole("n_shared_experts", 1, least=0) != 1:
        raise keys.refused("n_shared_experts", "is not 1")
    network = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), width, shared_width=width
    )
    made = layers_of(_v4_types(keys, layers), lambda kind: Layer(built[kind], network))
    stream = HyperConnections(streams=keys.whole("hc_mult", least=2, most=64))
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    if following:
        keys.note("num_nextn_predict_layers", "The prediction layers of DeepSeek-V4 are not counted.")
    return simple(keys, keys.whole("hidden_size"), made, stream=stream)


def _v4_rates(keys: Keys) -> dict[str, int]:
    rates = {"compressed_sparse_attention": 4, "heavily_compressed_attention": 128}
    inner = keys.below("compress_rates")
    for name, default in rates.items():
        rates[name] = inner.whole(name, default, most=10**6)
    inner.finish()
    rates["compressed_sparse_attention"] = keys.whole(
        "compress_rate_csa", rates["compressed_sparse_attention"], most=10**6
    )
    rates["heavily_compressed_attention"] = keys.whole(
        "compress_rate_hca", rates["heavily_compressed_attention"], most=10**6
    )
    return rates


def _v4_types(keys: Keys, layers: int) -> list[str]:
    """The kind of each layer: listed as words or as ratios (prediction layers may follow), or the default pattern."""
    types = keys.words("layer_types", layers, V4_TYPES)
    if types is not None:
        keys.skip("compress_ratios")
        return types
    ratios = keys.stated("compress_ratios")
    if ratios is not None:
        known = isinstance(ratios, list) and all(type(ratio) is int and ratio in V4_RATIOS for ratio in ratios)
        if not known or len(ratios) < layers:
            raise keys.refused("compress_ratios", f"is not a list of 0, 4 or 128 for each of {layers} layers")
        return [V4_RATIOS[ratio] for ratio in ratios[:layers]]
    odd, even = "compressed_sparse_attention", "heavily_compressed_attention"
    return [even] * min(layers, 2) + [odd if at % 2 else even for at in range(max(layers - 2, 0))]


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "deepseek": deepseek_v1,
    "deepseek_v2": deepseek_v3,
    "deepseek_v3": deepseek_v3,
    "kimi_k2": deepseek_v3,
    "mistral4": deepseek_v3,
    "sarvam_mla": deepseek_v3,
    "deepseek_v32": deepseek_v32,
    "glm_moe_dsa": deepseek_v32,
    "glm4_moe_lite": glm4_moe_lite,
    "minicpm3": minicpm3,
    "youtu": youtu,
    "longcat_flash": longcat,
    "deepseek_v4": deepseek_v4,
}
