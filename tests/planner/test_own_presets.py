"""Presets of the user's own: they override, they are told apart, broken ones never stop anything, rows are saved."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planner import own_presets, presets
from planner.cli import main
from planner.own_presets import NotSaved
from planner.parts.attention import GatedDelta
from planner.presets import accelerator_from_preset, differences, model_from_preset
from planner.resolve import resolve
from planner.workbook import Model, Scenario, Workbook


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(presets, "own_folder", lambda table: tmp_path / "own" / table)
    presets.read_again()
    yield tmp_path / "own"
    presets.read_again()


def put(folder: Path, name: str, content: Any, table: str = "models") -> None:
    (folder / table).mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / table / name).write_text(text, encoding="utf-8")
    presets.read_again()


def entry(preset_id: str, **changes: Any) -> dict[str, Any]:
    group = {"attention": {"kind": "grouped_query"}, "feed_forward": {"kind": "gated"}}
    return {"id": preset_id, "name": preset_id.upper(), "groups": [group], **changes}


def saved(row: Model, preset_id: str) -> Path:
    return own_presets.save(row, row, preset_id)


def test_that_a_folder_that_is_not_there_is_no_problem() -> None:
    assert presets.problems("models") == () == presets.problems("accelerators")
    assert all(preset.origin == "built in" for preset in presets.listed("models").values())


def test_that_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert presets.own_folder("models").parts[-3:] == ("fitsheet", "presets", "models")


def test_that_a_preset_of_ones_own_takes_the_place_of_the_built_in_one(folder: Path) -> None:
    put(folder, "mine.json", {"family": "Mine", "models": [entry("llama-2-7b", d_model=2048), entry("other")]})
    own = presets.listed("models")["llama-2-7b"]
    assert (own.origin, own.family, own.row.d_model) == ("yours", "Mine", 2048)
    assert presets.model_from_preset("llama-2-7b", "x").d_model == 2048
    assert presets.listed("models")["other"].origin == "yours"
    assert presets.listed("models")["llama-2-13b"].origin == "built in"
    assert presets.find("", family="mine") == ("llama-2-7b", "other")


def test_that_a_name_that_both_have_is_the_users(folder: Path) -> None:
    put(folder, "mine.json", {"family": "Mine", "models": [entry("tuned", aliases=["meta-llama/Llama-2-7b-hf"])]})
    assert presets.named("meta-llama/llama-2-7b-hf") == "tuned"


def test_that_the_total_of_ones_own_is_counted_and_not_believed(folder: Path) -> None:
    put(folder, "mine.json", {"family": "Mine", "models": [entry("plain", total=7)]})
    assert presets.listed("models")["plain"].total == 6_738_415_616


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "odd.json is not JSON"),
        ("[" * 100_000, "odd.json is not JSON"),
        ("", "odd.json is not JSON"),
        ('{"family": "F", "models": [], "family": "G"}', "odd.json is not JSON"),
        ('{"models": []}', "odd.json lacks “family”"),
        ({"family": 3, "models": []}, "odd.json: “family” is a text"),
        ({"family": "F", "models": {"id": "x"}}, "odd.json: “family” is a text and “models” a list"),
        ({"family": "F", "models": ["x"]}, "preset 1 has no id"),
        ({"family": "F", "models": [{"id": "x"}]}, "x has no name"),
        ({"family": "F", "models": [entry("x", aliases="y")]}, "x, aliases"),
        ({"family": "F", "models": [entry("x", total="many")]}, "x, total"),
        ({"family": "F", "models": [entry("x", d_model=-1)]}, "x, d_model"),
        ({"family": "F", "models": [entry("x", groups=[{}])]}, "x, groups"),
        ({"family": "F", "models": [entry("x", surprise=1)]}, "x, surprise"),
        ({"family": "F", "models": [entry("x", d_model=10**200)]}, "odd.json is not JSON"),
    ],
)
def test_that_a_broken_file_is_a_finding_and_the_rest_stays(folder: Path, content: Any, said: str) -> None:
    put(folder, "good.json", {"family": "Mine", "models": [entry("good")]})
    put(folder, "odd.json", content)
    (finding,) = presets.problems("models")
    assert (finding.code, finding.path) == ("preset_left_out", ("presets", "models"))
    assert said in finding.sentence and finding.remedy
    assert presets.listed("models")["good"].row.d_model == 4096
    assert len(presets.listed("models")) > 150


def test_that_one_broken_preset_leaves_the_others_of_its_file(folder: Path) -> None:
    put(folder, "mine.json", {"family": "M", "models": [entry("a"), entry("b", d_model="wide"), entry("a")]})
    assert presets.listed("models")["a"].origin == "yours"
    assert "b" not in presets.listed("models")
    assert [finding.sentence for finding in presets.problems("models")] == [
        "A preset of yours is left out. mine.json: b, d_model: d_model takes a number or an expression that "
        "begins with =.",
        "A preset of yours is left out. mine.json: the id a is taken already, in mine.json.",
    ]


def test_that_folders_pipes_and_other_files_are_passed_over(folder: Path) -> None:
    put(folder, "notes.txt", "not a preset")
    (folder / "models" / "folder.json").mkdir()
    os.mkfifo(folder / "models" / "pipe.json")
    presets.read_again()
    assert presets.problems("models") == ()
    (folder / "accelerators").write_text("a file where the folder should be")
    presets.read_again()
    assert "cannot be read" in presets.problems("accelerators")[0].sentence
    assert len(presets.listed("accelerators")) > 0


def test_that_a_file_that_is_too_large_is_not_read(folder: Path) -> None:
    (folder / "models").mkdir(parents=True)
    with (folder / "models" / "huge.json").open("wb") as stream:
        stream.truncate(2**40)
    (finding,) = presets.problems("models")
    assert "huge.json" in finding.sentence and "MiB" in finding.sentence


@pytest.mark.parametrize("preset_id", ["deepseek-v3", "gemma-4-26b-a4b", "openelm-270m", "gpt-2", "qwen3-next-80b-a3b"])
def test_that_a_saved_model_is_read_back_as_it_was(folder: Path, preset_id: str) -> None:
    row = model_from_preset(preset_id, "mine").model_copy(update={"name": "Mine"})
    path = saved(row, "mine")
    assert path == folder / "models" / "mine.json"
    own = presets.listed("models")["mine"]
    assert own.row == row.model_copy(update={"id": "mine", "preset": "mine"})
    assert own.total == presets.listed("models")[preset_id].total
    assert json.loads(path.read_text(encoding="utf-8"))["models"][0]["total"] == own.total


def test_that_a_saved_device_is_read_back_as_it_was(folder: Path) -> None:
    row = accelerator_from_preset("h100-sxm5", "mine")
    own_presets.save(row, row, "my-card", "Mine")
    own = presets.listed("accelerators")["my-card"]
    assert own.row == row.model_copy(update={"id": "my_card", "preset": "my-card"})
    assert (own.family, own.total, own.memory) == ("Mine", None, row.usable_memory)


def test_that_saving_again_replaces_and_leaves_no_other_file(folder: Path) -> None:
    row = model_from_preset("gpt-2", "mine")
    saved(row, "mine")
    saved(row.model_copy(update={"d_model": 1024}), "mine")
    assert presets.listed("models")["mine"].row.d_model == 1024
    assert [path.name for path in (folder / "models").iterdir()] == ["mine.json"]


def test_that_expressions_that_name_other_rows_are_saved_as_their_numbers() -> None:
    row = model_from_preset("gpt-2", "m").model_copy(update={"vocab_size": "=1000*s1.tp", "max_context": "=2*d_model"})
    workbook = Workbook(models=(row,), scenarios=(Scenario(id="s1", name="S", tp=8),))
    own_presets.save(row, resolve(workbook).workbook.models[0], "mine")
    kept = presets.model_presets()["mine"]
    assert (kept.vocab_size, kept.max_context) == (8000, "=2*d_model")


def test_that_an_expression_without_a_value_is_refused_by_its_place(folder: Path) -> None:
    row = model_from_preset("gpt-2", "m").model_copy(update={"vocab_size": "=1000*gone.tp"})
    plain = resolve(Workbook(models=(row,))).workbook.models[0]
    with pytest.raises(NotSaved, match=r"vocab_size names another row and has no value: =1000\*gone\.tp"):
        own_presets.save(row, plain, "mine")
    assert not folder.exists()


@pytest.mark.parametrize(
    "text", ["", " ", "../up", "a/b", "a\\b", ".hidden", "con", "nul.txt", "x" * 64, "ä", "a.", "a\0"]
)
def test_that_what_is_no_id_is_refused(text: str, folder: Path) -> None:
    with pytest.raises(NotSaved, match="is no id for a preset"):
        saved(model_from_preset("gpt-2", "m"), text)
    assert not folder.exists()


@pytest.mark.parametrize("name", ["Llama 3 (70B)", "日本語", "..", "A" * 200, "a. b.", ""])
def test_that_every_name_gives_an_id(name: str) -> None:
    assert own_presets.checked_id(own_presets.id_for(name)) == own_presets.id_for(name)


def test_that_a_folder_that_cannot_be_made_is_said(folder: Path) -> None:
    folder.write_text("in the way")
    with pytest.raises(NotSaved, match=r"mine\.json cannot be written"):
        saved(model_from_preset("gpt-2", "m"), "mine")


def test_that_a_saved_file_can_be_read_by_its_owner(folder: Path) -> None:
    path = saved(model_from_preset("gpt-2", "m"), "mine")
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600


# What differs from a preset


def test_that_a_fresh_copy_differs_in_nothing_whatever_it_is_called() -> None:
    for preset_id in ("llama-2-7b", "deepseek-v3", "gemma-2-9b", "openelm-3b"):
        assert differences(model_from_preset(preset_id, "x").model_copy(update={"name": "Mine"})) == {}
    assert differences(accelerator_from_preset("t4", "x")) == {}
    assert differences(model_from_preset("gpt-2", "x").model_copy(update={"preset": None, "d_model": 1})) == {}
    assert differences(model_from_preset("gpt-2", "x").model_copy(update={"preset": "gone", "d_model": 1})) == {}


def test_that_each_edited_cell_is_named_with_the_presets_value() -> None:
    row = model_from_preset("llama-3-8b", "x")
    group = row.groups[0]
    changed = group.model_copy(
        update={"id": "own", "count": 16, "attention": group.attention.model_copy(update={"kv_heads": 4})}
    )
    row = row.model_copy(update={"vocab_size": 1000, "groups": (changed,), "max_context": None})
    assert differences(row) == {
        ("vocab_size",): 128256,
        ("max_context",): 8192,
        ("groups", "own", "count"): 32,
        ("groups", "own", "attention", "kv_heads"): 8,
    }


def test_that_another_kind_of_part_is_one_difference() -> None:
    row = model_from_preset("llama-3-8b", "x")
    group = row.groups[0].model_copy(update={"attention": GatedDelta()})
    row = row.model_copy(update={"groups": (group,), "final_norm": None})
    assert differences(row) == {
        ("groups", "group1", "attention", "kind"): "grouped_query",
        ("final_norm", "kind"): "rms_norm",
    }


def test_that_a_norm_of_another_kind_is_one_difference_and_its_bias_another() -> None:
    row = model_from_preset("llama-3-8b", "x")
    assert row.final_norm is not None
    norm = row.final_norm.model_copy(update={"kind": "layer_norm", "bias": True})
    assert differences(row.model_copy(update={"final_norm": norm})) == {
        ("final_norm", "kind"): "rms_norm",
        ("final_norm", "bias"): False,
    }


def test_that_added_and_missing_layers_are_named() -> None:
    row = model_from_preset("llama-3-8b", "x")
    extra = row.groups[0].model_copy(update={"id": "extra"})
    assert differences(row.model_copy(update={"groups": (*row.groups, extra)})) == {
        ("groups",): 1,
        ("groups", "extra"): None,
    }
    hybrid = model_from_preset("gemma-2-9b", "x")
    assert differences(hybrid.model_copy(update={"groups": hybrid.groups[:1]})) == {("groups",): 2}


# The command line


def test_that_the_command_lists_presets_with_family_total_and_origin(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder, "mine.json", {"family": "Mine", "models": [entry("tuned")]})
    put(folder, "odd.json", "{")
    assert main(["presets"]) == 0
    captured = capsys.readouterr()
    lines = [line.split() for line in captured.out.splitlines() if line]
    assert lines[0] == ["model", "name", "family", "parameters", "from"]
    assert ["deepseek-v3", "DeepSeek-V3", "DeepSeek", "671,026,404,352", "built", "in"] in lines
    assert ["tuned", "TUNED", "Mine", "6,738,415,616", "yours"] in lines
    assert any(line[0] == "t4" and line[-4:] == ["14.75", "GiB", "built", "in"] for line in lines)
    assert "odd.json is not JSON" in captured.err and "Traceback" not in captured.err


def test_that_the_command_keeps_to_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presets", "--family", "llama 2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["model", "llama-2-7b", "llama-2-13b", "llama-2-70b"]
    assert main(["presets", "--family", "no such"]) == 2
    assert "No preset's family holds" in capsys.readouterr().err
