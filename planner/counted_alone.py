"""A model row counted by itself, whatever scenarios take it: its parameters, and the cache of one token."""

from __future__ import annotations

from planner.plan import Evaluation, Kitchen
from planner.workbook import Assumptions, Inference, Model, Scenario

ALONE = Scenario(id="alone", name="alone", weights="bf16", load=Inference(context=4096, prompt=2048, output=256))
"""The plan under which a model row is counted: one sequence, one rank, bf16, no device."""
STANDARD = Assumptions()
"""So that an edit of the workbook's own assumptions, which no count of a model reads, counts none of them again."""


def counted_alone(kitchen: Kitchen, model: Model) -> Evaluation:
    """The model's plan under ALONE."""
    return kitchen.evaluate(model, None, ALONE, STANDARD)


def total_of(model: Model) -> int | None:
    """The exact parameters of a row, from the ledger; None where an expression in it has no value."""
    total = counted_alone(Kitchen(), model).value("parameters")
    return total if isinstance(total, int) else None
