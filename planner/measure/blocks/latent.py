"""Multi-head latent attention (DeepSeek-AI 2024, arXiv:2405.04434): one small vector per token is cached.

Prefill expands it to keys and values of every head. Decode attends to the vectors themselves, with the expansion moved
to the query and to the output: the same products in another order.

Shape suffixes: B sequences, T new tokens, S cached tokens, M = d_model, h heads, N and R head width without and with
position, D = N + R, V value width, C kv_rank, L = C + R.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from ..spec import Latent, Norm
from .linear import build_linear
from .norm import build_norm
from .position import rotate


class LatentCache:
    """Room for the vectors of `context` tokens, (B, S, L), written in place."""

    def __init__(self, batch: int, context: int, spec: Latent, **place: Any) -> None:
        self.latent_BSL = torch.empty((batch, context, spec.kv_rank + spec.rope_dim), **place)

    @property
    def tensors(self) -> tuple[torch.Tensor, ...]:
        """What the cache holds."""
        return (self.latent_BSL,)


class LatentAttention(nn.Module):
    """Parameters: M rq + rq + rq h D, M L + C, C h (N + V), h V M; without a query rank M h D for the first three.

    The expansion is kept in the job's dtype whatever the format of the other matrices: in decode its two halves are
    multiplied head by head, for which torch has no kernel of quantised weights.
    """

    def __init__(self, d_model: int, spec: Latent, norm: Norm, form: str = "plain", **place: Any) -> None:
        super().__init__()
        self.spec = spec
        wide = spec.heads * (spec.nope_dim + spec.rope_dim)
        if spec.query_rank is not None:
            self.q_a = build_linear(d_model, spec.query_rank, spec.down_bias, form, **place)
            self.q_norm = build_norm(spec.query_rank, Norm("rms_norm", norm.eps, False), **place)
        self.q = build_linear(spec.query_rank or d_model, wide, False, form, **place)
        self.kv_a = build_linear(d_model, spec.kv_rank + spec.rope_dim, spec.down_bias, form, **place)
        self.kv_norm = build_norm(spec.kv_rank, Norm("rms_norm", norm.eps, False), **place)
        self.kv_b = build_linear(spec.kv_rank, spec.heads * (spec.nope_dim + spec.value_dim), False, "plain", **place)
        self.o = build_linear(spec.heads * spec.value_dim, d_model, spec.output_bias, form, **place)

    def forward(
        self,
        x_BTM: torch.Tensor,
        cache: LatentCache,
        start: int,
        rotary_2SR: torch.Tensor | None,
        mask_TS: torch.Tensor | None,
    ) -> torch.Tensor:
        spec = self.spec
        batch, tokens, _ = x_BTM.shape
        end = start + tokens
        narrow = x_BTM if spec.query_rank is None else self.q_norm(self.q_a(x_BTM))
        q_BhTD = self.q(narrow).view(batch, tokens, spec.heads, spec.nope_dim + spec.rope_dim).transpose(1, 2)
        q_BhTN, q_BhTR = torch.split(q_BhTD, [spec.nope_dim, spec.rope_dim], dim=-1)
        c_BTC, k_BTR = torch.split(self.kv_a(x_BTM), [spec.kv_rank, spec.rope_dim], dim=-1)
        c_BTC = self.kv_norm(c_BTC)
        k_B1TR = k_BTR.unsqueeze(1)
        if rotary_2SR is not None:
            q_BhTR = rotate(q_BhTR, rotary_2SR[:, start:end])
            k_B1TR = rotate(k_B1TR, rotary_2SR[:, start:end])
        cache.latent_BSL[:, start:end, : spec.kv_rank] = c_BTC
        cache.latent_BSL[:, start:end, spec.kv_rank :] = k_B1TR.squeeze(1)
        if tokens == 1:
            y_BThV = self._absorbed(q_BhTN, q_BhTR, cache.latent_BSL[:, :end])
        else:
            y_BThV = self._expanded(q_BhTN, q_BhTR, cache.latent_BSL[:, :end], start)
        return self.o(y_BThV.reshape(batch, tokens, spec.heads * spec.value_dim))

    def _expanded(
        self, q_BhTN: torch.Tensor, q_BhTR: torch.Tensor, latent_BSL: torch.Tensor, start: int
    ) -> torch.Tensor:
        """Attention to keys and values of every head; values are padded to the keys' width, as flash kernels want."""
        spec = self.spec
        batch, cached, _ = latent_BSL.shape
        c_BSC, k_BSR = torch.split(latent_BSL, [spec.kv_rank, spec.rope_dim], dim=-1)
        both = self.kv_b(c_BSC).view(batch, cached, spec.heads, spec.nope_dim + spec.value_dim).transpose(1, 2)
        k_BhSN, v_BhSV = torch.split(both, [spec.nope_dim, spec.value_dim], dim=-1)
        k_BhSR = k_BSR.unsqueeze(1).expand(batch, spec.heads, cached, spec.rope_dim)
        k_BhSD, q_BhTD = torch.cat((k_BhSN, k_BhSR), dim=-1), torch.cat((q_BhTN, q_BhTR), dim=-1)
        v_BhSD = functional.pad(v_BhSV, (0, spec.nope_dim + spec.rope_dim - spec.value_dim))
        mask_TS = None
        if start:
            tokens = q_BhTD.shape[2]
            hidden = torch.ones(tokens, cached, dtype=torch.bool, device=q_BhTD.device).tril(start)
            mask_TS = torch.zeros_like(hidden, dtype=q_BhTD.dtype).masked_fill_(~hidden, float("-inf"))
        y_BhTD = functional.scaled_dot_product_attention(
            q_BhTD, k_BhSD, v_BhSD, attn_mask=mask_TS, is_causal=mask_TS is None
        )
        return y_BhTD[..., : spec.value_dim].transpose(1, 2)

    def _absorbed(self, q_Bh1N: torch.Tensor, q_Bh1R: torch.Tensor, latent_BSL: torch.Tensor) -> torch.Tensor:
        """Attention of one token to the latent vectors: scores of h heads are a product of (h, L) with (L, S)."""
        spec = self.spec
        weight: torch.Tensor = self.kv_b.weight  # type: ignore[assignment]  # torch knows tensors and modules only
        expand_hEC = weight.view(spec.heads, spec.nope_dim + spec.value_dim, spec.kv_rank)
        up_hNC, out_hVC = torch.split(expand_hEC, [spec.nope_dim, spec.value_dim], dim=1)
        q_BhC = torch.matmul(q_Bh1N.transpose(0, 1).squeeze(2), up_hNC).transpose(0, 1)  # (h, B, N) (h, N, C)
        q_BhL = torch.cat((q_BhC, q_Bh1R.squeeze(2)), dim=-1)
        scores_BhS = torch.matmul(q_BhL, latent_BSL.transpose(1, 2)) / math.sqrt(spec.nope_dim + spec.rope_dim)
        weights_BhS = scores_BhS.softmax(-1, dtype=torch.float32).to(scores_BhS.dtype)
        y_BhC = torch.matmul(weights_BhS, latent_BSL[..., : spec.kv_rank])
        y_hBV = torch.matmul(y_BhC.transpose(0, 1), out_hVC.transpose(1, 2))  # (h, B, C) (h, C, V)
        return y_hBV.transpose(0, 1).unsqueeze(1)  # (B, 1, h, V)
