"""FLOPs of layers and models: the ledger against what torch counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planner.training.measured import cases, evaluated, model_of

LAYERS, MODELS = cases("flops_layers"), cases("flops_models")
FORWARD = "flops_train_step.forward"


def load(row: dict[str, Any]) -> dict[str, Any]:
    return {"recipe": "bf16_adamw", "micro_batch": row["sequences"], "sequence": row["tokens"],
            "attention_implementation": row["implementation"], "checkpointing": row.get("checkpointing", "none"),
            }  # fmt: skip


@pytest.mark.parametrize("row", LAYERS)
def test_that_a_layer_computes_what_torch_counted(row: dict[str, Any]) -> None:
    found = evaluated(model_of(row), **load(row))
    forward = found.value(f"{FORWARD}.matrices.group1")
    if row["implementation"] == "eager":  # torch counts no FLOPs for fused attention on a CPU
        forward += found.value(f"{FORWARD}.attention.group1")
    assert forward == row["forward"]
    assert 2 * forward == row["backward"]
    assert found.value("flops_train_step.backward") == 2 * found.value(FORWARD)


@pytest.mark.parametrize("row", MODELS)
def test_that_a_model_computes_what_torch_counted(row: dict[str, Any]) -> None:
    sizes = {"sequences": 2, "tokens": 128, "d_model": 256, "heads": 4, "head_dim": 64, "implementation": "eager"}
    wide = {"kv_heads": 4, "width": 1024} if row["family"] == "gpt2" else {"kv_heads": 2, "width": 896}
    whole = {**row, **sizes, **wide, "vocab_size": 5000}
    found = evaluated(model_of(whole), **load(whole))
    assert found.value(FORWARD) == row["forward"]
    assert found.value("flops_train_step.backward") + found.value("flops_recomputed") == row["backward"]
    assert found.value("flops_hardware_step") == row["forward"] + row["backward"]
