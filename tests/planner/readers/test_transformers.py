"""The reader against Hugging Face transformers on the meta device: class defaults, and sizes drawn at random.

Slow: it imports transformers and builds some 600 models without memory.
"""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from planner.readers.hf.defaults import class_defaults
from planner.readers.hf.families import FAMILIES
from planner.readers.hf_config import Refused, read_config
from tests.planner.readers.counted import totals

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

DRAWS = 6
OFF = {"longcat_flash": "transformers stores gate and up for the empty experts too; the published total does not"}
NO_MODEL_ALONE = frozenset({"mllama_text_model", "step3p7_text"})

SIZES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("hidden_size", "n_embd", "d_model"), (256, 512, 768)),
    **dict.fromkeys(("intermediate_size", "ffn_dim", "ffn_hidden_size"), (256, 512, 640)),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "n_layers", "num_layers"), (2, 3, 4, 7)),
    **dict.fromkeys(("num_attention_heads", "n_head", "n_heads", "num_heads"), (4, 8)),
    **dict.fromkeys(("num_key_value_heads", "num_kv_heads"), (1, 2, 4)),
    **dict.fromkeys(("head_dim",), (32, 64, 48)),
    **dict.fromkeys(("vocab_size", "vocab_size_per_layer_input"), (1000, 777)),
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"), (4, 8)),
    **dict.fromkeys(("num_experts_per_tok", "moe_k", "moe_topk", "top_k_experts"), (1, 2, 3)),
    **dict.fromkeys(("n_shared_experts", "num_shared_experts", "moe_num_shared_experts"), (1, 2)),
    **dict.fromkeys(("moe_intermediate_size", "expert_ffn_hidden_size"), (64, 96)),
    **dict.fromkeys(("shared_expert_intermediate_size", "shared_intermediate_size"), (64, 128)),
    **dict.fromkeys(("first_k_dense_replace", "num_dense_layers", "num_kv_shared_layers"), (0, 1)),
    **dict.fromkeys(("q_lora_rank", "kv_lora_rank"), (32, 48)),
    **dict.fromkeys(("qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"), (16, 32)),
    **dict.fromkeys(("index_n_heads", "linear_num_key_heads", "linear_num_heads"), (2, 4)),
    **dict.fromkeys(("index_head_dim", "linear_key_head_dim", "linear_value_head_dim", "linear_head_dim"), (16, 32)),
    **dict.fromkeys(("linear_num_value_heads",), (4, 8)),
    **dict.fromkeys(("sliding_window",), (16, 64)),
    **dict.fromkeys(("mamba_d_state", "state_size", "ssm_state_size"), (8, 16)),
    **dict.fromkeys(("mamba_d_conv", "conv_kernel", "linear_conv_kernel_dim", "conv1d_width", "conv_L_cache"), (2, 4)),
    **dict.fromkeys(("decoder_sparse_step", "interleave_moe_layer_step"), (1, 2)),
    **dict.fromkeys(("altup_num_inputs", "hc_mult"), (2, 3, 4)),
    **dict.fromkeys(("laurel_rank", "hidden_size_per_layer_input", "o_lora_rank"), (16, 32)),
    **dict.fromkeys(("n_inner",), (None, 300)),
    **dict.fromkeys(("word_embed_proj_dim",), (None, 128)),
    **dict.fromkeys(("max_position_embeddings", "n_positions"), (64, 256)),
}
"""Sizes that go together, whichever are drawn, in nearly all families."""
ROTARY = {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0}}


def drawn(model_type: str, number: int) -> dict[str, Any]:
    """The class defaults alone (number 0), or with sizes and from the fourth on switches drawn at random."""
    rng = random.Random(f"{model_type} {number}")
    config: dict[str, Any] = {"model_type": model_type}
    if model_type in ("hunyuan_v1_dense", "hunyuan_v1_moe", "ministral"):
        config |= ROTARY
    if model_type == "dbrx":
        config["attn_config"] = {"kv_n_heads": rng.choice((1, 2, 4)), "rope_theta": 10000.0}
        config["ffn_config"] = {"moe_num_experts": 4, "moe_top_k": 2, "ffn_hidden_size": rng.choice((64, 96))}
    if number == 0:
        return config
    config["pad_token_id"] = None
    for name, value in class_defaults(model_type).values.items():
        if name in SIZES:
            config[name] = rng.choice(SIZES[name])
        elif isinstance(value, bool) and number > 3 and not name.startswith("add_") and rng.random() < 0.3:
            config[name] = not value
    if model_type == "lfm2_moe":
        config["layer_types"] = [rng.choice(("conv", "full_attention")) for _ in range(config["num_hidden_layers"])]
    return config


def counted(config: dict[str, Any]) -> int | None:
    """Parameters that transformers builds from the config, tied ones once; None where it refuses the config."""
    import torch
    from transformers import AutoModel, AutoModelForCausalLM
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    logging.disable(logging.CRITICAL)
    try:
        values = {name: value for name, value in config.items() if name != "model_type"}
        made = CONFIG_MAPPING[config["model_type"]](**values)
        head = 0
        with torch.device("meta"):
            try:
                model = AutoModelForCausalLM.from_config(made)
            except ValueError as error:
                if "Unrecognized" not in str(error):
                    raise
                model = AutoModel.from_config(made)
                if not getattr(made, "tie_word_embeddings", False):
                    head = made.hidden_size * made.vocab_size
        return head + sum({id(weight): weight.numel() for weight in model.parameters()}.values())
    except Exception:  # whatever the family's own checks raise: the draw is no model
        return None
    finally:
        logging.disable(logging.NOTSET)


def known_families() -> list[str]:
    return sorted(name for name in FAMILIES if class_defaults(name).values and name not in NO_MODEL_ALONE)


@pytest.mark.parametrize("model_type", known_families())
def test_that_the_count_is_that_of_transformers(model_type: str) -> None:
    pytest.importorskip("transformers")
    if model_type in OFF:
        pytest.xfail(OFF[model_type])
    compared = 0
    for number in range(DRAWS):
        config = drawn(model_type, number)
        theirs = counted(config)
        if theirs is None:
            continue
        try:
            ours = totals(read_config(config).model)["total"]
        except Refused:
            continue
        compared += 1
        assert ours == theirs, config
    assert compared, "no draw was a model for both"


def test_that_the_class_defaults_are_those_of_the_installed_classes() -> None:
    transformers = pytest.importorskip("transformers")
    if not transformers.__version__.startswith("5.24."):
        pytest.xfail(f"the defaults are those of 5.24; {transformers.__version__} is installed")
    import dataclasses

    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    for name in known_families():
        here = class_defaults(name)
        there = {field.name: field for field in dataclasses.fields(CONFIG_MAPPING[name])}
        for key, value in here.values.items():
            field = there[key]
            default = field.default_factory() if field.default is dataclasses.MISSING else field.default
            assert value == (list(default) if isinstance(default, tuple) else default), f"{name}.{key}"
        assert dict(here.aliases).items() <= dict(CONFIG_MAPPING[name].attribute_map).items(), name
