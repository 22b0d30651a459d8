"""Eight hours of use in a few minutes: edits, undo, saves and measurements; nothing grows once undo is full."""

from __future__ import annotations

import gc
import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from planner.files import load, save
from planner.measurable import NotMeasurable, job_of
from planner.plan import Evaluation
from ui.examples import example_file
from ui.measuring import Measuring
from ui.recovery import Recovery
from ui.session import UNDO_LIMIT, Session
from ui.settings import Settings

MB = 10**6
STUB = Path(__file__).parent / "stub_worker"


def resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


def measured(session: Session, qtbot: QtBot, measuring: Measuring, scenario: str) -> None:
    """One measurement by the stub device, a process of its own as the worker is."""
    with qtbot.waitSignal(measuring.ended, timeout=20_000):
        assert measuring.start(session.evaluations.scenarios[scenario])
    assert measuring.outcome is not None and measuring.outcome.kind == "finished", measuring.outcome


def measurable(evaluation: Evaluation) -> bool:
    try:
        return bool(job_of(evaluation))
    except NotMeasurable:
        return False


def hours(
    qtbot: QtBot, qapp: Any, tmp_path: Path, edits: int, measurements: int, allowed: int, settings: Settings
) -> dict[str, object]:
    session = Session()
    recovery = Recovery(session, tmp_path / "recovery", session)
    file = tmp_path / "plan.fitsheet"
    save(file, load(example_file()).workbook)
    session.open(file)
    measuring = Measuring(session, settings, session)
    measuring.folder = STUB
    scenarios = [row.id for row in session.workbook.scenarios if measurable(session.evaluations.scenarios[row.id])]
    assert len(scenarios) > 2
    chance = random.Random(1)
    every = max(edits // measurements, 1)

    def work(first: int, last: int) -> None:
        for number in range(first, last):
            row = chance.choice(scenarios)
            match number % 10:
                case 7:
                    session.undo()
                case 8:
                    session.redo()
                case 9:
                    session.edit(("scenarios", row, "name"), f"Plan {number}")
                case _:
                    session.edit(("scenarios", row, "load", "batch"), chance.randint(1, 500))
            if number % 500 == 0:
                session.save()
            if number % every == 0:
                measured(session, qtbot, measuring, row)
            if number % 50 == 0:
                qapp.processEvents()

    # Until the undo steps are full and every cache has met what it will hold.
    work(0, 3 * UNDO_LIMIT)
    recovery._sync.stop()
    qtbot.waitUntil(lambda: not any(thread.name == "journal" for thread in threading.enumerate()))
    gc.collect()
    assert session.undo_stack.count() == UNDO_LIMIT
    before = resident(), handles(), threading.active_count()
    work(3 * UNDO_LIMIT, 3 * UNDO_LIMIT + edits)
    qapp.processEvents()
    recovery._sync.stop()
    qtbot.waitUntil(lambda: not any(thread.name == "journal" for thread in threading.enumerate()))
    gc.collect()
    after = resident(), handles(), threading.active_count()
    recovery.close()
    assert not recovery.failing
    grown = after[0] - before[0]
    assert grown < allowed, f"{grown / MB:.1f} MB"
    assert after[1] <= before[1] and after[2] <= before[2]
    return {"edits": edits, "measurements": edits // every, "grown MB": round(grown / MB, 1), "handles": after[1]}


@pytest.fixture
def stub_settings(tmp_path: Path) -> Settings:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    settings.python = sys.executable
    return settings


@pytest.mark.skipif(sys.platform != "linux", reason="memory and handles are read in /proc")
def test_that_a_short_session_grows_by_nothing_worth_naming(
    qtbot: QtBot, qapp: Any, tmp_path: Path, stub_settings: Settings
) -> None:
    hours(qtbot, qapp, tmp_path, 2_000, 5, 8 * MB, stub_settings)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="memory and handles are read in /proc")
def test_that_eight_hours_grow_by_less_than_20_mb(
    qtbot: QtBot, qapp: Any, tmp_path: Path, stub_settings: Settings, record_property: Callable[[str, object], None]
) -> None:
    for name, value in hours(qtbot, qapp, tmp_path, 100_000, 500, 20 * MB, stub_settings).items():
        record_property(name, value)
