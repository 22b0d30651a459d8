"""Rotary positions (Su et al. 2021, "RoFormer", section 3.4; the half-split order of Llama checkpoints).

Shape suffixes: S positions, T new tokens, B sequences, h heads, D head width.
"""

from __future__ import annotations

import torch


def rotary_table(positions: int, head_dim: int, theta: float, device: str, dtype: torch.dtype) -> torch.Tensor:
    """Give cosines and sines, stacked (2, S, D), of position x theta^(-2i / D); computed in float32, then rounded."""
    pair = torch.arange(0, head_dim, 2, device=device, dtype=torch.float32)
    position = torch.arange(positions, device=device, dtype=torch.float32)
    angle_SD = torch.outer(position, theta ** (-pair / head_dim)).repeat(1, 2)  # (S, D/2) -> (S, D)
    return torch.stack((angle_SD.cos(), angle_SD.sin())).to(dtype)


def rotate(x_BhTD: torch.Tensor, table_2TD: torch.Tensor) -> torch.Tensor:
    """Turn each pair (i, i + D/2) of every head by the angle of its position; of a narrower table, its first D only."""
    turned = table_2TD.shape[-1]
    if turned < x_BhTD.shape[-1]:
        return torch.cat((rotate(x_BhTD[..., :turned], table_2TD), x_BhTD[..., turned:]), dim=-1)
    cos_TD, sin_TD = table_2TD
    first, second = x_BhTD.chunk(2, dim=-1)  # each (B, h, T, D/2)
    return x_BhTD * cos_TD + torch.cat((-second, first), dim=-1) * sin_TD
