"""What the command line refuses, in words and with its exit status; every request of a batch gets one answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planner import cli, exit_status
from ui.examples import example_file

REQUEST = {"model": "gpt-2", "gpu": "h100-sxm5"}


@pytest.fixture
def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def of(*lines: str) -> tuple[int, list[dict[str, Any]]]:
        file = tmp_path / "requests.jsonl"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        status = cli.main(["plan", "--batch", str(file), "--summary"])

        def refused(word: str) -> None:
            raise ValueError(word)

        said = capsys.readouterr().out.splitlines()
        return status, [json.loads(line, parse_constant=refused) for line in said]

    return of


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400"])
def test_that_a_number_that_json_cannot_hold_is_refused_and_never_echoed(answers: Any, number: str) -> None:
    status, (said,) = answers(f'{{"id": {number}, "model": "gpt-2", "gpu": "h100-sxm5"}}')
    assert status == exit_status.BAD_INPUT
    assert said["id"] is None and "number" in said["error"]["reason"]


def test_that_a_name_that_stands_twice_is_refused_by_name(answers: Any) -> None:
    status, (said,) = answers('{"model": "gpt-2", "gpu": "h100-sxm5", "set": {"batch": 1, "batch": 2}}')
    assert status == exit_status.BAD_INPUT
    assert said["error"]["field"] == "batch"


@pytest.mark.parametrize("settings", [[], False, 0, "", "x"])
def test_that_settings_that_are_no_object_are_refused(answers: Any, settings: Any) -> None:
    status, (said,) = answers(json.dumps({**REQUEST, "set": settings}))
    assert (status, said["error"]["field"]) == (exit_status.BAD_INPUT, "set")


def test_that_a_line_that_is_too_long_gets_one_answer_and_the_next_is_read(
    answers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "LONGEST_REQUEST", 200)
    status, said = answers("x" * 1000, json.dumps({"id": 7, **REQUEST}))
    assert status == exit_status.BAD_INPUT
    assert len(said) == 2
    assert "longer" in said[0]["error"]["reason"]
    assert (said[1]["id"], said[1]["verdict"]) == (7, "Fits")


@pytest.mark.parametrize("gpus", [2, 2.0, "2", None])
def test_that_the_number_of_gpus_is_read_as_a_number(answers: Any, gpus: Any) -> None:
    status, (said,) = answers(json.dumps({**REQUEST, "set": {"tp": "=1+1", "gpus": gpus}}))
    assert status == exit_status.FITS, said


@pytest.mark.parametrize("gpus", [1, True, "x", [2], 0, 1.5])
def test_that_another_number_of_gpus_is_refused_in_a_sentence(answers: Any, gpus: Any) -> None:
    status, (said,) = answers(json.dumps({**REQUEST, "set": {"tp": 2, "gpus": gpus}}))
    assert (status, said["error"]["field"]) == (exit_status.BAD_INPUT, "gpus")
    assert said["error"]["reason"].endswith(".")
    assert "True" not in said["error"]["reason"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["WORKBOOK", "--set", "batch=2"], "set"),
        (["WORKBOOK", "--gpu", "t4"], "gpu"),
        (["WORKBOOK", "--batch", "x.jsonl"], "workbook"),
        (["--model", "gpt-2", "--gpu", "t4", "--scenario", "x"], "scenario"),
        (["--batch", "x.jsonl", "--model", "gpt-2"], "model"),
    ],
)
def test_that_what_would_not_be_read_is_refused_by_name(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    workbook = str(example_file())
    status = cli.main(["plan", *(workbook if word == "WORKBOOK" else word for word in arguments)])
    said = capsys.readouterr()
    assert (status, said.out) == (exit_status.BAD_INPUT, "")
    assert said.err.startswith(f"fitsheet: {named}: ")


def test_that_a_batch_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["plan", "--batch", str(tmp_path / "none.jsonl")]) == exit_status.BAD_INPUT
    said = capsys.readouterr().err
    assert "none.jsonl: No such file" in said and "Errno" not in said


def test_that_a_count_that_is_not_known_is_a_dash_among_the_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["params", "deepseek-v4-flash"]) == exit_status.FITS
    assert capsys.readouterr().out.rstrip().endswith("–")
