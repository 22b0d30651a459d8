"""How much fits: what an answer says is what applying it gives, and one step further is not."""

from __future__ import annotations

from typing import Any

import pytest

from planner.asked import Answer
from planner.edits import replaced
from planner.evaluations import Planner
from planner.findings import Edit
from planner.placement import divides
from planner.plan import Evaluation
from planner.presets import engine_from_preset, model_from_preset
from planner.searching import largest
from planner.verdict import Verdict
from planner.workbook import Inference, Scenario, Workbook
from tests.planner import rows

PATH = ("scenarios", "s1")


def workbook(engine: str | None = None, **changes: Any) -> Workbook:
    load = Inference(batch=changes.pop("batch", 16), context=changes.pop("context", 4096))
    scenario = Scenario(
        id="s1", name="13B", model="llama_2_13b", accelerator="a100", weights="fp16", load=load, engine=engine
    ).model_copy(update=changes)
    engines = (engine_from_preset("vllm", "vllm"),)
    return Workbook(models=(rows.llama_2_13b(),), accelerators=(rows.a100(),), engines=engines, scenarios=(scenario,))


def asked(of: Workbook) -> dict[str, Answer]:
    planner = Planner()
    return {answer.code: answer for answer in planner.answers(of, planner.evaluate(of).scenarios["s1"])}


def after(of: Workbook, *edits: Edit) -> Evaluation:
    for edit in edits:
        of = replaced(of, edit.path, edit.value)
    return Planner().evaluate(of).scenarios["s1"]


@pytest.mark.parametrize("engine", [None, "vllm"])
def test_that_the_largest_batch_fits_and_one_more_does_not(engine: str | None) -> None:
    of = workbook(engine)
    answer = asked(of)["batch"]
    assert isinstance(answer.value, int)
    assert after(of, *answer.edits).verdict is Verdict.FITS
    tight, more = answer.values["tight"], Edit((*PATH, "load", "batch"), answer.value + 1)
    assert after(of, more).verdict is not Verdict.FITS
    assert after(of, Edit((*PATH, "load", "batch"), tight)).verdict is Verdict.TIGHT
    assert after(of, Edit((*PATH, "load", "batch"), tight + 1)).verdict is Verdict.DOES_NOT_FIT


@pytest.mark.parametrize("engine", [None, "vllm"])
def test_that_the_longest_context_fits_and_one_more_token_does_not(engine: str | None) -> None:
    of = workbook(engine, batch=24)
    answer = asked(of)["context"]
    assert isinstance(answer.value, int)
    assert after(of, *answer.edits).verdict is Verdict.FITS
    assert after(of, Edit((*PATH, "load", "context"), answer.value + 1)).verdict is not Verdict.FITS


def test_that_a_prompt_that_follows_the_context_stays_an_expression() -> None:
    of = workbook(batch=24)
    assert [edit.path[-1] for edit in asked(of)["context"].edits] == ["context"]
    stated = replaced(of, (*PATH, "load", "prompt"), 3000)
    answer = asked(stated)["context"]
    assert {edit.path[-1]: edit.value for edit in answer.edits} == {
        "context": answer.value, "prompt": answer.value - 256,
    }  # fmt: skip


def test_that_no_context_is_offered_that_the_model_was_not_made_for() -> None:
    answer = asked(workbook(batch=1))["context"]
    assert (answer.value, answer.edits) == (4096, ())
    assert answer.sentence == "All 4,096 tokens that Llama-2-13B was made for fit at batch 1."


def test_that_the_fewest_gpus_are_those_of_the_smallest_degree_that_fits() -> None:
    of = workbook()
    answer = asked(of)["gpus"]
    assert (answer.value, answer.edits) == (2, (Edit((*PATH, "tp"), 2),)), "TP rather than PP, of equal ones"
    assert after(of, *answer.edits).verdict is Verdict.FITS
    assert after(of).verdict is Verdict.TIGHT
    both = replaced(replaced(of, (*PATH, "pp"), 2), (*PATH, "dp"), 2)
    found = asked(both)["gpus"]
    assert (found.value, found.sentence, found.edits) == (
        2, "The plan fits at TP 1, DP 2.", (Edit((*PATH, "pp"), 1),),
    )  # fmt: skip


def test_that_a_degree_that_does_not_divide_the_model_is_passed_over() -> None:
    model = rows.llama_2_13b()
    assert [tp for tp in (1, 2, 4, 8, 16, 32) if divides(model, tp)] == [1, 2, 4, 8]
    latent = model_from_preset("deepseek-v3", "m")
    assert divides(latent, 8) and divides(latent, 8, 8)


def test_that_a_context_for_which_no_degree_is_enough_says_so() -> None:
    of = workbook(batch=40_960)
    answer = asked(of)["gpus"]
    assert (answer.value, answer.edits) == (None, ())
    assert answer.sentence == "No TP of 1, 2, 4 … up to 8 that divides the model fits, with any PP up to 40."


def test_that_the_least_fraction_fits_and_a_percent_less_does_not() -> None:
    of = workbook("vllm", batch=8)
    answer = asked(of)["fraction"]
    assert isinstance(answer.value, float)
    assert after(of, *answer.edits).verdict is Verdict.FITS
    less = Edit((*PATH, "memory_fraction"), round(answer.value - 0.01, 2))
    assert after(of, less).verdict is not Verdict.FITS
    assert "fraction" not in asked(workbook(batch=8))


def test_that_tokens_and_requests_are_those_of_the_ledger() -> None:
    of = workbook("vllm", batch=8)
    found, plan = asked(of), after(of)
    assert found["tokens"].value == plan.value("kv_capacity_tokens")
    assert found["requests"].value == pytest.approx(plan.value("kv_requests"))
    assert found["requests"].edits == (Edit((*PATH, "load", "batch"), int(plan.value("kv_requests"))),)


def test_that_a_plan_without_a_card_is_asked_nothing() -> None:
    assert asked(replaced(workbook(), (*PATH, "accelerator"), None)) == {}


def test_that_a_model_that_never_fits_has_no_batch() -> None:
    of = replaced(workbook(), (*PATH, "weights"), "fp32")
    of = replaced(of, ("models", "llama_2_13b", "groups", of.models[0].groups[0].id, "count"), 400)
    found = asked(of)
    assert found["batch"].value is None and found["context"].value is None
    assert found["batch"].sentence == "Not even one sequence of 4,096 tokens fits."


def test_that_the_search_finds_every_threshold() -> None:
    for most in range(1, 70):
        assert largest(lambda number, most=most: number <= most) == most  # type: ignore[misc]
        assert largest(lambda number: True, most) == most


def test_that_remedies_of_an_engine_offer_more_of_the_card_and_more_stages() -> None:
    planner, of = Planner(), workbook("vllm", batch=14)
    plan = planner.evaluate(of).scenarios["s1"]
    found = {remedy.code: remedy for remedy in planner.remedies(plan, of.assumptions)}
    for code, edit in (
        ("larger_fraction", Edit((*PATH, "memory_fraction"), 0.95)),
        ("more_stages", Edit((*PATH, "pp"), 2)),
        ("more_gpus", Edit((*PATH, "tp"), 2)),
    ):
        assert found[code].edits == (edit,)
        assert after(of, edit).value("free") == found[code].free
    assert found["more_gpus"].sentence.startswith("TP 2 in place of 1, 2 GPUs in all: frees ")
    assert found["larger_fraction"].sentence.startswith("Memory fraction 95 % in place of 90 %: frees ")
    dealt = replaced(replaced(of, (*PATH, "pp"), 2), (*PATH, "stages"), "20, 20")
    plan = planner.evaluate(dealt).scenarios["s1"]
    assert "more_stages" not in {remedy.code for remedy in planner.remedies(plan, of.assumptions)}
