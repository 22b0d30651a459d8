"""A small model, checkpoints of it, and what of a reconciliation tests look at."""

from math import prod
from typing import Any

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.plan import Evaluation
from planner.readers.checkpoint import DTYPE_BITS, Checkpoint, Packing, Tensor
from planner.readers.reconciliation import Reconciliation, Row
from planner.workbook import LayerGroup, Model
from tests.planner.readers.made import Shapes
from tests.planner.rows import evaluated


def small(**changes: Any) -> Evaluation:
    """The ledger of the small Llama that `llama_tensors` stores."""
    attention = GroupedQuery(heads=4, kv_heads=2, head_dim=16, **changes.pop("attention", {}))
    group = LayerGroup(id="g", count=changes.pop("layers", 2), attention=attention, feed_forward=Gated(width=128))
    return evaluated(Model(id="m", name="Small", d_model=64, vocab_size=96, groups=(group,), **changes))


def made(tensors: Shapes, packing: Packing | None = None) -> Checkpoint:
    """A checkpoint of these tensors without a file."""
    found = {}
    for name, (dtype, shape) in tensors.items():
        found[name] = Tensor(name, dtype, shape, prod(shape) * DTYPE_BITS[dtype] // 8, "x.safetensors")
    return Checkpoint("made", found, {"x.safetensors": 1}, packing=packing)


def row(result: Reconciliation, role: str) -> Row:
    return next(row for row in result.rows if any(key.endswith(role) for key in row.lines))


def codes(result: Reconciliation) -> list[str]:
    return [finding.code for finding in result.findings]
