"""The table of learned positions, where a model has one. Rotary positions belong to the attention that rotates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from planner.fields import Cell, Number
from planner.parts.base import Part, Weight
from planner.words import QT_TRANSLATE_NOOP


class Learned(Part):
    """A table with a row of d_model elements per position. Radford et al. 2019 (GPT-2)."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Learned")
    kind: Literal["learned"] = "learned"
    positions: Annotated[
        Cell,
        Number(
            "Positions",
            "Rows of the learned table (OPT has two more than its context).",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 1024

    def weights(self) -> Iterable[Weight]:
        yield Weight(
            "positions",
            QT_TRANSLATE_NOOP("ledger", "Position table"),
            "positions * d_model",
            "positions * d_model",
            "embedding",
            "Radford et al. 2019, GPT-2",
        )


class NoPosition(Part):
    """No table: positions are rotary (a property of the attention), ALiBi, or absent."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "No table")
    kind: Literal["none"] = "none"


POSITION_KINDS = (NoPosition, Learned)
Position = Annotated[NoPosition | Learned, Field(discriminator="kind")]
