"""Logits and loss: what they take at their highest, in the forward and in the backward pass, and what is kept between.

In bytes per token and entry of the vocabulary, measured on torch 2.13 (CPU) with transformers 5.24. The copy that a
caller keeps, the fp32 copy, the logarithms of the softmax, the gradient of the loss, the gradient of the softmax.
"""

from __future__ import annotations

from typing import NamedTuple

from planner.ledger import Builder
from planner.scope import Scopes
from planner.training.choices import TrainingChoices
from planner.words import QT_TRANSLATE_NOOP

MEASURED = QT_TRANSLATE_NOOP(
    "references", "Bytes alive while torch 2.13 computes the loss of transformers 5.24's models"
)
LIGER = QT_TRANSLATE_NOOP(
    "references",
    "Hsu et al. 2024, arXiv:2410.10989, section 3.2: gradients of the head and of its input are computed chunk by "
    "chunk in the forward pass",
)
MEGATRON = QT_TRANSLATE_NOOP(
    "references", "Megatron-LM, vocab_parallel_cross_entropy: logits and one fp32 copy, cut by TP"
)
CHUNKED = QT_TRANSLATE_NOOP(
    "references",
    "One chunk's logits at a time, computed again in the backward pass; two more gradients of the head while they are "
    "summed: measured in fp32",
)
TABLE = "rows * vocab_size"


class Texts(NamedTuple):
    """Formulas: the highest point of the forward pass, what is kept after it, that of the backward pass."""

    forward: str
    kept: str
    peak: str
    reference: str = MEASURED


def _factors(forward: int, kept: int, peak: int) -> Texts:
    return Texts(*(f"{factor} * {TABLE}" for factor in (forward, kept, peak)))


SHIFTED = "(rows - batch) * vocab_size"


def texts_of(training: TrainingChoices, capped: bool) -> Texts | None:
    """The formulas of a plan's loss; None where none was measured."""
    fp32 = training.compute == "fp32"
    if capped:
        return (_factors(12, 8, 28) if fp32 else _factors(12, 6, 16)) if training.loss == "held" else None
    match training.loss:
        case "held":
            return _factors(8, 4, 16) if fp32 else _factors(10, 4, 14)
        case "dropped":
            return _factors(8, 4, 12) if fp32 else _factors(10, 4, 12)
        case "shifted_held" | "shifted_dropped":
            kept = f"4 * {SHIFTED}"
            peak = f"12 * {SHIFTED}"
            return Texts(f"4 * {TABLE} + {kept}", kept, f"4 * {TABLE} + {peak}" if "held" in training.loss else peak)
        case "plain" | "plain_held":
            each = "activation_bytes * rows * vocab_size"
            return Texts(f"2 * {each}", each, f"{4 if training.loss == 'plain_held' else 3} * {each}")
        case "chunked":
            chunk = "ceil_div(rows, loss_chunks) * vocab_size"
            head = "2 * activation_bytes * vocab_size * d_model"
            return Texts(f"{8 if fp32 else 10} * {chunk}", "0", f"max(12 * {chunk}, {head})", CHUNKED)
        case "fused":
            chunk = "ceil_div(rows, ceil_div(vocab_size, d_model)) * vocab_size"
            text = f"activation_bytes * rows * d_model + 2 * activation_bytes * {chunk}"
            kept = "activation_bytes * rows * d_model"
            if not training.recipe.adapters:  # a buffer of its own, whether or not gradients are there already
                head = "activation_bytes * vocab_size * d_model"
                text, kept = f"{text} + {head}", f"{kept} + {head}"
            return Texts(text, kept, text, LIGER)
        case _:
            each = "rows * ceil_div(vocab_size, tp)"
            return Texts(f"6 * {each}", f"4 * {each}", f"6 * {each}", MEGATRON)


def loss_lines(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """The highest point of forward and backward pass, and what is kept between them."""
    found = texts_of(training, scopes.model.head.cap)
    names = dict(scopes.shared)
    texts = ("unproved",) * 3 if found is None else found[:3]
    names["unproved"] = "unproved.model.loss"
    for key, label, text in zip(
        ("loss_forward", "loss_saved", "loss_peak"),
        (
            QT_TRANSLATE_NOOP("ledger", "Logits and loss, forward pass"),
            QT_TRANSLATE_NOOP("ledger", "Kept of logits and loss"),
            QT_TRANSLATE_NOOP("ledger", "Logits and loss, highest point"),
        ),
        texts,
        strict=True,
    ):
        builder.add(
            key, None, "activations", label, "byte", text, names, MEASURED if found is None else found.reference
        )
