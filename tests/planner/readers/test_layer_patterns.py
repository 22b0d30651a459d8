"""Which layers slide, where a config may say it in several ways: each is read, and none is taken for another."""

from __future__ import annotations

from typing import Any

import pytest

from planner.layers import placed
from planner.readers.hf_config import read_config
from tests.tools.make_presets import cases

MIMO = cases()["XiaomiMiMo/MiMo-V2-Flash"]["config"]


def sliding(config: dict[str, Any]) -> set[int]:
    """The layers with a window, counted from 0."""
    groups = read_config(config).model.groups
    places = placed([(group.positions, group.count) for group in groups])
    slide = [set(layers) for group, layers in zip(groups, places, strict=True) if group.attention.window is not None]
    return set().union(*slide)


def small(**stated: Any) -> dict[str, Any]:
    config = {key: value for key, value in MIMO.items() if key not in ("hybrid_layer_pattern", "layer_types")}
    return config | {"num_hidden_layers": 8, "moe_layer_freq": [0] + [1] * 7} | stated


TYPES = ["full_attention", "sliding_attention"]


@pytest.mark.parametrize(
    ("stated", "layers"),
    [
        ({}, {1, 2, 3, 4, 6, 7}),
        ({"hybrid_layer_pattern": [1, 0, 0, 0, 0, 0, 0, 1]}, {0, 7}),
        ({"layer_types": [TYPES[at % 2] for at in range(8)]}, {1, 3, 5, 7}),
        ({"layer_types": [TYPES[at % 2] for at in range(8)], "hybrid_layer_pattern": [1] * 8}, {1, 3, 5, 7}),
    ],
)
def test_that_the_sliding_layers_of_mimo_are_those_of_its_types_else_of_its_pattern_else_of_its_rule(
    stated: dict[str, Any], layers: set[int]
) -> None:
    assert sliding(small(**stated)) == layers
