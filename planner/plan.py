"""One plan evaluated: rows to amounts, amounts to the ledger's values, values to a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from planner.fields import Number, field_of, fields_of
from planner.ledger import Line, Slot, Structure, Values
from planner.memory.formats import FORMATS
from planner.scope import Choices
from planner.structure import StructureMemory, structural
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Assumptions, Model, Path, Prediction, Scenario

ALIASES: Mapping[str, str] = {"block_prefill": "prefill.group1.block", "block_decode": "decode_step.group1.block"}
"""Short names for lines that stand deep in the tree."""

FORMAT_CELLS = ("weights", "other_weights", "activations", "kv_keys", "kv_values")


class Verdict(StrEnum):
    """The four words. Needed is judged with typical overheads; a band that reaches past the card is Tight."""

    FITS = QT_TRANSLATE_NOOP("verdict", "Fits")
    TIGHT = QT_TRANSLATE_NOOP("verdict", "Tight")
    DOES_NOT_FIT = QT_TRANSLATE_NOOP("verdict", "Does not fit")
    UNKNOWN = QT_TRANSLATE_NOOP("verdict", "Unknown")


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

    def path(self, slot: Slot) -> Path | None:
        """The cell that an input comes from; None when the row it would stand in is not chosen."""
        role, _, rest = slot.partition(".")
        names = tuple(rest.split("."))
        if role == "groups":
            return ("models", self.model.id, "groups", self.model.groups[int(names[0])].id, *names[1:])
        if role == "format":
            nested = ("load",) if names[0].startswith("kv_") else ()
            return ("scenarios", self.scenario.id, *nested, names[0])
        if role == "accelerator":
            return None if self.accelerator is None else ("accelerators", self.accelerator.id, *names)
        before: dict[str, Path] = {
            "model": ("models", self.model.id),
            "position": ("models", self.model.id, "position"),
            "embedding": ("models", self.model.id, "embedding"),
            "stream": ("models", self.model.id, "stream"),
            "prediction": ("models", self.model.id, "prediction"),
            "scenario": ("scenarios", self.scenario.id),
            "load": ("scenarios", self.scenario.id, "load"),
            "assumptions": ("assumptions",),
        }
        return (*before[role], *names)

    def title(self, slot: Slot) -> str:
        """What a person calls an input or line: "Bandwidth of A100"."""
        position = self.structure.index.get(slot)
        if position is not None:
            return self.structure.lines[position].label
        role, _, rest = slot.partition(".")
        name = rest.split(".")[-1]
        if role == "accelerator":
            row = self.accelerator.name if self.accelerator else "GPU"
            return f"{field_of(Accelerator, name).title} of {row}"
        return _input_title(self, role, rest)


def _input_title(evaluation: Evaluation, role: str, rest: str) -> str:
    names = rest.split(".")
    if role == "groups":
        group = evaluation.model.groups[int(names[0])]
        record: BaseModel = getattr(group, names[1]) if len(names) > 2 else group
        return field_of(record, names[-1]).title
    if role == "prediction":
        return field_of(Prediction, names[-1]).title
    if role == "format":
        holder: BaseModel = evaluation.scenario.load if names[0].startswith("kv_") else evaluation.scenario
        return field_of(holder, names[0]).title
    records: dict[str, BaseModel | type[BaseModel]] = {
        "model": Model,
        "position": evaluation.model.position,
        "embedding": evaluation.model.embedding,
        "stream": evaluation.model.stream,
        "scenario": Scenario,
        "load": evaluation.scenario.load,
        "assumptions": Assumptions,
    }
    return field_of(records[role], names[-1]).title


def written_amount(value: Any) -> str:
    """One number inside a substitution: integers grouped, others to six significant figures.

    >>> written_amount(6738415616), written_amount(0.757), written_amount(None)
    ('6,738,415,616', '0.757', 'blank')
    """
    if value is None:
        return "blank"
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def choices_of(scenario: Scenario) -> Choices:
    """What of a resolved scenario chooses lines; blank formats follow the weights.

    >>> choices_of(Scenario(id="s", name="s", weights="fp8")).kv_keys
    'bf16'
    """
    chosen = FORMATS[scenario.weights]
    other = scenario.other_weights or (chosen.compute if chosen.quantised else chosen.name)
    activations = scenario.activations or other
    load = scenario.load
    keys, values = load.kv_keys or activations, load.kv_values or activations
    return Choices(chosen.name, other, activations, keys, values, scenario.tp != 1, scenario.memory_basis)


def link_of(scenario: Scenario, accelerator: Accelerator | None) -> str:
    """Which fields of a resolved card an all-reduce uses, "link" or "pcie"; of two known ones the faster.

    >>> link_of(Scenario(id="s", name="s", link="pcie"), None)
    'pcie'
    """
    link: Any = None if accelerator is None else accelerator.link_bandwidth
    slot: Any = None if accelerator is None else accelerator.pcie_bandwidth
    faster = "pcie" if slot is not None and (link is None or slot > link) else "link"
    return {"nvlink": "link", "pcie": "pcie"}.get(scenario.link, faster)


def model_amounts(model: Model) -> dict[Slot, Any]:
    """Inputs that a resolved model row gives."""
    amounts = dict(_numbers("model", model))
    for name in ("position", "embedding", "stream"):
        amounts |= dict(_numbers(name, getattr(model, name)))
    if model.prediction is not None:
        amounts |= dict(_numbers("prediction", model.prediction))
    for index, group in enumerate(model.groups):
        role = f"groups.{index}"
        amounts |= dict(_numbers(role, group))
        for part in ("attention", "beside", "feed_forward"):
            amounts |= dict(_numbers(f"{role}.{part}", getattr(group, part)))
    return amounts


def scenario_amounts(scenario: Scenario) -> dict[Slot, Any]:
    """Inputs that a resolved scenario row gives: its numbers, its load's, and its formats' block sizes."""
    amounts = dict(_numbers("scenario", scenario)) | dict(_numbers("load", scenario.load))
    choices = choices_of(scenario)
    for cell in FORMAT_CELLS:
        chosen = FORMATS[getattr(choices, cell)]
        amounts[f"format.{cell}.bytes"] = chosen.bytes
        amounts[f"format.{cell}.elements"] = chosen.elements
    return amounts


def accelerator_amounts(accelerator: Accelerator | None) -> dict[Slot, Any]:
    """Inputs that a resolved accelerator row gives; all blank when there is none."""
    if accelerator is None:
        return {f"accelerator.{name}": None for name, kind in fields_of(Accelerator) if isinstance(kind, Number)}
    return dict(_numbers("accelerator", accelerator))


def _numbers(role: str, record: BaseModel) -> Iterator[tuple[Slot, Any]]:
    return ((f"{role}.{name}", getattr(record, name)) for name in _number_names(type(record)))


_NUMBER_NAMES: dict[type[BaseModel], tuple[str, ...]] = {}


def _number_names(record: type[BaseModel]) -> tuple[str, ...]:
    found = _NUMBER_NAMES.get(record)
    if found is None:
        found = tuple(name for name, kind in fields_of(record) if isinstance(kind, Number))
        _NUMBER_NAMES[record] = found
    return found


def verdict_of(needed: Any, high: Any, usable: Any, tight_below: Any) -> Verdict:
    """The word for these bytes. A blank among them is Unknown, never a guess.

    >>> [str(verdict_of(needed, needed + 2, 79, 4)) for needed in (50, 76, 80)], str(verdict_of(50, 52, None, 4))
    (['Fits', 'Tight', 'Does not fit'], 'Unknown')
    """
    if needed is None or high is None or usable is None or tight_below is None:
        return Verdict.UNKNOWN
    if needed > usable:
        return Verdict.DOES_NOT_FIT
    if high > usable or usable - needed < tight_below:
        return Verdict.TIGHT
    return Verdict.FITS


def contradicts(model: Model, scenario: Scenario) -> bool:
    """Whether a load cannot be as it is said, so that no memory count of it may be called fitting.

    A prompt longer than the context, or a context beyond a table of learned positions; a Finding names the cells. An
    output that goes past the context is none: a server ends it there, and the cache is bounded by the context.
    """
    context: Any = scenario.load.context
    prompt: Any = scenario.load.prompt
    positions: Any = getattr(model.position, "positions", None)
    if context is None:
        return False
    return (prompt is not None and prompt > context) or (positions is not None and context > positions)


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
        self, model: Model, accelerator: Accelerator | None, scenario: Scenario, assumptions: Assumptions
    ) -> Evaluation:
        """The values of one plan; all rows resolved (plain numbers or None)."""
        amounts, shape = self.remembered(model, lambda row: (model_amounts(row), structural(row)))
        own, choices = self.remembered(scenario, lambda row: (scenario_amounts(row), choices_of(row)))
        card = {} if accelerator is None else self.remembered(accelerator, accelerator_amounts)
        common = self.remembered(assumptions, lambda row: dict(_numbers("assumptions", row)))
        everything = {**amounts, **own, **(card or accelerator_amounts(None)), **common}
        if choices.tensor_parallel:
            choices = choices._replace(link=link_of(scenario, accelerator))
        structure = self.structures.structure(model, shape, choices)
        values = structure.evaluate(everything)

        def get(key: str) -> Any:
            return values.values[structure.index[key]]

        verdict = verdict_of(get("needed"), get("needed_high"), get("usable"), get("tight_below"))
        if verdict in (Verdict.FITS, Verdict.TIGHT) and contradicts(model, scenario):
            verdict = Verdict.UNKNOWN
        return Evaluation(model, accelerator, scenario, structure, values, everything, verdict)
