"""Dense feed-forward networks: gated (three matrices) and plain (two).

Source: Shazeer 2020, arXiv:2002.05202 (gated); Vaswani et al. 2017, arXiv:1706.03762 (plain).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Flag, Number
from planner.parts.base import Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.parts.saving import KORTHIKANTI, MEASURED, Saved, Saving, times
from planner.words import QT_TRANSLATE_NOOP

GATED = "Shazeer 2020, arXiv:2002.05202"
PLAIN = "Vaswani et al. 2017, arXiv:1706.03762, section 3.3"
SUB_NORM = "Ma et al. 2024, arXiv:2402.17764 (BitNet b1.58)"
SHARDING = "Shoeybi et al. 2019, arXiv:1909.08053, section 3"
ACTIVATIONS = (
    ("silu", "SiLU"),
    ("gelu", "GELU"),
    ("gelu_tanh", "GELU (tanh)"),
    ("gelu_new", "GELU (tanh, written out)"),
    ("relu", "ReLU"),
    ("relu2", "ReLU²"),
    ("xielu", "xIELU"),
)

Width = Annotated[
    Cell,
    Number(
        "Feed-forward width", "Width between the feed-forward matrices.", "architecture", minimum=1, maximum=10_000_000
    ),
]
Activation = Annotated[
    str, Choice("Activation", "The non-linearity; only xIELU has parameters, two.", "architecture", ACTIVATIONS)
]
UpBias = Annotated[bool, Flag("Up bias", "A bias on the matrices that widen.", "architecture")]
DownBias = Annotated[bool, Flag("Down bias", "A bias on the matrix that narrows.", "architecture")]
InnerNorm = Annotated[
    bool, Flag("Inner norm", "A learned norm over the width before the matrix that narrows (BitNet).", "architecture")
]


class Dense(Part):
    """What the dense networks share: matrices that widen, a non-linearity, a matrix that narrows.

    A kind says which matrices widen (key and label of each and of its bias), how many rows of the width the
    non-linearity reads and writes, and its words.
    """

    reference: ClassVar[str]
    widening: ClassVar[tuple[tuple[str, str, str], ...]]
    widen: ClassVar[tuple[str, str]]
    """Key and label of the one call that widens."""
    activated: ClassVar[tuple[str, int]]
    """Label of the non-linearity, and the rows of the width that it reads and writes."""
    alive: ClassVar[int]
    """Rows of the width that are alive at once."""
    width: Width = 11008
    activation: Activation = "silu"
    up_bias: UpBias = False
    down_bias: DownBias = False
    inner_norm: InnerNorm = False

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Feed-forward width per rank")
        yield Shape("width_rank", label, "ceil_div(width, tp)", SHARDING)

    def weights(self) -> Iterable[Weight]:
        down = ("down", QT_TRANSLATE_NOOP("ledger", "Down matrix"), "")
        for key, label, _ in (*self.widening, down):
            yield Weight(key, label, "d_model * width", "d_model * width_rank", "matrix", self.reference)
        if self.up_bias:
            for key, _, label in self.widening:
                yield Weight(f"{key}_bias", label, "width", "width_rank", "vector", self.reference)
        if self.down_bias:
            label = QT_TRANSLATE_NOOP("ledger", "Down bias")
            yield Weight("down_bias", label, "d_model", "d_model", "vector", self.reference)
        if self.activation == "xielu":
            label = QT_TRANSLATE_NOOP("ledger", "Activation's slopes")
            yield Weight("slopes", label, "2", "2", "vector", "Huang & Schlag 2024, arXiv:2411.13010 (xIELU)")
        if self.inner_norm:
            label = QT_TRANSLATE_NOOP("ledger", "Inner norm")
            yield Weight("inner_norm", label, "width", "width_rank", "vector", SUB_NORM)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        keys = [key for key, _, _ in self.widening]
        wide = "width_rank" if len(keys) == 1 else f"({len(keys)} * width_rank)"
        biases = [f"{key}_bias" for key in keys] if self.up_bias else []
        key, label = self.widen
        yield gemm(key, label, wide, "d_model", [*keys, *biases], self.reference)
        label, moved = self.activated
        slopes = ("slopes",) if self.activation == "xielu" else ()
        yield elementwise("activation", label, f"{moved} * width_rank", self.reference, slopes)
        if self.inner_norm:
            label = QT_TRANSLATE_NOOP("ledger", "Inner norm")
            yield elementwise("inner_norm", label, "2 * width_rank", SUB_NORM, ("inner_norm",))
        label = QT_TRANSLATE_NOOP("ledger", "Down matrix")
        reads = ("down", "down_bias") if self.down_bias else ("down",)
        yield gemm("down", label, "d_model", "width_rank", reads, self.reference)

    def rank_checks(self, tp: int) -> Iterable[Check]:
        if isinstance(self.width, int) and self.width % tp:
            yield Check(
                "tp_does_not_divide_width",
                "width",
                QT_TRANSLATE_NOOP(
                    "findings", "TP {tp} does not divide the feed-forward width {width}; most engines refuse this."
                ),
                {"width": self.width, "tp": tp},
                QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the width."),
            )

    def transient(self) -> str:
        return f"({self.alive} * width_rank)"

    def saved(self, how: Saving) -> Iterable[Saved] | None:
        inner = self._inner(how)
        if inner is None or self.inner_norm:
            return None
        return self._saved(how, inner)

    def _saved(self, how: Saving, inner: int) -> Iterable[Saved]:
        reference = KORTHIKANTI if how.implementation == "megatron" else MEASURED
        wide = "activation_bytes * rows * width_rank"
        keys = [key for key, _, _ in self.widening]
        label = QT_TRANSLATE_NOOP("ledger", "Input of the feed-forward network")
        row = "activation_bytes * stream_rows * d_model"
        if how.inputs(*keys):
            yield Saved("feed_forward_input", label, times(how.inputs(*keys), row), reference)
        if how.dropped(*keys):
            label = QT_TRANSLATE_NOOP("ledger", "Dropped inputs and masks of the adapters")
            yield Saved("dropped_inputs", label, f"{how.dropped(*keys)} * stream_rows * d_model")
        label = QT_TRANSLATE_NOOP("ledger", "Inside the feed-forward network")
        yield Saved("inner", label, times(inner, wide), reference)
        label = QT_TRANSLATE_NOOP("ledger", "Input of the down matrix")
        if how.adapted is None or how.inputs("down"):
            yield Saved("down_input", label, wide, reference)
        elif how.dropped("down"):
            yield Saved("down_input", label, f"{how.dropped('down')} * rows * width_rank", reference)
        adapters = how.adapters(*keys, "down")
        if adapters:
            label = QT_TRANSLATE_NOOP("ledger", "Between the matrices of the adapters")
            yield Saved("adapters", label, times(adapters, "activation_bytes * rows * lora_rank"))
        if how.dropout:
            label = QT_TRANSLATE_NOOP("ledger", "Mask of the dropout after the feed-forward network")
            size = "activation_bytes" if how.implementation == "sdpa_math" else "1"
            yield Saved("dropout", label, f"{size} * stream_rows * d_model", reference)

    def inner_gradients(self, how: Saving) -> str | None:
        rows = self._gradient_rows(how)
        return None if rows is None else times(rows, "activation_bytes * rows * width_rank")

    def _gradient_rows(self, how: Saving) -> int | None:
        """Rows of the width that gradients take at once, less the kept row that its matrix needs no more."""
        raise NotImplementedError

    def _inner(self, how: Saving) -> int | None:
        """Rows of the width that are kept besides the input of the matrix that narrows; None where not measured."""
        raise NotImplementedError


class Gated(Dense):
    """down(activation(gate(x)) * up(x)): SwiGLU with SiLU, GeGLU with GELU."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Gated")
    kind: Literal["gated"] = "gated"
    reference: ClassVar[str] = GATED
    widening: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("gate", QT_TRANSLATE_NOOP("ledger", "Gate matrix"), QT_TRANSLATE_NOOP("ledger", "Gate bias")),
        ("up", QT_TRANSLATE_NOOP("ledger", "Up matrix"), QT_TRANSLATE_NOOP("ledger", "Up bias")),
    )
    widen: ClassVar[tuple[str, str]] = ("gate_up", QT_TRANSLATE_NOOP("ledger", "Gate and up matrices"))
    activated: ClassVar[tuple[str, int]] = (QT_TRANSLATE_NOOP("ledger", "Activation and product"), 3)
    alive: ClassVar[int] = 3

    def _inner(self, how: Saving) -> int | None:
        """What enters the non-linearity, what leaves it, and what that is multiplied with; a fused kernel computes the
        second again.
        """
        if how.implementation == "megatron" or how.dropout or self.activation not in ("silu", "gelu", "gelu_tanh"):
            return None
        if how.adapted is not None and how.implementation == "fused":
            return None
        return 2 if how.implementation == "fused" else 3

    def _gradient_rows(self, how: Saving) -> int | None:
        """Of the product and both its factors, when the product itself is gone; a fused kernel writes in place."""
        if how.implementation == "fused":
            return 1
        kept = how.adapted is None or (bool(how.inputs("down")) and not how.adapter_dropout)
        return 2 if kept else 3


class Plain(Dense):
    """down(activation(up(x))): the two matrices of the original transformer, GPT-2, GPT-3."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Plain")
    kind: Literal["plain"] = "plain"
    reference: ClassVar[str] = PLAIN
    widening: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("up", QT_TRANSLATE_NOOP("ledger", "Up matrix"), QT_TRANSLATE_NOOP("ledger", "Up bias")),
    )
    widen: ClassVar[tuple[str, str]] = ("up", QT_TRANSLATE_NOOP("ledger", "Up matrix"))
    activated: ClassVar[tuple[str, int]] = (QT_TRANSLATE_NOOP("ledger", "Activation"), 2)
    alive: ClassVar[int] = 2
    width: Width = 3072
    activation: Activation = "gelu"

    def _inner(self, how: Saving) -> int | None:
        """What enters the non-linearity; ReLU keeps what leaves it, which the next matrix keeps too."""
        if how.adapted is not None or how.autocast:
            return None
        kept = {"gelu": 1, "gelu_tanh": 1, "silu": 1, "relu2": 1, "relu": 0, "gelu_new": 4}.get(self.activation)
        if how.implementation in ("fused", "megatron") and self.activation == "gelu_new":
            return 1
        return kept

    def _gradient_rows(self, how: Saving) -> int | None:
        """Of what leaves the non-linearity and of what enters it, when the input of the second matrix is gone."""
        return 1
