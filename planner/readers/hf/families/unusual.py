"""Families with sizes of their own in every layer, or with parts that stand alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from planner.parts.attention import CrossAttention, SparseGroupedQuery
from planner.parts.feed_forward import FeedForward, Gated, NoFeedForward
from planner.readers.hf.decoder import NONE, RMS, Layer, layers_of
from planner.readers.hf.keys import Keys
from planner.readers.hf.placement import sparse_by_types
from planner.readers.hf.shared import (
    FULL,
    SLIDING,
    Sizes,
    attention,
    biased,
    gated,
    mixture,
    predicted,
    simple,
    sizes_of,
    uniform,
)
from planner.workbook import Embedding, Model


def openelm(keys: Keys) -> Model:
    """OpenELM (modeling_openelm.py beside the checkpoints): heads and width of every layer listed."""
    layers = keys.layers("num_transformer_layers")
    d_model, head_dim = keys.whole("model_dim"), keys.whole("head_dim", most=65536)
    heads = keys.wholes("num_query_heads", layers, least=1, most=4096)
    kv_heads = keys.wholes("num_kv_heads", layers, least=1, most=4096)
    if heads is None or kv_heads is None:
        raise keys.refused("num_query_heads", "and num_kv_heads are not listed per layer")
    keys.skip("num_gqa_groups", "qkv_multipliers", "normalization_layer_name", "activation_fn_name",
              "max_context_length",              "rope_max_length", "rope_freq_constant")  # fmt: skip
    keys.must_be("ffn_with_glu", True, because="OpenELM without a gate is not known")
    norm = "shared" if keys.flag("normalize_qk_projections", False) else "none"
    widths = _openelm_widths(keys, layers, d_model)

    def build(kind: tuple[int, int, int]) -> Layer:
        sizes = Sizes(d_model, kind[0], kind[1], head_dim)
        if kind[0] % kind[1]:
            raise keys.refused("num_kv_heads", f"has {kind[1]}, which does not divide {kind[0]} heads")
        return Layer(attention(sizes, query_key_norm=norm), gated(keys, kind[2]))

    made = layers_of(zip(heads, kv_heads, widths, strict=True), build)
    tied = keys.flag("share_input_output_layers", True)
    keys.skip("tie_word_embeddings")
    return simple(keys, d_model, made, tied=tied, max_context=keys.optional("max_context_length", most=10**12))


def _openelm_widths(keys: Keys, layers: int, d_model: int) -> list[int]:
    """Each multiplier times d_model, to the nearest multiple of the divisor, at least nine tenths of the product."""
    multipliers = keys.listed(
        "ffn_multipliers", layers,
        lambda item: item if isinstance(item, int | float) and not isinstance(item, bool) and 0 < item < 1000 else None,
    )  # fmt: skip
    if multipliers is None:
        raise keys.refused("ffn_multipliers", "is missing")
    divisor = keys.whole("ffn_dim_divisor")
    widths: list[int] = []
    for multiplier in multipliers:
        exact = multiplier * d_model
        width = max(divisor, int(exact + divisor / 2) // divisor * divisor)
        widths.append(width + divisor if width < 0.9 * exact else width)
    return widths


def nemotron_nas(keys: Keys) -> Model:
    """Llama-Nemotron of a search (modeling_decilm.py beside the checkpoints): block_configs per layer, with no-ops."""
    layers = keys.layers()
    heads = keys.whole("num_attention_heads", most=4096)
    d_model = keys.whole("hidden_size")
    head_dim = keys.optional("head_dim", most=65536) or _exact(keys, d_model, heads)
    bias = biased(keys.flag("attention_bias", False))
    mlp_bias = keys.flag("mlp_bias", False)
    keys.skip("num_key_value_heads", "intermediate_size")
    blocks = keys.listed("block_configs", layers, lambda item: item if isinstance(item, Mapping) else None)
    if blocks is None:
        raise keys.refused("block_configs", "is missing")
    kinds = [
        _nas_kind(Keys(block, path=f"block_configs.{at}.", log=keys.log), d_model) for at, block in enumerate(blocks)
    ]

    def build(kind: tuple[int | None, int | None]) -> Layer:
        group, width = kind
        mixing: Any = NONE
        if group is not None:
            if heads % group:
                raise keys.refused("block_configs", f"has {group} heads in a group, which does not divide {heads}")
            mixing = attention(Sizes(d_model, heads, heads // group, head_dim), **bias)
        network: FeedForward = NoFeedForward() if width is None else gated(keys, width, mlp_bias)
        return Layer(mixing, network)

    return simple(keys, d_model, layers_of(kinds, build), tied=keys.flag("tie_word_embeddings", False))


def _exact(keys: Keys, d_model: int, heads: int) -> int:
    if d_model % heads:
        raise keys.refused("num_attention_heads", f"is {heads}, which does not divide {d_model:,}")
    return d_model // heads


def _nas_kind(block: Keys, d_model: int) -> tuple[int | None, int | None]:
    """Heads per key-value head, and width of the network; None for a no-op."""
    mixing, network = block.below("attention"), block.below("ffn")
    for part in (mixing, network):
        for name in ("replace_with_linear", "sparsify", "unshifted_sink", "use_prefill_window_in_sink_attention"):
            part.must_be(name, False, None, because="this replacement is not read")
    mixing.skip("num_sink_tokens", "window_length")
    if mixing.has("num_sink_tokens", "window_length"):
        raise mixing.refused("window_length", "or num_sink_tokens is stated, which is not read")
    group = None if mixing.flag("no_op", False) else mixing.whole("n_heads_in_group", most=4096)
    mixing.skip("n_heads_in_group")
    width: int | None = None
    if not network.flag("no_op", False):
        stated = network.optional("intermediate_size")
        width = stated or _round_up(int(2 * network.number("ffn_mult") * d_model / 3), 256)
        if not 0 < width < 10**9:
            raise network.refused("ffn_mult", f"gives a width of {width:,}")
    network.skip("ffn_mult", "intermediate_size", "hidden_act")
    for part in (mixing, network, block):
        part.finish()
    return group, width


def _round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


def grok(keys: Keys) -> Model:
    """Grok-1 (model.py beside the checkpoint): norms before and after, experts of three matrices in all layers."""
    sizes = sizes_of(keys)
    network = mixture(
        keys, keys.whole("num_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        activation="gelu",
    )  # fmt: skip
    layers = uniform(keys.layers(), Layer(attention(sizes), network, RMS, "both"))
    return simple(
        keys, sizes.d_model, layers, tied=keys.flag("tie_word_embeddings", True), embedding=Embedding(scaled=True)
    )


def llama4(keys: Keys) -> Model:
    """Llama 4: chunked attention, whole attention where there are no rotary positions; experts with a shared one."""
    layers, sizes = keys.layers(), sizes_of(keys)
    every = keys.whole("no_rope_layer_interval", 4, most=10**6)
    stated = keys.values.get("no_rope_layers")
    keys.skip("no_rope_layers")
    rotary = [int((at + 1) % every != 0) for at in range(layers)]
    if stated:
        rotary = keys.wholes("no_rope_layers", layers, most=1) or rotary
    chunk = keys.optional("attention_chunk_size", most=10**12)
    types = keys.words("layer_types", layers, FULL | {"chunked_attention"})
    chunked = [kind == "chunked_attention" for kind in types] if types else [bool(rotates) for rotates in rotary]
    keys.skip("use_qk_norm", "attn_temperature_tuning", "floor_scale", "attn_scale", "for_llm_compressor",
              "attn_temperature_tuning_scale")  # fmt: skip
    step = keys.whole("interleave_moe_layer_step", 1, most=10**6)
    listed = keys.indices("moe_layers", layers)
    sparse = set(listed if listed is not None else range(step - 1, layers, step))
    width = keys.whole("intermediate_size")
    experts = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), width, shared_width=width
    )
    dense = gated(keys, keys.whole("intermediate_size_mlp"))
    bias = biased(keys.flag("attention_bias"))

    def build(kind: tuple[bool, bool, int]) -> Layer:
        window = chunk if kind[0] else None
        mixing = attention(sizes, window=window, window_kind="chunked", rotary=bool(kind[2]), **bias)
        return Layer(mixing, experts if kind[1] else dense)

    kinds = [(chunked[at], at in sparse, rotary[at]) for at in range(layers)]
    return simple(keys, sizes.d_model, layers_of(kinds, build))


def mllama(keys: Keys) -> Model:
    """Llama 3.2 Vision: some layers attend to the image; eight rows more in the table than in the head."""
    layers, sizes = keys.layers(), sizes_of(keys, head_dim=None)
    crossing = keys.indices("cross_attention_layers", layers, [3, 8, 13, 18, 23, 28, 33, 38])
    if crossing is None:
        crossing = [at for at in (3, 8, 13, 18, 23, 28, 33, 38) if at < layers]
    network = gated(keys, keys.whole("intermediate_size"))
    across = CrossAttention(
        heads=sizes.heads, kv_heads=sizes.kv_heads, head_dim=sizes.head_dim, rotary=False, query_key_norm="shared",
        gates=True,
    )  # fmt: skip
    chosen = set(crossing)
    kinds = [at in chosen for at in range(layers)]
    made = layers_of(kinds, lambda crosses: Layer(across if crosses else attention(sizes), network))
    return simple(keys, sizes.d_model, made, embedding=Embedding(extra_rows=8))


def mimo_v2(keys: Keys) -> Model:
    """MiMo-V2-Flash: sliding layers have sinks and twice the KV heads; values are narrower than keys."""
    layers = keys.layers()
    sizes = sizes_of(keys)
    value_dim = keys.whole("v_head_dim", most=65536)
    types = keys.words("layer_types", layers, FULL | SLIDING)
    pattern = keys.wholes("hybrid_layer_pattern", layers, most=1)
    slides = [at != 0 and (at + 1) % 6 != 0 for at in range(layers)]
    if types is not None:
        slides = [kind in SLIDING for kind in types]
    elif pattern is not None:
        slides = [bool(one) for one in pattern]
    for name, expected in (("swa_num_attention_heads", sizes.heads), ("swa_num_key_value_heads", 2 * sizes.kv_heads),
                           ("swa_head_dim", sizes.head_dim), ("swa_v_head_dim", value_dim)):  # fmt: skip
        if (keys.optional(name) or expected) != expected:
            raise keys.refused(name, f"is not {expected}, as this family has it")
    keys.must_be("add_swa_attention_sink_bias", True, because="sliding layers of this family have sinks")
    keys.must_be("add_full_attention_sink_bias", False, because="full layers of this family have no sinks")
    previous = keys.optional("sliding_window_size", most=10**12)
    window = previous + 1 if previous is not None else keys.whole("sliding_window", most=10**12)
    keys.skip("sliding_window", "attention_chunk_size", "attention_value_scale", "attention_projection_layout")
    listed = keys.wholes("moe_layer_freq", layers, most=1)
    sparse = sparse_by_types(keys, layers) or [bool(one) for one in listed or [0] + [1] * (layers - 1)]
    experts = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size")
    )
    keys.must_be("n_shared_experts", None, 0, because="this family has no shared expert")
    dense = gated(keys, keys.whole("intermediate_size"))
    bias = biased(keys.flag("attention_bias"), False)

    def build(kind: tuple[bool, bool]) -> Layer:
        many = sizes._replace(kv_heads=2 * sizes.kv_heads) if kind[0] else sizes
        mixing = attention(many, window=window if kind[0] else None, value_dim=value_dim, sinks=kind[0],
                           own_rotation=kind[0], **bias)  # fmt: skip
        return Layer(mixing, experts if kind[1] else dense)

    return simple(keys, sizes.d_model, layers_of(zip(slides, sparse, strict=True), build))


def minimax_m3(keys: Keys) -> Model:
    """MiniMax-M3: an indexer over blocks of keys in most layers; a shared expert; the first layers dense."""
    layers, sizes = keys.layers(), sizes_of(keys)
    inner = keys.below("sparse_attention_config")
    listed = inner.wholes("sparse_attention_freq", layers, most=1)
    types = keys.words("layer_types", layers, {"full_attention", "minimax_m3_sparse"})
    indexed = [bool(one) for one in listed] if listed else [False] * layers
    if types is not None:
        indexed = [kind == "minimax_m3_sparse" for kind in types]
    block = inner.whole("sparse_block_size", keys.whole("index_block_size"))
    blocks = inner.whole("sparse_topk_blocks", keys.whole("index_topk_blocks"))
    full = attention(sizes, query_key_norm="shared")
    sparse_mixing = SparseGroupedQuery(
        heads=sizes.heads,
        kv_heads=sizes.kv_heads,
        head_dim=sizes.head_dim,
        query_key_norm="shared",
        index_heads=inner.whole("sparse_num_index_heads", keys.whole("index_n_heads"), most=4096),
        index_dim=inner.whole("sparse_index_dim", keys.whole("index_head_dim"), most=65536),
        index_tokens=block * blocks,
    )
    inner.skip("use_sparse_attention", "sparse_disable_index_value", "sparse_score_type", "sparse_init_block",
               "sparse_local_block")  # fmt: skip
    inner.finish()
    keys.must_be("use_qk_norm", True, because="MiniMax-M3 has norms on queries and keys")
    keys.must_be("qk_norm_type", "per_head", because="the norms of MiniMax-M3 are per head")
    keys.must_be("attention_output_gate", False, because="MiniMax-M3 has no output gate")
    keys.must_be("n_shared_experts", 1, because="MiniMax-M3 has one shared expert")
    keys.skip("index_local_blocks", "use_gemma_norm", "use_routing_bias")
    frequency = keys.wholes("moe_layer_freq", layers, most=1)
    sparse = sparse_by_types(keys, layers) or [bool(one) for one in frequency or [1] * layers]
    experts = mixture(
        keys, keys.whole("num_local_experts"), keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"),
        shared_width=keys.whole("shared_intermediate_size"),
    )  # fmt: skip
    keys.skip("hidden_act")
    dense = Gated(width=keys.whole("dense_intermediate_size"))

    def build(kind: tuple[bool, bool]) -> Layer:
        return Layer(sparse_mixing if kind[0] else full, experts if kind[1] else dense)

    made = layers_of(zip(indexed, sparse, strict=True), build)
    following = keys.optional("num_mtp_modules", 0, least=0, most=100) or 0
    return simple(keys, sizes.d_model, made, prediction=predicted(following))


def step3(keys: Keys) -> Model:
    """Step 3.7: a gate per head, norms on queries and keys; dense layers first; a shared expert.

    Lists of layers may have entries for prediction layers after their end.
    """
    layers = keys.layers()
    sizes = sizes_of(keys)
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    types = _padded(keys, "layer_types", layers, following, FULL | SLIDING) or ["full_attention"] * layers
    sparse = _padded(keys, "mlp_layer_types", layers, following, {"sparse", "dense"})
    has_experts = [kind == "sparse" for kind in sparse] if sparse else _step3_sparse(keys, layers)
    other = keys.below("attention_other_setting")
    many = keys.optional("num_sliding_attention_heads", most=4096)
    many = many or other.whole("num_attention_heads", sizes.heads, most=4096)
    if other.whole("num_attention_groups", sizes.kv_heads, most=4096) != sizes.kv_heads:
        raise other.refused("num_attention_groups", "is not that of the other layers")
    if other.whole("head_dim", sizes.head_dim, most=65536) != sizes.head_dim or many % sizes.kv_heads:
        raise other.refused("head_dim", "or the heads do not go together with the other layers")
    other.skip("attention_type", "true_head_dim")
    other.finish()
    window = keys.optional("sliding_window", most=10**12)
    keys.must_be("mlp_bias", False, because="biases of experts are not read")
    keys.must_be("use_head_wise_attn_gate", True, because="this family has a gate per head")
    keys.must_be("use_qk_norm", True, because="this family has norms on queries and keys")
    keys.skip("swiglu_limits", "swiglu_limits_shared", "mtp_layer_types", "mtp_mlp_layer_types", "use_moe",
              "use_moe_router_bias", "moe_router_activation", "need_fp32_gate", "partial_rotary_factors",
              "yarn_only_types", "moe_every_n_layer", "moe_layer_offset", "zero_centered", "sink", "att_impl_type",
              "use_rope_layers", "norm_expert_weight", "max_seq_len")  # fmt: skip
    experts = mixture(
        keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"), keys.whole("moe_intermediate_size"),
        shared_width=keys.whole("share_expert_dim"),
    )  # fmt: skip
    dense = gated(keys, keys.whole("intermediate_size"))
    bias = biased(keys.flag("attention_bias"))

    def build(kind: tuple[bool, bool]) -> Layer:
        own = sizes._replace(heads=many) if kind[0] else sizes
        mixing = attention(own, window=window if kind[0] else None, query_key_norm="shared", output_gate="head", **bias)
        return Layer(mixing, experts if kind[1] else dense)

    kinds = [(kind in SLIDING, has) for kind, has in zip(types, has_experts, strict=True)]
    made = layers_of(kinds, build)
    return simple(keys, sizes.d_model, made, prediction=predicted(following))


def _padded(keys: Keys, name: str, layers: int, following: int, known: Iterable[str]) -> list[str] | None:
    stated = keys.values.get(name)
    long = isinstance(stated, list) and len(stated) == layers + following
    words = keys.words(name, layers + following if long else layers, known)
    return None if words is None else words[:layers]


def _step3_sparse(keys: Keys, layers: int) -> list[bool]:
    """From moe_layers_enum, a text "3,4,5" or a list; all but the first three without it."""
    stated = keys.stated("moe_layers_enum")
    if stated is None:
        return [at >= 3 for at in range(layers)]
    items = stated.split(",") if isinstance(stated, str) else stated
    try:
        chosen = {int(item) for item in items if str(item).strip()}
    except (TypeError, ValueError):
        raise keys.refused("moe_layers_enum", "is not a list of layers") from None
    return [at in chosen for at in range(layers)]


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "openelm": openelm,
    "nemotron-nas": nemotron_nas,
    "grok-1": grok,
    "llama4_text": llama4,
    "mllama_text_model": mllama,
    "mimo_v2_flash": mimo_v2,
    "minimax_m3_vl_text": minimax_m3,
    "step3p7_text": step3,
}
