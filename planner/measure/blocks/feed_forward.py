"""Gated (Shazeer 2020, "GLU variants") and plain feed-forward layers.

Shape suffixes: B sequences, T new tokens, M = d_model, F width.
"""

from __future__ import annotations

from typing import Any, Callable

import torch
from torch import nn
from torch.nn import functional

from ..job import FeedForward


def activation(name: str, x: torch.Tensor) -> torch.Tensor:
    """Give the activation of x: "gelu" is the exact one, "gelu_tanh" the approximation of GPT-2 and Gemma."""
    if name == "gelu_tanh":
        return functional.gelu(x, approximate="tanh")
    plain: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
        "silu": functional.silu,
        "gelu": functional.gelu,
        "relu": functional.relu,
    }
    return plain[name](x)


class Gated(nn.Module):
    """down(activation(gate(x)) * up(x)): three matrices of d_model x width."""

    def __init__(self, d_model: int, spec: FeedForward, **place: Any) -> None:
        super().__init__()
        self.activation = spec.activation
        self.gate = nn.Linear(d_model, spec.width, bias=spec.bias, **place)
        self.up = nn.Linear(d_model, spec.width, bias=spec.bias, **place)
        self.down = nn.Linear(spec.width, d_model, bias=spec.bias, **place)

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        hidden_BTF = activation(self.activation, self.gate(x_BTM)) * self.up(x_BTM)
        return self.down(hidden_BTF)


class Plain(nn.Module):
    """down(activation(up(x))): two matrices of d_model x width."""

    def __init__(self, d_model: int, spec: FeedForward, **place: Any) -> None:
        super().__init__()
        self.activation = spec.activation
        self.up = nn.Linear(d_model, spec.width, bias=spec.bias, **place)
        self.down = nn.Linear(spec.width, d_model, bias=spec.bias, **place)

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        hidden_BTF = activation(self.activation, self.up(x_BTM))
        return self.down(hidden_BTF)


def build_feed_forward(d_model: int, spec: FeedForward, **place: Any) -> nn.Module:
    """Give the feed-forward layer that the job names."""
    return {"gated": Gated, "plain": Plain}[spec.kind](d_model, spec, **place)
