"""A scenario that is made from another one: what a training plan takes over from a plan that serves."""

from __future__ import annotations

from typing import Any

from planner.precision import WEIGHT_CELLS
from planner.relevance import SERVING_CELLS
from planner.scenario import Scenario
from planner.training_load import Training
from planner.workbook import Model, new_id

SHARDED = "fsdp_adamw"
"""The recipe whose states are shared by its very nature."""
SEQUENCE = Training().sequence


def longest_sequence(model: Model | None) -> Any:
    """The longest sequence that a model was made for, by its table of positions or as stated; None where not known."""
    positions = getattr(getattr(model, "position", None), "positions", None)
    stated = getattr(model, "max_context", None)
    return min((each for each in (positions, stated) if isinstance(each, int)), default=None)


def training_like(like: Scenario, name: str, recipe: str, model: Model | None) -> Scenario:
    """A training scenario with this recipe on the model and the GPUs of another scenario.

    Cells of serving are left blank, and so are the formats of the weights, which the recipe decides. A scenario that
    trains already gives its load.
    """
    load = like.load
    if isinstance(load, Training):
        load = load.model_copy(update={"recipe": recipe})
    else:
        longest = longest_sequence(model)
        shorter = isinstance(longest, int) and isinstance(SEQUENCE, int) and longest < SEQUENCE
        load = Training(recipe=recipe, sequence=longest if shorter else SEQUENCE)
    if recipe == SHARDED:
        load = load.model_copy(update={"zero": "3"})
    defaults = {cell: Scenario.model_fields[cell].default for cell in (*SERVING_CELLS, *WEIGHT_CELLS, "activations")}
    changes: dict[str, Any] = {**defaults, "id": new_id("scenario"), "name": name, "load": load}
    if not isinstance(like.load, Training):
        changes["cp"] = 1  # in serving its ranks are among those of TP
    return like.model_copy(update=changes)
