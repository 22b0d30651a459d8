"""Models against accelerators, optionally in several precisions: what one plan says, for every pair at once.

The load, the degrees and everything else are those of one scenario. A cell is the plan of that scenario with the cell's
model, card and format of the weights in place of its own, and says what that plan says: `exact` gives it whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

from planner.hosts import taken_in, withheld
from planner.new_scenarios import longest_sequence
from planner.plan import Evaluation
from planner.resolve import resolve
from planner.verdict import Verdict
from planner.what_if.arrays import UNKNOWN, WORDS, number
from planner.what_if.matrix.cards import Cards
from planner.what_if.matrix.least import degrees, host_of, least_gpus
from planner.what_if.matrix.rows import Load, Pantry, values_of
from planner.what_if.matrix.words import REASON_CODES, words_of
from planner.workbook import Accelerator, Assumptions, Engine, Model, Scenario, Training, Workbook

STANDARD = Assumptions()
FIGURES = "needed", "free", "tokens_per_s", "tpot", "cost"


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is asked; all rows resolved. `precisions` are formats of the weights, None is the scenario's own."""

    models: Sequence[Model]
    cards: Sequence[Accelerator]
    scenario: Scenario
    assumptions: Assumptions = STANDARD
    engine: Engine | None = None
    draft: Model | None = None
    precisions: Sequence[str | None] = (None,)
    shortened: Scenario | None = None
    """The scenario with its expressions where a context or sequence beyond what a model was made for is to be cut to
    that, as a plan does that does not name one; it refers to no other row."""
    hosts: Sequence[Accelerator] = ()
    """The cards of the workbook, which tell what else stands in a host."""
    timed: bool = True
    """Whether tokens per second and TPOT are asked for."""
    least: bool = False
    """Whether the least GPUs are asked for."""

    def length(self, model: Model) -> int | None:
        """The context or sequence that a model's plans have in place of the stated one; None where that stays."""
        if self.shortened is None:
            return None
        longest, stated = longest_sequence(model), getattr(self.scenario.load, self._stated)
        return longest if longest is not None and isinstance(stated, int) and longest < stated else None

    @property
    def _stated(self) -> str:
        return "sequence" if isinstance(self.scenario.load, Training) else "context"

    def written(self, length: int | None) -> Scenario | None:
        """The scenario with its expressions, its context or sequence cut to this length; None where nothing is cut."""
        if length is None or self.shortened is None:
            return self.shortened
        return self.shortened.model_copy(update={"load": self.shortened.load.model_copy(update={self._stated: length})})

    def plan(self, precision: str | None, length: int | None) -> Scenario:
        """The scenario of a row of the matrix, resolved; the identical object where it is the question's own."""
        written = None if length is None else self.written(length)
        found = self.scenario if written is None else plain(written)
        return found if precision is None else found.model_copy(update={"weights": precision})

    def load(self, scenario: Scenario) -> Load:
        """The load of a cell's scenario."""
        return Load(scenario, self.assumptions, self.engine, self.draft)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one plan says: bytes and counts are whole numbers where they are, None is not known or was not asked."""

    verdict: Verdict
    reason: str
    needed: int | float | None
    free: int | float | None
    tokens_per_s: float | None
    tpot: float | None
    least: int | None
    cost: float | None = None


@dataclass(slots=True, eq=False)
class Grid:
    """The answers: arrays of models x precisions x cards. Cells that were not reached yet are not `done`."""

    question: Question
    done: Any
    words: Any
    reasons: Any
    numbers: dict[str, Any]

    @classmethod
    def empty(cls, question: Question) -> Grid:
        """Nothing answered yet."""
        size = (len(question.models), len(question.precisions), len(question.cards))
        numbers = {name: numpy.full(size, numpy.nan) for name in (*FIGURES, "least")}
        blank = numpy.full(size, UNKNOWN, dtype=numpy.int8)
        return cls(question, numpy.zeros(size[:2], dtype=bool), blank, numpy.zeros(size, dtype=numpy.int8), numbers)

    def cell(self, model: int, precision: int, card: int) -> Cell:
        """One answer by its places."""
        at = (model, precision, card)
        found: dict[str, Any] = {name: number(values[at]) for name, values in self.numbers.items()}
        return Cell(WORDS[int(self.words[at])], REASON_CODES[int(self.reasons[at])], **found)


@dataclass(slots=True)
class Matrix:
    """Answers questions, remembering between them what did not change. One per window or command."""

    pantry: Pantry = field(default_factory=Pantry)

    def steps(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Answers a question row by row into its grid; after each row, how many are answered and of how many.

        Whoever iterates may stop at any time: the rows that are `done` are right.
        """
        question = grid.question
        cards = Cards.of(question.cards, question.assumptions, self.pantry.kitchen)
        total, count = grid.done.size, 0
        loads: dict[Any, Load] = {}
        for at, model in enumerate(question.models):
            for nth, precision in enumerate(question.precisions):
                self._row(grid, cards, at, nth, self._load(question, model, precision, loads))
                grid.done[at, nth] = True
                count += 1
                yield count, total

    @staticmethod
    def _load(question: Question, model: Model, precision: str | None, loads: dict[Any, Load]) -> Load:
        """The load of a row; rows whose plans are equal but for the model share it."""
        name = (precision, question.length(model))
        if name not in loads:
            loads[name] = question.load(question.plan(*name))
        return loads[name]

    def _row(self, grid: Grid, cards: Cards, at: int, nth: int, load: Load) -> None:
        question, model = grid.question, grid.question.models[at]
        values = values_of(self.pantry, model, cards, load, question.timed)
        grid.words[at, nth], grid.reasons[at, nth] = words_of(values, model, cards.rows, load, question.hosts)
        values["tokens_per_s"] = values.get("tokens_per_s", values.get("train_tokens_per_s"))
        if (cost := values.get("million_cost_low")) is not None:
            unpriced = [row.price_low is None or row.price_high is None for row in question.cards]
            values["cost"] = numpy.where(unpriced, numpy.nan, cost)  # a plan has a cost where both prices are known
        for name in FIGURES:
            if values.get(name) is not None:
                grid.numbers[name][at, nth] = values[name]
        if question.least:
            grid.numbers["least"][at, nth] = least_gpus(self.pantry, model, cards, load, question.hosts)

    def answer(self, question: Question, progress: Callable[[int, int], object] | None = None,
               cancelled: Callable[[], bool] = lambda: False) -> Grid:  # fmt: skip
        """The whole grid, or what of it was answered before `cancelled` said so."""
        grid = Grid.empty(question)
        for count, total in self.steps(grid):
            if progress is not None:
                progress(count, total)
            if cancelled():
                break
        return grid

    def exact(self, question: Question, model: Model, precision: str | None, card: Accelerator) -> Evaluation:
        """The plan of one cell, evaluated as every scenario is."""
        return self._evaluated(question, model, question.plan(precision, question.length(model)), card)

    def fitting(
        self, question: Question, model: Model, precision: str | None, card: Accelerator
    ) -> Evaluation | None:  # fmt: skip
        """The plan of one cell at the least TP that fits, of those that the least GPUs try; None where none does."""
        plan = question.plan(precision, question.length(model))
        tried = (plan.model_copy(update={"tp": tp}) for tp in degrees(model, plan, host_of(card)))
        found = (self._evaluated(question, model, scenario, card) for scenario in tried)
        return next((each for each in found if each.verdict is Verdict.FITS), None)

    def _evaluated(self, question: Question, model: Model, plan: Scenario, card: Accelerator) -> Evaluation:
        scenario = plan.model_copy(update={"accelerator": card.id, "model": model.id})
        found = self.pantry.kitchen.evaluate(
            model, card, scenario, question.assumptions, question.engine, question.draft
        )
        return withheld(found, taken_in(question.hosts, scenario) if card.host is not None else None)


def standard(**changes: Any) -> Scenario:
    """The scenario of a matrix that names none, with its expressions: one request of the usual lengths on one GPU."""
    return Scenario(id="matrix", name="Standard", **changes)


def plain(scenario: Scenario) -> Scenario:
    """A scenario that names no other row, resolved."""
    return resolve(Workbook(scenarios=(scenario,))).workbook.scenarios[0]
