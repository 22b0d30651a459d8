"""`fitsheet compare`: the workbook's baseline or the one that is named, as text and as JSON, with a plan's status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planner.cli import main
from planner.edits import replaced
from planner.files import load, save
from tests.planner.test_example_workbook import EXAMPLE

B8, B16, B24 = "13B chat, batch 8", "13B chat, batch 16", "13B chat, batch 24"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["compare", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.fixture
def with_baseline(tmp_path: Path) -> str:
    file = tmp_path / "plan.fitsheet"
    save(file, replaced(load(EXAMPLE).workbook, ("baseline",), "chat_13b_b8"))
    return str(file)


def test_that_differences_are_printed_with_their_signs(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, str(EXAMPLE), "--baseline", B8, "--scenario", B16)
    assert status == 0
    head, *rows = out.splitlines()
    assert head == f"{B16} beside {B8}: Fits → Tight"
    cells = {row.split()[0]: row.split()[1:] for row in rows}
    assert cells["kv_cache_bytes"] == ["25.00", "GiB", "50.00", "GiB", "+25.00", "GiB", "+100.0", "%"]
    assert cells["free_bytes"][-4:] == ["−25.00", "GiB", "−89.0", "%"]


def test_that_json_says_the_same_as_the_plans(capsys: pytest.CaptureFixture[str], with_baseline: str) -> None:
    status, out, _ = run(capsys, with_baseline, "--json", "--lines")
    answers: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    workbook = load(EXAMPLE).workbook
    assert [each["id"] for each in answers] == [row.id for row in workbook.scenarios if row.id != "chat_13b_b8"]
    assert status == 1  # batch 24 does not fit
    assert main(["plan", with_baseline, "--json"]) == 1
    plans = {plan["id"]: plan for plan in map(json.loads, capsys.readouterr().out.splitlines())}
    for each in answers:
        assert each["baseline"] == {"id": "chat_13b_b8", "name": B8}
        for name, found in each["summary"].items():
            old, new = plans["chat_13b_b8"]["summary"][name], plans[each["id"]]["summary"][name]
            assert (found["baseline"], found["scenario"]) == (old, new)
            assert found["difference"] == (None if None in (old, new) else new - old)
        ours = {line["key"]: line["scenario"] for line in each["lines"] if line["within"] != "baseline"}
        assert ours == {line["key"]: line["value"] for line in plans[each["id"]]["lines"]}


def test_that_lines_of_one_ledger_only_say_so(capsys: pytest.CaptureFixture[str], with_baseline: str) -> None:
    _, out, _ = run(capsys, with_baseline, "--lines", "--scenario", "QLoRA of 8B on a 24 GB card")
    rows = {row.strip().split("  ")[0]: row for row in out.splitlines()}
    assert rows["KV cache"].endswith("only in the baseline")
    assert rows["Adapters"].endswith("not in the baseline")


def test_that_a_workbook_without_a_baseline_asks_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, error = run(capsys, str(EXAMPLE))
    assert status == 2 and not out and "--baseline NAME" in error
    status, _, error = run(capsys, str(EXAMPLE), "--baseline", "nobody")
    assert status == 2 and "no scenario 'nobody'" in error
