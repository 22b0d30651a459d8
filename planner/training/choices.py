"""What of a training load chooses lines: the recipe, the stages of sharing, which kernels run, what is kept."""

from __future__ import annotations

from typing import NamedTuple, cast

from planner.parts.saving import Implementation, Saving
from planner.training.recipes import RECIPE_COPIES, RECIPES, Recipe
from planner.training_load import Training

OWN_BYTES = ("weight_bytes", "gradient_bytes", "master_bytes", "optimizer_bytes")
STATED = ("global_batch", "tokens", "shard_ranks", "bucket", "mfu", "hour_price", "power", *OWN_BYTES)
"""Cells that may be blank, and add or replace lines when they are not."""
WRITTEN = ("eager", "megatron", "sdpa_math")
"""Implementations that compute all pairs of a sequence and write their scores out."""
ADAPTED = {
    "qv": frozenset({"q", "v"}),
    "qkvo": frozenset({"q", "k", "v", "o"}),
    "all": frozenset({"q", "k", "v", "o", "gate", "up", "down"}),
}


class TrainingChoices(NamedTuple):
    """The choices of a resolved training load."""

    recipe_name: str
    zero: int
    checkpointing: str
    implementation: Implementation
    fused_norms: bool
    sequence_parallel: bool
    mask: bool
    dropout: bool
    loss: str
    targets: str
    adapter_dropout: bool
    offload: str
    interleaved: bool
    stated: tuple[str, ...]
    compute: str
    sharding: str
    sharded: bool
    """Whether more than one rank shares the states."""
    packing: str = "full"

    @property
    def recipe(self) -> Recipe:
        """The recipe by its name."""
        return RECIPES[self.recipe_name]

    @property
    def saving(self) -> Saving:
        """How the layers run."""
        return Saving(
            self.implementation,
            self.compute == "fp32",
            self.recipe.autocast,
            self.mask,
            self.dropout,
            ADAPTED[self.targets] if self.recipe.adapters else None,
            self.adapter_dropout and self.recipe.adapters,
            self.fused_norms,
            documents=self.packing != "full",
        )

    def shares(self, stage: int) -> bool:
        """Whether more than one rank shares what a stage of ZeRO divides."""
        return self.zero >= stage and self.sharded

    @property
    def writes_scores(self) -> bool:
        """Whether attention computes all pairs of a sequence, those that the mask hides too."""
        return self.implementation in WRITTEN

    @property
    def holds_inputs(self) -> bool:
        """Whether FSDP's hooks keep the input of each frozen layer, and its gradient, until the backward pass ends."""
        return self.sharding == "fsdp" and self.recipe.adapters and self.shares(3) and self.checkpoints_layers

    @property
    def skips_other_documents(self) -> bool:
        """Whether the kernels compute the pairs within each document only; with a mask, or written out, all are."""
        return self.packing != "full" and not self.writes_scores and not self.mask

    @property
    def checkpoints_layers(self) -> bool:
        """Whether whole layers are computed again."""
        return self.checkpointing in ("full", "every_n")


def training_choices(load: Training, compute: str, more_ranks: bool) -> TrainingChoices:
    """The choices of a load whose arithmetic is in `compute`, on more than one replica or not.

    >>> training_choices(Training(zero="2"), "bf16", True).zero
    2
    """
    fused_norms = load.attention_implementation == "sdpa_norms"
    # One of its words, or the field would have refused it.
    implementation = "sdpa" if fused_norms else cast(Implementation, load.attention_implementation)
    return TrainingChoices(
        load.recipe,
        int(load.zero),
        load.checkpointing,
        implementation,
        fused_norms,
        load.sequence_parallel,
        load.explicit_mask,
        load.dropout,
        load.loss,
        load.lora_targets,
        load.lora_dropout,
        load.offload,
        load.virtual_stages != 1,
        tuple(name for name in STATED if getattr(load, name) is not None),
        compute,
        load.sharding,
        more_ranks,
        load.packing,
    )


def recipe_amounts(recipe: Recipe) -> dict[str, int]:
    """The inputs that a recipe gives."""
    found = {f"recipe.{name}": getattr(recipe, name) for name in RECIPE_COPIES}
    for state in recipe.states:
        found |= {f"recipe.{state.key}.bytes": state.bytes, f"recipe.{state.key}.elements": state.elements}
    return found
