"""A window on the example workbook, for the panels of what if."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    return made
