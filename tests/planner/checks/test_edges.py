"""Where Findings begin: each is there one step past its edge, not at it, and is gone once its remedy is taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from planner.answers import request_workbook
from planner.checks.rows import check_accelerator
from planner.edits import replaced
from planner.evaluations import Planner
from planner.findings import Finding
from planner.parts.attention import GroupedQuery
from planner.parts.attention.rg_lru import RealGatedRecurrence
from planner.parts.base import Check
from planner.parts.feed_forward import Gated, Mixture
from planner.verdict import Verdict
from planner.workbook import Workbook
from tests.planner.rows import a100

SERVING = {"context": 2048, "prompt": 1024, "output": 1024}
TRAINING = {"load": "training"}


@pytest.mark.parametrize(
    ("code", "model", "at", "past"),
    [
        ("prompt_exceeds_context", "llama-2-7b", SERVING | {"prompt": 2048}, SERVING | {"prompt": 2049}),
        ("load_exceeds_context", "llama-2-7b", SERVING, SERVING | {"output": 1025}),
        ("prefix_exceeds_prompt", "llama-2-7b", SERVING | {"shared_prefix": 1024}, SERVING | {"shared_prefix": 1025}),
        ("context_exceeds_model", "llama-2-7b", SERVING | {"context": 4096}, SERVING | {"context": 4097}),
        ("context_exceeds_model", "gpt-2", {"context": 1024}, {"context": 1025}),
        ("draft_of_other_vocabulary", "llama-2-7b", {"draft": "tinyllama-1.1b"}, {"draft": "gpt-2"}),
        ("batch_beyond_step", "llama-2-7b", {"engine": "vllm", "max_sequences": 8, "batch": 8},
         {"engine": "vllm", "max_sequences": 8, "batch": 9}),
        ("engine_time_unverified", "llama-2-7b", {"engine": "vllm"}, {"engine": "sglang"}),
        ("stages_not_dealt", "llama-2-7b", {"pp": 2, "stages": "17, 15"}, {"pp": 2, "stages": "17, 16"}),
        ("more_stages_than_layers", "gpt-2", {"pp": 12}, {"pp": 13}),
        ("ep_without_experts", "llama-2-7b", {"dp": 2}, {"dp": 2, "ep": 2}),
        ("ep_does_not_divide_experts", "mixtral-8x7b", {"dp": 4, "ep": 4}, {"dp": 3, "ep": 3}),
        ("tp_does_not_divide_heads", "llama-2-7b", {"tp": 8}, {"tp": 3}),
        ("tp_does_not_divide_width", "llama-2-7b", {"tp": 8}, {"tp": 3}),
        ("tp_does_not_divide_width", "mixtral-8x7b", {"tp": 8}, {"tp": 3}),
        ("engine_in_training", "llama-2-7b", TRAINING, TRAINING | {"engine": "vllm"}),
    ],
)  # fmt: skip
def test_that_a_finding_of_a_plan_begins_past_its_edge_and_ends_with_its_remedy(
    code: str, model: str, at: dict[str, Any], past: dict[str, Any]
) -> None:
    assert found(asked(model, at), code) == []
    workbook = asked(model, past)
    (finding, *_) = found(workbook, code)
    assert finding.sentence.endswith(".") and finding.remedy
    for edit in finding.edits:
        workbook = replaced(workbook, edit.path, edit.value)
    if finding.edits:
        assert found(workbook, code) == []


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("llama-2-7b", SERVING | {"prompt": 2049}),
        ("gpt-2", {"context": 1025}),
        ("llama-2-7b", {"pp": 2, "stages": "17, 16"}),
        ("gpt-2", {"pp": 13}),
    ],
)
def test_that_a_plan_that_cannot_be_is_not_said_to_fit(model: str, settings: dict[str, Any]) -> None:
    assert word(asked(model, {"pp": 2} if "pp" in settings else {})) is Verdict.FITS
    assert word(asked(model, settings)) is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("code", "at", "past"),
    [
        ("kv_heads_do_not_divide", GroupedQuery(heads=32, kv_heads=8).checks(),
         GroupedQuery(heads=32, kv_heads=7).checks()),
        ("tp_splits_kv_heads", GroupedQuery(heads=24, kv_heads=4).rank_checks(2),
         GroupedQuery(heads=24, kv_heads=4).rank_checks(3)),
        ("tp_splits_kv_heads", GroupedQuery(heads=24, kv_heads=4).rank_checks(8),
         GroupedQuery(heads=24, kv_heads=4).rank_checks(6)),
        ("tp_does_not_divide_heads", GroupedQuery(heads=12).rank_checks(6), GroupedQuery(heads=12).rank_checks(5)),
        ("tp_does_not_divide_width", Gated(width=12).rank_checks(6), Gated(width=12).rank_checks(5)),
        ("tp_does_not_divide_width", Mixture(expert_width=12).rank_checks(6), Mixture(expert_width=12).rank_checks(5)),
        ("more_active_than_experts", Mixture(experts=8, active=8).checks(), Mixture(experts=8, active=9).checks()),
        ("blocks_do_not_divide", RealGatedRecurrence(inner=2560, blocks=10).checks(),
         RealGatedRecurrence(inner=2560, blocks=11).checks()),
    ],
)  # fmt: skip
def test_that_a_part_says_what_of_it_does_not_go_together(
    code: str, at: Iterable[Check], past: Iterable[Check]
) -> None:
    assert code not in {check.code for check in at}
    (check,) = [check for check in past if check.code == code]
    assert check.template.format(**check.values).endswith(".") and check.remedy


def test_that_usable_memory_may_be_all_of_the_nominal_memory_and_no_more() -> None:
    card = a100()
    full = card.model_copy(update={"usable_memory": card.nominal_memory})
    more = card.model_copy(update={"usable_memory": card.nominal_memory + 1})
    assert list(check_accelerator(full)) == []
    assert [finding.code for finding in check_accelerator(more)] == ["usable_above_nominal"]


def asked(model: str, settings: dict[str, Any]) -> Workbook:
    return request_workbook({"model": model, "gpu": "h100-sxm5", "set": settings})


def found(workbook: Workbook, code: str) -> list[Finding]:
    return [finding for finding in Planner().evaluate(workbook).findings if finding.code == code]


def word(workbook: Workbook) -> Verdict:
    return Planner().evaluate(workbook).scenarios[workbook.scenarios[0].id].verdict
