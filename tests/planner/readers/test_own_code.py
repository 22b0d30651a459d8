"""Families whose code is in their repositories, counted by hand: no published case of theirs is at hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.readers.hf_config import read_config
from tests.planner.readers.counted import evaluated

LING = {
    "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "num_hidden_layers": 3,
    "first_k_dense_replace": 1, "intermediate_size": 128, "moe_intermediate_size": 32, "num_experts": 8,
    "num_experts_per_tok": 2, "num_shared_experts": 1, "vocab_size": 100, "tie_word_embeddings": False,
}  # fmt: skip
ATTENTION = 2 * 64 * 64 + 2 * 64 * 32
TABLES = 2 * 100 * 64 + 64


@pytest.mark.parametrize(
    ("version", "stated", "shared", "more"),
    [
        ("bailing_moe", {}, 32, 0),
        ("bailing_moe", {"num_shared_experts": 2}, 64, 0),
        ("bailing_moe", {"moe_shared_expert_intermediate_size": 48}, 48, 0),
        ("bailing_moe_v2", {"use_qk_norm": True}, 32, 3 * 2 * 16),
        ("bailing_moe_v2", {"use_qkv_bias": True}, 32, 3 * (64 + 2 * 32)),
    ],
)
def test_that_ling_has_shared_experts_beside_the_others(
    version: str, stated: dict[str, Any], shared: int, more: int
) -> None:
    dense = 3 * 64 * 128
    sparse = 64 * 8 + 8 * 3 * 64 * 32 + 3 * 64 * shared
    plan = evaluated(read_config({"model_type": version, **LING, **stated}).model)
    assert plan.value("parameters") == 3 * (ATTENTION + 2 * 64) + dense + 2 * sparse + TABLES + more
    idle = 2 * 6 * 3 * 64 * 32
    assert plan.value("parameters") - plan.value("parameters_active") == idle


@pytest.mark.parametrize("tied", [False, True])
def test_that_xverse_is_a_llama(tied: bool) -> None:
    config = {"model_type": "xverse", "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2,
              "intermediate_size": 128, "vocab_size": 100, "tie_word_embeddings": tied}  # fmt: skip
    model = read_config(config).model
    layer = 4 * 64 * 64 + 3 * 64 * 128 + 2 * 64
    assert evaluated(model).value("parameters") == 2 * layer + (1 if tied else 2) * 100 * 64 + 64
    assert model.head.tied is tied
