"""The Measure menu: one scenario, several, calibration, history, elsewhere, this computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from planner.atomic import reason_of
from planner.plan import Evaluation
from ui.commands import command
from ui.external_python import worker_folder
from ui.late import Late
from ui.waiting import Files, GaveUp

if TYPE_CHECKING:
    from ui.window import Window

choosing = Late("ui.choosing")
dialogs = Late("ui.dialogs")
elsewhere = Late("planner.elsewhere")
measured_results = Late("ui.measured_results")
saving = Late("ui.saving")

IDLE = ("measure_computer", "measure_link")
"""What can be started only while nothing is measured; scenarios wait in the queue."""


def fill(window: Window) -> QMenu:
    """The whole menu."""
    measuring = window.measuring
    menu = window.menuBar().addMenu(window.tr("&Measure"))

    def add(text: str, keys: str | None, run: Callable[[], object], tip: str, name: str) -> None:
        command(window, menu, text, keys, run, tip, name)

    add(window.tr("&Measure this scenario"), "Ctrl+M", lambda: measuring.start(window.evaluation()),
        window.tr("Run one block of each kind of the scenario's layers on this computer"), "measure")  # fmt: skip
    add(window.tr("Measure &selected scenarios"), "Ctrl+Shift+Y", lambda: measuring.start_many(selected(window)),
        window.tr("One after the other, those whose rows are selected"), "measure_selected")  # fmt: skip
    add(window.tr("Measure &all scenarios"), None, lambda: measuring.start_many(every(window)),
        window.tr("One after the other, all that serve"), "measure_all")  # fmt: skip
    add(window.tr("Calibration &run"), None, lambda: measuring.start(window.evaluation(), calibration=True),
        window.tr("Measure this scenario and six points more, enough to fit the constants of the card"),
        "calibration_run")  # fmt: skip
    add(window.tr("Measure all &TP ranks at once"), None, lambda: measuring.start(window.evaluation(), together=True),
        window.tr("The tensor-parallel block on as many GPUs of this computer, all-reduces included; in processes "
                  "where there is no GPU"), "measure_together")  # fmt: skip
    add(window.tr("&Cancel measuring"), "Ctrl+.", measuring.cancel,
        window.tr("Stop, and keep the points that are done"), "cancel")  # fmt: skip
    menu.addSeparator()
    add(window.tr("Cali&brate the GPU…"), None, lambda: calibrate(window),
        window.tr("Fit the constants of a row of the GPUs to what was measured on it"), "calibrate")  # fmt: skip
    add(window.tr("&History of measurements…"), None, lambda: history(window),
        window.tr("All observations: compare two, delete, export"), "history")  # fmt: skip
    menu.addSeparator()
    add(window.tr("Meas&ure this computer's rates"), None, measuring.start_probe,
        window.tr("Time this computer and put what it achieves into the GPUs"), "measure_computer")  # fmt: skip
    add(window.tr("Measure all-reduces &of two GPUs"), None, lambda: measuring.start_link(2),
        window.tr("Time all-reduces over sizes and write latency and rate of the link into the GPUs; between "
                  "processes where there is no GPU"), "measure_link")  # fmt: skip
    add(window.tr("Refresh &free memory"), "F5", window.computer.refresh,
        window.tr("Read what is free now on the devices of this computer"), "refresh_free")  # fmt: skip
    menu.addSeparator()
    add(window.tr("&Export a folder that measures…"), None, lambda: ask_export(window),
        window.tr("Worker and jobs for a server that has Python 3.9 and torch, and not Fitsheet"),
        "export_jobs")  # fmt: skip
    add(window.tr("&Import results…"), None, lambda: ask_import(window),
        window.tr("Take what was measured elsewhere into the rows"), "import_results")  # fmt: skip
    add(window.tr("&Python for measuring…"), None, lambda: dialogs.choose_python(window),
        window.tr("Which Python, with torch, runs the block"), "python")  # fmt: skip

    def enable() -> None:
        for name in IDLE:
            window.commands[name].setEnabled(not measuring.running)
        window.commands["cancel"].setEnabled(measuring.running)

    measuring.changed.connect(enable)
    enable()
    return menu


def selected(window: Window) -> list[Evaluation]:
    """The plans of the selected rows, in their order; of the current one where none is selected."""
    rows = sorted({index.row() for index in window.scenarios.selectionModel().selectedIndexes()})
    paths = [window.scenarios.table.shown_row(row).path for row in rows]
    found = [window.session.evaluations.scenarios.get(path[1]) for path in paths]
    current = window.evaluation()
    return [plan for plan in found if plan is not None] or ([] if current is None else [current])


def every(window: Window) -> list[Evaluation]:
    """The plans of all scenarios that serve, in their order."""
    plans = window.session.evaluations.scenarios
    rows = window.session.workbook.scenarios
    return [plans[row.id] for row in rows if row.id in plans and row.load.kind == "inference"]


def ask_export(window: Window) -> None:
    """Ask for a folder and write worker and jobs of all scenarios into it."""
    folder = choosing.ask_target(
        window, window.tr("New folder for the measurement"), "fitsheet-measurement", window.tr("Folder (*)")
    )
    if folder is not None:
        export_to(window, folder)


def export_to(window: Window, folder: Path) -> None:
    """Write the folder, and say what came of it."""
    entries, reasons = elsewhere.entries_of(every(window), calibration=True)
    left_out = " ".join(f"{name}: {measured_results.refused(reason)}" for name, reason in reasons)
    if not entries:
        window.status.say(window.tr("There is nothing to measure. {reasons}").format(reasons=left_out))
        return
    reason = saving.why_not_done(
        window, folder, lambda given_up: elsewhere.write_folder(folder, entries, worker_folder(), given_up)
    )
    if reason:
        window.status.say(saving.not_written(folder, reason))
        return
    text = window.tr("{count} jobs were written to {name}; README.txt there says how to run them. {left_out}")
    window.status.say(text.format(count=len(entries), name=folder, left_out=left_out).strip())


def ask_import(window: Window) -> None:
    """Ask for a results file and take it in."""
    file = choosing.ask_file(window, window.tr("Results of a measurement"), window.tr("Results (*.json)"))
    if file is not None:
        import_from(window, file)


def import_from(window: Window, file: Path) -> None:
    """Take the results of a file into the rows, and say what came of it."""
    sentence = window.tr("Reading {name} …").format(name=file.name)
    try:
        entries = Files(window).do(file, sentence, lambda: elsewhere.read_results(file))
    except elsewhere.NotReadable as refusal:
        window.status.say(measured_results.refused(refusal))
        return
    except (GaveUp, OSError, ValueError) as error:
        reason = (
            error.reason
            if isinstance(error, GaveUp)
            else QCoreApplication.translate("files", reason_of(error)).rstrip(".")
        )
        window.status.say(window.tr("{name} cannot be read: {reason}.").format(name=file, reason=reason))
        return
    count, problems = measured_results.import_entries(window.session, entries)
    text = window.tr("{count} measurements were imported. {problems}")
    window.status.say(text.format(count=count, problems=" ".join(problems)).strip())


def calibrate(window: Window) -> None:
    """Open the dialog that fits a card's constants."""
    from ui.calibration_dialog import open_calibration  # it draws a plot, and nothing of that is needed before

    open_calibration(window)


def history(window: Window) -> None:
    """Open the history of all observations."""
    from ui.history_dialog import HistoryDialog

    HistoryDialog(window.session, window).open()
