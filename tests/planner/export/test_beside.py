"""A report of a workbook with a baseline: the others beside it, by amount and in percent."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from planner.edits import replaced
from planner.evaluations import Planner
from planner.export.content import content
from planner.export.report import Section, report
from planner.files import load
from planner.workbook import Workbook


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
