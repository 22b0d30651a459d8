"""Damaged workbooks: each opens or is refused with a sentence, quickly; no other exception ever."""

import copy
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from planner.evaluations import Planner
from planner.files import FileError, dumps, loads
from planner.resolve import resolve
from planner.workbook import Workbook

SECONDS_EACH = 1.0
WORDS = (
    b"NaN", b"-Infinity", b"1e999", b"-0.0", b"null", b"true", b"{}", b"[]", b'""', b'"="', b'"=tp"', b'"=1/0"',
    b'"=9**9**9"',
    b'"\\ud800"', b'"\\u0000"', b"\xff", b"\x00", b"\xef\xbb\xbf", b"9" * 50,
    b"9" * 10_000, b"1e308", b"[" * 2000, b'{"a":' * 2000, b"//", b"'",
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
    planner = Planner()
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
            for evaluation in planner.evaluate(loaded.workbook).scenarios.values():
                assert evaluation.verdict.value, seed
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


HOSTILE = (
    "=__import__('os').system('id')", "=().__class__.__mro__[1].__subclasses__()", "=open('/etc/passwd').read()",
    "=exec('raise SystemExit')", "=[].append(1)", "=(lambda: 1)()", "=tp.real", "=f'{tp}'", "=`id`", "=$(id)",
)  # fmt: skip
DOING = ("open", "import", "os.", "subprocess.", "socket.", "ctypes.", "pickle.", "shutil.")


def test_that_nothing_in_a_file_is_carried_out(example: Workbook) -> None:
    """An audit hook sees what the interpreter is asked to do while hostile files are read and evaluated."""
    planner = Planner()
    planner.evaluate(example)  # what is imported late is imported now
    seen: list[str] = []
    watching = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event.startswith(DOING):
            seen.append(f"{event} {arguments}")

    sys.addaudithook(hook)
    opened = 0
    for text in HOSTILE:
        for table, field in (("scenarios", "name"), ("scenarios", "tp"), ("scenarios", "preset"), ("models", "name"),
                             ("models", "d_model"), ("models", "sources"), ("accelerators", "name")):  # fmt: skip
            content = json.loads(dumps(example))
            content["workbook"][table][0][field] = {"d_model": text} if field == "sources" else text
            try:
                loaded = loads(json.dumps(content).encode())
            except FileError:
                continue
            opened += 1
            planner.evaluate(loaded.workbook)
    watching = False
    assert seen == [] and opened >= 4 * len(HOSTILE)


@pytest.mark.parametrize(
    ("data", "reason"),
    (
        (b"[" * 5_000_000, "nested too deeply"),
        (b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "nested too deeply"),
        (b'{"format": "fitsheet-workbook", "version": ' + b"9" * 10_000 + b"}", "10,000 digits in line 1"),
        (b'{"format": "fitsheet-workbook",\n "version": NaN}', "NaN in line 2"),
        (b'{"format": "fitsheet-workbook",\n\n "version": 1e999}', "1e999 in line 3"),
        ('{"format": "fitsheet-workbook"}'.encode("utf-16-le"), "not JSON|not UTF-8"),
        ('{"name": "Modèle"}'.encode("cp1252"), "not UTF-8"),
        (b'{"format": "fitsheet-workbook", "version": 99, "workbook": {}}', "newer program"),
    ),
)  # fmt: skip
def test_that_extremes_are_refused_quickly_with_place_and_reason(data: bytes, reason: str) -> None:
    begin = time.process_time()
    with pytest.raises(FileError, match=reason):
        loads(data)
    assert time.process_time() - begin < SECONDS_EACH
