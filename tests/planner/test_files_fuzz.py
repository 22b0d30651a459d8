"""Damaged workbooks: each opens or is refused with a sentence, quickly; no other exception ever."""

import copy
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from planner.files import FileError, dumps, loads
from planner.resolve import resolve
from planner.workbook import Workbook

SECONDS_EACH = 1.0
WORDS = (
    b"NaN", b"-Infinity", b"1e999", b"-0.0", b"null", b"true", b"{}", b"[]", b'""', b'"="', b'"=tp"', b'"=1/0"',
    b'"=9**9**9"',
    b'"\\ud800"', b'"\\u0000"', b"\xff", b"\x00", b"\xef\xbb\xbf", b"9" * 50, b"[" * 2000, b'{"a":' * 2000, b"//", b"'",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2.5, 10**18, 10**30, -(10**30), 1e308, 5e-324, "", "x", "=", "=tp", "=s1.tp",
    "=1/0", "=2**64", "=round_up(8/3*d_model, 256)", "=" + "(" * 300, "=" + "-" * 400 + "1", "\u202e", "a" * 10_000, [],
    {}, [[]], {"kind": "x"}, {"kind": None}, ["x"], "inference", "__import__('os')", "../../etc/passwd",
)  # fmt: skip


def bytewise(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(changed) + 1)
        match chance.randrange(5):
            case 0:
                del changed[place : place + chance.choice((1, 1, 10, 500))]
            case 1:
                changed[place:place] = chance.choice(WORDS)
            case 2:
                changed[place : place + 1] = bytes([chance.randrange(256)])
            case 3:
                other = chance.randrange(len(changed) + 1)
                changed[place:place] = changed[other : other + chance.choice((1, 20, 300))]
            case 4:
                del changed[place:]
    return bytes(changed)


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with each of its keys."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from nodes(value[key])


def valuewise(data: bytes, chance: random.Random) -> bytes:
    content = json.loads(data)
    for _ in range(chance.randint(1, 4)):
        container, key = chance.choice(list(nodes(content)))
        match chance.randrange(6):
            case 0:
                del container[key]
            case 1 if isinstance(container, dict):
                container[chance.choice(("id", "kind", "name", "x", ""))] = container[key]
            case 2 if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case 3:
                other, there = chance.choice(list(nodes(content)))
                container[key] = copy.deepcopy(other[there])
            case _:
                container[key] = chance.choice(VALUES)
    return json.dumps(content).encode()


def encodingwise(data: bytes, chance: random.Random) -> bytes:
    encoding = chance.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-7", "cp037", "utf-8-sig"))
    return data.decode().encode(encoding, "replace")


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    bytewise, bytewise, valuewise, valuewise, valuewise, valuewise, encodingwise,
)  # fmt: skip


def damaged_files_are_opened_or_refused(example: Workbook, count: int) -> dict[str, int]:
    data = dumps(example)
    outcomes = {"opened": 0, "refused": 0}
    for seed in range(count):
        chance = random.Random(seed)
        damaged = chance.choice(DAMAGES)(data, chance)
        begin = time.process_time()
        try:
            loaded = loads(damaged)
        except FileError as error:
            outcomes["refused"] += 1
            assert 20 < len(str(error)) < 3000, seed
            str(error).encode()
        else:
            outcomes["opened"] += 1
            resolved = resolve(loaded.workbook)
            assert all(finding.sentence and finding.remedy for finding in resolved.findings), seed
            assert loads(dumps(loaded.workbook, loaded.observations)).workbook == loaded.workbook, seed
        assert time.process_time() - begin < SECONDS_EACH, seed
    return outcomes


def test_that_500_damaged_files_are_opened_or_refused(example: Workbook) -> None:
    outcomes = damaged_files_are_opened_or_refused(example, 500)
    assert min(outcomes.values()) > 40, "the damage is neither too small nor too large to tell anything"


@pytest.mark.soak
def test_that_20000_damaged_files_are_opened_or_refused(
    example: Workbook, record_property: Callable[[str, object], None]
) -> None:
    for name, number in damaged_files_are_opened_or_refused(example, 20_000).items():
        record_property(name, number)
