"""Logits and loss at their highest, and the states of optimizers: the ledger against what was measured."""

from __future__ import annotations

from typing import Any

import pytest

from planner.workbook import Head, Model
from tests.planner.training.measured import RECIPE, cases, evaluated, model_of

PEAKS, STATES = cases("loss_peaks"), cases("optimizer_states")
OPTIMIZERS = {
    "SGD": "sgd_momentum",
    "RMSprop": "rmsprop",
    "Adagrad": "adagrad",
    "Adafactor": "adafactor",
    "Muon": "muon",
}
ROWS = 64


@pytest.mark.parametrize("row", PEAKS, ids=[f"{row['loss']}-{row['family']}-{row['format']}" for row in PEAKS])
def test_that_the_loss_takes_the_measured_bytes(row: dict[str, Any]) -> None:
    """In bytes per token and entry of the vocabulary; the head's weight, and for chunks its gradient, lie beside."""
    size = 2 if row["format"] == "bf16" else 4
    d_model = int(row["head"] * ROWS / size)
    sizes = {"d_model": d_model, "heads": 1, "kv_heads": 1, "head_dim": 64, "width": 64, "vocab_size": 1000}
    found = evaluated(model_of({**row, **sizes}), recipe=RECIPE[row["format"]], sequence=ROWS, loss=row["loss"],
                      loss_chunks=row["chunks"],
                      attention_implementation="eager")  # fmt: skip
    unit = ROWS * 1000
    gradient = row["head"] if row["loss"] == "chunked" else 0
    for key, beside in (("forward", row["head"]), ("peak", row["head"] + gradient)):
        assert found.value(f"loss_{key}") / unit == pytest.approx(row[key] - beside, abs=0.0006)
    held = {"held": size, "shifted_held": 4}.get(row["loss"], 0)
    if row["family"] == "gemma2" and row["format"] == "fp32":
        held = 4
    assert found.value("loss_saved") / unit == pytest.approx(row["kept"] - row["head"] - held, abs=0.0006)


@pytest.mark.parametrize("row", STATES, ids=[f"{row['optimizer']}-{row['format']}" for row in STATES])
def test_that_the_states_of_an_optimizer_take_the_measured_bytes(row: dict[str, Any]) -> None:
    recipe = OPTIMIZERS[row["optimizer"]]
    recipe = f"{recipe}_fp32" if recipe == "rmsprop" and row["format"] == "fp32" else recipe
    if recipe == "muon":  # a table is no matrix of a layer, so one of a layer is asked
        sizes = {"family": "llama", "d_model": 512, "heads": 8, "kv_heads": 8, "head_dim": 128, "width": 1024}
        found = evaluated(model_of(sizes), recipe=recipe)
        matrices = 4 * 512 * 1024 + 3 * 512 * 1024
        assert found.value("optimizer.momentum") * row["rows"] * row["columns"] == row["bytes"] * matrices
        return
    table = Model(id="m", name="One table", d_model=row["columns"], vocab_size=row["rows"], groups=(),
                  final_norm=None, head=Head(tied=True))  # fmt: skip
    assert evaluated(table, recipe=recipe).value("optimizer") == row["bytes"]
