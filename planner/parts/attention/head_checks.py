"""What of heads does not go together: with each other, and with a tensor-parallel degree. Shared by the kinds."""

from __future__ import annotations

from collections.abc import Iterable

from planner.fields import Cell
from planner.parts.base import Check
from planner.words import QT_TRANSLATE_NOOP


def shared_heads(heads: Cell, kv_heads: Cell) -> Iterable[Check]:
    """KV heads that do not divide the query heads."""
    if isinstance(heads, int) and isinstance(kv_heads, int) and heads % kv_heads:
        yield Check(
            "kv_heads_do_not_divide",
            "kv_heads",
            QT_TRANSLATE_NOOP("findings", "{kv_heads} KV heads do not divide {heads} heads."),
            {"heads": heads, "kv_heads": kv_heads},
            QT_TRANSLATE_NOOP("findings", "Every KV head serves the same number of query heads: choose a divisor."),
        )


def divided_heads(heads: Cell, tp: int, field: str = "heads") -> Iterable[Check]:
    """A degree that does not divide the heads."""
    if isinstance(heads, int) and heads % tp:
        yield Check(
            "tp_does_not_divide_heads",
            field,
            QT_TRANSLATE_NOOP("findings", "TP {tp} does not divide {heads} heads; most engines refuse this."),
            {"heads": heads, "tp": tp},
            QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the heads."),
        )


def divided_kv_heads(heads: Cell, kv_heads: Cell, tp: int) -> Iterable[Check]:
    """A degree that splits KV heads; nothing when it does not divide the heads either."""
    if not isinstance(heads, int) or not isinstance(kv_heads, int) or heads % tp:
        return
    if kv_heads % tp and tp % kv_heads:
        yield Check(
            "tp_splits_kv_heads",
            "kv_heads",
            QT_TRANSLATE_NOOP("findings", "TP {tp} and {kv_heads} KV heads do not divide each other."),
            {"kv_heads": kv_heads, "tp": tp},
            QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the KV heads, or a multiple of them."),
        )
