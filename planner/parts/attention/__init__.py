"""The kinds of attention. A new kind is one file here and one name in ATTENTION_KINDS."""

from __future__ import annotations

from planner.parts.attention.grouped_query import GroupedQuery

ATTENTION_KINDS = (GroupedQuery,)
Attention = GroupedQuery
"""The union over ATTENTION_KINDS, told apart by `kind`."""

__all__ = ["ATTENTION_KINDS", "Attention", "GroupedQuery"]
