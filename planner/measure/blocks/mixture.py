"""Mixture of experts (Shazeer et al. 2017, arXiv:1701.06538) with a shared network (Dai et al. 2024, arXiv:2401.06066).

Which experts a token goes to is decided before the clock runs (`Routing`): the sizes of the products are then known, so
that no pass waits for the router and a CUDA graph can hold it. The router is still run in every pass, and its scores
weigh what the experts give. A server's fused kernels sort on the device; that time is not in here.

Shape suffixes: N tokens, k experts of each, R = N k rows sorted by expert, M = d_model, E experts, F expert width.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from ..spec import FeedForward, Mixture
from .feed_forward import activation, build_dense


@dataclass
class Routing:
    """Each token's experts, (N, k); the rows in the order of the experts; how many rows each expert has.

    `ends_E` are the rows at which each expert's part is over, on the device: nothing of this is worked out in a pass,
    since counting asks the device and waits (bincount does), which no CUDA graph can hold.
    """

    chosen_Nk: torch.Tensor
    order_R: torch.Tensor
    counts: list[int]
    ends_E: torch.Tensor

    @property
    def hit(self) -> int:
        """How many experts have any row."""
        return sum(1 for count in self.counts if count)


def sorted_routing(chosen_Nk: torch.Tensor, experts: int) -> Routing:
    """Give the routing of these choices."""
    flat_R = chosen_Nk.reshape(-1)
    counts_E = torch.bincount(flat_R, minlength=experts)
    ends_E = counts_E.cumsum(0).to(torch.int32)
    return Routing(chosen_Nk, flat_R.argsort(stable=True), counts_E.tolist(), ends_E)


def decide_routing(spec: Mixture, tokens: int, how: str, generator: torch.Generator, device: str) -> Routing:
    """Give a routing: "random", k distinct experts for each token; "spread", in turn, so that most experts are hit."""
    if how == "spread":
        first_N1 = torch.arange(tokens, device=device).unsqueeze(1) * spec.active
        chosen_Nk = (first_N1 + torch.arange(spec.active, device=device)) % spec.experts
    else:
        chosen_Nk = torch.rand(tokens, spec.experts, device=device, generator=generator).topk(spec.active).indices
    return sorted_routing(chosen_Nk, spec.experts)


class MixtureLayer(nn.Module):
    """Parameters: M E for the router, E times two or three M F, and the shared network."""

    def __init__(self, d_model: int, spec: Mixture, forms: tuple[str, str], **place: Any) -> None:
        super().__init__()
        self.spec = spec
        shared, experts = forms
        self.fixed: Routing | None = None
        self.grouped = False
        """Whether the experts are multiplied by one kernel (grouped_mm) in place of one after another."""
        self.router = nn.Linear(d_model, spec.experts, bias=spec.router_bias, **place)
        self.stacked = experts == "plain"
        if self.stacked:
            wide = (spec.experts, spec.expert_width, d_model)
            if spec.form == "gated":
                self.gate_EFM = nn.Parameter(torch.empty(wide, **place))
            self.up_EFM = nn.Parameter(torch.empty(wide, **place))
            self.down_EMF = nn.Parameter(torch.empty(spec.experts, d_model, spec.expert_width, **place))
        else:
            one = FeedForward(spec.form, spec.expert_width, spec.activation, False)
            self.experts = nn.ModuleList(build_dense(d_model, one, experts, **place) for _ in range(spec.experts))
        if spec.shared_width is not None:
            whole = FeedForward(spec.form, spec.shared_width, spec.activation, False)
            self.shared = build_dense(d_model, whole, shared, **place)
        if spec.shared_gate:
            self.shared_gate = nn.Linear(d_model, 1, bias=False, **place)

    def forward(self, x_BTM: torch.Tensor) -> torch.Tensor:
        spec = self.spec
        x_NM = x_BTM.reshape(-1, x_BTM.shape[-1])
        scores_NE = self.router(x_NM).softmax(-1, dtype=torch.float32)
        best_Nk, chosen_Nk = scores_NE.topk(spec.active)
        routing = self.fixed
        if routing is None:
            routing = sorted_routing(chosen_Nk, spec.experts)
        else:
            best_Nk = scores_NE.gather(1, routing.chosen_Nk)
        if spec.normed:
            best_Nk = best_Nk / best_Nk.sum(-1, keepdim=True)
        token_R = routing.order_R // spec.active
        rows_RM = x_NM[token_R]
        given_RM = self._grouped(rows_RM, routing) if self.grouped else self._one_by_one(rows_RM, routing)
        given_RM = given_RM * best_Nk.reshape(-1)[routing.order_R].unsqueeze(1).to(given_RM.dtype)
        y_NM = torch.zeros_like(x_NM).index_add_(0, token_R, given_RM)
        if spec.shared_width is not None:
            shared_NM = self.shared(x_NM)
            if spec.shared_gate:
                shared_NM = shared_NM * torch.sigmoid(self.shared_gate(x_NM))
            y_NM = y_NM + shared_NM
        return y_NM.view_as(x_BTM)

    def _one_by_one(self, rows_RM: torch.Tensor, routing: Routing) -> torch.Tensor:
        pieces, start = [], 0
        for expert, count in enumerate(routing.counts):
            if count:
                pieces.append(self._expert(expert, rows_RM[start : start + count]))
            start += count
        return torch.cat(pieces)

    def _expert(self, expert: int, x_nM: torch.Tensor) -> torch.Tensor:
        if not self.stacked:
            return self.experts[expert](x_nM)
        hidden_nF = functional.linear(x_nM, self.up_EFM[expert])
        hidden_nF = self._activated(
            hidden_nF, functional.linear(x_nM, self.gate_EFM[expert]) if self.spec.form == "gated" else None
        )
        return functional.linear(hidden_nF, self.down_EMF[expert])

    def _grouped(self, rows_RM: torch.Tensor, routing: Routing) -> torch.Tensor:
        """All experts in one call per matrix."""
        multiply: Any = getattr(functional, "grouped_mm", None)
        ends = routing.ends_E
        up_RF = multiply(rows_RM, self.up_EFM.transpose(1, 2), offs=ends)
        gate_RF = multiply(rows_RM, self.gate_EFM.transpose(1, 2), offs=ends) if self.spec.form == "gated" else None
        return multiply(self._activated(up_RF, gate_RF), self.down_EMF.transpose(1, 2), offs=ends)

    def _activated(self, up: torch.Tensor, gate: torch.Tensor | None) -> torch.Tensor:
        return activation(self.spec.activation, up) if gate is None else activation(self.spec.activation, gate) * up
