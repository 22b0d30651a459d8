"""Documents in sequences: how many there are, the attention within each, and the tokens that count.

Packed documents stand one behind the other in a sequence, and each attends to itself only (Krell et al. 2021,
arXiv:2107.02027). Kernels that are told where documents begin (cu_seqlens) compute the pairs within documents; others
compute all of them and mask. Documents are counted as equal to their mean, the last of a sequence is cut off.
"""

from __future__ import annotations

from planner.formula import formula
from planner.ledger import Builder, Slot
from planner.scope import Scopes
from planner.training.choices import TrainingChoices
from planner.words import QT_TRANSLATE_NOOP

PACKED = QT_TRANSLATE_NOOP(
    "references", "Krell et al. 2021, arXiv:2107.02027: documents share a sequence, none attends to another"
)
VARLEN = QT_TRANSLATE_NOOP(
    "references", "Dao 2023, arXiv:2307.08691 (flash_attn_varlen_func): pairs within each document, by cu_seqlens"
)
PADDED = QT_TRANSLATE_NOOP(
    "references", "One document per sequence; the tokens that fill it up are computed, and count for nothing"
)


def document_lines(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """Lengths and numbers of documents; the tokens of a step that count. Nothing where sequences are full."""
    if training.packing == "full":
        return
    names = {**scopes.shared, "global_batch": "global_batch_size"}
    length: dict[str, Slot] = {**names, "document": "document_length"}
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a document")
    builder.add("document_length", None, "load", label, "token", "min(document_tokens, sequence)", names,
                QT_TRANSLATE_NOOP("references", "At most the sequence"))  # fmt: skip
    packed = training.packing == "packed"
    reference = PACKED if packed else PADDED
    label = QT_TRANSLATE_NOOP("ledger", "Documents of a micro-batch")
    text = "micro_batch * ceil_div(sequence, document)" if packed else "micro_batch"
    builder.add("documents", None, "load", label, "", text, length, reference)
    if packed:
        label = QT_TRANSLATE_NOOP("ledger", "Whole documents of a step")
        text = "global_batch * (sequence // document)"
        builder.add("step_documents", None, "load", label, "", text, length, reference)
        label = QT_TRANSLATE_NOOP("ledger", "Tokens of the document that is cut off at the end of each sequence")
        builder.add("document_rest", None, "load", label, "token", "sequence % document", length, reference)
        return
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a step that count")
    builder.add("counted_tokens", None, "load", label, "token", "global_batch * document", length, PADDED)
    label = QT_TRANSLATE_NOOP("ledger", "Share of padding in the tokens that are computed")
    builder.add("padding", None, "load", label, "", "(sequence - document) / sequence", length, PADDED)


def counted_tokens(training: TrainingChoices) -> str:
    """The line of the tokens of a step that count: all of them, unless sequences are padded."""
    return "counted_tokens" if training.packing == "padded" else "step_tokens"


def by_length(text: str) -> bool:
    """Whether FLOPs follow the length of a document: those of query-key pairs do, a recurrence's follow its tokens.

    >>> by_length("4 * batch * heads * head_dim * tokens * tokens"), by_length("6 * rows * inner")
    (True, False)
    """
    return not {"tokens", "context"}.isdisjoint(formula(text).names)


def attention_of_documents(
    builder: Builder, training: TrainingChoices, key: str, label: str, text: str, names: dict[str, Slot]
) -> None:
    """A group's attention in one forward pass as that of its documents: `text` with their number and length.

    `text` counts `batch` sequences of `tokens` tokens; here these are the whole documents, and the ones that are cut.
    """
    parent = key.rpartition(".")[0]
    one: dict[str, Slot] = {"tokens": "document_length", "context": "document_length"}
    if training.packing == "padded":
        builder.add(key, parent, "flops", label, "FLOP", text, {**names, **one}, VARLEN)
        return
    builder.section(key, parent, "flops", label, "FLOP", VARLEN)
    whole = {**names, **one, "batch": "step_documents"}
    title = QT_TRANSLATE_NOOP("ledger", "Within whole documents")
    builder.add(f"{key}.documents", key, "flops", title, "FLOP", text, whole, VARLEN)
    rest = {**names, "tokens": "document_rest", "context": "document_rest"}
    title = QT_TRANSLATE_NOOP("ledger", "Within documents that are cut off")
    builder.add(f"{key}.rest", key, "flops", title, "FLOP", text, rest, VARLEN)
