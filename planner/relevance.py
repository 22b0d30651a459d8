"""Which cells of a scenario have a part in its plan, as its other cells are: what a table shows, what a Finding notes.

Cells are named as columns are: "engine", "load.lora_targets". A cell without a part is read by no line of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from planner.precision import WEIGHT_CELLS
from planner.scenario import Scenario
from planner.training.recipes import RECIPES
from planner.training_load import Training
from planner.words import QT_TRANSLATE_NOOP

SERVING_CELLS = ("engine", "memory_fraction", "max_batched_tokens", "max_sequences", "kv_policy", "latent_cache",
                 "lora_slots", "draft", "link")  # fmt: skip
"""Cells of a scenario that no training plan reads."""
ADAPTER_CELLS = ("lora_rank", "load.lora_targets", "load.lora_dropout")
RUN_CELLS = ("load.hour_price", "load.power")


WHY: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys(SERVING_CELLS, QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: training does not read it.")),
    **dict.fromkeys(WEIGHT_CELLS, QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: the recipe decides the formats.")),
    **dict.fromkeys(ADAPTER_CELLS, QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: the recipe has no adapters.")),
    **dict.fromkeys(("load.shard_ranks", "load.sharding"), QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: ZeRO 0 shares no states.")),
    "load.checkpoint_layers": QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: it counts for “every n layers” only."),
    "load.loss_chunks": QT_TRANSLATE_NOOP("findings", "{cell} has no part in this plan: the loss has no chunks."),
    "load.document_tokens": QT_TRANSLATE_NOOP("findings", "{cell} has no part in this plan: sequences are full."),
    **dict.fromkeys(("load.virtual_stages", "stages"), QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: there is one pipeline stage.")),
    "load.sequence_parallel": QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: TP is 1."),
    **dict.fromkeys(RUN_CELLS, QT_TRANSLATE_NOOP(
        "findings", "{cell} has no part in this plan: the tokens of the run are blank.")),
})  # fmt: skip
"""Why a cell has no part in a training plan, to be filled with its title."""
WHY_SERVING: Mapping[str, str] = MappingProxyType({
    "lora_rank": QT_TRANSLATE_NOOP("findings", "{cell} has no part in this plan: no adapters are served."),
})  # fmt: skip


def why_without_part(scenario: Scenario) -> Mapping[str, str]:
    """The cells that change nothing in this plan, each with the sentence that says why.

    >>> why_without_part(Scenario(id="s", name="s"))["lora_rank"].format(cell="LoRA rank")
    'LoRA rank has no part in this plan: no adapters are served.'
    """
    said = WHY if isinstance(scenario.load, Training) else WHY_SERVING
    return {cell: said[cell] for cell in without_part(scenario)}


def without_part(scenario: Scenario) -> frozenset[str]:
    """The cells that change nothing in this plan.

    >>> sorted(without_part(Scenario(id="s", name="s")))
    ['lora_rank']
    """
    load = scenario.load
    if not isinstance(load, Training):
        return frozenset() if scenario.lora_slots is not None else frozenset({"lora_rank"})
    return frozenset(_without_part_in_training(scenario, load))


def _without_part_in_training(scenario: Scenario, load: Training) -> Iterator[str]:
    yield from SERVING_CELLS
    if not RECIPES[load.recipe].adapters:
        yield from (*WEIGHT_CELLS, *ADAPTER_CELLS)
    for there, cell in (
        (load.zero != "0", "load.shard_ranks"),
        (load.zero != "0", "load.sharding"),
        (load.checkpointing == "every_n", "load.checkpoint_layers"),
        (load.loss == "chunked", "load.loss_chunks"),
        (load.packing != "full", "load.document_tokens"),
        (scenario.pp != 1, "load.virtual_stages"),
        (scenario.pp != 1, "stages"),
        (scenario.tp != 1, "load.sequence_parallel"),
    ):
        if not there:
            yield cell
    if load.tokens is None:
        yield from RUN_CELLS


def asked_for(scenario: Scenario) -> frozenset[str]:
    """The cells that other cells of this plan make matter, though most plans leave them as they are.

    >>> sorted(asked_for(Scenario(id="s", name="s", load=Training(recipe="qlora_adamw"))))
    ['dp', 'load.lora_targets', 'lora_rank', 'weights']
    """
    load = scenario.load
    if not isinstance(load, Training):
        return frozenset() if scenario.lora_slots is None else frozenset({"lora_rank"})
    found = {"dp"}
    if RECIPES[load.recipe].adapters:
        found |= {"weights", "lora_rank", "load.lora_targets"}
    if load.checkpointing == "every_n":
        found.add("load.checkpoint_layers")
    if load.loss == "chunked":
        found.add("load.loss_chunks")
    if load.packing != "full":
        found |= {"load.packing", "load.document_tokens"}
    if load.tokens is not None:
        found.update(RUN_CELLS)
    return frozenset(found)
