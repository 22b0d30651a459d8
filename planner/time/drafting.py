"""The time of prediction layers that are used to draft tokens (multi-token prediction), beside the model's own.

Each layer joins two rows of d_model to one, runs a block and asks the head for a token. It is not part of a prefill or
a decode step: what drafting gains hangs on the share of drafted tokens that are accepted, which no plan knows.
Source: DeepSeek-AI 2024, arXiv:2412.19437, sections 2.2 and 5.4.3.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.ledger import Builder
from planner.parts.base import Operator, Phase, elementwise
from planner.scope import Scopes
from planner.tensor_tree import PREDICTION
from planner.time.calls import Place, operator_lines, stored_operand
from planner.time.collectives import collective_lines
from planner.time.flops import phase_names
from planner.time.lines import block_lines, head_bytes, head_operand
from planner.words import QT_TRANSLATE_NOOP

ROOTS: tuple[tuple[Phase, str, str], ...] = (
    ("prefill", "draft_prefill", QT_TRANSLATE_NOOP("ledger", "Prefill of the prediction layers (not in the prefill)")),
    ("decode", "draft_step", QT_TRANSLATE_NOOP("ledger", "Drafting by the prediction layers (not in the decode step)")),
)


def draft_lines(builder: Builder, scopes: Scopes) -> None:
    """What the prediction layers take where they are used: a pass over the prompt, and one drafted token each."""
    group = scopes.drafting()
    if group is None:
        return
    for phase, root, label in ROOTS:
        builder.section(root, None, root, label, "s", "Layers times their block and what joins it to the model")
        block_lines(builder, scopes, group, phase, root)
        ends, one = f"{root}.ends", f"{root}.ends.one"
        label = QT_TRANSLATE_NOOP("ledger", "Before and after the blocks")
        builder.add(ends, root, root, label, "s", "layers * one", {**group.shared, "one": one}, PREDICTION)
        builder.section(one, ends, root, QT_TRANSLATE_NOOP("ledger", "Of one layer"), "s")
        names = {**group.shared, **phase_names(phase, group.shared), "head_bytes": head_bytes(scopes)}
        names |= {f"{key}_bytes": f"weights.prediction.{key}" for key in ("projection", "joining_norms", "tables")}
        place = Place(root, group.prefix, group.shared["layers"])
        operands = {"head": head_operand(scopes), "projection": stored_operand(scopes.choices, "", "matrix")}
        for operator in _ends(scopes):
            operand = operands.get(operator.key, "")
            operator_lines(builder, scopes, f"{one}.{operator.key}", one, place, operator, names, operand)
        if scopes.choices.tensor_parallel:
            collective_lines(builder, scopes, [group], phase, root)


def _ends(scopes: Scopes) -> Iterator[Operator]:
    """The calls of one prediction layer around its block; the weights' lines hold all layers at once."""
    prediction = scopes.model.prediction
    assert prediction is not None
    label = QT_TRANSLATE_NOOP("ledger", "Norms before and after")
    norms = "2 * prediction_norms * d_model"
    moved = elementwise("joining_norms", label, norms, PREDICTION).bytes_moved
    yield Operator("joining_norms", label, "elementwise", None, f"{moved} + joining_norms_bytes // layers", PREDICTION)
    label = QT_TRANSLATE_NOOP("ledger", "Projection of two rows to one")
    moved = "projection_bytes // layers + 3 * activation_bytes * rows * d_model"
    yield Operator("projection", label, "gemm", "4 * rows * d_model * d_model", moved, PREDICTION)
    table = "tables_bytes // (2 * layers)" if prediction.tables else "head_bytes"
    logits = "ceil_div(vocab_size, tp)"
    moved = f"{table} + activation_bytes * batch * (d_model + {logits})"
    label = QT_TRANSLATE_NOOP("ledger", "LM head")
    yield Operator("head", label, "gemm", f"2 * batch * d_model * {logits}", moved, PREDICTION)
