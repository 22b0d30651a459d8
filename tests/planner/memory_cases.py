"""Figures that serving programs printed on real cards, each with the plan that it is held against.

A line of `tests/cases/inference_memory.jsonl` has `model` (a preset's id or a config), `gpu` (a preset's id, or null),
`usable` (the card's memory as it was printed), `engine_row` (cells of the engine's row that the run had otherwise),
`set` (as `fitsheet plan --batch` takes it) and `printed`: name to [bytes or number, half of the last digit printed].
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.workbook import Workbook

CASES = Path(__file__).parents[1] / "cases" / "inference_memory.jsonl"
ANY_CARD = "h200-sxm"
"""Stands in where no card was named: what is looked at then does not depend on it."""


@dataclass(frozen=True)
class Printed:
    """A figure as it was printed: `value`, and `half` of its last digit either way."""

    value: float
    half: float

    def error(self, predicted: float) -> float:
        """How far a prediction is off, as a share of what was printed; nothing within its rounding."""
        beyond = max(abs(predicted - self.value) - self.half, 0.0)
        return beyond / abs(self.value)


@dataclass(frozen=True)
class Case:
    """One run, what it printed, and what was known of it."""

    id: str
    source: str
    note: str
    gpu: str | None
    printed: Mapping[str, Printed]
    raw: Mapping[str, Any]

    def __getitem__(self, name: str) -> Printed:
        return self.printed[name]

    def __contains__(self, name: str) -> bool:
        return name in self.printed

    @property
    def engine(self) -> str:
        return str(self.raw["set"]["engine"])

    @property
    def llama_cpp(self) -> bool:
        """Whether the program is of the llama.cpp family."""
        return self.engine in ("llama-cpp", "ollama")

    @property
    def whole_card(self) -> bool:
        """Whether the card's memory is known."""
        return self.gpu is not None or "usable" in self.raw

    def workbook(self, **engine: Any) -> Workbook:
        """The plan's workbook; `engine` sets cells of the engine's row."""
        request = {"model": self.raw["model"], "gpu": self.gpu or ANY_CARD, "set": self.raw["set"]}
        workbook = request_workbook(request)
        cells = {**self.raw.get("engine_row", {}), **engine}
        engines = tuple(row.model_copy(update=cells) for row in workbook.engines)
        cards = workbook.accelerators
        if "usable" in self.raw:
            usable = self.raw["usable"][0]
            cards = tuple(
                card.model_copy(update={"usable_memory": usable, "nominal_memory": max(usable, card.nominal_memory)})
                for card in cards
            )
        models = tuple(row.model_copy(update=self.raw.get("model_row", {})) for row in workbook.models)
        return workbook.model_copy(update={"engines": engines, "accelerators": cards, "models": models})

    def plan(self, **engine: Any) -> Evaluation:
        """The plan evaluated."""
        return PLANNER.evaluate(self.workbook(**engine)).scenarios["scenario"]


PLANNER = Planner()


@cache
def cases() -> tuple[Case, ...]:
    """Every case."""
    found = []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        printed = {name: Printed(*pair) for name, pair in raw["printed"].items()}
        found.append(Case(raw["id"], raw["source"], raw["note"], raw["gpu"], printed, raw))
    return tuple(found)
