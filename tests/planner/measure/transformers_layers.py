"""Layers of transformers whose weights our block takes: configs, layers, and their weights under our names."""

from typing import Any

import torch
from torch import nn
from transformers import (
    DeepseekV3Config,
    GPTNeoXConfig,
    MistralConfig,
    MixtralConfig,
    Olmo2Config,
    PhiConfig,
    Qwen2Config,
    Qwen2MoeConfig,
    Qwen3Config,
)
from transformers.models.deepseek_v3.modeling_deepseek_v3 import DeepseekV3DecoderLayer, DeepseekV3RotaryEmbedding
from transformers.models.gpt_neox.modeling_gpt_neox import GPTNeoXLayer, GPTNeoXRotaryEmbedding
from transformers.models.mistral.modeling_mistral import MistralDecoderLayer, MistralRotaryEmbedding
from transformers.models.mixtral.modeling_mixtral import MixtralDecoderLayer, MixtralRotaryEmbedding
from transformers.models.olmo2.modeling_olmo2 import Olmo2DecoderLayer, Olmo2RotaryEmbedding
from transformers.models.phi.modeling_phi import PhiDecoderLayer, PhiRotaryEmbedding
from transformers.models.qwen2.modeling_qwen2 import Qwen2DecoderLayer, Qwen2RotaryEmbedding
from transformers.models.qwen2_moe.modeling_qwen2_moe import Qwen2MoeDecoderLayer, Qwen2MoeRotaryEmbedding
from transformers.models.qwen3.modeling_qwen3 import Qwen3DecoderLayer, Qwen3RotaryEmbedding

D = 64
COMMON = {
    "hidden_size": D,
    "intermediate_size": 128,
    "num_attention_heads": 4,
    "num_hidden_layers": 1,
    "attn_implementation": "eager",
    "rope_theta": 1234.0,
}
GROUPED = {"kind": "grouped_query", "heads": 4, "kv_heads": 2, "head_dim": 16}
GATED = {"kind": "gated", "width": 128, "activation": "silu"}
LATENT = {
    "kind": "latent", "heads": 4, "query_rank": 24, "kv_rank": 32, "nope_dim": 16, "rope_dim": 8, "value_dim": 12,
}  # fmt: skip
MIXTURE = {"kind": "mixture", "experts": 8, "active": 2, "expert_width": 48, "activation": "silu", "normed": True}
PLAIN_NAMES = {
    "self_attn.q_proj": "attention.q",
    "self_attn.k_proj": "attention.k",
    "self_attn.v_proj": "attention.v",
    "self_attn.o_proj": "attention.o",
    "self_attn.dense": "attention.o",
    "self_attn.q_norm": "attention.q_norm",
    "self_attn.k_norm": "attention.k_norm",
    "mlp.gate_proj": "feed_forward.gate",
    "mlp.up_proj": "feed_forward.up",
    "mlp.down_proj": "feed_forward.down",
    "mlp.fc1": "feed_forward.up",
    "mlp.fc2": "feed_forward.down",
    "mlp.dense_h_to_4h": "feed_forward.up",
    "mlp.dense_4h_to_h": "feed_forward.down",
    "attention.dense": "attention.o",
    "input_layernorm": "attention_norm",
    "post_attention_layernorm": "feed_forward_norm",
    "post_feedforward_layernorm": "feed_forward_norm",
    "self_attn.q_a_proj": "attention.q_a",
    "self_attn.q_a_layernorm": "attention.q_norm",
    "self_attn.q_b_proj": "attention.q",
    "self_attn.kv_a_proj_with_mqa": "attention.kv_a",
    "self_attn.kv_a_layernorm": "attention.kv_norm",
    "self_attn.kv_b_proj": "attention.kv_b",
    "mlp.gate": "feed_forward.router",
    "mlp.shared_expert.gate_proj": "feed_forward.shared.gate",
    "mlp.shared_expert.up_proj": "feed_forward.shared.up",
    "mlp.shared_expert.down_proj": "feed_forward.shared.down",
    "mlp.shared_expert_gate": "feed_forward.shared_gate",
}


def plain_state(layer: nn.Module, post: bool = False) -> dict[str, torch.Tensor]:
    """The layer's weights under our names."""
    names = dict(PLAIN_NAMES)
    if post:
        names["post_attention_layernorm"] = "attention_norm"
    state = {}
    for name, value in layer.state_dict().items():
        module, _, last = name.rpartition(".")
        if module in names:
            state[f"{names[module]}.{last}"] = value
    return state


def neox_state(layer: nn.Module) -> dict[str, torch.Tensor]:
    """GPT-NeoX keeps query, key and value of one head side by side."""
    state, fused = plain_state(layer), layer.state_dict()
    for last in ("weight", "bias"):
        value = fused[f"attention.query_key_value.{last}"].view(4, 3, 16, -1)
        for at, name in enumerate("qkv"):
            part = value[:, at].reshape(64, -1)
            state[f"attention.{name}.{last}"] = part if last == "weight" else part.squeeze(1)
    return state


def mixture_state(layer: nn.Module) -> dict[str, torch.Tensor]:
    state, all_of = plain_state(layer), layer.state_dict()
    gate_up = all_of["mlp.experts.gate_up_proj"]
    state["feed_forward.gate_EFM"], state["feed_forward.up_EFM"] = gate_up.chunk(2, dim=1)
    state["feed_forward.down_EMF"] = all_of["mlp.experts.down_proj"]
    return state


# name: (config, layer, rotary embedding, our block, its weights)
CASES: dict[str, tuple[Any, Any, Any, dict[str, Any], Any]] = {
    "qwen2 (biases)": (
        Qwen2Config(**COMMON, num_key_value_heads=2),
        Qwen2DecoderLayer,
        Qwen2RotaryEmbedding,
        {"attention": {**GROUPED, "query_bias": True, "key_bias": True, "value_bias": True}},
        plain_state,
    ),
    "qwen3 (QK-norm)": (
        Qwen3Config(**COMMON, num_key_value_heads=2, head_dim=16),
        Qwen3DecoderLayer,
        Qwen3RotaryEmbedding,
        {"attention": {**GROUPED, "query_key_norm": "shared"}},
        plain_state,
    ),
    "olmo2 (post-norms, QK-norm over all heads)": (
        Olmo2Config(**COMMON, num_key_value_heads=2),
        Olmo2DecoderLayer,
        Olmo2RotaryEmbedding,
        {"attention": {**GROUPED, "query_key_norm": "each"}, "norm_placement": "post"},
        lambda layer: plain_state(layer, post=True),
    ),
    "mistral (window)": (
        MistralConfig(**COMMON, num_key_value_heads=2, sliding_window=5),
        MistralDecoderLayer,
        MistralRotaryEmbedding,
        {"attention": {**GROUPED, "window": 5}},
        plain_state,
    ),
    "phi (one norm, parallel)": (
        PhiConfig(**COMMON, partial_rotary_factor=1.0, hidden_act="gelu_new"),
        PhiDecoderLayer,
        PhiRotaryEmbedding,
        {
            "norm": {"kind": "layer_norm", "bias": True},
            "norm_placement": "shared",
            "attention": {**GROUPED, "kv_heads": 4, "query_bias": True, "key_bias": True, "value_bias": True,
                          "output_bias": True},
            "feed_forward": {"kind": "plain", "width": 128, "activation": "gelu_tanh", "bias": True},
        },
        plain_state,
    ),
    "gpt-neox (two norms, parallel)": (
        GPTNeoXConfig(**COMMON, hidden_act="gelu",
                      rope_parameters={"rope_theta": 1234.0, "rope_type": "default", "partial_rotary_factor": 1.0}),
        GPTNeoXLayer,
        GPTNeoXRotaryEmbedding,
        {
            "norm": {"kind": "layer_norm", "bias": True},
            "norm_placement": "parallel",
            "attention": {**GROUPED, "kv_heads": 4, "query_bias": True, "key_bias": True, "value_bias": True,
                          "output_bias": True},
            "feed_forward": {"kind": "plain", "width": 128, "activation": "gelu", "bias": True},
        },
        neox_state,
    ),
    "mixtral (experts)": (
        MixtralConfig(**{**COMMON, "intermediate_size": 48}, num_key_value_heads=2, num_local_experts=8,
                      num_experts_per_tok=2, head_dim=16),
        MixtralDecoderLayer,
        MixtralRotaryEmbedding,
        {"feed_forward": MIXTURE},
        mixture_state,
    ),
    "qwen2-moe (shared expert with a gate)": (
        Qwen2MoeConfig(**COMMON, num_key_value_heads=2, num_experts=8, num_experts_per_tok=3,
                       moe_intermediate_size=48, shared_expert_intermediate_size=96, norm_topk_prob=False),
        Qwen2MoeDecoderLayer,
        Qwen2MoeRotaryEmbedding,
        {
            "attention": {**GROUPED, "query_bias": True, "key_bias": True, "value_bias": True},
            "feed_forward": {**MIXTURE, "active": 3, "shared_width": 96, "shared_gate": True, "normed": False},
        },
        mixture_state,
    ),
    "deepseek-v3 (latent)": (
        DeepseekV3Config(**COMMON, num_key_value_heads=4, q_lora_rank=24, kv_lora_rank=32, qk_nope_head_dim=16,
                         qk_rope_head_dim=8, v_head_dim=12, first_k_dense_replace=1, rope_interleave=False),
        DeepseekV3DecoderLayer,
        DeepseekV3RotaryEmbedding,
        {"attention": LATENT},
        plain_state,
    ),
}  # fmt: skip
