"""Workbooks as files: the round trip and the refusals."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planner import __version__
from planner.bounds import MOST_GROUPS, MOST_GROUPS_IN_ALL, MOST_ROWS
from planner.edits import replaced
from planner.evaluations import Planner
from planner.files import FileError, dumps, load, loads, save
from planner.findings import Severity
from planner.json_text import LARGEST_FILE
from planner.observations import Observation, Timing, fingerprint
from planner.resolve import resolve
from planner.workbook import Scenario, Workbook

FIXTURES = Path(__file__).parents[1] / "fixtures"


def observation(workbook: Workbook, **changes: Any) -> Observation:
    plain = resolve(workbook).workbook
    timing = Timing(median=0.0214, quartile_low=0.021, quartile_high=0.0222, minimum=0.0207, samples=40)
    known: dict[str, Any] = {
        "id": "o1", "scenario": "s1", "fingerprint": fingerprint(plain.models[0], plain.scenarios[0]),
        "device": "Some card", "device_kind": "cuda", "torch": "2.13.0", "date": "2026-11-29T10:15:00+00:00",
        "dtype": "bfloat16", "block": {"prefill": timing, "decode": timing}, "peak_memory": 3 * 2**30,
        "details": {"kernel": "flash", "clocks": {"before": 1980.0, "after": 1965.0}, "notes": []},
    }  # fmt: skip
    return Observation(**known | changes)


def content(workbook: Workbook, *observations: Observation) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(dumps(workbook, observations))
    return found


def as_bytes(data: Any) -> bytes:
    return json.dumps(data).encode()


def test_that_a_workbook_comes_back_as_it_was_saved(example: Workbook, tmp_path: Path) -> None:
    path = tmp_path / "plan ü.fitsheet"
    observations = (observation(example), observation(example, id="o2", peak_memory=None))
    save(path, example, observations)
    loaded = load(path)
    assert loaded.workbook == example
    assert loaded.observations == observations
    assert loaded.findings == ()
    assert dumps(loaded.workbook, loaded.observations) == path.read_bytes()


def test_that_a_file_says_what_it_is_and_is_whole_in_itself(example: Workbook) -> None:
    data = dumps(example)
    assert data.endswith(b"}\n")
    found = json.loads(data)
    assert list(found) == ["format", "version", "written_by", "workbook", "observations"]
    assert found["format"] == "fitsheet-workbook"
    assert found["version"] == 1
    assert found["written_by"] == f"fitsheet {__version__}"
    scenario = found["workbook"]["scenarios"][0]
    assert scenario["load"]["prompt"] == "=max(context - output, 1)", "defaults are written too"
    assert scenario.keys() == Scenario.model_fields.keys()


def test_that_one_edit_changes_one_line(example: Workbook) -> None:
    before = dumps(example).splitlines()
    after = dumps(replaced(example, ("scenarios", "s2", "tp"), 8)).splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_that_exact_numbers_survive(example: Workbook) -> None:
    workbook = replaced(example, ("accelerators", "a100", "memory_bandwidth"), 0.1 + 0.2)
    workbook = replaced(workbook, ("accelerators", "a100", "nominal_memory"), 10**18 - 1)
    assert loads(dumps(workbook)).workbook == workbook


def test_that_the_fixture_of_version_1_keeps_loading() -> None:
    loaded = load(FIXTURES / "v1.fitsheet")
    assert loaded.findings == ()
    assert [row.name for row in loaded.workbook.models] == ["Llama-2-7B", "Two sorts of layers"]
    assert [row.name for row in loaded.workbook.scenarios] == ["7B b1", "7B b8", "It's mixed"]
    wide = loaded.workbook.models[1].groups[0]
    assert (wide.count, wide.attention.heads, wide.attention.window) == (6, 16, 512)
    assert wide.feed_forward.width == "=4*d_model"
    assert loaded.workbook.accelerators[0].memory_bandwidth == 2.039e12
    assert loaded.workbook.assumptions.tight_share == 0.05
    assert loaded.observations[0].block["decode"].median == 0.0214
    plain = resolve(loaded.workbook)
    assert plain.findings == ()
    assert [row.load.batch for row in plain.workbook.scenarios] == [1, 8, 1]
    again = loads(dumps(loaded.workbook, loaded.observations))
    assert again.workbook == loaded.workbook


# Refusals


def at(path: tuple[Any, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for step in path[:-1]:
            data = data[step]
        if value is KeyError:
            del data[path[-1]]
        else:
            data[path[-1]] = value

    return change


SCENARIO = ("workbook", "scenarios", 1)
GROUP = ("workbook", "models", 1, "groups", 0)
WRONG_PLACES = [
    (at(("format",), "other"), "its format is not fitsheet-workbook"),
    (at(("format",), KeyError), "its format is not fitsheet-workbook"),
    (at(("version",), "1"), "version should be a whole number"),
    (at(("version",), True), "version should be a whole number"),
    (at(("version",), 0), "version should be a whole number"),
    (at(("version",), 7), "is of version 7, written by a newer program; this one reads versions up to 1"),
    (at(("surplus",), 1), "- surplus: is no part of a workbook file"),
    (at(("written_by",), 1), "- written_by: should be a text"),
    (at(("workbook",), KeyError), "- the file: should be a valid dictionary"),
    (at(("workbook",), []), "- the file: should be a valid dictionary"),
    (at((*SCENARIO, "tp"), 0), "- scenarios, row 2 “7B b8”, tp: TP takes a whole number from 1 to 4,096"),
    (at((*SCENARIO, "tp"), None), "row 2 “7B b8”, tp: TP takes"),
    (at((*SCENARIO, "tp"), {"a": 1}), "row 2 “7B b8”, tp: TP takes"),
    (at((*SCENARIO, "tp"), 10**30), "row 2 “7B b8”, tp: TP takes"),
    (at((*SCENARIO, "tp"), "=2*"), "row 2 “7B b8”, tp: TP: “2*” is not a complete expression"),
    (at((*SCENARIO, "name"), None), "- scenarios, row 2 “s2”, name: Name takes one line"),
    (at((*SCENARIO, "name"), "two\nlines"), "name: Name takes one line"),
    (at((*SCENARIO, "id"), None), "id: Id takes the id of a row"),
    (at((*SCENARIO, "id"), "a b"), "id: Id takes the id of a row"),
    (at((*SCENARIO, "id"), "s1"), "- scenarios: 2 rows have the id s1; each row needs its own"),
    (at((*SCENARIO, "id"), "llama"), "- models and scenarios: 2 rows have the id llama"),
    (at((*GROUP, "id"), "narrow"), "- models, mixed, groups: 2 rows have the id narrow"),
    (at((*SCENARIO, "colour"), "red"), "colour: is no field that this version of the program knows"),
    (at((*SCENARIO, "load", "batch"), "8"), "row 2 “7B b8”, load, batch: Batch takes a number or an expression"),
    (
        at((*SCENARIO, "load", "kind"), "dreaming"),
        "load: the kind “dreaming” is not known; there are 'inference', 'training'",
    ),
    (
        at((*GROUP, "attention", "heads"), 0),
        "models, row 2 “Two sorts of layers”, groups, row 1 “Decoder",
    ),
    (at((*GROUP, "feed_forward", "width"), 0), "row 1 “Decoder layers”, feed_forward, width: Feed-forward width takes"),
    (
        at((*GROUP, "feed_forward", "kind"), "strange"),
        "the kind “strange” is not known; there are 'gated', 'plain'",
    ),
    (at((*GROUP, "feed_forward", "kind"), KeyError), "feed_forward: has no kind"),
    (at((*GROUP, "feed_forward"), KeyError), "feed_forward: is missing"),
    (at((*GROUP, "feed_forward"), 5), "feed_forward: should be"),
    (at(("workbook", "models", 0, "sources"), {"a": 5}), "sources, a: should be a valid string"),
    (at(("workbook", "models", 0, "sources"), {"a": "\ud800"}), "half of a character"),
    (at(("workbook", "models", 0, "sources"), {"\udfff": "a"}), "half of a character"),
    (at(("workbook", "scenarios"), {"a": 1}), "scenarios: should be a valid tuple"),
    (at(("observations", 0, "block", "decode", "median"), 0), "observations, row 1 “o1”, block, decode, median"),
    (at(("observations", 0, "date"), "yesterday"), "date: Invalid isoformat string"),
    (at(("observations", 0, "fingerprint"), "zz"), "fingerprint"),
    (at(("observations",), {}), "observations: should be a valid tuple"),
]


@pytest.mark.parametrize(("change", "part"), WRONG_PLACES)
def test_that_wrong_content_is_refused_with_place_and_reason(
    example: Workbook, change: Callable[[dict[str, Any]], None], part: str
) -> None:
    data = content(example, observation(example))
    change(data)
    with pytest.raises(FileError) as refusal:
        loads(as_bytes(data))
    assert part in str(refusal.value)


def test_that_all_problems_up_to_ten_are_listed(example: Workbook) -> None:
    data = content(example)
    for name in ("tp", "name", "weights", "id"):
        for row in data["workbook"]["scenarios"]:
            row[name] = 5.5
    with pytest.raises(FileError) as refusal:
        loads(as_bytes(data))
    assert len(refusal.value.problems) == 10
    assert "(places that are wrong: 12)" in str(refusal.value)
    assert len({problem.place for problem in refusal.value.problems}) == 10


def test_that_twice_the_same_observation_is_refused(example: Workbook) -> None:
    with pytest.raises(FileError, match="observations: 2 rows have the id o1"):
        loads(dumps(example, (observation(example), observation(example))))


WRONG_BYTES = [
    (b"", "is empty"),
    (b" \n", "is empty"),
    (b"\x00\x01\x02", "is not JSON"),
    (b"hello", "is not JSON: Expecting value in line 1, column 1"),
    (b'{"a": 1,}', "is not JSON"),
    (b"[1, 2", "truncated"),
    (b'{"format": "fitsh', "truncated"),
    (b"{'a': 1}", "is not JSON"),
    (b"[]", "not a workbook of this program"),
    (b"5", "not a workbook of this program"),
    (b"null", "not a workbook of this program"),
    (b'{"a": 1, "a": 2}', "“a” stands twice"),
    (b'{"a":\n NaN}', "NaN in line 2 is not a number"),
    (b'{"a": [1, -Infinity]}', "-Infinity in line 1"),
    (b'{"a":\n\n 1e999}', "1e999 in line 3"),
    (b'{"a":\n\n ' + b"7" * 10_000 + b"}", "a number of 10,000 digits in line 3"),
    (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
    ('{"format": "é"}'.encode("latin-1"), "is not UTF-8 text: byte 12 (line 1)"),
    ('{"a": 1}'.encode("utf-16"), "is written in UTF-16"),
    ('{"a": 1}'.encode("utf-32"), "is written in UTF-32"),
    (b" " * (LARGEST_FILE + 1), "16.0 MiB; up to 16 MiB are opened"),
    (b'{"a": [' + b",".join(b'"=%d"' % i for i in range(60_000)) + b"]}", "60,000 different expressions"),
]


@pytest.mark.parametrize(("data", "part"), WRONG_BYTES, ids=range(len(WRONG_BYTES)))
def test_that_bytes_that_are_no_workbook_are_refused_with_a_sentence(data: bytes, part: str) -> None:
    begin = time.process_time()
    with pytest.raises(FileError) as refusal:
        loads(data)
    assert part in str(refusal.value)
    assert len(str(refusal.value)) < 1000
    assert time.process_time() - begin < 2


def test_that_one_mistake_repeated_through_a_large_file_takes_no_time(example: Workbook) -> None:
    data = content(example)
    row = json.dumps(data["workbook"]["scenarios"][0] | {"tp": "=" + "(" * 30 + "1" + "+1)" * 30 + "x y"})
    rows = ",".join(row.replace('"s1"', f'"s{index}"') for index in range(5000))
    text = json.dumps(data | {"workbook": {"scenarios": ["ROWS"]}}).replace('"ROWS"', rows)
    begin = time.process_time()
    with pytest.raises(FileError, match="places that are wrong: 5000"):
        loads(text.encode())
    assert time.process_time() - begin < 2


def test_that_a_model_of_too_many_layer_groups_is_left_out_by_name_and_the_others_open(example: Workbook) -> None:
    data = content(example)
    first = data["workbook"]["models"][0]
    groups = [first["groups"][0] | {"id": f"g{at}"} for at in range(MOST_GROUPS + 1)]
    large = first | {"id": "large", "name": "Large", "groups": groups}
    data["workbook"]["models"] += [large | {"id": "largest", "groups": groups[:-1]}, large]
    data["workbook"]["scenarios"][0]["model"] = "large"
    loaded = loads(as_bytes(data))
    assert [row.id for row in loaded.workbook.models] == [*(row.id for row in example.models), "largest"]
    (said,) = [finding for finding in loaded.findings if finding.severity > Severity.NOTE]
    assert "“Large” was left out: it has 201 layer groups, and up to 200 are planned" in said.sentence
    assert "into one group" in said.remedy and loaded.partial and not loads(dumps(loaded.workbook)).partial
    evaluations = Planner().evaluate(loaded.workbook)
    assert "s1" not in evaluations.scenarios and evaluations.findings_of("s1"), "its scenario says what it lacks"


def test_that_models_are_left_out_where_all_have_too_many_layer_groups(example: Workbook) -> None:
    data = content(example)
    first = data["workbook"]["models"][0]
    groups = [first["groups"][0] | {"id": f"g{at}"} for at in range(MOST_GROUPS)]
    count = MOST_GROUPS_IN_ALL // MOST_GROUPS + 1
    data["workbook"]["models"] = [first | {"id": f"m{at}", "groups": groups} for at in range(count)] + [first]
    loaded = loads(as_bytes(data))
    assert len(loaded.workbook.models) == count - 1
    assert [finding.code for finding in loaded.findings] == ["model_left_out"] * 2


@pytest.mark.parametrize("table", ["models", "accelerators", "engines", "scenarios"])
def test_that_a_table_of_too_many_rows_is_refused_by_its_name(example: Workbook, table: str) -> None:
    data = content(example)
    data["workbook"][table] = [{}] * (MOST_ROWS + 1)
    with pytest.raises(FileError, match=f"10,001 rows in {table}; up to 10,000 are opened. Split it"):
        loads(as_bytes(data))


def test_that_a_number_of_millions_of_digits_is_refused_with_its_line_in_no_time() -> None:
    begin = time.process_time()
    with pytest.raises(FileError, match="a number of 3,000,000 digits in line 2"):
        loads(b'{"a":\n' + b"9" * 3_000_000 + b"}")
    assert time.process_time() - begin < 2


def test_that_every_truncation_is_refused(example: Workbook) -> None:
    data = dumps(example, (observation(example),))
    for length in range(0, len(data) - 2, 97):
        with pytest.raises(FileError):
            loads(data[:length])


def test_that_a_byte_order_mark_is_accepted(example: Workbook) -> None:
    assert loads(b"\xef\xbb\xbf" + dumps(example)).workbook == example


def test_that_what_is_no_readable_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    for path, part in [
        (tmp_path / "gone.fitsheet", "gone.fitsheet cannot be read: it, or its folder, is not there"),
        (tmp_path, "is not a file"),
        (tmp_path / "null\x00", "cannot be read"),
    ]:
        with pytest.raises(FileError, match=part):
            load(path)
    large = tmp_path / "large.fitsheet"
    with large.open("wb") as stream:
        stream.truncate(LARGEST_FILE * 100)
    with pytest.raises(FileError, match=r"1,600\.0 MiB"):
        load(large)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(FileError, match="is not a file"):
            load(tmp_path / "pipe")


# Versions


def test_that_an_older_file_goes_through_its_steps(example: Workbook) -> None:
    data = content(example)
    for row in data["workbook"]["scenarios"]:
        row["gpus"] = row.pop("tp")

    def first_step(old: dict[str, Any]) -> dict[str, Any]:
        for row in old["workbook"]["scenarios"]:
            row["ranks"] = row.pop("gpus")
        return old

    def second_step(old: dict[str, Any]) -> dict[str, Any]:
        assert old["version"] == 2
        for row in old["workbook"]["scenarios"]:
            row["tp"] = row.pop("ranks")
        return old

    steps = {1: first_step, 2: second_step}
    loaded = loads(as_bytes(data), steps=steps, current=3)
    assert loaded.workbook == example
    assert [finding.code for finding in loaded.findings] == ["older_version"]
    assert "of version 1; saving writes version 3" in loaded.findings[0].sentence
    del data["workbook"]["scenarios"][0]["gpus"]
    with pytest.raises(FileError, match="cannot be brought to version 3"):
        loads(as_bytes(data), steps=steps, current=3)
    with pytest.raises(FileError, match="cannot be brought to version 3"):
        loads(as_bytes(content(example)), steps={}, current=3)


def test_that_observations_of_missing_rows_are_kept_and_reported(example: Workbook) -> None:
    loaded = loads(dumps(example, (observation(example, scenario="gone"),)))
    assert len(loaded.observations) == 1
    assert [finding.code for finding in loaded.findings] == ["observation_without_row"]


def test_that_half_characters_in_a_message_do_not_make_a_file_unreadable(example: Workbook) -> None:
    loaded = loads(dumps(example, (observation(example, details={"stderr": "half \ud800 of one"}),)))
    assert loaded.observations[0].details == {"stderr": "half ? of one"}
