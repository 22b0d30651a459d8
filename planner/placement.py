"""Which layers a pipeline stage holds. Layers are dealt in their order; the ranks inside a stage are alike.

Even dealing follows vLLM (vllm/distributed/utils.py, get_pp_indices): every stage gets layers // stages, and what is
left goes one each to the stages before the last, from the back, because the last one has the LM head.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from planner.layers import placed
from planner.parts.feed_forward import Mixture
from planner.workbook import LayerGroup, Model, Scenario, Training

MOST_LAYERS = 100_000


class PlacementError(ValueError):
    """A text of layers per stage that does not go with the model, in words a person can act on."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One pipeline stage: its number from 0, how many there are, and its layers of each group."""

    number: int
    of: int
    layers: tuple[int, ...]

    @property
    def first(self) -> bool:
        """Whether the token table stands here."""
        return self.number == 0

    @property
    def last(self) -> bool:
        """Whether the LM head stands here."""
        return self.number == self.of - 1


def even(layers: int, stages: int) -> tuple[int, ...]:
    """Layers of each stage where nothing is stated.

    >>> even(62, 4), even(5, 8)
    ((15, 16, 16, 15), (0, 0, 1, 1, 1, 1, 1, 0))
    """
    dealt = [layers // stages] * stages
    left = layers % stages
    for back in range(left):
        dealt[stages - 2 - back] += 1
    return tuple(dealt)


def stated(text: str, layers: int, stages: int) -> tuple[int, ...]:
    """Layers of each stage as a person wrote them; PlacementError where they do not add up.

    >>> stated("16, 16, 17, 15", 64, 4)
    (16, 16, 17, 15)
    """
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        raise PlacementError(f"“{text[:40]}” are not layers per stage; write for example 16, 16, 17, 15")
    numbers = tuple(int(part) for part in parts)
    if len(numbers) != stages:
        raise PlacementError(f"layers are stated for {len(numbers)} stages, and PP is {stages}")
    if sum(numbers) != layers:
        raise PlacementError(f"the stages have {sum(numbers):,} layers together, and the model has {layers:,}")
    return numbers


def order_of(groups: Sequence[LayerGroup]) -> list[int] | None:
    """The group of each layer in the order of the forward pass; None where a count is not known or too large."""
    counts = [group.count for group in groups if isinstance(group.count, int)]
    if len(counts) < len(groups) or sum(counts) > MOST_LAYERS:
        return None
    layers = placed([(group.positions, group.count) for group in groups])
    return [index for _, index in sorted((layer, index) for index, those in enumerate(layers) for layer in those)]


def copies_of(group: LayerGroup, tp: int) -> int:
    """How many ranks of a tensor-parallel group keep the same keys: all of them where every rank has all heads."""
    kv_heads: Any = getattr(group.attention, "kv_heads", 1)
    return max(tp // kv_heads, 1) if isinstance(kv_heads, int) else tp


def stages_of(groups: Sequence[LayerGroup], stages: int, text: str | None) -> tuple[Stage, ...]:
    """The stages with their layers; PlacementError where a statement does not go with the model."""
    order = order_of(groups)
    if order is None:
        raise PlacementError("the number of layers is not known")
    shares = even(len(order), stages) if text is None else stated(text, len(order), stages)
    found, start = [], 0
    for number, end in enumerate(accumulate(shares)):
        here = order[start:end]
        found.append(Stage(number, stages, tuple(here.count(index) for index in range(len(groups)))))
        start = end
    return tuple(found)


def impossible(groups: Sequence[LayerGroup], scenario: Scenario) -> tuple[str, ...]:
    """The codes of the findings that say that no set of ranks can have these degrees; none where a degree is blank.

    What a rank holds is then counted too small: an eighth of the experts on a single GPU, half of the tokens where no
    other rank has the rest.
    """
    tp, pp, dp, ep, cp = (getattr(scenario, name) for name in ("tp", "pp", "dp", "ep", "cp"))
    if not all(isinstance(degree, int) for degree in (tp, pp, dp, ep, cp)):
        return ()
    found = []
    counts: list[Any] = [group.count for group in groups]
    if all(isinstance(count, int) for count in counts) and pp > max(sum(counts), 1):
        found.append("more_stages_than_layers")
    if any(isinstance(group.feed_forward, Mixture) for group in groups) and ranks_of_experts(scenario) % ep:
        found.append("ep_beyond_ranks")
    if isinstance(scenario.load, Training):
        return tuple(found)  # CP is a degree of its own, beside TP
    if tp % cp:
        found.append("cp_does_not_divide_tp")
    elif any(cp > copies_of(group, tp) for group in groups):
        found.append("cp_beyond_copies")
    return tuple(found)


def ranks_of_experts(scenario: Scenario) -> Any:
    """The ranks that experts can be spread over: TP times DP, and times CP where that is a degree of its own. The
    degrees are numbers, whoever counts them: a sweep has its own kind.
    """
    tp, dp, cp = (getattr(scenario, name) for name in ("tp", "dp", "cp"))
    return tp * dp * cp if isinstance(scenario.load, Training) else tp * dp


def divides(model: Model, tp: int, ep: Any = 1) -> bool:
    """Whether every part of a model can be cut by this tensor-parallel degree; whole experts are spread, not cut."""
    for group in model.groups:
        for part in (group.attention, group.beside, group.feed_forward):
            cut = tp // ep if part.kind == "mixture" and isinstance(ep, int) and ep > 1 else tp
            if cut > 1 and any(check.severe for check in part.rank_checks(cut)):
                return False
    return True
