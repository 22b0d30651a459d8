"""The spreadsheet computes what the planner computes: as it was exported, and after inputs were changed in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planner.answers import request_workbook
from planner.edits import replaced
from planner.evaluations import Evaluations, Planner
from planner.export.xlsx_file import EXACT_FROM, xlsx_bytes
from planner.files import load
from planner.workbook import Workbook
from tests.tools.spreadsheet import Evaluator, Spreadsheet, changed, libreoffice, recalculated
from ui.examples import example_file

CELL = re.compile(r"\$?[A-Za-z]{1,4}\$?\d+|[Rr](\[?-?\d+\]?)?([Cc](\[?-?\d+\]?)?)?|[Cc](\[?-?\d+\]?)?")
"""What a spreadsheet reads as a cell, in either notation."""

EDITS: dict[str, tuple[tuple[str, ...], float]] = {
    "scenario_chat_13b_b8_batch": (("scenarios", "chat_13b_b8", "load", "batch"), 11),
    "assumption_device_context": (("assumptions", "device_context"), 483_183_977),
    "scenario_llama_3_70b_tp4_context": (("scenarios", "llama_3_70b_tp4", "load", "context"), 9001),
}
"""Three inputs: a number of the load, an assumption that every plan shares, and one that an expression reads."""


def example() -> tuple[Workbook, Evaluations]:
    workbook = load(example_file()).workbook
    return workbook, Planner().evaluate(workbook)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("xlsx") / "example.xlsx"
    path.write_bytes(xlsx_bytes(*example()))
    return path


def sheet_of(book: Spreadsheet, name: str) -> str:
    return next(sheet for sheet in book.parts if sheet == name[:31].strip())


def lines_of(book: Spreadsheet, sheet: str) -> dict[str, tuple[int, Any]]:
    """Key of each line to its row and its value."""
    keys, values = book.column(sheet, "B"), book.column(sheet, "C")
    return {str(key): (row, values.get(row)) for row, key in keys.items() if (sheet, f"C{row}") in book.formulas}


def differences(book: Spreadsheet, evaluations: Evaluations) -> list[str]:
    """Every line whose value is not the planner's: integers below 10^15 exactly, all else to 1e-12."""
    found, seen = [], 0
    for evaluation in evaluations.scenarios.values():
        lines = lines_of(book, sheet_of(book, evaluation.scenario.name))
        for spec, value in zip(evaluation.structure.lines, evaluation.values.values, strict=True):
            _, computed = lines[spec.key]
            seen += 1
            if value is None:
                same = isinstance(computed, str) and computed.startswith("#")
            elif not isinstance(computed, float):
                same = False
            elif isinstance(value, int) and abs(value) < EXACT_FROM:
                same = computed == value
            else:
                operands = [
                    abs(evaluation.amounts.get(slot) or evaluation.value(slot) or 0) for slot in spec.sources.values()
                ]
                larger = max([abs(value), *operands]) if spec.formula and "-" in spec.formula.text else abs(value)
                same = abs(computed - value) <= 1e-12 * larger
            if not same:
                found.append(f"{evaluation.scenario.name}: {spec.key} is {computed!r}, not {value!r}")
    assert seen > 1000
    return found


def test_that_every_cached_value_is_the_planners_own(exported: Path) -> None:
    assert differences(Spreadsheet(exported), example()[1]) == []


def test_that_the_same_workbook_gives_the_same_bytes(exported: Path) -> None:
    assert xlsx_bytes(*example()) == exported.read_bytes()


def test_that_no_defined_name_looks_like_a_cell_and_each_is_one_input(exported: Path) -> None:
    book = Spreadsheet(exported)
    assert len(book.names) > 300
    assert [name for name in book.names if CELL.fullmatch(name) or not re.fullmatch(r"[a-z]+_\w+", name)] == []
    assert len({name.casefold() for name in book.names}) == len(book.names) == len(set(book.names.values()))
    assert all(place in book.values for place in book.names.values())


def test_that_every_line_is_a_formula_over_names_or_lines(exported: Path) -> None:
    book, (_, evaluations) = Spreadsheet(exported), example()
    for evaluation in evaluations.scenarios.values():
        sheet = sheet_of(book, evaluation.scenario.name)
        lines = lines_of(book, sheet)
        assert lines.keys() >= evaluation.structure.index.keys()
        for spec in evaluation.structure.lines:
            text = book.formulas[sheet, f"C{lines[spec.key][0]}"]
            used = set(re.findall(r"[a-z]+_\w+", text)) | set(re.findall(r"\$C\$\d+", text))
            needed = set(spec.sources.values()) or set(evaluation.structure.children.get(spec.key, ()))
            assert len(used) == len(needed)


def test_that_large_integers_stand_as_text_too(exported: Path) -> None:
    book, (_, evaluations) = Spreadsheet(exported), example()
    seen = 0
    for evaluation in evaluations.scenarios.values():
        sheet = sheet_of(book, evaluation.scenario.name)
        rows = lines_of(book, sheet)
        for spec, value in zip(evaluation.structure.lines, evaluation.values.values, strict=True):
            large = isinstance(value, int) and abs(value) >= EXACT_FROM
            assert book.values.get((sheet, f"F{rows[spec.key][0]}")) == (str(value) if large else None)
            seen += large
    assert seen > 5


def test_that_a_blank_input_shows_as_not_available_and_not_as_zero(tmp_path: Path) -> None:
    workbook, _ = example()
    card = workbook.scenarios[0].accelerator
    assert card is not None
    workbook = replaced(workbook, ("accelerators", card, "memory_bandwidth"), None)
    evaluations = Planner().evaluate(workbook)
    path = tmp_path / "blank.xlsx"
    path.write_bytes(xlsx_bytes(workbook, evaluations))
    book = Spreadsheet(path)
    assert differences(book, evaluations) == []
    assert lines_of(book, sheet_of(book, workbook.scenarios[0].name))["decode_step"][1] == "#N/A"


def by_libreoffice(path: Path) -> Spreadsheet:
    return recalculated(path, path.parent)


def by_ourselves(path: Path) -> Spreadsheet:
    return Evaluator(Spreadsheet(path)).computed()


PROGRAMS = (by_ourselves, by_libreoffice) if libreoffice() else (by_ourselves,)
"""What computes a file again: LibreOffice where it is installed, and an evaluator that knows no ledger."""


@pytest.mark.parametrize("computed", PROGRAMS)
def test_that_a_changed_file_computes_the_plan_of_the_changed_workbook(
    exported: Path, tmp_path: Path, computed: Callable[[Path], Spreadsheet]
) -> None:
    workbook, _ = example()
    for path, value in EDITS.values():
        workbook = replaced(workbook, path, value)
    evaluations = Planner().evaluate(workbook)
    target = tmp_path / "changed.xlsx"
    changed(exported, target, {name: value for name, (_, value) in EDITS.items()})
    assert len(differences(Spreadsheet(target), evaluations)) > 200  # the cached values are those from before
    assert differences(computed(target), evaluations) == []


KINDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "experts": ("mixtral-8x7b", "h100-sxm5", {"engine": "vllm", "tp": 2, "context": 16384, "batch": 5}),
    "latent": ("moonlight-16b-a3b", "h100-sxm5", {"engine": "sglang", "context": 32768, "batch": 4}),
    "hybrid": ("qwen3.5-27b", "h100-sxm5", {"engine": "vllm", "context": 4096, "batch": 3}),
    "windows": ("gemma-2-9b", "rtx-4090", {"engine": "llama-cpp", "weights": "Q4_K_M", "context": 8192, "batch": 2}),
    "lora": ("llama-3.1-8b", "h100-sxm5", {"load": "training", "recipe": "lora_adamw", "micro_batch": 2}),
    "sharded": ("qwen2.5-7b", "h100-sxm5", {"load": "training", "zero": 3, "dp": 8, "tp": 2, "micro_batch": 1}),
}
"""Plans whose lines the example does not have."""
CHANGED: dict[str, tuple[tuple[str, ...], float]] = {
    "scenario_experts_batch": (("scenarios", "experts", "load", "batch"), 9),
    "scenario_latent_context": (("scenarios", "latent", "load", "context"), 20_003),
    "scenario_hybrid_batch": (("scenarios", "hybrid", "load", "batch"), 7),
    "scenario_windows_context": (("scenarios", "windows", "load", "context"), 9001),
    "scenario_lora_micro_batch": (("scenarios", "lora", "load", "micro_batch"), 3),
    "scenario_sharded_sequence": (("scenarios", "sharded", "load", "sequence"), 3001),
}


def kinds() -> Workbook:
    """One scenario of each kind, in letters that are not ASCII."""
    rows: dict[str, list[Any]] = {"models": [], "accelerators": [], "engines": [], "scenarios": []}
    for name, (model, gpu, settings) in KINDS.items():
        one = request_workbook({"model": model, "gpu": gpu, "set": settings})
        own = {"model": f"{name}_model", "accelerator": f"{name}_gpu", "engine": f"{name}_engine"}
        rows["models"] += [row.model_copy(update={"id": own["model"], "name": f"模型 {name}"}) for row in one.models]
        rows["accelerators"] += [row.model_copy(update={"id": own["accelerator"]}) for row in one.accelerators]
        rows["engines"] += [row.model_copy(update={"id": own["engine"]}) for row in one.engines]
        told = own if one.engines else {**own, "engine": None}
        rows["scenarios"].append(one.scenarios[0].model_copy(update={**told, "id": name, "name": f"план é {name}"}))
    return Workbook(**{name: tuple(each) for name, each in rows.items()})


@pytest.mark.parametrize("computed", PROGRAMS)
def test_that_changed_plans_of_other_kinds_are_computed_too(
    tmp_path: Path, computed: Callable[[Path], Spreadsheet]
) -> None:
    workbook = kinds()
    source, target = tmp_path / "kinds.xlsx", tmp_path / "changed.xlsx"
    source.write_bytes(xlsx_bytes(workbook, Planner().evaluate(workbook)))
    assert source.read_bytes() == xlsx_bytes(workbook, Planner().evaluate(workbook))
    for path, value in CHANGED.values():
        workbook = replaced(workbook, path, value)
    evaluations = Planner().evaluate(workbook)
    changed(source, target, {name: value for name, (_, value) in CHANGED.items()})
    assert len(differences(Spreadsheet(target), evaluations)) > 200
    assert differences(computed(target), evaluations) == []


def test_that_a_workbook_without_plans_is_a_file_too(tmp_path: Path) -> None:
    for name, workbook in (("empty", Workbook()), ("model", Workbook(models=kinds().models))):
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(xlsx_bytes(workbook, Planner().evaluate(workbook)))
        assert list(Spreadsheet(path).parts) == ["Summary", "Inputs", "About"]
