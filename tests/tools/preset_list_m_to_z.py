"""The families of `tests.tools.preset_list` whose names begin with M and after, written as there."""

from __future__ import annotations

from collections.abc import Mapping

LATER: Mapping[str, tuple[str, str]] = {
    "mamba": (
        "Mamba",
        """
        Mamba-130M < state-spaces/mamba-130m-hf
        Mamba-370M < state-spaces/mamba-370m-hf
        Mamba-1.4B < state-spaces/mamba-1.4b-hf
        Mamba-2.8B < state-spaces/mamba-2.8b-hf
        """,
    ),
    "mimo": (
        "MiMo",
        """
        MiMo-7B < XiaomiMiMo/MiMo-7B-Base
        MiMo-V2-Flash < XiaomiMiMo/MiMo-V2-Flash
        """,
    ),
    "minicpm": (
        "MiniCPM",
        """
        MiniCPM-2B < openbmb/MiniCPM-2B-sft-bf16
        MiniCPM-MoE-8x2B < openbmb/MiniCPM-MoE-8x2B
        MiniCPM3-4B < openbmb/MiniCPM3-4B
        """,
    ),
    "minimax": (
        "MiniMax",
        """
        MiniMax-M2 < MiniMaxAI/MiniMax-M2, MiniMaxAI/MiniMax-M2.1
        MiniMax-M2.5 < MiniMaxAI/MiniMax-M2.5, nvidia/MiniMax-M2.5-NVFP4
        MiniMax-M2.7 < MiniMaxAI/MiniMax-M2.7
        MiniMax-M3 < nvidia/MiniMax-M3-NVFP4
        """,
    ),
    "mistral": (
        "Mistral",
        """
        Mistral-7B-v0.2 < mistralai/Mistral-7B-Instruct-v0.2
        Mistral-7B-v0.3 < mistralai/Mistral-7B-Instruct-v0.3, mistralai/Mistral-7B-v0.3
        Ministral-8B-2410 < mistralai/Ministral-8B-Instruct-2410
        Mistral-Nemo-12B < mistralai/Mistral-Nemo-Base-2407, mistralai/Mistral-Nemo-Instruct-2407
        Mistral-Small-3.1-24B < mistralai/Mistral-Small-3.1-24B-Instruct-2503, mistralai/Mistral-Small-3.1-24B-Base-2503, mistralai/Mistral-Small-3.2-24B-Instruct-2506
        Mistral-Small-24B-2501 < mistralai/Mistral-Small-24B-Base-2501, mistralai/Mistral-Small-24B-Instruct-2501
        Mistral-Large-2407 < mistralai/Mistral-Large-Instruct-2407, mistralai/Mistral-Large-Instruct-2411
        Ministral-3-3B-2512 < mistralai/Ministral-3-3B-Instruct-2512
        Devstral-Small-2507 < mistralai/Devstral-Small-2507
        Devstral-Small-2-24B-2512 < mistralai/Devstral-Small-2-24B-Instruct-2512
        Devstral-2-123B-2512 < mistralai/Devstral-2-123B-Instruct-2512
        """,  # noqa: E501
    ),
    "mixtral": (
        "Mixtral",
        """
        Mixtral-8x7B < mistralai/Mixtral-8x7B-v0.1, mistralai/Mixtral-8x7B-Instruct-v0.1
        Mixtral-8x22B < mistralai/Mixtral-8x22B-v0.1, mistral-community/WizardLM-2-8x22B, mistralai/Mixtral-8x22B-Instruct-v0.1
        """,  # noqa: E501
    ),
    "nemotron": (
        "Nemotron",
        """
        Llama-3.3-Nemotron-Super-49B < nvidia/Llama-3_3-Nemotron-Super-49B-v1
        Nemotron-H-56B < nvidia/Nemotron-H-56B-Base-8K
        Nemotron-3-Nano-30B-A3B < nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16, nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-NVFP4
        Nemotron-3-Super-120B-A12B < nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-FP8, nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-NVFP4
        Nemotron-3-Ultra-550B-A55B < nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16, nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B-FP8, nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B-NVFP4
        Nemotron-3.5-Lightning-30B-A3B < nvidia/NVIDIA-Nemotron-3.5-Lightning-30B-A3B-NVFP4
        """,  # noqa: E501
    ),
    "olmo": (
        "OLMo",
        """
        OLMo-1B < allenai/OLMo-1B-hf
        OLMo-2-7B < allenai/OLMo-2-1124-7B, allenai/OLMo-2-1124-7B-Instruct
        OLMo-2-13B < allenai/OLMo-2-1124-13B, allenai/OLMo-2-1124-13B-Instruct
        OLMo-2-32B < allenai/OLMo-2-0325-32B, allenai/OLMo-2-0325-32B-Instruct
        Olmo-3-7B < allenai/Olmo-3-7B-Instruct
        Olmo-3-32B < allenai/Olmo-3-32B-Think
        OLMoE-1B-7B < allenai/OLMoE-1B-7B-0924, allenai/OLMoE-1B-7B-0924-Instruct
        """,
    ),
    "openelm": (
        "OpenELM",
        """
        OpenELM-270M < apple/OpenELM-270M
        OpenELM-1.1B < apple/OpenELM-1_1B
        OpenELM-3B < apple/OpenELM-3B
        """,
    ),
    "opt": (
        "OPT",
        """
        OPT-125M < facebook/opt-125m
        OPT-350M < facebook/opt-350m
        OPT-1.3B < facebook/opt-1.3b
        OPT-2.7B < facebook/opt-2.7b
        OPT-6.7B < facebook/opt-6.7b
        OPT-13B < facebook/opt-13b
        OPT-30B < facebook/opt-30b
        OPT-66B < facebook/opt-66b
        """,
    ),
    "persimmon": ("Persimmon", "Persimmon-8B < adept/persimmon-8b-base"),
    "phi": (
        "Phi",
        """
        Phi-1 < microsoft/phi-1
        Phi-1.5 < microsoft/phi-1_5
        Phi-2 < microsoft/phi-2
        Phi-3-mini-4k < microsoft/Phi-3-mini-4k-instruct
        Phi-3-mini-128k < microsoft/Phi-3-mini-128k-instruct
        Phi-3-medium-4k < microsoft/Phi-3-medium-4k-instruct
        Phi-3.5-mini < microsoft/Phi-3.5-mini-instruct
        Phi-3.5-MoE < microsoft/Phi-3.5-MoE-instruct
        Phi-tiny-MoE < microsoft/Phi-tiny-MoE-instruct
        Phi-4 < microsoft/phi-4
        Phi-4-reasoning < microsoft/Phi-4-reasoning, microsoft/Phi-4-reasoning-plus
        Phi-4-mini < microsoft/Phi-4-mini-instruct
        """,
    ),
    "qwen": (
        "Qwen",
        """
        Qwen-1.8B < Qwen/Qwen-1_8B-Chat
        Qwen-72B < Qwen/Qwen-72B
        Qwen1.5-0.5B < Qwen/Qwen1.5-0.5B, Qwen/Qwen1.5-0.5B-Chat
        Qwen1.5-1.8B < Qwen/Qwen1.5-1.8B-Chat
        Qwen1.5-7B < Qwen/Qwen1.5-7B, Qwen/Qwen1.5-7B-Chat
        Qwen1.5-110B < Qwen/Qwen1.5-110B, Qwen/Qwen1.5-110B-Chat
        Qwen1.5-MoE-A2.7B < Qwen/Qwen1.5-MoE-A2.7B, Qwen/Qwen1.5-MoE-A2.7B-Chat
        """,
    ),
    "qwen2": (
        "Qwen2",
        """
        Qwen2-0.5B < Qwen/Qwen2-0.5B, Qwen/Qwen2-0.5B-Instruct
        Qwen2-1.5B < Qwen/Qwen2-1.5B, Qwen/Qwen2-1.5B-Instruct
        Qwen2-7B < Qwen/Qwen2-7B, Qwen/Qwen2-7B-Instruct
        Qwen2-72B < Qwen/Qwen2-72B, Qwen/Qwen2-72B-Instruct
        Qwen2-VL-2B < Qwen/Qwen2-VL-2B-Instruct
        Qwen2-VL-7B < Qwen/Qwen2-VL-7B-Instruct
        """,
    ),
    "qwen2.5": (
        "Qwen2.5",
        """
        Qwen2.5-0.5B < Qwen/Qwen2.5-0.5B, Qwen/Qwen2.5-0.5B-Instruct
        Qwen2.5-1.5B < Qwen/Qwen2.5-1.5B, Qwen/Qwen2.5-1.5B-Instruct
        Qwen2.5-3B < Qwen/Qwen2.5-3B, Qwen/Qwen2.5-3B-Instruct
        Qwen2.5-14B < Qwen/Qwen2.5-14B, Qwen/Qwen2.5-14B-Instruct, deepseek-ai/DeepSeek-R1-Distill-Qwen-14B
        Qwen2.5-32B < Qwen/Qwen2.5-32B, Qwen/Qwen2.5-32B-Instruct, deepseek-ai/DeepSeek-R1-Distill-Qwen-32B
        QwQ-32B < Qwen/QwQ-32B
        Qwen2.5-72B < Qwen/Qwen2.5-72B, Qwen/Qwen2.5-72B-Instruct
        Qwen2.5-Coder-0.5B < Qwen/Qwen2.5-Coder-0.5B, Qwen/Qwen2.5-Coder-0.5B-Instruct
        Qwen2.5-Coder-1.5B < Qwen/Qwen2.5-Coder-1.5B, Qwen/Qwen2.5-Coder-1.5B-Instruct
        Qwen2.5-Coder-3B < Qwen/Qwen2.5-Coder-3B, Qwen/Qwen2.5-Coder-3B-Instruct
        Qwen2.5-Coder-7B < Qwen/Qwen2.5-Coder-7B, Qwen/Qwen2.5-Coder-7B-Instruct
        Qwen2.5-Coder-14B < Qwen/Qwen2.5-Coder-14B, Qwen/Qwen2.5-Coder-14B-Instruct
        Qwen2.5-Coder-32B < Qwen/Qwen2.5-Coder-32B, Qwen/Qwen2.5-Coder-32B-Instruct
        Qwen2.5-Math-7B < Qwen/Qwen2.5-Math-7B, Qwen/Qwen2.5-Math-7B-Instruct
        Qwen2.5-VL-3B < Qwen/Qwen2.5-VL-3B-Instruct
        Qwen2.5-VL-7B < Qwen/Qwen2.5-VL-7B-Instruct
        Cogito-v1-14B < deepcogito/cogito-v1-preview-qwen-14B
        """,
    ),
    "qwen3": (
        "Qwen3",
        """
        Qwen3-0.6B < Qwen/Qwen3-0.6B, Qwen/Qwen3-0.6B-Base
        Qwen3-1.7B < Qwen/Qwen3-1.7B, Qwen/Qwen3-1.7B-Base
        Qwen3-4B < Qwen/Qwen3-4B, Qwen/Qwen3-4B-Base, Qwen/Qwen3-4B-FP8
        Qwen3-8B < Qwen/Qwen3-8B, Qwen/Qwen3-8B-Base, Qwen/Qwen3-8B-FP8
        Qwen3-14B < Qwen/Qwen3-14B, Qwen/Qwen3-14B-Base, Qwen/Qwen3-14B-FP8
        Qwen3-32B < Qwen/Qwen3-32B-FP8, Qwen/Qwen3-32B
        Qwen3-30B-A3B < Qwen/Qwen3-30B-A3B, Qwen/Qwen3-30B-A3B-Base, Qwen/Qwen3-30B-A3B-FP8
        Qwen3-235B-A22B < Qwen/Qwen3-235B-A22B, Qwen/Qwen3-235B-A22B-FP8
        Qwen3-4B-2507 < Qwen/Qwen3-4B-Instruct-2507, Qwen/Qwen3-4B-Thinking-2507
        Qwen3-30B-A3B-2507 < Qwen/Qwen3-30B-A3B-Instruct-2507, Qwen/Qwen3-30B-A3B-Thinking-2507
        Qwen3-235B-A22B-2507 < Qwen/Qwen3-235B-A22B-Instruct-2507, Qwen/Qwen3-235B-A22B-Thinking-2507
        Qwen3-Coder-30B-A3B < Qwen/Qwen3-Coder-30B-A3B-Instruct
        Qwen3-Coder-480B-A35B < Qwen/Qwen3-Coder-480B-A35B-Instruct, Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8
        Qwen3-VL-2B < Qwen/Qwen3-VL-2B-Instruct
        Qwen3-VL-4B < Qwen/Qwen3-VL-4B-Instruct, Qwen/Qwen3-VL-4B-Thinking
        Qwen3-VL-8B < Qwen/Qwen3-VL-8B-Instruct, Qwen/Qwen3-VL-8B-Thinking
        Qwen3-VL-30B-A3B < Qwen/Qwen3-VL-30B-A3B-Instruct
        Qwen3-VL-235B-A22B < Qwen/Qwen3-VL-235B-A22B-Instruct
        Qwen3-Next-80B-A3B < Qwen/Qwen3-Next-80B-A3B-Instruct, Qwen/Qwen3-Next-80B-A3B-Thinking
        Qwen3-Coder-Next < Qwen/Qwen3-Coder-Next
        """,
    ),
    "qwen3.5": (
        "Qwen3.5",
        """
        Qwen3.5-9B < Qwen/Qwen3.5-9B
        Qwen3.5-27B < Qwen/Qwen3.5-27B
        Qwen3.5-35B-A3B < Qwen/Qwen3.5-35B-A3B
        Qwen3.5-122B-A10B < Qwen/Qwen3.5-122B-A10B, nvidia/Qwen3.5-122B-A10B-NVFP4
        Qwen3.5-397B-A17B < Qwen/Qwen3.5-397B-A17B, nvidia/Qwen3.5-397B-A17B-NVFP4
        Qwen3.6-27B < nvidia/Qwen3.6-27B-NVFP4
        """,
    ),
    "seed-oss": ("Seed-OSS", "Seed-OSS-36B < ByteDance-Seed/Seed-OSS-36B-Instruct"),
    "smollm": (
        "SmolLM",
        """
        SmolLM-135M < HuggingFaceTB/SmolLM-135M, HuggingFaceTB/SmolLM-135M-Instruct
        SmolLM-360M < HuggingFaceTB/SmolLM-360M, HuggingFaceTB/SmolLM-360M-Instruct
        SmolLM-1.7B < HuggingFaceTB/SmolLM-1.7B, HuggingFaceTB/SmolLM-1.7B-Instruct
        SmolLM2-135M < HuggingFaceTB/SmolLM2-135M, HuggingFaceTB/SmolLM2-135M-Instruct
        SmolLM2-360M < HuggingFaceTB/SmolLM2-360M, HuggingFaceTB/SmolLM2-360M-Instruct
        SmolLM2-1.7B < HuggingFaceTB/SmolLM2-1.7B, HuggingFaceTB/SmolLM2-1.7B-Instruct
        SmolLM3-3B < HuggingFaceTB/SmolLM3-3B, HuggingFaceTB/SmolLM3-3B-Base
        """,
    ),
    "stablelm": (
        "StableLM",
        """
        StableLM-3B-4E1T < stabilityai/stablelm-3b-4e1t
        StableLM-Zephyr-3B < stabilityai/stablelm-zephyr-3b
        StableLM-2-12B < stabilityai/stablelm-2-12b
        """,
    ),
    "starcoder": (
        "StarCoder",
        """
        SantaCoder < bigcode/gpt_bigcode-santacoder
        StarCoderBase-1B < bigcode/starcoderbase-1b
        StarCoder < bigcode/starcoder
        StarCoder2-7B < bigcode/starcoder2-7b
        StarCoder2-15B < bigcode/starcoder2-15b
        """,
    ),
    "yi": (
        "Yi",
        """
        Yi-6B < 01-ai/Yi-6B
        Yi-9B < 01-ai/Yi-9B
        Yi-34B < 01-ai/Yi-34B
        Yi-1.5-6B < 01-ai/Yi-1.5-6B-Chat
        """,
    ),
}
