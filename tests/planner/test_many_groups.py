"""Models of many layer groups: what is done for each group is counted, and twice the groups take twice of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from planner import ledger
from planner.bounds import MOST_GROUPS
from planner.compiled import MOST_COMPILED, Stepwise
from planner.edits import EditError, inserted
from planner.ledger import Structure
from planner.plan import Evaluation
from planner.plan_inputs import choices_of
from planner.shape import structural
from planner.structure import StructureMemory, build
from planner.time.call import Call
from planner.workbook import Model, Scenario, Workbook
from tests.planner import rows


def of_groups(count: int) -> Model:
    """A model whose layers all have a width of their own."""
    base = rows.llama_3_70b()
    group = base.groups[0]
    groups = (
        group.model_copy(
            update={
                "id": f"g{at}",
                "name": f"Layer {at}",
                "count": 1,
                "feed_forward": group.feed_forward.model_copy(update={"width": 1024 + 8 * at}),
            }
        )
        for at in range(count)
    )
    return base.model_copy(update={"groups": tuple(groups)})


def evaluated(count: int, **scenario: Any) -> Evaluation:
    return rows.evaluated(of_groups(count), rows.h100(), tp=4, **scenario)


class Looked:
    """How often the calls of a ledger are asked which group of layers they are of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        place = Call._fields.index("group")

        def group(call: Call) -> Any:
            self.times += 1
            return call[place]

        monkeypatch.setattr(Call, "group", property(group))


def test_that_sums_over_twice_the_groups_look_at_twice_the_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, found = Looked(monkeypatch), []
    for count in (10, 20):
        looked.times = 0
        evaluated(count)
        found.append(looked.times)
    assert 0 < found[1] <= 2.2 * found[0], found


def test_that_twice_the_groups_have_twice_the_lines() -> None:
    few, many = (len(evaluated(count).structure.lines) for count in (10, 20))
    assert many <= 2 * few


def shapes() -> Iterator[Evaluation]:
    yield rows.evaluated(rows.llama_2_7b(), rows.a100())
    yield rows.evaluated(rows.gpt_2(), rows.a100(), weights="nf4")
    yield evaluated(4, pp=2)
    yield rows.evaluated(rows.llama_3_70b(), rows.h100().model_copy(update={"memory_bandwidth": None}))


def test_that_a_ledger_step_by_step_has_the_values_of_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [(each, each.values) for each in shapes()]
    monkeypatch.setattr(ledger, "MOST_COMPILED", 0)
    for evaluation, values in expected:
        again = Structure(evaluation.structure.lines, evaluation.structure.children)
        for _ in range(2):
            found = again.evaluate(evaluation.amounts)
            assert (found.values, dict(found.blocked)) == (values.values, dict(values.blocked))
        partial = again._partial(frozenset(slot for slot in again.inputs if evaluation.amounts[slot] is None))
        assert partial is not None and isinstance(partial.function, Stepwise)


def test_that_a_division_by_zero_step_by_step_blocks_what_depends_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rows.evaluated(rows.llama_2_7b(), rows.a100())
    amounts = {**whole.amounts, "accelerator.memory_bandwidth": 0}
    expected = whole.structure.evaluate(amounts)
    monkeypatch.setattr(ledger, "MOST_COMPILED", 0)
    found = Structure(whole.structure.lines, whole.structure.children).evaluate(amounts)
    assert found.values == expected.values and found.blocked == expected.blocked and found.blocked


def test_that_a_ledger_of_many_groups_is_never_made_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: Any) -> Any:
        raise AssertionError("a function of so many lines takes seconds to compile")

    monkeypatch.setattr(ledger, "compiled", refused)
    found = evaluated(20)
    assert len(found.structure.lines) > MOST_COMPILED
    for _ in range(3):
        assert found.structure.evaluate(found.amounts).values == found.values.values


def test_that_structures_are_remembered_up_to_a_number_of_lines_and_those_in_use_always() -> None:
    choices = choices_of(Scenario(id="s", name="s"))
    models = [of_groups(count) for count in (2, 3, 4)]
    lines = [len(build(model, choices).lines) for model in models]
    memory = StructureMemory(most_lines=sum(lines) - 1)
    used = [memory.structure(model, structural(model), choices) for model in models]
    assert len(memory._kept) == 2 and memory._lines == sum(lines[1:])
    assert memory.structure(models[0], structural(models[0]), choices) is used[0], "somebody has it"
    assert memory._lines <= sum(lines) - 1 and len(memory._kept) == 2
    del used
    memory.structure(models[2], structural(models[2]), choices)
    assert len(memory._held) == len(memory._kept), "what nobody has is gone"


def test_that_no_more_groups_are_inserted_than_are_planned(example: Workbook) -> None:
    model = example.models[0]
    group = model.groups[0]
    full = tuple(group.model_copy(update={"id": f"g{at}"}) for at in range(MOST_GROUPS))
    workbook = example.model_copy(update={"models": (model.model_copy(update={"groups": full}), *example.models[1:])})
    with pytest.raises(EditError, match="There would be 201 rows here; 200 are the most"):
        inserted(workbook, ("models", model.id, "groups"), group.model_copy(update={"id": "more"}))
