"""What a reading says besides the count: which keys were taken, defaulted and ignored; prediction layers; formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planner.parts.attention import CrossAttention, GroupedQuery, Latent
from planner.parts.feed_forward import Gated
from planner.readers.hf.defaults import class_defaults
from planner.readers.hf_config import Reading, Refused, read_config
from tests.planner.readers.counted import evaluated, totals
from tests.planner.readers.test_models import CASES


def reading(**config: Any) -> Reading:
    return read_config(config)


def case(name: str) -> dict[str, Any]:
    config: dict[str, Any] = next(one["config"] for one in CASES if one["id"] == name)
    return config


def test_that_no_model_predicts_further_tokens_unless_its_config_or_its_class_says_so() -> None:
    silent = [one["config"] for one in CASES if not any(word in json.dumps(one["config"]) for word in ("nextn", "mtp"))]
    assert len(silent) > 150
    for config in silent:
        try:
            found = read_config(config)
        except Refused:
            continue
        defaults = class_defaults(config["model_type"]).values
        by_class = defaults.get("num_nextn_predict_layers") or defaults.get("num_mtp_layers")
        assert (found.model.prediction is not None) == bool(by_class), config["model_type"]


def test_that_a_reading_says_what_was_read_defaulted_and_ignored() -> None:
    found = reading(model_type="llama", hidden_size=2048, num_attention_heads=16, rope_theta=10000.0, vocab_size=1000)
    assert found.read["hidden_size"] == "2048"
    assert found.defaulted["intermediate_size"] == "11008, default of the class"
    assert found.defaulted["num_key_value_heads"].startswith("null")
    assert found.ignored == ("rope_theta",)
    assert [finding.code for finding in found.findings] == ["config_keys_ignored"]
    group = found.model.groups[0]
    assert isinstance(group.attention, GroupedQuery) and isinstance(group.feed_forward, Gated)
    assert (group.attention.kv_heads, group.attention.head_dim, group.feed_forward.width) == (16, 128, 11008)


def test_that_missing_is_not_null() -> None:
    for config, rank in (({}, 1536), ({"q_lora_rank": None}, None)):
        attention = reading(model_type="deepseek_v3", **config).model.groups[0].attention
        assert isinstance(attention, Latent)
        assert attention.query_rank == rank


@pytest.mark.parametrize(
    ("config", "tied"),
    [
        ({"model_type": "llama"}, False),
        ({"model_type": "mistral"}, False),
        ({"model_type": "qwen2"}, False),
        ({"model_type": "gpt2"}, True),
        ({"model_type": "gemma"}, True),
        ({"model_type": "falcon"}, True),
        ({"model_type": "bloom"}, True),
        ({"model_type": "opt"}, True),
        ({"model_type": "mpt"}, True),
        ({"model_type": "cohere"}, True),
        ({"model_type": "starcoder2"}, True),
        ({"model_type": "starcoder2", "tie_word_embeddings": False}, False),
    ],
)
def test_that_a_silent_config_is_tied_as_its_family_is(config: dict[str, Any], tied: bool) -> None:
    assert read_config(config).model.head.tied is tied


def test_that_falcons_new_architecture_overrides_multi_query() -> None:
    old = reading(model_type="falcon", multi_query=True, num_kv_heads=71).model.groups[0]
    new = reading(
        model_type="falcon", multi_query=True, new_decoder_architecture=True, num_attention_heads=128, num_kv_heads=8,
        hidden_size=8192,
    ).model.groups[0]  # fmt: skip
    assert isinstance(old.attention, GroupedQuery) and isinstance(new.attention, GroupedQuery)
    assert (old.attention.kv_heads, old.norm_placement) == (1, "shared")
    assert (new.attention.kv_heads, new.norm_placement) == (8, "parallel")


def test_that_a_window_that_is_switched_off_is_none() -> None:
    for config in ({"use_sliding_window": False, "sliding_window": 4096}, {"sliding_window": 4096}):
        (group,) = reading(model_type="qwen2", **config).model.groups
        assert isinstance(group.attention, GroupedQuery) and group.attention.window is None
    groups = reading(model_type="qwen2", use_sliding_window=True, max_window_layers=20).model.groups
    assert [(group.count, group.positions) for group in groups] == [(20, "0-19"), (12, "20-31")]


@pytest.mark.parametrize(
    ("name", "each"),
    [
        ("deepseek-ai/DeepSeek-V3", 11_610_067_968),
        ("zai-org/GLM-4.5", 3_988_069_632),
        ("zai-org/GLM-4.5-Air", 2_375_059_456),
        ("Qwen/Qwen3.5-27B", 424_699_392),
        ("Qwen/Qwen3.5-122B-A10B", 2_523_679_232),
        ("deepseek-ai/DeepSeek-V3.2", 11_624_027_392),
    ],
)
def test_that_prediction_layers_are_counted_apart(name: str, each: int) -> None:
    """The figures are what the published totals have more than the decoder, per prediction layer."""
    found = evaluated(read_config(case(name)).model)
    assert found.value("prediction") == each
    assert found.value("parameters") == totals(read_config(case(name)).model)["total"]


def test_that_loaded_prediction_layers_are_among_the_weights() -> None:
    model = read_config(case("Qwen/Qwen3.5-27B")).model
    assert model.prediction is not None
    loaded = model.model_copy(update={"prediction": model.prediction.model_copy(update={"loaded": True})})
    assert evaluated(loaded).value("weights") - evaluated(model).value("weights") == 2 * 424_699_392


def test_that_other_stacks_are_said_not_to_be_counted_until_they_are_stated() -> None:
    found = read_config(case("google/gemma-3-12b-it"))
    assert "other_stacks_not_counted" in {finding.code for finding in found.findings}
    stated = evaluated(found.model.model_copy(update={"other_stacks": 421_290_864}))
    alone = evaluated(found.model)
    assert stated.value("parameters") == alone.value("parameters")
    assert stated.value("other_stacks") == 421_290_864
    assert stated.value("weights") - alone.value("weights") == 2 * 421_290_864


def test_that_image_layers_keep_the_image_and_not_the_context() -> None:
    model = read_config(case("meta-llama/Llama-3.2-11B-Vision-Instruct")).model
    crossing = [group for group in model.groups if isinstance(group.attention, CrossAttention)]
    assert [group.positions for group in crossing] == ["3-38/5"]
    assert model.embedding.extra_rows == 8


@pytest.mark.parametrize(
    ("name", "method", "weights"),
    [
        ("deepseek-ai/DeepSeek-V3.2", "fp8", "fp8_b128"),
        ("openai/gpt-oss-20b", "mxfp4", "mxfp4"),
        ("nvidia/GLM-5.1-NVFP4", "modelopt", "nvfp4"),
        ("moonshotai/Kimi-K2.5", "compressed-tensors", "int4_g32"),
        ("nvidia/MiniMax-M3-NVFP4", "modelopt", None),
    ],
)
def test_that_the_format_of_a_quantised_checkpoint_is_read(name: str, method: str, weights: str | None) -> None:
    config = case(name)
    if "quantization_config" not in config and name == "openai/gpt-oss-20b":
        config = {**config, "quantization_config": {"quant_method": "mxfp4"}}
    found = read_config(config)
    assert found.quantisation is not None
    assert (found.quantisation.method, found.quantisation.weights) == (method, weights)
    assert "config_quantised" in {finding.code for finding in found.findings}


@pytest.mark.parametrize(
    ("stated", "weights"),
    [
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, "int4_g128"),
        ({"quant_method": "gptq", "bits": 3, "group_size": 128}, None),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_use_double_quant": True}, "nf4_dq"),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True}, "int8_channel"),
        ({"quant_method": "fp8"}, "fp8"),
        ({"quant_method": "of_tomorrow"}, None),
        ({}, None),
    ],
)
def test_that_formats_are_named_where_they_are_known(stated: dict[str, Any], weights: str | None) -> None:
    found = reading(model_type="llama", quantization_config=stated).quantisation
    assert found is not None
    assert found.weights == weights


def test_that_a_file_its_bytes_and_its_object_give_the_same(tmp_path: Path) -> None:
    config = {"model_type": "llama", "hidden_size": 2048, "num_attention_heads": 16}
    path = tmp_path / "a-model" / "config.json"
    path.parent.mkdir()
    path.write_text(json.dumps(config), encoding="utf-16")
    assert read_config(path).model == read_config(config, "a-model").model
    assert read_config(path.read_bytes(), "a-model").model == read_config(config, "a-model").model
    with pytest.raises(Refused, match="cannot be read"):
        read_config(tmp_path / "nothing.json")


def test_that_an_unknown_field_is_refused_unless_it_has_the_classs_own_value() -> None:
    assert reading(model_type="granite", mlp_bias=False).model
    with pytest.raises(Refused) as caught:
        reading(model_type="mistral", num_experts=8)
    assert caught.value.field == "num_experts"
    with pytest.raises(Refused) as caught:
        read_config({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "moe_layers": [1]}})
    assert caught.value.field == "text_config.moe_layers"


def test_that_groups_keep_the_order_of_the_layers() -> None:
    groups = reading(model_type="gemma3_text", num_hidden_layers=12).model.groups
    assert [(group.count, group.positions) for group in groups] == [(10, "0-4, 6-10"), (2, "5, 11")]
    assert len({group.name for group in groups}) == 2
