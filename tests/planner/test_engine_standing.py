"""Whether an engine counts as checked by cases is read off the preset it was copied from, and nobody can write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner import presets
from planner.edits import replaced
from planner.engine_standing import SETTINGS, standing_of
from planner.evaluations import Planner
from planner.fields import Number, fields_of
from planner.own_presets import save
from planner.presets import built_in, engine_from_preset, model_from_preset
from planner.workbook import Engine, Inference, Scenario, Workbook

CHECKED = [preset.id for preset in built_in("engines").values() if preset.row.verified]
OTHERS = [preset.id for preset in built_in("engines").values() if not preset.row.verified]


def test_that_some_presets_are_checked_and_some_are_not() -> None:
    assert "vllm" in CHECKED and "llama-cpp" in CHECKED and "sglang" in OTHERS


@pytest.mark.parametrize("preset", CHECKED)
def test_that_a_copy_of_a_checked_preset_is_verified_under_any_name(preset: str) -> None:
    row = engine_from_preset(preset, "mine").model_copy(update={"name": "Ours"})
    assert standing_of(row).verified and standing_of(row).sentence == ""
    assert standing_of(row.model_copy(update={"verified": False})).verified, "a row's own word does not count"


@pytest.mark.parametrize("preset", OTHERS)
def test_that_an_unchecked_preset_stays_unverified_whatever_the_row_says(preset: str) -> None:
    row = engine_from_preset(preset, "mine").model_copy(update={"verified": True})
    found = standing_of(row)
    assert not found.verified and "were not held against what it prints" in found.sentence


@pytest.mark.parametrize("name", [name for name, kind in fields_of(Engine) if isinstance(kind, Number)])
def test_that_each_changed_figure_is_named_with_both_values(name: str) -> None:
    row = engine_from_preset("vllm", "mine")
    was = getattr(row, name)
    changed = row.model_copy(update={name: (was or 0) + 1 if name != "memory_fraction" else 0.5})
    found = standing_of(changed)
    assert found.verified is (name in SETTINGS)
    if name not in SETTINGS:
        title = dict(fields_of(Engine))[name].title
        assert f"{title} (" in found.sentence and set(found.theirs) == {name} and found.theirs[name] == was


def test_that_a_row_of_ones_own_is_unverified() -> None:
    found = standing_of(Engine(id="e", name="Ours", verified=True))
    assert found.sentence == "Ours is not verified: it is a row of your own, and no case was held against its figures."
    gone = engine_from_preset("vllm", "mine").model_copy(update={"preset": "no-such-preset"})
    assert not standing_of(gone).verified


def test_that_a_preset_of_the_users_under_a_built_in_id_does_not_make_its_figures_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presets, "own_folder", lambda table: tmp_path / table)
    row = engine_from_preset("vllm", "mine").model_copy(update={"graphs": 5 * 2**30, "preset": "vllm"})
    save(row, row, "vllm")
    presets.read_again()
    try:
        own = engine_from_preset("vllm", "other")
        assert own.graphs == 5 * 2**30
        assert not standing_of(own).verified and "CUDA graphs (5.00 GiB, not " in standing_of(own).sentence
    finally:
        monkeypatch.undo()
        presets.read_again()


def test_that_no_edit_makes_a_row_verified() -> None:
    assert "verified" not in dict(fields_of(Engine)), "it is no field that a table or a script could set"
    of = replaced(Workbook(engines=(engine_from_preset("sglang", "e"),)), ("engines", "e", "verified"), True)
    assert not standing_of(of.engines[0]).verified


def test_that_the_finding_names_what_differs_and_puts_it_back() -> None:
    edited = engine_from_preset("vllm", "e").model_copy(update={"runtime": 2**31, "page_tokens": 32})
    row = Scenario(id="s", name="s", model="m", engine="e", load=Inference())
    of = Workbook(models=(model_from_preset("llama-3-8b", "m"),), engines=(edited,), scenarios=(row,))
    found = next(f for f in Planner().evaluate(of).findings if f.code == "engine_unverified")
    assert "Page (32, not 16)" in found.sentence and "(2.00 GiB, not " in found.sentence
    for edit in found.edits:
        of = replaced(of, edit.path, edit.value)
    assert "engine_unverified" not in {f.code for f in Planner().evaluate(of).findings}
