"""The whole workbook evaluated: one Evaluation per scenario and per model, and all Findings; unchanged parts are kept.

Everything is remembered by what it was read from (the resolved rows, compared with `is`), so an edit of one scenario
computes that scenario only, and an edit of a shared row the scenarios that use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import TYPE_CHECKING, Any

from planner.asked import Answer, Try
from planner.checks import (
    check_accelerator,
    check_bands,
    check_host,
    check_model,
    check_references,
    check_scenario,
)
from planner.counted_alone import ALONE, STANDARD
from planner.edits import applied
from planner.findings import Edit, Finding
from planner.hosts import taken_in, withheld
from planner.plan import Evaluation, Kitchen
from planner.ranks import Rank
from planner.resolve import Memory, resolve
from planner.workbook import Accelerator, Assumptions, Scenario, Workbook

if TYPE_CHECKING:
    from planner.remedies import Remedy


@dataclass(frozen=True, slots=True)
class Evaluations:
    """Answers for one workbook. `scenarios` lacks those without a model; their Findings say so. `models` are counted by
    themselves, under the standard assumptions.
    """

    workbook: Workbook
    scenarios: Mapping[str, Evaluation]
    models: Mapping[str, Evaluation]
    findings: tuple[Finding, ...]

    def findings_of(self, row_id: str) -> tuple[Finding, ...]:
        """The Findings whose place is in one row."""
        return tuple(finding for finding in self.findings if len(finding.path) > 1 and finding.path[1] == row_id)


def _nothing() -> None:
    """Where nobody wants to know."""


@dataclass(slots=True)
class Planner:
    """Evaluates workbooks, remembering between calls. One per session; holds no document of its own."""

    kitchen: Kitchen = field(default_factory=Kitchen)
    memory: Memory = field(default_factory=Memory)
    tried: Memory = field(default_factory=Memory)
    plans: dict[str, tuple[tuple[Any, ...], Evaluation, tuple[Finding, ...]]] = field(default_factory=dict)
    checked: dict[str, tuple[tuple[Any, ...], tuple[Finding, ...]]] = field(default_factory=dict)
    """Findings that no evaluation is needed for, by row: what they were made from, compared with `is`, and they."""

    def evaluate(self, workbook: Workbook, watch: Callable[[int, int], object] | None = None) -> Evaluations:
        """All answers for a workbook; `watch` is told how many of how many plans are done, from 0 to all."""
        if watch is None:
            return self._evaluate(workbook, lambda done, of: None)
        try:
            return self._evaluate(workbook, watch)
        finally:
            watch(1, 1)

    def _evaluate(self, workbook: Workbook, watch: Callable[[int, int], object]) -> Evaluations:
        total = len(workbook.models) + len(workbook.scenarios)
        watch(0, total + 1)
        resolved = resolve(workbook, self.memory)
        plain = resolved.workbook
        findings = list(resolved.findings)
        models: dict[str, Evaluation] = {}
        for model in plain.models:
            models[model.id], own = self._remembered((model, None, ALONE, STANDARD, None, None), model.id)
            findings += own
            watch(len(models), total + 1)
        for accelerator in plain.accelerators:
            findings += self._once(accelerator.id, (accelerator,), check_accelerator)
        for engine in plain.engines:
            findings += self._once(engine.id, (engine,), check_bands)
        rows = {row.id: row for row in plain.models}
        cards = {row.id: row for row in plain.accelerators}
        engines = {row.id: row for row in plain.engines}
        scenarios: dict[str, Evaluation] = {}
        for scenario in plain.scenarios:
            findings += self._once(
                scenario.id,
                (scenario, plain.models, plain.accelerators, plain.engines),
                lambda row, *_: (*check_references(plain, row), *check_host(plain, row)),
            )
            chosen = rows.get(scenario.model or "")
            if chosen is not None:
                inputs = (
                    chosen,
                    cards.get(scenario.accelerator or ""),
                    scenario,
                    plain.assumptions,
                    engines.get(scenario.engine or ""),
                    rows.get(scenario.draft or ""),
                )
                smaller = taken_in(plain.accelerators, scenario)
                scenarios[scenario.id], own = self._remembered(inputs, scenario.id, smaller)
                findings += own
                watch(len(models) + len(scenarios), total + 1)
        for gone in self.plans.keys() - scenarios.keys() - models.keys():
            del self.plans[gone]
        for gone in self.checked.keys() - cards.keys() - engines.keys() - {row.id for row in plain.scenarios}:
            del self.checked[gone]
        return Evaluations(plain, scenarios, models, tuple(findings))

    def remedies(
        self,
        evaluation: Evaluation,
        assumptions: Assumptions,
        cards: Sequence[Accelerator] = (),
        before_each: Callable[[], object] = _nothing,
    ) -> tuple[Remedy, ...]:
        """What would help one plan of a workbook with these assumptions and cards; computed on request, since it
        evaluates dozens of changed plans. `before_each` of them is called, and may end the work by an error.
        """
        from planner.remedies import remedies

        def evaluate(model: Any, scenario: Any) -> Evaluation:
            before_each()
            after = self.kitchen.evaluate(
                model, evaluation.accelerator, scenario, assumptions, evaluation.engine, evaluation.draft
            )
            return withheld(after, taken_in(cards, after.scenario))

        return remedies(evaluation, evaluate)

    def trial(self, workbook: Workbook, scenario_id: str, before_each: Callable[[], object] = _nothing) -> Try:
        """Evaluates one scenario of a workbook under edits, as it would be after them; nothing is changed."""

        def attempt(changes: tuple[Edit, ...]) -> Evaluation:
            before_each()
            plain = resolve(applied(workbook, changes), self.tried).workbook
            scenario = next(row for row in plain.scenarios if row.id == scenario_id)
            after = self.kitchen.evaluate(*_rows_of(plain, scenario))
            return withheld(after, taken_in(plain.accelerators, scenario))

        return attempt

    def answers(
        self, workbook: Workbook, evaluation: Evaluation, before_each: Callable[[], object] = _nothing
    ) -> tuple[Answer, ...]:
        """How much fits in one plan of this workbook; computed on request, since it tries some hundred plans.
        `before_each` of them is called, and may end the work by an error.
        """
        from planner.capacity import answers
        from planner.targets import target_answer

        trial = self.trial(workbook, evaluation.scenario.id, before_each)
        cards = resolve(workbook, self.tried).workbook.accelerators
        targets = target_answer(evaluation, trial, cards)
        return (*answers(evaluation, trial), *(() if targets is None else (targets,)))

    def _remembered(
        self, inputs: tuple[Any, ...], row_id: str, smaller: Accelerator | None = None
    ) -> tuple[Evaluation, tuple[Finding, ...]]:
        found = self.plans.get(row_id)
        given = (*inputs, smaller)
        if found is not None and all(map(is_, found[0], given)):
            return found[1], found[2]
        evaluation = withheld(self.kitchen.evaluate(*inputs), smaller)
        own = tuple(check_model(inputs[0]) if inputs[2] is ALONE else check_scenario(evaluation))
        self.plans[row_id] = (given, evaluation, own)
        return evaluation, own

    def _once(
        self, row_id: str, inputs: tuple[Any, ...], check: Callable[..., Iterable[Finding]]
    ) -> tuple[Finding, ...]:
        """What a check says of these inputs; asked again when one of them is another object."""
        found = self.checked.get(row_id)
        if found is None or not all(map(is_, found[0], inputs)):
            found = self.checked[row_id] = inputs, tuple(check(*inputs))
        return found[1]

    def estimate(self, assumptions: Assumptions, model: Any, accelerator: Any, scenario: Any) -> Evaluation:
        """A plan on another device than the scenario's own, such as the one that was measured."""
        return self.kitchen.evaluate(model, accelerator, scenario, assumptions)

    def rank(self, evaluation: Evaluation, assumptions: Assumptions, rank: Rank) -> Evaluation:
        """The same plan with the memory of another kind of GPU."""
        return self.kitchen.evaluate(
            evaluation.model,
            evaluation.accelerator,
            evaluation.scenario,
            assumptions,
            evaluation.engine,
            evaluation.draft,
            rank=rank,
        )

    def alone(self, model: Any) -> Evaluation:
        """A model counted by itself: one sequence, one rank, bf16, no device."""
        return self._remembered((model, None, ALONE, STANDARD, None, None), f"alone:{model.id}")[0]


def _rows_of(plain: Workbook, scenario: Scenario) -> tuple[Any, ...]:
    """What `Kitchen.evaluate` takes of a resolved workbook for a scenario that has a model."""

    def row(table: str, row_id: str | None) -> Any:
        return next((each for each in getattr(plain, table) if each.id == row_id), None)

    return (
        row("models", scenario.model),
        row("accelerators", scenario.accelerator),
        scenario,
        plain.assumptions,
        row("engines", scenario.engine),
        row("models", scenario.draft),
    )
