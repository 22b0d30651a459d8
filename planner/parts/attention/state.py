"""What the kinds with a fixed state share: the short causal convolution before the state, and the state's caches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from planner.fields import Cell, Number
from planner.parts.base import Cached, Operator, Phase, Weight, elementwise
from planner.words import QT_TRANSLATE_NOOP

SHARDING = QT_TRANSLATE_NOOP(
    "references", "Shoeybi et al. 2019, arXiv:1909.08053, section 3: heads and channels divided over the ranks"
)
CONVOLUTION = QT_TRANSLATE_NOOP(
    "references", "Gu & Dao 2023, arXiv:2312.00752: depth-wise causal convolution over the last `kernel` tokens"
)

Kernel = Annotated[
    Cell, Number("Convolution", "Tokens that the short convolution sees.", "architecture", unit="token", minimum=1,
                 maximum=4096),
]  # fmt: skip


def convolution(channels: str, channels_rank: str, bias: bool) -> Iterable[Weight]:
    """The kernel of a depth-wise convolution, and its bias."""
    label = QT_TRANSLATE_NOOP("ledger", "Convolution")
    yield Weight("conv", label, f"({channels}) * kernel", f"({channels_rank}) * kernel", "vector", CONVOLUTION)
    if bias:
        label = QT_TRANSLATE_NOOP("ledger", "Convolution bias")
        yield Weight("conv_bias", label, channels, channels_rank, "vector", CONVOLUTION)


def convolve(phase: Phase, channels_rank: str, bias: bool) -> Operator:
    """The call of that convolution: every channel read and written once, and in a decode step the kept tokens too."""
    reads = ("conv", "conv_bias") if bias else ("conv",)
    label = QT_TRANSLATE_NOOP("ledger", "Convolution")
    state = ("conv_state",) if phase == "decode" else ()
    return elementwise("conv", label, f"2 * ({channels_rank})", CONVOLUTION, reads, state)


def states(
    elements: str, channels_rank: str, reference: str, stored: Literal["state", "fp32"] = "state"
) -> Iterable[Cached]:
    """The recurrent state, and the tokens that the convolution still needs; both once per sequence."""
    label = QT_TRANSLATE_NOOP("ledger", "Recurrent state")
    yield Cached("state", label, elements, stored, reference, "1")
    label = QT_TRANSLATE_NOOP("ledger", "Convolution state")
    yield Cached("conv_state", label, f"({channels_rank}) * (kernel - 1)", "state", CONVOLUTION, "1")


def scan(phase: Phase, flops_per_row: str, row_elements: str, reference: str, reads: Iterable[str] = ()) -> Operator:
    """The recurrence: FLOPs per token; a decode step reads and writes the state, a prefill keeps it on chip.

    `reads` names the weights that it reads: decay rates, biases of the steps.
    """
    moved = " + ".join([f"activation_bytes * rows * ({row_elements})", *(f"{name}_bytes" for name in reads)])
    if phase == "decode":
        moved = f"{moved} + 2 * batch * state_bytes"
    label = QT_TRANSLATE_NOOP("ledger", "Recurrence")
    return Operator("recurrence", label, "scan", f"rows * {flops_per_row}", moved, reference)
