"""Normalisation layers: RMSNorm and LayerNorm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Choice, Flag
from planner.parts.base import Operator, Part, Phase, Weight, elementwise
from planner.words import QT_TRANSLATE_NOOP

NORM_KINDS = (("rms_norm", "RMSNorm"), ("layer_norm", "LayerNorm"))
REFERENCE = "Zhang & Sennrich 2019, arXiv:1910.07467; Ba et al. 2016, arXiv:1607.06450"
READS_AND_WRITES = "Reads and writes one row of d_model elements per token"


class Norm(Part):
    """A norm over d_model: a scale of d_model elements, and a bias where it has one (LayerNorm usually has)."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Norm")
    kind: Annotated[
        Literal["rms_norm", "layer_norm"],
        Choice("Norm", "RMSNorm scales only; LayerNorm also centres.", "architecture", NORM_KINDS),
    ] = "rms_norm"
    scale: Annotated[bool, Flag("Norm scale", "A learned scale of d_model elements (OLMo-1 has none).")] = True
    bias: Annotated[bool, Flag("Norm bias", "A learned bias of d_model elements beside the scale.")] = False

    def weights(self) -> Iterable[Weight]:
        if self.scale:
            yield Weight("scale", QT_TRANSLATE_NOOP("ledger", "Norm scale"), "d_model", "d_model", "vector", REFERENCE)
        if self.bias:
            yield Weight("bias", QT_TRANSLATE_NOOP("ledger", "Norm bias"), "d_model", "d_model", "vector", REFERENCE)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        reads = [weight.key for weight in self.weights()]
        yield elementwise("norm", QT_TRANSLATE_NOOP("ledger", "Norm"), "2 * d_model", READS_AND_WRITES, reads)
