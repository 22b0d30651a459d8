"""This computer's devices in the window: rows at once, free memory refreshed as one step, a driver that hangs."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from planner.local_devices import LocalDevice, Reading, read_within
from planner.presets import accelerator_from_preset
from ui.examples import example_file
from ui.measured_results import add_device
from ui.measurement import Outcome
from ui.session import Session
from ui.settings import Settings
from ui.sheets.columns import APPROXIMATE
from ui.sheets.table_model import ACCESSIBLE, TOOLTIP
from ui.theme import Theme
from ui.window import Window

MIB = 2**20


@pytest.fixture
def window(qtbot: QtBot, qapp: Any, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    return made


def card(name: str, mib: int, free: int, index: int = 0, **more: Any) -> LocalDevice:
    return LocalDevice("cuda", index, name, mib * MIB, free * MIB, (mib - free) * MIB, "550.54", **more)


def done(window: Window, qtbot: QtBot, command: str, reading: Reading) -> str:
    """What is said after a menu command has read this."""
    said: list[str] = []
    window.computer.said.connect(said.append)
    window.computer.read = lambda: reading
    with qtbot.waitSignal(window.computer.ended, timeout=10_000):
        window.commands[command].trigger()
    assert not window.computer.running
    return said[-1]


def test_that_this_computer_is_added_at_once_as_one_step(window: Window, qtbot: QtBot) -> None:
    before = window.session.workbook
    devices = tuple(card("NVIDIA H100 80GB HBM3", 81559, 80000, index) for index in range(8))
    free = window.accelerators.table.sheet.column("free_memory")
    assert window.accelerators.isColumnHidden(free)
    said = done(window, qtbot, "this_computer", Reading(devices, "NVML"))
    assert said == "Added, read by NVML: 8 × H100-80GB SXM with 78.12 GiB free."
    row = window.session.workbook.accelerators[-1]
    assert (row.preset, row.cards_per_host, row.free_memory) == ("h100-sxm5", 8, 80000 * MIB)
    assert not window.accelerators.isColumnHidden(free)
    assert not window.docks["accelerators"].visibleRegion().isEmpty(), "the new rows are in sight"
    window.session.undo()
    assert window.session.workbook == before


def test_that_adding_again_reads_the_free_memory_of_the_same_row(window: Window, qtbot: QtBot) -> None:
    done(window, qtbot, "this_computer", Reading((card("Tesla T4", 15360, 15000),), "NVML"))
    count = len(window.session.workbook.accelerators)
    said = done(window, qtbot, "this_computer", Reading((card("Tesla T4", 15360, 9000),), "NVML"))
    assert len(window.session.workbook.accelerators) == count
    assert "Tesla T4 with 8.79 GiB free" in said


def test_that_refresh_is_one_step_and_changes_the_verdict_of_a_plan_against_free_memory(
    window: Window, qtbot: QtBot
) -> None:
    scenario = next(row for row in window.session.workbook.scenarios if row.accelerator == "t4")
    window.session.edit(("scenarios", scenario.id, "memory_basis"), "free")
    assert window.session.evaluations.scenarios[scenario.id].verdict == "Unknown"
    before = window.session.workbook
    done(window, qtbot, "refresh_free", Reading((card("Tesla T4", 15360, 15000),), "nvidia-smi"))
    assert window.session.evaluations.scenarios[scenario.id].verdict == "Fits"
    done(window, qtbot, "refresh_free", Reading((card("Tesla T4", 15360, 500),), "nvidia-smi"))
    assert window.session.evaluations.scenarios[scenario.id].verdict == "Does not fit"
    window.session.undo()
    window.session.undo()
    assert window.session.workbook == before


def test_that_the_table_s_own_menu_refreshes_too(window: Window, qtbot: QtBot) -> None:
    window.computer.read = lambda: Reading((card("Tesla T4", 15360, 15000),), "NVML")
    with qtbot.waitSignal(window.computer.ended, timeout=10_000):
        window.accelerators.commands.actions["refresh_free"].trigger()
    assert next(row for row in window.session.workbook.accelerators if row.id == "t4").free_memory == 15000 * MIB
    assert "refresh_free" not in window.models.commands.actions


def test_that_nothing_of_this_computer_in_the_table_is_said(window: Window, qtbot: QtBot) -> None:
    before = window.session.workbook
    said = done(window, qtbot, "refresh_free", Reading((), "", ("The driver did not answer within 10 seconds.",)))
    assert said.startswith("No row of the GPUs is a device of this computer.") and "did not answer" in said
    assert window.session.workbook is before


def test_that_unequal_cards_are_said_with_the_smallest(window: Window, qtbot: QtBot) -> None:
    devices = (card("NVIDIA GeForce RTX 3090", 24576, 24000), card("NVIDIA GeForce RTX 3060", 12288, 12000, 1))
    said = done(window, qtbot, "this_computer", Reading(devices, "NVML"))
    assert said.endswith("plan by the smallest, GeForce RTX 3060 12GB.")


def test_that_mig_without_slices_is_said(window: Window, qtbot: QtBot) -> None:
    said = done(window, qtbot, "this_computer", Reading((card("NVIDIA H200", 143771, 1, mig=True),), "NVML"))
    assert "no slice yet" in said


def test_that_without_a_gpu_the_processor_is_added_and_why(window: Window, qtbot: QtBot) -> None:
    device = LocalDevice("cpu", 0, "EPYC", 2**36, 2**35)
    said = done(
        window, qtbot, "this_computer", Reading((device,), "the operating system", ("nvidia-smi is not there",))
    )
    assert said == ("No GPU was found, so the processor was added: EPYC with 32.00 GiB free. nvidia-smi is not there")


def test_that_a_driver_that_hangs_never_stops_the_window(window: Window, qtbot: QtBot) -> None:
    release = threading.Event()

    def hang() -> Reading:
        release.wait(30)
        return Reading((), "")

    said: list[str] = []
    window.computer.said.connect(said.append)
    window.computer.read = lambda: read_within(0.2, hang)
    with qtbot.waitSignal(window.computer.ended, timeout=10_000):
        assert window.computer.add()
        assert not window.computer.add()
        window.session.edit(("scenarios", window.session.workbook.scenarios[0].id, "tp"), 2)
    release.set()
    assert "did not answer" in said[-1]


def test_that_a_derived_figure_is_marked_in_its_cell_and_says_how_until_it_is_changed(
    window: Window, qtbot: QtBot
) -> None:
    window.session.insert(("accelerators",), 0, [accelerator_from_preset("rtx-4060", "card")])
    table = window.accelerators.table
    usable, nominal = (table.sheet.column(name) for name in ("usable_memory", "nominal_memory"))
    at = table.index(0, usable)
    shown = table.shown(0).row
    assert table.sheet.columns[usable].approximate(shown)
    assert not table.sheet.columns[nominal].approximate(shown)
    assert f"{APPROXIMATE} Derived: nominal 8,192 MiB" in table.data(at, TOOLTIP)
    assert table.data(at, ACCESSIBLE).startswith(f"Usable memory (GiB): {APPROXIMATE} 7.59")
    assert table.setData(at, "7.4")
    assert not table.sheet.columns[usable].approximate(table.shown(0).row)
    assert "usable_memory" not in window.session.workbook.accelerators[0].sources
    window.session.undo()
    assert table.sheet.columns[usable].approximate(table.shown(0).row)


def test_that_the_sign_of_a_derived_figure_is_painted(window: Window, qtbot: QtBot) -> None:
    window.session.insert(("accelerators",), 0, [accelerator_from_preset("rtx-4060", "card")])
    window.show_dock("accelerators")
    view, table = window.accelerators, window.accelerators.table
    cell = table.index(0, table.sheet.column("usable_memory"))
    view.setCurrentIndex(table.index(1, 0))
    view.scrollTo(cell)
    marked = view.viewport().grab(view.visualRect(cell)).toImage()
    row = window.session.workbook.accelerators[0]
    plain = row.model_copy(update={"sources": {**row.sources, "usable_memory": "stated"}})
    window.session.change(
        window.session.workbook.model_copy(
            update={"accelerators": (plain, *window.session.workbook.accelerators[1:])}
        ), None, "state it",
    )  # fmt: skip
    view.viewport().update()
    assert view.viewport().grab(view.visualRect(cell)).toImage() != marked


def outcome(name: str) -> Outcome:
    device = {"device": "cpu", "name": name, "total_bytes": 2**36}
    probe = {"read_bytes_per_s": 3e10, "call_s": 1e-6, "gemm_flops_per_s": {"float32": 1e12}}
    return Outcome("finished", "", result={"device": device, "probe": probe})


def test_that_measured_rates_go_into_the_row_that_was_read_of_the_same_device(window: Window, qtbot: QtBot) -> None:
    device = LocalDevice("cpu", 0, "EPYC", 2**36, 2**35)
    done(window, qtbot, "this_computer", Reading((device,), "the operating system"))
    before = window.session.workbook
    add_device(window.session, outcome("EPYC"))
    row = window.session.workbook.accelerators[-1]
    assert len(window.session.workbook.accelerators) == len(before.accelerators)
    assert (row.id, row.memory_bandwidth, row.peak_fp32) == (before.accelerators[-1].id, 3e10, 1e12)
    assert (row.free_memory, row.bandwidth_efficiency) == (2**35, 1.0)
    assert row.sources["memory_bandwidth"].startswith("Achieved on this device")
    window.session.undo()
    assert window.session.workbook == before


def test_that_measured_rates_of_another_device_are_a_row_of_their_own(window: Window, qtbot: QtBot) -> None:
    device = LocalDevice("cpu", 0, "EPYC", 2**36, 2**35)
    done(window, qtbot, "this_computer", Reading((device,), "the operating system"))
    count = len(window.session.workbook.accelerators)
    add_device(window.session, outcome("Xeon"))
    assert len(window.session.workbook.accelerators) == count + 1


def test_that_the_explanation_of_a_line_marks_derived_figures(window: Window, qtbot: QtBot) -> None:
    window.session.insert(("accelerators",), 0, [accelerator_from_preset("rtx-4060", "card")])
    scenario = window.session.workbook.scenarios[0].id
    window.session.edit(("scenarios", scenario, "accelerator"), "card")
    window.ledger.select("usable")
    assert f"{APPROXIMATE} 8,148,484,096" in window.explain.toPlainText()
    window.session.edit(("scenarios", scenario, "accelerator"), "t4")
    qtbot.waitUntil(lambda: APPROXIMATE not in window.explain.toPlainText())  # explained after the cell is painted
