"""How a family's own code in transformers computes what the counts do not show: it decides what training keeps.

Measured with saved-tensor hooks on transformers 5.24 (tests/planner/training/test_families.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from planner.parts.attention import GroupedQuery
from planner.parts.norm import Norm
from planner.workbook import LayerGroup, Model


class Traits(NamedTuple):
    """`rotated`: share of a head that is rotated where the code joins it to the rest (None: rotated in place);
    `joined`: queries, keys and values are one product; `table`, `norm`, `query_key` are the words of the parts' fields.
    """

    rotated: float | None = None
    joined: bool = False
    table: str = "shared"
    norm: str = "usual"
    query_key: str = "usual"


TRAITS: Mapping[str, Traits] = {
    "phi3": Traits(1.0, joined=True),
    "glm": Traits(0.5, table="each"),
    "glm4": Traits(0.5, table="each"),
    "stablelm": Traits(0.25),
    "nemotron": Traits(0.5, norm="scale_from_one"),
    "phi": Traits(0.5),
    "gpt_neox": Traits(0.25, joined=True),
    "glm4_moe": Traits(0.5),
    "minimax_m2": Traits(0.5),
    "qwen3_next": Traits(0.25),
    "qwen3_5": Traits(0.25),
    "qwen3_5_moe": Traits(0.25),
    "ernie4_5": Traits(table="each_fp32"),
    "olmo2": Traits(table="shared_fp32", norm="fp32_scale", query_key="fp32_scale"),
    "olmo3": Traits(table="by_window_fp32", norm="fp32_scale", query_key="fp32_scale"),
    "gemma3_text": Traits(table="by_window", query_key="scale_from_one"),
    "hunyuan_v1_dense": Traits(query_key="rotated"),
    "cohere": Traits(norm="written"),
    "cohere2": Traits(norm="written"),
}
SHARES = ("partial_rotary_factor", "rotary_pct", "rope_pct")


def with_traits(model_type: str, model: Model, config: Mapping[str, Any]) -> Model:
    """The model with what its family's code keeps; as it is where nothing is special."""
    traits = TRAITS.get(model_type)
    if traits is None:
        return model
    groups = tuple(_group(group, traits, _share(traits, config)) for group in model.groups)
    last = None if model.final_norm is None else _norm(model.final_norm, traits)
    return model.model_copy(update={"groups": groups, "final_norm": last})


def _share(traits: Traits, config: Mapping[str, Any]) -> float | None:
    """The share of a head that is rotated: the config's, or the family's."""
    text = config.get("text_config")
    holders = (config, text if isinstance(text, Mapping) else {})
    nested = [block for holder in holders if isinstance(block := holder.get("rope_parameters"), Mapping)]
    for values in (*holders, *nested):
        for name in SHARES:
            share = values.get(name)
            if isinstance(share, int | float) and not isinstance(share, bool) and 0 < share <= 1:
                return None if traits.rotated is None else float(share)
    return traits.rotated


def _norm(norm: Norm, traits: Traits) -> Norm:
    return norm if traits.norm == "usual" else norm.model_copy(update={"form": traits.norm})


def _group(group: LayerGroup, traits: Traits, share: float | None) -> LayerGroup:
    mixer = group.attention
    if isinstance(mixer, GroupedQuery) and mixer.rotary:
        changes: dict[str, Any] = {"joined_projection": traits.joined, "rotary_table": traits.table}
        if share is not None and isinstance(mixer.head_dim, int):
            changes["rotary_dim"] = max(int(mixer.head_dim * share), 1)
        if mixer.query_key_norm != "none":
            changes["query_key_norm_form"] = traits.query_key
        mixer = mixer.model_copy(update=changes)
    return group.model_copy(update={"attention": mixer, "norm": _norm(group.norm, traits)})


def without_traits(model: Model) -> Model:
    """The model as far as its counts go: without what only decides what training keeps."""
    plain: dict[str, Any] = {"rotary_dim": None, "rotary_table": "shared", "joined_projection": False,
                             "query_key_norm_form": "usual"}  # fmt: skip
    groups = tuple(
        group.model_copy(
            update={
                "norm": group.norm.model_copy(update={"form": "usual"}),
                "attention": group.attention.model_copy(update=plain)
                if isinstance(group.attention, GroupedQuery)
                else group.attention,
            }
        )
        for group in model.groups
    )
    last = None if model.final_norm is None else model.final_norm.model_copy(update={"form": "usual"})
    return model.model_copy(update={"groups": groups, "final_norm": last, "kept_measured": True})
