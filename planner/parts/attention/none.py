"""No mixing of tokens: layers that are a feed-forward network alone (Nemotron-H, Nemotron-NAS)."""

from __future__ import annotations

from typing import ClassVar, Literal

from planner.parts.base import Part
from planner.words import QT_TRANSLATE_NOOP


class NoAttention(Part):
    """Nothing: no weights, no cache, no norm. Bercovich et al. 2024, arXiv:2411.19146 (Puzzle)."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "None")
    kind: Literal["none"] = "none"
    absent: ClassVar[bool] = True
