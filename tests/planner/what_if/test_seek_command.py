"""`fitsheet seek`: the same answers for scripts, with their exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planner.cli import main
from planner.files import load

EXAMPLE = str(Path(__file__).parents[3] / "presets" / "workbooks" / "example.fitsheet")
PLAN = ("seek", EXAMPLE, "--scenario", "13B chat, batch 8")


def test_that_the_answer_is_json_with_what_binds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAN, "--change", "batch", "--make", "fits", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["found"], answer["before"], answer["value"]) == (True, 8, 15)
    assert answer["change"] == ["scenarios", "chat_13b_b8", "load", "batch"]
    assert answer["binding"]["code"] == "memory" and answer["binding"]["line"] == "tight_below"
    assert answer["verdict"] == {"before": "Fits", "after": "Fits"} and answer["others"] == []


def test_that_sentences_name_the_other_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAN, "--change", "gpu.memory_bandwidth", "--make", "tpot_s<=20ms"]) == 0
    said = capsys.readouterr().out
    assert "4,017.16 GB/s" in said and "Binds: " in said and "3 other scenarios change with it" in said


def test_that_status_1_says_why_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAN, "--change", "batch", "--make", "tpot_s<=1ms", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] is None and answer["edits"] == [] and "The nearest is" in answer["sentence"]


@pytest.mark.parametrize(
    ("change", "make", "field"),
    [("nothing", "fits", "change"), ("batch", "nothing<=3", "make"), ("batch", "tpot_s<=3GiB", "make")],
)
def test_that_bad_input_is_status_2(change: str, make: str, field: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAN, "--change", change, "--make", make]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith(f"fitsheet: {field}: ")


def test_that_the_workbook_with_the_answer_is_written(tmp_path: Path) -> None:
    output = tmp_path / "out.fitsheet"
    assert (
        main([*PLAN, "--change", "context", "--make", "tpot_s<=30ms", "--make", "fits", "--output", str(output)]) == 0
    )
    row = next(row for row in load(output).workbook.scenarios if row.id == "chat_13b_b8")
    before = next(row for row in load(Path(EXAMPLE)).workbook.scenarios if row.id == "chat_13b_b8")
    assert row.load.context != before.load.context  # type: ignore[union-attr]
    assert isinstance(row.load.context, int)  # type: ignore[union-attr]


def test_that_a_goal_without_bounds_is_described_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAN, "--change", "batch", "--make", "tpot_s<=NaN"]) == 2
    assert "“NaN” is not a number: TPOT takes a number. " in capsys.readouterr().err
