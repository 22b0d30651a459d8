"""Which models become presets, by file: the family's title, then lines of name, repository and further names.

A line is "Name < repository, alias, alias". The config of the repository is a row of tests/cases/models.jsonl; the name
makes the id. Repositories of one model in another precision are aliases: their configs read as the same model.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.tools.preset_list_m_to_z import LATER

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
    **LATER,
}
