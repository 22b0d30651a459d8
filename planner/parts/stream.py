"""How layers speak to the residual stream, where that has weights: per-layer inputs, AltUp, hyper-connections.

The weights of a kind stand before the layers (`weights`), in every layer (`layer_weights`) and after the layers
(`weights_after`); its operators likewise. What comes after the layers runs for the last token of each sequence, as the
head does.
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
BETWEEN = "(streams - 1) * d_model * d_model"
MIXED = "(2 + streams) * streams"

Streams = Annotated[Cell, Number("Streams", "Copies of the residual stream.", "architecture", minimum=2, maximum=64)]


class Stream(Part):
    """A kind of residual stream."""

    def weights_after(self) -> Iterable[Weight]:
        """The tensors between the last layer and the final norm."""
        return ()

    def operators_after(self) -> Iterable[Operator]:
        """The calls between the last layer and the final norm, in either phase."""
        return ()

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

    def operators(self, phase: Phase) -> Iterable[Operator]:
        made = "total_layers * input_width"
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer projection of the embedding")
        yield gemm("input_projection", label, made, "d_model", ("input_projection",), PER_LAYER)
        label = QT_TRANSLATE_NOOP("ledger", "Per-layer norm")
        yield elementwise("input_norm", label, f"2 * {made}", PER_LAYER, ("input_norm",))
        label = QT_TRANSLATE_NOOP("ledger", "Sum with the rows of the per-layer table")
        yield elementwise("input_sum", label, f"3 * {made}", PER_LAYER)

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
    kind: Literal["alternating_updates"] = "alternating_updates"  # type: ignore[assignment]  # not its parent's
    streams: Streams = 4
    low_rank: Annotated[
        Cell, Number("Low rank", "Width of the low-rank path beside attention.", "architecture", minimum=1,
                     maximum=1_000_000),
    ] = 64  # fmt: skip

    def weights(self) -> Iterable[Weight]:
        yield from super().weights()
        label = QT_TRANSLATE_NOOP("ledger", "Stream projections")
        yield Weight("stream_projections", label, BETWEEN, BETWEEN, "matrix", ALTUP)

    def weights_after(self) -> Iterable[Weight]:
        label = QT_TRANSLATE_NOOP("ledger", "Stream projections back")
        yield Weight("stream_projections_back", label, BETWEEN, BETWEEN, "matrix", ALTUP)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        yield from super().operators(phase)
        label = QT_TRANSLATE_NOOP("ledger", "Stream projections")
        yield gemm("stream_projections", label, "(streams - 1) * d_model", "d_model", ("stream_projections",), ALTUP)

    def operators_after(self) -> Iterable[Operator]:
        label, reads = QT_TRANSLATE_NOOP("ledger", "Stream projections back"), ("stream_projections_back",)
        yield gemm("stream_projections_back", label, "(streams - 1) * d_model", "d_model", reads, ALTUP)
        label = QT_TRANSLATE_NOOP("ledger", "Mean of the streams")
        yield elementwise("streams_mean", label, "(streams + 1) * d_model", ALTUP)

    def layer_weights(self) -> Iterable[Weight]:
        yield from super().layer_weights()
        for key, label, elements in (
            ("low_rank", QT_TRANSLATE_NOOP("ledger", "Low-rank path"), "2 * d_model * low_rank"),
            (
                "stream_mixing",
                QT_TRANSLATE_NOOP("ledger", "Stream prediction and correction"),
                "(streams ** 3 + streams ** 2)",
            ),
        ):
            yield Weight(key, label, elements, elements, "matrix", ALTUP)
        label, elements = QT_TRANSLATE_NOOP("ledger", "Stream router"), "d_model * streams"
        yield Weight("stream_router", label, elements, elements, "matrix", ALTUP, runs=2)
        for key, label, elements in (
            ("stream_norms", QT_TRANSLATE_NOOP("ledger", "Norms of stream router and low-rank path"), "2 * d_model"),
            ("stream_scale", QT_TRANSLATE_NOOP("ledger", "Stream output scale"), "d_model"),
        ):
            yield Weight(key, label, elements, elements, "vector", ALTUP)

    def layer_operators(self, phase: Phase) -> Iterable[Operator]:
        yield from super().layer_operators(phase)
        label = QT_TRANSLATE_NOOP("ledger", "Low-rank path")
        moved = "low_rank_bytes + 2 * activation_bytes * rows * (d_model + low_rank)"
        yield Operator("low_rank", label, "gemm", "4 * rows * d_model * low_rank", moved, ALTUP)
        for key, label in (
            ("predict_router", QT_TRANSLATE_NOOP("ledger", "Stream router before the layer")),
            ("correct_router", QT_TRANSLATE_NOOP("ledger", "Stream router after the layer")),
        ):
            yield gemm(key, label, "streams", "d_model", ("stream_router",), ALTUP)
        label = QT_TRANSLATE_NOOP("ledger", "Coefficients of prediction and correction")
        yield gemm("coefficients", label, "(streams ** 2 + streams)", "streams", ("stream_mixing",), ALTUP)
        label = QT_TRANSLATE_NOOP("ledger", "Stream prediction and correction")
        yield elementwise("streams", label, "4 * streams * d_model", ALTUP, ("stream_norms", "stream_scale"))


class HyperConnections(Stream):
    """`streams` copies, mixed before and after attention and before and after the feed-forward. DeepSeek-V4."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Hyper-connections")
    kind: Literal["hyper_connections"] = "hyper_connections"
    streams: Streams = 4

    def weights_after(self) -> Iterable[Weight]:
        elements, base = "streams * streams * d_model", "streams + 1"
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing before the head")
        yield Weight("stream_head", label, elements, elements, "router", HYPER)
        label = QT_TRANSLATE_NOOP("ledger", "Base and scale of the mixing before the head")
        yield Weight("stream_head_base", label, base, base, "vector", HYPER)

    def operators_after(self) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing before the head")
        yield gemm("stream_head", label, "streams", "streams * d_model", ("stream_head", "stream_head_base"), HYPER)
        label = QT_TRANSLATE_NOOP("ledger", "Sum of the streams")
        yield elementwise("streams_sum", label, "(streams + 1) * d_model", HYPER)

    def layer_weights(self) -> Iterable[Weight]:
        elements, base = f"2 * {MIXED} * streams * d_model", f"2 * ({MIXED} + 3)"
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing")
        yield Weight("stream_mixing", label, elements, elements, "router", HYPER)
        label = QT_TRANSLATE_NOOP("ledger", "Base and scale of the mixing")
        yield Weight("stream_mixing_base", label, base, base, "vector", HYPER)

    def layer_operators(self, phase: Phase) -> Iterable[Operator]:
        for half, label in (
            ("attention", QT_TRANSLATE_NOOP("ledger", "Stream mixing around attention")),
            ("feed_forward", QT_TRANSLATE_NOOP("ledger", "Stream mixing around the feed-forward")),
        ):
            moved = f"activation_bytes * rows * (streams * d_model + {MIXED})"
            read = "(stream_mixing_bytes + stream_mixing_base_bytes) // 2"
            flops = f"2 * rows * {MIXED} * streams * d_model"
            yield Operator(f"mixing_{half}", label, "gemm", flops, f"{read} + {moved}", HYPER)
        label = QT_TRANSLATE_NOOP("ledger", "Stream mixing")
        yield elementwise("streams", label, "4 * streams * d_model", HYPER)


STREAM_KINDS = (SingleStream, PerLayerInputs, AlternatingUpdates, HyperConnections)
StreamKind = Annotated[
    SingleStream | PerLayerInputs | AlternatingUpdates | HyperConnections, Field(discriminator="kind")
]
"""The union over STREAM_KINDS, told apart by `kind`; a test holds the two against each other."""
