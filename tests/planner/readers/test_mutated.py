"""Configs with fields dropped, retyped, made huge, negative, nested or ill encoded: a model or a sentence."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from planner.readers.hf_config import Reading, Refused, read_config
from tests.planner.readers.counted import totals
from tests.planner.readers.test_models import CASES

SLOWEST_S = 0.05
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 10**6, 10**9, 10**18, 10**30, -(10**18), 0.0, 1.5, -0.5, 1e300, float("nan"),
    float("inf"), "", "4096", "x" * 3000, "\x00", "\ud800", [], [1, 2, 3], [None], ["full_attention"] * 5, [[]], {},
    {"a": {"b": {"c": {}}}}, {"model_type": "llama"}, [0] * 3000, ["sliding_attention"],
)  # fmt: skip
Mutation = Callable[[dict[str, Any], random.Random], None]


def dropped(config: dict[str, Any], rng: random.Random) -> None:
    if config:
        del config[rng.choice(list(config))]


def replaced(config: dict[str, Any], rng: random.Random) -> None:
    if config:
        config[rng.choice(list(config))] = deepcopy(rng.choice(VALUES))


def scaled(config: dict[str, Any], rng: random.Random) -> None:
    numbers = [name for name, value in config.items() if type(value) is int]
    if numbers:
        config[rng.choice(numbers)] *= rng.choice((-1, 0, 2, 3, 1000, 10**12))


def added(config: dict[str, Any], rng: random.Random) -> None:
    config[rng.choice(("num_experts", "layer_types", "sliding_window", "q_lora_rank", "unheard_of", "text_config"))] = (
        deepcopy(rng.choice(VALUES))
    )


def swapped(config: dict[str, Any], rng: random.Random) -> None:
    if config:
        config["model_type"] = rng.choice(CASES)["config"]["model_type"]


def nested(config: dict[str, Any], rng: random.Random) -> None:
    inner = {key: config.pop(key) for key in list(config) if rng.random() < 0.5}
    config["text_config"] = inner


def deep(config: dict[str, Any], rng: random.Random) -> None:
    value: Any = []
    for _ in range(rng.choice((5, 20, 500))):
        value = [value]
    config["layer_types"] = value


MUTATIONS: tuple[Mutation, ...] = (dropped, replaced, scaled, added, swapped, nested, deep)


def levels(config: dict[str, Any]) -> list[dict[str, Any]]:
    found = [config]
    for name in ("text_config", "attn_config", "ffn_config", "linear_attn_config"):
        if isinstance(config.get(name), dict):
            found.append(config[name])
    return found


def mutated(rng: random.Random) -> dict[str, Any] | bytes:
    """One mutated config: an object, or its bytes in a good or a bad encoding, whole or cut."""
    config: dict[str, Any] = json.loads(json.dumps(rng.choice(CASES)["config"]))
    for _ in range(rng.randint(1, 4)):
        rng.choice(MUTATIONS)(rng.choice(levels(config)), rng)
    kind = rng.random()
    if kind < 0.7:
        return config
    text = json.dumps(config, allow_nan=True)
    data = text.encode(rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le")), "surrogatepass")
    if kind < 0.8:
        return data
    if kind < 0.9:
        return data[: rng.randrange(len(data))]
    spoilt = bytearray(data)
    for _ in range(rng.randint(1, 20)):
        spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
    return bytes(spoilt)


def outcomes(count: int, seed: int) -> Iterator[tuple[str, float, Any]]:
    for number in range(count):
        source = mutated(random.Random(seed * 1_000_003 + number))
        started = time.process_time()
        try:
            result: Reading | Refused = read_config(source)
        except Refused as refusal:
            result = refusal
        spent = time.process_time() - started
        if isinstance(result, Refused):
            assert result.field and result.reason and "Traceback" not in str(result)
            yield "refused", spent, source
        else:
            assert result.model.groups
            if number % 10 == 0:
                total = totals(result.model)["total"]
                assert type(total) is int and total > 0
            yield "read", spent, source


def check(count: int, seed: int) -> dict[str, int]:
    found = {"read": 0, "refused": 0}
    slow: list[tuple[float, Any]] = []
    for kind, spent, source in outcomes(count, seed):
        found[kind] += 1
        if spent > SLOWEST_S:
            slow.append((spent, source))
    for _, source in slow:  # a machine may pause once; what is slow is slow again
        started = time.process_time()
        with contextlib.suppress(Refused):
            read_config(source)
        assert time.process_time() - started < SLOWEST_S, str(source)[:500]
    return found


def test_that_mutated_configs_give_a_model_or_a_sentence() -> None:
    found = check(500, seed=1)
    assert found["read"] > 20
    assert found["refused"] > 100


@pytest.mark.soak
def test_that_twenty_thousand_mutated_configs_give_a_model_or_a_sentence(record_property: Any) -> None:
    found = check(20_000, seed=2)
    record_property("mutated configs", sum(found.values()))
    record_property("read", found["read"])


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (b"", "file"),
        (b"[]", "file"),
        (b"null", "file"),
        (b'{"model_type": "llama"', "file"),
        (b"\xff\xfe{", "file"),
        (b"\x80\x81", "file"),
        (b"[" * 100_000, "file"),
        (b'{"a":' * 50_000, "file"),
        (b'{"vocab_size": ' + b"9" * 5000 + b"}", "file"),
        (b'{"vocab_size": 1, "vocab_size": 2}', "vocab_size"),
        (b'{"model_type": "llama", "x": "' + b"y" * 5_000_000 + b'"}', "file"),
        (b"{}", "model_type"),
        (b'{"model_type": 3}', "model_type"),
        (b'{"model_type": "no_such_family"}', "model_type"),
        (b'{"model_type": "llama", "num_hidden_layers": 1e999}', "num_hidden_layers"),
        (b'{"model_type": "llama", "num_hidden_layers": NaN}', "num_hidden_layers"),
        (b'{"model_type": "llama", "num_hidden_layers": 1000000000}', "num_hidden_layers"),
        (b'{"model_type": "llama", "num_hidden_layers": true}', "num_hidden_layers"),
        (b'{"model_type": "llama", "num_experts": 8}', "num_experts"),
        (b'{"model_type": "llama", "hidden_size": -4096}', "hidden_size"),
        (b'{"model_type": "llama", "architectures": ["LlamaForSequenceClassification"]}', "architectures"),
        (b'{"model_type": "gemma3", "text_config": []}', "text_config"),
        (b'{"model_type": "gemma3", "hidden_size": 2560}', "hidden_size"),
        (b'{"model_type": "llava", "text_config": {"model_type": "strange"}}', "text_config.model_type"),
        (b'{"model_type": "deepseek_v3", "q_lora_rank": "1536"}', "q_lora_rank"),
        (b'{"model_type": "mixtral", "num_experts_per_tok": 9}', "num_experts_per_tok"),
    ],
)
def test_that_a_refusal_names_the_field(data: bytes, field: str) -> None:
    with pytest.raises(Refused) as caught:
        read_config(data)
    assert caught.value.field == field
