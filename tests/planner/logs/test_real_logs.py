"""Real logs: every figure that is stated is recognised with its unit, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planner import cli
from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.exit_status import FITS, UNKNOWN
from planner.logs.answer import reconcile, reconcile_answer
from planner.logs.beside import TITLES
from planner.logs.reading import read_log
from tests.planner.logs.real_logs import RealLog, real_logs

NOT_SHOWN = {"request_tokens", "graphs_estimated", "torch_unallocated", "torch_reserved"}
"""What other figures follow from."""


def figures(text: str) -> dict[str, float]:
    return {name: figure.value for name, figure in read_log(text).figures.items()}


@pytest.mark.parametrize("log", real_logs(), ids=lambda log: log.id)
def test_that_what_a_log_states_is_recognised_and_nothing_else(log: RealLog) -> None:
    found = read_log(log.text).figures
    assert {
        name: (figure.value, figure.half) for name, figure in found.items() if name not in log.follows
    } == log.values
    assert found.keys() == {*log.stated, *log.follows}
    assert {name for name, figure in found.items() if figure.differs} == log.differs


JOURNAL = "Nov 30 05:36:42 node7 docker[812]: "
PREFIXES = {
    "compose": "server-1  | ",
    "kubernetes": "2026-02-26T05:35:08.123456789Z stderr F ",
    "journal": JOURNAL,
    "torchrun": "\x1b[32m[default0]:\x1b[0m ",
    "quotation": "> ",
}


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES.keys())
@pytest.mark.parametrize(
    "log", [log for log in real_logs() if len(log.stated) and "card_used" not in log.stated], ids=lambda log: log.id
)
def test_that_a_container_changes_nothing_by_what_it_puts_before_each_line(log: RealLog, prefix: str) -> None:
    if log.id in ("arc-cookbook-4", "kaito-2132", "ollama-9181"):
        return  # broken lines: the rest of a message cannot be told from another one behind a prefix
    assert figures("\r\n".join(prefix + line for line in log.lines)) == figures(log.text)


@pytest.mark.parametrize("log", real_logs(), ids=lambda log: log.id)
@pytest.mark.parametrize("key", ["log", "MESSAGE"])
def test_that_lines_as_json_state_the_same(log: RealLog, key: str) -> None:
    if log.id in ("arc-cookbook-4", "kaito-2132", "ollama-9181") or "card_used" in log.stated:
        return
    ending = "\n" if key == "log" else ""
    records = [
        json.dumps({key: line + ending, "stream": "stderr", "time": "2026-02-26T05:35:08Z"}) for line in log.lines
    ]
    assert figures("\n".join(records)) == figures(log.text)


@pytest.mark.parametrize("log", real_logs(), ids=lambda log: log.id)
def test_that_each_shown_figure_has_a_row_with_its_lines(log: RealLog) -> None:
    settings = {"engine": "vllm", "context": 4096}
    workbook = request_workbook({"model": "llama-3.1-8b", "gpu": "h100-sxm5", "set": settings})
    plan = Planner().evaluate(workbook).scenarios["scenario"]
    answer = reconcile_answer(reconcile(log.text, plan, workbook))
    shown = {*log.stated, *log.follows} - NOT_SHOWN
    assert shown <= TITLES.keys()
    assert {row["quantity"] for row in answer["rows"]} == shown - ({"compute"} if "activations" in shown else set())
    assert all(row["log_lines"] and min(row["log_lines"]) >= 1 for row in answer["rows"])
    json.dumps(answer)


def test_that_the_command_line_reads_every_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for log in real_logs():
        file = tmp_path / f"{log.id}.log"
        file.write_text(log.text, encoding="utf-8")
        shown = {*log.stated, *log.follows} - NOT_SHOWN
        wanted = ["reconcile", str(file), "--model", "llama-3.1-8b", "--gpu", "h100-sxm5", "--set", "engine=sglang"]
        assert cli.main(wanted) == (FITS if shown else UNKNOWN), log.id
        said = capsys.readouterr()
        assert said.err == "" and all(TITLES[name] in said.out for name in shown - {"compute"}), log.id
