"""Tensors as a quantised checkpoint stores them, put together into the weights that they are.

A packed weight takes several tensors: codes of several weights in one integer, and scales, zero points, maps beside
them. Which belong together is said by their names; how many weights there are follows from the shapes, or from the
bits that the configuration states. Where neither tells, the count is None and never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from planner.readers.checkpoint import Checkpoint, Packing, Tensor

ONE_BYTE_CODES = ("U8", "I8")

COMPANIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    # AWQ and GPTQ: Lin et al. 2023, arXiv:2306.00978; Frantar et al. 2022, arXiv:2210.17323
    (".qzeros", (".qweight",)),
    (".scales", (".qweight",)),
    (".g_idx", (".qweight",)),
    # fp8 in blocks (DeepSeek-V3), fp8 and int8 per tensor or channel, NVFP4
    (".weight_scale_inv", (".weight",)),
    (".weight_scale_2", (".weight",)),
    (".weight_scale", (".weight_packed", ".weight")),
    (".weight_zero_point", (".weight_packed", ".weight")),
    (".weight_g_idx", (".weight_packed", ".weight")),
    (".weight_shape", (".weight_packed",)),
    (".weight_global_scale", (".weight_packed", ".weight")),
    (".input_global_scale", (".weight_packed", ".weight")),
    (".input_scale", (".weight_packed", ".weight")),
    (".input_zero_point", (".weight_packed", ".weight")),
    (".output_scale", (".weight_packed", ".weight")),
    (".k_scale", (".weight_packed", ".weight")),
    (".v_scale", (".weight_packed", ".weight")),
    (".scale", (".weight",)),
    # bitsandbytes: Dettmers et al. 2022, arXiv:2208.07339 (int8) and 2023, arXiv:2305.14314 (fp4, nf4)
    (".SCB", (".weight",)),
    (".weight_format", (".weight",)),
    (".weight.absmax", (".weight",)),
    (".weight.quant_map", (".weight",)),
    (".weight.nested_absmax", (".weight",)),
    (".weight.nested_quant_map", (".weight",)),
    (".weight.quant_state.bitsandbytes__nf4", (".weight",)),
    (".weight.quant_state.bitsandbytes__fp4", (".weight",)),
    # experts of a layer in one tensor: MXFP4 (gpt-oss), fp8
    ("_scales", ("_blocks",)),
    ("_scale_inv", ("",)),
    ("_scale", ("",)),
)
"""Ends of names of tensors that only accompany another, and the ends that the other may have."""

ENDS = ((".qweight", ".weight"), (".weight_packed", ".weight"), ("_blocks", ""))
"""Ends of names of packed codes, and what the weight is called without packing."""


@dataclass(frozen=True, slots=True)
class StoredWeight:
    """One weight of the model with all tensors that it takes; `name` is the one it has when nothing is packed."""

    name: str
    elements: int | None
    tensors: tuple[Tensor, ...]
    scheme: str | None = None

    @property
    def bytes(self) -> int | None:
        """Exact bytes, companions included; None where a file is missing."""
        sizes = [tensor.bytes for tensor in self.tensors]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None


def stored_weights(checkpoint: Checkpoint) -> tuple[StoredWeight, ...]:
    """The weights of a checkpoint in its order; every tensor is in exactly one of them."""
    tensors = checkpoint.tensors
    companions: dict[str, dict[str, Tensor]] = {}
    accompanying: set[str] = set()
    for name, tensor in tensors.items():
        found = _owner(name, tensors)
        if found is not None:
            owner, role = found
            companions.setdefault(owner, {})[role] = tensor
            accompanying.add(name)
    return tuple(
        _weight(tensor, companions.get(name, {}), checkpoint.packing)
        for name, tensor in tensors.items()
        if name not in accompanying
    )


def _owner(name: str, tensors: Mapping[str, Tensor]) -> tuple[str, str] | None:
    """The tensor that this one accompanies, and as what."""
    for end, owners in COMPANIONS:
        if name.endswith(end):
            stem = name[: -len(end)]
            for owner in owners:
                if stem + owner in tensors:
                    return stem + owner, end
    return None


def _weight(tensor: Tensor, beside: Mapping[str, Tensor], packing: Packing | None) -> StoredWeight:
    """The weight of a tensor that accompanies no other."""
    name = tensor.name
    for end, plain in ENDS:
        if name.endswith(end) and (end != "_blocks" or "_scales" in beside):
            name = name[: -len(end)] + plain
            break
    else:
        end = ""
    scheme, elements = _counted(end, tensor, beside, packing)
    return StoredWeight(name, elements, (tensor, *beside.values()), scheme)


def _counted(
    end: str, tensor: Tensor, beside: Mapping[str, Tensor], packing: Packing | None
) -> tuple[str | None, int | None]:
    """The scheme of a weight and how many elements it has."""
    stored, size = tensor.elements, tensor.bytes
    if end == ".qweight":
        return _awq_or_gptq(tensor, beside)
    if end == "_blocks":
        return "MXFP4", None if size is None else size * 2
    if end == ".weight_packed":
        if tensor.dtype == "U8":
            return "NVFP4", None if size is None else size * 2
        bits = None if packing is None else packing.bits
        return "compressed-tensors", None if bits is None or size is None or size * 8 % bits else size * 8 // bits
    if any(role.startswith(".weight.quant_") for role in beside):
        return "bitsandbytes 4-bit", None if size is None else size * 2
    if ".SCB" in beside:
        return "bitsandbytes int8", stored
    scales = [beside[role] for role in (".weight_scale", ".scale") if role in beside]
    if scales and tensor.dtype in ONE_BYTE_CODES and _holds_pairs(tensor, scales[0]):
        return ("NVFP4" if ".weight_scale" in beside else "MXFP4"), None if size is None else size * 2
    if beside:
        return f"scaled {tensor.dtype or 'codes'}", stored
    return None, stored


def _holds_pairs(codes: Tensor, scale: Tensor) -> bool:
    """Whether one-byte codes hold two 4-bit floats each: then 16 (NVFP4) or 32 (MXFP4) of them share a scale byte."""
    if scale.dtype not in ("F8_E4M3", "F8_E8M0", "U8") or not codes.shape or not scale.shape:
        return False
    return codes.shape[:-1] == scale.shape[:-1] and codes.shape[-1] in (8 * scale.shape[-1], 16 * scale.shape[-1])


def _awq_or_gptq(codes: Tensor, beside: Mapping[str, Tensor]) -> tuple[str, int | None]:
    """AWQ packs along the outputs, GPTQ along the inputs; `scales` has (groups, outputs), `qzeros` packed outputs."""
    scales, zeros, order = beside.get(".scales"), beside.get(".qzeros"), beside.get(".g_idx")
    if codes.shape is None or scales is None or scales.shape is None:
        return "AWQ or GPTQ", None
    if len(codes.shape) != 2 or len(scales.shape) != 2:
        return "AWQ or GPTQ", None
    outputs = scales.shape[1]
    if codes.shape[1] != outputs:
        # Other layouts (GEMV, Marlin) permute the codes, so that shapes alone do not tell the inputs.
        return "AWQ", codes.shape[0] * outputs if outputs in (4 * codes.shape[1], 8 * codes.shape[1]) else None
    if order is not None and order.shape:
        return "GPTQ", prod(order.shape) * outputs
    if zeros is not None and zeros.shape and outputs and (32 * zeros.shape[-1]) % outputs == 0:
        bits = 32 * zeros.shape[-1] // outputs
        if bits and (32 * codes.shape[0]) % bits == 0:
            return "GPTQ", 32 * codes.shape[0] // bits * outputs
    return "GPTQ", None


def schemes(weights: tuple[StoredWeight, ...]) -> Iterator[tuple[str, int]]:
    """The packing schemes and how many weights have each."""
    counts: dict[str, int] = {}
    for weight in weights:
        if weight.scheme is not None:
            counts[weight.scheme] = counts.get(weight.scheme, 0) + 1
    yield from counts.items()
