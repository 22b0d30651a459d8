"""What the tensors of published checkpoints are called, and which ledger lines they fill. Data only; see `roles`.

A role is what a ledger line's key has after its group: "attention.q", "feed_forward.up", "norms", "embedding". Roles
that one tensor fills together stand side by side ("attention.q attention.k attention.v" for a fused projection; of
them those count that the model's ledger has). After a bar stands what the name means in other models; the first
meaning that the ledger has a line for is taken. A new kind of part needs rows here and nothing else. Names are those
of transformers' modelling files and of the authors' own checkpoints.
"""

from __future__ import annotations

from dataclasses import dataclass

LAYER_WORDS = frozenset({"layers", "layer", "h", "blocks", "block"})
"""What stands before the number of a layer."""

PREFIXES = frozenset(
    {"model", "transformer", "language_model", "text_model", "decoder", "encoder", "backbone", "gpt_neox", "base_model",
     "llm", "module", "biogpt"}
)  # fmt: skip
"""What may stand before the layers of the decoder, and before its tables."""

OTHER_STACKS = ("vision", "visual", "audio", "image", "multi_modal", "multimodal", "mm_", "speech", "sound", "video",
                "vit", "perceiver", "resampler", "mtp", "vae", "embed_vision", "embed_audio", "talker")  # fmt: skip
"""How a part of the name begins that belongs to another stack than the decoder."""

HALVES = {"self_attn": "self_attn", "mlps": "mlp", "input_layernorm": "input_layernorm",
          "post_attention_layernorm": "post_attention_layernorm"}  # fmt: skip
"""Modules that a numbered half has where one stored layer is two of the ledger's (LongCat-Flash), and their names."""

PLACES = {
    "{attention}": ("self_attn", "attn", "attention", "self_attention", "mixer", "attn.attention", "temporal_block",
                    "norm_attn_norm.attn", "cross_attn"),
    "{mlp}": ("mlp", "feed_forward", "ffn", "mixer", "feedforward", "mlp_block"),
    "{moe}": ("mlp", "feed_forward", "block_sparse_moe", "moe", "ffn", "mixer"),
    "{expert}": ("experts.#", "experts", "experts.mlp"),
    "{linear}": ("linear_attn", "self_attn", "attention", "mixer", "mamba", "ssm", "self_attn.forget_gate"),
    "{mamba}": ("mixer", "mamba", "ssm"),
}  # fmt: skip
"""Modules of a layer by the names that families give them; "#" is any number."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names separated by blanks, with the roles of their weight and of their bias.

    A name is a module (`Names` in a table of modules), or the whole name of a tensor, whose roles are in `weight`.
    """

    names: str
    weight: str
    bias: str = ""


def _in(place: str, names: str, weight: str, bias: str = "") -> Names:
    return Names(" ".join(f"{place}.{name}" for name in names.split()), weight, bias)


def _mixer(role: str) -> str:
    """A role of a token mixer that may also stand beside attention (Falcon-H1)."""
    return f"attention.{role} | beside.{role}"


_QKV = "attention.qkv | attention.q attention.k attention.v attention.output_gate"
_QKV_BIAS = "attention.q_bias attention.k_bias attention.v_bias"
_UP = "feed_forward.gate feed_forward.up"
_UP_BIAS = "feed_forward.gate_bias feed_forward.up_bias"
_SHARED = " | feed_forward.shared"

_ATTENTION = (
    _in("{attention}", "q_proj wq query q_lin", "attention.q attention.output_gate", "attention.q_bias"),
    _in("{attention}", "k_proj wk key k_lin", "attention.k", "attention.k_bias"),
    _in("{attention}", "v_proj wv value v_lin", "attention.v", "attention.v_bias"),
    _in("{attention}", "qkv_proj qkv query_key_value c_attn Wqkv wqkv W_pack in_proj", _QKV, _QKV_BIAS),
    Names("att_proj", _QKV, _QKV_BIAS),
    _in("{attention}", "o_proj out_proj dense c_proj wo out_lin linear_proj", "attention.o", "attention.o_bias"),
    Names("attn_out", "attention.o", "attention.o_bias"),
    _in("{attention}", "q_norm q_layernorm query_layernorm q_ln q_layernorm.norms.#", "attention.q_norm",
        "attention.q_norm"),
    _in("{attention}", "k_norm k_layernorm key_layernorm k_ln k_layernorm.norms.#", "attention.k_norm",
        "attention.k_norm"),
    _in("{attention}", "attn_sub_norm inner_attn_ln o_norm norm", "attention.o_norm", "attention.o_norm"),
    _in("{attention}", "gate_proj g_proj output_gate", "attention.output_gate"),
)  # fmt: skip

# Multi-head latent attention (DeepSeek-AI 2024, arXiv:2405.04434), its indexer, and compressed entries.
_LATENT = (
    _in("{attention}", "q_a_proj", "attention.q_a", "attention.q_a_bias"),
    _in("{attention}", "q_a_layernorm q_a_norm", "attention.q_norm"),
    _in("{attention}", "q_b_proj", "attention.q"),
    _in("{attention}", "kv_a_proj_with_mqa", "attention.kv_a", "attention.kv_a_bias"),
    _in("{attention}", "kv_a_layernorm kv_a_norm kv_norm", "attention.kv_norm"),
    _in("{attention}", "kv_b_proj", "attention.kv_b"),
    _in("{attention}", "fused_qkv_a_proj_with_mqa", "attention.q_a attention.kv_a"),
    _in("{attention}", "indexer.wq_b compressor.indexer.q_b_proj", "attention.index_q"),
    _in("{attention}", "indexer.wk compressor.indexer.kv_proj", "attention.index_k"),
    _in("{attention}", "indexer.weights_proj compressor.indexer.weights_proj compressor.indexer.scorer.weights_proj",
        "attention.index_weights"),
    _in("{attention}", "indexer.k_norm compressor.indexer.kv_norm", "attention.index_norm", "attention.index_norm"),
    _in("{attention}", "kv_proj", "attention.kv"),
    _in("{attention}", "o_a_proj", "attention.o_a"),
    _in("{attention}", "o_b_proj", "attention.o"),
    _in("{attention}", "compressor.kv_proj", "attention.entries"),
    _in("{attention}", "compressor.gate_proj", "attention.entry_gate"),
    _in("{attention}", "compressor.kv_norm", "attention.entry_norm"),
    _in("{attention}", "compressor.position_bias", "attention.entry_positions"),
    _in("{attention}", "compressor.indexer.gate_proj", "attention.index_gate"),
    _in("{attention}", "compressor.indexer.position_bias", "attention.index_positions"),
)  # fmt: skip

_FEED_FORWARD = (
    _in("{mlp}", "gate_proj c_fc_0 linear", "feed_forward.gate" + _SHARED, "feed_forward.gate_bias"),
    _in("{mlp}", "up_proj c_fc_1 linear_v", "feed_forward.up" + _SHARED, "feed_forward.up_bias"),
    _in("{mlp}", "gate_up_proj dense_h_to_4h c_fc fc_in fc1 Wi linear_in", _UP + _SHARED, _UP_BIAS),
    _in("{mlp}", "down_proj dense_4h_to_h c_proj fc_out fc2 Wo linear_out linear_1", "feed_forward.down" + _SHARED,
        "feed_forward.down_bias"),
    _in("{mlp}", "ffn_layernorm ffn_sub_norm", "feed_forward.inner_norm"),
    _in("{mlp}", "act_fn.alpha_n act_fn.alpha_p", "feed_forward.slopes"),
    Names("feed_forward.w1 mlp.w2", "feed_forward.gate", "feed_forward.gate_bias"),
    Names("feed_forward.w3 mlp.w1", "feed_forward.up", "feed_forward.up_bias"),
    Names("feed_forward.w2", "feed_forward.down", "feed_forward.down_bias"),
    Names("fc1 ff_proj", _UP, _UP_BIAS),
    Names("fc2 ff_out", "feed_forward.down", "feed_forward.down_bias"),
)  # fmt: skip

_MIXTURE = (
    _in("{moe}", "gate router router.layer router.proj router.classifier router.gate gate.wg", "feed_forward.router",
        "feed_forward.router_bias"),
    Names("router.proj", "feed_forward.router", "feed_forward.router_bias"),
    Names("router.scale router.per_expert_scale", "feed_forward.router_scales"),
    _in("{moe}", "{expert}.gate_proj {expert}.up_proj {expert}.down_proj {expert}.gate_up_proj {expert}.w1 "
        "{expert}.w2 {expert}.w3 {expert}.v1 input_linear output_linear", "feed_forward.experts",
        "feed_forward.expert_bias"),
    Names("experts.gate_up_proj experts.down_proj", "feed_forward.experts"),
    _in("{moe}", "{expert}.gate_up_proj_bias {expert}.down_proj_bias", "feed_forward.expert_bias"),
    _in("{moe}", "shared_expert.gate_proj shared_expert.up_proj shared_expert.down_proj shared_experts.gate_proj "
        "shared_experts.up_proj shared_experts.gate_up_proj shared_experts.down_proj shared_mlp.gate_proj "
        "shared_mlp.up_proj shared_mlp.down_proj", "feed_forward.shared"),
    Names("shared_mlp.input_linear", "feed_forward.shared | " + _UP),
    Names("shared_mlp.output_linear", "feed_forward.shared | feed_forward.down"),
    _in("{moe}", "shared_expert_gate", "feed_forward.shared_gate"),
    Names("post_feedforward_layernorm_1 post_feedforward_layernorm_2 pre_feedforward_layernorm_2",
          "feed_forward.branch_norms"),
)  # fmt: skip

_NORMS = (
    Names("input_layernorm post_attention_layernorm pre_feedforward_layernorm post_feedforward_layernorm "
          "post_self_attn_layernorm post_mlp_layernorm pre_mlp_layernorm ln_1 ln_2 ln1 ln2 ln_attn ln_mlp ln "
          "norm norm1 norm2 norm_1 norm_2 attention_norm ffn_norm attn_norm ff_norm self_attn_layer_norm "
          "final_layer_norm input_norm post_attention_norm pre_feedforward_norm post_feedforward_norm "
          "operator_norm norm_attn_norm.norm_1 norm_attn_norm.norm_2 pre_attn_norm post_attn_norm pre_moe_norm "
          "post_moe_norm attention_layernorm feedforward_layernorm temporal_pre_norm channel_pre_norm "
          "pre_ff_layernorm post_norm1 post_norm2", "norms", "norms"),
)  # fmt: skip

# Per-layer inputs and parallel streams (Gemma 3n, hyper-connections).
_STREAM = (
    Names("per_layer_input_gate", "stream.input_gate"),
    Names("per_layer_projection", "stream.input_up"),
    Names("post_per_layer_input_norm", "stream.input_post_norm"),
    Names("attn_hc.fn ffn_hc.fn altup.prediction_coefs altup.correction_coefs", "stream.stream_mixing"),
    Names("attn_hc.base attn_hc.scale ffn_hc.base ffn_hc.scale", "stream.stream_mixing_base"),
    Names("altup.modality_router", "stream.stream_router"),
    Names("altup.router_norm laurel.post_laurel_norm", "stream.stream_norms"),
    Names("altup.correct_output_scale", "stream.stream_scale"),
    Names("laurel.linear_left laurel.linear_right", "stream.low_rank"),
)

# Layers that predict further tokens, stored after the last layer (DeepSeek-V3, GLM-4.5).
_PREDICTION = (
    Names("eh_proj", "prediction.projection"),
    Names("enorm hnorm shared_head.norm", "prediction.joining_norms"),
    Names("embed_tokens shared_head.head", "prediction.tables"),
)

LAYER_MODULES = (*_ATTENTION, *_LATENT, *_FEED_FORWARD, *_MIXTURE, *_NORMS, *_STREAM, *_PREDICTION)
"""Modules inside a layer."""

CORRECTION_BIASES = ("{moe}.e_score_correction_bias {moe}.gate.e_score_correction_bias "
                     "{moe}.router.e_score_correction_bias {moe}.moe_statics.e_score_correction_bias "
                     "{moe}.gate.moe_statics.e_score_correction_bias {moe}.gate.expert_bias "
                     "{moe}.expert_bias")  # fmt: skip
"""A router's correction bias: a parameter with a line in some families, a buffer in the others."""

# Linear attention and state spaces: the same names mean other lines in other kinds.
LAYER_TENSORS = (
    Names(CORRECTION_BIASES, "feed_forward.router_bias"),
    Names("{attention}.sinks", "attention.sinks"),
    Names("cross_attn_attn_gate cross_attn_mlp_gate", "attention.gates"),
    Names("{linear}.A_log temporal_block.rg_lru.recurrent_param", _mixer("decay")),
    Names("{linear}.dt_bias {mamba}.dt_proj.bias", _mixer("dt_bias")),
    Names("{linear}.conv1d.weight self_attn.q_conv1d.weight self_attn.k_conv1d.weight self_attn.v_conv1d.weight "
          "temporal_block.conv_1d.weight conv.conv.weight", _mixer("conv")),
    Names("{linear}.conv1d.bias temporal_block.conv_1d.bias conv.conv.bias", _mixer("conv_bias")),
    Names("linear_attn.in_proj_qkv.weight", "attention.qkv"),
    Names("linear_attn.in_proj_qkvz.weight", "attention.qkv attention.z"),
    Names("linear_attn.in_proj_z.weight", "attention.z"),
    Names("linear_attn.in_proj_a.weight linear_attn.in_proj_b.weight linear_attn.in_proj_ba.weight", "attention.ba"),
    Names("linear_attn.norm.weight", "attention.o_norm"),
    Names("linear_attn.out_proj.weight conv.out_proj.weight temporal_block.linear_out.weight", "attention.o"),
    Names("conv.out_proj.bias temporal_block.linear_out.bias", "attention.o_bias"),
    Names("{linear}.f_a_proj.weight", "attention.f_a"),
    Names("{linear}.f_b_proj.weight", "attention.f_b"),
    Names("self_attn.g_a_proj.weight", "attention.g_a"),
    Names("self_attn.g_b_proj.weight", "attention.g_b"),
    Names("self_attn.b_proj.weight", "attention.b"),
    Names("{mamba}.in_proj.weight", f"{_mixer('state_in')} | {_mixer('input')}"),
    Names("{mamba}.in_proj.bias", f"{_mixer('state_in_bias')} | {_mixer('input_bias')}"),
    Names("{mamba}.out_proj.weight", f"{_mixer('state_out')} | attention.o"),
    Names("{mamba}.out_proj.bias", f"{_mixer('state_out_bias')} | attention.o_bias"),
    Names("{mamba}.x_proj.weight", _mixer("select")),
    Names("{mamba}.dt_proj.weight", _mixer("step")),
    Names("{mamba}.dt_layernorm.weight {mamba}.b_layernorm.weight {mamba}.c_layernorm.weight", _mixer("inner_norms")),
    Names("{mamba}.D", _mixer("skip")),
    Names("{mamba}.norm.weight", _mixer("gated_norm")),
    Names("conv.in_proj.weight temporal_block.linear_x.weight temporal_block.linear_y.weight", "attention.input"),
    Names("conv.in_proj.bias temporal_block.linear_x.bias temporal_block.linear_y.bias", "attention.input_bias"),
    Names("temporal_block.rg_lru.input_gate_weight temporal_block.rg_lru.recurrent_gate_weight", "attention.gates"),
    Names("temporal_block.rg_lru.input_gate_bias temporal_block.rg_lru.recurrent_gate_bias", "attention.gates_bias"),
)  # fmt: skip
"""Whole names of tensors inside a layer that are looked up before the modules."""

LAYER_BUFFERS = f"""{CORRECTION_BIASES}
    {{attention}}.bias {{attention}}.masked_bias {{attention}}.causal_mask {{attention}}.k_scale {{attention}}.v_scale
    {{attention}}.rotary_emb.inv_freq {{attention}}.rotary_emb.cos_cached {{attention}}.rotary_emb.sin_cached
    {{attention}}.inv_freq rotary_emb.inv_freq mlp.act_fn.beta mlp.act_fn.eps mlp.gate.tid2eid layer_scalar
    self_attn.slope_rate self_attn.query_decay self_attn.key_decay self_attn.diagonal_decay"""
"""Tensors inside a layer that are computed and no parameters: rotary tables, causal masks, scales of the cache."""

MODEL_MODULES = (
    Names("embed_tokens wte word_embeddings embed_in tok_embeddings embeddings embedding.word_embeddings embed "
          "embeddings.word_embeddings embed_tokens.embedding tokens_embed", "embedding"),
    Names("wpe embed_positions position_embeddings embeddings.position_embeddings position_embedding "
          "positions_embed", "positions"),
    Names("norm ln_f final_layernorm final_layer_norm norm_f final_norm ln_out embedding_norm layer_norm", "final_norm",
          "final_norm"),
    Names("lm_head embed_out output output_layer output_projection head lm_head.linear", "head", "head_bias"),
    Names("word_embeddings_layernorm embed_norm emb_norm", "embedding_norm", "embedding_norm"),
    Names("project_in", "embedding_in"),
    Names("project_out", "embedding_out"),
    Names("embed_tokens_per_layer", "input_table"),
    Names("per_layer_model_projection", "input_projection"),
    Names("per_layer_projection_norm", "input_norm"),
    Names("altup_projections.#", "stream_projections"),
    Names("altup_unembed_projections.#", "stream_projections_back"),
    Names("hc_head.hc_fn", "stream_head"),
    Names("hc_head.hc_base hc_head.hc_scale", "stream_head_base"),
)  # fmt: skip
"""Modules outside the layers, without what may stand before them."""

MODEL_BUFFERS = """rotary_emb.inv_freq rotary_pos_emb.inv_freq embeddings.position_ids position_ids
    embed_positions._float_tensor"""
"""Computed tensors outside the layers."""
