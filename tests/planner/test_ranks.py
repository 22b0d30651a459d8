"""Every kind of GPU of a plan: their number, what each holds, and that together they hold the model once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.answers import plan_answer, request_evaluation
from planner.assumptions import Assumptions
from planner.evaluations import Planner
from planner.placement import impossible
from planner.plan import Evaluation
from planner.ranks import Rank, fullest_of, ranks_of

PLANNER = Planner()


def plan(model: str, **cells: Any) -> Evaluation:
    return request_evaluation(PLANNER, {"model": model, "gpu": "h200-sxm", "set": cells})


def looked_at(evaluation: Evaluation) -> list[tuple[Rank, Evaluation]]:
    return [(rank, PLANNER.rank(evaluation, Assumptions(), rank)) for rank in ranks_of(evaluation)]


@pytest.mark.parametrize(
    ("model", "cells", "names"),
    [
        ("llama-3-8b", {"tp": 8, "dp": 2, "batch": 4}, {"Every GPU": 16}),
        (
            "deepseek-v3",
            {"tp": 8, "dp": 3, "ep": 24, "batch": 3},
            {"EP ranks 1 to 16: 11 of the experts": 16, "EP ranks 17 to 24: 10 of the experts": 8},
        ),
        (
            "llama-3-8b",
            {"tp": 3},
            {
                "TP ranks 1 to 2: 11 of the query heads, 3 of the KV heads, a width of 4,779": 2,
                "TP rank 3: 10 of the query heads, 2 of the KV heads, a width of 4,778": 1,
            },
        ),
        (
            "llama-3-8b",
            {"dp": 4, "batch": 6},
            {"replicas 1 to 2: 2 of the sequences": 2, "replicas 3 to 4: 1 of the sequences": 2},
        ),
        (
            "deepseek-v3",
            {"tp": 8, "cp": 8, "context": 4100},
            {"CP ranks 1 to 4: 513 tokens of each sequence": 4, "CP ranks 5 to 8: 512 tokens of each sequence": 4},
        ),
        (
            "llama-3-8b",
            {"pp": 5, "tp": 2},
            {
                "Stage 1 of 5: token table, 6 layers": 2,
                "Stage 2 of 5: 6 layers": 2,
                "Stage 3–4 of 5: 7 layers": 4,
                "Stage 5 of 5: 6 layers, LM head": 2,
            },
        ),
    ],
)
def test_that_the_kinds_of_gpu_are_named_and_counted(model: str, cells: dict[str, int], names: dict[str, int]) -> None:
    assert {rank.name: rank.gpus for rank in ranks_of(plan(model, **cells))} == names


CASES = st.fixed_dictionaries(
    {
        "tp": st.sampled_from((1, 2, 3, 4, 6, 8)),
        "pp": st.sampled_from((1, 2, 3, 5)),
        "dp": st.sampled_from((1, 2, 3)),
        "batch": st.integers(1, 20),
        "context": st.integers(65, 3000),
    }
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(("llama-3-8b", "mixtral-8x7b", "gpt-oss-20b", "jamba-v0.1", "granite-4.0-h-tiny")),
    CASES,
    st.integers(0, 2),
    st.sampled_from((None, "vllm", "llama-cpp")),
)
def test_that_no_rank_needs_more_than_the_fullest_and_all_are_counted(
    model: str, cells: dict[str, Any], spread: int, engine: str | None
) -> None:
    ep = (1, cells["tp"], cells["tp"] * cells["dp"])[spread]
    given_cells = {**cells, "ep": ep, "output": 1, **({} if engine is None else {"engine": engine})}
    found = plan(model, **given_cells)
    assert impossible(found.model.groups, found.scenario) == ()
    each = looked_at(found)
    assert sum(rank.gpus for rank, _ in each) == cells["tp"] * cells["pp"] * cells["dp"]
    fullest = fullest_of([rank for rank, _ in each], found)
    assert fullest is not None
    own = next(seen for rank, seen in each if rank is fullest)
    assert own.value("needed") == found.value("needed")
    assert all(seen.value("needed") <= found.value("needed") for _, seen in each)
    assert min(seen.value("free") for _, seen in each) == found.value("free")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from((2, 3, 5, 6, 7)), st.sampled_from((1, 2)))
def test_that_the_ranks_hold_every_expert_sequence_and_token_once(ranks: int, dp: int) -> None:
    """256 experts over EP, 7 sequences over DP, 1,001 tokens over CP: shares of all ranks add up to the whole."""
    experts = plan("mixtral-8x7b", tp=ranks, dp=dp, ep=ranks * dp, batch=7)
    each = looked_at(experts)
    held = sum(rank.gpus * seen.value("shapes.group1.feed_forward.experts_rank") for rank, seen in each)
    assert held == 8
    if dp > 1:
        by_replica = {seen.value("sequences"): 0 for _, seen in each}
        for rank, seen in each:
            by_replica[seen.value("sequences")] += rank.gpus
        assert sum(sequences * gpus for sequences, gpus in by_replica.items()) == 7 * ranks
    latent = plan("deepseek-v3", tp=8, cp=8, context=1001, output=1)
    assert sum(rank.gpus * seen.value("context_rank") for rank, seen in looked_at(latent)) == 1001


def test_that_heads_are_dealt_or_copied_and_tables_are_padded() -> None:
    uneven = looked_at(plan("llama-3-8b", tp=3))
    heads = [(rank.gpus, seen.value("shapes.group1.attention.heads_rank")) for rank, seen in uneven]
    assert heads == [(2, 11), (1, 10)]
    assert len({seen.value("weights.embedding") for _, seen in uneven}) == 1, "a table is padded to equal parts"
    copied = looked_at(plan("llama-3-8b", tp=16))
    assert [seen.value("shapes.group1.attention.kv_heads_rank") for _, seen in copied] == [1]


def test_that_an_unknown_or_impossible_placement_has_no_ranks() -> None:
    assert ranks_of(plan("llama-3-8b", tp=2, cp=2)) == ()
    assert ranks_of(plan("mixtral-8x7b", ep=3)) == ()


def test_that_in_training_every_stage_is_a_kind_of_its_own() -> None:
    found = plan("llama-3-8b", load="training", pp=4, global_batch=16, sequence=2048)
    names = [rank.name for rank in ranks_of(found)]
    assert len(names) == 4 and names[1] == "Stage 2 of 4: 8 layers"
    each = [seen.value("in_flight") for _, seen in looked_at(found)]
    assert each == [4, 3, 2, 1]


def test_that_a_line_of_a_rank_says_its_number_and_leads_to_the_degree() -> None:
    found = plan("deepseek-v3", tp=6, ep=6)
    rank = ranks_of(found)[-1]
    seen = PLANNER.rank(found, Assumptions(), rank)
    line = seen.line("shapes.group2.feed_forward.experts_rank")
    assert line.formula == "ceil_div(experts - rank_ep, ep)" and line.value == 42
    assert line.substitution == "ceil_div(256 - 4, 6)"
    assert seen.path("rank.ep") == ("scenarios", "scenario", "ep")
    assert seen.title("rank.ep") == "Number of this rank in EP, from 0"
    assert found.line("shapes.group2.feed_forward.experts_rank").formula == "ceil_div(experts, ep)"


def test_that_scripts_get_every_kind_with_its_parts() -> None:
    found = plan("mixtral-8x7b", tp=3, ep=3, pp=2)
    answer = plan_answer(found, planner=PLANNER)
    ranks = answer["ranks"]
    assert sum(rank["gpus"] for rank in ranks) == 6
    assert [rank["needed_bytes"] for rank in ranks if rank["fullest"]] == [found.value("needed")]
    for rank in ranks:
        assert sum(rank["parts"].values()) == rank["needed_bytes"]
        assert set(rank["parts"]) == {"weights", "kv_cache", "activations", "overhead"}
    assert len({rank["name"] for rank in ranks}) == len(ranks) >= 4
