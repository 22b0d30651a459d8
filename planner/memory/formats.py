"""Number formats as integer pairs: bytes of a block and elements of a block, scales included.

A format never costs "0.5 bytes": int4 with a scale per group of 128 is 66.5 bytes per 128 elements, kept as 133/256.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """A block of `elements` elements takes `bytes` bytes; `compute` is the type the matrix products run in."""

    name: str
    label: str
    bytes: int
    elements: int
    compute: str
    reference: str
    quantised: bool = False


_GGUF = "ggml block types, github.com/ggml-org/llama.cpp ggml/src/ggml-common.h"
_ALL = (
    Format("fp32", "fp32", 4, 1, "fp32", "IEEE 754 binary32"),
    Format("bf16", "bf16", 2, 1, "bf16", "bfloat16: 8-bit exponent, 8-bit significand"),
    Format("fp16", "fp16", 2, 1, "fp16", "IEEE 754 binary16"),
    Format("fp8", "fp8 (per tensor)", 1, 1, "bf16", "Micikevicius et al. 2022, arXiv:2209.05433", True),
    Format("int8", "int8 (per tensor)", 1, 1, "bf16", "Dettmers et al. 2022, arXiv:2208.07339", True),
    Format(
        "int4", "int4 (no scales)", 1, 2, "bf16", "two elements per byte; a lower bound, real files have scales", True
    ),
    Format(
        "int4_g128",
        "int4, groups of 128 (AWQ, GPTQ)",
        133,
        256,
        "bf16",
        "Lin et al. 2023, arXiv:2306.00978: fp16 scale and 4-bit zero point per 128 elements",
        True,
    ),
    Format(
        "nf4",
        "nf4 (blocks of 64)",
        9,
        16,
        "bf16",
        "Dettmers et al. 2023, arXiv:2305.14314: fp32 absmax per 64 elements",
        True,
    ),
    Format(
        "nf4_dq",
        "nf4, double-quantised",
        2113,
        4096,
        "bf16",
        "Dettmers et al. 2023, arXiv:2305.14314: 8-bit absmax per 64, fp32 per 256 of these",
        True,
    ),
    Format("mxfp4", "MXFP4 (blocks of 32)", 17, 32, "bf16", "OCP Microscaling Formats v1.0", True),
    Format("nvfp4", "NVFP4 (blocks of 16)", 9, 16, "bf16", "NVIDIA NVFP4: fp8 scale per 16 elements", True),
    Format("q8_0", "GGUF q8_0", 34, 32, "fp16", _GGUF, True),
    Format("q4_0", "GGUF q4_0", 18, 32, "fp16", _GGUF, True),
    Format("iq4_nl", "GGUF iq4_nl", 18, 32, "fp16", _GGUF, True),
    Format(
        "fp8_b128",
        "fp8, blocks of 128 x 128",
        4097,
        4096,
        "bf16",
        "DeepSeek-AI 2024, arXiv:2412.19437: 4 B per block",
        True,
    ),
    Format("mxfp8", "MXFP8 (blocks of 32)", 33, 32, "bf16", "OCP Microscaling Formats v1.0", True),
    Format(
        "int4_g32", "int4, groups of 32", 9, 16, "bf16", "compressed-tensors pack-quantized: fp16 scale per 32", True
    ),
)
FORMATS: Mapping[str, Format] = {item.name: item for item in _ALL}

WEIGHT_FORMATS = tuple((item.name, item.label) for item in _ALL)
UNQUANTISED_FORMATS = tuple((item.name, item.label) for item in _ALL if not item.quantised)
CACHE_FORMATS = tuple((name, FORMATS[name].label) for name in ("fp32", "bf16", "fp16", "fp8", "int8", "q8_0", "q4_0", "iq4_nl"))
