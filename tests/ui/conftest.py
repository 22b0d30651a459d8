"""The window on the example workbook, for tests that have none of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.errors import ErrorReporter
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

TIGHT = ("scenarios", "chat_13b_b16")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture(autouse=True)
def no_held_keys() -> Iterator[None]:
    """A test's last click of Ctrl+C leaves Ctrl held for Qt, and what the next one selects would join a selection."""
    yield
    if QGuiApplication.instance() and QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)


def forget_changes(window: QWidget) -> None:
    """So that closing a window after its test does not ask."""
    assert isinstance(window, Window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]


@pytest.fixture
def open_window(qtbot: QtBot, qapp: object, settings: Settings) -> Callable[[], Window]:
    def opened() -> Window:
        window = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
        window.documents.open_example(example_file())
        qtbot.addWidget(window, before_close_func=forget_changes)
        window.show()
        return window

    return opened


@pytest.fixture
def window(open_window: Callable[[], Window]) -> Window:
    made = open_window()
    made.select_scenario(TIGHT[1])
    return made


@pytest.fixture(autouse=True)
def no_unseen_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """An error that the program's own reporter took is seen by nobody else, pytest-qt included.

    It patches by itself: with the fixture of tests, what these patch would outlast their other fixtures.
    """
    seen: list[BaseException] = []
    if request.module.__name__.endswith(".test_errors"):
        yield
        return
    take = ErrorReporter._take

    def taken(reporter: ErrorReporter, error: BaseException) -> None:
        seen.append(error)
        take(reporter, error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ErrorReporter, "_take", taken)
        yield
    assert not seen, f"the program told of errors of its own: {seen}"
