"""One model of a matrix against all its cards: the plan's own lines over arrays, and its word by the plan's rule.

What `Kitchen.evaluate` does for one card is done here for all of them at once, step by step in the same order: inputs,
the draft model, pipeline stages, values, verdict. A test holds both against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy

from planner.inputs import DRAFT_TITLES
from planner.ledger import Builder, Slot, Structure
from planner.memory.capacity import HELD
from planner.memory.lines import memory_lines
from planner.memory.loaded import left_in_blocks, weight_lines
from planner.memory.loading import LEFT
from planner.memory.mixes import MIXES
from planner.placement import Stage
from planner.plan import NO_ENGINE, NOTHING_LEAST, Kitchen
from planner.plan_inputs import model_amounts, numbers_of, precision_of, scenario_amounts
from planner.scope import Choices, Scopes
from planner.shape import structural
from planner.structure import TRAINING_SECTIONS, build
from planner.time.choices import TimeChoices
from planner.time.collectives import all_reduce_lines
from planner.time.drafting import draft_lines
from planner.time.flops import row_lines
from planner.time.lines import ROOTS, pass_lines
from planner.time.request_choices import RequestChoices
from planner.time.requests import request_lines, waits_alone
from planner.training.peak import training_memory_lines
from planner.verdict import stages
from planner.what_if.matrix.array_lines import ArrayLines
from planner.what_if.matrix.cards import KNOWN, CardGroup, Cards, otherwise
from planner.workbook import Assumptions, Engine, Model, Scenario, Training

MEMORY = ("needed", "needed_high", "free", "tight_below", "states", "usable")
SERVED = ("tokens_per_s", "tpot", "million_cost_low")
TRAINED = ("train_tokens_per_s",)
DRAFTED = ("weights", "kv_cache", "kv_pool", "kv_growing", "kv_bytes_per_token", "decode_mean")
KEPT = 1_200
ROLES = frozenset({
    "model", "position", "embedding", "stream", "prediction", "groups", "scenario", "load", "accelerator", "engine",
    "assumptions", "format", "mixed", "stage", "rank", "draft", "recipe", "unproved", LEFT.partition(".")[0],
    KNOWN.partition(".")[0],
})  # fmt: skip
"""How the slots of inputs begin (`planner.inputs`); every other slot is a line."""


def sections_of(choices: Choices, timed: bool) -> Sequence[Any]:
    """The sections of a ledger that a matrix needs: of those of time only what the lines of a request stand on."""
    if choices.training is not None:
        return TRAINING_SECTIONS if timed else (training_memory_lines,)
    if not timed:
        return (memory_lines,)
    prefill = () if waits_alone(choices.request) else (_prefill,)
    return (memory_lines, all_reduce_lines, *prefill, draft_lines, partial(request_lines, every=False))


def _prefill(builder: Builder, scopes: Scopes) -> None:
    row_lines(builder, scopes)
    phase, root, label = ROOTS[0]
    pass_lines(builder, scopes, phase, root, label)


@dataclass(slots=True)
class Pantry:
    """What is remembered between matrices: amounts of rows, and lines by shape and choices."""

    kitchen: Kitchen = field(default_factory=Kitchen)
    lines: dict[tuple[Any, ...], ArrayLines] = field(default_factory=dict)

    def lines_of(self, model: Model, shape: Any, choices: Choices, timed: bool, keys: tuple[str, ...]) -> ArrayLines:
        """The lines of these keys for a model of this shape."""

        def made() -> ArrayLines:
            found = _array_lines(build(model, choices, sections_of(choices, timed)), choices, keys)
            if any(slot.partition(".")[0] not in ROLES for slot in found.inputs):
                found = _array_lines(build(model, choices), choices, keys)  # of another section a line is needed too
            return found

        return self._kept((shape, choices, timed, keys), made)

    def weights_of(self, model: Model, shape: Any, choices: Choices) -> ArrayLines:
        """The lines that say what torch's blocks take beyond the weights."""
        choices = _of_memory(choices)

        def made() -> ArrayLines:
            structure = build(model, choices, (memory_lines,))
            return ArrayLines(structure, weight_lines(structure))

        return self._kept((shape, choices), made)

    def _kept(self, name: tuple[Any, ...], make: Callable[[], ArrayLines]) -> ArrayLines:
        found = self.lines.pop(name, None)
        if found is None:
            found = make()
            if len(self.lines) >= KEPT:
                del self.lines[next(iter(self.lines))]
        self.lines[name] = found
        return found


def _array_lines(structure: Structure, choices: Choices, keys: tuple[str, ...]) -> ArrayLines:
    return ArrayLines(structure, keys, otherwise(structure, choices.time))


def _of_memory(choices: Choices) -> Choices:
    """Those that memory depends on."""
    return choices._replace(time=TimeChoices(), request=RequestChoices(), link="link")


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """The plan of each cell but for its model and card; all rows resolved."""

    scenario: Scenario
    assumptions: Assumptions
    engine: Engine | None = None
    draft: Model | None = None
    others: dict[int, Load] = field(default_factory=dict)

    def at(self, tp: int) -> Load:
        """The same with another tensor-parallel degree; one object for each, so that what it gives is remembered."""
        if tp == self.scenario.tp:
            return self
        if tp not in self.others:
            scenario = self.scenario.model_copy(update={"tp": tp})
            self.others[tp] = Load(scenario, self.assumptions, self.engine, self.draft)
        return self.others[tp]


def values_of(
    pantry: Pantry, model: Model, cards: Cards, load: Load, timed: bool, more: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Arrays over the cards by line: those of memory, with `timed` those of time too, and `more`; NaN where blocked."""
    scenario, training = load.scenario, isinstance(load.scenario.load, Training)
    amounts, shape, mixes = pantry.kitchen.remembered(model, lambda row: (model_amounts(row), structural(row), {}))
    own, precisions = pantry.kitchen.remembered(scenario, lambda row: (scenario_amounts(row), {}))
    if model.stored_formats not in precisions or scenario.weights in MIXES:
        precisions[model.stored_formats] = precision_of(scenario, model, mixes)
    choices, formats = precisions[model.stored_formats]
    shared = {**amounts, **own, **formats}
    for role, row in (("assumptions", load.assumptions), ("engine", load.engine or NO_ENGINE)):
        shared |= pantry.kitchen.remembered(row, lambda row, role=role: dict(numbers_of(role, row)))
    drafted = _drafted(pantry, cards, load) if scenario.draft is not None and not training else {}
    dealt = stages(model, scenario)
    if choices.placement.pipeline and not dealt:
        choices = choices._replace(placement=choices.placement._replace(pipeline=False))
    keys = (*MEMORY, *((TRAINED if training else SERVED) if timed else ()), *more)
    drafts = model.prediction is not None and model.prediction.drafts
    found = {key: numpy.full(len(cards.rows), numpy.nan) for key in keys}
    for group in cards.groups(choices, scenario, load.engine, drafts, timed):
        given = {**shared, **group.amounts, **{slot: _at(value, group) for slot, value in drafted.items()}}
        plan = _Plan(pantry, model, shape, given, timed, keys)
        chosen = group.choices(choices)
        values = plan.of_pipeline(chosen, dealt, training) if dealt else plan.of_stage(chosen, None)
        for key, value in values.items():
            found[key][group.places] = numpy.nan if value is None else value
    return found


def _at(value: Any, group: CardGroup) -> Any:
    return value[group.places] if isinstance(value, numpy.ndarray) else value


def _drafted(pantry: Pantry, cards: Cards, load: Load) -> dict[Slot, Any]:
    """What a draft model gives to the plans of each card; see `Kitchen._draft`."""
    if load.draft is None:
        return dict.fromkeys(f"draft.{name}" for name in DRAFT_TITLES)
    alone = load.scenario.model_copy(update={"draft": None, "pp": 1, "stages": None, "lora_slots": None})
    found = values_of(pantry, load.draft, cards, Load(alone, load.assumptions, load.engine), True, DRAFTED)
    each = numpy.full(len(cards.rows), numpy.nan)
    for key in ("kv_pool", "kv_growing", "kv_bytes_per_token"):
        each = numpy.where(numpy.isnan(each), found[key], each)
    return {
        "draft.weights_bytes": found["weights"],
        "draft.kv_cache_bytes": found["kv_cache"],
        "draft.kv_bytes_per_token": numpy.nan_to_num(each, nan=0.0),
        "draft.step_s": found["decode_mean"],
    }


@dataclass(slots=True)
class _Plan:
    """The plans of one model on the cards of a group."""

    pantry: Pantry
    model: Model
    shape: Any
    amounts: Mapping[Slot, Any]
    timed: bool
    keys: tuple[str, ...]

    def of_stage(
        self, choices: Choices, stage: Stage | None, least: Mapping[Slot, Any] = NOTHING_LEAST,
        held: tuple[str, ...] = (),
    ) -> dict[str, Any]:  # fmt: skip
        """The values of one pipeline stage, or of a plan without stages; with `held` its memory and these alone."""
        amounts, keys, timed = self.amounts, self.keys, self.timed
        if held:
            keys, timed = (*MEMORY, *held), False
            choices = _of_memory(choices)
        if stage is not None:
            place = choices.placement._replace(first=stage.first, last=stage.last)
            choices = choices._replace(placement=place)
            layers = {f"stage.groups.{at}.layers": count for at, count in enumerate(stage.layers)}
            amounts = {**amounts, **layers, "stage.number": stage.number, **least}
        lines = self.pantry.lines_of(self.model, self.shape, choices, timed, keys)
        if LEFT in lines.inputs:
            sizes = self.pantry.weights_of(self.model, self.shape, choices)({**amounts, LEFT: 0})
            amounts = {**amounts, LEFT: left_in_blocks(sizes, self.model, choices, amounts)}
        if choices.training is not None:
            unproved = {slot: None for slot in lines.inputs if slot.startswith("unproved.")}
            amounts = {**amounts, **unproved} if unproved else amounts
        return lines(amounts)

    def of_pipeline(self, choices: Choices, dealt: tuple[Stage, ...], training: bool) -> dict[str, Any]:
        """The values of each card's fullest stage, with the least that a stage holds of tokens and requests."""
        alike = {(one.layers, one.first, one.last, training and one.number): one for one in reversed(dealt)}
        found = list(reversed(alike.values()))
        here = tuple(f"{key}_here" for key in HELD)
        values = [self.of_stage(choices, one, NOTHING_LEAST, here) for one in found]
        size = len(next(value for value in self.amounts.values() if isinstance(value, numpy.ndarray)))
        least: dict[Slot, Any] = {}
        for key in HELD:
            held = [_full(value[f"{key}_here"], size) for value in values if f"{key}_here" in value]
            least[f"stage.{key}"] = numpy.minimum.reduce(held) if held else None
        chosen = numpy.zeros(size, dtype=int)
        free, needed = (_full(values[0].get(key), size, 0.0) for key in ("free", "needed"))
        for at, value in enumerate(values[1:], 1):
            less, more = (_full(value.get(key), size, 0.0) for key in ("free", "needed"))
            fuller = (less < free) | ((less == free) & (more > needed))
            chosen[fuller], free, needed = at, numpy.where(fuller, less, free), numpy.where(fuller, more, needed)
        result: dict[str, Any] = {}
        for at in sorted(set(chosen.tolist())):
            for key, value in self.of_stage(choices, found[at], least).items():
                before = result.get(key, numpy.full(size, numpy.nan))
                result[key] = numpy.where(chosen == at, _full(value, size), before)
        return result


def _full(value: Any, size: int, blank: float = numpy.nan) -> Any:
    """An array of this size; `blank` where there is no value."""
    found = numpy.full(size, numpy.nan if value is None else value) if not isinstance(value, numpy.ndarray) else value
    return found if numpy.isnan(blank) else numpy.where(numpy.isnan(found), blank, found)
