"""How layers speak to the residual stream, where that has weights: per-layer inputs, AltUp, hyper-connections.

The weights of a kind stand outside the layers (`weights`) and in every layer (`layer_weights`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from planner.fields import Cell, Number
from planner.parts.base import Operator, Part, Phase, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

PER_LAYER = "Google 2025, Gemma 3n: a table of inputs for every layer; transformers 5.24 models/gemma3n"
ALTUP = "Baykal et al. 2023, arXiv:2301.13310 (AltUp); LAuReL: Menghani et al. 2024, arXiv:2411.07501"
HYPER = "Zhu et al. 2024, arXiv:2409.19606; Xie et al. 2025, arXiv:2512.24880 (mHC)"

Streams = Annotated[Cell, Number("Streams", "Copies of the residual stream.", "architecture", minimum=2, maximum=64)]


class Stream(Part):
    """A kind of residual stream."""

    def layer_weights(self) -> Iterable[Weight]:
        """The tensors that every layer has for the stream."""
        return ()

    def layer_operators(self, phase: Phase) -> Iterable[Operator]:
        """The calls that every layer makes for the stream."""
        return ()


class SingleStream(Stream):
    """The sum of all that came before: no weights."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Sum")
    kind: Literal["single"] = "single"


class PerLayerInputs(Stream):
    """A second token table gives every layer `input_width` elements of its own. Gemma 3n, Gemma 4 E models."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Per-layer inputs")
    kind: Literal["per_layer_inputs"] = "per_layer_inputs"
    input_width: Annotated[
        Cell, Number("Input width", "Elements that each layer gets per token.", "architecture", minimum=1,
                     maximum=1_000_000),
    ] = 256  # fmt: skip
    input_vocab: Annotated[
        Cell, Number("Input vocabulary", "Rows of the second token table.", "architecture", unit="token", minimum=1,
                     maximum=100_000_000),
    ] = 262144  # fmt: skip

    def weights(self) -> Iterable[Weight]:
        table, made = "input_vocab * total_layers * input_width", "d_model * total_layers * input_width"
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer table")
        yield Weight("input_table", label, table, table, "embedding", PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer projection of the embedding")
        yield Weight("input_projection", label, made, made, "matrix", PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer norm")
        yield Weight("input_norm", label, "input_width", "input_width", "vector", PER_LAYER)

    def layer_weights(self) -> Iterable[Weight]:
        matrix = "d_model * input_width"
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer input gate")
        yield Weight("input_gate", label, matrix, matrix, "matrix", PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer input projection")
        yield Weight("input_up", label, matrix, matrix, "matrix", PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Norm after the per-layer input")
        yield Weight("input_post_norm", label, "d_model", "d_model", "vector", PER_LAYER)

    def layer_operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer input gate")
        yield gemm("input_gate", label, "input_width", "d_model", ("input_gate",), PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer input projection")
        yield gemm("input_up", label, "d_model", "input_width", ("input_up",), PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Norm after the per-layer input")
        yield elementwise("input_post_norm", label, "2 * d_model", PER_LAYER, ("input_post_norm",))


class AlternatingUpdates(PerLayerInputs):
    """`streams` copies of which each layer computes one and predicts the others, and a low-rank path. Gemma 3n."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Alternating updates")
    kind: Literal["alternating_updates"] = "alternating_updates"  # type: ignore[assignment]
    streams: Streams = 4
    low_rank: Annotated[
        Cell, Number("Low rank", "Width of the low-rank path beside attention.", "architecture", minimum=1,
                     maximum=1_000_000),
    ] = 64  # fmt: skip

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        elements = "2 * (streams - 1) * d_model * d_model"
        label = QT_TRANSLATE_NOOP("ledger", "Stream projections")
        yield Weight("stream_projections", label, elements, elements, "matrix", ALTUP)

    def layer_weights(self) -> Iterable[Weight]:
        yield from super().layer_weights()
        for key, label, elements in (
            ("low_rank", QT_TRANSLATE_NOOP("ledger", "Low-rank path"), "2 * d_model * low_rank"),
            ("stream_router", QT_TRANSLATE_NOOP("ledger", "Stream router"), "d_model * streams"),
            (
                "stream_mixing",
                QT_TRANSLATE_NOOP("ledger", "Stream prediction and correction"),
                "streams ** 3 + streams ** 2",
            ),
        ):
            yield Weight(key, label, elements, elements, "matrix", ALTUP)
        for key, label, elements in (
            ("stream_norms", QT_TRANSLATE_NOOP("ledger", "Norms of stream router and low-rank path"), "2 * d_model"),
            ("stream_scale", QT_TRANSLATE_NOOP("ledger", "Stream output scale"), "d_model"),
        ):
            yield Weight(key, label, elements, elements, "vector", ALTUP)

    def layer_operators(self, phase: Phase) -> Iterable[Operator]:
        yield from super().layer_operators(phase)
        label = QT_TRANSLATE_NOOP("ledger", "Low-rank path")
        yield gemm("low_rank", label, "2 * low_rank", "d_model", ("low_rank",), ALTUP)
        label = QT_TRANSLATE_NOOP("ledger", "Stream prediction and correction")
        reads = ("stream_router", "stream_mixing", "stream_norms", "stream_scale")
        yield elementwise("streams", label, "4 * streams * d_model", ALTUP, reads)


class HyperConnections(Stream):
    """`streams` copies, mixed before and after attention and before and after the feed-forward. DeepSeek-V4."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Hyper-connections")
    kind: Literal["hyper_connections"] = "hyper_connections"
    streams: Streams = 4

    def weights(self) -> Iterable[Weight]:
        elements = "streams * streams * d_model + streams + 1"
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing before the head")
        yield Weight("stream_head", label, elements, elements, "vector", HYPER)

    def layer_weights(self) -> Iterable[Weight]:
        elements = "2 * ((2 + streams) * streams * (streams * d_model + 1) + 3)"
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing")
        yield Weight("stream_mixing", label, elements, elements, "vector", HYPER)

    def layer_operators(self, phase: Phase) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing")
        yield elementwise("streams", label, "4 * streams * d_model", HYPER, ("stream_mixing",))


STREAM_KINDS = (SingleStream, PerLayerInputs, AlternatingUpdates, HyperConnections)
StreamKind = Annotated[
    SingleStream | PerLayerInputs | AlternatingUpdates | HyperConnections, Field(discriminator="kind")
]
"""The union over STREAM_KINDS, told apart by `kind`; a test holds the two against each other."""
