"""`fitsheet matrix`: the same numbers as `fitsheet plan`, refusals in words."""

from __future__ import annotations

import csv
import io
import json

import pytest

from planner import cli, exit_status
from planner.what_if.matrix.grid import Matrix
from planner.what_if.matrix.names import SHOWN
from planner.what_if.matrix.tables import RESULTS
from ui.examples import example_file

EXAMPLE = str(example_file())
CHAT = "13B chat, batch 8"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["matrix", *arguments]) == exit_status.FITS
    return capsys.readouterr().out


def test_that_the_options_name_every_result() -> None:
    assert tuple(RESULTS) == SHOWN


def test_that_presets_say_what_a_plan_of_them_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "--models", "opt-125m", "llama-2-7b", "--gpus", "t4", "h100-sxm5", "--json",
               "--precisions", "stated", "fp8")  # fmt: skip
    found = [json.loads(line) for line in text.splitlines()]
    assert len(found) == 8
    for answer in found:
        weights = [] if answer["weights"] is None else ["--set", f"weights={answer['weights']}"]
        cli.main(["plan", "--model", answer["model"], "--gpu", answer["gpu"], *weights, "--json", "--summary"])
        plan = json.loads(capsys.readouterr().out)
        assert plan["verdict"] == answer["verdict"]
        for name in ("needed_bytes", "free_bytes", "tokens_per_s", "tpot_s"):
            value = plan["summary"][name]
            assert answer[name] == value or answer[name] == pytest.approx(value, rel=1e-12)


def test_that_the_load_of_a_scenario_is_that_of_its_own_cell(capsys: pytest.CaptureFixture[str]) -> None:
    found = [json.loads(line) for line in run(capsys, EXAMPLE, "--scenario", CHAT, "--json").splitlines()]
    cli.main(["plan", EXAMPLE, "--scenario", CHAT, "--json", "--summary"])
    plan = json.loads(capsys.readouterr().out)
    own = next(each for each in found if each["model"] == "Llama-2-13B" and each["gpu"].startswith("A100"))
    assert own["free_bytes"] == plan["summary"]["free_bytes"]
    assert own["tokens_per_s"] == pytest.approx(plan["summary"]["tokens_per_s"], rel=1e-12)


def test_that_a_field_can_be_set_and_every_form_has_the_cells(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--models", "llama-2-7b", "--gpus", "t4", "h100-sxm5", "--set", "batch=4")
    rows = list(csv.reader(io.StringIO(run(capsys, *asked, "--format", "csv", "--result", "margin"))))
    table = run(capsys, *asked, "--result", "margin")
    marked = run(capsys, *asked, "--format", "md", "--result", "verdict")
    assert rows[0] == ["model", "Tesla T4", "H100-80GB SXM"]
    assert int(rows[1][1]) < 0 < int(rows[1][2])
    assert f"−{-int(rows[1][1]) / 2**30:.2f} GiB" in table
    assert "| Llama-2-7B | Does not fit" in marked


def test_that_training_is_asked_too(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "--models", "opt-125m", "--gpus", "h100-sxm5", "--set", "load=training", "--json")
    answer = json.loads(text)
    cli.main(["plan", "--model", "opt-125m", "--gpu", "h100-sxm5", "--set", "load=training", "--json", "--summary"])
    plan = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["needed_bytes"]) == (plan["verdict"], plan["summary"]["needed_bytes"])
    assert answer["tokens_per_s"] == pytest.approx(plan["summary"]["tokens_per_s"], rel=1e-12)


def test_that_fewest_may_use_more_than_a_host(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--models", "llama-3-70b", "--gpus", "t4", "--format", "csv", "--result", "gpus")
    assert run(capsys, *asked).splitlines()[1] == "Llama-3-70B,"
    assert int(run(capsys, *asked, "--fewest").splitlines()[1].split(",")[1]) > 8


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--models", "no such model"], "models"),
        (["--gpus", "no such gpu"], "gpus"),
        (["--precisions", "fp3"], "fp3"),
        (["none.fitsheet"], "none.fitsheet"),
        ([EXAMPLE, "--scenario", "none"], "no scenario"),
        (["--set", "batch"], "no value"),
        (["--set", "gpus=4"], "tp"),
        (["--set", "nonsense=4"], "nonsense"),
    ],
)
def test_that_what_is_wrong_is_said(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["matrix", *arguments]) == exit_status.BAD_INPUT
    assert word in capsys.readouterr().err


def test_that_ctrl_c_cancels_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def steps(self: Matrix, grid: object) -> object:
        yield 1, 4
        raise KeyboardInterrupt

    monkeypatch.setattr(Matrix, "steps", steps)
    assert cli.main(["matrix", EXAMPLE]) == 130
    assert "cancelled" in capsys.readouterr().err
