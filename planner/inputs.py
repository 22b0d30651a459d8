"""Where the inputs of a ledger come from: the cell of each slot, and what a person calls it."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel

from planner.fields import field_of
from planner.ledger import Slot
from planner.memory.capacity import HELD
from planner.precision import Decided, decided
from planner.training.recipes import RECIPE_COPIES, RECIPES
from planner.training.unproved import unproved_title
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Accelerator, Assumptions, Engine, Model, Path, Prediction, Scenario, Training

DRAFT_TITLES = {
    "weights_bytes": QT_TRANSLATE_NOOP("inputs", "Weights of the draft model"),
    "kv_cache_bytes": QT_TRANSLATE_NOOP("inputs", "KV cache of the draft model"),
    "kv_bytes_per_token": QT_TRANSLATE_NOOP("inputs", "Bytes of a token in the draft model's KV cache"),
    "step_s": QT_TRANSLATE_NOOP("inputs", "Decode step of the draft model"),
}
"""What a draft model, counted by itself, gives to a plan."""


OF_ROW = QT_TRANSLATE_NOOP("inputs", "{title} of {row}")


class InputRows(NamedTuple):
    """The rows that a plan's inputs stand in, resolved; those that were not chosen are None."""

    model: Model
    accelerator: Accelerator | None
    scenario: Scenario
    engine: Engine | None

    def path(self, slot: Slot) -> Path | None:
        """The cell that an input comes from; None when the row it would stand in is not chosen."""
        role, _, rest = slot.partition(".")
        names = tuple(rest.split("."))
        if role == "groups":
            return ("models", self.model.id, "groups", self.model.groups[int(names[0])].id, *names[1:])
        if role == "format":
            cell = decided(self.scenario, self.model.stored_formats)[names[0]]
            if cell.row == "model":
                return ("models", self.model.id, "stored_formats", cell.cell_of(names[-1]))
            nested = ("load",) if _of_load(cell) else ()
            return ("scenarios", self.scenario.id, *nested, cell.cell)
        if role == "mixed":
            return ("models", self.model.id, "groups", self.model.groups[int(names[1])].id, "count")
        if role == "stage":
            return ("scenarios", self.scenario.id, "stages" if self.scenario.stages is not None else "pp")
        if role == "rank":
            return ("scenarios", self.scenario.id, "tp" if rest == "cut" else rest)
        if role in ("recipe", "unproved"):
            cell_name = "recipe" if role == "recipe" or rest == "adafactor" else "attention_implementation"
            return ("scenarios", self.scenario.id, "load", cell_name)
        if role == "draft":
            return ("scenarios", self.scenario.id, "draft")
        if role == "torch":
            return None if self.engine is None else ("engines", self.engine.id, "weight_rounding")
        if role in ("accelerator", "engine"):
            row = self.accelerator if role == "accelerator" else self.engine
            if row is None:
                return None if role == "accelerator" else ("scenarios", self.scenario.id, "engine")
            return (f"{role}s", row.id, *names)
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
        """What a person calls an input, in English: "Bandwidth of A100"."""
        return str(self.titled(slot))

    def titled(self, slot: Slot) -> Said:
        """What a person calls an input, for who translates it."""
        role, _, rest = slot.partition(".")
        name = rest.split(".")[-1]
        if role == "accelerator":
            card = self.accelerator.name if self.accelerator else "GPU"
            return Said("inputs", OF_ROW, {"title": _field(Accelerator, name), "row": card})
        if role == "engine":
            row = self.engine.name if self.engine else Said("inputs", QT_TRANSLATE_NOOP("inputs", "no engine"))
            return Said("inputs", OF_ROW, {"title": _field(Engine, name), "row": row})
        if role == "torch":
            return Said("inputs", QT_TRANSLATE_NOOP("inputs", "What tensors below 10 MiB leave in torch's blocks"))
        if role == "recipe":
            return self._recipe_title(*rest.split("."))
        if role == "unproved":
            return unproved_title(self.model, rest)
        if role == "stage" and rest in HELD:
            return Said("ledger", HELD[rest])
        if role == "rank" and rest == "cut":
            return Said("inputs", QT_TRANSLATE_NOOP("inputs", "Number of this rank in the cut of its experts, from 0"))
        if role == "rank":
            template = QT_TRANSLATE_NOOP("inputs", "Number of this rank in {degree}, from 0")
            return Said("inputs", template, {"degree": rest.upper()})
        if rest == "number" and role == "stage":
            return Said("inputs", QT_TRANSLATE_NOOP("inputs", "Number of this stage"))
        if role == "stage":
            group = Said("ledger", self.model.groups[int(rest.split(".")[1])].name)
            return Said("inputs", QT_TRANSLATE_NOOP("inputs", "Layers of this stage: {group}"), {"group": group})
        if role == "draft":
            return Said("inputs", DRAFT_TITLES[rest])
        return self._field_title(role, rest)

    def _recipe_title(self, copy: str, of: str = "bytes") -> Said:
        """What a copy of the parameters is called: "First moments in the recipe"."""
        template = QT_TRANSLATE_NOOP("inputs", "{what} in the recipe")
        if of == "elements":
            template = QT_TRANSLATE_NOOP("inputs", "Elements of a block of {what} in the recipe")
        states = RECIPES[self.scenario.load.recipe].states if isinstance(self.scenario.load, Training) else ()
        labels = RECIPE_COPIES | {state.key: state.label for state in states}
        return Said("inputs", template, {"what": Said("ledger", labels[copy])})

    def _field_title(self, role: str, rest: str) -> Said:
        names = rest.split(".")
        if role == "groups":
            group = self.model.groups[int(names[0])]
            record: BaseModel = getattr(group, names[1]) if len(names) > 2 else group
            return _field(record, names[-1])
        if role == "prediction":
            return _field(Prediction, names[-1])
        if role == "format":
            cell = decided(self.scenario, self.model.stored_formats)[names[0]]
            holder: BaseModel = self.scenario.load if _of_load(cell) else self.scenario
            holder = self.model.stored_formats if cell.row == "model" else holder
            return _field(holder, cell.cell_of(names[-1]))
        if role == "mixed":
            title = _field(self.model.groups[int(names[1])], "count")
            template = QT_TRANSLATE_NOOP("inputs", "{title} in {format}")
            return Said("inputs", template, {"title": title, "format": names[-1]})
        records: dict[str, BaseModel | type[BaseModel]] = {
            "model": Model,
            "position": self.model.position,
            "embedding": self.model.embedding,
            "stream": self.model.stream,
            "scenario": Scenario,
            "load": self.scenario.load,
            "assumptions": Assumptions,
        }
        return _field(records[role], names[-1])


def _field(record: BaseModel | type[BaseModel], name: str) -> Said:
    return Said("fields", field_of(record, name).title)


def _of_load(cell: Decided) -> bool:
    """Whether the cell that decides a format stands in the scenario's load."""
    return cell.cell.startswith("kv_") or cell.cell == "recipe"
