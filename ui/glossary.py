"""The words of the field as the window uses them: in the tooltips of headers, and as the last section of the guide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QCoreApplication

from planner.words import QT_TRANSLATE_NOOP

TERMS: Mapping[str, str] = {
    QT_TRANSLATE_NOOP("glossary", "Scenario"): QT_TRANSLATE_NOOP(
        "glossary", "one row that asks: this model, this accelerator, this load"),
    QT_TRANSLATE_NOOP("glossary", "Baseline"): QT_TRANSLATE_NOOP(
        "glossary", "the scenario that the others are compared with"),
    QT_TRANSLATE_NOOP("glossary", "Group"): QT_TRANSLATE_NOOP(
        "glossary", "a name under which scenarios stand together in table and chart"),
    QT_TRANSLATE_NOOP("glossary", "Ledger"): QT_TRANSLATE_NOOP(
        "glossary", "every amount of a scenario as a line, with its formula and its numbers"),
    QT_TRANSLATE_NOOP("glossary", "Finding"): QT_TRANSLATE_NOOP(
        "glossary", "a sentence about values that do not go together, with its place and often a remedy"),
    QT_TRANSLATE_NOOP("glossary", "Verdict"): QT_TRANSLATE_NOOP(
        "glossary", "Fits, Tight (the band of the overheads reaches past the card), Does not fit, or Unknown"),
    QT_TRANSLATE_NOOP("glossary", "Estimate"): QT_TRANSLATE_NOOP(
        "glossary", "a time computed from constants of the card and of the engine"),
    QT_TRANSLATE_NOOP("glossary", "Floor"): QT_TRANSLATE_NOOP(
        "glossary", "the time that no program can beat: bytes read over bandwidth, or operations over the peak"),
    QT_TRANSLATE_NOOP("glossary", "Intensity"): QT_TRANSLATE_NOOP(
        "glossary", "FLOPs per byte that a kernel moves: few mean that it waits for memory, many for arithmetic"),
    QT_TRANSLATE_NOOP("glossary", "Roofline"): QT_TRANSLATE_NOOP(
        "glossary", "the most FLOP/s that a card allows at each intensity: bandwidth times intensity, up to its peak"),
    QT_TRANSLATE_NOOP("glossary", "Ridge point"): QT_TRANSLATE_NOOP(
        "glossary", "the intensity at which bandwidth and peak of a card allow the same; left of it memory limits"),
    QT_TRANSLATE_NOOP("glossary", "Batch"): QT_TRANSLATE_NOOP("glossary", "sequences that are held at the same time"),
    QT_TRANSLATE_NOOP("glossary", "Context"): QT_TRANSLATE_NOOP(
        "glossary", "tokens in a sequence whose keys and values are kept"),
    QT_TRANSLATE_NOOP("glossary", "Prompt"): QT_TRANSLATE_NOOP("glossary", "tokens read before the first answer"),
    QT_TRANSLATE_NOOP("glossary", "Prefill"): QT_TRANSLATE_NOOP("glossary", "reading the prompt at once"),
    QT_TRANSLATE_NOOP("glossary", "Decode"): QT_TRANSLATE_NOOP("glossary", "writing one token per step"),
    QT_TRANSLATE_NOOP("glossary", "KV cache"): QT_TRANSLATE_NOOP(
        "glossary", "the keys and values of all tokens of all sequences, kept so that they are computed once"),
    QT_TRANSLATE_NOOP("glossary", "Weights"): QT_TRANSLATE_NOOP(
        "glossary", "the learned numbers of a model, in the format in which they are kept"),
    QT_TRANSLATE_NOOP("glossary", "Activations"): QT_TRANSLATE_NOOP(
        "glossary", "what a step holds between its operators; in training also what the backward pass needs"),
    QT_TRANSLATE_NOOP("glossary", "Overhead"): QT_TRANSLATE_NOOP(
        "glossary", "device context, runtime, captured graphs and communicators: a band, not a point"),
    QT_TRANSLATE_NOOP("glossary", "TP"): QT_TRANSLATE_NOOP(
        "glossary", "tensor-parallel degree: accelerators that share every layer"),
    QT_TRANSLATE_NOOP("glossary", "PP"): QT_TRANSLATE_NOOP(
        "glossary", "pipeline-parallel degree: parts that the layers are cut into, in order"),
    QT_TRANSLATE_NOOP("glossary", "DP"): QT_TRANSLATE_NOOP(
        "glossary", "data-parallel degree: copies of the model that share the batch"),
    QT_TRANSLATE_NOOP("glossary", "EP"): QT_TRANSLATE_NOOP(
        "glossary", "expert-parallel degree: ranks that whole experts are spread over"),
    QT_TRANSLATE_NOOP("glossary", "CP"): QT_TRANSLATE_NOOP(
        "glossary", "context-parallel degree: ranks that share the tokens of a sequence"),
    QT_TRANSLATE_NOOP("glossary", "Usable"): QT_TRANSLATE_NOOP(
        "glossary", "what of a card's memory software can have; less than the label says"),
    QT_TRANSLATE_NOOP("glossary", "Heads"): QT_TRANSLATE_NOOP("glossary", "query heads of an attention layer"),
    QT_TRANSLATE_NOOP("glossary", "KV heads"): QT_TRANSLATE_NOOP(
        "glossary", "key and value heads: as many as heads, or fewer where several query heads share one"),
    QT_TRANSLATE_NOOP("glossary", "d_model"): QT_TRANSLATE_NOOP("glossary", "width of the residual stream"),
    QT_TRANSLATE_NOOP("glossary", "Vocabulary"): QT_TRANSLATE_NOOP(
        "glossary", "number of token ids that the tables of a model hold"),
    QT_TRANSLATE_NOOP("glossary", "Parameters"): QT_TRANSLATE_NOOP(
        "glossary", "exact count of learned numbers: all of them, or those that one token uses (active)"),
    QT_TRANSLATE_NOOP("glossary", "LoRA"): QT_TRANSLATE_NOOP(
        "glossary", "a pair of narrow matrices beside a frozen matrix"),
    QT_TRANSLATE_NOOP("glossary", "MFU"): QT_TRANSLATE_NOOP(
        "glossary", "share of the peak rate that the model's own operations reach"),
    QT_TRANSLATE_NOOP("glossary", "ZeRO"): QT_TRANSLATE_NOOP(
        "glossary", "states of training divided among the data-parallel ranks"),
    QT_TRANSLATE_NOOP("glossary", "GiB"): QT_TRANSLATE_NOOP("glossary", "1,073,741,824 bytes (2 to the power of 30)"),
}  # fmt: skip


def terms_in(title: str) -> Iterator[str]:
    """The terms that stand in an English title as words of their own, the longest first, each word once.

    >>> list(terms_in("KV cache")), list(terms_in("Heads per group"))
    (['KV cache'], ['Heads'])
    """
    rest = title
    for term in sorted(TERMS, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(term)}(?!\w)"
        if re.search(pattern, rest):
            rest = re.sub(pattern, " ", rest)
            yield term


def explained(title: str) -> list[tuple[str, str]]:
    """Each term of an English title with its meaning, both in the language of the window."""
    translate = QCoreApplication.translate
    return [(translate("glossary", term), translate("glossary", TERMS[term])) for term in terms_in(title)]


def markdown() -> str:
    """All terms as a section of the guide."""
    translate = QCoreApplication.translate
    lines = [
        f"- **{translate('glossary', term)}**: {translate('glossary', meaning)}" for term, meaning in TERMS.items()
    ]
    return "\n".join([f"## {translate('glossary', 'Words')}", "", *lines, ""])
