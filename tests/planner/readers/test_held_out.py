"""Configurations that the reader was not made with (tests/cases/held_out_configs.jsonl): those that taught something.

Each was written down from knowledge of the published file. `source` says who counted `total`, the decoder's
parameters; `refused` is the field at which a config must be refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planner.readers.hf_config import Refused, read_config
from tests.planner.readers.counted import totals

FILE = Path(__file__).parents[2] / "cases" / "held_out_configs.jsonl"
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "total" in case])
def test_that_a_config_from_outside_is_counted_exactly(name: str) -> None:
    assert totals(read_config(CASES[name]["config"]).model)["total"] == CASES[name]["total"]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "refused" in case])
def test_that_a_config_from_outside_that_is_not_understood_is_refused_by_name(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_config(CASES[name]["config"])
    assert refusal.value.field == CASES[name]["refused"]
    assert refusal.value.reason


DECODER = {"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4, "num_hidden_layers": 2}


@pytest.mark.parametrize(
    ("outer", "stated", "inner", "tied"),
    [
        ("mistral3", None, None, False),  # the outer class says tied, the decoder's says not
        ("mistral3", None, True, True),
        ("mistral3", True, None, True),
        ("llava", False, True, True),  # this class takes the decoder's word
        ("llava_next", True, True, True),
    ],
)
def test_that_a_nested_head_is_tied_as_is_stated_or_else_as_both_classes_say(
    outer: str, stated: bool | None, inner: bool | None, tied: bool
) -> None:
    decoder = DECODER if inner is None else {**DECODER, "tie_word_embeddings": inner}
    config = {
        "model_type": outer,
        "text_config": decoder,
        **({} if stated is None else {"tie_word_embeddings": stated}),
    }
    reading = read_config(config)
    assert reading.model.head.tied is tied
    where = reading.defaulted if stated is None and inner is None else reading.read
    assert any(key.endswith("tie_word_embeddings") for key in where)
    assert "tie_word_embeddings" not in reading.ignored


def test_that_two_levels_that_disagree_on_the_head_are_refused() -> None:
    config = {
        "model_type": "llava_next",
        "tie_word_embeddings": False,
        "text_config": {**DECODER, "tie_word_embeddings": True},
    }
    with pytest.raises(Refused, match="and true for the decoder"):
        read_config(config)


@pytest.mark.parametrize(
    ("stated", "sentence"),
    [
        ({"quantization": {"group_size": 64, "bits": 4}}, "MLX, 4 bit in groups of 64"),
        (
            {"quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": -1}},
            "GPTQ, 4 bit, a scale for each output channel",
        ),
        (
            {"quantization_config": {"quant_method": "fp8", "ignored_layers": ["lm_head"]}},
            "fp8; 1 module keeps its format",
        ),
    ],
)  # fmt: skip
def test_that_a_format_is_said_in_words(stated: dict[str, Any], sentence: str) -> None:
    found = read_config({**DECODER, **stated}).quantisation
    assert found is not None
    assert sentence in found.sentence
