"""Dense feed-forward networks: gated (three matrices) and plain (two).

Source: Shazeer 2020, arXiv:2002.05202 (gated); Vaswani et al. 2017, arXiv:1706.03762 (plain).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Flag, Number
from planner.parts.base import Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

GATED = "Shazeer 2020, arXiv:2002.05202"
PLAIN = "Vaswani et al. 2017, arXiv:1706.03762, section 3.3"
SUB_NORM = "Ma et al. 2024, arXiv:2402.17764 (BitNet b1.58)"
SHARDING = "Shoeybi et al. 2019, arXiv:1909.08053, section 3"
ACTIVATIONS = (
    ("silu", "SiLU"),
    ("gelu", "GELU"),
    ("gelu_tanh", "GELU (tanh)"),
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


def _width_rank() -> Shape:
    return Shape(
        "width_rank", QT_TRANSLATE_NOOP("ledger", "Feed-forward width per rank"), "ceil_div(width, tp)", SHARDING
    )


def _matrix(key: str, label: str, reference: str) -> Weight:
    return Weight(key, label, "d_model * width", "d_model * width_rank", "matrix", reference)


def _width_checks(width: Cell, tp: int) -> Iterable[Check]:
    if isinstance(width, int) and width % tp:
        yield Check(
            "tp_does_not_divide_width",
            "width",
            QT_TRANSLATE_NOOP(
                "findings", "TP {tp} does not divide the feed-forward width {width}; most engines refuse this."
            ),
            {"width": width, "tp": tp},
            QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the width."),
        )


def _extras(activation: str, inner_norm: bool) -> Iterable[Weight]:
    if activation == "xielu":
        label = QT_TRANSLATE_NOOP("ledger", "Activation's slopes")
        yield Weight("slopes", label, "2", "2", "vector", "Huang & Schlag 2024, arXiv:2411.13010 (xIELU)")
    if inner_norm:
        label = QT_TRANSLATE_NOOP("ledger", "Inner norm")
        yield Weight("inner_norm", label, "width", "width_rank", "vector", SUB_NORM)


def _activation(label: str, rows: int, activation: str, reference: str) -> Operator:
    """The non-linearity over `rows` rows of the width, read or written; xIELU reads its two slopes."""
    reads = ("slopes",) if activation == "xielu" else ()
    return elementwise("activation", label, f"{rows} * width_rank", reference, reads)


def _inner_norm() -> Operator:
    label = QT_TRANSLATE_NOOP("ledger", "Inner norm")
    return elementwise("inner_norm", label, "2 * width_rank", SUB_NORM, ("inner_norm",))


def _with_bias(key: str, bias: bool) -> tuple[str, ...]:
    return (key, f"{key}_bias") if bias else (key,)


class Gated(Part):
    """down(activation(gate(x)) * up(x)): SwiGLU with SiLU, GeGLU with GELU."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Gated")
    kind: Literal["gated"] = "gated"
    width: Width = 11008
    activation: Activation = "silu"
    up_bias: UpBias = False
    down_bias: DownBias = False
    inner_norm: InnerNorm = False

    def shapes(self) -> Iterable[Shape]:
        yield _width_rank()

    def weights(self) -> Iterable[Weight]:
        yield _matrix("gate", QT_TRANSLATE_NOOP("ledger", "Gate matrix"), GATED)
        yield _matrix("up", QT_TRANSLATE_NOOP("ledger", "Up matrix"), GATED)
        yield _matrix("down", QT_TRANSLATE_NOOP("ledger", "Down matrix"), GATED)
        if self.up_bias:
            yield Weight("gate_bias", QT_TRANSLATE_NOOP("ledger", "Gate bias"), "width", "width_rank", "vector", GATED)
            yield Weight("up_bias", QT_TRANSLATE_NOOP("ledger", "Up bias"), "width", "width_rank", "vector", GATED)
        if self.down_bias:
            yield Weight("down_bias", QT_TRANSLATE_NOOP("ledger", "Down bias"), "d_model", "d_model", "vector", GATED)
        yield from _extras(self.activation, self.inner_norm)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        wide = ("gate", "up", "gate_bias", "up_bias") if self.up_bias else ("gate", "up")
        yield gemm(
            "gate_up", QT_TRANSLATE_NOOP("ledger", "Gate and up matrices"), "(2 * width_rank)", "d_model", wide, GATED
        )
        label = QT_TRANSLATE_NOOP("ledger", "Activation and product")
        yield _activation(label, 3, self.activation, GATED)
        if self.inner_norm:
            yield _inner_norm()
        yield gemm(
            "down",
            QT_TRANSLATE_NOOP("ledger", "Down matrix"),
            "d_model",
            "width_rank",
            _with_bias("down", self.down_bias),
            GATED,
        )

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return _width_checks(self.width, tp)

    def transient(self) -> str:
        return "(3 * width_rank)"


class Plain(Part):
    """down(activation(up(x))): the two matrices of the original transformer, GPT-2, GPT-3."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Plain")
    kind: Literal["plain"] = "plain"
    width: Width = 3072
    activation: Activation = "gelu"
    up_bias: UpBias = False
    down_bias: DownBias = False
    inner_norm: InnerNorm = False

    def shapes(self) -> Iterable[Shape]:
        yield _width_rank()

    def weights(self) -> Iterable[Weight]:
        yield _matrix("up", QT_TRANSLATE_NOOP("ledger", "Up matrix"), PLAIN)
        yield _matrix("down", QT_TRANSLATE_NOOP("ledger", "Down matrix"), PLAIN)
        if self.up_bias:
            yield Weight("up_bias", QT_TRANSLATE_NOOP("ledger", "Up bias"), "width", "width_rank", "vector", PLAIN)
        if self.down_bias:
            yield Weight("down_bias", QT_TRANSLATE_NOOP("ledger", "Down bias"), "d_model", "d_model", "vector", PLAIN)
        yield from _extras(self.activation, self.inner_norm)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        yield gemm(
            "up",
            QT_TRANSLATE_NOOP("ledger", "Up matrix"),
            "width_rank",
            "d_model",
            _with_bias("up", self.up_bias),
            PLAIN,
        )
        yield _activation(QT_TRANSLATE_NOOP("ledger", "Activation"), 2, self.activation, PLAIN)
        if self.inner_norm:
            yield _inner_norm()
        yield gemm(
            "down",
            QT_TRANSLATE_NOOP("ledger", "Down matrix"),
            "d_model",
            "width_rank",
            _with_bias("down", self.down_bias),
            PLAIN,
        )

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return _width_checks(self.width, tp)

    def transient(self) -> str:
        return "(2 * width_rank)"
