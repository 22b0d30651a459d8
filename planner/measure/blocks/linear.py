"""Matrix products with weights in the job's dtype, in fp8, or in int4 with groups, by the kernels that torch has.

Shape suffixes: N rows, I inputs, O outputs, G groups along the inputs.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ..spec import GROUPS

FP8 = torch.float8_e4m3fn
INNER_TILES = 8
"""Of torch's CUDA layout of int4: tiles of 16 inputs that lie side by side; half where 128 does not divide them."""

# Private functions of torch, whose annotations are incomplete.
_torch: Any = torch


class Fp8Linear(nn.Module):
    """x W^T with W in fp8 (e4m3) and one scale; x is quantised in every call, by its largest element."""

    def __init__(self, inputs: int, outputs: int, bias: bool, device: Any, dtype: torch.dtype) -> None:
        super().__init__()
        self.weight_OI = nn.Buffer(torch.empty(outputs, inputs, device=device, dtype=FP8))
        self.scale = nn.Buffer(torch.ones((), device=device, dtype=torch.float32))
        self.bias = nn.Parameter(torch.empty(outputs, device=device, dtype=dtype)) if bias else None
        self.most = torch.finfo(FP8).max

    def quantise(self, weight_OI: torch.Tensor) -> None:
        """Take these values."""
        self.scale.copy_(weight_OI.float().abs().max().clamp(min=1e-12) / self.most)
        self.weight_OI.copy_((weight_OI.float() / self.scale).to(FP8))

    def dequantised(self) -> torch.Tensor:
        """The values that are multiplied with, in float64."""
        return self.weight_OI.double() * self.scale.double()

    def forward(self, x_xI: torch.Tensor) -> torch.Tensor:
        x_NI = x_xI.reshape(-1, x_xI.shape[-1])
        scale = x_NI.abs().max().float().clamp(min=1e-12) / self.most
        fp8_NI = (x_NI / scale.to(x_NI.dtype)).clamp(-self.most, self.most).to(FP8)
        # The kernel adds a bias of 16 bits only; one of fp32 is added after it.
        inside = None if self.bias is None or x_xI.dtype is torch.float32 else self.bias
        y_NO = _torch._scaled_mm(
            fp8_NI, self.weight_OI.t(), scale_a=scale, scale_b=self.scale, bias=inside, out_dtype=x_xI.dtype
        )
        if self.bias is not None and inside is None:
            y_NO = y_NO + self.bias
        return y_NO.view(*x_xI.shape[:-1], -1)  # (N, O) -> (..., O)


class Int4Linear(nn.Module):
    """x W^T with W in 4 bits and a scale and a zero point for each group along the inputs; products in bfloat16.

    torch's kernels: `_weight_int4pack_mm` on CUDA (compute capability 8.0), its sibling `_for_cpu` on a CPU.
    """

    def __init__(self, inputs: int, outputs: int, bias: bool, group: int, device: Any, dtype: torch.dtype) -> None:
        super().__init__()
        self.group, self.on_cpu = group, torch.device(device or "cpu").type == "cpu"
        if torch.device(device or "cpu").type == "meta":
            packed = torch.empty(outputs, inputs // 2, device="meta", dtype=torch.uint8)
        else:
            packed = self._packed(torch.zeros(outputs, inputs, device=device, dtype=torch.int32))
        self.packed = nn.Buffer(packed)
        self.scale_and_zero_GO2 = nn.Buffer(torch.empty(inputs // group, outputs, 2, device=device, dtype=dtype))
        self.bias = nn.Parameter(torch.empty(outputs, device=device, dtype=dtype)) if bias else None

    def _packed(self, levels_OI: torch.Tensor) -> torch.Tensor:
        if self.on_cpu:
            return _torch._convert_weight_to_int4pack_for_cpu(levels_OI, 1)
        pairs = (levels_OI[:, ::2] << 4 | levels_OI[:, 1::2]).to(torch.uint8)  # (O, I) -> (O, I/2)
        tiles = INNER_TILES if levels_OI.shape[1] % (16 * INNER_TILES) == 0 else INNER_TILES // 2
        return _torch._convert_weight_to_int4pack(pairs, tiles)

    def quantise(self, weight_OI: torch.Tensor) -> None:
        """Take these values: 16 levels between the least and the greatest of each group; value = (q - 8) s + z."""
        outputs, inputs = weight_OI.shape
        groups_OGg = weight_OI.float().view(outputs, inputs // self.group, self.group)
        low_OG, high_OG = groups_OGg.amin(-1), groups_OGg.amax(-1)
        scale_OG = ((high_OG - low_OG) / 15).clamp(min=1e-8).to(self.scale_and_zero_GO2.dtype)
        zero_OG = (low_OG + 8 * scale_OG.float()).to(scale_OG.dtype)
        levels = (groups_OGg - zero_OG.float().unsqueeze(-1)) / scale_OG.float().unsqueeze(-1) + 8
        self.packed.copy_(self._packed(levels.round().clamp(0, 15).to(torch.int32).view(outputs, inputs)))
        self.scale_and_zero_GO2.copy_(torch.stack((scale_OG.t(), zero_OG.t()), dim=-1))

    def forward(self, x_xI: torch.Tensor) -> torch.Tensor:
        x_NI = x_xI.reshape(-1, x_xI.shape[-1])
        multiply = _torch._weight_int4pack_mm_for_cpu if self.on_cpu else _torch._weight_int4pack_mm
        y_NO = multiply(x_NI, self.packed, self.group, self.scale_and_zero_GO2)
        if self.bias is not None:
            y_NO = y_NO + self.bias
        return y_NO.view(*x_xI.shape[:-1], -1)  # (N, O) -> (..., O)


def build_linear(inputs: int, outputs: int, bias: bool, form: str, **place: Any) -> nn.Module:
    """Give the product of a weight format; place is device and dtype."""
    device, dtype = place.get("device"), place.get("dtype") or torch.get_default_dtype()
    if form == "fp8":
        return Fp8Linear(inputs, outputs, bias, device, dtype)
    if form in GROUPS:
        return Int4Linear(inputs, outputs, bias, GROUPS[form], device, dtype)
    return nn.Linear(inputs, outputs, bias=bias, device=device, dtype=dtype)


def fill_linear(module: nn.Module, spread: float, generator: torch.Generator, dtype: torch.dtype) -> None:
    """Give a quantised matrix normal values; a plain one is filled with the other parameters."""
    if isinstance(module, Fp8Linear):
        outputs, inputs = module.weight_OI.shape
    elif isinstance(module, Int4Linear):
        groups, outputs, _ = module.scale_and_zero_GO2.shape
        inputs = groups * module.group
    else:
        return
    weight_OI = torch.empty(outputs, inputs, device=generator.device, dtype=dtype)
    module.quantise(weight_OI.normal_(0.0, spread, generator=generator))
