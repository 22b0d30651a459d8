"""The number types of GGUF files: how many bytes a block of how many elements takes.

Sources: ggml's enum ggml_type and block structures (github.com/ggml-org/llama.cpp, ggml/include/ggml.h and
ggml/src/ggml-common.h) for numbers below 64; github.com/ikawrakow/ik_llama.cpp (ggml/src/ggml.c, gguf-py/gguf/
constants.py) for those above. Numbers that neither still defines are not here: 4, 5 (removed), 31 to 33, 36 to 38.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GgmlType:
    """`bytes` for `elements` elements of a row, and `row_bytes` more for every row (a scale of the row)."""

    name: str
    elements: int
    bytes: int
    row_bytes: int = 0

    def size(self, width: int, rows: int) -> int | None:
        """Bytes of `rows` rows of `width` elements; None when whole blocks do not fill a row.

        >>> TYPES[12].size(4096, 4096)
        9437184
        """
        if width % self.elements:
            return None
        return rows * (width // self.elements * self.bytes + self.row_bytes)


TYPES: Mapping[int, GgmlType] = {
    0: GgmlType("f32", 1, 4),
    1: GgmlType("f16", 1, 2),
    2: GgmlType("q4_0", 32, 18),
    3: GgmlType("q4_1", 32, 20),
    6: GgmlType("q5_0", 32, 22),
    7: GgmlType("q5_1", 32, 24),
    8: GgmlType("q8_0", 32, 34),
    9: GgmlType("q8_1", 32, 36),
    10: GgmlType("q2_K", 256, 84),
    11: GgmlType("q3_K", 256, 110),
    12: GgmlType("q4_K", 256, 144),
    13: GgmlType("q5_K", 256, 176),
    14: GgmlType("q6_K", 256, 210),
    15: GgmlType("q8_K", 256, 292),
    16: GgmlType("iq2_xxs", 256, 66),
    17: GgmlType("iq2_xs", 256, 74),
    18: GgmlType("iq3_xxs", 256, 98),
    19: GgmlType("iq1_s", 256, 50),
    20: GgmlType("iq4_nl", 32, 18),
    21: GgmlType("iq3_s", 256, 110),
    22: GgmlType("iq2_s", 256, 82),
    23: GgmlType("iq4_xs", 256, 136),
    24: GgmlType("i8", 1, 1),
    25: GgmlType("i16", 1, 2),
    26: GgmlType("i32", 1, 4),
    27: GgmlType("i64", 1, 8),
    28: GgmlType("f64", 1, 8),
    29: GgmlType("iq1_m", 256, 56),
    30: GgmlType("bf16", 1, 2),
    34: GgmlType("tq1_0", 256, 54),
    35: GgmlType("tq2_0", 256, 66),
    39: GgmlType("mxfp4", 32, 17),
    40: GgmlType("nvfp4", 64, 36),
    41: GgmlType("q1_0", 128, 18),
    42: GgmlType("q2_0", 64, 18),
    133: GgmlType("q6_0", 32, 26),
    134: GgmlType("iq1_bn", 64, 13, 2),
    135: GgmlType("iq2_bn", 64, 16, 4),
    137: GgmlType("iq2_k", 256, 76),
    138: GgmlType("iq3_k", 256, 110),
    139: GgmlType("iq4_k", 256, 144),
    140: GgmlType("iq5_k", 256, 176),
    141: GgmlType("iq6_k", 256, 212),
    144: GgmlType("iq4_ks", 256, 136, 4),
    145: GgmlType("iq2_ks", 256, 70, 2),
    146: GgmlType("iq4_kss", 256, 128, 4),
    153: GgmlType("iq2_kt", 256, 68, 4),
    154: GgmlType("iq3_kt", 256, 100, 4),
    155: GgmlType("iq4_kt", 256, 128, 4),
    202: GgmlType("q4_0_r8", 32, 18),
    206: GgmlType("q5_0_r4", 32, 22),
    208: GgmlType("q8_0_r8", 32, 34),
    220: GgmlType("iq4_nl_r4", 32, 18),
    223: GgmlType("iq4_xs_r8", 256, 136),
    233: GgmlType("q6_0_r4", 32, 26),
    337: GgmlType("iq2_k_r4", 256, 76),
    338: GgmlType("iq3_k_r4", 256, 110),
    339: GgmlType("iq4_k_r4", 256, 144),
    340: GgmlType("iq5_k_r4", 256, 176),
}

FILE_TYPES: Mapping[int, str] = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M",
    13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS",
    21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S",
    29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4", 39: "NVFP4", 40: "Q1_0",
}  # fmt: skip
"""`general.file_type`: what most matrices have; the mix of a file says more. Source: enum llama_ftype, llama.h."""
