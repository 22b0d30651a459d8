"""The bytes that layers and models keep for the backward pass: the ledger against what autograd really kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planner.training.measured import cases, evaluated, load_of, model_of

LAYERS, MODELS, ADAPTERS = cases("saved_layers"), cases("saved_models"), cases("saved_adapters")


def name(row: dict[str, Any]) -> str:
    return "-".join(
        str(row[key]) for key in ("family", "implementation", "format", "sequences", "tokens") if key in row
    )


def numbered(rows: list[dict[str, Any]]) -> list[str]:
    return [f"{at}-{name(row)}" for at, row in enumerate(rows)]


def test_that_every_measured_row_is_carried() -> None:
    assert (len(LAYERS), len(MODELS), len(ADAPTERS)) == (109, 45, 24)


@pytest.mark.parametrize("row", LAYERS, ids=numbered(LAYERS))
def test_that_a_layer_keeps_the_measured_bytes(row: dict[str, Any]) -> None:
    assert evaluated(model_of(row), **load_of(row)).value("saved.group1.layer") == row["bytes"]


@pytest.mark.parametrize("row", MODELS, ids=numbered(MODELS))
def test_that_a_model_keeps_the_measured_bytes(row: dict[str, Any]) -> None:
    found = evaluated(model_of(row), **load_of(row))
    assert sum(found.value(key) for key in ("kept", "outside", "loss_saved")) == row["bytes"]


@pytest.mark.parametrize("row", ADAPTERS, ids=numbered(ADAPTERS))
def test_that_a_layer_with_adapters_keeps_the_measured_bytes(row: dict[str, Any]) -> None:
    changes = {"recipe": "lora_adamw", "dropout": False, "lora_targets": row["targets"], "lora_dropout": row["dropout"]}
    model = model_of({**row, "family": "llama"})
    load = load_of(row) | changes
    found = evaluated(model, row["rank"], **load) if row["format"] == "bf16" else in_fp32(model, row["rank"], load)
    assert found.value("saved.group1.layer") == row["bytes"]
    assert found.value("trained.group1") == row["trained"]


def in_fp32(model: Any, rank: int, load: dict[str, Any]) -> Any:
    from planner.plan import Kitchen
    from planner.workbook import Assumptions, Scenario, Training

    scenario = Scenario(id="s", name="s", load=Training(**load), lora_rank=rank, weights="fp32", activations="fp32")
    return Kitchen().evaluate(model, None, scenario, Assumptions())
