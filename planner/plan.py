"""One plan evaluated: rows to amounts, amounts to the ledger's values, values to a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pydantic import BaseModel

from planner.engine import known_on
from planner.inputs import DRAFT_TITLES, InputRows
from planner.ledger import Line, Slot, Structure, Values
from planner.memory.capacity import HELD
from planner.memory.loaded import with_left
from planner.memory.loading import LEFT
from planner.memory.mixes import MIXES
from planner.placement import Stage
from planner.plan_inputs import (
    card_inputs,
    link_of,
    model_amounts,
    numbers_of,
    precision_of,
    scenario_amounts,
    serving_of,
    time_of,
)
from planner.ranks import Rank
from planner.scope import Choices
from planner.shape import structural
from planner.structure import StructureMemory
from planner.time.choices import facts_of
from planner.time.request_choices import request_choices
from planner.verdict import Deciding, Verdict, contradicts, deciding_line, stages, verdict_of
from planner.words import Said
from planner.workbook import (
    Accelerator,
    Assumptions,
    Engine,
    Model,
    Path,
    Scenario,
    Training,
)

NOTHING_LEAST: Mapping[Slot, Any] = {f"stage.{key}": None for key in HELD}
"""What `_least` gives before the stages of a pipeline were compared."""
ALIASES: Mapping[str, str] = {"block_prefill": "prefill.group1.block", "block_decode": "decode_step.group1.block"}
"""Short names for lines that stand deep in the tree."""


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The numbers of one scenario: rows as they were read (resolved), structure, values, verdict."""

    model: Model
    accelerator: Accelerator | None
    scenario: Scenario
    structure: Structure
    values: Values
    amounts: Mapping[Slot, Any]
    verdict: Verdict
    engine: Engine | None = None
    draft: Model | None = None
    stage: Stage | None = None
    """The pipeline stage that the memory lines are of: the fullest, unless another was asked for."""

    def value(self, key: str) -> Any:
        """The value of a line by key or alias; None when there is no such line or it is blocked."""
        position = self.structure.index.get(ALIASES.get(key, key))
        return None if position is None else self.values.values[position]

    def blocked(self, key: str) -> tuple[Slot, ...]:
        """The blank inputs that keep a line from a value."""
        position = self.structure.index.get(ALIASES.get(key, key))
        return () if position is None else self.values.blocked.get(position, ())

    def line(self, key: str) -> Line:
        """One line with its substitution and sources; KeyError when there is none."""
        return self.structure.line(
            self.structure.index[ALIASES.get(key, key)], self.values, self.amounts, written_amount
        )

    def lines(self) -> tuple[Line, ...]:
        """The whole ledger in display order, parents before their children."""
        keys = self.structure.lines
        return tuple(self.structure.line(at, self.values, self.amounts, written_amount) for at in range(len(keys)))

    @property
    def from_blocks(self) -> bool:
        """Whether the times rest on constants that were fitted to single blocks measured here: predicted from one."""
        card = self.accelerator
        return card is not None and facts_of(card).from_blocks[self.scenario.constants == "three"]

    @property
    def deciding(self) -> Deciding | None:
        """The line that the verdict rests on, as `planner.verdict.deciding_line` defines it."""
        return deciding_line(self)

    def path(self, slot: Slot) -> Path | None:
        """The cell that an input comes from; None when the row it would stand in is not chosen."""
        return self._rows.path(slot)

    def title(self, slot: Slot) -> str:
        """What a person calls an input or line: "Bandwidth of A100"."""
        return str(self.titled(slot))

    def titled(self, slot: Slot) -> Said:
        """The same for who translates it."""
        position = self.structure.index.get(slot)
        if position is None:
            return self._rows.titled(slot)
        line = self.structure.lines[position]
        return Said("ledger", line.label, line.label_values)

    @property
    def _rows(self) -> InputRows:
        return InputRows(self.model, self.accelerator, self.scenario, self.engine)


def written_amount(value: Any) -> str:
    """One number inside a substitution: integers grouped, others to six significant figures.

    >>> written_amount(6738415616), written_amount(0.757), written_amount(None)
    ('6,738,415,616', '0.757', 'blank')
    """
    if value is None:
        return "blank"
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def cut_cache(evaluation: Evaluation) -> bool:
    """Whether TP divides a cache that the engine keeps whole on one GPU, so that this GPU's need is not counted."""
    engine, tp = evaluation.engine, evaluation.scenario.tp
    return engine is not None and engine.cache_on_one_gpu and tp != 1


def foreign(evaluation: Evaluation) -> bool:
    """Whether the figures of the plan's engine are not known on its device, so that no count with them may fit."""
    engine, card = evaluation.engine, evaluation.accelerator
    serves = not isinstance(evaluation.scenario.load, Training)
    return serves and engine is not None and card is not None and not known_on(engine, card.vendor)


class _Rows(NamedTuple):
    """The rows of a plan, resolved."""

    model: Model
    accelerator: Accelerator | None
    scenario: Scenario
    assumptions: Assumptions
    engine: Engine | None
    draft: Model | None


class _Begun(NamedTuple):
    """What all stages of a plan have in common: its rows, the model's shape, the choices, the amounts."""

    rows: _Rows
    shape: tuple[Any, ...]
    choices: Choices
    amounts: dict[Slot, Any]

    def placed(self, **changes: Any) -> _Begun:
        """The same with another placement."""
        return self._replace(choices=self.choices._replace(placement=self.choices.placement._replace(**changes)))


@dataclass(slots=True)
class Kitchen:
    """Remembered halves of an evaluation: structures, and the amounts of rows that did not change.

    Rows are compared with `is` and held, so an id is never reused under our feet.
    """

    structures: StructureMemory = field(default_factory=StructureMemory)
    rows: dict[int, tuple[BaseModel, Any]] = field(default_factory=dict)

    def remembered(self, row: Any, compute: Any) -> Any:
        """compute(row), once per row object; the oldest tenth is dropped when 4,000 are held."""
        found = self.rows.get(id(row))
        if found is not None and found[0] is row:
            return found[1]
        result = compute(row)
        if len(self.rows) >= 4000:
            for key in list(self.rows)[:400]:
                del self.rows[key]
        self.rows[id(row)] = (row, result)
        return result

    def evaluate(
        self,
        model: Model,
        accelerator: Accelerator | None,
        scenario: Scenario,
        assumptions: Assumptions,
        engine: Engine | None = None,
        draft: Model | None = None,
        stage: int | None = None,
        rank: Rank | None = None,
    ) -> Evaluation:
        """The values of one plan; all rows resolved (plain numbers or None).

        It is of the fullest rank, or of this one; of a pipeline of the fullest stage, or of the one of this number.
        """
        begun = self._begun(_Rows(model, accelerator, scenario, assumptions, engine, draft))
        dealt = stages(model, scenario)
        if rank is not None:
            stage = None if rank.stage is None else rank.stage.number
            if rank.shares:
                begun = begun.placed(shares=True)._replace(amounts=begun.amounts | rank.amounts)
        if begun.choices.placement.pipeline and not dealt:
            begun = begun.placed(pipeline=False)
        if not dealt:
            return self._of_stage(begun, None)
        training = begun.choices.training is not None  # a stage further on has fewer micro-batches under way
        alike = {(one.layers, one.first, one.last, training and one.number): one for one in reversed(dealt)}
        found = [self._of_stage(begun, one) for one in reversed(alike.values())]
        shown = min(found, key=_room).stage if stage is None else next(iter(dealt[stage : stage + 1]), dealt[0])
        return self._of_stage(begun, shown, _least(found))

    def _begun(self, rows: _Rows) -> _Begun:
        """The choices and amounts of a plan's rows, before its layers are dealt to stages."""
        model, accelerator, scenario, assumptions, engine, _ = rows
        amounts, shape, mixes = self.remembered(model, lambda row: (model_amounts(row), structural(row), {}))
        own, precisions = self.remembered(scenario, lambda row: (scenario_amounts(row), {}))
        # A mix depends on the whole model, other formats on what its checkpoint has.
        if model.stored_formats not in precisions or scenario.weights in MIXES:
            precisions[model.stored_formats] = precision_of(scenario, model, mixes)
        choices, formats = precisions[model.stored_formats]
        card, facts = card_inputs(None) if accelerator is None else self.remembered(accelerator, card_inputs)
        everything = {
            LEFT: 0,
            **amounts,
            **own,
            **formats,
            **card,
            **self.remembered(assumptions, lambda row: dict(numbers_of("assumptions", row))),
            **self.remembered(engine or NO_ENGINE, lambda row: dict(numbers_of("engine", row))),
        }
        if scenario.draft is not None and choices.training is None:
            everything |= self._draft(rows)
        if choices.training is None:
            drafts = model.prediction is not None and model.prediction.drafts
            choices = choices._replace(
                serving=serving_of(scenario, engine, accelerator),
                time=time_of(scenario, engine, accelerator, facts),
                request=request_choices(scenario, engine, accelerator, drafts),
            )
        if choices.tensor_parallel or choices.placement.pipeline or choices.placement.experts:
            choices = choices._replace(link=link_of(scenario, accelerator))
        return _Begun(rows, shape, choices, everything)

    def _of_stage(self, begun: _Begun, one: Stage | None, least: Mapping[Slot, Any] = NOTHING_LEAST) -> Evaluation:
        """The plan on one of its stages, or whole where it has none; `least` is of the stage that holds least."""
        model, accelerator, scenario, _, engine, draft = begun.rows
        chosen, own = begun.choices, begun.amounts
        if one is not None:
            chosen = begun.placed(first=one.first, last=one.last).choices
            own = own | {f"stage.groups.{at}.layers": count for at, count in enumerate(one.layers)}
            own["stage.number"] = one.number
            own |= least
        structure = self.structures.structure(model, begun.shape, chosen)
        if chosen.training is not None:
            own = own | {slot: None for slot in structure.inputs if slot.startswith("unproved.")}
        values, own = with_left(structure, structure.evaluate(own), model, chosen, own)
        return self._judged(Evaluation(
            model, accelerator, scenario, structure, values, own, Verdict.UNKNOWN, engine, draft, one
        ))  # fmt: skip

    def _draft(self, rows: _Rows) -> dict[Slot, Any]:
        """What a draft model adds: its weights and cache, counted as a plan of its own on one pipeline stage."""
        if rows.draft is None:
            return dict.fromkeys(f"draft.{name}" for name in DRAFT_TITLES)
        alone = rows.scenario.model_copy(update={"draft": None, "pp": 1, "stages": None, "lora_slots": None})
        found = self.evaluate(rows.draft, rows.accelerator, alone, rows.assumptions, rows.engine)
        lines = ("kv_pool", "kv_growing", "kv_bytes_per_token")
        each = next((value for key in lines if (value := found.value(key)) is not None), 0)
        return {
            "draft.weights_bytes": found.value("weights"),
            "draft.kv_cache_bytes": found.value("kv_cache"),
            "draft.kv_bytes_per_token": each or 0,
            "draft.step_s": found.value("decode_mean"),
        }

    @staticmethod
    def _judged(evaluation: Evaluation) -> Evaluation:
        needed, high = evaluation.value("needed"), evaluation.value("needed_high")
        more = None if needed is None or high is None else high - needed
        verdict = verdict_of(evaluation.value("free"), more, evaluation.value("tight_below"))
        states, usable = evaluation.value("states"), evaluation.value("usable")
        if needed is None and states is not None and usable is not None and states > usable:
            verdict = Verdict.DOES_NOT_FIT  # whatever the activations are
        serves = not isinstance(evaluation.scenario.load, Training)
        missing = serves and evaluation.scenario.engine is not None and evaluation.engine is None
        models = [model for model in (evaluation.model, evaluation.draft) if model is not None]
        if verdict in (Verdict.FITS, Verdict.TIGHT) and (
            missing
            or any(contradicts(model, evaluation.scenario) for model in models)
            or cut_cache(evaluation)
            or foreign(evaluation)
        ):
            verdict = Verdict.UNKNOWN
        return replace(evaluation, verdict=verdict)


def _least(stages_: Sequence[Evaluation]) -> dict[Slot, Any]:
    """What the stage holds that holds least, of tokens and requests; blank where one stage does not know."""
    found = {}
    for key in HELD:
        held = [one.value(f"{key}_here") for one in stages_ if f"{key}_here" in one.structure.index]
        found[f"stage.{key}"] = None if None in held else min(held, default=None)
    return found


def _room(evaluation: Evaluation) -> tuple[float, float]:
    """What decides which pipeline stage is the fullest: the least free; where that is not known, the most needed."""
    free, needed = evaluation.value("free"), evaluation.value("needed")
    return (0 if free is None else free), -(needed or 0)


NO_ENGINE = Engine(id="none", name="No engine", sources={})
"""The figures of a plan without an engine: what the load itself needs."""
