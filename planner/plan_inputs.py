"""What the rows of a plan give to its ledger: the choices that decide over lines, and the amounts of its inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from planner.engine import kernels_on
from planner.fields import fields_of
from planner.ledger import Slot
from planner.memory.mixes import MIXES, stated_mix
from planner.memory.storage import format_amounts
from planner.precision import CELLS, WEIGHT_CELLS, Decided, decided
from planner.scope import SET_IN_SCENARIO, Choices, Placement, Serving, inputs_of
from planner.time.choices import CardFacts, TimeChoices, facts_of, time_choices
from planner.training.choices import TrainingChoices, recipe_amounts, training_choices
from planner.training.recipes import RECIPES
from planner.workbook import Accelerator, Assumptions, Engine, Model, Scenario, StoredFormats, Training

COMMON = tuple(name for name, _ in fields_of(Assumptions) if name in Engine.model_fields)
"""Figures that an engine's row may leave to the workbook's assumptions."""


def serving_of(scenario: Scenario, engine: Engine | None, card: Accelerator | None = None) -> Serving:
    """What of an engine chooses lines, with what the scenario sets in its place."""
    set_here = tuple(cell for cell in SET_IN_SCENARIO.values() if getattr(scenario, cell) is not None)
    kept = scenario.latent_cache or ("latent" if engine is None else engine.latent_cache)
    if engine is None:
        return Serving(kv_policy=scenario.kv_policy or "exact", set_here=set_here, expanded=kept == "expanded")
    return Serving(
        engine=True,
        budget=engine.budget,
        kv_policy=scenario.kv_policy or engine.kv_policy,
        step=engine.step,
        context_inside=engine.context_inside,
        activations_inside=engine.activations_inside,
        graphs_inside=engine.graphs_inside,
        rope_table=engine.rope_table,
        mxfp4_kernels=kernels_on(engine, None if card is None else card.compute_capability),
        rounding="" if engine.weight_rounding == "none" else engine.weight_rounding,
        embedding_on_host=engine.embedding_on_host,
        flash=engine.flash_attention,
        large_cards=engine.large_card is not None and not _named(card, engine.large_except),
        printed=engine.printed_activations is not None,
        overheads=tuple(name for name in COMMON if getattr(engine, name) is not None),
        set_here=set_here,
        states_in_pages=engine.states_in_pages,
        expanded=kept == "expanded",
        tokens_of=engine.tokens_of,
        packed_sparse=engine.packed_sparse,
        outputs=engine.outputs,
        masks=engine.masks,
        cache_copies=engine.cache_copies,
        cell_padding="256" if engine.flash_attention or engine.plain_padding is None else "plain_padding",
        sampler=engine.sampler,
        lora_experts=engine.lora_experts,
        lora_sharded=engine.lora_sharded,
        grouped_output_wide=engine.grouped_output_wide,
        towers_divided=engine.towers_divided,
        absorbed_latents=engine.absorbed_latents,
    )


def _named(card: Accelerator | None, part: str | None) -> bool:
    """Whether a card, or what drivers call it, has this in its name."""
    names = () if card is None else (card.name, *card.driver_names)
    return part is not None and any(part.casefold() in name.casefold() for name in names)


def choices_of(
    scenario: Scenario, model: Model | None = None, engine: Engine | None = None, card: Accelerator | None = None
) -> Choices:
    """What of a resolved scenario chooses lines; blank formats follow others, or what the model's checkpoint has.

    >>> choices_of(Scenario(id="s", name="s", weights="fp8")).kv_keys
    'bf16'
    """
    formats = decided(scenario, StoredFormats() if model is None else model.stored_formats)
    return _choices(formats, scenario)._replace(serving=serving_of(scenario, engine, card))


def _choices(formats: Mapping[str, Decided], scenario: Scenario, mixed: tuple[Any, ...] = ()) -> Choices:
    names: dict[str, Any] = {cell: formats[cell].format for cell in CELLS}
    sized = tuple(cell for cell in WEIGHT_CELLS if formats[cell].size is not None)
    common = Choices(
        **names,
        tensor_parallel=scenario.tp != 1,
        mixed=mixed,
        sized=sized,
        placement=Placement(scenario.dp != 1, scenario.pp != 1, scenario.ep != 1, scenario.cp != 1),
        memory_basis=scenario.memory_basis,
    )
    load = scenario.load
    if isinstance(load, Training):
        return common._replace(training=training_choices(load, names["activations"], _replicated(scenario)))
    return common._replace(
        draft=scenario.draft is not None,
        shared_prefix=load.shared_prefix is not None,
        lora=scenario.lora_slots is not None,
        lora_tables=scenario.lora_tables,
    )


def _replicated(scenario: Scenario) -> bool:
    """Whether several ranks of a training plan have the same weights to train, so that they can share states."""
    return scenario.dp != 1 or scenario.cp != 1


def training_choices_of(scenario: Scenario, load: Training, stored: StoredFormats) -> TrainingChoices:
    """What of a training load chooses lines, for a scenario of a model whose checkpoint has these formats."""
    return training_choices(load, decided(scenario, stored)["activations"].format, _replicated(scenario))


def precision_of(
    scenario: Scenario, model: Model, mixes: dict[str, Any] | None = None
) -> tuple[Choices, dict[Slot, Any]]:
    """The choices of a plan, and what its formats give: block sizes, sizes of files, layers by type of a mix.

    `mixes` remembers what the mixes are for this model.
    """
    formats = decided(scenario, model.stored_formats)
    amounts: dict[Slot, Any] = {}
    mixed: tuple[Any, ...] = ()
    for cell, found in formats.items():
        if found.format not in MIXES:
            amounts |= format_amounts(cell, found.format)
        if found.size is not None:
            amounts[f"format.{cell}.file_bytes"] = found.size.bytes
            amounts[f"format.{cell}.file_elements"] = found.size.elements
    weights = formats["weights"].format
    if weights in MIXES:
        mixes = {} if mixes is None else mixes
        if weights not in mixes:
            terms, layers = stated_mix(model, weights)
            used = tuple(dict.fromkeys(term.format for each in terms.values() for term in each))
            mixes[weights] = tuple(sorted(terms.items())), layers, used
        mixed, layers, used = mixes[weights]
        amounts |= layers
        for cell in (cell for cell, found in formats.items() if found.format in MIXES):
            for name in used:
                amounts |= format_amounts(f"{cell}.{name}", name)
    return _choices(formats, scenario, mixed), amounts


def time_of(
    scenario: Scenario, engine: Engine | None, accelerator: Accelerator | None, facts: CardFacts
) -> TimeChoices:
    """What of the rows chooses the lines of the time estimate."""
    same = scenario.link == "fastest" or link_of(scenario, accelerator) == _faster(accelerator)
    return time_choices(scenario, facts, engine, same)


def card_inputs(accelerator: Accelerator | None) -> tuple[dict[Slot, Any], CardFacts]:
    """The amounts of a resolved accelerator row, and what of it chooses lines."""
    facts = CardFacts() if accelerator is None else facts_of(accelerator)
    return accelerator_amounts(accelerator), facts


def link_of(scenario: Scenario, accelerator: Accelerator | None) -> str:
    """Which fields of a resolved card an all-reduce uses, "link" or "pcie"; of two known ones the faster.

    >>> link_of(Scenario(id="s", name="s", link="pcie"), None)
    'pcie'
    """
    return {"nvlink": "link", "pcie": "pcie"}.get(scenario.link) or _faster(accelerator)


def _faster(accelerator: Accelerator | None) -> str:
    link: Any = None if accelerator is None else accelerator.link_bandwidth
    slot: Any = None if accelerator is None else accelerator.pcie_bandwidth
    return "pcie" if slot is not None and (link is None or slot > link) else "link"


def model_amounts(model: Model) -> dict[Slot, Any]:
    """Inputs that a resolved model row gives."""
    amounts = dict(numbers_of("model", model))
    for name in ("position", "embedding", "stream"):
        amounts |= dict(numbers_of(name, getattr(model, name)))
    if model.prediction is not None:
        amounts |= dict(numbers_of("prediction", model.prediction))
    for index, group in enumerate(model.groups):
        role = f"groups.{index}"
        amounts |= dict(numbers_of(role, group))
        for part in ("attention", "beside", "feed_forward"):
            amounts |= dict(numbers_of(f"{role}.{part}", getattr(group, part)))
    return amounts


def scenario_amounts(scenario: Scenario) -> dict[Slot, Any]:
    """Inputs that a resolved scenario row gives: its numbers, its load's, and its recipe's."""
    own = dict(numbers_of("scenario", scenario)) | dict(numbers_of("load", scenario.load))
    return own | recipe_amounts(RECIPES[scenario.load.recipe]) if isinstance(scenario.load, Training) else own


def accelerator_amounts(accelerator: Accelerator | None) -> dict[Slot, Any]:
    """Inputs that a resolved accelerator row gives; all blank when there is none."""
    if accelerator is None:
        return dict.fromkeys(inputs_of("accelerator", Accelerator).values())
    return dict(numbers_of("accelerator", accelerator))


def numbers_of(role: str, record: BaseModel) -> Iterator[tuple[Slot, Any]]:
    """Slot and value of each number of a record, under a role."""
    return ((slot, getattr(record, name)) for name, slot in inputs_of(role, type(record)).items())
