"""The baseline in the document: kept in the file, gone with its row, and no reason to refuse a file."""

from __future__ import annotations

import json

from planner.edits import field_at, inserted, removed, replaced
from planner.files import dumps, loads
from planner.what_if.compare import baseline_row
from planner.workbook import Scenario, Workbook


def two() -> Workbook:
    workbook = Workbook()
    for name in ("s1", "s2"):
        workbook = inserted(workbook, ("scenarios",), Scenario(id=name, name=name, group="Chat"))
    return replaced(workbook, ("baseline",), "s1")


def test_that_baseline_and_groups_come_back_from_a_file() -> None:
    found = loads(dumps(two()))
    assert found.workbook == two() and not found.findings
    row = baseline_row(found.workbook)
    assert row is not None and row.id == "s1" and row.group == "Chat"


def test_that_a_file_from_before_has_no_baseline_and_no_groups() -> None:
    content = json.loads(dumps(two()))
    del content["workbook"]["baseline"]
    for row in content["workbook"]["scenarios"]:
        del row["group"]
    found = loads(json.dumps(content).encode()).workbook
    assert found.baseline is None and all(row.group is None for row in found.scenarios)


def test_that_the_baseline_goes_with_its_row_and_not_with_another() -> None:
    assert removed(two(), ("scenarios", "s1")).baseline is None
    assert removed(two(), ("scenarios", "s2")).baseline == "s1"


def test_that_a_file_whose_baseline_is_missing_opens_and_says_so() -> None:
    content = json.loads(dumps(two()))
    content["workbook"]["baseline"] = "gone"
    found = loads(json.dumps(content).encode())
    assert found.workbook.baseline is None
    assert [finding.code for finding in found.findings] == ["baseline_without_row"]


def test_that_the_baseline_is_a_described_cell_of_the_document() -> None:
    assert field_at(two(), ("baseline",)).title == "Baseline"
    assert replaced(two(), ("baseline",), "s1") is not None
    workbook = two()
    assert replaced(workbook, ("baseline",), "s1") is workbook
