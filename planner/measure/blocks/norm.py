"""RMSNorm (Zhang and Sennrich 2019) and LayerNorm (Ba et al. 2016) over the last axis, with a weight."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from ..spec import Norm


class RMSNorm(nn.Module):
    """x / sqrt(mean(x^2) + eps) * weight; parameters: d_model."""

    def __init__(self, d_model: int, norm: Norm, **place: Any) -> None:
        super().__init__()
        self.eps = norm.eps
        self.weight = nn.Parameter(torch.empty(d_model, **place))

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        return functional.rms_norm(x_BTM, self.weight.shape, self.weight, self.eps)


class LayerNorm(nn.Module):
    """(x - mean) / sqrt(variance + eps) * weight (+ bias); parameters: d_model, and d_model more with a bias."""

    def __init__(self, d_model: int, norm: Norm, **place: Any) -> None:
        super().__init__()
        self.eps = norm.eps
        self.weight = nn.Parameter(torch.empty(d_model, **place))
        self.bias = nn.Parameter(torch.empty(d_model, **place)) if norm.bias else None

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x_BTM, self.weight.shape, self.weight, self.bias, self.eps)


def build_norm(d_model: int, norm: Norm, **place: Any) -> nn.Module:
    """Give the norm that the job names."""
    return {"rms_norm": RMSNorm, "layer_norm": LayerNorm}[norm.kind](d_model, norm, **place)
