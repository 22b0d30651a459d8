"""The queue, what is kept of it, calibration and history, with a worker that stands in for a device."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from planner.accelerator import MEASURED
from planner.answers import plan_answer
from planner.edits import inserted
from planner.presets import model_from_preset
from planner.workbook import Inference, Scenario, Workbook
from tests.ui.measured_device import device_folder
from ui import calibrating
from ui.calibration_dialog import CalibrationDialog
from ui.history_dialog import HistoryDialog
from ui.measuring import Measuring
from ui.session import Session
from ui.settings import Settings
from ui.sheets.columns import Row
from ui.sheets.scenarios_sheet import scenarios_sheet

PATIENCE_MS = 60_000
MODELS = ("llama-3.2-1b", "qwen2.5-0.5b", "llama-2-7b")
Make = Callable[..., Measuring]


@pytest.fixture
def session(qapp: Any) -> Session:
    workbook = Workbook()
    for at, name in enumerate(MODELS):
        workbook = inserted(workbook, ("models",), model_from_preset(name, f"m{at}"))
        load = Inference(batch=1, prompt=200 + at, context=700 + at)
        scenario = Scenario(id=f"s{at}", name=name, model=f"m{at}", load=load)
        workbook = inserted(workbook, ("scenarios",), scenario)
    return Session(workbook)


@pytest.fixture
def measuring(session: Session, tmp_path: Path) -> Make:
    def make(stops: bool = False) -> Measuring:
        settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
        settings.python = sys.executable
        made = Measuring(session, settings)
        made.folder = device_folder(tmp_path / "device", stops)
        return made

    return make


def finish(qtbot: QtBot, measuring: Measuring) -> None:
    qtbot.waitUntil(lambda: not measuring.running, timeout=PATIENCE_MS)


def test_that_measure_calibrate_predict_holds_for_a_model_left_out(
    qtbot: QtBot, session: Session, measuring: Make
) -> None:
    subject = measuring()
    said: list[str] = []
    subject.said.connect(said.append)
    assert subject.start_probe()
    finish(qtbot, subject)
    assert session.workbook.accelerators[0].name == "Test CPU"
    plans = [session.evaluations.scenarios[f"s{at}"] for at in range(3)]
    assert subject.start_many(plans, calibration=True) and subject.waiting == 2
    finish(qtbot, subject)
    assert len(session.observations) == 3 and subject.done == 3
    assert said[-1].startswith("Measured llama-2-7b on CPU: Test CPU, 2 threads")

    ((row, samples),) = calibrating.rows_with_points(session)
    known = [sample for sample in samples if sample.model.name != samples[-1].model.name]
    held_out = [sample for sample in samples if sample not in known]
    assert len(held_out) == 9 and len(known) == 18
    calibration = calibrating.fit(session, row, known)
    assert calibration.errors("after")[0] < 0.1 < calibration.errors("before")[0]
    predicted = calibrating.fit(session, calibration.after, held_out).residuals
    errors = sorted(abs(each.before / each.sample.seconds - 1) for each in predicted)
    assert errors[len(errors) // 2] < 0.25

    before = session.measured["s2"].figure("decode", "estimate")
    calibrating.apply(session, calibration)
    written = session.workbook.accelerators[0]
    assert session.measured["s2"].figure("decode", "estimate") != before
    assert written.sources["call_time"].startswith(f"{MEASURED} on 2026-11-30: fitted to 18 points of Llama")
    assert session.undo_stack.undoText() == "Calibrate Test CPU"
    # A whole model that is predicted with these constants is said to follow from one block, wherever it stands.
    session.edit(("scenarios", "s2", "accelerator"), written.id)
    plan = session.evaluations.scenarios["s2"]
    assert plan.line("decode_step").reference.startswith("Predicted from one block")
    assert plan.line("prefill").reference.startswith("Predicted from one block")
    assert plan_answer(plan, lines=False)["predicted_from"] == "one block"
    column = next(each for each in scenarios_sheet().columns if getattr(each, "line", "") == "prefill")
    shown = Row(("scenarios", "s2"), plan.scenario, plan.scenario, plan)
    assert "Predicted from one block" in column.described(shown, session.workbook)
    session.undo()
    assert plan_answer(session.evaluations.scenarios["s2"], lines=False)["predicted_from"] is None
    session.undo()
    assert session.workbook.accelerators[0] == row
    assert session.measured["s2"].figure("decode", "estimate") == before


def test_that_the_whole_model_follows_from_one_block(qtbot: QtBot, session: Session, measuring: Make) -> None:
    subject = measuring()
    subject.start(session.evaluations.scenarios["s0"])
    finish(qtbot, subject)
    (observation,) = session.observations
    block, head = observation.block["decode"].median, observation.block["head"].median
    layers = session.workbook.models[0].groups[0].count
    assert session.measured["s0"].figure("decode", "whole") == pytest.approx(layers * block + head)
    session.edit(("models", "m0", "vocab_size"), 1000)
    assert session.measured["s0"].figure("decode", "whole") is None
    assert not session.measured["s0"].stale


def test_that_an_observation_changes_no_estimate_and_no_plan(qtbot: QtBot, session: Session, measuring: Make) -> None:
    before = {name: plan.values for name, plan in session.evaluations.scenarios.items()}
    subject = measuring()
    subject.start(session.evaluations.scenarios["s0"], calibration=True)
    finish(qtbot, subject)
    assert {name: plan.values for name, plan in session.evaluations.scenarios.items()} == before
    assert not session.undo_stack.canUndo() and session.modified


def test_that_cancel_keeps_the_points_that_are_done_and_empties_the_queue(
    qtbot: QtBot, session: Session, measuring: Make
) -> None:
    subject = measuring(stops=True)
    said: list[str] = []
    subject.said.connect(said.append)
    subject.start_many(session.evaluations.scenarios.values())
    qtbot.waitUntil(lambda: subject.stage == "Timing", timeout=PATIENCE_MS)
    assert subject.waiting == 2 and subject.seconds_left == 3.0
    subject.cancel()
    finish(qtbot, subject)
    assert subject.waiting == 0 and subject.outcome is not None and subject.outcome.kind == "cancelled"
    (observation,) = session.observations
    assert list(observation.block) == ["prefill"]
    assert "1 points of llama-3.2-1b are kept" in said[-1]


def test_that_a_worker_that_breaks_leaves_its_points_and_the_next_in_the_queue(
    qtbot: QtBot, session: Session, measuring: Make
) -> None:
    subject = measuring(stops=True)
    main = subject.folder / "__main__.py"
    main.write_text(main.read_text().replace("cancel = json.loads(sys.stdin.readline())", "os._exit(3)"))
    subject.start_many(list(session.evaluations.scenarios.values())[:2])
    finish(qtbot, subject)
    assert subject.done == 2 and [each.scenario for each in session.observations] == ["s0", "s1"]
    assert all(list(each.block) == ["prefill"] for each in session.observations)


def test_that_the_cell_says_why_a_scenario_was_not_measured(qtbot: QtBot, session: Session, measuring: Make) -> None:
    session.edit(("scenarios", "s0", "weights"), "nf4")
    subject = measuring()
    said: list[str] = []
    subject.said.connect(said.append)
    assert not subject.start(session.evaluations.scenarios["s0"])
    assert "nf4" in session.unmeasured["s0"] and said == [session.unmeasured["s0"]]
    session.edit(("scenarios", "s0", "weights"), "bf16")
    subject.start(session.evaluations.scenarios["s0"])
    finish(qtbot, subject)
    assert "s0" not in session.unmeasured


def test_that_the_calibration_dialog_shows_the_fit_and_writes_one_step(
    qtbot: QtBot, session: Session, measuring: Make
) -> None:
    subject = measuring()
    subject.start_probe()
    finish(qtbot, subject)
    subject.start(session.evaluations.scenarios["s0"], calibration=True)
    finish(qtbot, subject)
    steps = session.undo_stack.count()
    dialog = CalibrationDialog(session)
    qtbot.addWidget(dialog)
    assert dialog.calibration is not None and "Median error" in dialog.said.text()
    assert len(dialog.plot.item.after) == 9
    dialog.apply()
    assert session.undo_stack.count() == steps + 1


def test_that_a_calibration_without_points_says_what_to_do(qtbot: QtBot, session: Session) -> None:
    dialog = CalibrationDialog(session)
    qtbot.addWidget(dialog)
    assert "calibration run" in dialog.said.text() and not dialog.apply_button.isEnabled()


def test_that_the_history_compares_two_deletes_and_exports(
    qtbot: QtBot, session: Session, measuring: Make, tmp_path: Path
) -> None:
    subject = measuring()
    for _ in range(2):
        subject.start(session.evaluations.scenarios["s0"])
        finish(qtbot, subject)
    session.edit(("scenarios", "s0", "load", "batch"), 2)
    dialog = HistoryDialog(session)
    qtbot.addWidget(dialog)
    table = dialog._table
    assert table is not None and len(table.table.rows) == 2
    assert "stale" in str(table.table.rows[0]) and str(table.table.rows[0][0]).startswith("▲")
    table.selectAll()
    assert [row[-1] for row in dialog._points.table.rows] == pytest.approx([1.0] * 3)
    dialog.export_to(tmp_path / "m.csv")
    lines = (tmp_path / "m.csv").read_text().splitlines()
    assert lines[0].startswith("date,scenario,device") and len(lines) == 1 + 2 * 3
    table.clearSelection()
    table.selectRow(0)
    dialog.remove_selected()
    assert len(session.observations) == 1


@pytest.mark.parametrize(("answer", "left"), [("No", 1), ("Yes", 0)])
def test_that_a_measurement_is_deleted_only_when_that_is_confirmed(
    answer: str, left: int, qtbot: QtBot, session: Session, measuring: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = measuring()
    subject.start(session.evaluations.scenarios["s0"])
    finish(qtbot, subject)
    dialog = HistoryDialog(session)
    qtbot.addWidget(dialog)
    asked: list[str] = []

    def answered(*given: object) -> object:
        asked.append(str(given[-1]))
        return QMessageBox.StandardButton[answer]

    monkeypatch.setattr(QMessageBox, "question", answered)
    dialog.delete.click()
    assert asked == ["Delete the selected measurements: 1? This cannot be undone."]
    assert len(session.observations) == left
