"""The line that decides over a verdict: which one, with which numbers, and that it is in sentence and answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.answers import plan_answer, request_evaluation
from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.verdict import Verdict, parts_of

PLANNER = Planner()
CARDS = ("h100-sxm5", "rtx-4090", "t4")
ENGINES = (None, "vllm", "sglang", "tensorrt-llm", "llama-cpp")


def plan(model: str, gpu: str = "h100-sxm5", **cells: Any) -> Evaluation:
    given_cells = {name: value for name, value in cells.items() if value is not None}
    return request_evaluation(PLANNER, {"model": model, "gpu": gpu, "set": given_cells})


@pytest.mark.parametrize(
    ("model", "gpu", "cells", "verdict", "key"),
    [
        ("llama-3-70b", "h100-sxm5", {}, "Does not fit", "weights"),
        ("llama-3-8b", "rtx-4090", {"batch": 16}, "Does not fit", "kv_cache"),
        ("llama-3-8b", "h100-sxm5", {"engine": "vllm", "memory_fraction": 0.1}, "Does not fit", "weights"),
        ("llama-3-8b", "h100-sxm5", {"engine": "tensorrt-llm", "batch": 200}, "Does not fit", "kv_cache"),
        ("llama-3-8b", "h100-sxm5", {"load": "training"}, "Does not fit", "optimizer"),
        ("qwen2.5-0.5b", "t4", {"load": "training", "micro_batch": 64}, "Does not fit", "activations"),
        ("llama-3-8b", "h100-sxm5", {"engine": "vllm", "batch": 98}, "Tight", "tight_below"),
        ("llama-3-8b", "h100-sxm5", {}, "Fits", "free"),
        ("llama-3-8b", "h100-sxm5", {"memory_basis": "free"}, "Unknown", "usable"),
    ],
)
def test_that_a_verdict_names_the_line_that_decides(
    model: str, gpu: str, cells: dict[str, Any], verdict: str, key: str
) -> None:
    found = plan(model, gpu, **cells)
    assert found.deciding is not None
    assert (str(found.verdict), found.deciding.key) == (verdict, key)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(("llama-3-8b", "llama-2-13b", "mixtral-8x7b", "llama-3-70b")),
    st.sampled_from(CARDS), st.sampled_from(ENGINES), st.integers(1, 300), st.integers(64, 8192),
    st.sampled_from((None, "int4_g128")),
)  # fmt: skip
def test_that_the_parts_before_the_deciding_one_have_room_and_it_has_none(
    model: str, gpu: str, engine: str | None, batch: int, context: int, weights: str | None
) -> None:
    found = plan(model, gpu, engine=engine, batch=batch, context=context, output=1, weights=weights)
    deciding = found.deciding
    assert deciding is not None
    if found.verdict is Verdict.DOES_NOT_FIT:
        room = found.value("needed") + found.value("free")
        before = sum(found.value(key) for key in parts_of(found)[: parts_of(found).index(deciding.key)])
        assert before <= room < before + found.value(deciding.key)
        assert deciding.values["left"] == pytest.approx((room - before) / 2**30)
        assert deciding.values["value"] == pytest.approx(found.value(deciding.key) / 2**30)
    elif found.verdict is Verdict.TIGHT and found.value("free") < found.value("needed_high") - found.value("needed"):
        bands = {"activations": (found.value("activations_high") or 0) - found.value("activations")}
        for name in ("device_context", "runtime", "graphs", "communicator"):
            if found.value(f"overhead.{name}") is not None:
                high = found.amounts.get(f"engine.{name}_high")
                high = found.amounts.get(f"assumptions.{name}_high") if high is None else high
                bands[f"overhead.{name}"] = high - found.value(f"overhead.{name}")
        assert bands[deciding.key] == max(bands.values())
    elif found.verdict is Verdict.TIGHT:
        assert deciding.key == "tight_below" and found.value("free") < found.value("tight_below")


def test_that_a_batch_at_which_the_band_decides_names_the_overhead_with_the_widest_band() -> None:
    found = None
    for batch in range(1, 200):
        found = plan("llama-3-8b", "rtx-4090", batch=batch, context=256, output=1)
        if found.verdict is Verdict.TIGHT and found.value("free") < found.value("needed_high") - found.value("needed"):
            break
    assert found is not None and found.deciding is not None
    assert found.deciding.key == "overhead.graphs"
    assert found.deciding.sentence.startswith("Decided by the line CUDA graphs: typically ")


def test_that_an_engine_that_asks_for_more_than_is_free_is_decided_by_what_it_is_allowed() -> None:
    from planner.accelerator import Accelerator
    from planner.presets import accelerator_from_preset, engine_from_preset, model_from_preset
    from planner.workbook import Inference, Scenario, Workbook

    card: Accelerator = accelerator_from_preset("h100-sxm5", "c").model_copy(update={"free_memory": 60 * 2**30})
    row = Scenario(id="s", name="s", model="m", accelerator="c", engine="e", memory_basis="free",
                   load=Inference(batch=1, context=2048, prompt=1024))  # fmt: skip
    of = Workbook(models=(model_from_preset("llama-3-8b", "m"),), accelerators=(card,),
                  engines=(engine_from_preset("vllm", "e"),), scenarios=(row,))  # fmt: skip
    found = PLANNER.evaluate(of).scenarios["s"]
    assert found.verdict is Verdict.DOES_NOT_FIT and found.deciding is not None
    assert found.deciding.key == "allowed" and found.deciding.sentence.endswith("60.00 GiB are free on the card.")


def test_that_the_line_stands_in_the_verdicts_sentence_and_in_the_answer() -> None:
    found = plan("llama-3-8b", "rtx-4090", batch=16)
    sentence = next(finding.sentence for finding in check_scenario(found) if finding.code == "does_not_fit")
    assert found.deciding is not None and sentence.endswith(found.deciding.sentence)
    answer = plan_answer(found, planner=PLANNER)["deciding"]
    assert (answer["key"], answer["label"], answer["unit"]) == ("kv_cache", "KV cache", "byte")
    assert answer["value"] == found.value("kv_cache") and "GiB are left for it" in answer["sentence"]


def test_that_no_line_decides_where_cells_contradict_each_other() -> None:
    found = plan("llama-3-8b", pp=100)
    assert found.verdict is Verdict.UNKNOWN and found.deciding is None
    assert plan_answer(found, planner=PLANNER)["deciding"] is None
