"""Mamba-2: a state-space layer with one decay per head and a state of head_dim x state_dim.

Source: Dao & Gu 2024, arXiv:2405.21060.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Flag, Number
from planner.parts.attention.head_checks import divided_heads
from planner.parts.attention.state import SHARDING, Kernel, convolution, convolve, scan, states
from planner.parts.base import Cached, Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Dao & Gu 2024, arXiv:2405.21060, section 7"
INNER = "state_heads * state_head_dim"
INNER_RANK = "state_heads_rank * state_head_dim"
CHANNELS = f"{INNER} + 2 * state_groups * state_dim"
CHANNELS_RANK = f"{INNER_RANK} + 2 * state_groups_rank * state_dim"


class Mamba2(Part):
    """`state_heads` heads of `state_head_dim` channels; B and C are shared by the heads of a group."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Mamba-2")
    kind: Literal["mamba2"] = "mamba2"
    state_heads: Annotated[
        Cell, Number("State heads", "Heads of the state.", "architecture", minimum=1, maximum=65536)
    ] = 128
    state_head_dim: Annotated[
        Cell, Number("Channels per head", "Elements of one head.", "architecture", minimum=1, maximum=65536)
    ] = 64
    state_dim: Annotated[
        Cell, Number("State width", "Elements of state per channel.", "architecture", minimum=1, maximum=65536)
    ] = 128
    state_groups: Annotated[
        Cell, Number("State groups", "Groups of heads that share B and C.", "architecture", minimum=1, maximum=65536)
    ] = 1
    kernel: Kernel = 4
    conv_bias: Annotated[bool, Flag("Convolution bias", "A bias on the convolution.", "architecture")] = True
    input_bias: Annotated[bool, Flag("Input bias", "A bias on the input projection.", "architecture")] = False
    output_bias: Annotated[bool, Flag("Output bias", "A bias on the output projection.", "architecture")] = False
    gated_norm: Annotated[
        bool, Flag("Gated norm", "A learned norm over all channels before the output.", "architecture")
    ] = True

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "State heads per rank")
        yield Shape("state_heads_rank", label, "ceil_div(state_heads, tp)", SHARDING, "head")
        label = QT_TRANSLATE_NOOP("ledger", "State groups per rank (replicated when tp exceeds them)")
        yield Shape("state_groups_rank", label, "ceil_div(state_groups, tp)", SHARDING)

    def weights(self) -> Iterable[Weight]:
        made, made_rank = (
            f"({INNER} + {CHANNELS} + state_heads)",
            f"({INNER_RANK} + {CHANNELS_RANK} + state_heads_rank)",
        )
        label = QT_TRANSLATE_NOOP("ledger", "Input projection")
        yield Weight("state_in", label, f"d_model * {made}", f"d_model * {made_rank}", "matrix", REFERENCE)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield Weight("state_out", label, f"{INNER} * d_model", f"{INNER_RANK} * d_model", "matrix", REFERENCE)
        yield from convolution(CHANNELS, CHANNELS_RANK, self.conv_bias)
        heads, heads_rank = "state_heads", "state_heads_rank"
        for present, key, label, wide, wide_rank in (
            (True, "dt_bias", QT_TRANSLATE_NOOP("ledger", "Step bias"), heads, heads_rank),
            (True, "decay", QT_TRANSLATE_NOOP("ledger", "Decay rates"), heads, heads_rank),
            (True, "skip", QT_TRANSLATE_NOOP("ledger", "Skip weights"), heads, heads_rank),
            (self.gated_norm, "gated_norm", QT_TRANSLATE_NOOP("ledger", "Gated norm"), INNER, INNER_RANK),
            (self.input_bias, "state_in_bias", QT_TRANSLATE_NOOP("ledger", "Input bias"), made, made_rank),
            (self.output_bias, "state_out_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model", "d_model"),
        ):
            if present:
                yield Weight(key, label, wide, wide_rank, "vector", REFERENCE)

    def caches(self) -> Iterable[Cached]:
        return states(f"{INNER_RANK} * state_dim", CHANNELS_RANK, REFERENCE)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        made = f"({INNER_RANK} + {CHANNELS_RANK} + state_heads_rank)"
        reads = ("state_in", "state_in_bias") if self.input_bias else ("state_in",)
        yield gemm("state_in", QT_TRANSLATE_NOOP("ledger", "Input projection"), made, "d_model", reads, REFERENCE)
        yield convolve(phase, CHANNELS_RANK, self.conv_bias)
        moved = f"{INNER_RANK} + {CHANNELS_RANK}"
        yield scan(phase, self._flops("state_heads_rank"), moved, REFERENCE, ("dt_bias", "decay", "skip"))
        if self.gated_norm:
            label = QT_TRANSLATE_NOOP("ledger", "Gated norm")
            yield elementwise("gated_norm", label, f"3 * {INNER_RANK}", REFERENCE, ("gated_norm",))
        reads = ("state_out", "state_out_bias") if self.output_bias else ("state_out",)
        label = QT_TRANSLATE_NOOP("ledger", "Output projection")
        yield gemm("state_out", label, "d_model", INNER_RANK, reads, REFERENCE)

    def _flops(self, heads: str) -> str:
        """Per token, channel and element of state: decay, input (one product, one sum), output (one and one)."""
        return f"5 * {heads} * state_head_dim * state_dim"

    def attention_flops(self, phase: Phase) -> str:
        return f"rows * {self._flops('state_heads')}"

    def rank_checks(self, tp: int) -> Iterable[Check]:
        return divided_heads(self.state_heads, tp, "state_heads")

    def transient(self) -> str:
        return f"(2 * {INNER_RANK} + 2 * ({CHANNELS_RANK}))"
