"""What a quantization_config implies for each part: bits and groups, what is kept, what only experts have."""

from __future__ import annotations

from typing import Any

import pytest

from planner.readers.hf_config import read_config
from planner.workbook import QUANTISATION, Model, StoredFormats
from tests.tools.make_presets import cases

LLAMA = {"model_type": "llama", "hidden_size": 2048, "num_attention_heads": 16, "num_hidden_layers": 4}


def model(stated: dict[str, Any], **config: Any) -> Model:
    return read_config({**LLAMA, **config, "quantization_config": stated}).model


def compressed(ignore: list[str], **weights: Any) -> dict[str, Any]:
    return {"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights": weights}}, "ignore": ignore}


@pytest.mark.parametrize(
    ("stated", "weights"),
    [
        ({"quant_method": "gptq", "bits": 4, "group_size": 64}, "int4_g64"),
        ({"quant_method": "gptq", "bits": 4, "group_size": 32}, "int4_g32_zero"),
        ({"quant_method": "gptq", "bits": 4, "group_size": -1}, "int4_channel"),
        ({"quant_method": "gptq", "bits": 8, "group_size": 128}, "int8_g128"),
        ({"quant_method": "awq", "w_bit": 4, "q_group_size": 128}, "int4_g128"),
        ({"quant_method": "fbgemm_fp8"}, "fp8_channel"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "nf4"),
        (compressed(["lm_head"], num_bits=8, type="float", strategy="channel"), "fp8_channel"),
        (compressed(["lm_head"], num_bits=8, type="float", strategy="tensor"), "fp8"),
        (compressed(["lm_head"], num_bits=8, type="int", strategy="channel"), "int8_channel"),
        (compressed(["lm_head"], num_bits=4, type="int", group_size=128, symmetric=True), "int4_g128_even"),
        (compressed(["lm_head"], num_bits=4, type="int", group_size=128, symmetric=False), "int4_g128"),
    ],
)
def test_that_every_part_of_the_layers_has_the_stated_format(stated: dict[str, Any], weights: str) -> None:
    assert model(stated).stored_formats == StoredFormats(weights=weights)


def test_that_a_method_that_is_not_known_states_no_format_and_the_plan_says_so() -> None:
    found = model({"quant_method": "of_tomorrow"})
    assert found.stored_formats == StoredFormats()
    assert "of_tomorrow" in found.sources[QUANTISATION]


def test_that_what_is_not_quantised_keeps_the_type_of_the_config() -> None:
    stated = {"quant_method": "awq", "bits": 4, "group_size": 128}
    assert model(stated, torch_dtype="float16").stored_formats.other_weights == "fp16"
    assert model(stated, torch_dtype="bfloat16").stored_formats.other_weights is None


@pytest.mark.parametrize(
    "ignore",
    [["self_attn"], ["re:.*self_attn.*"], ["model.layers.*.self_attn"],
     [f"model.layers.{at}.self_attn*" for at in range(4)]],
)  # fmt: skip
def test_that_modules_that_are_kept_keep_the_type_of_the_rest(ignore: list[str]) -> None:
    found = model({"quant_method": "fp8", "modules_to_not_convert": ignore}).stored_formats
    assert (found.weights, found.attention_weights, found.feed_forward_weights) == ("fp8", "bf16", None)


@pytest.mark.parametrize("ignore", [["lm_head"], ["gate"], ["model.layers.0.mlp.gate"], ["re:("], ["self_attn.q_norm"]])
def test_that_what_is_no_matrix_of_a_part_changes_nothing(ignore: list[str]) -> None:
    assert model({"quant_method": "fp8", "ignored_layers": ignore}).stored_formats == StoredFormats(weights="fp8")


def test_that_a_part_of_two_formats_has_that_of_most_layers_and_is_named() -> None:
    kept = [f"model.layers.{at}.self_attn" for at in (0, 1, 2)]
    found = model({"quant_method": "fp8", "modules_to_not_convert": kept})
    assert found.stored_formats.attention_weights == "bf16"
    assert "Token mixers keep their format in 3 of 4 layers." in found.sources[QUANTISATION]


@pytest.mark.parametrize(
    ("repository", "stored"),
    [
        ("openai/gpt-oss-120b", {"weights": "bf16", "expert_weights": "mxfp4"}),
        ("deepseek-ai/DeepSeek-V3", {"weights": "fp8_b128"}),
        (
            "moonshotai/Kimi-K2.5",
            {"weights": "int4_g32", "attention_weights": "bf16", "feed_forward_weights": "bf16"},
        ),
        ("deepseek-ai/DeepSeek-V4-Flash", {"weights": "fp8_b128", "expert_weights": "mxfp4"}),
    ],
)
def test_that_published_configs_imply_the_formats_of_their_parts(repository: str, stored: dict[str, str]) -> None:
    config = cases()[repository]["config"]
    assert read_config(config).model.stored_formats == StoredFormats(**stored)


def test_that_gptq_may_quantise_the_head() -> None:
    stated = {"quant_method": "gptq", "bits": 4, "group_size": 128, "lm_head": True}
    assert model(stated).stored_formats.head_weights == "int4_g128"
    assert model(stated, tie_word_embeddings=True).stored_formats.head_weights is None
