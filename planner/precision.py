"""Which format each part of a plan has, and which cell decides it: blank cells follow others, or the checkpoint.

A scenario that states no `weights` counts what the model's published checkpoint has, else bf16. One that does leaves
the checkpoint aside. Blank parts follow: attention, feed-forward and experts the weights; embedding and head the other
weights; these the type that the weights are computed in; activations and cache likewise. A mix decides embedding and
head itself. A part of several formats in the checkpoint has the size that it has there; what follows its format (the
type that it is computed in) follows that of most weights.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from planner.memory.formats import FORMATS
from planner.memory.mixes import COMPUTE, MIXES, OTHER
from planner.scenario import Scenario
from planner.stored_formats import FileSize, StoredFormats, size_cells
from planner.training.recipes import RECIPES
from planner.training_load import Training

PART_CELLS = ("attention_weights", "feed_forward_weights", "expert_weights")
TABLE_CELLS = ("embedding_weights", "head_weights")
WEIGHT_CELLS = ("weights", *PART_CELLS, *TABLE_CELLS, "other_weights")
CELLS = (*WEIGHT_CELLS, "activations", "kv_keys", "kv_values")
DEFAULT = "bf16"


class Decided(NamedTuple):
    """A format or mix by name, and the cell it comes from: of the scenario, or of the model's stored formats.

    `size` is what the checkpoint's files take for the part, where that is counted in place of the format.
    """

    format: str
    cell: str
    row: Literal["scenario", "model"] = "scenario"
    size: FileSize | None = None

    @property
    def bits(self) -> float:
        """Bits of an element: of the size, of the format, or of the base type of a mix."""
        sized = None if self.size is None else self.size.bits
        return bits_of(self.format) if sized is None else sized

    @property
    def quantised(self) -> bool:
        """Whether an element takes fewer than 16 bits."""
        return self.bits < 16 if self.size is not None else quantised(self.format)

    def cell_of(self, name: str) -> str:
        """The cell that an input is in: the format's own, or of a size the one with this of its two numbers."""
        return self.cell if self.size is None else size_cells(self.cell)[name == "file_elements"]


def decided(scenario: Scenario, stored: StoredFormats) -> dict[str, Decided]:
    """The format of every cell of `CELLS` for a resolved scenario.

    >>> from planner.scenario import Scenario
    >>> found = decided(Scenario(id="s", name="s"), StoredFormats(expert_weights="mxfp4"))
    >>> found["expert_weights"].format, found["attention_weights"].format
    ('mxfp4', 'bf16')
    """
    load = scenario.load
    recipe = RECIPES[load.recipe] if isinstance(load, Training) else None
    published = scenario.weights is None and (recipe is None or recipe.base is None)

    def own(cell: str, follows: str = DEFAULT) -> Decided | None:
        stated: str | None = getattr(scenario, cell)
        if stated is None and published:
            found: str | None = getattr(stored, cell)
            size = stored.size(cell)
            return None if found is None and size is None else Decided(found or follows, cell, "model", size)
        return None if stated is None else Decided(stated, cell)

    weights = own("weights") or Decided(DEFAULT if recipe is None else recipe.base or DEFAULT, "weights")
    mixed = weights.format in MIXES
    compute = COMPUTE if mixed else _computed(weights.format)
    other = own("other_weights", compute) or Decided(OTHER if mixed else compute, "other_weights")
    found = {"weights": weights, "other_weights": other}
    plain = other if other.size is None else Decided(compute, "other_weights")
    found |= {cell: own(cell, weights.format) or weights for cell in PART_CELLS}
    stated_other = None if scenario.other_weights is None else other
    for cell in TABLE_CELLS:
        explicit = Decided(getattr(scenario, cell), cell) if getattr(scenario, cell) is not None else None
        found[cell] = explicit or (weights if mixed else stated_other or own(cell, plain.format) or plain)
    found["activations"] = _or(scenario.activations, "activations", stated_other or Decided(compute, "activations"))
    if isinstance(load, Training):
        found["activations"] = _or(scenario.activations, "activations", Decided(RECIPES[load.recipe].compute, "recipe"))
        return found | {cell: found["activations"] for cell in ("kv_keys", "kv_values")}
    for cell, stated in (("kv_keys", load.kv_keys), ("kv_values", load.kv_values)):
        found[cell] = _or(stated, cell, found["activations"])
    return found


def _or(stated: str | None, cell: str, otherwise: Decided) -> Decided:
    return otherwise if stated is None else Decided(stated, cell)


def _computed(name: str) -> str:
    chosen = FORMATS[name]
    return chosen.compute if chosen.quantised else chosen.name


def bits_of(name: str) -> float:
    """Bits of an element of a format, or of the base type of a mix."""
    return FORMATS[MIXES[name].base if name in MIXES else name].bits


def label_of(name: str) -> str:
    """What a format or mix is called."""
    return MIXES[name].label if name in MIXES else FORMATS[name].label


def quantised(name: str) -> bool:
    """Whether a format has fewer than 16 bits; every mix has."""
    return name in MIXES or FORMATS[name].quantised
