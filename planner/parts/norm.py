"""Normalisation layers: RMSNorm and LayerNorm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Choice, Flag
from planner.parts.base import Operator, Part, Phase, Weight, elementwise
from planner.parts.saving import KORTHIKANTI, MEASURED, Saved, Saving
from planner.words import QT_TRANSLATE_NOOP

NORM_FORMS = (
    ("usual", "Statistics in fp32, the scale in the type of the arithmetic"),
    ("fp32_scale", "The scale too in fp32 (OLMo 2)"),
    ("written", "Centred and scaled in fp32, written out (Cohere)"),
    ("scale_from_one", "The scale kept as its difference from one (Nemotron)"),
)
NORM_KINDS = (("rms_norm", "RMSNorm"), ("layer_norm", "LayerNorm"))
REFERENCE = "Zhang & Sennrich 2019, arXiv:1910.07467; Ba et al. 2016, arXiv:1607.06450"
READS_AND_WRITES = QT_TRANSLATE_NOOP("references", "Reads and writes one row of d_model elements per token")


class Norm(Part):
    """A norm over d_model: a scale of d_model elements, and a bias where it has one (LayerNorm usually has)."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Norm")
    kind: Annotated[
        Literal["rms_norm", "layer_norm"],
        Choice("Norm", "RMSNorm scales only; LayerNorm also centres.", "architecture", NORM_KINDS),
    ] = "rms_norm"
    scale: Annotated[bool, Flag("Norm scale", "A learned scale of d_model elements (OLMo-1 has none).")] = True
    bias: Annotated[bool, Flag("Norm bias", "A learned bias of d_model elements beside the scale.")] = False

    offset: Annotated[
        bool,
        Flag("Scale from one", "The scale is kept as its difference from one and applied in fp32 (Gemma)."),
    ] = False

    form: Annotated[
        str, Choice("Norm form", "How the family's code computes it: decides what training keeps.", "architecture",
                    NORM_FORMS),
    ] = "usual"  # fmt: skip

    def weights(self) -> Iterable[Weight]:
        if self.scale:
            yield Weight("scale", QT_TRANSLATE_NOOP("ledger", "Norm scale"), "d_model", "d_model", "vector", REFERENCE)
        if self.bias:
            yield Weight("bias", QT_TRANSLATE_NOOP("ledger", "Norm bias"), "d_model", "d_model", "vector", REFERENCE)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        reads = [weight.key for weight in self.weights()]
        yield elementwise("norm", QT_TRANSLATE_NOOP("ledger", "Norm"), "2 * d_model", READS_AND_WRITES, reads)

    def saved(self, how: Saving) -> Iterable[Saved] | None:
        text = self._kept(how)
        if text is None:
            return None
        reference = KORTHIKANTI if how.implementation == "megatron" else MEASURED
        return (Saved("norm", QT_TRANSLATE_NOOP("ledger", "Norm"), text, reference),)

    def _special(self, how: Saving, frozen: bool) -> str | None:
        """Bytes of a form that was measured with every weight trained and without autocast."""
        if frozen or how.autocast or self.offset:
            return None
        statistics = "4 * stream_rows"
        if self.form == "written" and self.kind == "layer_norm" and not self.bias:
            scale = "" if how.fp32 else " + 4 * d_model"
            return f"12 * stream_rows * d_model + {statistics}{scale}"
        if self.form == "fp32_scale" and self.kind == "rms_norm" and not self.bias:
            return f"8 * stream_rows * d_model + {statistics}"
        if self.form == "scale_from_one" and self.kind == "layer_norm":
            return "activation_bytes * stream_rows * d_model + activation_bytes * (2 * stream_rows + d_model)"
        return None

    def _kept(self, how: Saving) -> str | None:
        """Bytes that one norm keeps: its input, the statistics of each row, and what its scale multiplies."""
        frozen = how.adapted is not None
        if not self.scale or (self.offset and (frozen or self.bias)):
            return None
        if how.implementation == "megatron":
            return "activation_bytes * stream_rows * d_model"
        fused = how.implementation == "fused" or how.fused_norms
        if self.form != "usual" and not fused:
            return self._special(how, frozen)
        if self.kind == "layer_norm":
            if how.autocast:
                return None
            kept = "activation_bytes * stream_rows * d_model"
            return f"{kept} + 8 * stream_rows" if fused else f"{kept} + 2 * activation_bytes * stream_rows"
        if self.bias:
            return None
        if fused:
            return "activation_bytes * stream_rows * d_model + 4 * stream_rows"
        if self.offset:
            return "8 * stream_rows * d_model + 4 * stream_rows + 4 * d_model"
        if frozen:
            return "4 * stream_rows * d_model + 4 * stream_rows"
        wide = "8" if how.autocast and not how.behind_product else "(4 + activation_bytes)"
        return f"{wide} * stream_rows * d_model + 4 * stream_rows"
