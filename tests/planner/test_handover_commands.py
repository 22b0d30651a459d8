"""Export, launch and reconcile from the command line: the same results as in the window, and refusals in words."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from planner import cli, exit_status
from planner.bounds import MOST_GROUPS
from planner.exit_status import DOES_NOT_FIT, FITS
from planner.files import load
from tests.tools.spreadsheet import Spreadsheet
from ui.examples import example_file

EXAMPLE = str(example_file())
LOG = "INFO Model loading took 14.9889 GiB and 4.1 seconds\nINFO Graph capturing finished in 21 secs, took 0.61 GiB\n"


@pytest.fixture
def log(tmp_path: Path) -> str:
    file = tmp_path / "vllm.log"
    file.write_text(LOG, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("kind", "begin"), [("xlsx", b"PK"), ("csv", b"\xef\xbb\xbfscenario,key"), ("md", b"# example")]
)
def test_that_each_format_is_written_by_its_ending(tmp_path: Path, kind: str, begin: bytes) -> None:
    files = [tmp_path / f"{name}.{kind}" for name in "ab"]
    for file in files:
        assert cli.main(["export", EXAMPLE, str(file)]) == exit_status.FITS
    assert files[0].read_bytes().startswith(begin)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_that_a_report_calls_formats_as_the_table_does_and_leaves_a_cache_out_of_training(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    assert cli.main(["export", EXAMPLE, str(file), "--scenario", "13B chat, batch 8"]) == exit_status.FITS
    serving = file.read_text("utf-8")
    assert "| Feed-forward weights | fp16 |" in serving and "| Key format | fp16 |" in serving
    assert cli.main(["export", EXAMPLE, str(file), "--scenario", "Fine-tune 8B on 8 x H100"]) == exit_status.FITS
    assert "| Weights | bf16 |" in file.read_text("utf-8") and "Key format" not in file.read_text("utf-8")


def test_that_a_report_says_once_what_decides(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    for name in ("13B chat, batch 24", "13B chat, batch 16"):
        cli.main(["export", EXAMPLE, str(file), "--scenario", name])
        assert file.read_text("utf-8").count("Decided by the line") == 1


def test_that_only_the_named_scenarios_are_exported(tmp_path: Path) -> None:
    file = tmp_path / "one.xlsx"
    assert cli.main(["export", EXAMPLE, str(file), "--scenario", "13B chat, batch 8"]) == exit_status.FITS
    assert list(Spreadsheet(file).parts) == ["Summary", "Inputs", "13B chat, batch 8", "About"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["export", EXAMPLE, "out.docx"], "format"),
        (["export", EXAMPLE, "out.csv", "--scenario", "none"], "no scenario"),
        (["export", "none.fitsheet", "out.csv"], "none.fitsheet"),
        (["export", EXAMPLE, "out.pdf"], "window"),
        (["export", EXAMPLE, "-", "--format", "xlsx"], "no text"),
        (["launch", EXAMPLE], "--scenario"),
        (["launch"], "workbook"),
        (["launch", EXAMPLE, "--model", "gpt-2"], "together"),
        (["reconcile", "none.log", EXAMPLE, "--scenario", "chat_13b_b8"], "none.log"),
        (["reconcile", EXAMPLE, EXAMPLE, "--scenario", "chat_13b_b8", "--apply", "card"], "--output"),
        (["reconcile", "none.log", "--model", "gpt-2", "--gpu", "t4"], "standard input"),
        (["reconcile", ".", "--model", "gpt-2", "--gpu", "t4"], "it is not a file"),
        (["export", "none.fitsheet", ""], "An empty name"),
        (["launch", "--model", "gpt-2", "--gpu", "t4", "--set", "=4k"], "names no field"),
    ],
)
def test_that_bad_input_is_refused_in_words(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == exit_status.BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith("fitsheet: ") and word in said and "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def test_that_the_launch_line_is_text_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["launch", "--model", "llama-3-8b", "--gpu", "h100-sxm5", "--set", "engine=vllm", "--set", "context=4096"]
    assert cli.main(wanted) == exit_status.FITS
    text = capsys.readouterr().out
    assert cli.main([*wanted, "--json"]) == exit_status.FITS
    answer = json.loads(capsys.readouterr().out)
    assert answer["text"] == text.rstrip("\n") and "vllm serve" in text
    assert all(each["source"] for each in answer["arguments"])
    assert cli.main(wanted[:5]) == exit_status.UNKNOWN


def test_that_a_log_is_reconciled_and_taken_over(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["reconcile", log, EXAMPLE, "--scenario", "llama_3_8b_vllm"]
    assert cli.main([*wanted, "--json"]) == exit_status.FITS
    answer = json.loads(capsys.readouterr().out)
    assert [row["quantity"] for row in answer["rows"]] == ["weights", "graphs"]
    target = tmp_path / "after.fitsheet"
    assert cli.main([*wanted, "--apply", "overheads", "--output", str(target)]) == exit_status.FITS
    assert "CUDA graphs" in capsys.readouterr().out
    assert load(target).workbook.engines[0].graphs == round(0.61 * 2**30)
    assert load(example_file()).workbook.engines[0].graphs != round(0.61 * 2**30)


def test_that_a_log_without_figures_is_no_error_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.log"
    file.write_bytes(b"\xff\x00nothing\x00here\n")
    assert cli.main(["reconcile", str(file), "--model", "gpt-2", "--gpu", "h100-sxm5"]) == exit_status.UNKNOWN
    assert "Nothing was recognised" in capsys.readouterr().out


def test_that_a_file_that_cannot_be_written_is_named_as_it_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "missing" / "one.csv"
    assert cli.main(["export", EXAMPLE, str(file)]) == cli.BAD_INPUT
    assert f"{file} cannot be written: it, or its folder, is not there." in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
@pytest.mark.parametrize(
    "command", [("compare", EXAMPLE, "--baseline", "13B chat, batch 8"), ("export", EXAMPLE, "-", "--format", "md")]
)
def test_that_a_terminal_that_lacks_letters_gets_the_whole_answer(
    monkeypatch: pytest.MonkeyPatch, encoding: str, command: tuple[str, ...]
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding, newline="\n"))
    assert cli.main(command) in (FITS, DOES_NOT_FIT)
    sys.stdout.flush()
    written = raw.getvalue().decode(encoding)
    assert "QLoRA of 8B on a 24 GB card" in written
    assert encoding != "ascii" or "\\u" in written


@pytest.mark.parametrize("json_too", [[], ["--json"]])
def test_that_what_cannot_be_saved_is_refused_before_an_answer_is_printed(
    log: str, json_too: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    away = ["--output", str(tmp_path / "missing" / "after.fitsheet"), *json_too]
    plan = ["--model", "llama-3-8b", "--gpu", "h100-sxm5", "--set", "engine=vllm", "--set", "context=4096"]
    for command in (
        ["reconcile", log, *plan, "--apply", "overheads"],
        ["seek", *plan, "--change", "batch", "--make", "fits"],
    ):
        assert cli.main([*command, *away]) == exit_status.BAD_INPUT
        said = capsys.readouterr()
        assert said.out == "" and "after.fitsheet cannot be saved" in said.err


@pytest.mark.parametrize("command", ["plan", "compare", "export", "launch", "sweep", "seek", "matrix"])
def test_that_every_command_names_the_workbook_that_it_cannot_open(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cut.fitsheet").write_text('{"format": "fitsheet-workbook", ', encoding="utf-8")
    more = {"export": ["out.csv"], "sweep": ["--x", "batch=1..8"], "seek": ["--change", "batch", "--make", "fits"]}
    for name in ("cut.fitsheet", "absent.fitsheet"):
        assert cli.main([command, name, *more.get(command, [])]) == exit_status.BAD_INPUT
        said = capsys.readouterr().err
        assert said.startswith("fitsheet: workbook: ") and said.count(name) == 1 and said.strip().endswith(".")


def test_that_a_workbook_that_opened_in_part_is_said_and_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = json.loads(Path(EXAMPLE).read_bytes())
    first = content["workbook"]["models"][0]
    groups = [first["groups"][0] | {"id": f"g{at}"} for at in range(MOST_GROUPS + 1)]
    content["workbook"]["models"].append(first | {"id": "large", "name": "Large", "groups": groups})
    file, other = tmp_path / "plan.fitsheet", tmp_path / "other.fitsheet"
    file.write_text(json.dumps(content), "utf-8")
    before = file.read_bytes()
    asked = ["seek", str(file), "--scenario", "chat_13b_b8", "--change", "batch", "--make", "fits", "--output"]
    assert cli.main([*asked, str(file)]) == exit_status.BAD_INPUT and file.read_bytes() == before
    told = capsys.readouterr().err
    assert told.count("“Large” was left out: it has 201 layer groups") == 1 and "opened in part" in told
    assert cli.main([*asked, str(other)]) == exit_status.FITS and other.exists()
