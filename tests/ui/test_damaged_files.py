"""Damaged workbooks in the window: what opens is shown, what does not is said, and the window answers all the while."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from planner.files import save
from planner.workbook import Workbook
from tests.planner.test_files_fuzz import DAMAGES
from ui.documents import plain
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

SECONDS = 2.0


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    return made


def shown_or_said(
    window: Window, tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch, seeds: range
) -> dict[str, object]:
    """An exception in a slot or a paint fails the test by itself (pytest-qt)."""
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: said.append(given[2]))
    data, file = example_file().read_bytes(), tmp_path / "damaged.fitsheet"
    opened, longest = 0, 0.0
    for seed in seeds:
        chance = random.Random(seed)
        file.write_bytes(chance.choice(DAMAGES)(data, chance))
        said.clear()
        begin = time.process_time()
        ok = window.documents.open(file)
        qapp.processEvents()  # type: ignore[attr-defined]
        took = time.process_time() - begin
        longest = max(longest, took)
        assert ok is not bool(said), seed
        assert took < SECONDS, (seed, took)
        opened += ok
    return {"opened": opened, "refused": len(seeds) - opened, "longest s": round(longest, 2)}


def test_that_40_damaged_files_are_shown_or_refused(
    window: Window, tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = shown_or_said(window, tmp_path, qapp, monkeypatch, range(40))
    assert seen["opened"] and seen["refused"]


@pytest.mark.soak
def test_that_2000_damaged_files_are_shown_or_refused(
    window: Window,
    tmp_path: Path,
    qapp: object,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    for name, value in shown_or_said(window, tmp_path, qapp, monkeypatch, range(1_000, 3_000)).items():
        record_property(name, value)


def test_that_text_in_a_file_is_never_taken_for_html() -> None:
    assert "<img" not in plain("<img src='file:///etc/passwd'> cannot be read")
    assert plain("a & b") == "a & b"


def test_that_a_large_workbook_leaves_the_window_answering(
    window: Window, tmp_path: Path, qtbot: QtBot, qapp: object
) -> None:
    """A timer that fires every 50 ms tells how long the window was away while 1,000 scenarios were read."""
    window.documents.open_example(example_file())
    first: Workbook = window.session.workbook
    rows = tuple(row.model_copy(update={"id": f"{row.id}_{at}"}) for at in range(111) for row in first.scenarios)
    file = tmp_path / "large.fitsheet"
    save(file, first.model_copy(update={"scenarios": rows}))
    times = [time.process_time()]
    timer = QTimer(interval=50)
    timer.timeout.connect(lambda: times.append(time.process_time()))
    timer.start()
    assert window.documents.open(file)
    qapp.processEvents()  # type: ignore[attr-defined]
    times.append(time.process_time())
    timer.stop()
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert len(window.session.workbook.scenarios) == len(rows)
    assert max(gaps) < SECONDS and len(gaps) > 3, gaps
