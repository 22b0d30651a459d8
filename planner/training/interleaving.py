"""What interleaved 1F1B cannot do: more parts than layers, and steps that are no whole number of rounds.

Narayanan et al. 2021, arXiv:2104.04473, section 2.2: the micro-batches of a step are a multiple of the stages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from planner.formula import ceil_div
from planner.training_load import Training

if TYPE_CHECKING:
    from planner.workbook import Model, Scenario


class Interleaving(NamedTuple):
    """Layers, virtual stages and micro-batches of an interleaved pipeline; None what is not known as a number."""

    pp: int
    parts: int
    layers: int | None
    micro_batches: int | None

    @property
    def beyond_layers(self) -> bool:
        """Whether there are more parts than layers.

        >>> Interleaving(4, 9, 32, 8).beyond_layers, Interleaving(4, 8, 32, 8).beyond_layers
        (True, False)
        """
        return self.layers is not None and self.parts * self.pp > self.layers

    @property
    def broken_rounds(self) -> bool:
        """Whether the micro-batches of a step are no multiple of the stages."""
        return self.micro_batches is not None and self.micro_batches % self.pp != 0


def interleaving_of(model: Model, scenario: Scenario) -> Interleaving | None:
    """The interleaving of a plan; None where there is none."""
    load = scenario.load
    pp: Any = scenario.pp
    if not isinstance(load, Training) or not isinstance(pp, int) or pp == 1:
        return None
    parts: Any = load.virtual_stages
    if not isinstance(parts, int) or parts == 1:
        return None
    counts: list[Any] = [group.count for group in model.groups]
    layers = sum(counts) if all(isinstance(count, int) for count in counts) else None
    micro, dp, whole = load.micro_batch, scenario.dp, load.global_batch
    batches = 1 if whole is None else None
    if isinstance(whole, int) and isinstance(micro, int) and isinstance(dp, int):
        batches = int(ceil_div(whole, micro * dp))
    return Interleaving(pp, parts, layers, batches)
