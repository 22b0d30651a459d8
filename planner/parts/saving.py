"""What a part keeps from the forward pass for the backward pass: the words that a part and the training ledger share.

A part yields a text per kept tensor (or sum of alike tensors), over its own names and these
    rows, stream_rows      tokens on this rank; those of them whose d_model row stands on this rank (sequence parallel)
    batch, tokens          sequences of one micro-batch; tokens of a sequence on this rank
    activation_bytes       bytes of one element of the arithmetic
    lora_rank              rank of an adapter
A part that yields None has no formula that was held against a measurement: the plan refuses it by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from planner.words import QT_TRANSLATE_NOOP

Implementation = Literal["eager", "sdpa", "sdpa_math", "fused", "megatron"]

MEASURED = QT_TRANSLATE_NOOP("references", "Saved-tensor hooks on Hugging Face layers, torch 2.13, transformers 5.24")
KORTHIKANTI = "Korthikanti et al. 2022, arXiv:2205.05198, section 4.1"


@dataclass(frozen=True, slots=True)
class Saving:
    """How a layer runs: what decides which tensors the backward pass finds.

    `adapted` are the weights that adapters stand beside while the base is frozen; None: every weight is trained.
    """

    implementation: Implementation = "sdpa"
    fp32: bool = False
    autocast: bool = False
    mask: bool = False
    dropout: bool = False
    adapted: frozenset[str] | None = None
    adapter_dropout: bool = False
    fused_norms: bool = False
    """Whether norms keep their input and the statistics of its rows, and nothing in fp32."""
    behind_product: bool = False
    """Whether norms stand behind the last matrix of attention and network, so that autocast gives them bf16."""
    documents: bool = False
    """Whether sequences hold documents that are packed or padded, so that a mask is of its own for each sequence."""

    def inputs(self, *weights: str) -> int:
        """How often the input of these matrices is kept: once where they share it, once each under autocast.

        >>> Saving().inputs("q", "k", "v"), Saving(autocast=True).inputs("q", "k", "v")
        (1, 3)
        """
        if self.adapted is not None:
            return 0 if self.adapter_dropout else int(bool(self.adapted & set(weights)))
        return len(weights) if self.autocast else 1

    def dropped(self, *weights: str) -> str:
        """Bytes per element that each adapter's own dropped input takes, with its mask, for these weights together.

        torch's mask is as wide as the input on a CPU, where this was measured; a fused kernel runs on a GPU, where the
        mask is one byte (published peaks of LoRA with dropout grow by just that).

        >>> Saving(adapted=frozenset("q"), adapter_dropout=True).dropped("q", "k")
        '2 * activation_bytes'
        """
        count = self.adapters(*weights) if self.adapter_dropout else 0
        if not count:
            return ""
        return times(count, "(activation_bytes + 1)") if self.fused_norms else times(2 * count, "activation_bytes")

    def adapters(self, *weights: str) -> int:
        """How many of these weights have an adapter."""
        return 0 if self.adapted is None else len(self.adapted & set(weights))


@dataclass(frozen=True, slots=True)
class Saved:
    """One kept tensor of a layer: bytes on one rank for one micro-batch."""

    key: str
    label: str
    text: str
    reference: str = MEASURED


def times(count: int, text: str) -> str:
    """`text` so many times.

    >>> times(1, "a * b"), times(3, "a * b")
    ('a * b', '3 * a * b')
    """
    return text if count == 1 else f"{count} * {text}"
