"""Damaged checkpoints are read or refused in a sentence: never a traceback, and each in a moment."""

import copy
import json
import random
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from planner.readers.checkpoint import CheckpointError
from planner.readers.gguf import read_gguf
from planner.readers.reconcile import reconcile
from planner.readers.safetensors import INDEX, read_headers
from tests.planner.readers.made import array, gguf, header, index, llama_tensors, safetensors, text, u32
from tests.planner.rows import evaluated, llama_2_7b

SECONDS_EACH = 0.05
NUMBERS = (0, 1, 2**7, 2**8, 2**31, 2**32 - 1, 2**62, 2**63, 2**64 - 1)
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 10**30, 1.5, 1e308, "", "F32", "F4", "x" * 2000, "\ud800", [], {}, [0, 0],
    [[[]]], [2**62] * 3, [1] * 40, {"dtype": "F32"}, "../up",
)  # fmt: skip


def bytewise(data: bytes, chance: random.Random) -> bytes:
    """Cut, repeat, drop or overwrite a stretch; numbers of the head are hit more often than the rest."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(min(len(found), chance.choice((32, 400, len(found)))) or 1)
        match chance.randrange(6):
            case 0:
                del found[at:]
            case 1:
                del found[at : at + chance.choice((1, 4, 8, 100))]
            case 2:
                found[at:at] = chance.randbytes(chance.choice((1, 4, 8, 100)))
            case 3:
                found[at : at + 8] = struct.pack(chance.choice("<>") + "Q", chance.choice(NUMBERS))
            case 4:
                found[at : at + 4] = struct.pack("<I", chance.choice(NUMBERS) % 2**32)
            case _:
                found[at : at + 1] = chance.randbytes(1)
        if not found:
            break
    return bytes(found)


def valuewise(content: Any, chance: random.Random) -> Any:
    """Some values of a JSON document exchanged, dropped, or put under another name."""
    content = json.loads(json.dumps(content))
    for _ in range(chance.choice((1, 1, 3))):
        holder, key = content, ""
        for _ in range(chance.choice((1, 2, 3))):
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = chance.choice(keys)
            if isinstance(holder[key], dict | list) and holder[key] and chance.random() < 0.8:
                holder = holder[key]
        if isinstance(holder, dict) and key not in holder:
            key = chance.choice(list(holder) or [""])
        if isinstance(holder, list) and (not isinstance(key, int) or key >= len(holder)):
            continue
        if isinstance(holder, dict) and chance.random() < 0.2:
            holder[chance.choice(("", "__metadata__", "x"))] = holder.pop(key, None)
        else:
            holder[key] = copy.deepcopy(chance.choice(VALUES))
    return content


def outcome_of(read: Callable[[], Any], outcomes: dict[str, int], seed: int) -> None:
    begin = time.process_time()
    try:
        found = read()
    except CheckpointError as error:
        outcomes["refused"] += 1
        sentence = str(error)
        assert 20 < len(sentence) < 1000 and sentence.isprintable(), seed
        sentence.encode()
    else:
        outcomes["read"] += 1
        assert all(finding.sentence.isprintable() for finding in found.findings), seed
    if time.process_time() - begin >= SECONDS_EACH:  # once more, since neighbours may have slowed it down
        begin = time.process_time()
        with suppress(CheckpointError):
            read()
        assert time.process_time() - begin < SECONDS_EACH, seed


def damaged_safetensors(folder: Path, count: int) -> dict[str, int]:
    content = header(llama_tensors(layers=1, width=8, heads=2, kv_heads=1, vocab=11, ff=16), {"format": "pt"})
    names = [name for name in content if name != "__metadata__"]
    data_size = content[names[-1]]["data_offsets"][1]
    whole, places = safetensors(content), index(dict.fromkeys(names, "one.safetensors"), total_size=4000)
    evaluation = evaluated(llama_2_7b())
    outcomes = {"read": 0, "refused": 0}
    for seed in range(count):
        chance = random.Random(seed)
        head, listed = whole, places
        match chance.randrange(4):
            case 0:
                head = bytewise(whole, chance)
            case 1:
                changed = json.dumps(valuewise(content, chance)).encode()
                head = struct.pack("<Q", len(changed)) + changed + bytes(data_size)
            case 2:
                listed = bytewise(places, chance)
            case _:
                listed = json.dumps(valuewise(json.loads(places), chance)).encode()
        (folder / "one.safetensors").write_bytes(head)
        (folder / INDEX).write_bytes(listed)
        outcome_of(lambda: reconcile(evaluation, read_headers(folder)), outcomes, seed)
    return outcomes


def damaged_gguf(folder: Path, count: int) -> dict[str, int]:
    metadata = {
        "general.architecture": text("llama"), "general.alignment": u32(32), "llama.block_count": u32(2),
        "llama.attention.head_count_kv": array(5, [4, 4]), "split.count": u32(2),
        "tokenizer.ggml.tokens": array(8, ["a", "bc", ""]), "nested": array(9, [(4, [1]), (8, ["x"])]),
    }  # fmt: skip
    whole = gguf(metadata, [("a", (32, 2), 8, 68), ("b", (256,), 12, 144), ("c", (3,), 0, 12)])
    outcomes = {"read": 0, "refused": 0}
    for seed in range(count):
        (folder / "model.gguf").write_bytes(bytewise(whole, random.Random(seed)))
        outcome_of(lambda: read_gguf(folder / "model.gguf"), outcomes, seed)
    return outcomes


DAMAGES = {"safetensors": damaged_safetensors, "gguf": damaged_gguf}


@pytest.mark.parametrize("kind", DAMAGES)
def test_that_500_damaged_checkpoints_are_read_or_refused(tmp_path: Path, kind: str) -> None:
    assert min(DAMAGES[kind](tmp_path, 500).values()) > 25, "the damage is neither too small nor too large to tell"


@pytest.mark.soak
@pytest.mark.parametrize("kind", DAMAGES)
def test_that_20000_damaged_checkpoints_are_read_or_refused(
    tmp_path: Path, kind: str, record_property: Callable[[str, object], None]
) -> None:
    for name, number in DAMAGES[kind](tmp_path, 20_000).items():
        record_property(name, number)
