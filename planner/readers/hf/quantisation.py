"""What a config's `quantization_config` says: the format of the matrices, and which parts keep theirs.

The count of a model does not depend on it; a plan's weights do. Sources: the quantisation classes of Hugging Face
transformers (utils/quantization_config.py), compressed-tensors, NVIDIA ModelOpt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planner.readers.hf.refused import Refused

PLACES = ("quantization_config", "compression_config", "quantization")
MLX = "mlx"


KEPT = ("modules_to_not_convert", "ignore", "exclude_modules", "ignored_layers", "llm_int8_skip_modules", "exclude")
"""Where the methods list the modules that keep their format."""


@dataclass(frozen=True, slots=True)
class Quantisation:
    """`weights` is the name of a format of `planner.memory.formats`, None where none matches; `kept` are the modules
    that stay as they are, as the config names them.
    """

    method: str
    weights: str | None
    sentence: str
    kept: tuple[str, ...]
    head: bool = False
    """Whether the LM head is quantised too; every method but GPTQ on request leaves it alone."""


def quantisation_of(config: Mapping[str, Any]) -> Quantisation | None:
    """The quantisation of a config or of its text_config; None where there is none."""
    inner = config.get("text_config")
    for level in (config, inner if isinstance(inner, Mapping) else {}):
        for place in PLACES:
            stated = level.get(place)
            if stated is None:
                continue
            if not isinstance(stated, Mapping):
                raise Refused(place, f"{place} is not an object.", "Remove it from a copy and read that.")
            return _described(stated)
    return None


def _described(stated: Mapping[str, Any]) -> Quantisation:
    method = _word(stated, "quant_method") or _word(stated, "quant_algo") or "unknown"
    if method == "unknown" and {"bits", "group_size"} <= stated.keys():
        method = MLX  # mlx-lm writes these two and no method
    kept = tuple(_names(stated, *KEPT))
    weights, words = _format(method.lower(), stated)
    keep = "module keeps its" if len(kept) == 1 else "modules keep their"
    rest = f"; {len(kept):,} {keep} format" if kept else ""
    head = stated.get("lm_head") is True
    return Quantisation(method[:60], weights, f"The checkpoint is quantised: {words}{rest}.", kept, head)


def _format(method: str, stated: Mapping[str, Any]) -> tuple[str | None, str]:
    algorithm = (_word(stated, "quant_algo") or "").upper()
    if "MIXED" in algorithm:
        return None, f"{method}, different formats for different layers"
    if algorithm == "NVFP4" or method == "nvfp4":
        return "nvfp4", "NVFP4, a scale for 16 elements"
    if method in ("fp8", "fbgemm_fp8", "finegrained_fp8") or algorithm == "FP8":
        block = stated.get("weight_block_size")
        if block == [128, 128]:
            return "fp8_b128", "fp8, a scale for each block of 128 x 128"
        if method == "fbgemm_fp8":
            return "fp8_channel", "fp8, a scale for each channel"
        return ("fp8", "fp8") if block is None else (None, f"fp8 in blocks of {str(block)[:40]}")
    if method == "mxfp4":
        return "mxfp4", "MXFP4, a scale for 32 elements"
    if method == MLX:
        return None, f"MLX, {str(stated['bits'])[:10]} bit in groups of {str(stated['group_size'])[:10]}"
    if method in ("awq", "gptq"):
        bits, group = (
            stated.get("bits", stated.get("w_bit", 4)),
            stated.get("group_size", stated.get("q_group_size", 128)),
        )
        return _grouped(method.upper(), bits, group, ZEROS)
    if method == "bitsandbytes":
        if stated.get("load_in_8bit") is True:
            return "int8_channel", "bitsandbytes int8"
        double = stated.get("bnb_4bit_use_double_quant") is True
        return ("nf4_dq", "bitsandbytes nf4, double-quantised") if double else ("nf4", "bitsandbytes 4 bit")
    if method == "compressed-tensors":
        return _compressed(stated)
    return None, f"by {method[:60]}"


ZEROS: Mapping[tuple[int, int], str] = {
    (4, 128): "int4_g128",
    (4, 64): "int4_g64",
    (4, 32): "int4_g32_zero",
    (4, -1): "int4_channel",
    (8, 128): "int8_g128",
    (8, -1): "int8_channel",
}
"""Formats of AWQ and GPTQ by bits and group, with zero points; -1 is one group for each output channel."""
EVEN: Mapping[tuple[int, int], str] = {(4, 128): "int4_g128_even", (4, 32): "int4_g32", (4, -1): "int4_channel"}
"""The same without zero points, as compressed-tensors packs symmetric weights."""


def _grouped(name: str, bits: Any, group: Any, known: Mapping[tuple[int, int], str]) -> tuple[str | None, str]:
    found = known.get((bits, group)) if isinstance(bits, int) and isinstance(group, int) else None
    where = ", a scale for each output channel" if group == -1 else f" in groups of {str(group)[:10]}"
    return found, f"{name}, {str(bits)[:10]} bit{where}"


def _compressed(stated: Mapping[str, Any]) -> tuple[str | None, str]:
    groups = stated.get("config_groups")
    schemes = list(groups.values()) if isinstance(groups, Mapping) else []
    if len(schemes) != 1 or not isinstance(schemes[0], Mapping) or not isinstance(schemes[0].get("weights"), Mapping):
        return None, "compressed-tensors, several formats"
    weights = schemes[0]["weights"]
    bits, kind, group = weights.get("num_bits"), weights.get("type"), weights.get("group_size")
    strategy = weights.get("strategy")
    if kind == "float" and bits == 8:
        if strategy == "block":
            block = weights.get("block_structure")
            return ("fp8_b128" if block in ([128, 128], "128x128") else None), "compressed-tensors, fp8 in blocks"
        channel = strategy == "channel"
        return (
            "fp8_channel" if channel else "fp8"
        ), f"compressed-tensors, fp8, a scale for each {strategy or 'tensor'}"
    if kind == "float" and bits == 4:
        return ("nvfp4" if group == 16 else "mxfp4" if group == 32 else None), f"compressed-tensors, fp4 in {group}"
    if kind == "int" and bits == 8 and group is None:
        return ("int8_channel" if strategy == "channel" else "int8"), "compressed-tensors, int8"
    group = -1 if group is None and strategy == "channel" else group
    return _grouped("compressed-tensors", bits, group, ZEROS if weights.get("symmetric") is False else EVEN)


def _word(stated: Mapping[str, Any], name: str) -> str | None:
    value = stated.get(name)
    return value if isinstance(value, str) and value else None


def _names(stated: Mapping[str, Any], *keys: str) -> list[str]:
    for key in keys:
        value = stated.get(key)
        if isinstance(value, list):
            return [str(item)[:200] for item in value[:10_000]]
    return []
