"""Names of keys that do not change what a model counts: tokens, dropout, positions, training, generation, software."""

from __future__ import annotations

import re

_PATTERN = re.compile(
    r"_.*|.*_token_ids?|.*_token_index|.*_placeholder|.*dropout.*|.*_pdrop|.*_dropout_prob|rope_.*|.*rope_theta|"
    r".*rope_scaling|rotary_.*|.*_loss_coef|.*softcap.*|initializer_.*|.*_initializer_range|init_method.*|summary_.*|"
    r"router_.*_noise|unsloth_.*|.*_jitter_noise|time_step_(min|max|floor|limit|scale)|torch.*|transformers.*"
)
_WORDS = """
    architectures auto_map model_type name_or_path dtype torch_dtype transformers_version use_cache tokenizer_class
    tokenizer_type bos_id eos_id pad_id id2label label2id problem_type finetuning_task task_specific_params
    custom_pipelines is_composition num_steps init_config
    is_decoder is_encoder_decoder tie_encoder_decoder cross_attention_hidden_size chunk_size_feed_forward
    output_attentions output_hidden_states return_dict return_dict_in_generate output_scores output_router_logits
    pruned_heads prefix use_bfloat16 tf_legacy_loss decoder_start_token_id sep_token_id
    max_length min_length do_sample early_stopping num_beams num_beam_groups diversity_penalty temperature top_k top_p
    typical_p repetition_penalty length_penalty no_repeat_ngram_size encoder_no_repeat_ngram_size bad_words_ids
    num_return_sequences remove_invalid_values exponential_decay_length_penalty suppress_tokens begin_suppress_tokens
    cache_implementation use_bidirectional_attention attn_implementation attn_impl

    hidden_act hidden_activation activation_function activation afn mlp_hidden_act mamba_hidden_act ffn_act_fn act_fn
    rms_norm_eps layer_norm_eps layer_norm_epsilon layernorm_epsilon norm_eps norm_epsilon hc_eps eps
    max_position_embeddings max_sequence_length model_max_length seq_length n_ctx max_seq_len position_embedding_base
    original_max_position_embeddings initial_context_length partial_rotary_factor interpolate_factor

    pretraining_tp ep_size context_window_size prefill_chunk_size tensor_parallel_shards is_llama_config
    attention_sink_size
    attention_multiplier attention_in_multiplier attention_out_multiplier key_multiplier embedding_multiplier
    lm_head_multiplier mlp_multipliers ssm_multipliers ssm_in_multiplier ssm_out_multiplier residual_multiplier
    logits_scaling logit_scale scale_emb scale_depth dim_model_base query_pre_attn_scalar
    norm_topk_prob routed_scaling_factor scoring_func topk_method n_group topk_group seq_aux aux_loss_alpha
    moe_router_dtype moe_router_scaling_factor moe_shared_expert_overlap mamba_ssm_cache_dtype mamba_ssm_dtype
    num_logits_to_keep use_mamba_kernels chunk_size mamba_chunk_size residual_in_fp32 rescale_prenorm_residual
    swiglu_limit swiglu_alpha expert_dtype

    attention_softmax_in_fp32 scale_attention_softmax_in_fp32 scale_attn_weights scale_attn_by_inverse_layer_idx
    reorder_and_upcast_attn masked_softmax_fusion apply_query_key_layer_scaling bias_dropout_fusion
    fp32_residual_connection slow_but_exact skip_bias_add offset_alibi seq_len offset use_flash_attn flash_attn
    flash_rotary fused_dense use_logn_attn use_dynamic_ntk bf16 fp16 fp32 onnx_safe gradient_checkpointing init_device
    verbose skip_bias_add_qkv predict_special_tokens n_special

    language_model_only quantization_config quantization compression_config use_unified_vision_chunk ignore_index
    vision_feature_layer vision_feature_select_strategy image_seq_length num_image_tokens mm_tokens_per_image
    vision_soft_tokens_per_image image_grid_pinpoints process_image_mode
    pixel_shuffle_factor neftune_noise_alpha
"""
_NAMES = frozenset(_WORDS.split())
_SWITCHES = frozenset(
    ("add_cross_attention", "use_sliding_window", "qkv_bias", "use_mla", "use_resampler", "qk_layer_norms")
)
"""Switches that add something, or change a window, when they are on."""


def is_harmless(name: str, value: object) -> bool:
    """Whether a key cannot change a count of parameters: by its name, or because it is a switch that is off.

    >>> is_harmless("attention_dropout", 0.1), is_harmless("num_key_value_heads", 8), is_harmless("qkv_bias", False)
    (True, False, True)
    """
    return name in _NAMES or _PATTERN.fullmatch(name) is not None or (name in _SWITCHES and value is False)
