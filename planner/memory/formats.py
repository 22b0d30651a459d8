"""Number formats as integer pairs: bytes of a block and elements of a block, scales included.

A format never costs "0.5 bytes": int4 with a scale per group of 128 is 66.5 bytes per 128 elements, kept as 133/256.
GGUF types come from the one table in `ggml_types`, which the reader of GGUF files uses too.

Scales of rows (`row_bytes`) are counted once for every d_model elements of a matrix. That is exact for matrices that
read the residual stream (one output channel has d_model inputs); for those that write it (output and down projections)
it is off by the ratio of the widths, a few hundredths of a percent of the matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planner.memory.ggml_types import TYPES, GgmlType
from planner.words import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class Format:
    """A block of `elements` elements takes `bytes` bytes, and a row of d_model elements `row_bytes` more.

    `compute` is the type the matrix products run in, and that unquantised weights beside these have.
    """

    name: str
    label: str
    bytes: int
    elements: int
    compute: str
    reference: str
    quantised: bool = False
    row_bytes: int = 0

    @property
    def bits(self) -> float:
        """Bits of one element, scales of blocks included.

        >>> FORMATS["mxfp4"].bits, FORMATS["int4_g128"].bits
        (4.25, 4.15625)
        """
        return 8 * self.bytes / self.elements


_FP8 = "Micikevicius et al. 2022, arXiv:2209.05433"
_INT8 = "Dettmers et al. 2022, arXiv:2208.07339"
_AWQ = "Lin et al. 2023, arXiv:2306.00978; Frantar et al. 2022, arXiv:2210.17323"
_NF4 = "Dettmers et al. 2023, arXiv:2305.14314"
_CHANNEL = "a 4-byte scale per output channel, counted once for d_model elements"
_PACKED = "compressed-tensors, pack-quantized"
_OCP = "OCP Microscaling Formats v1.0"
_GGUF = QT_TRANSLATE_NOOP("references", "ggml block types, github.com/ggml-org/llama.cpp ggml/src/ggml-common.h")
_IK = "block types of github.com/ikawrakow/ik_llama.cpp, ggml/src/ggml-common.h"


def _quantised(name: str, label: str, size: int, elements: int, reference: str, row_bytes: int = 0) -> Format:
    return Format(name, label, size, elements, "bf16", reference, True, row_bytes)


_PLAIN = (
    Format("fp32", "fp32", 4, 1, "fp32", "IEEE 754 binary32"),
    Format(
        "bf16", "bf16", 2, 1, "bf16", QT_TRANSLATE_NOOP("references", "bfloat16: 8-bit exponent, 8-bit significand")
    ),
    Format("fp16", "fp16", 2, 1, "fp16", "IEEE 754 binary16"),
)
_QUANTISED = (
    _quantised("fp8", "fp8 (per tensor)", 1, 1, _FP8),
    _quantised("fp8_channel", "fp8 (per channel)", 1, 1, f"{_FP8}: {_CHANNEL}", 4),
    _quantised("fp8_b128", "fp8, blocks of 128 x 128", 4097, 4096, "DeepSeek-AI 2024, arXiv:2412.19437: 4 B per block"),
    _quantised("mxfp8", "MXFP8 (blocks of 32)", 33, 32, f"{_OCP}: an 8-bit scale per 32"),
    _quantised("int8", "int8 (per tensor)", 1, 1, _INT8),
    _quantised("int8_channel", "int8 (per channel)", 1, 1, f"{_INT8}: {_CHANNEL}", 4),
    _quantised(
        "int8_g128",
        "int8, groups of 128 (GPTQ)",
        131,
        128,
        "Frantar et al. 2022, arXiv:2210.17323: fp16 scale and 8-bit zero point per 128",
    ),
    _quantised("int4", "int4 (no scales)", 1, 2, "two elements per byte; a lower bound, real files have scales"),
    _quantised(
        "int4_g128", "int4, groups of 128 (AWQ, GPTQ)", 133, 256, f"{_AWQ}: fp16 scale and 4-bit zero point per 128"
    ),
    _quantised(
        "int4_g64", "int4, groups of 64 (AWQ, GPTQ)", 69, 128, f"{_AWQ}: fp16 scale and 4-bit zero point per 64"
    ),
    _quantised(
        "int4_g32_zero", "int4, groups of 32 (AWQ, GPTQ)", 37, 64, f"{_AWQ}: fp16 scale and 4-bit zero point per 32"
    ),
    _quantised("int4_g128_even", "int4, groups of 128, no zero points", 33, 64, f"{_PACKED}: fp16 scale per 128"),
    _quantised("int4_g32", "int4, groups of 32, no zero points", 9, 16, f"{_PACKED}: fp16 scale per 32"),
    _quantised("int4_channel", "int4 (per channel)", 1, 2, f"{_AWQ}: {_CHANNEL}", 4),
    _quantised("nf4", "nf4 (blocks of 64)", 9, 16, f"{_NF4}: fp32 absmax per 64 elements"),
    _quantised("nf4_dq", "nf4, double-quantised", 2113, 4096, f"{_NF4}: 8-bit absmax per 64, fp32 per 256 of these"),
    _quantised("mxfp4", "MXFP4 (blocks of 32)", 17, 32, f"{_OCP}: an 8-bit scale per 32"),
    _quantised("nvfp4", "NVFP4 (blocks of 16)", 9, 16, "NVIDIA NVFP4: fp8 scale per 16 elements"),
)

_NOT_WEIGHTS = frozenset({"q8_1", "q8_K"})
"""Types in which matrix products hold activations; no file stores weights in them."""
_IK_FROM = 100
"""Numbers of ggml's enum from which the types are those of ik_llama.cpp."""


def _gguf() -> Iterator[Format]:
    """The block types of GGUF files that no format above is: no repacked ones (same bytes), no plain integers."""
    taken = {each.name for each in (*_PLAIN, *_QUANTISED)}
    for number, known in TYPES.items():
        repacked = "_r4" in known.name or "_r8" in known.name
        if known.elements > 1 and known.name not in taken | _NOT_WEIGHTS and not repacked:
            yield _gguf_format(known, number >= _IK_FROM)


def _gguf_format(known: GgmlType, ik: bool) -> Format:
    label = f"GGUF {known.name} (ik_llama.cpp)" if ik else f"GGUF {known.name}"
    reference = _IK if ik else _GGUF
    return Format(known.name, label, known.bytes, known.elements, "fp16", reference, True, known.row_bytes)


_ALL = (*_PLAIN, *_QUANTISED, *_gguf())
FORMATS: Mapping[str, Format] = {item.name: item for item in _ALL}

WEIGHT_FORMATS = tuple((item.name, item.label) for item in _ALL)
UNQUANTISED_FORMATS = tuple((item.name, item.label) for item in _ALL if not item.quantised)
CACHE_FORMATS = tuple(
    (name, FORMATS[name].label)
    for name in ("fp32", "bf16", "fp16", "fp8", "int8", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
)
"""What vLLM, SGLang and TensorRT-LLM (fp8, int8) and llama.cpp (the others) store keys and values in."""

_OF_GGUF = {"f32": "fp32", "f16": "fp16", "bf16": "bf16"}


def gguf_format(type_name: str) -> str | None:
    """The format of a GGUF type by its name; None where none is.

    >>> gguf_format("f16"), gguf_format("q4_K"), gguf_format("q8_0_r8"), gguf_format("i32")
    ('fp16', 'q4_K', 'q8_0', None)
    """
    stem = type_name.removesuffix("_r4").removesuffix("_r8")
    found = _OF_GGUF.get(stem, stem)
    return found if found in FORMATS else None
