"""Grouped-query attention (Ainslie et al. 2023) with a KV cache; heads = kv_heads is MHA, kv_heads = 1 is MQA.

Shape suffixes: B sequences, T new tokens, S cached tokens, M = d_model, h heads, g key and value heads, D head width.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from ..spec import Attention, Norm
from .linear import build_linear
from .norm import build_norm
from .position import rotate


class KeyValueCache:
    """Room for the keys and values of `context` tokens, (B, g, S, D) each, written in place."""

    def __init__(self, batch: int, context: int, spec: Attention, **place: Any) -> None:
        shape = (batch, spec.kv_heads, context, spec.head_dim)
        self.keys_BgSD = torch.empty(shape, **place)
        self.values_BgSD = torch.empty(shape, **place)

    @property
    def tensors(self) -> tuple[torch.Tensor, ...]:
        """What the cache holds."""
        return self.keys_BgSD, self.values_BgSD

    def write(self, start: int, keys_BgTD: torch.Tensor, values_BgTD: torch.Tensor) -> None:
        """Put the keys and values of T tokens at positions start ... start + T - 1."""
        end = start + keys_BgTD.shape[2]
        self.keys_BgSD[:, :, start:end] = keys_BgTD
        self.values_BgSD[:, :, start:end] = values_BgTD


def attention_mask(tokens: int, start: int, window: int | None, **place: Any) -> torch.Tensor | None:
    """Give what tokens start ... start + T - 1 may look at, (T, end - first key) of 0 and -inf, or None.

    None where torch's own causal rule says the same (the prompt from its beginning, no window shorter than it) and
    where a single token looks at all that `first_key` leaves it.
    """
    end = start + tokens
    if tokens == 1 or (start == 0 and (window is None or window >= tokens)):
        return None
    query_T1 = torch.arange(start, end, device=place.get("device")).unsqueeze(1)
    key_1S = torch.arange(first_key(tokens, start, window), end, device=place.get("device")).unsqueeze(0)
    hidden_TS = key_1S > query_T1
    if window is not None:
        hidden_TS |= query_T1 - key_1S >= window
    return torch.zeros(hidden_TS.shape, **place).masked_fill_(hidden_TS, float("-inf"))


def first_key(tokens: int, start: int, window: int | None) -> int:
    """Give the first position that the first of the new tokens still sees: a window of w holds w tokens, itself one."""
    return 0 if window is None else max(0, start + 1 - window)


class GroupedQueryAttention(nn.Module):
    """o(softmax(q k^T / sqrt(D)) v); parameters: M (h + 2 g) D + h D M, and the biases that are asked for."""

    def __init__(self, d_model: int, spec: Attention, norm: Norm, form: str = "plain", **place: Any) -> None:
        super().__init__()
        self.spec = spec
        q, k = spec.heads * spec.head_dim, spec.kv_heads * spec.head_dim
        self.q = build_linear(d_model, q, spec.query_bias, form, **place)
        self.k = build_linear(d_model, k, spec.key_bias, form, **place)
        self.v = build_linear(d_model, k, spec.value_bias, form, **place)
        self.o = build_linear(q, d_model, spec.output_bias, form, **place)
        if spec.query_key_norm != "none":
            each = spec.query_key_norm == "each"
            plain = replace(norm, bias=False)
            self.q_norm = build_norm(q if each else spec.head_dim, plain, **place)
            self.k_norm = build_norm(k if each else spec.head_dim, plain, **place)

    def forward(
        self,
        x_BTM: torch.Tensor,
        cache: KeyValueCache,
        start: int,
        rotary_2SD: torch.Tensor | None,
        mask_TS: torch.Tensor | None,
    ) -> torch.Tensor:
        spec = self.spec
        batch, tokens, _ = x_BTM.shape
        end = start + tokens
        q_BTq, k_BTk = self.q(x_BTM), self.k(x_BTM)
        if spec.query_key_norm == "each":
            q_BTq, k_BTk = self.q_norm(q_BTq), self.k_norm(k_BTk)
        q_BThD = q_BTq.view(batch, tokens, spec.heads, spec.head_dim)
        k_BTgD = k_BTk.view(batch, tokens, spec.kv_heads, spec.head_dim)
        if spec.query_key_norm == "shared":
            q_BThD, k_BTgD = self.q_norm(q_BThD), self.k_norm(k_BTgD)
        q_BhTD, k_BgTD = q_BThD.transpose(1, 2), k_BTgD.transpose(1, 2)
        v_BgTD = self.v(x_BTM).view(batch, tokens, spec.kv_heads, spec.head_dim).transpose(1, 2)
        if rotary_2SD is not None:
            q_BhTD = rotate(q_BhTD, rotary_2SD[:, start:end])
            k_BgTD = rotate(k_BgTD, rotary_2SD[:, start:end])
        cache.write(start, k_BgTD, v_BgTD)
        seen = slice(first_key(tokens, start, spec.window), end)
        y_BhTD = functional.scaled_dot_product_attention(
            q_BhTD,
            cache.keys_BgSD[:, :, seen],
            cache.values_BgSD[:, :, seen],
            attn_mask=mask_TS,
            is_causal=tokens > 1 and mask_TS is None,
            enable_gqa=spec.heads != spec.kv_heads,
        )
        y_BTM = y_BhTD.transpose(1, 2).reshape(batch, tokens, spec.heads * spec.head_dim)  # M here is h D
        return self.o(y_BTM)
