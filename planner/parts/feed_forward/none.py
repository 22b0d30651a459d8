"""No feed-forward network: layers that are a token mixer alone (Mamba, Nemotron-H)."""

from __future__ import annotations

from typing import ClassVar, Literal

from planner.parts.base import Part
from planner.words import QT_TRANSLATE_NOOP


class NoFeedForward(Part):
    """Nothing: no weights and no norm. Gu & Dao 2023, arXiv:2312.00752 (a Mamba block is a whole layer)."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "None")
    kind: Literal["none"] = "none"
    absent: ClassVar[bool] = True
