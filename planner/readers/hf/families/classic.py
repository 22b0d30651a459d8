"""The families before Llama, as Hugging Face transformers 5.24 builds them (models/<family>/modeling_*.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.parts.norm import Norm
from planner.parts.position import Learned, NoPosition
from planner.readers.hf.decoder import LAYER_NORM, LAYER_NORM_NO_BIAS, Layer, layers_of
from planner.readers.hf.families.llama import standard
from planner.readers.hf.keys import Keys
from planner.readers.hf.shared import Block, Sizes, attention, biased, plain, simple, sizes_of, uniform
from planner.workbook import Embedding, Model

NOT_ROTARY = {"rotary": False}


def _gpt_sizes(keys: Keys, kv_heads: int | None = None) -> Sizes:
    sizes = sizes_of(keys, d_model="n_embd", heads="n_head", kv_heads=None, head_dim=None)
    return sizes if kv_heads is None else sizes._replace(kv_heads=kv_heads)


def _inner(keys: Keys, d_model: int) -> int:
    return keys.optional("n_inner") or 4 * d_model


def _no_cross_attention(keys: Keys) -> None:
    keys.must_be("add_cross_attention", False, None, because="cross-attention of this family is not read")


def gpt2(keys: Keys) -> Model:
    """GPT-2: learned positions, biases everywhere, tied."""
    _no_cross_attention(keys)
    sizes = _gpt_sizes(keys)
    network = plain(keys, _inner(keys, sizes.d_model), True, "activation_function")
    mixing = attention(sizes, rotary=False, softmax_fp32=False, **biased(True))
    layer = Layer(mixing, network, LAYER_NORM)
    positions = keys.whole("n_positions", most=10**9)
    return simple(keys, sizes.d_model, uniform(keys.layers("n_layer"), layer), norm=LAYER_NORM,
                  position=Learned(positions=positions), max_context=positions)  # fmt: skip


def openai_gpt(keys: Keys) -> Model:
    """GPT-1: as GPT-2 with norms after and none at the end."""
    sizes = _gpt_sizes(keys)
    keys.skip("afn")
    network = plain(keys, 4 * sizes.d_model, True, "activation_function")
    layer = Layer(attention(sizes, rotary=False, **biased(True)), network, LAYER_NORM, "post")
    positions = keys.whole("n_positions", most=10**9)
    return simple(keys, sizes.d_model, uniform(keys.layers("n_layer"), layer), norm=None,
                  position=Learned(positions=positions), max_context=positions)  # fmt: skip


def gpt_bigcode(keys: Keys) -> Model:
    """SantaCoder and StarCoder 1: GPT-2 with one key-value head where multi_query says so."""
    _no_cross_attention(keys)
    keys.skip("attention_head_type", "inference_runner", "pad_key_length", "pre_allocate_kv_cache",
              "validate_runner_input", "max_batch_size", "max_sequence_length")  # fmt: skip
    sizes = _gpt_sizes(keys, 1 if keys.flag("multi_query") else None)
    network = plain(keys, _inner(keys, sizes.d_model), True, "activation_function")
    layer = Layer(attention(sizes, rotary=False, **biased(True)), network, LAYER_NORM)
    positions = keys.whole("n_positions", most=10**9)
    return simple(keys, sizes.d_model, uniform(keys.layers("n_layer"), layer), norm=LAYER_NORM,
                  position=Learned(positions=positions), max_context=positions)  # fmt: skip


def gptj(keys: Keys) -> Model:
    """GPT-J: one norm, attention and network in parallel, a bias on the head."""
    keys.must_be("rotary", True, because="GPT-J has rotary positions")
    sizes = _gpt_sizes(keys)
    network = plain(keys, _inner(keys, sizes.d_model), True, "activation_function")
    layer = Layer(attention(sizes), network, LAYER_NORM, "shared")
    context = keys.optional("n_positions", most=10**9)
    return simple(keys, sizes.d_model, uniform(keys.layers("n_layer"), layer), norm=LAYER_NORM, max_context=context,
                  head_bias=True)  # fmt: skip


def gpt_neo(keys: Keys) -> Model:
    """GPT-Neo: learned positions, no biases on queries, keys, values; global and local layers take turns."""
    layers = keys.layers("num_layers")
    sizes = sizes_of(keys, heads="num_heads", kv_heads=None, head_dim=None)
    network = plain(keys, keys.optional("intermediate_size") or 4 * sizes.d_model, True, "activation_function")
    window = keys.whole("window_size", most=10**9)

    def build(kind: str) -> Layer:
        mixing = attention(sizes, rotary=False, window=window if kind == "local" else None, **biased(False, True))
        return Layer(mixing, network, LAYER_NORM)

    positions = keys.whole("max_position_embeddings", most=10**9)
    return simple(keys, sizes.d_model, layers_of(_neo_types(keys, layers), build), norm=LAYER_NORM,
                  position=Learned(positions=positions), max_context=positions)  # fmt: skip


def _neo_types(keys: Keys, layers: int) -> list[str]:
    """attention_types [[["global", "local"], 12]]: a pattern and how often it repeats, one after another."""
    kinds = {"global", "local"}
    listed = keys.words("attention_layers", layers, kinds)
    stated = keys.stated("attention_types")
    if listed is not None or stated is None:
        return listed or ["global" if at % 2 == 0 else "local" for at in range(layers)]
    found: list[str] = []
    try:
        for pattern, times in stated:
            if not set(pattern) <= kinds or not 0 < int(times) <= layers:
                raise ValueError
            found += list(pattern) * int(times)
    except (TypeError, ValueError):
        raise keys.refused("attention_types", "is not a list of patterns and how often each repeats") from None
    if len(found) != layers:
        raise keys.refused("attention_types", f"gives {len(found):,} layers, and there are {layers:,}")
    return found


def gpt_neox(keys: Keys) -> Model:
    """GPT-NeoX and Pythia: biases, two norms, attention and network in parallel unless switched off."""
    sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    network = plain(keys, keys.whole("intermediate_size"), True)
    placement = "parallel" if keys.flag("use_parallel_residual") else "pre"
    layer = Layer(attention(sizes, **biased(keys.flag("attention_bias"))), network, LAYER_NORM, placement)
    return simple(keys, sizes.d_model, uniform(keys.layers(), layer), norm=LAYER_NORM)


def bloom(keys: Keys) -> Model:
    """BLOOM: ALiBi, biases, a norm on the embedding, tied."""
    d_model = "n_embed" if keys.has("n_embed") else "hidden_size"
    keys.skip("n_embed", "hidden_size", "apply_residual_connection_post_layernorm")
    sizes = sizes_of(keys, d_model=d_model, heads="n_head", kv_heads=None, head_dim=None)
    network = plain(keys, 4 * sizes.d_model, True)
    layer = Layer(attention(sizes, rotary=False, **biased(True)), network, LAYER_NORM)
    context = keys.optional("seq_length", most=10**9)
    return simple(keys, sizes.d_model, uniform(keys.layers("n_layer"), layer), norm=LAYER_NORM, max_context=context,
                  embedding=Embedding(norm=LAYER_NORM))  # fmt: skip


def opt(keys: Keys) -> Model:
    """OPT: two positions more than the context; a narrower table in the 350m model; norms before, or after and none."""
    sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    bias = keys.flag("enable_bias")
    norm = Norm(kind="layer_norm", bias=True) if keys.flag("layer_norm_elementwise_affine") else _unlearned()
    before = keys.flag("do_layer_norm_before")
    keys.must_be("_remove_final_layer_norm", False, because="OPT without its final norm is not read")
    network = plain(keys, keys.whole("ffn_dim"), bias, "activation_function")
    layer = Layer(attention(sizes, rotary=False, **biased(bias)), network, norm, "pre" if before else "post")
    keys.skip("layerdrop", "hidden_size_per_head", "word_embed_proj_dim_bias")
    positions = keys.whole("max_position_embeddings", most=10**9)
    width = keys.optional("word_embed_proj_dim") or sizes.d_model
    embedding = Embedding(width=width if width != sizes.d_model else None)
    made = uniform(keys.layers(), layer)
    return simple(keys, sizes.d_model, made, norm=norm if before else None, embedding=embedding,
                  position=Learned(positions=positions + 2), max_context=positions)  # fmt: skip


def _unlearned() -> Norm:
    return Norm(kind="layer_norm", scale=False)


def mpt(keys: Keys) -> Model:
    """MPT: no biases at all, norms too; ALiBi; optional query-key norms over the whole width."""
    keys.must_be("no_bias", True, because="MPT with biases is not read")
    keys.must_be("norm_type", "low_precision_layernorm", because="only LayerNorm is known")
    sizes = sizes_of(keys, d_model="d_model", heads="n_heads", kv_heads=None, head_dim=None)
    inner = keys.below("attn_config")
    kv_heads = inner.optional("kv_n_heads", sizes.heads, most=4096) or sizes.heads
    if inner.word("attn_type", "multihead_attention") == "multiquery_attention":
        kv_heads = 1
    inner.must_be("alibi", True, because="MPT without ALiBi has learned positions, which this reader does not know")
    inner.must_be("qk_ln", False, because="query-key norms of MPT are not read")
    inner.skip("attn_impl", "attn_uses_sequence_id", "prefix_lm", "alibi_bias_max", "clip_qkv", "softmax_scale",
               "attn_pdrop")  # fmt: skip
    inner.finish()
    if kv_heads != sizes.heads:
        raise inner.refused("kv_n_heads", f"is {kv_heads}: MPT of transformers has as many as heads ({sizes.heads})")
    keys.skip("learned_pos_emb", "embedding_fraction", "use_cache", "ffn_config", "tokenizer_name")
    keys.must_be("expansion_ratio", 4, because="MPT of transformers widens by 4, whatever this says")
    network = plain(keys, 4 * sizes.d_model)
    layer = Layer(attention(sizes, rotary=False), network, LAYER_NORM_NO_BIAS)
    context = keys.optional("max_seq_len", most=10**9)
    return simple(
        keys, sizes.d_model, uniform(keys.layers("n_layers"), layer), norm=LAYER_NORM_NO_BIAS, max_context=context
    )


def falcon(keys: Keys) -> Model:
    """Falcon: the new architecture has KV heads and two norms in parallel; the old one head or as many as queries."""
    new, parallel = keys.flag("new_decoder_architecture"), keys.flag("parallel_attn")
    d_model = "n_embed" if keys.has("n_embed") else "hidden_size"
    keys.skip("n_embed", "hidden_size", "apply_residual_connection_post_layernorm")
    heads = "n_head" if keys.has("n_head") else "num_attention_heads"
    kv = "n_head_kv" if keys.has("n_head_kv") else "num_kv_heads"
    sizes = sizes_of(keys, d_model=d_model, heads=heads, kv_heads=kv, head_dim=None)
    if not new:
        sizes = sizes._replace(kv_heads=1 if keys.flag("multi_query") else sizes.heads)
    keys.skip("multi_query", "ff_factor")  # the class looks at ffn_hidden_size alone
    bias = keys.flag("bias")
    network = plain(keys, keys.optional("ffn_hidden_size") or 4 * sizes.d_model, bias, "activation")
    norms = keys.optional("num_ln_in_parallel_attn", most=2) or (2 if new else 1)
    placement = "pre" if not parallel else "parallel" if norms == 2 else "shared"
    layer = Layer(attention(sizes, rotary=not keys.flag("alibi"), **biased(bias)), network, LAYER_NORM, placement)
    count = "n_layer" if keys.has("n_layer") else "num_hidden_layers"
    return simple(keys, sizes.d_model, uniform(keys.layers(count), layer), norm=LAYER_NORM)


def persimmon(keys: Keys) -> Model:
    """Persimmon: biases, LayerNorm, norms with a bias on queries and keys."""
    sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    network = plain(keys, keys.whole("intermediate_size"), True)
    norm = "shared" if keys.flag("qk_layernorm") else "none"
    mixing = attention(sizes, query_key_norm=norm, query_key_norm_bias=norm != "none", **biased(True))
    return simple(keys, sizes.d_model, uniform(keys.layers(), Layer(mixing, network, LAYER_NORM)), norm=LAYER_NORM)


def phi(keys: Keys) -> Model:
    """Phi 1 and 2: one norm, attention and network in parallel, biases everywhere, on the head too."""
    sizes = sizes_of(keys, head_dim=None)
    network = plain(keys, keys.whole("intermediate_size"), True)
    norm = "shared" if keys.flag("qk_layernorm") else "none"
    mixing = attention(sizes, query_key_norm=norm, query_key_norm_bias=norm != "none", **biased(True))
    layer = Layer(mixing, network, LAYER_NORM, "shared")
    return simple(keys, sizes.d_model, uniform(keys.layers(), layer), norm=LAYER_NORM, head_bias=True)


def phi_msft(keys: Keys) -> Model:
    """Phi 1 and 2 in the names of their first configuration class (configuration_phi.py beside the checkpoints)."""
    sizes = _gpt_sizes(keys)
    kv_heads = keys.optional("n_head_kv", most=4096)
    sizes = sizes._replace(kv_heads=kv_heads or sizes.heads)
    network = plain(keys, _inner(keys, sizes.d_model), True, "activation_function")
    layer = Layer(attention(sizes, **biased(True)), network, LAYER_NORM, "shared")
    keys.skip("img_processor")
    return simple(keys, sizes.d_model, uniform(keys.layers("n_layer"), layer), norm=LAYER_NORM, head_bias=True,
                  tied=keys.flag("tie_word_embeddings", False), max_context=keys.optional("n_positions"))  # fmt: skip


def xglm(keys: Keys) -> Model:
    """XGLM: fixed sinusoidal positions, biases, LayerNorm, tied."""
    _no_cross_attention(keys)
    keys.skip("layerdrop", "scale_embedding")
    sizes = sizes_of(keys, d_model="d_model", heads="attention_heads", kv_heads=None, head_dim=None)
    network = plain(keys, keys.whole("ffn_dim"), True, "activation_function")
    layer = Layer(attention(sizes, rotary=False, **biased(True)), network, LAYER_NORM)
    return simple(
        keys, sizes.d_model, uniform(keys.layers("num_layers"), layer), norm=LAYER_NORM, position=NoPosition()
    )


def biogpt(keys: Keys) -> Model:
    """BioGPT: two positions more than the context, biases, LayerNorm, tied."""
    keys.skip("layerdrop", "scale_embedding")
    sizes = sizes_of(keys, kv_heads=None, head_dim=None)
    positions = keys.whole("max_position_embeddings", most=10**9)
    network = plain(keys, keys.whole("intermediate_size"), True)
    return standard(
        keys,
        Block({**biased(True), **NOT_ROTARY}, norm=LAYER_NORM),
        network=network,
        sizes=sizes,
        position=Learned(positions=positions + 2),
        max_context=positions,
    )


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "gpt2": gpt2,
    "openai-gpt": openai_gpt,
    "gpt_bigcode": gpt_bigcode,
    "gptj": gptj,
    "codegen": gptj,
    "gpt_neo": gpt_neo,
    "gpt_neox": gpt_neox,
    "bloom": bloom,
    "opt": opt,
    "mpt": mpt,
    "falcon": falcon,
    "persimmon": persimmon,
    "phi": phi,
    "phi-msft": phi_msft,
    "xglm": xglm,
    "biogpt": biogpt,
}
