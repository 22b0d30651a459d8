"""`fitsheet sweep` gives what the window's sweep gives, in words that scripts read."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from planner import cli, exit_status
from ui.examples import example_file

PLAN = ["--model", "llama-3-70b", "--gpu", "h100-sxm5"]


def test_that_each_point_of_the_csv_is_the_plan_of_these_settings(capsys: pytest.CaptureFixture[str]) -> None:
    grid = ["--x", "batch=1..64 by powers of two", "--y", "tp=4, 8", "--result", "decode_step_s"]
    assert cli.main(["sweep", *PLAN, *grid]) == exit_status.FITS
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0]) == ["batch", "tp", "decode_step_s", "free_bytes", "verdict"]
    assert len(rows) == 14
    for row in rows[::5]:
        cli.main(["plan", *PLAN, "--json", "--summary", "--set", f"batch={row['batch']}", "--set", f"tp={row['tp']}"])
        plan = json.loads(capsys.readouterr().out)
        assert row["verdict"] == plan["verdict"]
        assert int(row["free_bytes"]) == plan["summary"]["free_bytes"]
        assert float(row["decode_step_s"]) == pytest.approx(plan["summary"]["decode_step_s"], rel=1e-12, abs=0)


def test_that_json_has_the_axes_the_values_and_the_words(capsys: pytest.CaptureFixture[str]) -> None:
    grid = ["--x", "weights=bf16, fp8", "--result", "weights_bytes", "--json"]
    assert cli.main(["sweep", *PLAN, *grid]) == exit_status.FITS
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["x"] == {"field": "weights", "title": "Weights", "unit": "", "values": ["bf16", "fp8"]}
    assert found["result"]["unit"] == "byte" and found["result"]["key"] == "weights"
    ((whole, half),) = found["result"]["values"]
    assert isinstance(whole, int) and half < whole
    assert found["verdicts"] == [["Does not fit", "Fits"]]


def test_that_gpus_and_engines_may_be_presets_and_shares_as_answers_hold_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cli.main(["sweep", *PLAN, "--x", "accelerator=h100-sxm5, MI300X", "--y", "engine=vllm, blank"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["accelerator"] for row in rows} == {"H100-80GB SXM", "Instinct MI300X"}
    assert len(rows) == 4 and "" in {row["engine"] for row in rows}
    cli.main(["sweep", *PLAN, "--set", "engine=vllm", "--x", "memory_fraction=0.5..0.9 in 3"])
    shares = [row["memory_fraction"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))]
    assert shares == ["0.5", "0.7", "0.9"]


def test_that_the_scenario_of_a_workbook_is_swept(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(example_file())
    assert cli.main(["sweep", file, "--scenario", "13B chat, batch 8", "--x", "batch=1, 8", "--result", "verdict"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["batch", "free_bytes", "verdict"] and len(rows) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*PLAN, "--x", "batch=1,024"], "x: “024” begins with 0. A comma"),
        ([*PLAN, "--x", "batch"], "Write --x batch=1..64."),
        ([*PLAN, "--x", "batch=0"], "0 is outside. "),
        ([*PLAN, "--x", "heads=1"], "There is no field heads"),
        ([*PLAN, "--x", "batch=1", "--result", "speed"], "The plan has no line speed. Write a summary name"),
        ([*PLAN, "--x", "accelerator=abacus"], "There is no GPU preset"),
        (["--x", "batch=1"], "Give a workbook"),
        ([*PLAN, "--x", "batch=1", "--set", "tp"], "Write --set FIELD=VALUE."),
        ([str(example_file()), "--x", "batch=1"], "Say which one with --scenario NAME."),
        ([str(example_file()), *PLAN, "--x", "batch=1"], "do not go together"),
    ],
)
def test_that_bad_input_is_refused_in_words(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["sweep", *arguments]) == exit_status.BAD_INPUT
    told = capsys.readouterr()
    assert said in told.err and not told.out
