"""What the usual keys of a config are called here, for the account of what was read. No count depends on it.

Families give some keys a meaning of their own; only keys that mean one thing in every family are listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from planner.words import QT_TRANSLATE_NOOP

_WIDTH = QT_TRANSLATE_NOOP("fields", "d_model")
_LAYERS = QT_TRANSLATE_NOOP("fields", "Layers")
_HEADS = QT_TRANSLATE_NOOP("fields", "Heads")
_KV_HEADS = QT_TRANSLATE_NOOP("fields", "KV heads")
_HEAD_WIDTH = QT_TRANSLATE_NOOP("fields", "Head width")
_STATE_HEADS = QT_TRANSLATE_NOOP("fields", "State heads")
_STATE_HEAD_WIDTH = QT_TRANSLATE_NOOP("fields", "Channels per head")
_STATE = QT_TRANSLATE_NOOP("fields", "State width")
_STATE_GROUPS = QT_TRANSLATE_NOOP("fields", "State groups")
_CONV = QT_TRANSLATE_NOOP("fields", "Convolution")
_KINDS = QT_TRANSLATE_NOOP("fields", "Which layers are of which kind")
_CONTEXT = QT_TRANSLATE_NOOP("fields", "Max context")
_FEED_FORWARD = QT_TRANSLATE_NOOP("fields", "Feed-forward width")
_EXPERTS = QT_TRANSLATE_NOOP("fields", "Experts")
_ACTIVE = QT_TRANSLATE_NOOP("fields", "Active experts")
_SHARED = QT_TRANSLATE_NOOP("fields", "Shared width")
_BIAS = QT_TRANSLATE_NOOP("fields", "Biases of attention")
_ACTIVATION = QT_TRANSLATE_NOOP("fields", "Activation")

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "hidden_size": _WIDTH,
        "n_embd": _WIDTH,
        "num_hidden_layers": _LAYERS,
        "n_layer": _LAYERS,
        "num_attention_heads": _HEADS,
        "n_head": _HEADS,
        "num_key_value_heads": _KV_HEADS,
        "num_kv_heads": _KV_HEADS,
        "multi_query_group_num": _KV_HEADS,
        "head_dim": _HEAD_WIDTH,
        "attention_head_dim": _HEAD_WIDTH,
        "kv_channels": _HEAD_WIDTH,
        "v_head_dim": QT_TRANSLATE_NOOP("fields", "Value width"),
        "qk_nope_head_dim": QT_TRANSLATE_NOOP("fields", "Head width without position"),
        "qk_rope_head_dim": QT_TRANSLATE_NOOP("fields", "Head width with position"),
        "q_lora_rank": QT_TRANSLATE_NOOP("fields", "Query rank"),
        "kv_lora_rank": QT_TRANSLATE_NOOP("fields", "KV rank"),
        "sliding_window": QT_TRANSLATE_NOOP("fields", "Window"),
        "intermediate_size": _FEED_FORWARD,
        "n_inner": _FEED_FORWARD,
        "ffn_hidden_size": _FEED_FORWARD,
        "ffn_dim": _FEED_FORWARD,
        "moe_intermediate_size": QT_TRANSLATE_NOOP("fields", "Expert width"),
        "n_routed_experts": _EXPERTS,
        "num_experts": _EXPERTS,
        "num_local_experts": _EXPERTS,
        "num_experts_per_tok": _ACTIVE,
        "n_shared_experts": _SHARED,
        "shared_expert_intermediate_size": _SHARED,
        "first_k_dense_replace": QT_TRANSLATE_NOOP("fields", "Layers before the first with experts"),
        "num_nextn_predict_layers": QT_TRANSLATE_NOOP("fields", "Prediction layers"),
        "vocab_size": QT_TRANSLATE_NOOP("fields", "Vocabulary"),
        "max_position_embeddings": _CONTEXT,
        "n_positions": _CONTEXT,
        "tie_word_embeddings": QT_TRANSLATE_NOOP("fields", "Tied head"),
        "attention_bias": _BIAS,
        "hidden_act": _ACTIVATION,
        "activation_function": _ACTIVATION,
        "mlp_hidden_act": _ACTIVATION,
        "mamba_num_heads": _STATE_HEADS,
        "mamba_n_heads": _STATE_HEADS,
        "mamba_head_dim": _STATE_HEAD_WIDTH,
        "mamba_d_head": _STATE_HEAD_WIDTH,
        "ssm_state_size": _STATE,
        "mamba_d_state": _STATE,
        "state_size": _STATE,
        "n_groups": _STATE_GROUPS,
        "mamba_n_groups": _STATE_GROUPS,
        "conv_kernel": _CONV,
        "mamba_d_conv": _CONV,
        "conv_L_cache": _CONV,
        "layer_types": _KINDS,
        "layers_block_type": _KINDS,
        "hybrid_override_pattern": _KINDS,
        "block_types": _KINDS,
    }
)


def meaning_of(key: str) -> str:
    """The title of the field that a key becomes, empty for a key that has no such name; nested keys by their last.

    >>> meaning_of("text_config.hidden_size"), meaning_of("rope_scaling")
    ('d_model', '')
    """
    return MEANINGS.get(key.rpartition(".")[2], "")
