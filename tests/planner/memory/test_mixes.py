"""Stated mixes against the sizes that llama.cpp prints of files (tests/cases/gguf_sizes.jsonl): within 1 %."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from planner.layers import write_positions
from planner.memory.mixes import MIX_OPTIONS, MIXES, more_bits, stated_mix
from planner.plan import Evaluation, Kitchen
from planner.presets import model_presets
from planner.readers.hf_config import read_config
from planner.workbook import Assumptions, Inference, Model, Prediction, Scenario
from tests.planner import rows
from tests.tools.make_presets import cases

GIB = 2**30
CASES = Path(__file__).parents[2] / "cases" / "gguf_sizes.jsonl"
SIZES = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
"""model: a preset or a repository of models.jsonl; gib, or bits per weight, as printed; differs: why the mix does.
`bytes` are of the types that llama.cpp's quantiser chooses for every tensor, of the decoder alone.
"""


@cache
def plan(model: str, mix: str) -> Evaluation:
    row = model_presets()[model] if model in model_presets() else read_config(cases()[model]["config"]).model
    scenario = Scenario(id="s", name="s", weights=mix, load=Inference(prompt=2048))
    return Kitchen().evaluate(row, None, scenario, Assumptions())


@pytest.mark.parametrize("case", SIZES, ids=lambda case: f"{case['model']}-{case['mix']}")
def test_that_a_stated_mix_is_within_a_percent_of_the_files(case: dict[str, Any]) -> None:
    found = plan(case["model"], case["mix"])
    weights = found.value("weights")
    if "bytes" in case:
        others = (found.value(f"weights.{name}") or 0 for name in ("other_stacks", "prediction"))
        assert weights - sum(others) == pytest.approx(case["bytes"], abs=100)  # shares of a layer are whole bytes
    elif "bits" in case:
        assert 8 * weights / found.value("parameters") == pytest.approx(case["bits"], rel=0.01)
    elif "differs" in case:
        assert weights / GIB != pytest.approx(case["gib"], rel=0.01), "no exception is needed any more"
    else:
        assert weights / GIB == pytest.approx(case["gib"], rel=0.01)


def test_that_every_mix_has_a_case() -> None:
    assert {case["mix"] for case in SIZES if "differs" not in case} == {name for name, _ in MIX_OPTIONS}


def test_that_values_of_linear_mixers_and_of_attention_are_counted_in_one_row() -> None:
    """Qwen3.5-9B: the quantiser gives every eighth at the ends and every third between more bits, over 32 layers."""
    _, amounts = stated_mix(model_presets()["qwen3.5-9b"], "Q4_K_M")
    bumped = [count for slot, count in amounts.items() if ".qkv.q6_K" in slot or ".v.q6_K" in slot]
    assert sum(bumped) == sum(more_bits(layer, 32) for layer in range(32))


@pytest.mark.parametrize("layers", [1, 8, 32, 40, 61, 64, 80])
def test_that_half_of_the_layers_have_more_bits_counted_by_the_rule(layers: int) -> None:
    eighth, last = layers // 8, 7 * layers // 8
    assert sum(more_bits(at, layers) for at in range(layers)) == eighth + (layers - last) + (last - eighth) // 3


def test_that_the_layers_of_a_group_are_counted_where_they_stand() -> None:
    model = rows.llama_2_7b()
    group = model.groups[0]
    spread = [
        group.model_copy(update={"id": f"g{at}", "count": 16, "positions": write_positions(range(at, 32, 2))})
        for at in (0, 1)
    ]
    _, whole = stated_mix(model, "Q4_K_M")
    _, parts = stated_mix(model.model_copy(update={"groups": tuple(spread)}), "Q4_K_M")
    down = "feed_forward.down.q6_K"
    assert parts[f"mixed.groups.0.{down}"] + parts[f"mixed.groups.1.{down}"] == whole[f"mixed.groups.0.{down}"] == 16


def test_that_a_line_of_a_mix_leads_to_the_weights_and_to_the_layers() -> None:
    found = rows.evaluated(rows.llama_2_7b(), weights="Q4_K_M")
    line = found.line("weights.group1.layer.feed_forward.down")
    assert found.path(line.sources["q6_K_bytes"].slot) == ("scenarios", "s1", "weights")
    assert found.path(line.sources["q6_K_layers"].slot) == ("models", "llama_2_7b", "groups", "g1", "count")
    assert found.title(line.sources["q6_K_layers"].slot) == "Layers in q6_K"
    down = 4096 * 11008
    assert line.value == (16 * (down // 256 * 210) + 16 * (down // 256 * 144)) // 32


def test_that_a_mix_keeps_norms_in_fp32_and_computes_in_fp16() -> None:
    found = rows.evaluated(rows.llama_2_7b(), weights="Q6_K")
    assert found.value("weights.final_norm") == 4 * 4096
    assert found.value("kv_bytes_per_token") == 32 * 2 * 4096 * 2


def test_that_blocks_that_do_not_fill_a_row_fall_back() -> None:
    narrow = rows.llama_2_7b().model_copy(update={"d_model": 4096 + 32})
    stated, _ = stated_mix(narrow, "Q4_K_M")
    assert {term.format for term in stated["groups.0.feed_forward.gate"]} == {"q5_0"}
    assert stated["head"][0].format == "q8_0"


def test_that_a_part_of_its_own_format_leaves_the_mix() -> None:
    plain = rows.evaluated(rows.llama_2_7b(), weights="Q4_K_M", attention_weights="q8_0")
    assert plain.value("weights.group1.layer.attention.q") == 4096 * 4096 * 34 // 32


def test_that_every_mix_evaluates_for_every_kind_of_model() -> None:
    for preset in ("gpt-oss-20b", "deepseek-v3", "jamba-1.5-mini", "gemma-4-26b-a4b", "kimi-linear-48b-a3b"):
        if preset in model_presets():
            model: Model = model_presets()[preset]
            for mix in MIXES:
                assert plan(preset, mix).value("weights") > 0, (model.name, mix)


def test_that_values_of_80_layers_have_more_bits_only_where_queries_share_them() -> None:
    """llama.cpp calls 80 layers 65B where every query head has a KV head of its own, and 70B where it has not."""
    for model, mix, types in (
        ("llama-65b", "Q4_K_S", ["q5_K", "q4_K"]),
        ("llama-65b", "Q4_K_M", ["q6_K", "q4_K"]),
        ("llama-2-70b", "Q4_K_S", ["q5_K"]),
        ("llama-2-70b", "Q4_K_M", ["q6_K", "q5_K"]),
    ):
        stated, _ = stated_mix(model_presets()[model], mix)
        assert [term.format for term in stated["groups.0.attention.v"]] == types


def test_that_prediction_layers_have_the_base_type_of_a_mix() -> None:
    model = rows.llama_2_7b().model_copy(update={"prediction": Prediction(loaded=True)})
    found = rows.evaluated(model, weights="Q4_K_M")
    down = found.value("weights.prediction.blocks.layer.feed_forward.down")
    assert down == 4096 * 11008 * 144 // 256
