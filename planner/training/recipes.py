"""Training recipes as data: which copies of a parameter exist, and how many bytes each has. A user edits the bytes.

A copy is a pair (bytes, elements): 260 bytes for 256 elements are an 8-bit state with a 4-byte scale per block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from planner.words import QT_TRANSLATE_NOOP

FIRST = QT_TRANSLATE_NOOP("ledger", "First moments")
SECOND = QT_TRANSLATE_NOOP("ledger", "Second moments")
MOMENTUM = QT_TRANSLATE_NOOP("ledger", "Momentum")
SQUARES = QT_TRANSLATE_NOOP("ledger", "Mean squares of the gradients")
ROWS_AND_COLUMNS = QT_TRANSLATE_NOOP("ledger", "Variances by row and column")
VECTORS = QT_TRANSLATE_NOOP("ledger", "Adam moments of what is no matrix of a layer")

RECIPE_COPIES = MappingProxyType({
    "weights": QT_TRANSLATE_NOOP("ledger", "Weights"),
    "gradients": QT_TRANSLATE_NOOP("ledger", "Gradients"),
    "master": QT_TRANSLATE_NOOP("ledger", "Master weights"),
    "temporary": QT_TRANSLATE_NOOP("ledger", "Temporary copy of the optimizer's step"),
    "gathered": QT_TRANSLATE_NOOP("ledger", "Gathered weights"),
})  # fmt: skip
"""What the copies are called that every recipe states; each state of an optimizer has its own label."""

ZERO = "Rajbhandari et al. 2020, arXiv:1910.02054, section 3.1"
MEGATRON = QT_TRANSLATE_NOOP(
    "references", "Megatron-LM docs, distributed optimizer: 18 bytes per parameter, 6 + 12/dp when it is distributed"
)
TORCH = QT_TRANSLATE_NOOP("references", "torch 2.13: an optimizer keeps its states in the type of the parameter")
FSDP = QT_TRANSLATE_NOOP("references", "Zhao et al. 2023, arXiv:2304.11277: fp32 shards, gathered and computed in bf16")
BLOCKWISE = QT_TRANSLATE_NOOP(
    "references", "Dettmers et al. 2022, arXiv:2110.02861: 8 bit and a 4-byte scale per block of 256"
)
ADAFACTOR = "Shazeer & Stern 2018, arXiv:1804.04235; torch.optim.Adafactor"
MUON = QT_TRANSLATE_NOOP("references", "Jordan et al. 2024 (Muon); torch.optim.Muon for matrices, AdamW for the rest")
AUTOCAST = QT_TRANSLATE_NOOP(
    "references", "torch.autocast: fp32 parameters, a bf16 copy of each matrix for the matrix product"
)
LORA = QT_TRANSLATE_NOOP("references", "Hu et al. 2021, arXiv:2106.09685; peft keeps adapters in fp32")
QLORA = "Dettmers et al. 2023, arXiv:2305.14314"
BY_ROW_AND_COLUMN = QT_TRANSLATE_NOOP(
    "findings", "its variances are means over whole rows and columns (Shazeer & Stern 2018, section 3)"
)
ORTHOGONAL = QT_TRANSLATE_NOOP("findings", "it orthogonalises whole matrices (Liu et al. 2025, arXiv:2502.16982)")


@dataclass(frozen=True, slots=True)
class State:
    """One state of the optimizer: key, label, bytes for `elements` elements, and which elements have it.

    "each" is every trained element; "factored" one per row and one per column of a matrix, and each of a vector;
    "matrices" those of the layers' matrices, "rest" all others.
    """

    key: str
    label: str
    bytes: int
    elements: int = 1
    of: Literal["each", "factored", "matrices", "rest"] = "each"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Bytes of each copy of a trained parameter, and the type of the arithmetic.

    `temporary` bytes per element exist while the optimizer steps; `counters` are 4 bytes for each tensor; `gathered`
    bytes per element has a layer while it is gathered from the ranks that share it. torch sets gradients to none after
    a step (`frees`); DeepSpeed and Megatron keep their buffers.
    """

    name: str
    label: str
    weights: int
    gradients: int
    master: int
    states: tuple[State, ...]
    compute: str
    reference: str
    temporary: int = 0
    gathered: int = 2
    counters: bool = False
    frees: bool = False
    """Whether gradients are set to none after the step, so that the next forward pass is without them."""
    orthogonalises: bool = False
    """Whether the step works on whole matrices (Newton-Schulz), one at a time."""
    shards_weights: bool = False
    """Whether fp32 weights are shared from stage 1 on, and gathered in the type of the arithmetic (FSDP)."""
    autocast: bool = False
    adapters: bool = False
    base: str | None = None

    @property
    def whole_matrices(self) -> str:
        """Why a step needs whole matrices, so that a share of one is not enough, with its source; empty: it does not.

        >>> bool(RECIPES["muon"].whole_matrices), bool(RECIPES["adafactor"].whole_matrices)
        (True, True)
        >>> RECIPES["bf16_adamw"].whole_matrices
        ''
        """
        if self.orthogonalises:
            return ORTHOGONAL
        return BY_ROW_AND_COLUMN if any(state.of == "factored" for state in self.states) else ""


def adam(size: int, elements: int = 1) -> tuple[State, ...]:
    """The two moments of Adam."""
    return State("first", FIRST, size, elements), State("second", SECOND, size, elements)


ALL = (
    Recipe("mixed_adamw", "AdamW, bf16 with fp32 master (ZeRO)", 2, 2, 4, adam(4), "bf16", ZERO),
    Recipe("megatron_adamw", "AdamW, bf16 with fp32 master and gradients (Megatron)", 2, 4, 4, adam(4), "bf16",
           MEGATRON),
    Recipe("bf16_adamw", "AdamW, all bf16 (torch)", 2, 2, 0, adam(2), "bf16", TORCH, temporary=2, frees=True),
    Recipe("fp32_adamw", "AdamW, all fp32", 4, 4, 0, adam(4), "fp32", TORCH, temporary=4, gathered=4, frees=True),
    Recipe("autocast_adamw", "AdamW, fp32 under bf16 autocast", 4, 4, 0, adam(4), "bf16", AUTOCAST, temporary=4,
           gathered=4, autocast=True, frees=True),
    Recipe("fsdp_adamw", "AdamW, FSDP mixed precision (fp32 shards)", 4, 4, 0, adam(4), "bf16", FSDP, temporary=4,
           frees=True, shards_weights=True),
    Recipe("adam_8bit", "AdamW, 8-bit states (bf16 weights)", 2, 2, 0, adam(260, 256), "bf16", BLOCKWISE, frees=True),
    Recipe("adafactor", "Adafactor, fp32", 4, 4, 0, (State("factored", ROWS_AND_COLUMNS, 4, of="factored"),), "fp32",
           ADAFACTOR, gathered=4, counters=True, frees=True),
    Recipe("sgd_momentum", "SGD with momentum, bf16", 2, 2, 0, (State("momentum", MOMENTUM, 2),), "bf16", TORCH,
           frees=True),
    Recipe("rmsprop", "RMSprop, bf16", 2, 2, 0, (State("squares", SQUARES, 2),), "bf16", TORCH, counters=True,
           frees=True),
    Recipe("rmsprop_fp32", "RMSprop, fp32", 4, 4, 0, (State("squares", SQUARES, 4),), "fp32", TORCH, gathered=4,
           counters=True, frees=True),
    Recipe("adagrad", "Adagrad, bf16", 2, 2, 0, (State("squares", SQUARES, 2),), "bf16", TORCH, counters=True,
           frees=True),
    Recipe("muon", "Muon, fp32; AdamW for tables and vectors", 4, 4, 0,
           (State("momentum", MOMENTUM, 4, of="matrices"), State("rest", VECTORS, 8, of="rest")), "fp32", MUON,
           temporary=4, gathered=4, frees=True, orthogonalises=True),
    Recipe("lora_adamw", "LoRA, adapters in fp32 with AdamW", 4, 4, 0, adam(4), "bf16", LORA, temporary=4,
           adapters=True, frees=True),
    Recipe("qlora_adamw", "QLoRA, nf4 base, adapters in fp32 with AdamW", 4, 4, 0, adam(4), "bf16", QLORA, temporary=4,
           adapters=True, base="nf4", frees=True),
)  # fmt: skip
RECIPES: Mapping[str, Recipe] = MappingProxyType({recipe.name: recipe for recipe in ALL})
RECIPE_OPTIONS = tuple((recipe.name, recipe.label) for recipe in ALL)
