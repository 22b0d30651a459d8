"""The Measure menu in the window: selected rows, a folder for elsewhere, results taken in, the link, what is marked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QSettings
from pytestqt.qtbot import QtBot

from planner.accelerator import MEASURED
from tests.ui.measured_device import device_folder
from ui import measure_menu
from ui.examples import example_file
from ui.measured_results import put_link
from ui.measurement import Outcome
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, qapp: Any, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    settings.python = sys.executable
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    made.measuring.folder = device_folder(tmp_path / "device")
    qtbot.addWidget(made)
    made.show()
    return made


def said_by(window: Window) -> str:
    return window.statusBar().currentMessage()


def finish(qtbot: QtBot, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.measuring.running, timeout=60_000)


def test_that_selected_rows_are_measured_one_after_the_other_and_progress_is_shown(
    window: Window, qtbot: QtBot
) -> None:
    model, flags = window.scenarios.selectionModel(), QItemSelectionModel.SelectionFlag.Select
    for row in (1, 3):
        model.select(window.scenarios.table.index(row, 0), flags)
    chosen = [plan.scenario.id for plan in measure_menu.selected(window)]
    assert len(chosen) >= 2
    window.commands["measure_selected"].trigger()
    assert window.measuring.running and window.commands["cancel"].isEnabled()
    assert not window.commands["measure_computer"].isEnabled()
    assert f"{len(chosen) - 1} waiting" in window.status._stage.text()
    finish(qtbot, window)
    assert [each.scenario for each in window.session.observations] == chosen
    assert not window.commands["cancel"].isEnabled()


def test_that_a_ratio_outside_the_band_is_marked_and_a_reason_stands_in_the_cell(window: Window, qtbot: QtBot) -> None:
    window.measuring.start_probe()
    finish(qtbot, window)
    window.scenarios.setCurrentIndex(window.scenarios.table.index(5, 0))
    window.commands["measure"].trigger()
    finish(qtbot, window)
    sheet, table = window.scenarios.table.sheet, window.scenarios.table
    ratio = table.index(5, sheet.column("measured.prefill.ratio")).data()
    assert ratio.endswith("▲") and float(ratio.split()[0]) > 1.1
    whole = table.index(5, sheet.column("measured.decode.whole")).data()
    assert whole and float(whole.replace(",", "")) > 0
    window.scenarios.setCurrentIndex(table.index(6, 0))  # int8: torch has no kernel for it
    window.commands["measure"].trigger()
    cell = table.index(6, sheet.column("measured.decode.observed"))
    assert cell.data() == "—" and "int8" in cell.data(3)


def test_that_a_folder_is_exported_and_its_results_come_into_the_rows(window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    measure_menu.export_to(window, folder)
    assert "jobs were written" in said_by(window) and "int8" in said_by(window)
    jobs = json.loads((folder / "jobs.json").read_text())["jobs"]
    point = {
        "seconds": 0.02, "median_s": 0.02, "lower_quartile_s": 0.019, "upper_quartile_s": 0.021, "minimum_s": 0.018,
        "n": 9, "date": "2026-11-30T00:00:00+00:00",
    }  # fmt: skip
    device = {"device": "cuda:0", "name": "Their GPU", "total_bytes": 80 << 30}
    results = [
        {**job, "result": {"device": device, "dtype": "bfloat16", "torch": "2.13", "notes": [],
                           "points": [{"point": each, **point} for each in job["job"]["points"]]}}
        for job in jobs[:2]
    ]  # fmt: skip
    results += [{**jobs[2], "failed": {"sentence": "The memory ran out"}}, {**jobs[0], "scenario": "gone"}]
    file = tmp_path / "results.json"
    file.write_text(json.dumps({"format": "fitsheet-measurements", "version": 1, "results": results}))
    measure_menu.import_from(window, file)
    assert "2 measurements were imported" in said_by(window)
    assert "The memory ran out" in said_by(window) and "no such scenario" in said_by(window)
    assert [each.device for each in window.session.observations] == ["Their GPU"] * 2
    file.write_text("{")
    measure_menu.import_from(window, file)
    assert "not JSON" in said_by(window)
    measure_menu.import_from(window, tmp_path / "nothing.json")
    assert "cannot be read" in said_by(window)
    measure_menu.export_to(window, folder)
    assert "was not written" in said_by(window)


@pytest.mark.parametrize(
    ("nominal", "share", "rate"), [(450e9, 0.6, 450e9), (None, 1.0, 270e9), (100e9, 1.0, 270e9)]
)  # fmt: skip
def test_that_all_reduces_fill_the_link_of_the_devices_row_as_one_step(
    nominal: float | None, share: float, rate: float, window: Window
) -> None:
    session = window.session
    row = next(each for each in session.workbook.accelerators if each.driver_names)
    session.edit(("accelerators", row.id, "link_bandwidth"), nominal)
    before = session.workbook
    device = {"device": "cuda:0", "name": row.driver_names[0], "total_bytes": row.driver_memory or row.usable_memory}
    result = {"device": device, "latency_s": 9e-6, "bytes_per_s": 270e9, "ranks": 2, "backend": "nccl",
              "date": "2026-11-30T00:00:00+00:00"}  # fmt: skip
    sentence = put_link(session, Outcome("finished", "", result=result))
    assert "9 µs and 270 GB/s" in sentence
    after = next(each for each in session.workbook.accelerators if each.id == row.id)
    assert (after.link_bandwidth, after.link_efficiency, after.link_latency) == (rate, share, 9e-6)
    assert (after.nccl_latency_2, after.nccl_efficiency_2) == (9e-6, share)
    assert after.sources["link_latency"].startswith(MEASURED)
    session.undo()
    assert session.workbook == before


def test_that_calibrating_without_points_opens_a_dialog_that_says_what_to_do(window: Window) -> None:
    from ui.calibration_dialog import open_calibration

    dialog = open_calibration(window)
    assert "calibration run" in dialog.said.text()
    dialog.reject()
