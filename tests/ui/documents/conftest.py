"""A file of the example, and windows that keep a journal and have no workbook yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from planner.files import load, save
from planner.workbook import Workbook
from tests.ui.conftest import forget_changes
from ui.examples import example_file
from ui.recovery import Recovery
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

NAME = ("scenarios", "chat_13b_b16", "name")


@pytest.fixture
def example() -> Workbook:
    return load(example_file()).workbook


@pytest.fixture
def file(tmp_path: Path, example: Workbook) -> Path:
    path = tmp_path / "plan.fitsheet"
    save(path, example)
    return path


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every sentence of a warning, which would else wait for a person."""
    found: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: found.append(given[2]))
    yield found


@pytest.fixture
def open_window(qtbot: QtBot, qapp: Any, tmp_path: Path, settings: Settings) -> Callable[[], Window]:
    def opened() -> Window:
        session = Session()
        recovery = Recovery(session, tmp_path / "recovery")
        window = Window(session, settings, Theme(qapp))
        recovery.setParent(window)
        window.documents.recovery = recovery
        recovery.said.connect(window.status.say)
        qtbot.addWidget(window, before_close_func=forget_changes)
        return window

    return opened
