"""Remedies are computed: applying one gives the outcome that its sentence states."""

from __future__ import annotations

import re
from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest

import planner as planner_package
from planner.answers import plan_answer, request_evaluation, request_workbook
from planner.edits import replaced
from planner.evaluations import Planner
from planner.findings import Edit, Finding, Severity
from planner.plan import Evaluation
from planner.presets import accelerator_from_preset, model_from_preset
from planner.remedies import Remedy
from planner.settings_words import MEMORY_CODES, PLACES, finding_remedy
from planner.verdict import Verdict
from planner.workbook import Inference, Scenario, Workbook
from tests.planner import rows


def tight() -> Workbook:
    scenario = Scenario(
        id="s1", name="13B b16", model="llama_2_13b", accelerator="a100", weights="fp16", load=Inference(batch=16)
    )
    return Workbook(models=(rows.llama_2_13b(),), accelerators=(rows.a100(),), scenarios=(scenario,))


def test_that_the_window_can_say_how_little_is_left_and_what_would_help() -> None:
    planner = Planner()
    evaluations = planner.evaluate(tight())
    sentences = [finding.sentence for finding in evaluations.findings if finding.code == "tight"]
    assert sentences and sentences[0].startswith("Tight: only 3.0")
    remedies = planner.remedies(evaluations.scenarios["s1"], evaluations.workbook.assumptions)
    codes = {remedy.code for remedy in remedies}
    assert {"weights_int8", "kv_fp8", "shorter_context", "fewer_kv_heads"} <= codes


def test_that_applying_a_remedy_gives_what_it_said() -> None:
    planner = Planner()
    workbook: Any = tight()
    evaluations = planner.evaluate(workbook)
    applied = 0
    for remedy in planner.remedies(evaluations.scenarios["s1"], workbook.assumptions):
        changed = workbook
        for edit in remedy.edits:
            changed = replaced(changed, edit.path, edit.value)
        if remedy.edits:
            after = planner.evaluate(changed).scenarios["s1"]
            assert after.value("free") == remedy.free, remedy.code
            assert after.verdict == remedy.verdict
            applied += 1
    assert applied >= 4


FAILING: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("llama-3-70b", "h100-sxm5", {}),
    ("llama-3-70b", "h100-sxm5", {"engine": "vllm", "batch": 8}),
    ("llama-3-8b", "rtx-4090", {"batch": 16}),
    ("llama-3-8b", "rtx-4090", {"batch": 80, "kv_keys": "fp8", "kv_values": "fp8", "weights": "int4_g128"}),
    ("llama-3-8b", "t4", {"engine": "llama-cpp", "context": 8192, "batch": 4}),
    ("llama-2-13b", "a100-sxm4-40gb", {"engine": "sglang", "batch": 20}),
    ("mixtral-8x7b", "h200-sxm", {"engine": "tensorrt-llm", "batch": 300}),
    ("deepseek-v3", "h100-sxm5", {"engine": "vllm", "tp": 8}),
    ("deepseek-v3", "h200-sxm", {"engine": "vllm", "tp": 8, "batch": 64, "context": 32768}),
    ("qwen3-235b-a22b", "h100-sxm5", {"engine": "vllm", "tp": 8, "weights": "fp8", "batch": 64, "context": 32768}),
    ("gpt-oss-120b", "rtx-4090", {"engine": "vllm", "tp": 2, "ep": 2}),
    ("gemma-3-12b", "t4", {"engine": "ollama", "context": 32768}),
    ("llama-3-8b", "h100-sxm5", {"engine": "vllm", "batch": 98}),
    ("llama-3-8b", "h100-sxm5", {"load": "training"}),
    ("llama-3-8b", "h100-sxm5", {"load": "training", "recipe": "lora_adamw", "micro_batch": 16}),
    ("llama-2-7b", "a100-sxm4-80gb", {"load": "training", "dp": 8, "zero": 1, "micro_batch": 8}),
)


def offered(model: str, gpu: str, **cells: Any) -> dict[str, Remedy]:
    planner = Planner()
    evaluation = request_evaluation(planner, {"model": model, "gpu": gpu, "set": cells})
    return {remedy.code: remedy for remedy in planner.remedies(evaluation, Workbook().assumptions)}


def test_that_ranks_with_the_same_latent_cache_are_told_to_share_its_tokens() -> None:
    cells = {"engine": "vllm", "tp": 8, "batch": 64, "context": 32768}
    remedy = offered("deepseek-v3", "h200-sxm", **cells)["shared_tokens"]
    assert remedy.values == {"cp": 8} and remedy.verdict is Verdict.FITS
    cache = 64 * 32768 * 61 * 576 * 2  # latent vectors and rotated keys of 61 layers in bf16
    assert remedy.freed == pytest.approx(cache * 7 / 8, rel=1e-6)


def test_that_copies_of_kv_heads_are_told_to_share_their_tokens_and_single_ones_are_not() -> None:
    cells = {"engine": "vllm", "weights": "fp8", "batch": 64, "context": 32768}
    assert offered("qwen3-235b-a22b", "h100-sxm5", tp=8, **cells)["shared_tokens"].values == {"cp": 2}
    assert "shared_tokens" not in offered("qwen3-235b-a22b", "h100-sxm5", tp=4, **cells)
    assert "shared_tokens" not in offered("deepseek-v3", "h200-sxm", tp=8, cp=8, batch=4096, context=32768)
    one = {"engine": "llama-cpp", "tp": 8, "batch": 64, "context": 32768}
    assert "shared_tokens" not in offered("deepseek-v3", "h200-sxm", **one), "its cache stays on one GPU"
    assert "shared_tokens" in offered("deepseek-v3", "h200-sxm", **{**one, "engine": "sglang"})
    assert "shared_tokens" not in offered("deepseek-v3", "h200-sxm", **{**one, "engine": "tensorrt-llm"}), "no flag"


def test_that_an_engine_with_room_for_more_sequences_than_there_are_is_told_so() -> None:
    cells = {"engine": "vllm", "batch": 4, "context": 32768}
    remedy = offered("gpt-oss-120b", "h100-sxm5", **cells)["fewer_sequences"]
    assert remedy.values == {"most": 4, "now": 1024}
    assert remedy.freed > 5 * 2**30 and remedy.verdict is Verdict.TIGHT
    assert "fewer_sequences" not in offered("gpt-oss-120b", "h100-sxm5", max_sequences=4, **cells)
    assert "fewer_sequences" not in offered("llama-3-70b", "h100-sxm5"), "there is no engine"


def test_that_llama_cpp_is_offered_the_formats_that_it_has() -> None:
    codes = offered("gemma-3-27b", "rtx-3090", engine="llama-cpp", context=131072)
    assert {"weights_q8_0", "kv_q8_0"} <= codes.keys() and not {"weights_int8", "kv_fp8"} & codes.keys()
    smaller = offered("gemma-3-27b", "rtx-3090", engine="llama-cpp", context=131072, weights="q8_0", kv_keys="q8_0")
    assert "weights_Q4_K_M" in smaller and "kv_q8_0" not in smaller


def test_that_another_model_comes_after_every_change_of_the_plan_with_the_same_verdict() -> None:
    planner, found = Planner(), tight()
    remedies = planner.remedies(planner.evaluate(found).scenarios["s1"], found.assumptions)
    fitting = [remedy for remedy in remedies if remedy.verdict is Verdict.FITS]
    assert fitting[-1].code == "fewer_kv_heads" and fitting[-1].freed > fitting[-2].freed


@pytest.mark.parametrize(("model", "gpu", "cells"), FAILING)
def test_that_every_remedy_of_a_plan_that_fails_has_exactly_the_effect_it_states(
    model: str, gpu: str, cells: dict[str, Any]
) -> None:
    planner = Planner()
    of = request_workbook({"model": model, "gpu": gpu, "set": cells})
    evaluations = planner.evaluate(of)
    found = evaluations.scenarios["scenario"]
    assert found.verdict in (Verdict.TIGHT, Verdict.DOES_NOT_FIT)
    offered = planner.remedies(found, evaluations.workbook.assumptions)
    assert offered
    for remedy in offered:
        after = _applied(planner, of, remedy)
        assert after.value("free") == remedy.free, remedy.code
        assert after.value("free") - found.value("free") == remedy.freed > 0, remedy.code
        assert after.verdict is remedy.verdict, remedy.code
        assert f"frees {remedy.freed / 2**30:.2f} GiB per GPU" in remedy.sentence
        left = f"{abs(after.value('free')) / 2**30:.2f} GiB"
        ending = f"{left} still missing." if remedy.free < 0 else f"{after.verdict}, {left} free."
        assert remedy.sentence.endswith(ending), remedy.sentence


@pytest.mark.parametrize(("model", "gpu", "cells"), FAILING)
def test_that_the_fields_a_script_is_told_to_set_give_what_they_are_said_to_give(
    model: str, gpu: str, cells: dict[str, Any]
) -> None:
    planner = Planner()
    request = {"model": model, "gpu": gpu, "set": cells}
    answer = plan_answer(request_evaluation(planner, request), planner=planner)
    told = [remedy for remedy in answer["remedies"] if remedy["set"]]
    assert told
    for remedy in told:
        changed = {name: value for name, value in {**cells, **remedy["set"]}.items() if value is not None}
        after = request_evaluation(planner, {**request, "set": changed})
        assert after.value("free") == remedy["free_bytes"], remedy["code"]
        assert str(after.verdict) == remedy["verdict"], remedy["code"]
        assert all(name in remedy["sentence"] for name in remedy["set"])
    for finding in answer["findings"]:
        assert not PLACES.search(finding["remedy"]), finding
    short = next(finding for finding in answer["findings"] if finding["code"] in MEMORY_CODES)
    assert short["remedy"] == answer["remedies"][0]["sentence"]


def _applied(planner: Planner, of: Workbook, remedy: Remedy) -> Evaluation:
    changed = of
    for edit in remedy.edits:
        changed = replaced(changed, edit.path, edit.value)
    if not remedy.edits:  # another model: each group of grouped-query attention with fewer KV heads
        assert remedy.code == "fewer_kv_heads"
        for group in of.models[0].groups:
            if group.attention.kind == "grouped_query":
                path = ("models", of.models[0].id, "groups", group.id, "attention", "kv_heads")
                changed = replaced(changed, path, remedy.values["fewer"])
    return planner.evaluate(changed).scenarios["scenario"]


def test_that_no_remedy_for_scripts_names_a_place_of_the_window() -> None:
    """Over every text of a remedy in the planner's modules: as scripts get it there is no cell, row, table or panel."""
    seen = 0
    for file in sorted(Path(planner_package.__file__).parent.rglob("*.py")):
        for text in re.findall(r'QT_TRANSLATE_NOOP\(\s*"findings",\s*("(?:[^"\\]|\\.)*")\)', file.read_text("utf-8")):
            own = literal_eval(text)
            finding = Finding(
                "any", ("scenarios", "s", "tp"), Severity.NOTE, "", {}, own, (Edit(("scenarios", "s", "tp"), 2),)
            )
            said = finding_remedy(finding)
            assert not PLACES.search(said) and said.endswith("Set tp=2."), said
            seen += bool(PLACES.search(own))
    assert seen >= 5


def test_that_a_summary_computes_no_remedies_and_says_how_to_have_them() -> None:
    planner = Planner()
    found = request_evaluation(planner, {"model": "llama-3-70b", "gpu": "h100-sxm5", "set": {}})
    answer = plan_answer(found, lines=False, planner=planner)
    assert "remedies" not in answer
    assert [finding["remedy"] for finding in answer["findings"] if finding["code"] in MEMORY_CODES] == [
        "Leave --summary out: the remedies then say which fields to set, and what each gives."
    ]


def test_that_a_remedy_that_only_names_a_place_is_said_by_its_field() -> None:
    blank = Finding(
        "memory_unknown", ("accelerators", "h100", "usable_memory"), Severity.ERROR, "", {}, "Fill that cell."
    )
    assert finding_remedy(blank) == "Change usable_memory of accelerator h100."
    cleared = Finding("any", ("scenarios", "s", "engine"), Severity.NOTE, "", {}, "Clear the cell.",
                      (Edit(("scenarios", "s", "engine"), None),))  # fmt: skip
    assert finding_remedy(cleared) == "Leave engine out."
    kernels = Finding("kernel_backend", ("scenarios", "s", "engine"), Severity.NOTE, "", {}, "Set them in its row.",
                      (Edit(("engines", "vllm", "mxfp4_kernels"), "other"),))  # fmt: skip
    assert finding_remedy(kernels) == "Set mxfp4_kernels of engine vllm to other."


def test_that_a_remedy_in_a_host_of_unequal_cards_gives_no_word_that_it_would_not_give() -> None:
    large = accelerator_from_preset("rtx-3090", "large").model_copy(update={"host": "box", "cards_per_host": 1})
    small = accelerator_from_preset("rtx-3060-12gb", "small").model_copy(update={"host": "box", "cards_per_host": 1})
    scenario = Scenario(id="scenario", name="s", model="m", accelerator="large", load=Inference(batch=20))
    of = Workbook(models=(model_from_preset("llama-3-8b", "m"),), accelerators=(large, small), scenarios=(scenario,))
    planner = Planner()
    found = planner.evaluate(of).scenarios["scenario"]
    offered = {remedy.code: remedy for remedy in planner.remedies(found, of.assumptions, of.accelerators)}
    assert offered["more_gpus"].verdict is Verdict.UNKNOWN
    assert _applied(planner, of, offered["more_gpus"]).verdict is Verdict.UNKNOWN
