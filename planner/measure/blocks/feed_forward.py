"""Gated (Shazeer 2020, "GLU variants") and plain feed-forward layers.

Shape suffixes: B sequences, T new tokens, M = d_model, F width.
"""

from __future__ import annotations

import math
from typing import Any, Callable

import torch
from torch import nn
from torch.nn import functional

from ..spec import FeedForward
from .linear import build_linear


def activation(name: str, x: torch.Tensor) -> torch.Tensor:
    """Give the activation of x: "gelu" is the exact one, "gelu_tanh" the approximation of Gemma.

    "gelu_new" is the same approximation without a kernel of its own, as GPT-2 of transformers computes it.
    """
    if name == "gelu_tanh":
        return functional.gelu(x, approximate="tanh")
    if name == "gelu_new":
        return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x.pow(3))))
    if name == "relu2":
        return functional.relu(x).square()
    plain: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
        "silu": functional.silu,
        "gelu": functional.gelu,
        "relu": functional.relu,
    }
    return plain[name](x)


class Gated(nn.Module):
    """down(activation(gate(x)) * up(x)): three matrices of d_model x width."""

    def __init__(self, d_model: int, spec: FeedForward, form: str = "plain", **place: Any) -> None:
        super().__init__()
        self.activation = spec.activation
        self.gate = build_linear(d_model, spec.width, spec.bias, form, **place)
        self.up = build_linear(d_model, spec.width, spec.bias, form, **place)
        self.down = build_linear(spec.width, d_model, spec.bias, form, **place)

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        hidden_BTF = activation(self.activation, self.gate(x_BTM)) * self.up(x_BTM)
        return self.down(hidden_BTF)


class Plain(nn.Module):
    """down(activation(up(x))): two matrices of d_model x width."""

    def __init__(self, d_model: int, spec: FeedForward, form: str = "plain", **place: Any) -> None:
        super().__init__()
        self.activation = spec.activation
        self.up = build_linear(d_model, spec.width, spec.bias, form, **place)
        self.down = build_linear(spec.width, d_model, spec.bias, form, **place)

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        hidden_BTF = activation(self.activation, self.up(x_BTM))
        return self.down(hidden_BTF)


def build_dense(d_model: int, spec: FeedForward, form: str, **place: Any) -> nn.Module:
    """Give the network that the job names, with its weights in a format."""
    return {"gated": Gated, "plain": Plain}[spec.kind](d_model, spec, form, **place)
