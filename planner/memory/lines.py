"""Memory per GPU in the order of the ledger: needed (weights, cache, activations, overheads), then what may be used."""

from __future__ import annotations

from planner.ledger import Builder
from planner.memory.activations import activation_lines
from planner.memory.adapters import adapter_lines
from planner.memory.budget import budget_lines
from planner.memory.cache import cache_lines
from planner.memory.overheads import overhead_lines
from planner.scope import Scopes
from planner.tally import weight_lines
from planner.words import QT_TRANSLATE_NOOP

DRAFT = "The draft model counted by itself under the same formats, degrees and load"


def memory_lines(builder: Builder, scopes: Scopes) -> None:
    """What one GPU must hold, and the verdict's numbers."""
    builder.section(
        "needed",
        None,
        "memory",
        QT_TRANSLATE_NOOP("ledger", "Needed per GPU"),
        "byte",
        QT_TRANSLATE_NOOP("references", "Weights, KV cache, activations and overheads that exist at the same time"),
    )
    if scopes.choices.placement.data:
        builder.add(
            "sequences",
            None,
            "memory",
            QT_TRANSLATE_NOOP("ledger", "Sequences per replica"),
            "",
            "ceil_div(batch, dp)",
            {**scopes.shared, "batch": "load.batch"},
            QT_TRANSLATE_NOOP("references", "Data parallelism: the fullest replica"),
        )
    weight_lines(builder, scopes)
    if scopes.choices.lora:
        adapter_lines(builder, scopes)
    cache_lines(builder, scopes)
    if scopes.choices.draft:
        _draft(builder)
    activation_lines(builder, scopes)
    overhead_lines(builder, scopes)
    budget_lines(builder, scopes)


def _draft(builder: Builder) -> None:
    """What a draft model adds, from its own ledger."""
    label = QT_TRANSLATE_NOOP("ledger", "Draft model")
    builder.section("draft", "needed", "draft", label, "byte", DRAFT)
    for key, label in (
        ("weights", QT_TRANSLATE_NOOP("ledger", "Weights")),
        ("kv_cache", QT_TRANSLATE_NOOP("ledger", "KV cache")),
    ):
        names = {f"draft_{key}": f"draft.{key}_bytes"}
        builder.add(f"draft.{key}", "draft", "draft", label, "byte", f"draft_{key}", names, DRAFT)
