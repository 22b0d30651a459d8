"""Which function reads which `model_type`. A new family is one function in one of these files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from planner.readers.hf.families import (
    classic,
    even_mixtures,
    gemma,
    hybrids,
    latent,
    llama,
    mixtures,
    own_code,
    state_space,
    unusual,
)
from planner.readers.hf.keys import Keys
from planner.workbook import Model

MODULES = (
    llama,
    own_code,
    classic,
    gemma,
    even_mixtures,
    mixtures,
    latent,
    state_space,
    hybrids,
    unusual,
)
FAMILIES: Mapping[str, Callable[[Keys], Model]] = MappingProxyType(
    {name: read for module in MODULES for name, read in module.FAMILIES.items()}
)

NESTED: Mapping[str, str] = MappingProxyType(
    {
        "gemma3": "gemma3_text",
        "gemma3n": "gemma3n_text",
        "gemma4": "gemma4_text",
        "qwen2_vl": "qwen2_vl_text",
        "qwen2_5_vl": "qwen2_5_vl_text",
        "qwen3_vl": "qwen3_vl_text",
        "qwen3_vl_moe": "qwen3_vl_moe_text",
        "qwen3_5": "qwen3_5_text",
        "qwen3_5_moe": "qwen3_5_moe_text",
        "kimi_k25": "deepseek_v3",
        "kimi_vl": "deepseek_v3",
        "llama4": "llama4_text",
        "mllama": "mllama_text_model",
        "minimax_m3_vl": "minimax_m3_vl_text",
        "mistral3": "mistral",
        "step3p7": "step3p7_text",
        "llava": "llama",
        "llava_next": "llama",
        "llava_next_video": "llama",
        "llava_onevision": "qwen2",
        "vipllava": "llama",
        "video_llava": "llama",
        "pixtral": "mistral",
        "paligemma": "gemma",
        "internvl": "qwen2",
        "aya_vision": "cohere2",
        "cohere2_vision": "cohere2",
        "idefics2": "mistral",
        "idefics3": "llama",
        "smolvlm": "llama",
        "lfm2_vl": "lfm2",
        "fast_vlm": "qwen2",
        "shieldgemma2": "gemma3_text",
        "janus": "llama",
        "ovis2": "qwen2",
        "got_ocr2": "qwen2",
        "lighton_ocr": "qwen3",
        "perception_lm": "llama",
    }
)
"""Models whose decoder stands in `text_config`, with the decoder's usual type."""

FLAT = frozenset({"qwen2_vl", "qwen2_5_vl"})
"""Those of them whose published configs have the decoder's keys beside `vision_config` instead."""

NOT_READ: Mapping[str, str] = MappingProxyType(
    {
        "zamba": "its attention layers share one set of weights, which a table of layers cannot hold",
        "zamba2": "its attention layers share a few sets of weights, which a table of layers cannot hold",
        "jetmoe": "its attention is a mixture of experts, a kind of part that is not here",
        "rwkv": "its layers are a kind of part that is not here",
        "xlstm": "its layers are a kind of part that is not here",
    }
)
"""Known families that are refused, each with the reason."""
