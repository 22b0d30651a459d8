"""A scenario beside the baseline: exact differences, percentages, lines that one of them lacks, verdicts in words."""

from __future__ import annotations

from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.what_if.compare import BASELINE, BOTH, SCENARIO, Comparison, only_in_baseline, percent
from planner.workbook import Inference, Scenario, Training, Workbook
from tests.planner.rows import a100, llama_2_13b


def plan(batch: int, **changes: object) -> Evaluation:
    load = Inference(batch=batch, context=4096)
    row = Scenario(id="s", name=f"batch {batch}", model="llama_2_13b", accelerator="a100", weights="fp16", load=load)
    card = a100().model_copy(update={"id": "a100"})
    workbook = Workbook(models=(llama_2_13b(),), accelerators=(card,), scenarios=(row.model_copy(update=changes),))
    return Planner().evaluate(workbook).scenarios["s"]


def test_that_differences_are_exact_and_percentages_relative_to_the_baseline() -> None:
    found = Comparison(plan(8), plan(16)).summary()
    cache = found["kv_cache_bytes"]
    one = 2 * 40 * 40 * 128 * 4096 * 2  # keys and values of one sequence in 16 bit
    assert (cache.baseline, cache.value, cache.difference, cache.percent) == (8 * one, 16 * one, 8 * one, 100.0)
    assert found["weights_bytes"].difference == 0 and found["weights_bytes"].percent == 0.0
    assert found["free_bytes"].difference == -8 * one


def test_that_what_one_does_not_know_has_no_difference() -> None:
    usable = Comparison(plan(8, accelerator=None), plan(8)).summary()["usable_bytes"]
    assert usable.baseline is None and usable.value is not None
    assert usable.difference is None and usable.percent is None
    assert percent(3, -2) is None


def test_that_verdicts_are_compared_in_words() -> None:
    assert Comparison(plan(8), plan(16)).verdict == "Fits → Tight"
    assert Comparison(plan(8), plan(8)).verdict == "Fits"


def test_that_every_line_of_both_ledgers_is_there_once_below_its_parent() -> None:
    serving, training = plan(1), plan(1, load=Training())
    lines = list(Comparison(serving, training).lines())
    keys = [each.line.key for each in lines]
    assert sorted(keys) == sorted({*serving.structure.index, *training.structure.index})
    assert all(each.line.parent is None or keys.index(each.line.parent) < at for at, each in enumerate(lines))
    within = {each.line.key: each.within for each in lines}
    assert within["weights"] == BOTH and within["gradients"] == SCENARIO and within["kv_cache"] == BASELINE
    missing = {each.line.key: each.amount for each in lines}
    assert missing["kv_cache"].baseline == serving.value("kv_cache") and missing["kv_cache"].value is None
    assert {line.key for line in only_in_baseline(serving, training)} == {
        key for key, where in within.items() if where == BASELINE
    }


def test_that_lines_in_common_have_the_differences_of_the_ledgers() -> None:
    before, after = plan(8), plan(16)
    for each in Comparison(before, after).lines():
        old, new = before.value(each.line.key), after.value(each.line.key)
        assert each.within == BOTH and each.amount.difference == (None if None in (old, new) else new - old)
