"""What the planner makes of a model, in the names of the cases: totals, and per layer the parameters by component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from planner.layers import read_positions
from planner.plan import Evaluation, Kitchen
from planner.summary import parameters_of
from planner.workbook import Assumptions, Inference, Model, Scenario

_KITCHEN = Kitchen()
_ALONE = Scenario(id="alone", name="alone", load=Inference(context=4096, prompt=2048, output=256))

COMPONENTS: Mapping[str, tuple[str, ...]] = {
    "attn_q": ("attention.q", "attention.output_gate"),
    "attn_k": ("attention.k",),
    "attn_v": ("attention.v",),
    "attn_o": ("attention.o",),
    "attn_qkv": ("attention.q", "attention.k", "attention.v"),
    "attn_q_bias": ("attention.q_bias",),
    "attn_k_bias": ("attention.k_bias",),
    "attn_v_bias": ("attention.v_bias",),
    "attn_o_bias": ("attention.o_bias",),
    "attn_qkv_bias": ("attention.q_bias", "attention.k_bias", "attention.v_bias"),
    "attn_sinks": ("attention.sinks",),
    "qk_norm": ("attention.q_norm", "attention.k_norm"),
    "mla_q_a_proj": ("attention.q_a",),
    "mla_q_b_proj": ("attention.q",),
    "mla_kv_a_proj": ("attention.kv_a",),
    "mla_kv_b_proj": ("attention.kv_b",),
    "mla_norms": ("attention.q_norm", "attention.kv_norm"),
    "dsa_indexer": ("attention.index_q", "attention.index_k", "attention.index_weights", "attention.index_norm"),
    "mlp_gate_proj": ("feed_forward.gate",),
    "mlp_up_proj": ("feed_forward.up",),
    "mlp_down_proj": ("feed_forward.down",),
    "mlp_gate_up_proj": ("feed_forward.gate", "feed_forward.up"),
    "router": ("feed_forward.router", "feed_forward.router_bias", "feed_forward.router_scales"),
    "experts": ("feed_forward.experts", "feed_forward.expert_bias"),
    "shared_experts": ("feed_forward.shared",),
    "shared_expert_gate": ("feed_forward.shared_gate",),
}
"""The cases' names for components, each with the planner's weights that it is the sum of."""


def evaluated(model: Model) -> Evaluation:
    """The model by itself: one sequence, one rank, bf16."""
    return _KITCHEN.evaluate(model, None, _ALONE, Assumptions())


def totals(model: Model) -> dict[str, Any]:
    """Totals and components as `fitsheet params` gives them."""
    return parameters_of(evaluated(model))


def layers(model: Model) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Position, parameters and components of every layer, in order."""
    evaluation = evaluated(model)
    found: list[tuple[int, int, dict[str, int]]] = []
    first = 0
    for number, group in enumerate(model.groups, 1):
        assert isinstance(group.count, int)
        at = read_positions(group.positions) if group.positions else range(first, first + group.count)
        first += group.count
        prefix = f"parameters.group{number}.layer"
        components = {
            line.key.removeprefix(f"{prefix}."): evaluation.value(line.key)
            for line in evaluation.structure.lines
            if line.key.startswith(f"{prefix}.")
        }
        found += [(position, evaluation.value(prefix), components) for position in at]
    return iter(sorted(found, key=lambda item: item[0]))
