"""What the planner says of questions that people ask in trackers: its sentences, with the numbers of the plan.

The runs are those of `tests/cases/inference_memory.jsonl`, each named at its test.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from planner import cli
from planner.answers import request_evaluation, request_workbook
from planner.checks import check_scenario
from planner.edits import replaced
from planner.evaluations import Planner
from planner.findings import Finding, Severity
from planner.plan import Evaluation
from tests.planner.memory_cases import PLANNER, Case, cases

GIB = 2**30
LLAMA_3_1_8B = next(case for case in cases() if case.id == "vllm-10517-a").raw["model"]


def of_case(name: str) -> Case:
    return next(case for case in cases() if case.id == name)


def said(evaluation: Evaluation, code: str) -> Finding:
    (finding,) = [finding for finding in check_scenario(evaluation) if finding.code == code]
    assert finding.sentence.endswith(".")
    assert any(character.isdigit() for character in finding.sentence)
    return finding


def codes(evaluation: Evaluation) -> set[str]:
    return {finding.code for finding in check_scenario(evaluation)}


def plan(model: Any, gpu: str = "h100-sxm5", **settings: Any) -> Evaluation:
    return request_evaluation(Planner(), {"model": model, "gpu": gpu, "set": settings})


def after_remedy(case: Case, finding: Finding) -> Evaluation:
    workbook = case.workbook()
    for edit in finding.edits:
        workbook = replaced(workbook, edit.path, edit.value)
    return PLANNER.evaluate(workbook).scenarios["scenario"]


# The four complaints.


def test_that_8b_that_takes_70_gb_is_told_from_what_it_needs(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.json"
    config.write_text(json.dumps(LLAMA_3_1_8B))
    words = ["engine=vllm", "context=8192", "max_batched_tokens=2048", "max_sequences=8"]
    arguments = ["plan", "--model", str(config), "--gpu", "h100-sxm5"]
    cli.main([*arguments, *(word for text in words for word in ("--set", text))])
    text = capsys.readouterr().out
    assert "This load needs 17.25 GiB, 14.99 GiB of them weights." in text
    assert "vLLM reserves 71.20 GiB whatever the load, 0.90 of 79.11 GiB" in text
    header, row = text.splitlines()[:2]
    assert [header.index(name) > 0 for name in ("needed", "reserved", "KV room", "tokens", "requests")] == [True] * 5
    assert "72.15 GiB" in row and "17.25 GiB" in row


def test_that_the_fraction_offered_is_enough_and_gives_memory_back() -> None:
    evaluation = plan(LLAMA_3_1_8B, engine="vllm", context=8192, max_batched_tokens=2048, max_sequences=8)
    (edit,) = said(evaluation, "reserved_beyond_needed").edits
    lower = plan(
        LLAMA_3_1_8B, engine="vllm", context=8192, max_batched_tokens=2048, max_sequences=8, memory_fraction=edit.value
    )
    assert lower.value("free") >= 0
    assert evaluation.value("reserved") - lower.value("reserved") > 50 * GIB
    assert "reserved_beyond_needed" not in codes(lower)


def test_that_the_fraction_said_is_taken_as_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["plan", "--model", "llama-3.1-8b", "--gpu", "h100-sxm5", "--set", "engine=vllm", "--summary", "--json"]
    found = []
    for fraction in ("0.27", "27 %", "27"):
        assert cli.main([*arguments, "--set", f"memory_fraction={fraction}"]) == 0
        found.append(json.loads(capsys.readouterr().out)["summary"]["reserved_bytes"])
    assert len(set(found)) == 1
    assert found[0] < 24 * GIB


def test_that_a_latent_cache_is_on_every_rank() -> None:
    """DeepSeek-V3: 61 layers of 576 elements in bf16, 32,768 tokens."""
    evaluation = plan("deepseek-v3", "h200-sxm", engine="vllm", tp=8, context=32768)
    finding = said(evaluation, "latent_on_every_rank")
    assert "on every rank: TP does not divide it. 2.14 GiB on each of 8 GPUs at a context of 32,768" in finding.sentence
    assert evaluation.value("kv_cache") == 61 * 576 * 2 * 32768
    divided = plan("deepseek-v3", "h200-sxm", engine="vllm", tp=8, cp=8, context=32768)
    assert divided.value("kv_cache") * 8 == evaluation.value("kv_cache")
    assert "latent_on_every_rank" not in codes(plan("deepseek-v3", context=4096))


def test_that_kimi_at_its_longest_context_needs_8_58_gib_on_every_rank() -> None:
    finding = said(of_case("infx-1587").plan(), "latent_on_every_rank")
    assert "8.58 GiB on each of 8 GPUs at a context of 262,144, 68.62 GiB over all" in finding.sentence


def test_that_kernels_decide_what_gpt_oss_leaves_for_its_cache() -> None:
    """llmd-2 prints 3.33 GiB with Triton at a fraction of 0.95, and weights of 64.38 GiB as vllm-33155 does."""
    case = of_case("llmd-2")
    finding = said(case.plan(), "kernel_backend")
    room, without, more, weights = (finding.values[key] for key in ("room", "without", "more", "weights"))
    assert 2 <= room <= 4
    assert weights == pytest.approx(64.38, rel=0.001)
    assert without == pytest.approx(room + more)
    assert f"{room:.2f} GiB with Triton" in finding.sentence
    assert f"and {without:.2f} GiB with kernels that keep the scales once" in finding.sentence
    assert after_remedy(case, finding).value("kv_budget") == pytest.approx(without * GIB)
    assert "kernel_backend" not in codes(plan("gpt-oss-120b", engine="llama-cpp"))


# More that people ask, each from the note of a case.


def test_that_memory_outside_the_framework_grows_with_tp() -> None:
    """vllm-10511-b, llmd-6 and llmd-7: 0.14 GiB on one GPU, 0.54 on each of two."""
    sentence = said(of_case("llmd-7").plan(), "communicator_per_rank").sentence
    assert "0.42 GiB, up to 0.70 GiB, on each of 2 GPUs" in sentence
    assert "from 0.10 to 0.52 GiB" in sentence
    assert "communicator_per_rank" not in codes(of_case("llmd-6").plan())


def test_that_the_cache_shrinks_as_an_unchunked_context_grows() -> None:
    """vllm-10517: 3.81 GiB at 20,000 tokens, 2.89 GiB at 29,000."""
    short, long = (of_case(name) for name in ("vllm-10517-a", "vllm-10517-b"))
    finding = said(long.plan(), "step_of_whole_context")
    assert "A step of 29,000 tokens" in finding.sentence
    assert finding.values["taken"] == long.plan().value("activations") / GIB
    shrinks = short.plan().value("kv_budget") - long.plan().value("kv_budget")
    assert shrinks == pytest.approx((3.81 - 2.89) * GIB, rel=0.01)
    gained = after_remedy(long, finding).value("kv_budget") - long.plan().value("kv_budget")
    assert gained == pytest.approx(finding.values["more"] * GIB, abs=4)


def test_that_slots_multiply_the_context() -> None:
    """ll-granite33-2b: 20 slots of 32,768 tokens are a cache of 655,360."""
    case = of_case("ll-granite33-2b")
    finding = said(case.plan(), "slots_multiply_context")
    assert "20 slots of 32,768 tokens are one cache of 655,360: 50.00 GiB, where one slot takes 2.50 GiB" in (
        finding.sentence
    )
    assert after_remedy(case, finding).value("kv_cache") == finding.values["one"] * GIB


def test_that_without_flash_attention_the_scores_are_stored() -> None:
    finding = said(of_case("ll-granite33-2b").plan(), "scores_stored_whole")
    assert "41.27 GiB; with it the buffer takes 1.88 GiB" in finding.sentence


def test_that_a_row_split_leaves_the_cache_on_the_main_gpu() -> None:
    """ll-qwen3-32b-8k: two cards with -sm row, 2,048 MiB of cache on one of them."""
    settings: dict[str, Any] = {"engine": "llama-cpp", "tp": 2, "context": 8192}
    evaluation = plan("qwen3-32b", "t4", **settings)
    assert "the whole KV cache, 2.00 GiB, stays on the main GPU; this plan counts 1.00 GiB on each of 2" in (
        said(evaluation, "row_split_keeps_cache").sentence
    )


def test_that_graphs_lie_on_top_of_the_fraction() -> None:
    """vllm-13061 has a fraction of 0.98 of a card of 23.52 GiB."""
    finding = said(of_case("vllm-13061").plan(), "graphs_beside_fraction")
    assert finding.severity is Severity.WARNING
    assert "0.50 GiB, up to 1.20 GiB" in finding.sentence
    assert "graphs_beside_fraction" not in codes(of_case("f-q3-14b").plan())


def test_that_more_ranks_than_kv_heads_keep_copies() -> None:
    """f-q3-235b-l40s: 4 KV heads at TP 8."""
    case = of_case("f-q3-235b-l40s")
    finding = said(case.plan(), "kv_heads_copied")
    assert "TP 8 keeps 2 copies of each of 4 KV heads: 48,128 bytes per token and GPU as at TP 4" in finding.sentence
    assert after_remedy(case, finding).value("kv_cache") == case.plan().value("kv_cache") / 2
    assert "kv_heads_copied" not in codes(of_case("vllm-21348-vllm").plan())


@pytest.mark.parametrize("name", ["f-q35-122b", "f-gemma4-26b"])
def test_that_tokens_and_requests_of_a_hybrid_are_two_measures(name: str) -> None:
    finding = said(of_case(name).plan(), "tokens_are_not_requests")
    assert finding.values["requests"] > 3 * finding.values["quotient"]
    assert "tokens_are_not_requests" not in codes(of_case("llmd-7").plan())


def test_that_a_fraction_of_free_memory_is_told_from_one_of_the_card() -> None:
    """trt-l31-8b: 16.05 GiB of 17.83 GiB that were free."""
    case = of_case("trt-l31-8b")
    evaluation = case.plan()
    finding = said(evaluation, "fraction_of_free")
    assert "0.90 of what is free after loading, not of the card" in finding.sentence
    free = evaluation.value("usable") - evaluation.value("needed") + evaluation.value("kv_cache")
    assert finding.values["allowed"] * GIB == pytest.approx(0.9 * free, rel=1e-6)


def test_that_sglang_stops_below_a_fraction_that_holds_the_weights() -> None:
    """sgl-dsv4pro: 125.65 GiB of weights and 12.25 GiB left, a fraction of 0.88, and 0.9113 asked for."""
    case = of_case("sgl-dsv4pro")
    row = case.plan()
    before = row.value("weights") * (125.65 + 12.25) / 125.65
    taken = row.value("overhead.device_context") + row.value("overhead.communicator")
    workbook = case.workbook()
    cards = tuple(
        card.model_copy(update={"usable_memory": round(before) + taken, "nominal_memory": 256 * GIB})
        for card in workbook.accelerators
    )
    evaluation = PLANNER.evaluate(workbook.model_copy(update={"accelerators": cards})).scenarios["scenario"]
    finding = said(evaluation, "fraction_below_weights")
    assert finding.severity is Severity.ERROR
    assert finding.values["without"] == pytest.approx(0.9113, abs=3e-4)
    assert "0.8800 is less than" in finding.sentence
    assert "sequences per step" not in finding.remedy, "its fraction does not hold the activations"


def test_that_vllm_is_told_of_its_sequences_where_their_logits_leave_no_room_to_start() -> None:
    small = plan("gpt-oss-120b", engine="vllm", batch=4, context=8192, max_sequences=4)
    assert "fraction_below_weights" not in codes(small)
    finding = said(plan("gpt-oss-120b", engine="vllm", batch=4, context=8192), "fraction_below_weights")
    assert "run fewer sequences per step" in finding.remedy


def test_that_windows_of_four_slots_are_most_of_a_cache() -> None:
    """ll-gemma4-12b: 765 of 833 MiB."""
    case = of_case("ll-gemma4-12b")
    finding = said(case.plan(), "windows_outgrow_context")
    assert "92% of the KV cache, 0.75 of 0.81 GiB" in finding.sentence
    alone = said(case.plan(), "slots_multiply_context")
    assert after_remedy(case, alone).value("kv_cache") == pytest.approx(alone.values["one"] * GIB, rel=1e-9)
    assert "windows_outgrow_context" not in codes(of_case("ll-gptoss-120b").plan())


def test_that_the_compute_buffer_is_linear_in_the_step() -> None:
    """ll-q3-235b-ub4096: 2,502 MiB are eight times the 312.75 MiB of 512 tokens."""
    case = of_case("ll-q3-235b-ub4096")
    finding = said(case.plan(), "buffer_of_step")
    assert finding.values["usual"] * 1024 == 312.75
    assert after_remedy(case, finding).value("activations") == 312.75 * 2**20


def test_that_an_expanded_latent_cache_is_71_times_the_latent() -> None:
    """ll-dsv3-nomla: 24,576 + 16,384 elements per token in place of 576."""
    case = of_case("ll-dsv3-nomla")
    finding = said(case.plan(), "latent_expanded")
    assert "81,920 bytes per token and layer, 71 times its 1,152" in finding.sentence
    small = after_remedy(case, finding)
    assert case.plan().value("kv_cache") / small.value("kv_cache") == pytest.approx(71.1, abs=0.05)


def test_that_an_engine_without_cases_says_so() -> None:
    for engine, verified in (("sglang", False), ("tensorrt-llm", False), ("ollama", False), ("pytorch", False),
                             ("vllm", True), ("vllm-0.21", True), ("llama-cpp", True)):  # fmt: skip
        evaluation = plan("llama-3-8b", engine=engine)
        assert ("engine_unverified" in codes(evaluation)) is not verified, engine
    assert said(plan("llama-3-8b", engine="sglang"), "engine_unverified").severity is Severity.NOTE


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_that_every_finding_of_a_case_has_a_place_and_a_remedy(case: Case) -> None:
    for finding in check_scenario(case.plan()):
        assert finding.path[:2] == ("scenarios", "scenario") or finding.path[0] == "accelerators", finding
        assert finding.remedy.endswith("."), finding
        assert "{" not in finding.sentence + finding.remedy


@pytest.mark.parametrize("engine", ["vllm", "llama-cpp", "ollama", "sglang"])
def test_that_stated_activations_of_an_engine_leave_its_findings_standing(engine: str) -> None:
    workbook = request_workbook({"model": "llama-3.1-8b", "gpu": "h100-sxm5", "set": {"engine": engine}})
    engines = tuple(row.model_copy(update={"printed_activations": GIB}) for row in workbook.engines)
    found = PLANNER.evaluate(workbook.model_copy(update={"engines": engines})).scenarios["scenario"]
    assert found.value("activations") == GIB
    assert {"scores_stored_whole", "buffer_of_step"}.isdisjoint(codes(found))
