"""What the tensors of published checkpoints are called, and which ledger lines they fill. Data only; see `roles`.

A role is what a ledger line's key has after its group: "attention.q", "feed_forward.up", "norms", "embedding". A row
lists every role that its tensor may fill; those that the model's ledger has are filled together (a fused query, key and
value projection fills three lines, and a `q_proj` that also makes the output gate fills two). A new kind of part needs
rows here and nothing else. Names are those of transformers' modelling files and of the authors' own checkpoints.
"""

from __future__ import annotations

from dataclasses import dataclass

LAYER_WORDS = frozenset({"layers", "layer", "h", "blocks", "block"})
"""What stands before the number of a layer."""

PREFIXES = frozenset(
    {"model", "transformer", "language_model", "text_model", "decoder", "encoder", "backbone", "gpt_neox", "base_model",
     "llm", "module"}
)  # fmt: skip
"""What may stand before the layers of the decoder, and before its tables."""

OTHER_STACKS = ("vision", "visual", "audio", "image", "multi_modal", "multimodal", "mm_", "speech", "sound", "video",
                "vit", "perceiver", "resampler", "mtp", "vae", "embed_vision", "embed_audio", "talker")  # fmt: skip
"""How a part of the name begins that belongs to another stack than the decoder."""

PLACES = {
    "{attention}": ("self_attn", "attn", "attention", "self_attention", "mixer", "attn.attention", "temporal_block",
                    "norm_attn_norm.attn"),
    "{mlp}": ("mlp", "feed_forward", "ffn", "mixer", "feedforward"),
    "{moe}": ("mlp", "feed_forward", "block_sparse_moe", "moe", "ffn", "mixer"),
    "{expert}": ("experts.#", "experts", "experts.mlp"),
    "{linear}": ("linear_attn", "self_attn", "attention", "mixer"),
    "{mamba}": ("mixer", "mamba", "ssm"),
}  # fmt: skip
"""Modules of a layer by the names that families give them; "#" is any number."""


@dataclass(frozen=True, slots=True)
class Names:
    """Modules with the roles of their weight and of their bias."""

    modules: tuple[str, ...]
    weight: tuple[str, ...]
    bias: tuple[str, ...] = ()


def _attention(names: str, weight: str, bias: str = "") -> Names:
    return Names(tuple(f"{{attention}}.{name}" for name in names.split()), _roles(weight), _roles(bias))


def _mlp(names: str, weight: str, bias: str = "") -> Names:
    return Names(tuple(f"{{mlp}}.{name}" for name in names.split()), _roles(weight), _roles(bias))


def _moe(names: str, weight: str, bias: str = "") -> Names:
    return Names(tuple(f"{{moe}}.{name}" for name in names.split()), _roles(weight), _roles(bias))


def _plain(names: str, weight: str, bias: str = "") -> Names:
    return Names(_roles(names), _roles(weight), _roles(bias))


def _roles(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_QKV = "attention.q attention.k attention.v attention.output_gate"
_QKV_BIAS = "attention.q_bias attention.k_bias attention.v_bias"
_UP = "feed_forward.gate feed_forward.up"
_UP_BIAS = "feed_forward.gate_bias feed_forward.up_bias"

LAYER_MODULES = (
    _attention("q_proj wq query q_lin", "attention.q attention.output_gate", "attention.q_bias"),
    _attention("k_proj wk key k_lin", "attention.k", "attention.k_bias"),
    _attention("v_proj wv value v_lin", "attention.v", "attention.v_bias"),
    _attention("qkv_proj qkv query_key_value c_attn Wqkv wqkv W_pack in_proj", _QKV, _QKV_BIAS),
    _plain("att_proj", _QKV, _QKV_BIAS),
    _attention("o_proj out_proj dense c_proj wo out_lin linear_proj", "attention.o", "attention.o_bias"),
    _plain("attn_out", "attention.o", "attention.o_bias"),
    _attention("q_norm q_layernorm query_layernorm q_ln", "attention.q_norm", "attention.q_norm"),
    _attention("k_norm k_layernorm key_layernorm k_ln", "attention.k_norm", "attention.k_norm"),
    _attention("attn_sub_norm inner_attn_ln", "attention.o_norm", "attention.o_norm"),
    _attention("gate_proj g_proj", "attention.output_gate"),
    # multi-head latent attention: DeepSeek-AI 2024, arXiv:2405.04434
    _attention("q_a_proj", "attention.q_a", "attention.q_a_bias"),
    _attention("q_a_layernorm q_a_norm", "attention.q_norm"),
    _attention("q_b_proj", "attention.q"),
    _attention("kv_a_proj_with_mqa", "attention.kv_a", "attention.kv_a_bias"),
    _attention("kv_a_layernorm kv_a_norm", "attention.kv_norm"),
    _attention("kv_b_proj", "attention.kv_b"),
    _attention("fused_qkv_a_proj_with_mqa", "attention.q_a attention.kv_a"),
    _attention("indexer.wq_b", "attention.index_q"),
    _attention("indexer.wk", "attention.index_k"),
    _attention("indexer.weights_proj", "attention.index_weights"),
    _attention("indexer.k_norm", "attention.index_norm", "attention.index_norm"),
    # dense feed-forward networks
    _mlp("gate_proj c_fc_0 linear", "feed_forward.gate", "feed_forward.gate_bias"),
    _mlp("up_proj c_fc_1 linear_v", "feed_forward.up", "feed_forward.up_bias"),
    _mlp("gate_up_proj dense_h_to_4h c_fc fc_in fc1 Wi linear_in", _UP, _UP_BIAS),
    _mlp("down_proj dense_4h_to_h c_proj fc_out fc2 Wo linear_out linear_1", "feed_forward.down",
         "feed_forward.down_bias"),
    _mlp("ffn_layernorm ffn_sub_norm", "feed_forward.inner_norm"),
    _plain("feed_forward.w1 mlp.w2", "feed_forward.gate", "feed_forward.gate_bias"),
    _plain("feed_forward.w3 mlp.w1", "feed_forward.up", "feed_forward.up_bias"),
    _plain("feed_forward.w2", "feed_forward.down", "feed_forward.down_bias"),
    _plain("fc1 ff_proj", _UP, _UP_BIAS),
    _plain("fc2 ff_out", "feed_forward.down", "feed_forward.down_bias"),
    # mixtures of experts
    _moe("gate router router.layer router.proj gate.wg", "feed_forward.router", "feed_forward.router_bias"),
    _moe("{expert}.gate_proj {expert}.up_proj {expert}.down_proj {expert}.gate_up_proj {expert}.w1 {expert}.w2 "
         "{expert}.w3 {expert}.v1 input_linear output_linear", "feed_forward.experts", "feed_forward.expert_bias"),
    _moe("{expert}.gate_up_proj_bias {expert}.down_proj_bias", "feed_forward.expert_bias"),
    _moe("shared_expert.gate_proj shared_expert.up_proj shared_expert.down_proj shared_experts.gate_proj "
         "shared_experts.up_proj shared_experts.down_proj shared_mlp.gate_proj shared_mlp.up_proj "
         "shared_mlp.down_proj", "feed_forward.shared"),
    _plain("shared_mlp.input_linear shared_mlp.output_linear", "feed_forward.shared"),
    _moe("shared_expert_gate", "feed_forward.shared_gate"),
    # norms of a layer
    _plain("input_layernorm post_attention_layernorm pre_feedforward_layernorm post_feedforward_layernorm "
           "post_self_attn_layernorm post_mlp_layernorm pre_mlp_layernorm ln_1 ln_2 ln1 ln2 ln_attn ln_mlp ln "
           "norm norm1 norm2 norm_1 norm_2 attention_norm ffn_norm attn_norm ff_norm self_attn_layer_norm "
           "final_layer_norm input_norm post_attention_norm pre_feedforward_norm post_feedforward_norm "
           "operator_norm norm_attn_norm.norm_1 norm_attn_norm.norm_2 pre_attn_norm post_attn_norm pre_moe_norm "
           "post_moe_norm attention_layernorm feedforward_layernorm temporal_pre_norm channel_pre_norm",
           "norms", "norms"),
)  # fmt: skip
"""Modules inside a layer."""

CORRECTION_BIASES = ("{moe}.gate.e_score_correction_bias", "{moe}.router.e_score_correction_bias",
                     "{moe}.moe_statics.e_score_correction_bias", "{moe}.gate.expert_bias",
                     "{moe}.expert_bias")  # fmt: skip
"""A router's correction bias: a parameter with a line in some families, a buffer in the others."""

LAYER_TENSORS = (
    Names(CORRECTION_BIASES, ("feed_forward.router_bias",)),
    Names(("{attention}.sinks",), ("attention.sinks",)),
    Names(("{linear}.A_log",), ("attention.decay",)),
    Names(("{linear}.dt_bias",), ("attention.dt_bias",)),
    Names(("{linear}.conv1d.weight",), ("attention.conv",)),
    Names(("{linear}.conv1d.bias",), ("attention.conv_bias",)),
    Names(("linear_attn.in_proj_qkv.weight",), ("attention.qkv",)),
    Names(("linear_attn.in_proj_qkvz.weight",), ("attention.qkv", "attention.z")),
    Names(("linear_attn.in_proj_z.weight",), ("attention.z",)),
    Names(("linear_attn.in_proj_a.weight", "linear_attn.in_proj_b.weight", "linear_attn.in_proj_ba.weight"),
          ("attention.ba",)),
    Names(("linear_attn.norm.weight",), ("attention.o_norm",)),
    Names(("linear_attn.out_proj.weight",), ("attention.o",)),
    Names(("{mamba}.in_proj.weight",), ("attention.state_in",)),
    Names(("{mamba}.out_proj.weight",), ("attention.state_out",)),
    Names(("{mamba}.D",), ("attention.skip",)),
    Names(("{mamba}.norm.weight",), ("attention.gated_norm",)),
    Names(("{moe}.{expert}.gate_up_proj", "{moe}.{expert}.down_proj"), ("feed_forward.experts",)),
)  # fmt: skip
"""Whole names of tensors inside a layer that are looked up before the modules."""

LAYER_BUFFERS = CORRECTION_BIASES + tuple(
    f"{module}.{name}"
    for module in ("{attention}", "{attention}.rotary_emb", "rotary_emb", "self_attn.rotary_emb")
    for name in ("inv_freq", "rotary_emb.inv_freq", "cos_cached", "sin_cached", "bias", "masked_bias", "k_scale",
                 "v_scale", "causal_mask")
    if not (name in ("bias", "masked_bias") and "rotary" in module)
)  # fmt: skip
"""Tensors inside a layer that are computed and no parameters: rotary tables, causal masks, scales of the cache."""

MODEL_MODULES = (
    _plain("embed_tokens wte word_embeddings embed_in tok_embeddings embeddings embedding.word_embeddings embed "
           "embeddings.word_embeddings embed_tokens.embedding", "embedding"),
    _plain("wpe embed_positions position_embeddings embeddings.position_embeddings position_embedding", "positions"),
    _plain("norm ln_f final_layernorm final_layer_norm norm_f final_norm ln_out embedding_norm", "final_norm",
           "final_norm"),
    _plain("lm_head embed_out output output_layer head lm_head.linear", "head", "head_bias"),
    _plain("word_embeddings_layernorm embed_norm emb_norm", "embedding_norm", "embedding_norm"),
    _plain("project_in", "embedding_in"),
    _plain("project_out", "embedding_out"),
)  # fmt: skip
"""Modules outside the layers, without what may stand before them."""

MODEL_BUFFERS = ("rotary_emb.inv_freq", "rotary_pos_emb.inv_freq", "embeddings.position_ids", "position_ids",
                 "embed_positions._float_tensor")  # fmt: skip
"""Computed tensors outside the layers."""
