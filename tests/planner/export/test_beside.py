"""A report of a workbook with a baseline: the others beside it, by amount and in percent."""

from __future__ import annotations

import csv
import io
from importlib.resources import files
from pathlib import Path

import pytest

from planner.edits import replaced
from planner.evaluations import Planner
from planner.export.content import content
from planner.export.report import Section, report
from planner.files import load
from planner.what_if.compare import percent
from planner.workbook import Workbook
from tests.tools.spreadsheet import Spreadsheet, changed, libreoffice, recalculated


def example() -> Workbook:
    return load(Path(str(files("presets") / "workbooks" / "example.fitsheet"))).workbook


def beside(workbook: Workbook, *chosen: str) -> list[Section]:
    found = report(workbook, Planner().evaluate(workbook), "Example", chosen)
    return [section for section in found if section.title == "Beside the baseline"]


def test_that_the_others_stand_beside_the_baseline_with_exact_differences() -> None:
    workbook = example()
    first, second = workbook.scenarios[:2]
    assert beside(workbook) == []
    workbook = replaced(workbook, ("baseline",), first.id)
    (section,) = beside(workbook)
    (table,) = section.tables
    assert first.name in section.paragraphs[0]
    rows = {row[0]: dict(zip(table.header, row, strict=True)) for row in table.rows}
    assert list(rows)[:2] == [f"{first.name} (baseline)", second.name] and len(rows) == len(workbook.scenarios)
    # Twice the batch of 8 keeps 25 GiB of KV cache more, and not a byte of weights.
    assert rows[second.name]["KV cache"] == "+25.00 GiB (+100.0 %)" and rows[second.name]["Weights"] == "="
    assert rows[second.name]["Verdict"] == "Fits → Tight"
    assert rows[second.name]["Free"].startswith("−25.00 GiB (−")
    assert rows[f"{first.name} (baseline)"]["KV cache"] == "25.00 GiB"


def test_that_a_chosen_scenario_is_compared_with_a_baseline_that_was_not_chosen() -> None:
    workbook = replaced(example(), ("baseline",), example().scenarios[0].id)
    (section,) = beside(workbook, workbook.scenarios[1].id)
    assert len(section.tables[0].rows) == 2
    assert beside(workbook, workbook.scenarios[0].id) == []
    text = content("md", workbook, Planner().evaluate(workbook), "Example").decode()
    assert "## Beside the baseline" in text and "+25.00 GiB (+100.0 %)" in text


def with_baseline() -> Workbook:
    return replaced(example(), ("baseline",), example().scenarios[0].id)


def csv_of(workbook: Workbook, *chosen: str) -> list[dict[str, str]]:
    text = content("csv", workbook, Planner().evaluate(workbook), "Example", chosen).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_that_csv_has_columns_of_its_own_for_differences_where_there_is_a_baseline() -> None:
    assert "difference" not in csv_of(example())[0]
    workbook = with_baseline()
    first, second = workbook.scenarios[:2]
    rows = {(row["scenario"], row["key"]): row for row in csv_of(workbook)}
    cache = rows[second.name, "kv_cache"]
    assert (cache["baseline"], cache["baseline_value"]) == (first.name, str(25 * 2**30))
    assert (cache["difference"], cache["percent"]) == (str(25 * 2**30), "100.0")
    assert rows[first.name, "kv_cache"]["difference"] == "0"
    # What only one of the two ledgers has is no difference of zero.
    lone = rows["Llama-3-8B on vLLM", "kv_pool"]
    assert lone["value"] and (lone["baseline"], lone["difference"], lone["percent"]) == (first.name, "", "")
    # A share of a deficit says nothing: less than nothing is free of the third.
    swapped = replaced(workbook, ("baseline",), workbook.scenarios[2].id)
    free = {(row["scenario"], row["key"]): row for row in csv_of(swapped)}[first.name, "free"]
    assert int(free["baseline_value"]) < 0 < int(free["difference"]) and free["percent"] == ""


@pytest.mark.parametrize("kind", ["xlsx", "csv", "md"])
def test_that_an_export_beside_a_baseline_is_the_same_bytes_again(kind: str) -> None:
    one, other = with_baseline(), with_baseline()
    assert content(kind, one, Planner().evaluate(one), "E") == content(kind, other, Planner().evaluate(other), "E")


def wrong_differences(book: Spreadsheet, workbook: Workbook) -> list[str]:
    """Every difference and percentage of the ledgers and the summary that is not the planner's."""
    evaluations = Planner().evaluate(workbook)
    first = evaluations.scenarios[workbook.baseline or ""]
    found, seen = [], 0

    def same(computed: object, value: float | None, larger: float) -> bool:
        if value is None:
            return computed in (None, "")
        return isinstance(computed, float) and abs(computed - value) <= 1e-12 * larger

    for plan in evaluations.scenarios.values():
        sheet = next(name for name in book.parts if name == plan.scenario.name[:31].strip())
        for row, key in book.column(sheet, "B").items():
            if plan is first or (sheet, f"C{row}") not in book.formulas:
                continue
            if key not in first.structure.index:
                assert (sheet, f"H{row}") not in book.formulas
                continue
            own, base = plan.value(str(key)), first.value(str(key))
            if own is None or base is None:
                assert str(book.values.get((sheet, f"H{row}"))).startswith("#")
                continue
            share = percent(own, base)
            cells = [book.values.get((sheet, f"{letter}{row}")) for letter in "GHI"]
            seen += 1
            largest = max(abs(own), abs(base))
            right = same(cells[0], base, abs(base)) and same(cells[1], own - base, largest)
            if not (right and same(cells[2], share, 100 * largest / base if base > 0 else 1)):
                found.append(f"{sheet}: {key}: {cells}, not {base}, {own - base}, {share}")
    assert seen > 1000
    return found


def test_that_differences_in_a_spreadsheet_are_live_formulas_over_the_results(tmp_path: Path) -> None:
    workbook = with_baseline()
    path = tmp_path / "beside.xlsx"
    path.write_bytes(content("xlsx", workbook, Planner().evaluate(workbook), "Example"))
    book = Spreadsheet(path)
    assert wrong_differences(book, workbook) == []
    first, second = workbook.scenarios[:2]
    heads = {str(book.values["Summary", f"{letter}1"]): letter for letter in "EFGHIJKLMNOPQRSTUVWXYZ"}
    more = heads["KV cache: difference"]
    names = book.column("Summary", "A")
    assert list(names.values())[1:3] == [f"{first.name} (baseline)", second.name]
    before = heads["KV cache (byte)"]
    assert book.formulas["Summary", f"{more}3"] == f"SUM({before}3,-{before}$2)"
    assert book.values["Summary", f"{more}3"] == 25 * 2**30
    assert book.values["Summary", f"{heads['KV cache: difference, %']}3"] == 100
    assert ("Summary", f"{more}2") not in book.formulas


@pytest.mark.skipif(libreoffice() is None, reason="LibreOffice is not installed")
def test_that_differences_follow_a_number_that_is_changed_in_the_file(tmp_path: Path) -> None:
    workbook = with_baseline()
    source, target = tmp_path / "beside.xlsx", tmp_path / "changed.xlsx"
    source.write_bytes(content("xlsx", workbook, Planner().evaluate(workbook), "Example"))
    changed(source, target, {"scenario_chat_13b_b8_batch": 11})
    edited = replaced(workbook, ("scenarios", "chat_13b_b8", "load", "batch"), 11)
    assert len(wrong_differences(Spreadsheet(target), edited)) > 100  # the cached values are those from before
    assert wrong_differences(recalculated(target, tmp_path), edited) == []


def test_that_a_spreadsheet_of_one_scenario_brings_the_baseline_that_it_stands_beside(tmp_path: Path) -> None:
    workbook = with_baseline()
    evaluations = Planner().evaluate(workbook)
    path = tmp_path / "one.xlsx"
    path.write_bytes(content("xlsx", workbook, evaluations, "Example", (workbook.scenarios[1].id,)))
    assert {workbook.scenarios[0].name, workbook.scenarios[1].name} < set(Spreadsheet(path).parts)
    path.write_bytes(content("xlsx", workbook, evaluations, "Example", (workbook.scenarios[0].id,)))
    book = Spreadsheet(path)
    assert workbook.scenarios[1].name not in book.parts and book.values["Summary", "F1"] == "Weights (byte)"
