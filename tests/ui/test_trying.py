"""What is found by trying plans: at once where it is quick, else beside the window, and only while it is wanted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from planner.evaluations import Planner
from ui import trying
from ui.trying import GoingOn, Trying
from ui.window import Window


@pytest.fixture
def asking(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trying]:
    monkeypatch.setattr(trying, "QUICK_S", 0.05)
    made = Trying()
    yield made
    made.drop()
    if made._last is not None:
        made._last.join(10)


def test_that_a_quick_answer_is_there_at_once_and_is_asked_for_once(asking: Trying) -> None:
    about, shown, asked = (object(),), [], []

    def question(planner: Planner, going_on: GoingOn) -> str:
        asked.append(threading.current_thread() is threading.main_thread())
        return "found"

    for _ in range(2):
        asking.ask(about, question, shown.append, lambda: shown.append("waiting"))
    assert shown == ["found"] and asked == [False]
    asking.ask((object(),), question, shown.append, lambda: None)
    assert shown == ["found", "found"]


def test_that_the_window_goes_on_while_plans_are_tried(asking: Trying, qtbot: QtBot) -> None:
    gate, shown = threading.Event(), []
    asking.ask(
        (object(),), lambda *_: gate.wait(10) and "found", shown.append, lambda: shown.append("waiting")
    )  # fmt: skip
    assert shown == ["waiting"]
    gate.set()
    qtbot.waitUntil(lambda: shown == ["waiting", "found"])


def test_that_a_question_that_nobody_asks_any_more_ends_before_its_next_plan(asking: Trying, qtbot: QtBot) -> None:
    gate, shown, plans = threading.Event(), [], []

    def first(planner: Planner, going_on: GoingOn) -> str:
        for number in range(3):
            going_on()
            plans.append(number)
            gate.wait(10)
        return "old"

    asking.ask((object(),), first, shown.append, lambda: None)
    asking.ask((object(),), lambda *_: "new", shown.append, lambda: None)
    assert plans == [0] and shown == [], "one planner serves one question at a time"
    gate.set()
    qtbot.waitUntil(lambda: shown == ["new"])
    assert plans == [0]


def test_that_an_error_is_told_where_it_was_asked_and_can_be_asked_again(asking: Trying) -> None:
    about, shown = (object(),), []

    def failing(*_: Any) -> str:
        raise ArithmeticError("mended later")

    with pytest.raises(ArithmeticError, match="mended later"):
        asking.ask(about, failing, shown.append, lambda: None)
    asking.ask(about, lambda *_: "found", shown.append, lambda: None)
    assert shown == ["found"]


def test_that_panels_say_that_plans_are_tried_until_they_have_the_answer(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "QUICK_S", 0.01)
    gate = threading.Event()
    for name in ("remedies", "answers"):
        real = getattr(Planner, name)
        monkeypatch.setattr(Planner, name, lambda *given, real=real: gate.wait(10) and real(*given))
    window.show_dock("answers")
    qtbot.waitUntil(lambda: window.answers._empty.text() == "Trying plans …")
    window.show_dock("remedies")
    qtbot.waitUntil(lambda: window.remedies._list.waiting)
    assert not window.answers.answers
    gate.set()
    qtbot.waitUntil(lambda: not window.remedies._list.waiting)
    window.show_dock("answers")
    qtbot.waitUntil(lambda: bool(window.answers.answers))
