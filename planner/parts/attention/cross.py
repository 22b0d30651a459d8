"""Cross-attention: keys and values come from another input, once per sequence.

Source: Grattafiori et al. 2024, arXiv:2407.21783, section 7 (the image layers of Llama 3.2 Vision).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Flag, Number
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.base import Weight
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Grattafiori et al. 2024, arXiv:2407.21783, section 7"


class CrossAttention(GroupedQuery):
    """Grouped-query attention to `other_tokens` tokens of another input; they do not grow with the context."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Cross-attention")
    kind: Literal["cross_attention"] = "cross_attention"  # type: ignore[assignment]
    other_tokens: Annotated[
        Cell,
        Number(
            "Other tokens",
            "Tokens of the other input whose keys and values are kept, for example of one image.",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 1601
    gates: Annotated[
        bool, Flag("Layer gates", "One learned scalar on the attention and one on the feed-forward.", "architecture")
    ] = False

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        if self.gates:
            yield Weight("gates", QT_TRANSLATE_NOOP("ledger", "Layer gates"), "2", "2", "vector", REFERENCE)

    def _held(self) -> str:
        return "other_tokens"

    def _pairs(self) -> str:
        return "tokens * other_tokens"
